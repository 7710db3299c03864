// SPDX-License-Identifier: Apache-2.0
#include "lang/check/multiples.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "lang/base/overloaded.h"
#include "lang/program/children.h"
#include "lang/vocabulary/scalar_value.h"

namespace phobos::check {

using namespace program;

namespace {

constexpr int most_rounds = 16;

}  // namespace

Multiples::Multiples(const Program& program) : program_(program), locals_(program.locals.size()) {
    for (const Parameter& parameter : program.parameters)
        if (const auto* local = std::get_if<LocalId>(&parameter)) locals_[local->index] = 1;
    for (int round = 0; update(); ++round)
        if (round == most_rounds) {
            std::ranges::fill(locals_, 1);
            return;
        }
}

bool Multiples::update() {
    bool changed = false;
    const auto bind = [&](const std::vector<Binding>& bindings) {
        for (const Binding& binding : bindings)
            if (const auto* local = std::get_if<LocalId>(&binding.parameter))
                changed |= meet(*local, of(*binding.argument));
    };
    for_each_in(program_.body, Overloaded{
                                   [&](const Statement& statement) {
                                       if (const auto* assign = std::get_if<Assign>(&statement.node))
                                           changed |= meet(assign->local, of(assign->value));
                                       if (const auto* loop = std::get_if<For>(&statement.node))
                                           changed |= meet(loop->variable, std::gcd(of(loop->start), of(loop->step)));
                                   },
                                   [&](const Expression& expression) {
                                       if (const auto* call = std::get_if<Call>(&expression.node)) bind(call->bindings);
                                       const auto* generate = std::get_if<Generate>(&expression.node);
                                       if (generate == nullptr) return;
                                       bind(generate->bindings);
                                       changed |= meet(generate->row, 1);
                                       changed |= meet(generate->column, 1);
                                   },
                               });
    return changed;
}

bool Multiples::meet(LocalId local, std::int64_t multiple) {
    std::int64_t& known = locals_[local.index];
    const std::int64_t both = std::gcd(known, multiple);
    if (both == known) return false;
    known = both;
    return true;
}

std::int64_t Multiples::of(const Expression& expression) const {
    if (!is_integer(expression.type.element) || expression.type.form != Form::scalar) return 1;
    if (const auto* constant = std::get_if<Constant>(&expression.node)) {
        const std::int64_t value = integer_value(expression.type.element, constant->value);
        return value == std::numeric_limits<std::int64_t>::min() ? 1 : std::abs(value);
    }
    if (const auto* use = std::get_if<DimUse>(&expression.node)) return program_.dims[use->dim.index].multiple;
    if (const auto* use = std::get_if<LocalUse>(&expression.node)) return locals_[use->local.index];
    if (const auto* convert = std::get_if<Convert>(&expression.node)) return of(*convert->operand);
    if (const auto* unary = std::get_if<Unary>(&expression.node))
        return unary->op == UnaryOperator::negate ? of(*unary->operand) : 1;
    const auto* binary = std::get_if<Binary>(&expression.node);
    return binary != nullptr ? of(*binary) : 1;
}

std::int64_t Multiples::of(const Binary& node) const {
    const std::int64_t left = of(*node.left);
    const std::int64_t right = of(*node.right);
    if (node.op == BinaryOperator::add || node.op == BinaryOperator::subtract) return std::gcd(left, right);
    std::int64_t product = 0;
    if (node.op == BinaryOperator::multiply)
        return __builtin_mul_overflow(left, right, &product) ? std::max(left, right) : product;
    const auto* count = std::get_if<Constant>(&node.right->node);
    if (node.op != BinaryOperator::shift_left || count == nullptr) return 1;
    return __builtin_mul_overflow(left, std::int64_t{1} << (count->value.bits & 31U), &product) ? left : product;
}

}  // namespace phobos::check
