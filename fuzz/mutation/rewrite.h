// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <variant>
#include <vector>

#include "lang/base/overloaded.h"
#include "lang/program/program.h"

/// Walks that may change what they visit; lang/program/children.h has those that may not.
namespace phobos::mutation {

using program::Block;
using program::Expression;
using program::Statement;

/// Calls `visit` with each operand of an expression, left to right, but not with what the body of a call holds.
template <class Visit>
void for_each_operand(Expression& expression, Visit visit) {
    const auto each = [&](std::vector<Expression>& operands) {
        for (Expression& operand : operands) visit(operand);
    };
    const auto bound = [&](std::vector<program::Binding>& bindings) {
        for (program::Binding& binding : bindings) visit(*binding.argument);
    };
    std::visit(Overloaded{
                   [](program::Constant&) {},
                   [](program::DimUse&) {},
                   [](program::ContextUse&) {},
                   [](program::LocalUse&) {},
                   [&](program::Unary& node) { visit(*node.operand); },
                   [&](program::Binary& node) { visit(*node.left), visit(*node.right); },
                   [&](program::Convert& node) { visit(*node.operand); },
                   [&](program::Elementwise& node) { each(node.arguments); },
                   [&](program::Logical& node) { visit(*node.left), visit(*node.right); },
                   [&](program::Load& node) { each(node.subscripts); },
                   [&](program::RunLoad& node) { each(node.subscripts); },
                   [&](program::RunSum& node) { visit(*node.run); },
                   [&](program::RunElement& node) { visit(*node.run), visit(*node.index); },
                   [&](program::RunWord& node) { visit(*node.run), visit(*node.index); },
                   [&](program::Collective& node) { visit(*node.operand); },
                   [&](program::Shuffle& node) { visit(*node.value), visit(*node.selector); },
                   [&](program::Ballot& node) { visit(*node.predicate); },
                   [&](program::Atomic& node) {
                       each(node.subscripts);
                       if (node.expected) visit(**node.expected);
                       visit(*node.operand);
                   },
                   [&](program::Call& node) { bound(node.bindings); },
                   [&](program::Slice& node) { each(node.starts); },
                   [&](program::TileFunction& node) { each(node.arguments); },
                   [&](program::Generate& node) { bound(node.bindings); },
               },
               expression.node);
}

/// Calls `visit` with each expression that stands directly in a statement.
template <class Visit>
void for_each_expression(Statement& statement, Visit visit) {
    const auto each = [&](std::vector<Expression>& expressions) {
        for (Expression& expression : expressions) visit(expression);
    };
    std::visit(Overloaded{
                   [&](program::Assign& node) { visit(node.value); },
                   [&](program::DeclareTile& node) {
                       if (node.value) visit(*node.value);
                   },
                   [&](program::TileStore& node) { visit(node.value), each(node.starts); },
                   [&](program::Accumulate& node) { visit(node.dot), each(node.starts); },
                   [&](program::Store& node) { visit(node.value), each(node.subscripts); },
                   [&](program::RunStore& node) { each(node.subscripts), visit(node.value); },
                   [&](program::If& node) { visit(node.condition); },
                   [&](program::For& node) { visit(node.start), visit(node.end), visit(node.step); },
                   [&](program::While& node) { visit(node.condition); },
                   [](program::Break&) {},
                   [](program::Continue&) {},
                   [&](program::Return& node) {
                       if (node.value) visit(*node.value);
                   },
                   [&](program::Evaluate& node) { visit(node.expression); },
                   [](program::Barrier&) {},
                   [](program::WarpBarrier&) {},
                   [](program::GridBarrier&) {},
               },
               statement.node);
}

/// Calls `visit` with each block of a statement: the arms of an `if`, the body of a loop.
template <class Visit>
void for_each_block(Statement& statement, Visit visit) {
    if (auto* branch = std::get_if<program::If>(&statement.node)) visit(*branch->then), visit(*branch->otherwise);
    if (auto* loop = std::get_if<program::For>(&statement.node)) visit(*loop->body);
    if (auto* loop = std::get_if<program::While>(&statement.node)) visit(*loop->body);
}

inline Block* body_of(Expression& expression) {
    if (auto* call = std::get_if<program::Call>(&expression.node)) return &*call->body;
    if (auto* generate = std::get_if<program::Generate>(&expression.node)) return &*generate->body;
    return nullptr;
}

/// Calls `visit` with every block, statement and expression, those of expanded functions included, each after what it
/// holds; any of the three may be one that `visit` does not take. What `visit` puts in their place is not visited.
template <class Visit>
void rewrite(Block& block, const Visit& visit);

template <class Visit>
void rewrite(Expression& expression, const Visit& visit) {
    for_each_operand(expression, [&](Expression& operand) { rewrite(operand, visit); });
    if (Block* body = body_of(expression)) rewrite(*body, visit);
    if constexpr (std::is_invocable_v<Visit, Expression&>) visit(expression);
}

/// The product of an Accumulate stays one: only what it holds is visited.
template <class Visit>
void rewrite(Statement& statement, const Visit& visit) {
    const auto* sum = std::get_if<program::Accumulate>(&statement.node);
    for_each_expression(statement, [&](Expression& expression) {
        if (sum == nullptr || &expression != &sum->dot) return rewrite(expression, visit);
        for_each_operand(expression, [&](Expression& operand) { rewrite(operand, visit); });
    });
    for_each_block(statement, [&](Block& inner) { rewrite(inner, visit); });
    if constexpr (std::is_invocable_v<Visit, Statement&>) visit(statement);
}

template <class Visit>
void rewrite(Block& block, const Visit& visit) {
    for (Statement& statement : block.statements) rewrite(statement, visit);
    if constexpr (std::is_invocable_v<Visit, Block&>) visit(block);
}

}  // namespace phobos::mutation
