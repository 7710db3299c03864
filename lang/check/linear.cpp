// SPDX-License-Identifier: Apache-2.0
#include "lang/check/linear.h"

#include <algorithm>

#include "lang/base/overloaded.h"
#include "lang/vocabulary/scalar_value.h"

namespace phobos::check {
namespace {

using program::Expression;

constexpr std::size_t most_terms = 64;  // tile-8

std::optional<LinearForm> scaled(LinearForm form, std::int64_t factor) {
    if (factor == 0) return LinearForm{};
    if (__builtin_mul_overflow(form.constant, factor, &form.constant)) return std::nullopt;
    for (LinearForm::Term& term : form.terms)
        if (__builtin_mul_overflow(term.factor, factor, &term.factor)) return std::nullopt;
    return form;
}

std::optional<LinearForm> sum(LinearForm left, const LinearForm& right) {
    if (__builtin_add_overflow(left.constant, right.constant, &left.constant)) return std::nullopt;
    for (const LinearForm::Term& term : right.terms) {
        const auto same = std::ranges::find_if(
            left.terms, [&](const LinearForm::Term& known) { return is_same_value(*known.value, *term.value); });
        if (same == left.terms.end()) {
            if (left.terms.size() == most_terms) return std::nullopt;
            left.terms.push_back(term);
            continue;
        }
        if (__builtin_add_overflow(same->factor, term.factor, &same->factor)) return std::nullopt;
        if (same->factor == 0) left.terms.erase(same);
    }
    return left;
}

/// Of two forms of which at least one is a constant.
std::optional<LinearForm> product(const LinearForm& left, const LinearForm& right) {
    return left.terms.empty() ? scaled(right, left.constant) : scaled(left, right.constant);
}

bool is_linear(BinaryOperator op) {
    return op == BinaryOperator::add || op == BinaryOperator::subtract || op == BinaryOperator::multiply;
}

/// The form of a sum, difference or product; a product without a constant factor is a term.
std::optional<LinearForm> binary_form(const program::Binary& node, const Expression& whole) {
    const std::optional<LinearForm> left = linear_form(*node.left);
    const std::optional<LinearForm> right = linear_form(*node.right);
    if (!left || !right) return std::nullopt;
    if (node.op == BinaryOperator::multiply) {
        const bool has_constant = left->terms.empty() || right->terms.empty();
        return has_constant ? product(*left, *right) : LinearForm{{{1, &whole}}, 0};
    }
    return node.op == BinaryOperator::add ? sum(*left, *right) : difference(*left, *right);
}

bool are_same(const std::vector<Expression>& left, const std::vector<Expression>& right) {
    return std::ranges::equal(left, right, is_same_value);
}

}  // namespace

std::optional<LinearForm> linear_form(const Expression& expression) {
    if (const auto* constant = std::get_if<program::Constant>(&expression.node))
        return LinearForm{{}, integer_value(expression.type.element, constant->value)};
    if (const auto* unary = std::get_if<program::Unary>(&expression.node);
        unary != nullptr && unary->op == UnaryOperator::negate) {
        const std::optional<LinearForm> operand = linear_form(*unary->operand);
        return operand ? scaled(*operand, -1) : std::nullopt;
    }
    if (const auto* binary = std::get_if<program::Binary>(&expression.node); binary != nullptr && is_linear(binary->op))
        return binary_form(*binary, expression);
    return LinearForm{{{1, &expression}}, 0};
}

std::optional<LinearForm> difference(const LinearForm& left, const LinearForm& right) {
    const std::optional<LinearForm> negative = scaled(right, -1);
    return negative ? sum(left, *negative) : std::nullopt;
}

bool is_same_value(const Expression& left, const Expression& right) {
    if (left.type != right.type) return false;
    return std::visit(
        Overloaded{
            [](const program::Constant& a, const program::Constant& b) { return a.value == b.value; },
            [](const program::DimUse& a, const program::DimUse& b) { return a.dim == b.dim; },
            [](const program::ContextUse& a, const program::ContextUse& b) { return a.field == b.field; },
            [](const program::LocalUse& a, const program::LocalUse& b) { return a.local == b.local; },
            [](const program::Unary& a, const program::Unary& b) {
                return a.op == b.op && is_same_value(*a.operand, *b.operand);
            },
            [](const program::Binary& a, const program::Binary& b) {
                return a.op == b.op && is_same_value(*a.left, *b.left) && is_same_value(*a.right, *b.right);
            },
            [](const program::Convert& a, const program::Convert& b) { return is_same_value(*a.operand, *b.operand); },
            [](const program::Elementwise& a, const program::Elementwise& b) {
                return a.builtin == b.builtin && are_same(a.arguments, b.arguments);
            },
            [](const auto&, const auto&) { return false; },
        },
        left.node, right.node);
}

}  // namespace phobos::check
