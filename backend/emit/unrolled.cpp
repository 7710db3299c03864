// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/unrolled.h"

#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "lang/base/overloaded.h"
#include "lang/check/variables.h"
#include "lang/program/children.h"
#include "lang/vocabulary/scalar_value.h"

namespace phobos::emit {

namespace {

using namespace program;

std::optional<std::int64_t> integer(const Expression& expression) {
    const auto* constant = std::get_if<Constant>(&expression.node);
    return constant == nullptr ? std::nullopt : std::optional(integer_value(expression.type.element, constant->value));
}

/// Whether a loop has at most as many turns as are unrolled.
bool is_written_out(const For& loop) {
    const auto start = integer(loop.start);
    const auto end = integer(loop.end);
    const auto step = integer(loop.step);
    if (!loop.unroll || !start || !end || !step || *step == 0) return false;
    const std::int64_t first = *step > 0 ? *start : *end;
    const std::int64_t last = *step > 0 ? *end : *start;
    if (last <= first) return true;
    const std::uint64_t distance = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
    const std::uint64_t width = *step > 0 ? static_cast<std::uint64_t>(*step) : 0 - static_cast<std::uint64_t>(*step);
    return (distance - 1) / width < static_cast<std::uint64_t>(*loop.unroll);
}

void note_bindings(std::vector<bool>& constants, std::span<const Binding> bindings) {
    for (const Binding& binding : bindings)
        if (const auto* local = std::get_if<LocalId>(&binding.parameter))
            constants[local->index] = is_constant(*binding.argument, constants);
}

}  // namespace

bool is_constant(const Expression& expression, const std::vector<bool>& constants) {
    const auto operands_are = [&] {
        bool all = true;
        for_each_child(expression, [&](const Expression& operand) { all = all && is_constant(operand, constants); });
        return all;
    };
    return std::visit(Overloaded{
                          [](const Constant&) { return true; },
                          [&](const LocalUse& node) -> bool { return constants[node.local.index]; },
                          [&](const Unary&) { return operands_are(); },
                          [&](const Binary&) { return operands_are(); },
                          [&](const Convert&) { return operands_are(); },
                          [&](const Elementwise&) { return operands_are(); },
                          [](const auto&) { return false; },
                      },
                      expression.node);
}

std::vector<bool> unrolled_locals(const Program& program) {
    const std::vector<bool> reassigned = check::reassigned_locals(program);
    std::vector<bool> constants(program.locals.size());
    for_each_in(program.body, Overloaded{
                                  [&](const Statement& statement) {
                                      if (const auto* loop = std::get_if<For>(&statement.node))
                                          constants[loop->variable.index] = is_written_out(*loop);
                                      const auto* assigned = std::get_if<Assign>(&statement.node);
                                      if (assigned != nullptr && !reassigned[assigned->local.index])
                                          constants[assigned->local.index] = is_constant(assigned->value, constants);
                                  },
                                  [&](const Expression& expression) {
                                      if (const auto* call = std::get_if<Call>(&expression.node))
                                          note_bindings(constants, call->bindings);
                                  },
                              });
    return constants;
}

}  // namespace phobos::emit
