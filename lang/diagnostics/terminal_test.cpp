// SPDX-License-Identifier: Apache-2.0
#include "lang/diagnostics/terminal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include "lang/source/unicode.h"

namespace phobos::diagnostics {
namespace {

const SourceFile two_lines("k.ph", "if lane < 4 {\n\tlet s = sum(x)\n}\n");

std::string whole_text_of(const Diagnostic& diagnostic, const SourceFile& source) {
    return terminal_text(diagnostic, source, Color::never);
}

/// Without the line of the rule, which the table of codes decides.
std::string without_rule(std::string text) {
    const std::size_t begin = text.find(" = rule: ");
    if (begin == std::string::npos) return text;
    const std::size_t line = text.rfind('\n', begin) + 1;
    return text.erase(line, text.find('\n', begin) + 1 - line);
}

std::string text_of(const Diagnostic& diagnostic, const SourceFile& source) {
    return without_rule(whole_text_of(diagnostic, source));
}

TEST(Terminal, shows_place_code_line_caret_and_rule) {
    const auto with_rule = std::ranges::find_if(code_rows, [](const CodeRow& code) { return !code.rule.empty(); });
    ASSERT_NE(with_rule, code_rows.end());
    EXPECT_EQ(whole_text_of({with_rule->code, {23, 29}, "no such thing here", {}, {}}, two_lines),
              "k.ph:2:10: " + std::string(spelling(with_rule->severity)) + "[" + spelling(with_rule->code) +
                  "]: no such thing here\n"
                  "   2 |     let s = sum(x)\n"
                  "     |             ^~~~~~\n"
                  "     = rule: " +
                  std::string(with_rule->rule) + "\n");
}

TEST(Terminal, leaves_the_rule_out_where_there_is_none) {
    const auto without = std::ranges::find_if(code_rows, [](const CodeRow& code) { return code.rule.empty(); });
    ASSERT_NE(without, code_rows.end());
    EXPECT_EQ(whole_text_of({without->code, {0, 2}, "m", {}, {}}, two_lines).find("rule"), std::string::npos);
}

TEST(Terminal, looks_as_the_documentation_shows_it) {
    const SourceFile source("matvec.ph",
                            "kernel matvec(X: tensor<f32>[K], O: tensor<f32>[1]) {\n"
                            "    let acc = X[0]\n"
                            "    if ctx.thread / ctx.lanes < 4 {\n"
                            "        let total = sum<over ctx.lane>(acc)\n");
    const auto span_of = [&source](std::string_view text) {
        const auto begin = static_cast<std::uint32_t>(source.text().find(text));
        return Span{begin, begin + static_cast<std::uint32_t>(text.size())};
    };
    const Diagnostic diagnostic{
        Code::lane_operation_divergent,
        span_of("sum<over ctx.lane>(acc)"),
        "sum<over ctx.lane> needs all lanes of a warp together, but control flow is varying here",
        {{span_of("ctx.thread / ctx.lanes < 4"), "this condition is varying"},
         {span_of("ctx.thread"), "`ctx.thread` differs between the lanes of a warp"}},
        Fix{span_of("ctx.thread / ctx.lanes"), "ctx.warp", "ctx.warp is the same number and known to be warp-uniform"}};
    std::ifstream file(PHOBOS_SOURCE_DIR "/docs/diagnostics.md");
    const std::string document{std::istreambuf_iterator<char>(file), {}};
    EXPECT_NE(document.find("```\n" + whole_text_of(diagnostic, source) + "```\n"), std::string::npos)
        << whole_text_of(diagnostic, source);
}

TEST(Terminal, shows_each_note_with_its_own_line) {
    EXPECT_EQ(text_of({Code::attribute_without_effect,
                       {23, 29},
                       "m",
                       {{{3, 11}, "the condition is varying"}, {{3, 7}, "since lane is"}},
                       {}},
                      two_lines),
              "k.ph:2:10: hint[PH0902]: m\n"
              "   2 |     let s = sum(x)\n"
              "     |             ^~~~~~\n"
              "k.ph:1:4: note: the condition is varying\n"
              "   1 | if lane < 4 {\n"
              "     |    ^~~~~~~~\n"
              "k.ph:1:4: note: since lane is\n"
              "   1 | if lane < 4 {\n"
              "     |    ^~~~\n");
}

TEST(Terminal, shows_the_line_a_replacement_leads_to) {
    EXPECT_EQ(text_of({Code::unknown_attribute, {3, 7}, "m", {}, Fix{{3, 7}, "warp", "use the warp"}}, two_lines),
              "k.ph:1:4: warning[PH0901]: m\n"
              "   1 | if lane < 4 {\n"
              "     |    ^~~~\n"
              "k.ph:1:4: help: use the warp\n"
              "   1 | if warp < 4 {\n"
              "     |    ~~~~\n");
}

TEST(Terminal, shows_the_lines_an_insertion_leads_to) {
    const std::string text = text_of(
        {Code::unknown_attribute, {0, 2}, "m", {}, Fix{{0, 0}, "let a = 1\nlet b = 2\n", "declare"}}, two_lines);
    EXPECT_TRUE(
        text.ends_with("k.ph:1:1: help: declare\n"
                       "   1 | let a = 1\n"
                       "     | +++++++++\n"
                       "   2 | let b = 2\n"
                       "     | +++++++++\n"
                       "   3 | if lane < 4 {\n"))
        << text;
}

TEST(Terminal, shows_the_line_a_deletion_leads_to) {
    const std::string text = text_of({Code::unknown_attribute, {0, 2}, "m", {}, Fix{{12, 15}, "", "join"}}, two_lines);
    EXPECT_TRUE(
        text.ends_with("k.ph:1:13: help: join\n"
                       "   1 | if lane < 4 let s = sum(x)\n"))
        << text;
}

TEST(Terminal, cuts_a_long_fix) {
    std::string replacement;
    for (int i = 0; i < 1000; ++i) replacement += "x\n";
    const std::string text =
        text_of({Code::unknown_attribute, {0, 2}, "m", {}, Fix{{0, 0}, replacement, "f"}}, two_lines);
    EXPECT_EQ(std::ranges::count(text, '\n'), 4 + 6 * 2 + 1) << text;
    EXPECT_TRUE(text.ends_with(" ... |\n")) << text;
}

TEST(Terminal, shows_first_and_last_line_of_a_long_span) {
    EXPECT_EQ(text_of({Code::unknown_attribute, {3, 31}, "m", {}, {}}, two_lines),
              "k.ph:1:4: warning[PH0901]: m\n"
              "   1 | if lane < 4 {\n"
              "     |    ^~~~~~~~~~\n"
              " ... |\n"
              "   3 | }\n"
              "     | ~\n");
    EXPECT_EQ(text_of({Code::unknown_attribute, {12, 22}, "m", {}, {}}, two_lines),
              "k.ph:1:13: warning[PH0901]: m\n"
              "   1 | if lane < 4 {\n"
              "     |             ^\n"
              "   2 |     let s = sum(x)\n"
              "     |     ~~~~~~~\n");
}

TEST(Terminal, a_span_up_to_the_next_line_stays_on_its_own) {
    EXPECT_EQ(text_of({Code::unknown_attribute, {12, 14}, "m", {}, {}}, two_lines),
              "k.ph:1:13: warning[PH0901]: m\n"
              "   1 | if lane < 4 {\n"
              "     |             ^\n");
}

TEST(Terminal, shows_the_end_of_the_file) {
    EXPECT_EQ(text_of({Code::unknown_attribute, {32, 32}, "m", {}, {}}, two_lines),
              "k.ph:4:1: warning[PH0901]: m\n"
              "   4 |\n"
              "     | ^\n");
    EXPECT_EQ(text_of({Code::unknown_attribute, {0, 0}, "m", {}, {}}, SourceFile("e.ph", "")),
              "e.ph:1:1: warning[PH0901]: m\n"
              "   1 |\n"
              "     | ^\n");
    EXPECT_EQ(text_of({Code::unknown_attribute, {900, 999}, "m", {}, {}}, SourceFile("e.ph", "ab")),
              "e.ph:1:3: warning[PH0901]: m\n"
              "   1 | ab\n"
              "     |   ^\n");
}

TEST(Terminal, ignores_carriage_returns_and_byte_order_mark) {
    const SourceFile source("w.ph", "\xEF\xBB\xBFone\r\ntwo\r\n");
    EXPECT_EQ(text_of({Code::unknown_attribute, {3, 11}, "m", {}, {}}, source),
              "w.ph:1:1: warning[PH0901]: m\n"
              "   1 | one\n"
              "     | ^~~\n"
              "   2 | two\n"
              "     | ~~~\n");
}

TEST(Terminal, makes_room_for_long_line_numbers) {
    const std::string text = text_of({Code::unknown_attribute, {12345, 12346}, "m", {}, {}},
                                     SourceFile("n.ph", std::string(12345, '\n') + "x"));
    EXPECT_EQ(text,
              "n.ph:12346:1: warning[PH0901]: m\n"
              "12346 | x\n"
              "      | ^\n");
}

TEST(Terminal, escapes_what_source_name_and_message_hold) {
    const SourceFile source("a\nb.ph", "x \x1b[2J\xFF y");
    const std::string text = text_of(
        {Code::unknown_attribute, {2, 6}, "bad \x1b[1m", {{{6, 7}, "n\xC0"}}, Fix{{2, 6}, "\x07\xFE", "f\r"}}, source);
    std::string lines = text;
    std::ranges::replace(lines, '\n', ' ');
    EXPECT_EQ(printable(lines), lines) << "nothing is left to escape";
    EXPECT_TRUE(text.starts_with("a<U+000A>b.ph:1:3: warning[PH0901]: bad <U+001B>[1m\n")) << text;
}

TEST(Terminal, any_bytes_and_any_spans_give_printable_lines) {
    std::uint32_t state = 1;
    const auto below = [&state](std::uint32_t bound) {
        state = state * 1664525u + 1013904223u;
        return static_cast<std::uint32_t>((static_cast<std::uint64_t>(state) * bound) >> 32);
    };
    const auto bytes = [&below](std::uint32_t most) {
        constexpr std::string_view frequent = "\n\r\t \xEF\xBB\xBF\xCC\x81\xE6\xBC\xA2";
        std::string text;
        for (std::uint32_t left = below(most); left > 0; --left) {
            text += below(2) == 0 ? frequent[below(frequent.size())] : static_cast<char>(below(256));
        }
        return text;
    };
    for (int round = 0; round < 3000; ++round) {
        const SourceFile source(bytes(8), bytes(60));
        const auto span = [&below] {
            const std::uint32_t begin = below(64);
            return Span{begin, begin + below(20)};
        };
        const Diagnostic diagnostic{
            Code::unknown_attribute, span(), bytes(9), {{span(), bytes(9)}}, Fix{span(), bytes(9), bytes(9)}};
        std::string text = whole_text_of(diagnostic, source);
        ASSERT_TRUE(text.ends_with('\n'));
        std::ranges::replace(text, '\n', ' ');
        ASSERT_EQ(printable(text), text) << round;
    }
}

TEST(Terminal, a_megabyte_on_one_line_prints_little) {
    const SourceFile source("l.ph", std::string(1'000'000, 'x'));
    const std::string text = text_of({Code::unknown_attribute,
                                      {500'000, 1'000'000},
                                      "m",
                                      {{{1, 999'999}, "n"}},
                                      Fix{{600'000, 600'001}, std::string(1'000'000, 'y'), "f"}},
                                     source);
    EXPECT_LT(text.size(), 2000u);
}

TEST(Terminal, colours_only_when_asked_and_changes_nothing_else) {
    const Diagnostic diagnostic{Code::invalid_utf8, {3, 11}, "m", {{{0, 2}, "n"}}, Fix{{0, 2}, "while", "f"}};
    std::string colored = terminal_text(diagnostic, two_lines, Color::always);
    EXPECT_NE(colored.find("\x1b[1;31merror[PH0101]: \x1b[0m"), std::string::npos) << colored;
    for (std::size_t begin = colored.find('\x1b'); begin != std::string::npos; begin = colored.find('\x1b')) {
        colored.erase(begin, colored.find('m', begin) + 1 - begin);
    }
    EXPECT_EQ(colored, whole_text_of(diagnostic, two_lines));
}

TEST(Terminal, separates_the_findings_of_a_list) {
    List list;
    EXPECT_EQ(terminal_text({two_lines, list}, Color::never), "");
    const Diagnostic second{Code::unknown_attribute, {3, 7}, "second", {}, {}};
    const Diagnostic first{Code::unknown_attribute, {0, 2}, "first", {}, {}};
    list.add(second);
    list.add(first);
    EXPECT_EQ(terminal_text({two_lines, list}, Color::never),
              whole_text_of(first, two_lines) + "\n" + whole_text_of(second, two_lines));
}

TEST(Terminal, says_when_a_list_was_cut) {
    List list(1);
    list.add({Code::unknown_attribute, {0, 2}, "first", {}, {}});
    list.add({Code::unknown_attribute, {3, 7}, "second", {}, {}});
    const std::string text = terminal_text({two_lines, list}, Color::never);
    EXPECT_TRUE(text.ends_with("\n\nnote: too many findings, only 1 are shown, errors first\n")) << text;
}

TEST(Terminal, shows_a_finding_without_a_place_in_one_line) {
    EXPECT_EQ(terminal_text(Code::file_unreadable, "cannot open 'x.npy'", Color::never),
              "error[PH0720]: cannot open 'x.npy'\n");
    EXPECT_EQ(terminal_text(Code::launch_argument_missing, "no argument for X", Color::never),
              "error[PH0714]: no argument for X\n"
              "     = rule: ctx-38\n");
}

}  // namespace
}  // namespace phobos::diagnostics
