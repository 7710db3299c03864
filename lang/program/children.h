// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "lang/base/overloaded.h"
#include "lang/program/program.h"

namespace phobos::program {

/// Calls `visit` with each operand of an expression, left to right, but not with what the body of a call holds.
template <class Visit>
void for_each_child(const Expression& expression, Visit visit) {
    const auto each = [&](const std::vector<Expression>& operands) {
        for (const Expression& operand : operands) visit(operand);
    };
    std::visit(Overloaded{
                   [](const Constant&) {},
                   [](const DimUse&) {},
                   [](const ContextUse&) {},
                   [](const LocalUse&) {},
                   [&](const Unary& node) { visit(*node.operand); },
                   [&](const Binary& node) { visit(*node.left), visit(*node.right); },
                   [&](const Convert& node) { visit(*node.operand); },
                   [&](const Elementwise& node) { each(node.arguments); },
                   [&](const Logical& node) { visit(*node.left), visit(*node.right); },
                   [&](const Load& node) { each(node.subscripts); },
                   [&](const RunLoad& node) { each(node.subscripts); },
                   [&](const RunSum& node) { visit(*node.run); },
                   [&](const RunElement& node) { visit(*node.run), visit(*node.index); },
                   [&](const RunWord& node) { visit(*node.run), visit(*node.index); },
                   [&](const Collective& node) { visit(*node.operand); },
                   [&](const Shuffle& node) { visit(*node.value), visit(*node.selector); },
                   [&](const Ballot& node) { visit(*node.predicate); },
                   [&](const Atomic& node) {
                       each(node.subscripts);
                       if (node.expected) visit(**node.expected);
                       visit(*node.operand);
                   },
                   [&](const Call& node) {
                       for (const Binding& binding : node.bindings) visit(*binding.argument);
                   },
                   [&](const Slice& node) { each(node.starts); },
                   [&](const TileFunction& node) { each(node.arguments); },
                   [&](const Generate& node) {
                       for (const Binding& binding : node.bindings) visit(*binding.argument);
                   },
               },
               expression.node);
}

/// The body of a function that is expanded at this expression, or null.
inline const Block* body_of(const Expression& expression) {
    if (const auto* call = std::get_if<Call>(&expression.node)) return &*call->body;
    if (const auto* generate = std::get_if<Generate>(&expression.node)) return &*generate->body;
    return nullptr;
}

/// Calls `visit` with each expression that stands directly in a statement, in the order of evaluation.
template <class Visit>
void for_each_expression(const Statement& statement, Visit visit) {
    const auto each = [&](const std::vector<Expression>& expressions) {
        for (const Expression& expression : expressions) visit(expression);
    };
    std::visit(Overloaded{
                   [&](const Assign& node) { visit(node.value); },
                   [&](const DeclareTile& node) {
                       if (node.value) visit(*node.value);
                   },
                   [&](const TileStore& node) { visit(node.value), each(node.starts); },
                   [&](const Accumulate& node) { visit(node.dot), each(node.starts); },
                   [&](const Store& node) { visit(node.value), each(node.subscripts); },
                   [&](const RunStore& node) { each(node.subscripts), visit(node.value); },
                   [&](const If& node) { visit(node.condition); },
                   [&](const For& node) { visit(node.start), visit(node.end), visit(node.step); },
                   [&](const While& node) { visit(node.condition); },
                   [](const Break&) {},
                   [](const Continue&) {},
                   [&](const Return& node) {
                       if (node.value) visit(*node.value);
                   },
                   [&](const Evaluate& node) { visit(node.expression); },
                   [](const Barrier&) {},
                   [](const WarpBarrier&) {},
                   [](const GridBarrier&) {},
               },
               statement.node);
}

/// Calls `visit` with each block of a statement: the arms of an `if`, the body of a loop.
template <class Visit>
void for_each_block(const Statement& statement, Visit visit) {
    if (const auto* branch = std::get_if<If>(&statement.node)) visit(*branch->then), visit(*branch->otherwise);
    if (const auto* loop = std::get_if<For>(&statement.node)) visit(*loop->body);
    if (const auto* loop = std::get_if<While>(&statement.node)) visit(*loop->body);
}

/// Calls `visit` with every statement, expression and operand of a block, those of expanded functions included, each
/// before what it holds; either kind may be one that `visit` does not take.
template <class Visit>
void for_each_in(const Block& block, const Visit& visit);

template <class Visit>
void for_each_in(const Expression& expression, const Visit& visit) {
    if constexpr (std::is_invocable_v<Visit, const Expression&>) visit(expression);
    for_each_child(expression, [&](const Expression& child) { for_each_in(child, visit); });
    if (const Block* body = body_of(expression)) for_each_in(*body, visit);
}

template <class Visit>
void for_each_in(const Block& block, const Visit& visit) {
    for (const Statement& statement : block.statements) {
        if constexpr (std::is_invocable_v<Visit, const Statement&>) visit(statement);
        for_each_expression(statement, [&](const Expression& expression) { for_each_in(expression, visit); });
        for_each_block(statement, [&](const Block& inner) { for_each_in(inner, visit); });
    }
}

}  // namespace phobos::program
