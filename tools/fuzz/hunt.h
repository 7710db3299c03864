// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/engine.h"
#include "fuzz/mutation/fault.h"
#include "fuzz/mutation/texts.h"
#include "fuzz/oracle/verdict.h"

namespace phobos::tools {

/// What is looked for by generated kernels.
struct Quarry {
    std::string id;
    std::string_view kind;  ///< "value", "reported" or "text"
    std::variant<mutation::Fault, mutation::TextFault> fault;

    // What came of it.
    std::uint64_t affected = 0;              ///< kernels that it changes, among those that were run
    std::optional<std::uint64_t> kernels{};  ///< until it was found, that one included
    std::uint64_t seed = 0;                  ///< of the kernel that found it
    fuzz::Signature signature{};
    std::optional<std::size_t> statements{};  ///< of that kernel, made small
};

/// All faults of values in the registry that can be told by values, the reported ones, and those of texts.
std::vector<Quarry> all_quarry();

struct HuntOptions {
    std::uint64_t seed = 0;
    std::uint64_t kernels = 2000;
    std::optional<std::chrono::seconds> shrinking{};  ///< for each that is found; none: they stay as they are
};

/// Looks for each with the kernels of the seeds, those of texts by the host engine.
void hunt(std::vector<Quarry>& quarry, const HuntOptions& options);

}  // namespace phobos::tools
