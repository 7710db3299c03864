// SPDX-License-Identifier: Apache-2.0
#include "lang/check/advice.h"

#include <algorithm>
#include <set>
#include <variant>

#include "lang/program/children.h"

namespace phobos::check {
namespace {

using program::Expression;
using Leaf = std::variant<program::LocalId, ContextField, program::TensorId, program::TileId>;

Leaf leaf(const program::Buffer& buffer) {
    return std::visit([](const auto& id) -> Leaf { return id; }, buffer);
}

/// What the value of an expression is made of: variables, fields, and of elements the tensor or tile they are read
/// from. What selects an element is left out, as the access itself needs it to be inside.
std::set<Leaf> leaves_of(const Expression& expression) {
    if (const auto* load = std::get_if<program::Load>(&expression.node)) return {leaf(load->buffer)};
    if (const auto* run = std::get_if<program::RunLoad>(&expression.node)) return {leaf(run->buffer)};
    std::set<Leaf> leaves;
    if (const auto* use = std::get_if<program::LocalUse>(&expression.node)) leaves.insert(use->local);
    if (const auto* use = std::get_if<program::ContextUse>(&expression.node)) leaves.insert(use->field);
    program::for_each_child(expression, [&](const Expression& child) { leaves.merge(leaves_of(child)); });
    return leaves;
}

bool shares_leaf(const std::set<Leaf>& a, const std::set<Leaf>& b) {
    return std::any_of(b.begin(), b.end(), [&](const Leaf& leaf) { return a.contains(leaf); });
}

/// What the comparisons of a condition look at.
std::set<Leaf> tested_leaves(const Expression& condition) {
    const auto* binary = std::get_if<program::Binary>(&condition.node);
    if (binary != nullptr && shape(binary->op) == OperatorShape::comparison) return leaves_of(condition);
    std::set<Leaf> leaves;
    program::for_each_child(condition, [&](const Expression& child) { leaves.merge(tested_leaves(child)); });
    return leaves;
}

std::optional<TestedOperand> find_tested(const std::set<Leaf>& tested, const Expression& arm) {
    using Kind = TestedOperand::Kind;
    const auto if_tested = [&](Kind kind, const Expression& operand) -> std::optional<TestedOperand> {
        if (!shares_leaf(tested, leaves_of(operand))) return std::nullopt;
        return TestedOperand{kind, operand.span};
    };
    if (const auto* binary = std::get_if<program::Binary>(&arm.node); binary != nullptr && binary->site)
        if (auto found = if_tested(Kind::divisor, *binary->right);
            found && shape(binary->op) == OperatorShape::arithmetic)
            return found;
    const auto* load = std::get_if<program::Load>(&arm.node);
    const auto* run = std::get_if<program::RunLoad>(&arm.node);
    if (load != nullptr || run != nullptr)
        for (const Expression& subscript : load != nullptr ? load->subscripts : run->subscripts)
            if (auto found = if_tested(Kind::subscript, subscript)) return found;
    std::optional<TestedOperand> found;
    program::for_each_child(arm, [&](const Expression& child) {
        if (!found) found = find_tested(tested, child);
    });
    return found;
}

}  // namespace

std::optional<TestedOperand> tested_operand(const Expression& condition, const Expression& arm) {
    const std::set<Leaf> tested = tested_leaves(condition);
    return tested.empty() ? std::nullopt : find_tested(tested, arm);
}

}  // namespace phobos::check
