// SPDX-License-Identifier: Apache-2.0
#include "lang/syntax/lexer.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "lang/source/unicode.h"
#include "lang/syntax/characters.h"
#include "lang/syntax/numbers.h"

namespace phobos::syntax {
namespace {

using diagnostics::Code;
using diagnostics::Diagnostic;
using diagnostics::Fix;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_plain(char c) { return c >= 0x20 && c < 0x7F; }

/// Whether a newline behind such a token ends the statement (lex-12).
bool ends_statement(TokenKind kind) {
    switch (kind) {
        case TokenKind::identifier:
        case TokenKind::integer:
        case TokenKind::floating:
        case TokenKind::invalid_number:
        case TokenKind::invalid:
        case TokenKind::close_paren:
        case TokenKind::close_bracket:
        case TokenKind::close_brace:
        case TokenKind::break_:
        case TokenKind::continue_:
        case TokenKind::return_:
        case TokenKind::true_:
        case TokenKind::false_: return true;
        default: return false;
    }
}

/// A keyword that no bracket can hold: at the beginning of a line it shows that one was left open.
bool begins_statement(TokenKind kind) {
    return is_keyword(kind) && kind <= TokenKind::return_ && kind != TokenKind::in;
}

TokenKind word_kind(std::string_view word) {
    for (const TokenRow& row : keywords)
        if (row.spelling == word) return row.kind;
    return std::ranges::find(float_words, word) != float_words.end() ? TokenKind::floating : TokenKind::identifier;
}

const TokenRow* symbol(std::string_view text) {
    for (const TokenRow& row : symbols)
        if (row.spelling.front() == text.front() && text.starts_with(row.spelling)) return &row;
    return nullptr;
}

/// What an author meant by a character that is none of the language.
struct Lookalike {
    char32_t character;
    std::string_view meant;
};
constexpr std::array lookalikes{
    Lookalike{U'\u2212', "-"},  Lookalike{U'\u2013', "-"},  Lookalike{U'\u00D7', "*"},  Lookalike{U'\u00F7', "/"},
    Lookalike{U'\u2264', "<="}, Lookalike{U'\u2265', ">="}, Lookalike{U'\u2260', "!="}, Lookalike{U'\u2192', "->"},
    Lookalike{U'\u00A0', " "},  Lookalike{U'\u200B', ""},   Lookalike{U'\uFEFF', ""},   Lookalike{U'\u221E', "inf"},
    Lookalike{U'\uFF1B', ";"},  Lookalike{U'\u037E', ";"},  Lookalike{U'#', "//"},
};

std::string_view explanation(char32_t character) {
    switch (character) {
        case U'?': return "`?` is not an operator; write `where(condition, a, b)`";
        case U'"':
        case U'\'': return "the language has no text or character literals";
        case U'#': return "a comment begins with `//`";
        case U'\\': return "a line ends with an operator or inside brackets to go on; there is no `\\`";
        case U'\u00A0': return "this is a no-break space, not a space";
        case U'\u200B':
        case U'\uFEFF': return "an invisible character stands outside a comment";
        default: return {};
    }
}

class Lexer {
public:
    explicit Lexer(const SourceFile& source) : text_(source.text()) {}

