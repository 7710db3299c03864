// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "lang/source/span.h"

namespace phobos::syntax {

enum class TokenKind : std::uint8_t {
    end_of_file,
    terminator,  ///< the end of a statement: a newline that counts (lex-12) or `;`
    identifier,
    integer,
    floating,        ///< `inf` and `nan` included
    semicolon,       ///< `;` inside brackets, where nothing takes it (lex-13)
    invalid_number,  ///< already reported
    invalid,         ///< characters that begin no token, already reported
    // keywords
    kernel,
    fn,
    let,
    var,
    if_,
    else_,
    for_,
    in,
    while_,
    break_,
    continue_,
    return_,
    true_,
    false_,
    ctx,
    // symbols
    open_paren,
    close_paren,
    open_bracket,
    close_bracket,
    open_brace,
    close_brace,
    comma,
    colon,
    colon_plus,
    dot,
    at,
    arrow,
    plus,
    minus,
    star,
    slash,
    percent,
    ampersand,
    bar,
    caret,
    tilde,
    exclamation,
    ampersand_ampersand,
    bar_bar,
    equal_equal,
    exclamation_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    less_less,
    greater_greater,
    equal,
    plus_equal,
    minus_equal,
    star_equal,
    slash_equal,
    percent_equal,
    ampersand_equal,
    bar_equal,
    caret_equal,
    less_less_equal,
    greater_greater_equal,
};
inline constexpr std::size_t token_kind_count = static_cast<std::size_t>(TokenKind::greater_greater_equal) + 1;

struct TokenRow {
    TokenKind kind;
    std::string_view spelling;
};

inline constexpr std::array keywords{
    TokenRow{TokenKind::kernel, "kernel"},
    TokenRow{TokenKind::fn, "fn"},
    TokenRow{TokenKind::let, "let"},
    TokenRow{TokenKind::var, "var"},
    TokenRow{TokenKind::if_, "if"},
    TokenRow{TokenKind::else_, "else"},
    TokenRow{TokenKind::for_, "for"},
    TokenRow{TokenKind::in, "in"},
    TokenRow{TokenKind::while_, "while"},
    TokenRow{TokenKind::break_, "break"},
    TokenRow{TokenKind::continue_, "continue"},
    TokenRow{TokenKind::return_, "return"},
    TokenRow{TokenKind::true_, "true"},
    TokenRow{TokenKind::false_, "false"},
    TokenRow{TokenKind::ctx, "ctx"},
};

/// Float literals that are words.
inline constexpr std::array<std::string_view, 2> float_words{"inf", "nan"};

/// Longest first, so that the first row a text begins with is its token.
inline constexpr std::array symbols{
    TokenRow{TokenKind::less_less_equal, "<<="},
    TokenRow{TokenKind::greater_greater_equal, ">>="},
    TokenRow{TokenKind::colon_plus, ":+"},
    TokenRow{TokenKind::arrow, "->"},
    TokenRow{TokenKind::ampersand_ampersand, "&&"},
    TokenRow{TokenKind::bar_bar, "||"},
    TokenRow{TokenKind::equal_equal, "=="},
    TokenRow{TokenKind::exclamation_equal, "!="},
    TokenRow{TokenKind::less_equal, "<="},
    TokenRow{TokenKind::greater_equal, ">="},
    TokenRow{TokenKind::less_less, "<<"},
    TokenRow{TokenKind::greater_greater, ">>"},
    TokenRow{TokenKind::plus_equal, "+="},
    TokenRow{TokenKind::minus_equal, "-="},
    TokenRow{TokenKind::star_equal, "*="},
    TokenRow{TokenKind::slash_equal, "/="},
    TokenRow{TokenKind::percent_equal, "%="},
    TokenRow{TokenKind::ampersand_equal, "&="},
    TokenRow{TokenKind::bar_equal, "|="},
    TokenRow{TokenKind::caret_equal, "^="},
    TokenRow{TokenKind::open_paren, "("},
    TokenRow{TokenKind::close_paren, ")"},
    TokenRow{TokenKind::open_bracket, "["},
    TokenRow{TokenKind::close_bracket, "]"},
    TokenRow{TokenKind::open_brace, "{"},
    TokenRow{TokenKind::close_brace, "}"},
    TokenRow{TokenKind::comma, ","},
    TokenRow{TokenKind::colon, ":"},
    TokenRow{TokenKind::dot, "."},
    TokenRow{TokenKind::at, "@"},
    TokenRow{TokenKind::plus, "+"},
    TokenRow{TokenKind::minus, "-"},
    TokenRow{TokenKind::star, "*"},
    TokenRow{TokenKind::slash, "/"},
    TokenRow{TokenKind::percent, "%"},
    TokenRow{TokenKind::ampersand, "&"},
    TokenRow{TokenKind::bar, "|"},
    TokenRow{TokenKind::caret, "^"},
    TokenRow{TokenKind::tilde, "~"},
    TokenRow{TokenKind::exclamation, "!"},
    TokenRow{TokenKind::less, "<"},
    TokenRow{TokenKind::greater, ">"},
    TokenRow{TokenKind::equal, "="},
};

/// The one spelling of a keyword or symbol; empty for every other kind.
constexpr std::string_view spelling(TokenKind kind) {
    for (const TokenRow& row : keywords)
        if (row.kind == kind) return row.spelling;
    for (const TokenRow& row : symbols)
        if (row.kind == kind) return row.spelling;
    return {};
}

constexpr bool is_keyword(TokenKind kind) { return kind >= TokenKind::kernel && kind <= TokenKind::ctx; }

/// The bracket or brace that closes an opening one; every other kind is its own.
constexpr TokenKind closing(TokenKind open) {
    if (open == TokenKind::open_paren) return TokenKind::close_paren;
    if (open == TokenKind::open_bracket) return TokenKind::close_bracket;
    return open == TokenKind::open_brace ? TokenKind::close_brace : open;
}
constexpr bool is_opening(TokenKind kind) { return closing(kind) != kind; }
constexpr bool is_closing(TokenKind kind) {
    return kind == TokenKind::close_paren || kind == TokenKind::close_bracket || kind == TokenKind::close_brace;
}

struct Token {
    TokenKind kind = TokenKind::end_of_file;
    bool first_on_line = false;  ///< no other token stands before it on its line
    Span span;                   ///< empty, behind the last token, for the end of a line

    friend bool operator==(const Token&, const Token&) = default;
};

}  // namespace phobos::syntax
