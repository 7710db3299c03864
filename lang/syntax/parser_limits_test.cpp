// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <random>
#include <string>
#include <string_view>

#include "lang/syntax/parser.h"
#include "lang/syntax/printer.h"
#include "lang/vocabulary/limits.h"

namespace phobos::syntax {
namespace {

using diagnostics::Code;
using diagnostics::Diagnostic;

Parsed parse_text(std::string text) { return parse(SourceFile("test.ph", std::move(text))); }

std::string repeat(std::string_view part, std::size_t count) {
    std::string result;
    result.reserve(part.size() * count);
    for (std::size_t i = 0; i < count; ++i) result += part;
    return result;
}

std::string in_function(std::string_view statements) { return "fn f() {\n" + std::string(statements) + "\n}\n"; }

void expect_only(const Parsed& parsed, Code code) {
    ASSERT_FALSE(parsed.diagnostics.empty());
    for (const Diagnostic& diagnostic : parsed.diagnostics.in_order())
        EXPECT_EQ(diagnostics::spelling(diagnostic.code), diagnostics::spelling(code)) << diagnostic.message;
}

constexpr std::size_t deepest = limits::expression_depth;

TEST(ParserLimits, AllowExpressionsUpToTheirDepth) {
    // A name is one level, everything around it one more.
    const std::size_t around = deepest - 1;
    for (const std::string& text : {
             repeat("(", deepest) + "a" + repeat(")", deepest),
             repeat("-", around) + "a",
             repeat("f(", around) + "a" + repeat(")", around),
             repeat("A[", around) + "a" + repeat("]", around),
             "a" + repeat(" + a", around),
             repeat("a + (", around) + "a" + repeat(")", around),
         }) {
        const Parsed parsed = parse_text(in_function("return " + text));
        ASSERT_TRUE(parsed.diagnostics.empty()) << text;
        const Parsed again = parse_text(print(parsed.file));
        EXPECT_TRUE(again.diagnostics.empty()) << text;
        EXPECT_EQ(again.file, parsed.file) << text;
    }
}

TEST(ParserLimits, RejectExpressionsBeyondTheirDepth) {
    for (const std::string& text : {
             repeat("(", deepest + 1) + "a" + repeat(")", deepest + 1),
             repeat("-", deepest) + "a",
             repeat("f(", deepest) + "a" + repeat(")", deepest),
             repeat("A[", deepest) + "a" + repeat("]", deepest),
             "a" + repeat(" + a", deepest),
             repeat("a + (", deepest) + "a" + repeat(")", deepest),
         }) {
        expect_only(parse_text(in_function("return " + text)), Code::expression_too_deep);
    }
}

TEST(ParserLimits, SurviveExpressionsOfAnyDepth) {
    constexpr std::size_t many = 1'000'000;
    for (const std::string& text : {
             "a" + repeat("+a", many),
             "a" + repeat("<a", many),
             "a" + repeat("&&a", many),
             repeat("-", many) + "a",
             repeat("!~", many) + "a",
             repeat("(", many),
             repeat("(", many) + "a" + repeat(")", many),
             repeat("f(", many),
             repeat("A[", many) + "a" + repeat("]", many),
             repeat("(-A[f(", many),
             repeat("a:", many),
             repeat("sum<over ctx.lane>(", many),
         }) {
        const Parsed parsed = parse_text(in_function("return " + text));
        EXPECT_TRUE(parsed.diagnostics.has_errors()) << text.substr(0, 20);
        EXPECT_LE(parsed.diagnostics.in_order().size(), 4U) << text.substr(0, 20);
    }
}

TEST(ParserLimits, BoundTheDepthOfBlocks) {
    constexpr std::size_t inner = limits::block_depth - 1;  // the body is a block too
    EXPECT_TRUE(parse_text(in_function(repeat("if a { ", inner) + repeat("} ", inner))).diagnostics.empty());
    expect_only(parse_text(in_function(repeat("if a { ", inner + 1) + repeat("} ", inner + 1))), Code::blocks_too_deep);
    expect_only(parse_text(in_function(repeat("if a { ", 100'000) + repeat("} ", 100'000))), Code::blocks_too_deep);
    expect_only(
        parse_text(in_function("f()\n" + repeat("if a {\n", inner + 1) + "let = 3\n" + repeat("}\n", inner + 1))),
        Code::blocks_too_deep);
}

TEST(ParserLimits, SurviveBracesOfAnyDepth) {
    for (const std::string& text : {
             repeat("{", 100'000),
             repeat("{", 100'000) + repeat("}", 100'000),
             repeat("}", 100'000),
             repeat("if a {", 100'000),
             repeat("for i in range(3) {\n", 100'000),
             repeat("else ", 100'000),
             repeat("else {", 100'000),
             repeat("[", 100'000),
             repeat("@", 100'000),
             "@swizzle(" + repeat("{([", 100'000),
             repeat("@swizzle(\n", 100'000),
             repeat("@launch(a\n", 100'000),
             repeat("kernel ", 100'000),
             repeat("kernel k(\n", 100'000),
             repeat("fn f() {\n", 100'000),
             repeat("fn f(a: tile<f32>[", 100'000),
         }) {
        EXPECT_TRUE(parse_text(text).diagnostics.has_errors()) << text.substr(0, 20);
        EXPECT_TRUE(parse_text(in_function(text)).diagnostics.has_errors()) << text.substr(0, 20);
    }
}

TEST(ParserLimits, AllowLongChainsOfElseIf) {
    const Parsed parsed = parse_text(in_function("if a {}" + repeat(" else if a {}", 10'000)));
    EXPECT_TRUE(parsed.diagnostics.empty());
    EXPECT_EQ(parse_text(print(parsed.file)).file, parsed.file);
}

TEST(ParserLimits, BoundTheNumberOfParameters) {
    constexpr std::size_t most = limits::parameters;
    EXPECT_TRUE(parse_text("fn f(a: f32" + repeat(", a: f32", most - 1) + ") {}").diagnostics.empty());
    expect_only(parse_text("fn f(a: f32" + repeat(", a: f32", most) + ") {}"), Code::too_many_parameters);
    expect_only(parse_text("kernel f(a: f32" + repeat(", a: f32", 100'000) + ") {}"), Code::too_many_parameters);
}

TEST(ParserLimits, BoundTheSizeOfASource) {
    const auto most = static_cast<std::size_t>(limits::source_bytes);
    EXPECT_TRUE(parse_text(std::string(most, '\n')).diagnostics.empty());
    const Parsed parsed = parse_text(std::string(most + 1, '$'));
    expect_only(parsed, Code::source_too_large);
    EXPECT_EQ(parsed.diagnostics.in_order().size(), 1U);
}

/// Seconds to parse, the least of three.
double seconds(const std::string& text) {
    double least = 1e9;
    for (int i = 0; i < 3; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        const Parsed parsed = parse_text(text);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        least = std::min(least, taken.count());
    }
    return least;
}

TEST(ParserLimits, TakeTimeInProportionToTheSource) {
    // Eight times the text: a quadratic part would take 64 times as long.
    for (const std::string_view line : {
             std::string_view("  A[i, k :+ 4] = f(a + b * c, sum<over ctx.lane>(d)) // comment\n"),
             std::string_view("if a { f() } else if b { } else { g() }\n"),
             std::string_view("let x = a < b < c\n"),
             std::string_view("$\n"),
             std::string_view("f(a\n"),
             std::string_view("x = (\n"),
             std::string_view("if a {\n"),
             std::string_view("}\n"),
             std::string_view("fn g() {\n"),
             std::string_view("/* x "),
             std::string_view("  - b\n"),
             std::string_view("if a { } "),
         }) {
        const double small = seconds(in_function(repeat(line, 4'000)));
        const double large = seconds(in_function(repeat(line, 32'000)));
        EXPECT_LT(large, 24 * small + 0.02) << line;
    }
}

// --- any bytes ---

constexpr std::string_view program =
    "// \xC3\xA9\n"
    "@launch(128, 2) @autotune(T in [16, 32]) @aligned(K = T)\n"
    "@swizzle(a = [1, {b}])\n"
    "kernel k(X: tensor<f32>[R, K], n: i32) {\n"
    "  let r: i32 = ctx.block.x * 0x1F - -1_0\n"
    "  var t: tile<f16>[T, 4]\n"
    "  for<unroll 4> i in range(ctx.lane, K, ctx.lanes) {\n"
    "    X[r, i :+ 4] += 1.5e-3 * (a + !b); continue\n"
    "  }\n"
    "  while any<over ctx.lane>(p) { t[:, a : b] = X[:e, c:] }\n"
    "  if a <= b && c { barrier() } else if d { return } else { g(\n"
    "    1,\n"
    "    nan)\n"
    "  }\n"
    "}\n"
    "fn g(a: i64, b: f64) -> bool { return true }\n";

TEST(ParserLimits, AcceptTheSampleOfTheTestsBelow) {
    const Parsed parsed = parse_text(std::string(program));
    EXPECT_TRUE(parsed.diagnostics.empty());
    EXPECT_EQ(parsed.file.items.size(), 2U);
}

TEST(ParserLimits, ReportEveryTruncationInsideAnItem) {
    const std::size_t first_item = program.find('@');
    const std::size_t second_item = program.find("fn g");
    for (std::size_t length = 0; length <= program.size(); ++length) {
        const bool is_in_comment =
            length <= first_item && length != 1 && length != 4;  // half of `//`, half of a letter
        const bool is_between_items = length == second_item - 1 || length == second_item;
        const bool is_whole = length >= program.size() - 1;
        const Parsed parsed = parse_text(std::string(program.substr(0, length)));
        EXPECT_EQ(parsed.diagnostics.empty(), is_in_comment || is_between_items || is_whole)
            << program.substr(0, length);
    }
}

TEST(ParserLimits, SurviveEveryDroppedAndEveryReplacedByte) {
    for (std::size_t at = 0; at < program.size(); ++at) {
        std::string text(program);
        text.erase(at, 1);
        parse_text(text);
        for (const char c : {'\0', '(', ')', '[', '{', '}', '\n', ';', ',', '=', '<', '.', '@', '-', '"', '\xFF'}) {
            std::string changed(program);
            changed[at] = c;
            const Parsed parsed = parse_text(changed);
            if (!parsed.diagnostics.empty()) continue;
            EXPECT_EQ(parse_text(print(parsed.file)).file, parsed.file) << changed;
        }
    }
}

TEST(ParserLimits, SurviveRandomBytesAndTokens) {
    std::mt19937 random(20261130);
    constexpr std::array<std::string_view, 44> parts{
        "kernel ", "fn ", "let ", "var ", "if ",  "else ", "for ", "in ", "while ", "break ", "return ",
        "ctx",     ".x",  "a ",   "f(",   ")",    "[",     "]",    "{",   "}",      "<",      ">",
        "over ",   "=",   "==",   "+",    "-",    ":+",    ":",    ",",   ";",      "\n",     "@",
        "launch(", "1",   "1.5",  "0x",   "true", "\xFF",  "#",    "->",  "range(", "f32",    "tile<"};
    for (int round = 0; round < 20'000; ++round) {
        std::string text = round % 2 == 0 ? "kernel k() {\n" : "";
        const std::size_t count = random() % 40;
        for (std::size_t i = 0; i < count; ++i) {
            if (round % 4 == 3) {
                text += static_cast<char>(random() & 0xFF);
            } else {
                text += parts[random() % parts.size()];
            }
        }
        const Parsed parsed = parse_text(text);
        if (!parsed.diagnostics.empty()) continue;
        EXPECT_EQ(parse_text(print(parsed.file)).file, parsed.file) << text;
    }
}

}  // namespace
}  // namespace phobos::syntax
