// SPDX-License-Identifier: Apache-2.0
// Types: docs/spec/02-types.md.
#include <fmt/core.h>

#include <utility>

#include "lang/syntax/parser_impl.h"
#include "lang/syntax/suggestions.h"

namespace phobos::syntax {

using diagnostics::Code;
using diagnostics::Fix;

std::optional<Type> Parser::parse_type() {
    if (at_word("tensor") || at_word("tile")) return parse_shaped_type();
    const Token first = token();
    const std::optional<ScalarType> scalar = parse_element_type();
    if (!scalar) return std::nullopt;
    if (at(TokenKind::open_bracket)) {
        const std::string_view name = text(first.span);
        fail(Code::malformed_type,
             fmt::format("a type with dims is a parameter `tensor<{0}>[..]` or a `tile<{0}>[..]`", name));
        return std::nullopt;
    }
    return Type{ScalarTypeUse{*scalar}, first.span};
}

/// `tensor<f32>[R, K]` or `tile<f32>[16, N]`.
std::optional<Type> Parser::parse_shaped_type() {
    const bool is_tensor = at_word("tensor");
    const Token first = take();
    const std::string_view name = text(first.span);
    if (!at(TokenKind::less)) {
        fail(Code::malformed_type,
             fmt::format("a {0} names its element type and its dims, as in `{0}<f32>[16, 32]`", name));
        return std::nullopt;
    }
    take();
    const std::optional<ScalarType> element = parse_element_type();
    if (!element || !expect(TokenKind::greater, "behind the element type")) return std::nullopt;
    if (!at(TokenKind::open_bracket)) {
        fail_missing(Code::malformed_type, fmt::format("expected the dims of a {0}, as in `{0}<f32>[16, 32]`", name));
        return std::nullopt;
    }
    if (kind(1) == TokenKind::close_bracket) {
        fail(Code::malformed_type, fmt::format("a {0} has at least one dim, as in `{0}<f32>[16]`", name));
        return std::nullopt;
    }
    const Token opener = take();
    std::optional<Sizeds> dims = parse_list(TokenKind::close_bracket, opener);
    if (!dims) return std::nullopt;
    const Span whole = join(first.span, previous().span);
    if (is_tensor) return Type{TensorTypeUse{*element, std::move(dims->expressions)}, whole};
    return Type{TileTypeUse{*element, std::move(dims->expressions)}, whole};
}

/// The name of a scalar type; an unknown one is reported and taken for the one that was meant.
std::optional<ScalarType> Parser::parse_element_type() {
    if (!at(TokenKind::identifier)) {
        fail(Code::expected_token, fmt::format("expected a type, found {}", found()));
        return std::nullopt;
    }
    if (const std::optional<ScalarType> known = scalar_type(word())) return take(), known;
    const std::optional<std::string_view> meant = suggested_type(word());
    std::optional<Fix> fix;
    if (meant) fix = Fix{token().span, std::string(*meant), fmt::format("write `{}`", *meant)};
    fail({Code::unknown_type,
          token().span,
          fmt::format("there is no type {}", quoted(token().span)),
          {},
          std::move(fix)});
    if (!meant || !scalar_type(*meant)) return std::nullopt;
    take();
    return scalar_type(*meant);
}

}  // namespace phobos::syntax
