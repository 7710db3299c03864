// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/enclosure.h"
#include "engine/engine.h"
#include "fuzz/oracle/way.h"
#include "interp/plain/interval.h"
#include "lang/program/children.h"
#include "lang/program/program.h"
#include "lang/vocabulary/builtins.h"

namespace phobos::fuzz {

/// What a launch may give where functions that have a bound take part.
struct Enclosed {
    std::vector<engine::Enclosure> tensors;  ///< by parameter; none where there is a fault
    bool is_undecided = false;               ///< what the launch does depends on the bits of such a function
};

/// One case run in the way that is right and in another.
struct Meeting {
    const program::Program& program;
    const program::Program& form;  ///< the program as the other way ran it: a rewritten one has more parameters
    const Way& way;
    const engine::Ran& expected;
    const engine::Ran& actual;
    const Enclosed* enclosed = nullptr;  ///< where the way's functions are its own and take part
};

/// Whether a function that has a bound (num-25) takes part: its bits are the engine's own.
inline bool has_bounded_functions(const program::Program& program) {
    bool found = false;
    const auto is_bounded = [](Builtin builtin) { return plain::bound_ulp(builtin, ScalarType::f32) != 0; };
    program::for_each_in(program.body, [&](const program::Expression& expression) {
        if (const auto* one = std::get_if<program::Elementwise>(&expression.node)) found |= is_bounded(one->builtin);
        if (const auto* tile = std::get_if<program::TileFunction>(&expression.node)) found |= is_bounded(tile->builtin);
    });
    return found;
}

/// Whether the other way's engine says that it does not offer this, which it does in these words.
inline bool lacks(const Meeting& meeting, std::string_view construct) {
    const auto* none = std::get_if<engine::Unsupported>(&meeting.actual.outcome);
    return none != nullptr && none->construct == construct;
}

/// A difference that the language allows: the other way then tells nothing of the case.
struct Tolerated {
    std::string_view rule;
    std::string_view condition;
    bool (*holds)(const Meeting&);
};

/// All of them. A NaN's bits (num-17) are none: engine::agrees takes every NaN for every other.
inline constexpr std::array tolerated{
    Tolerated{"exec-18", "the engine does not have the shared memory",
              [](const Meeting& meeting) { return lacks(meeting, "shared memory"); }},
    Tolerated{"ctx-33", "the engine is no target whose warps have so many lanes",
              [](const Meeting& meeting) { return lacks(meeting, "lanes") && meeting.program.lanes != 32; }},
    Tolerated{"coll-22", "the engine cannot keep all blocks of a grid with a grid_barrier resident",
              [](const Meeting& meeting) { return lacks(meeting, "grid_barrier") && !meeting.program.bars.empty(); }},
    Tolerated{"run-9", "an element is read that was never written, which the engine does not look for",
              [](const Meeting& meeting) {
                  const auto* trapped = std::get_if<engine::Trapped>(&meeting.expected.outcome);
                  return trapped != nullptr && trapped->kind == engine::FaultKind::uninitialised &&
                         !meeting.way.offers.uninitialised;
              }},
    Tolerated{"num-25", "what the launch does depends on the bits of a function that has a bound, which are its own",
              [](const Meeting& meeting) { return meeting.enclosed != nullptr && meeting.enclosed->is_undecided; }},
};

/// A tensor that may hold anything after a run.
struct Exempt {
    std::string_view rule;
    std::string_view condition;
    bool (*holds)(const program::Program&, program::TensorId);
};
inline constexpr std::array exempt{
    Exempt{"coll-22", "the counter of a grid_barrier",
           [](const program::Program& program, program::TensorId tensor) {
               return std::ranges::find(program.bars, tensor) != program.bars.end();
           }},
};

constexpr bool is_exempt(const program::Program& program, program::TensorId tensor) {
    return std::ranges::any_of(exempt, [&](const Exempt& row) { return row.holds(program, tensor); });
}

}  // namespace phobos::fuzz
