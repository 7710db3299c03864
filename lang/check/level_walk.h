// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "lang/check/level_state.h"
#include "lang/program/checked_program.h"
#include "lang/program/program.h"

namespace phobos::check {

/// One reason why threads may not all be at a place (level-22 to level-28).
struct ControlEntry {
    Level level = Level::uniform;
    Cause cause;
};

/// An operation that asks for a level of control or of its operands, and how it stood.
struct Demand {
    enum class Kind : std::uint8_t {
        collective,
        shuffle,
        barrier,
        warp_barrier,
        grid_barrier,
        tile,          ///< a statement or call of tiles
        tile_operand,  ///< a scalar
        slice_start,
        compound,
        atomic
    };
    Kind kind;
    Scope scope;                            ///< whose threads must be together; of compound and atomic: unused
    const program::Expression* expression;  ///< null for statements
    const program::Statement* statement;    ///< null for expressions
    program::SiteId site;
    Level control;                   ///< level-30
    Level operands;                  ///< join of the subscripts' levels, of compound and atomic; its own of an operand
    std::vector<ControlEntry> path;  ///< control around it, outermost first
    std::vector<Span> calls;         ///< calls it stands in, outermost first
};

/// The least solution, and why.
struct LevelSolution {
    program::Levels levels;
    std::vector<Demand> demands;  ///< in the order of the source
    std::vector<Cause> causes;    ///< by ExpressionId: of uses of variables and of calls
};

LevelSolution solve_levels(const program::Program& program);

}  // namespace phobos::check
