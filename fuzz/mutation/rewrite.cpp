// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutation/rewrite.h"

#include <vector>

#include "lang/base/overloaded.h"

namespace phobos::mutation {

void for_each_operand(Expression& expression, const VisitExpression& visit) {
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

void for_each_expression(Statement& statement, const VisitExpression& visit) {
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

void for_each_block(Statement& statement, const VisitBlock& visit) {
    if (auto* branch = std::get_if<program::If>(&statement.node)) visit(*branch->then), visit(*branch->otherwise);
    if (auto* loop = std::get_if<program::For>(&statement.node)) visit(*loop->body);
    if (auto* loop = std::get_if<program::While>(&statement.node)) visit(*loop->body);
}

Block* body_of(Expression& expression) {
    if (auto* call = std::get_if<program::Call>(&expression.node)) return &*call->body;
    if (auto* generate = std::get_if<program::Generate>(&expression.node)) return &*generate->body;
    return nullptr;
}

void rewrite_by(const Rewriting& rewriting, Expression& expression) {
    for_each_operand(expression, [&](Expression& operand) { rewrite_by(rewriting, operand); });
    if (Block* body = body_of(expression)) rewrite_by(rewriting, *body);
    if (rewriting.expression) rewriting.expression(expression);
}

void rewrite_by(const Rewriting& rewriting, Statement& statement) {
    const auto* sum = std::get_if<program::Accumulate>(&statement.node);
    for_each_expression(statement, [&](Expression& expression) {
        if (sum == nullptr || &expression != &sum->dot) return rewrite_by(rewriting, expression);
        for_each_operand(expression, [&](Expression& operand) { rewrite_by(rewriting, operand); });
    });
    for_each_block(statement, [&](Block& inner) { rewrite_by(rewriting, inner); });
    if (rewriting.statement) rewriting.statement(statement);
}

void rewrite_by(const Rewriting& rewriting, Block& block) {
    for (Statement& statement : block.statements) rewrite_by(rewriting, statement);
    if (rewriting.block) rewriting.block(block);
}

}  // namespace phobos::mutation
