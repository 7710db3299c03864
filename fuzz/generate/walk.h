// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <variant>

#include "lang/base/overloaded.h"
#include "lang/syntax/tree.h"

/// Walks of the tree as it is written, of one that may change or may not.
namespace phobos::fuzz {

namespace walk_detail {

template <class Whole, class Part>
using Like = std::conditional_t<std::is_const_v<Whole>, const Part, Part>;

}  // namespace walk_detail

/// Calls `visit` with each expression in a subscript list.
template <class Subscript, class Visit>
void for_each_index(Subscript& subscript, const Visit& visit) {
    using walk_detail::Like;
    for (auto& place : subscript.places)
        std::visit(Overloaded{
                       [&](Like<Subscript, syntax::Point>& node) { visit(*node.index); },
                       [&](Like<Subscript, syntax::LengthSpan>& node) { visit(*node.start), visit(*node.length); },
                       [&](Like<Subscript, syntax::RangeSpan>& node) {
                           if (node.begin) visit(**node.begin);
                           if (node.end) visit(**node.end);
                       },
                   },
                   place.node);
}

/// Calls `visit` with each operand, left to right.
template <class Expression, class Visit>
void for_each_operand(Expression& expression, const Visit& visit) {
    using walk_detail::Like;
    std::visit(Overloaded{
                   [](Like<Expression, syntax::IntegerLiteral>&) {},
                   [](Like<Expression, syntax::FloatLiteral>&) {},
                   [](Like<Expression, syntax::BoolLiteral>&) {},
                   [](Like<Expression, syntax::NameUse>&) {},
                   [](Like<Expression, syntax::ContextUse>&) {},
                   [&](Like<Expression, syntax::Unary>& node) { visit(*node.operand); },
                   [&](Like<Expression, syntax::Binary>& node) { visit(*node.left), visit(*node.right); },
                   [&](Like<Expression, syntax::Call>& node) {
                       for (auto& argument : node.arguments) visit(argument);
                   },
                   [&](Like<Expression, syntax::Subscript>& node) { for_each_index(node, visit); },
               },
               expression.node);
}

/// Calls `visit` with the expression and all within, outer ones first.
template <class Expression, class Visit>
void for_each_within(Expression& expression, const Visit& visit) {
    visit(expression);
    for_each_operand(expression, [&](auto& operand) { for_each_within(operand, visit); });
}

/// Calls `visit` with each expression that stands directly in a statement; the target of an assignment is one.
template <class Statement, class Visit>
void for_each_expression(Statement& statement, const Visit& visit) {
    using walk_detail::Like;
    const auto maybe = [&](auto& expression) {
        if (expression) visit(*expression);
    };
    std::visit(Overloaded{
                   [&](Like<Statement, syntax::Let>& node) { visit(node.value); },
                   [&](Like<Statement, syntax::Var>& node) { maybe(node.value); },
                   [&](Like<Statement, syntax::Assign>& node) { visit(node.target), visit(node.value); },
                   [&](Like<Statement, syntax::If>& node) {
                       for (auto& arm : node.arms) visit(arm.condition);
                   },
                   [&](Like<Statement, syntax::For>& node) {
                       maybe(node.unroll), maybe(node.start), visit(node.end), maybe(node.step);
                   },
                   [&](Like<Statement, syntax::While>& node) { visit(node.condition); },
                   [](Like<Statement, syntax::Break>&) {},
                   [](Like<Statement, syntax::Continue>&) {},
                   [&](Like<Statement, syntax::Return>& node) { maybe(node.value); },
                   [&](Like<Statement, syntax::Evaluate>& node) { visit(node.call); },
               },
               statement.node);
}

/// Calls `visit` with each block that stands directly in a statement.
template <class Statement, class Visit>
void for_each_body(Statement& statement, const Visit& visit) {
    using walk_detail::Like;
    if (auto* branch = std::get_if<syntax::If>(&statement.node)) {
        for (auto& arm : branch->arms) visit(arm.body);
        if (branch->otherwise) visit(*branch->otherwise);
    } else if (auto* counted = std::get_if<syntax::For>(&statement.node)) {
        visit(counted->body);
    } else if (auto* loop = std::get_if<syntax::While>(&statement.node)) {
        visit(loop->body);
    }
}

/// Calls `visit` with each statement of a block, outer ones first, in the order of the text.
template <class Block, class Visit>
void for_each_statement(Block& block, const Visit& visit) {
    for (auto& statement : block.statements) {
        visit(statement);
        for_each_body(statement, [&](auto& body) { for_each_statement(body, visit); });
    }
}

/// The body of a kernel or function.
template <class Item>
auto& body_of(Item& item) {
    return std::visit([](auto& node) -> auto& { return node.body; }, item);
}

/// Calls `visit` with each statement of a file, in the order of the text.
template <class File, class Visit>
void for_each_statement_of(File& file, const Visit& visit) {
    for (auto& item : file.items) for_each_statement(body_of(item), visit);
}

/// Calls `visit` with each expression in the statements of a file, outer ones first.
template <class File, class Visit>
void for_each_expression_of(File& file, const Visit& visit) {
    for_each_statement_of(file, [&](auto& statement) {
        for_each_expression(statement, [&](auto& expression) { for_each_within(expression, visit); });
    });
}

}  // namespace phobos::fuzz