    Lexed run() && {
        if (text_.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
        while (at_ < text_.size()) step();
        add(TokenKind::end_of_file, text_.size());
        return {std::move(tokens_), std::move(diagnostics_)};
    }

private:
    void step() {
        const char c = text_[at_];
        const std::string_view rest = text_.substr(at_);
        if (c == '\n' || rest.starts_with("\r\n")) return end_line();
        if (c == ' ' || c == '\t') return static_cast<void>(++at_);
        if (rest.starts_with("//")) return skip_comment();
        if (rest.starts_with("/*")) return skip_block_comment();
        if (is_word_start(c)) return add_word();
        if (is_digit(c)) return add_number();
        if (c == '.' && rest.size() > 1 && is_digit(rest[1]) && !text_.substr(0, at_).ends_with('.')) {
            return add_number_without_whole();
        }
        if (c == ';') return add(open_brackets_ == 0 ? TokenKind::terminator : TokenKind::semicolon, at_ + 1);
        if (const TokenRow* found = symbol(rest)) return add_symbol(*found);
        skip_stranger();
    }

    void end_line() {
        if (open_brackets_ == 0) add_line_end();
        is_line_start_ = true;
        at_ += text_[at_] == '\r' ? 2 : 1;
    }

    void add_line_end() {
        if (tokens_.empty() || !ends_statement(tokens_.back().kind)) return;
        const std::uint32_t end = tokens_.back().span.end;
        tokens_.push_back({TokenKind::terminator, false, {end, end}});
    }

    /// A token from here to `end`.
    void add(TokenKind kind, std::size_t end) {
        tokens_.push_back({kind, is_line_start_, span(at_, end)});
        is_line_start_ = false;
        at_ = end;
    }

    void add_word() {
        std::size_t end = at_;
        while (end < text_.size() && is_word_character(text_[end])) ++end;
        const TokenKind kind = word_kind(text_.substr(at_, end - at_));
        if (is_line_start_ && begins_statement(kind)) close_all_brackets();
        add(kind, end);
    }

    void add_number() {
        const std::string_view number = text_.substr(at_, number_length(text_.substr(at_)));
        const Span place = span(at_, at_ + number.size());
        const std::optional<NumberFault> fault = number_fault(number);
        add(fault                     ? TokenKind::invalid_number
            : is_float_number(number) ? TokenKind::floating
                                      : TokenKind::integer,
            place.end);
        if (!fault) return;
        std::optional<Fix> fix;
        if (fault->corrected) fix = Fix{place, *fault->corrected, fmt::format("write `{}`", *fault->corrected)};
        report({fault->code, place, fault->message, {}, std::move(fix)});
    }

    void add_number_without_whole() {
        const std::size_t end = at_ + 1 + number_length(text_.substr(at_ + 1));
        const Span place = span(at_, end);
        add(TokenKind::invalid_number, end);
        report({Code::malformed_float,
                place,
                "a float literal begins with a digit",
                {},
                Fix{{place.begin, place.begin}, "0", "write a 0 before the point"}});
    }

    void add_symbol(const TokenRow& row) {
        switch (row.kind) {
            case TokenKind::open_paren:
            case TokenKind::open_bracket: ++open_brackets_; break;
            case TokenKind::close_paren:
            case TokenKind::close_bracket: open_brackets_ -= open_brackets_ > 0 ? 1 : 0; break;
            case TokenKind::open_brace:
            case TokenKind::close_brace: close_all_brackets(); break;
            default: break;
        }
        add(row.kind, at_ + row.spelling.size());
    }

    /// What follows cannot stand in a bracket: newlines count again, from the last one on.
    void close_all_brackets() {
        if (open_brackets_ > 0 && is_line_start_) add_line_end();
        open_brackets_ = 0;
    }

    void skip_comment() {
        while (at_ < text_.size() && text_[at_] != '\n') {
            if (is_plain(text_[at_]) || text_[at_] == '\t' || text_.substr(at_).starts_with("\r\n")) {
                ++at_;
                continue;
            }
            const Character character = first_character(text_.substr(at_));
            report_unreadable(character);
            at_ += character.bytes;
        }
        if (at_ > 0 && at_ < text_.size() && text_[at_ - 1] == '\r') --at_;
    }

    void skip_block_comment() {
        const std::size_t close = text_.find("*/", at_ + 2);
        const std::size_t end = close == std::string_view::npos ? text_.size() : close + 2;
        report({Code::block_comment, span(at_, at_ + 2), "a comment begins with `//` and ends with its line", {}, {}});
        const bool has_lines = text_.substr(at_, end - at_).find('\n') != std::string_view::npos;
        at_ = end;
        if (!has_lines) return;
        if (open_brackets_ == 0) add_line_end();
        is_line_start_ = true;
    }

    /// A run of characters of which none belongs to the language outside comments.
    void skip_stranger() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_stranger(text_[at_])) {
            const Character character = first_character(text_.substr(at_));
            if (!report_unreadable(character)) report_unexpected(character);
            at_ += character.bytes;
        }
        const std::size_t end = at_;
        at_ = begin;
        add(TokenKind::invalid, end);
    }

    [[nodiscard]] bool is_stranger(char c) const {
        if (c == ' ' || c == '\t' || c == '\n' || c == ';' || is_word_character(c)) return false;
        const std::string_view rest = text_.substr(at_);
        return !rest.starts_with("\r\n") && symbol(rest) == nullptr;
    }

    /// Reports an invalid byte or a control character; says whether the character is one.
    bool report_unreadable(const Character& character) {
        const Span place = span(at_, at_ + character.bytes);
        if (!character.code_point) {
            report_run(Code::invalid_utf8, place, "this is not valid UTF-8");
            return true;
        }
        const char32_t c = *character.code_point;
        if (c >= 0x20 && (c < 0x7F || c > 0x9F)) return false;
        report_run(Code::control_character, place,
                   c == U'\r' ? std::string("a carriage return stands without a line feed")
                              : fmt::format("the control character U+{:04X} stands in the source",
                                            static_cast<std::uint32_t>(c)));
        return true;
    }

    void report_unexpected(const Character& character) {
        if (diagnostics_.is_truncated()) return;
        const Span place = span(at_, at_ + character.bytes);
        const char32_t c = *character.code_point;
        std::string message(explanation(c));
        if (message.empty()) {
            message = c < 0x80 ? fmt::format("`{}` is not part of the language", static_cast<char>(c))
                               : fmt::format("`{}` may stand only in a comment",
                                             printable(text_.substr(at_, character.bytes)));
        }
        std::optional<Fix> fix;
        const auto meant = std::ranges::find(lookalikes, c, &Lookalike::character);
        if (meant != lookalikes.end()) {
            fix = Fix{place, std::string(meant->meant),
                      meant->meant.empty() ? "remove it" : fmt::format("write `{}`", meant->meant)};
        }
        report({Code::unexpected_character, place, std::move(message), {}, std::move(fix)});
    }

    /// Reports one of several neighbouring characters with one fault only once, at the first.
    void report_run(Code code, Span place, std::string message) {
        const bool is_continued = last_run_code_ == code && last_run_end_ == place.begin;
        last_run_code_ = code;
        last_run_end_ = place.end;
        if (!is_continued) report({code, place, std::move(message), {}, {}});
    }

    /// Errors come in the order of their places, so once the list is full nothing more can enter it.
    void report(Diagnostic diagnostic) {
        if (!diagnostics_.is_truncated()) diagnostics_.add(std::move(diagnostic));
    }

    static Span span(std::size_t begin, std::size_t end) {
        return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    }

    std::string_view text_;
    std::size_t at_ = 0;
    bool is_line_start_ = true;
    std::size_t open_brackets_ = 0;  ///< of ( and [, since the last brace
    std::optional<Code> last_run_code_;
    std::uint32_t last_run_end_ = 0;
    std::vector<Token> tokens_;
    diagnostics::List diagnostics_;
};

}  // namespace

Lexed lex(const SourceFile& source) { return Lexer(source).run(); }

}  // namespace phobos::syntax
