// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "lang/program/facts.h"
#include "lang/program/program.h"
#include "lang/vocabulary/level.h"

namespace phobos::check {
class Builder;
}

namespace phobos::program {

/// The least solution of chapter 08 for one program.
struct Levels {
    std::vector<Level> expressions;  ///< by ExpressionId
    std::vector<Level> control;      ///< by SiteId: control flow at the operation
    std::vector<Level> trip;         ///< by SiteId of a loop: its trip level; uniform elsewhere
    /// By LocalId: the join of every level it ever has and of the control flow, since its declaration, at each of its
    /// assignments: what its storage must tell apart.
    std::vector<Level> locals;
};

/// A program that obeys every rule; only the checker makes one.
class CheckedProgram {
public:
    [[nodiscard]] const Program& program() const { return program_; }
    [[nodiscard]] const Levels& levels() const { return levels_; }
    /// Affine and congruence facts that hold in every launch.
    [[nodiscard]] const Facts& facts() const { return facts_; }

    [[nodiscard]] Level level(const Expression& expression) const { return levels_.expressions[expression.id.index]; }
    [[nodiscard]] const Site& site(SiteId id) const { return program_.sites[id.index]; }

private:
    friend class phobos::check::Builder;
    CheckedProgram(Program program, Levels levels, Facts facts)
        : program_(std::move(program)), levels_(std::move(levels)), facts_(std::move(facts)) {}

    Program program_;
    Levels levels_;
    Facts facts_;
};

}  // namespace phobos::program
