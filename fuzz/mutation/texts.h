// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "fuzz/mutation/fault.h"

/// Faults of emitted texts, and those that people have met.
namespace phobos::mutation {

/// What an emitter might write in the place of something, wherever it stands as whole words.
struct TextFault {
    std::string_view id;
    std::string_view from;
    std::string_view to;
};

std::span<const TextFault> text_faults();

/// The text with the fault; nothing where it has none of what the fault replaces. What stands before the first brace,
/// the kernel's parameters, stays.
std::optional<std::string> with_fault(const TextFault& fault, std::string_view text);

/// Kinds of miscompilation that were reported of other compilers and simulators, as faults of values. None of them is
/// part of all_faults.
Faults reported_faults();

}  // namespace phobos::mutation
