// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <type_traits>
#include <variant>

#include "lang/program/program.h"

/// Walks that may change what they visit; lang/program/children.h has those that may not. What is called is one type,
/// not one for each of the hundreds of faults: these are quick to compile before they are quick to run.
namespace phobos::mutation {

using program::Block;
using program::Expression;
using program::Statement;

using VisitExpression = std::function<void(Expression&)>;
using VisitStatement = std::function<void(Statement&)>;
using VisitBlock = std::function<void(Block&)>;

/// Calls `visit` with each operand of an expression, left to right, but not with what the body of a call holds.
void for_each_operand(Expression& expression, const VisitExpression& visit);

/// Calls `visit` with each expression that stands directly in a statement.
void for_each_expression(Statement& statement, const VisitExpression& visit);

/// Calls `visit` with each block of a statement: the arms of an `if`, the body of a loop.
void for_each_block(Statement& statement, const VisitBlock& visit);

[[nodiscard]] Block* body_of(Expression& expression);

/// What is done with each part; nothing where empty.
struct Rewriting {
    VisitExpression expression;
    VisitStatement statement;
    VisitBlock block;
};
template <class Visit>
Rewriting rewriting_by(const Visit& visit) {
    Rewriting rewriting;
    if constexpr (std::is_invocable_v<Visit, Expression&>) rewriting.expression = std::cref(visit);
    if constexpr (std::is_invocable_v<Visit, Statement&>) rewriting.statement = std::cref(visit);
    if constexpr (std::is_invocable_v<Visit, Block&>) rewriting.block = std::cref(visit);
    return rewriting;
}

/// Calls `visit` with every block, statement and expression, those of expanded functions included, each after what it
/// holds; any of the three may be one that `visit` does not take. What `visit` puts in their place is not visited. The
/// product of an Accumulate stays one: only what it holds is visited.
void rewrite_by(const Rewriting& rewriting, Block& block);
void rewrite_by(const Rewriting& rewriting, Statement& statement);
void rewrite_by(const Rewriting& rewriting, Expression& expression);

template <class Part, class Visit>
void rewrite(Part& part, const Visit& visit) {
    rewrite_by(rewriting_by(visit), part);
}

}  // namespace phobos::mutation
