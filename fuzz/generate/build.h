// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/syntax/tree.h"

/// Short names for the nodes of the tree.
namespace phobos::fuzz {

using syntax::Block;
using syntax::Expression;
using syntax::Statement;

template <class... Expressions>
std::vector<Expression> list(Expressions... expressions) {
    std::vector<Expression> result;
    (result.push_back(std::move(expressions)), ...);
    return result;
}

inline Expression name(std::string text) { return {syntax::NameUse{{std::move(text), {}}}, {}}; }
inline Expression field(ContextField field) { return {syntax::ContextUse{field}, {}}; }
inline Expression boolean(bool value) { return {syntax::BoolLiteral{value}, {}}; }
inline Expression unary(UnaryOperator op, Expression operand) { return {syntax::Unary{op, std::move(operand)}, {}}; }
inline Expression binary(BinaryOperator op, Expression left, Expression right) {
    return {syntax::Binary{op, std::move(left), std::move(right)}, {}};
}
inline Expression integer(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    if (value < 0) return unary(UnaryOperator::negate, {syntax::IntegerLiteral{0 - bits, false}, {}});
    return {syntax::IntegerLiteral{bits, false}, {}};
}
/// A float literal with a sign before it or not.
inline Expression decimal(std::string_view text) {
    if (text.starts_with('-')) return unary(UnaryOperator::negate, decimal(text.substr(1)));
    return {syntax::FloatLiteral{std::string(text)}, {}};
}
inline Expression call(std::string_view callee, std::vector<Expression> arguments) {
    return {syntax::Call{{std::string(callee), {}}, std::nullopt, std::move(arguments)}, {}};
}
inline Expression collective(std::string_view callee, Scope over, Expression operand) {
    return {syntax::Call{{std::string(callee), {}}, over, list(std::move(operand))}, {}};
}
inline Expression convert(ScalarType to, Expression operand) { return call(spelling(to), list(std::move(operand))); }
inline Expression element(const std::string& base, std::vector<Expression> subscripts) {
    syntax::Subscript result{{base, {}}, {}};
    for (Expression& subscript : subscripts) result.places.push_back({syntax::Point{std::move(subscript)}, {}});
    return {std::move(result), {}};
}
/// The last of the subscripts is the start of the run.
inline Expression run(const std::string& base, std::vector<Expression> subscripts, int elements) {
    syntax::Subscript result{{base, {}}, {}};
    for (std::size_t i = 0; i + 1 < subscripts.size(); ++i)
        result.places.push_back({syntax::Point{std::move(subscripts[i])}, {}});
    result.places.push_back({syntax::LengthSpan{std::move(subscripts.back()), integer(elements)}, {}});
    return {std::move(result), {}};
}

inline syntax::Place length_span(Expression start, std::int64_t length) {
    return {syntax::LengthSpan{std::move(start), integer(length)}, {}};
}
inline syntax::Place whole_span() { return {syntax::RangeSpan{std::nullopt, std::nullopt}, {}}; }
inline Expression slice(const std::string& base, std::vector<syntax::Place> places) {
    return {syntax::Subscript{{base, {}}, std::move(places)}, {}};
}

inline syntax::Type tile(ScalarType element, std::span<const std::int64_t> shape) {
    std::vector<Expression> dims;
    for (const std::int64_t extent : shape) dims.push_back(integer(extent));
    return {syntax::TileTypeUse{element, std::move(dims)}, {}};
}
inline syntax::Type scalar(ScalarType type) { return {syntax::ScalarTypeUse{type}, {}}; }
inline Statement let(std::string variable, Expression value) {
    return {syntax::Let{{std::move(variable), {}}, std::nullopt, std::move(value)}, {}};
}
inline Statement var(std::string variable, ScalarType type, Expression value) {
    return {syntax::Var{{std::move(variable), {}}, scalar(type), std::move(value)}, {}};
}
inline Statement shared(std::string variable, ScalarType element, Expression extent) {
    return {syntax::Var{{std::move(variable), {}},
                        syntax::Type{syntax::TileTypeUse{element, list(std::move(extent))}, {}},
                        std::nullopt},
            {}};
}
inline Statement assign(Expression target, std::optional<BinaryOperator> op, Expression value) {
    return {syntax::Assign{std::move(target), op, std::move(value)}, {}};
}
inline Statement evaluate(Expression call) { return {syntax::Evaluate{std::move(call)}, {}}; }
inline Statement when(Expression condition, Block then, std::optional<Block> otherwise = std::nullopt) {
    return {syntax::If{{{std::move(condition), std::move(then)}}, std::move(otherwise)}, {}};
}
inline Statement repeat(Expression condition, Block body) {
    return {syntax::While{std::move(condition), std::move(body)}, {}};
}
inline Block block(std::vector<Statement> statements) { return {std::move(statements), {}}; }
inline Block block_of(Statement statement) {
    Block result;
    result.statements.push_back(std::move(statement));
    return result;
}

}  // namespace phobos::fuzz
