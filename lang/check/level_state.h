// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lang/program/program.h"
#include "lang/source/span.h"
#include "lang/vocabulary/level.h"

namespace phobos::check {

/// Why a variable, a result or control flow has its level.
struct Cause {
    enum class Kind : std::uint8_t {
        none,
        value,      ///< the value assigned
        condition,  ///< the condition of an `if`, `&&` or `||` that only some threads pass
        trip,       ///< a loop that threads leave at different turns
        exit,       ///< a `break`, `continue` or `return` under a condition
    };
    Kind kind = Kind::none;
    const program::Expression* expression = nullptr;  ///< the value or condition to look into
    Span span;                                        ///< the assignment, branch, loop or exit
};

/// The level of a variable that is assigned more than once, at one point.
struct VariableLevel {
    Level level = Level::uniform;
    program::LocalId local;
    Cause cause;
};

/// A condition whose sides have not all met again, as the paths to one point see it.
struct Parting {
    Level level = Level::uniform;
    Cause cause;
    std::uint8_t sides = 0;      ///< bit 0: a path took the first side; bit 1: the second
    std::vector<bool> assigned;  ///< by variable: on such a path, after the condition

    [[nodiscard]] bool parts_arriving_paths() const { return sides == 3; }
};

/// What is known at one point of the program: the join over all paths to it. The paths to one point have the same
/// variables in scope and the same conditions around them; a point deeper inside has more of both.
struct LevelState {
    bool reachable = true;
    std::vector<VariableLevel> variables;  ///< those in scope, innermost last
    std::vector<Parting> partings;         ///< those around, innermost last

    void assign(std::size_t variable, VariableLevel value);
    void drop_variables_from(std::size_t count);
    /// level-35, for one condition: raises what was assigned after it, where a path arrives
    void raise_by(const Parting& parting);
};

/// The join of two sets of paths, of which those that are reachable count alone; the levels of conditions are applied
/// by raise_by.
void merge_into(LevelState& state, const LevelState& arriving);

/// Counts the paths that one parting saw as paths that the other saw.
void unite(Parting& into, const Parting& other);

/// Equality of levels and of partings; causes do not count.
[[nodiscard]] bool same_levels(const LevelState& a, const LevelState& b);

}  // namespace phobos::check
