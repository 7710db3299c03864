// SPDX-License-Identifier: Apache-2.0
// A text that is read otherwise: characters, tokens and ends of statements (chapter 01), and how a tree is made of them
// (the grammar of chapters 03 to 05).
#include <array>
#include <cctype>
#include <string>
#include <utility>

#include "fuzz/mutation/registry.h"
#include "lang/source/source_file.h"
#include "lang/syntax/lexer.h"

namespace phobos::mutation {
namespace {

using syntax::Token;
using syntax::TokenKind;

/// Something that is no token: whatever it stands in is rejected.
constexpr std::string_view nonsense = "$";

std::optional<std::string> replaced(std::string_view text, std::string_view from, std::string_view to) {
    std::string result;
    std::size_t at = 0;
    for (std::size_t found = text.find(from); found != std::string_view::npos; found = text.find(from, at)) {
        result.append(text.substr(at, found - at)).append(to);
        at = found + from.size();
    }
    if (at == 0) return std::nullopt;
    return result.append(text.substr(at));
}

OnSource replacing(std::string_view from, std::string_view to) {
    return {[=](std::string_view text) { return replaced(text, from, to); }};
}

/// Changes the text of tokens; nothing for those that stay.
template <class Change>
OnSource tokens(Change change) {
    return {[change](std::string_view text) -> std::optional<std::string> {
        const SourceFile source("source.ph", std::string(text));
        const syntax::Lexed lexed = syntax::lex(source);
        std::string result;
        std::uint32_t at = 0;
        bool changed = false;
        for (std::size_t i = 0; i < lexed.tokens.size(); ++i) {
            const Token& token = lexed.tokens[i];
            const auto next = i + 1 < lexed.tokens.size() ? lexed.tokens[i + 1].kind : TokenKind::end_of_file;
            const std::optional<std::string> other = change(token, source.text(token.span), next);
            if (!other) continue;
            result.append(text.substr(at, token.span.begin - at)).append(*other);
            at = token.span.end;
            changed = true;
        }
        if (!changed) return std::nullopt;
        return result.append(text.substr(at));
    }};
}

/// Comments, without the ends of their lines.
OnSource comments(std::string_view in_their_place) {
    return {[=](std::string_view text) -> std::optional<std::string> {
        std::string result;
        std::size_t at = 0;
        for (std::size_t found = text.find("//"); found != std::string_view::npos; found = text.find("//", at)) {
            result.append(text.substr(at, found - at)).append(in_their_place);
            at = std::min(text.find('\n', found), text.size());
        }
        if (at == 0) return std::nullopt;
        return result.append(text.substr(at));
    }};
}

bool has_letter(std::string_view text) {
    return text.starts_with("0x") || text.find_first_of("eE") != std::string_view::npos;
}

}  // namespace

Faults source_faults() {
    Faults faults;
    const auto add = [&](std::string_view id, std::string_view rules, Seam seam) {
        faults.push_back({std::string(id), rules_of(rules), std::move(seam)});
    };
    add("byte-order-mark-refused", "lex-1", replacing("\xEF\xBB\xBF", nonsense));
    add("crlf-refused", "lex-2", replacing("\r\n", "$\n"));
    add("tab-refused", "lex-2 lex-3", replacing("\t", nonsense));
    add("comment-refused", "lex-4", comments(nonsense));
    add("wide-characters-refused", "lex-4", {OnSource{[](std::string_view text) -> std::optional<std::string> {
            std::string result(text);
            bool changed = false;
            for (std::size_t i = 3; i < result.size(); ++i)
                if (static_cast<unsigned char>(result[i]) >= 0xC2) result[i] = '\x01', changed = true;
            if (!changed) return std::nullopt;
            return result;
        }}});
    add("comment-takes-its-line-break", "lex-4 lex-12",
        {OnSource{[](std::string_view text) -> std::optional<std::string> {
            std::string result(text);
            bool changed = false;
            for (std::size_t found = result.find("//"); found != std::string::npos; found = result.find("//", found)) {
                const std::size_t end = std::min(result.find('\n', found), result.size() - 1);
                for (std::size_t i = found; i <= end; ++i) result[i] = ' ';
                changed = true;
            }
            if (!changed) return std::nullopt;
            return result;
        }}});
    add("names-do-not-differ-in-case", "lex-9",
        tokens([](const Token& token, std::string_view text, TokenKind) -> std::optional<std::string> {
            std::string lower(text);
            for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
            if (token.kind != TokenKind::identifier || lower == text) return std::nullopt;
            return lower;
        }));
    add("underscore-begins-no-name", "lex-9",
        tokens([](const Token& token, std::string_view text, TokenKind) -> std::optional<std::string> {
            if (token.kind != TokenKind::identifier || !text.starts_with('_')) return std::nullopt;
            return std::string(nonsense);
        }));
    add("names-of-builtins-are-reserved", "lex-8 stmt-4",
        tokens([](const Token& token, std::string_view text, TokenKind next) -> std::optional<std::string> {
            constexpr std::array<std::string_view, 6> words{"over", "unroll", "range", "tensor", "tile", "sum"};
            const bool is_use = next == TokenKind::open_paren || next == TokenKind::less;
            if (token.kind != TokenKind::identifier || is_use) return std::nullopt;
            if (text == "over" && next == TokenKind::ctx) return std::nullopt;
            if (text == "unroll") return std::nullopt;
            for (const std::string_view word : words)
                if (word == text) return "let";
            return std::nullopt;
        }));
    add("names-of-types-are-keywords", "type-18 stmt-4",
        tokens([](const Token& token, std::string_view text, TokenKind next) -> std::optional<std::string> {
            const bool is_type = scalar_type(text).has_value() && token.kind == TokenKind::identifier;
            if (!is_type || (next != TokenKind::equal && next != TokenKind::colon)) return std::nullopt;
            return "let";
        }));
    add("hexadecimal-refused", "lex-11",
        tokens([](const Token& token, std::string_view text, TokenKind) -> std::optional<std::string> {
            if (token.kind != TokenKind::integer || !text.starts_with("0x")) return std::nullopt;
            return std::string(nonsense);
        }));
    add("hexadecimal-is-decimal", "lex-11",
        tokens([](const Token& token, std::string_view text, TokenKind) -> std::optional<std::string> {
            if (token.kind != TokenKind::integer || !text.starts_with("0x") || text.size() > 18) return std::nullopt;
            for (const char c : text.substr(2))
                if (std::isdigit(static_cast<unsigned char>(c)) == 0) return std::nullopt;
            const std::size_t first = std::min(text.find_first_not_of('0', 2), text.size() - 1);
            return std::string(text.substr(first));
        }));
    add("digits-behind-an-underscore-are-lost", "lex-11",
        tokens([](const Token& token, std::string_view text, TokenKind) -> std::optional<std::string> {
            const bool is_number = token.kind == TokenKind::integer || token.kind == TokenKind::floating;
            const std::size_t underscore = text.find('_');
            if (!is_number || underscore == std::string_view::npos) return std::nullopt;
            return std::string(text.substr(0, underscore));
        }));
    add("exponent-is-lost", "lex-11",
        tokens([](const Token& token, std::string_view text, TokenKind) -> std::optional<std::string> {
            if (token.kind != TokenKind::floating || !has_letter(text)) return std::nullopt;
            const std::size_t exponent = text.find_first_of("eE");
            std::string mantissa(text.substr(0, exponent));
            return mantissa.find('.') == std::string::npos ? mantissa + ".0" : mantissa;
        }));
    add("point-at-the-end-refused", "lex-11",
        tokens([](const Token& token, std::string_view text, TokenKind) -> std::optional<std::string> {
            if (token.kind != TokenKind::floating || !text.ends_with('.')) return std::nullopt;
            return std::string(nonsense);
        }));
    add("semicolon-ends-nothing", "lex-13 lex-14",
        tokens([](const Token& token, std::string_view text, TokenKind) -> std::optional<std::string> {
            if (token.kind != TokenKind::terminator || text != ";") return std::nullopt;
            return " ";
        }));
    add("line-break-ends-nothing", "lex-12 lex-14",
        tokens([](const Token& token, std::string_view text, TokenKind next) -> std::optional<std::string> {
            if (token.kind != TokenKind::terminator || text == ";" || next == TokenKind::close_brace)
                return std::nullopt;
            return " +";
        }));
    add("line-break-in-brackets-ends-a-statement", "lex-12",
        {OnSource{[](std::string_view text) -> std::optional<std::string> {
            std::string result;
            int depth = 0;
            bool changed = false;
            for (const char c : text) {
                depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
                const bool ends = c == '\n' && depth > 0;
                if (ends) result += ';';
                result += c;
                changed = changed || ends;
            }
            if (!changed) return std::nullopt;
            return result;
        }}});
    add("longest-tokens-are-split", "lex-5 lex-10",
        tokens([](const Token& token, std::string_view text, TokenKind) -> std::optional<std::string> {
            const bool is_symbol = token.kind > TokenKind::ctx && text.size() > 1;
            if (!is_symbol) return std::nullopt;
            return std::string(text.substr(0, 1)) + " " + std::string(text.substr(1));
        }));
    return faults;
}

}  // namespace phobos::mutation
