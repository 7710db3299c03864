// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <variant>

#include "engine/enclosure.h"
#include "engine/launch.h"
#include "engine/outcome.h"
#include "interp/plain/buffers.h"
#include "interp/plain/code.h"
#include "interp/plain/level_check.h"
#include "interp/plain/races.h"
#include "interp/plain/schedule.h"
#include "lang/program/program.h"

namespace phobos::plain {

/// A launch: the buffers, and the tensors in them as values of the domain.
struct Evaluation {
    const program::Program& program;
    const Code& code;
    std::span<const Level> claims;  ///< by ExpressionId, where levels are checked
    const PlainBuffers& buffers;
    std::span<const View> tensors;
    engine::Block grid;
    const engine::Settings& settings;
    Schedule schedule = Schedule::ascending;
    RaceRules race_rules = {};  ///< where races are checked
};
using Ending = std::variant<engine::Outcome, engine::Undecided>;
struct Evaluated {
    Ending ending;  ///< undecided with intervals only
    LevelPrecision precision;
};

/// Runs a grid, block after block as the schedule says, in the domain of values.
template <class Value>
[[nodiscard]] Evaluated evaluate(const Evaluation& evaluation);

}  // namespace phobos::plain
