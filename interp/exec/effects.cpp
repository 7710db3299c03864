// SPDX-License-Identifier: Apache-2.0
#include "interp/exec/effects.h"

#include <algorithm>

#include "lang/program/children.h"

namespace phobos::interp {

namespace {

using namespace program;

/// Whether an expression or an operand at any depth is what `judge` looks for; bodies of calls are not looked into.
template <class Judge>
bool any_part(const Expression& expression, const Judge& judge) {
    bool found = judge(expression);
    if (!found) for_each_child(expression, [&](const Expression& part) { found = found || any_part(part, judge); });
    return found;
}

bool has_own_effect(const Expression& expression) {
    return std::holds_alternative<Atomic>(expression.node) || std::holds_alternative<Call>(expression.node);
}

bool may_trap_or_wait(const Expression& expression) {
    const auto* binary = std::get_if<Binary>(&expression.node);
    return (binary != nullptr && binary->site) || std::holds_alternative<Load>(expression.node) ||
           std::holds_alternative<RunLoad>(expression.node) || std::holds_alternative<RunElement>(expression.node) ||
           std::holds_alternative<RunWord>(expression.node) || std::holds_alternative<Collective>(expression.node) ||
           std::holds_alternative<Shuffle>(expression.node) || std::holds_alternative<Ballot>(expression.node);
}

}  // namespace

bool has_effects(const Expression& expression) { return any_part(expression, has_own_effect); }

bool any_has_effects(std::span<const Expression> expressions) { return std::ranges::any_of(expressions, has_effects); }

bool is_total(const Expression& expression) {
    return !any_part(expression, [](const Expression& part) { return has_own_effect(part) || may_trap_or_wait(part); });
}

}  // namespace phobos::interp
