// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "lang/check/level_walk.h"
#include "lang/diagnostics/diagnostic.h"
#include "lang/program/program.h"

namespace phobos::check {

/// Collects notes that lead from control flow or a value back to the source of a difference between threads (level-52).
class WhyWalk {
public:
    WhyWalk(const program::Program& program, const LevelSolution& solution) : program_(program), solution_(solution) {}

    /// Why control flow is above `allowed` inside this entry.
    void control(const ControlEntry& entry, Level allowed);
    /// Why the value of an expression is above `allowed`.
    void value(const program::Expression& expression, Level allowed);

    [[nodiscard]] const std::vector<diagnostics::Note>& notes() const { return notes_; }
    /// A change at the source that lowers the level, where there is a plain one.
    [[nodiscard]] const std::optional<diagnostics::Fix>& fix() const { return fix_; }

private:
    [[nodiscard]] Level level(const program::Expression& expression) const {
        return solution_.levels.expressions[expression.id.index];
    }
    /// `subject` is the variable or function that has the cause; empty for control flow.
    void cause(const Cause& cause, Level allowed, const std::string& subject);
    const program::Expression* source_in(const program::Expression& expression, Level allowed);

    const program::Program& program_;
    const LevelSolution& solution_;
    std::unordered_set<std::uint32_t> seen_;
    std::vector<diagnostics::Note> notes_;
    std::optional<diagnostics::Fix> fix_;
};

}  // namespace phobos::check
