// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/enclosure.h"
#include "engine/launch.h"
#include "lang/base/json.h"
#include "lang/check/fidelity.h"
#include "lang/program/checked_program.h"
#include "lang/source/source_file.h"

namespace phobos::tools {

/// What --fidelity tells: which results are the same bits in every implementation, and what those that are not decide.
struct Fidelity {
    struct Result {
        std::string parameter;
        check::Grade grade;
        /// Of a bounded one, in this launch: how many steps of its type lie between the lowest and the highest value
        /// that an element may have, of the element where it is most; nothing where that is not known.
        std::optional<std::uint64_t> ulp;
    };
    std::vector<Result> results;  ///< of the tensors that the kernel stores to, in the order of the parameters
    std::vector<check::Reached> reached;
    std::optional<engine::NotEnclosed> not_enclosed;  ///< why no `ulp` at all is known, where that is so
};

/// Intervals are computed by the plain evaluator within these limits, and for as many statements as it executes in a
/// second or two.
Fidelity fidelity_of(const program::CheckedProgram& checked, const engine::Launch& launch,
                     const engine::Limits& limits);

/// Whole lines, with places as file:line:column.
std::string text_of(const Fidelity& fidelity, const SourceFile& source);
Json json_of(const Fidelity& fidelity, const SourceFile& source);

}  // namespace phobos::tools
