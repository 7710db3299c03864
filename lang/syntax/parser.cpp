// SPDX-License-Identifier: Apache-2.0
#include "lang/syntax/parser.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "lang/source/unicode.h"
#include "lang/syntax/parser_impl.h"
#include "lang/vocabulary/limits.h"

namespace phobos::syntax {

using diagnostics::Code;
using diagnostics::Diagnostic;

Parsed parse(const SourceFile& source) {
    if (source.text().size() > static_cast<std::size_t>(limits::source_bytes)) {
        diagnostics::List diagnostics;
        diagnostics.add({Code::source_too_large,
                         {0, 0},
                         fmt::format("the source has {} bytes, more than the limit of {}", source.text().size(),
                                     limits::source_bytes),
                         {},
                         {}});
        return {{}, std::move(diagnostics)};
    }
    return Parser(source, lex(source)).run();
}

Parsed Parser::run() && {
    File file;
    for (skip_terminators(); !at(TokenKind::end_of_file); skip_terminators()) {
        if (std::optional<Item> item = parse_item()) file.items.push_back(*std::move(item));
    }
    diagnostics_.add(lexed_.diagnostics);
    return {std::move(file), std::move(diagnostics_)};
}

// --- tokens ---

const Token& Parser::token(std::size_t ahead) const {
    return lexed_.tokens[std::min(at_ + ahead, lexed_.tokens.size() - 1)];
}

const Token& Parser::previous() const { return lexed_.tokens[at_ == 0 ? 0 : at_ - 1]; }

bool Parser::at_word(std::string_view wanted) const { return at(TokenKind::identifier) && word() == wanted; }

bool Parser::at_line_end() const { return at(TokenKind::terminator) && word().empty(); }

bool Parser::at_item_start() const { return at(TokenKind::kernel) || at(TokenKind::fn) || at(TokenKind::at); }

/// Whether the token that far ahead touches the one before it.
bool Parser::are_adjacent(std::size_t ahead) const { return token(ahead - 1).span.end == token(ahead).span.begin; }

std::string Parser::quoted(Span span) const {
    constexpr std::size_t longest = 40;
    const std::string_view whole = text(span);
    if (whole.size() <= longest) return fmt::format("`{}`", printable(whole));
    return fmt::format("`{}..`", printable(whole.substr(0, longest)));
}

std::string Parser::found() const {
    if (at(TokenKind::end_of_file)) return "the end of the file";
    if (at_line_end()) return "the end of the line";
    if (is_keyword(kind())) return fmt::format("the keyword `{}`", word());
    return quoted(token().span);
}

std::uint32_t Parser::indentation(const Token& of) const {
    const std::string_view before = source_.text().substr(0, of.span.begin);
    const std::size_t last = before.find_last_not_of(" \t");
    return static_cast<std::uint32_t>(before.size() - (last == std::string_view::npos ? 0 : last + 1));
}

Token Parser::take() {
    const Token taken = token();
    if (taken.first_on_line) line_first_ = at_;
    if (at_ + 1 < lexed_.tokens.size()) ++at_;
    return taken;
}

bool Parser::take_if(TokenKind wanted) {
    if (!at(wanted)) return false;
    take();
    return true;
}

void Parser::skip_terminators() {
    while (at(TokenKind::terminator)) take();
}

// --- errors ---

/// Errors come nearly in the order of their places, so a full list stays as it is.
void Parser::report(Diagnostic diagnostic) {
    if (!diagnostics_.is_truncated()) diagnostics_.add(std::move(diagnostic));
}

/// Reports what stops the parser at the current token: once for a token, and never what the lexer has reported.
void Parser::fail(Diagnostic diagnostic) {
    if (last_failure_ == at_) return;
    last_failure_ = at_;
    if (!at(TokenKind::invalid)) report(std::move(diagnostic));
}

void Parser::fail(Code code, std::string message) { fail({code, token().span, std::move(message), {}, {}}); }

void Parser::fail_close(std::string_view wanted, const Token& opener) {
    const bool is_missing = at(TokenKind::terminator) || at(TokenKind::end_of_file) || at(TokenKind::open_brace) ||
                            at(TokenKind::close_brace) || (is_keyword(kind()) && token().first_on_line);
    if (is_missing) {
        fail({Code::unclosed_bracket,
              opener.span,
              fmt::format("this {} is not closed", quoted(opener.span)),
              {{token().span, fmt::format("expected {} before {}", wanted, found())}},
              {}});
        return;
    }
    fail({Code::expected_token,
          token().span,
          fmt::format("expected {}, found {}", wanted, found()),
          {{opener.span, fmt::format("the {} is opened here", quoted(opener.span))}},
          {}});
}

void Parser::fail_unclosed_block(const Token& opener) {
    std::vector<diagnostics::Note> notes{{token().span, fmt::format("expected `}}` before {}", found())}};
    if (oddly_closed_) {
        notes.push_back(
            {*oddly_closed_, "the `}` that closes this `{` is indented otherwise: one may be missing here"});
    }
    fail({Code::unclosed_bracket, opener.span, "this `{` is not closed", std::move(notes), {}});
}

bool Parser::expect(TokenKind wanted, std::string_view purpose) {
    if (take_if(wanted)) return true;
    fail_missing(Code::expected_token, fmt::format("expected `{}` {}", spelling(wanted), purpose));
    return false;
}

/// Something is missing before the current token: behind the last one, if that ends its line.
void Parser::fail_missing(Code code, std::string_view expected) {
    const bool is_at_line_end = at_ > 0 && token().first_on_line && previous().kind != TokenKind::terminator;
    if (!is_at_line_end) return fail(code, fmt::format("{}, found {}", expected, found()));
    const std::uint32_t end = previous().span.end;
    fail({code, {end, end}, fmt::format("{} behind {}", expected, quoted(previous().span)), {}, {}});
}

bool Parser::expect_close(TokenKind close, const Token& opener) {
    if (take_if(close)) return true;
    fail_close(fmt::format("`{}`", spelling(close)), opener);
    return false;
}

std::optional<Name> Parser::expect_name(std::string_view what) {
    if (at(TokenKind::identifier)) {
        const Token name = take();
        return Name{std::string(text(name.span)), name.span};
    }
    const bool is_word = is_keyword(kind()) || (at(TokenKind::floating) && std::ranges::count(float_words, word()) > 0);
    if (is_word && !token().first_on_line) {
        fail(Code::reserved_name, fmt::format("`{}` is reserved and cannot be {}", word(), what));
    } else {
        fail(Code::expected_name, fmt::format("expected {}, found {}", what, found()));
    }
    return std::nullopt;
}

// --- recovery: each skips nothing or whole tokens, and stops at the end of the file ---

/// At `{`: to behind its `}`, or before an item at the beginning of a line.
void Parser::skip_braces() {
    std::size_t open = 0;
    while (!at(TokenKind::end_of_file)) {
        if (at_item_start() && token().first_on_line && indentation(token()) <= item_indentation_) return;
        const TokenKind taken = take().kind;
        if (taken == TokenKind::open_brace) ++open;
        if (taken == TokenKind::close_brace && --open == 0) return;
    }
}

/// At `(` or `[`: to behind the bracket that closes it, or before a brace or a statement that cannot stand in one.
void Parser::skip_brackets() {
    std::vector<TokenKind> closers;
    while (!at(TokenKind::end_of_file) && !at(TokenKind::open_brace) && !at(TokenKind::close_brace)) {
        if (is_keyword(kind()) && token().first_on_line) return;
        const TokenKind taken = take().kind;
        if (is_opening(taken)) closers.push_back(closing(taken));
        if (taken == closers.back()) closers.pop_back();
        if (closers.empty()) return;
    }
}

/// To behind the end of the statement, or before what certainly begins another or closes the block.
void Parser::skip_statement() {
    while (true) {
        switch (kind()) {
            case TokenKind::end_of_file:
            case TokenKind::close_brace: return;
            case TokenKind::terminator: take(); return;
            case TokenKind::open_brace: skip_braces(); break;
            case TokenKind::kernel:
            case TokenKind::fn:
            case TokenKind::at:
            case TokenKind::let:
            case TokenKind::var:
            case TokenKind::if_:
            case TokenKind::for_:
            case TokenKind::while_:
            case TokenKind::break_:
            case TokenKind::continue_:
            case TokenKind::return_:
                if (token().first_on_line) return;
                take();
                break;
            default: take(); break;
        }
    }
}

/// Before the `{` of the line, or before what ends the line; `;` does not.
void Parser::skip_to_block() {
    while (!at(TokenKind::end_of_file) && !at(TokenKind::open_brace) && !at(TokenKind::close_brace) && !at_line_end()) {
        if (is_keyword(kind()) && token().first_on_line) return;
        take();
    }
}

/// Before the `,` or the bracket behind the entry of a list.
void Parser::skip_list_entry() {
    while (!at(TokenKind::end_of_file) && !at(TokenKind::open_brace) && !at(TokenKind::close_brace)) {
        if (at(TokenKind::comma) || at(TokenKind::close_paren) || at(TokenKind::close_bracket)) return;
        if (is_keyword(kind()) && token().first_on_line) return;
        if (at(TokenKind::open_paren) || at(TokenKind::open_bracket)) {
            skip_brackets();
        } else {
            take();
        }
    }
}

/// Before the next item.
void Parser::skip_item() {
    while (!at(TokenKind::end_of_file) && !at_item_start()) {
        if (at(TokenKind::open_brace)) {
            skip_braces();
        } else {
            take();
        }
    }
}

}  // namespace phobos::syntax
