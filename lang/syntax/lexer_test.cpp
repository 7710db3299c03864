// SPDX-License-Identifier: Apache-2.0
#include "lang/syntax/lexer.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace phobos::syntax {
namespace {

using diagnostics::Code;
using diagnostics::Diagnostic;

/// The tokens as text: `;` for every end of a statement, `?` for what is invalid, `$` for the end of the file.
std::string shown(const SourceFile& source) {
    std::string result;
    for (const Token& token : lex(source).tokens) {
        if (!result.empty()) result += ' ';
        switch (token.kind) {
            case TokenKind::end_of_file: result += '$'; break;
            case TokenKind::terminator: result += ';'; break;
            case TokenKind::semicolon: result += "(;)"; break;
            case TokenKind::invalid: result += '?'; break;
            default: result += source.text(token.span);
        }
    }
    return result;
}
std::string shown(std::string text) { return shown(SourceFile("test.ph", std::move(text))); }

std::vector<Diagnostic> errors(const SourceFile& source) { return lex(source).diagnostics.in_order(); }

TEST(Lexer, KnowsEveryKeywordAndSymbol) {
    for (const TokenRow& row : keywords) {
        const Lexed lexed = lex(SourceFile("test.ph", std::string(row.spelling)));
        EXPECT_EQ(lexed.tokens.front().kind, row.kind) << row.spelling;
        EXPECT_EQ(spelling(row.kind), row.spelling);
    }
    for (const TokenRow& row : symbols) {
        const Lexed lexed = lex(SourceFile("test.ph", std::string(row.spelling)));
        EXPECT_EQ(lexed.tokens.front().kind, row.kind) << row.spelling;
        EXPECT_EQ(lexed.tokens.front().span, (Span{0, static_cast<std::uint32_t>(row.spelling.size())}));
        EXPECT_EQ(spelling(row.kind), row.spelling);
    }
    for (const std::string_view word : float_words) {
        EXPECT_EQ(lex(SourceFile("test.ph", std::string(word))).tokens.front().kind, TokenKind::floating) << word;
    }
}

TEST(Lexer, TakesTheLongestSymbol) {
    EXPECT_EQ(shown("a<<=b>>=c"), "a <<= b >>= c $");
    EXPECT_EQ(shown("a<<b>>c"), "a << b >> c $");
    EXPECT_EQ(shown("a[1:+2]"), "a [ 1 :+ 2 ] $");
    EXPECT_EQ(shown("a[1.:2]"), "a [ 1. : 2 ] $");
    EXPECT_EQ(shown("a--b"), "a - - b $");
    EXPECT_EQ(shown("->-=>=="), "-> -= >= = $");
    EXPECT_EQ(shown("sum<over ctx.lane>(e)"), "sum < over ctx . lane > ( e ) $");
    EXPECT_EQ(shown("fnord ifx _a1"), "fnord ifx _a1 $");
}

struct NewlineCase {
    std::string text;
    std::string tokens;
};

TEST(Lexer, EndsAStatementAtNewlinesThatCount) {
    for (const NewlineCase& row : {
             NewlineCase{"a\nb", "a ; b $"},
             NewlineCase{"1\n2.\ntrue\nfalse\ninf\n", "1 ; 2. ; true ; false ; inf ; $"},
             NewlineCase{"break\ncontinue\nreturn\n", "break ; continue ; return ; $"},
             NewlineCase{"a()\na[1]\n{}\n", "a ( ) ; a [ 1 ] ; { } ; $"},
             NewlineCase{"a +\nb", "a + b $"},
             NewlineCase{"a\n+ b", "a ; + b $"},
             NewlineCase{"let\nx =\n3\n", "let x = 3 ; $"},
             NewlineCase{"else\n{\nif\nctx\n", "else { if ctx $"},
             NewlineCase{"f(a\n,\nb\n)\n", "f ( a , b ) ; $"},
             NewlineCase{"a[\n1\n]\n", "a [ 1 ] ; $"},
             NewlineCase{"f(a[\n1]\n)\n", "f ( a [ 1 ] ) ; $"},
             NewlineCase{"\n\n\na\n\n\n", "a ; $"},
             NewlineCase{"a // end\n// only\nb", "a ; b $"},
             NewlineCase{"a;b;;\n", "a ; b ; ; $"},
             NewlineCase{"a)\nb", "a ) ; b $"},
             NewlineCase{"f(a; b)\n[c;]; d", "f ( a (;) b ) ; [ c (;) ] ; d $"},
             NewlineCase{"a", "a $"},
             NewlineCase{"", "$"},
         }) {
        EXPECT_EQ(shown(row.text), row.tokens) << row.text;
    }
}

TEST(Lexer, LetsNoOpenBracketSwallowTheNextStatement) {
    EXPECT_EQ(shown("f(a\nlet b"), "f ( a ; let b $");
    EXPECT_EQ(shown("f(a\nlet b\nc"), "f ( a ; let b ; c $");
    EXPECT_EQ(shown("f(a {\nb\n"), "f ( a { b ; $");
    EXPECT_EQ(shown("f(a\n}\nb\n"), "f ( a ; } ; b ; $");
    EXPECT_EQ(shown("f(a in\nb)"), "f ( a in b ) $");
}

TEST(Lexer, MarksTheFirstTokenOfALine) {
    const SourceFile source("test.ph", "a b\n  c(\n d) e");
    std::string first;
    for (const Token& token : lex(source).tokens)
        if (token.first_on_line) first += source.text(token.span);
    EXPECT_EQ(first, "acd");
}

TEST(Lexer, PutsTheEndOfALineBehindItsLastToken) {
    const Lexed lexed = lex(SourceFile("test.ph", "ab  // c\nd"));
    EXPECT_EQ(lexed.tokens.at(1), (Token{TokenKind::terminator, false, {2, 2}}));
}

TEST(Lexer, AcceptsByteOrderMarkAndCarriageReturns) {
    const SourceFile source("test.ph",
                            "\xEF\xBB\xBF"
                            "a\r\n// b\r\nc\r\n");
    EXPECT_EQ(shown(source), "a ; c ; $");
    EXPECT_TRUE(lex(source).diagnostics.empty());
    EXPECT_EQ(lex(source).tokens.front().span, (Span{3, 4}));
}

TEST(Lexer, AcceptsAnyCharacterInAComment) {
    EXPECT_TRUE(errors(SourceFile("test.ph", "// \u00E9 \U0001F600 \t # \" ' \\ \u2212\na")).empty());
}

struct ErrorCase {
    std::string text;
    Code code;
    Span span;
    std::string message;  ///< a part of it
    std::string tokens;
    std::string_view replacement = {};
};

TEST(Lexer, ReportsWhatIsNotOfTheLanguage) {
    for (const ErrorCase& row : {
             ErrorCase{"a \xFF\xFE b", Code::invalid_utf8, {2, 3}, "not valid UTF-8", "a ? b $"},
             ErrorCase{"// \xC0\x80\na", Code::invalid_utf8, {3, 4}, "not valid UTF-8", "a $"},
             ErrorCase{"// \xED\xA0\x80\na", Code::invalid_utf8, {3, 4}, "not valid UTF-8", "a $"},
             ErrorCase{"a // \xE2\x82", Code::invalid_utf8, {5, 6}, "not valid UTF-8", "a $"},
             ErrorCase{std::string("a \0\0 b", 6), Code::control_character, {2, 3}, "U+0000", "a ? b $"},
             ErrorCase{"a \f b", Code::control_character, {2, 3}, "U+000C", "a ? b $"},
             ErrorCase{"// \x7F\na", Code::control_character, {3, 4}, "U+007F", "a $"},
             ErrorCase{"// \xC2\x85\na", Code::control_character, {3, 5}, "U+0085", "a $"},
             ErrorCase{"a\rb", Code::control_character, {1, 2}, "carriage return", "a ? b $"},
             ErrorCase{"// a\rb\nc", Code::control_character, {4, 5}, "carriage return", "c $"},
             ErrorCase{"a # b", Code::unexpected_character, {2, 3}, "begins with `//`", "a ? b $", "//"},
             ErrorCase{"a ? b", Code::unexpected_character, {2, 3}, "where(condition, a, b)", "a ? b $"},
             ErrorCase{"a \\\nb", Code::unexpected_character, {2, 3}, "there is no `\\`", "a ? ; b $"},
             ErrorCase{"a $ b", Code::unexpected_character, {2, 3}, "`$` is not part", "a ? b $"},
             ErrorCase{"a \u2264 b", Code::unexpected_character, {2, 5}, "only in a comment", "a ? b $", "<="},
             ErrorCase{"a\u00A0b", Code::unexpected_character, {1, 3}, "no-break space", "a ? b $", " "},
             ErrorCase{"a \uFEFF", Code::unexpected_character, {2, 5}, "invisible", "a ? $"},
             ErrorCase{"a = \u221E", Code::unexpected_character, {4, 7}, "only in a comment", "a = ? $", "inf"},
             ErrorCase{"a /* b */ c", Code::block_comment, {2, 4}, "begins with `//`", "a c $"},
             ErrorCase{"a /* b\n */ c", Code::block_comment, {2, 4}, "begins with `//`", "a ; c $"},
             ErrorCase{"a /* b", Code::block_comment, {2, 4}, "begins with `//`", "a $"},
             ErrorCase{"a 08 b", Code::malformed_integer, {2, 4}, "no leading zeros", "a 08 b $", "8"},
             ErrorCase{"a 1e b", Code::malformed_float, {2, 4}, "no digits", "a 1e b $"},
             ErrorCase{"a .5 b", Code::malformed_float, {2, 4}, "begins with a digit", "a .5 b $", "0"},
             ErrorCase{"99999999999999999999", Code::integer_too_large, {0, 20}, "64 bits", "99999999999999999999 $"},
         }) {
        SCOPED_TRACE(row.text);
        const SourceFile source("test.ph", row.text);
        const std::vector<Diagnostic> found = errors(source);
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(found[0].code, row.code);
        EXPECT_EQ(found[0].span, row.span);
        EXPECT_NE(found[0].message.find(row.message), std::string::npos) << found[0].message;
        EXPECT_EQ(found[0].fix ? found[0].fix->replacement : "", row.replacement);
        EXPECT_EQ(shown(source), row.tokens);
    }
}

TEST(Lexer, ReportsEachOfSeveralErrors) { EXPECT_EQ(errors(SourceFile("test.ph", "$ 08 # 0x\n\x01 ?")).size(), 6U); }

TEST(Lexer, KeepsTheFirstOfManyErrors) {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += "$ ";
    const Lexed lexed = lex(SourceFile("test.ph", text));
    EXPECT_TRUE(lexed.diagnostics.is_truncated());
    EXPECT_EQ(lexed.diagnostics.in_order().front().span, (Span{0, 1}));
    EXPECT_EQ(lexed.tokens.size(), 1001U);
}

}  // namespace
}  // namespace phobos::syntax
