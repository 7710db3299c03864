// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/writer.h"

#include <gtest/gtest.h>

#include <utility>

namespace phobos::emit {
namespace {

/// The span of one character in a line from 1 on, where every line has 8 bytes.
Span in_line(std::uint32_t line) { return {(line - 1) * 8, (line - 1) * 8 + 1}; }

const SourceFile& source() {
    static const SourceFile file("a \"b\".ph", "line 1;\n  two \\\n\t\t\t\t\t\t\t\nline 4;\n");
    return file;
}

TEST(Writer, IndentsByBraces) {
    Writer writer(nullptr);
    writer.open("if (a) {");
    writer.line("b();");
    writer.reopen("} else {");
    writer.line("c();");
    writer.close();
    writer.line("d();");
    const WrittenText written = writer.finish();
    EXPECT_EQ(written.text, "if (a) {\n    b();\n} else {\n    c();\n}\nd();\n");
    EXPECT_EQ(written.lines, (std::vector<std::uint32_t>{0, 0, 0, 0, 0, 0}));
}

TEST(Writer, TellsTheSourceOfEachLineOnce) {
    Writer writer(&source());
    writer.line("head {");
    writer.enter(in_line(1));
    writer.line("a;");
    writer.line("b;");
    writer.enter(in_line(4));
    writer.line("c;");
    const WrittenText written = writer.finish();
    EXPECT_EQ(written.text,
              "head {\n"
              "#line 1 \"a \\\"b\\\".ph\"  // line 1;\n"
              "a;\n"
              "#line 1 \"a \\\"b\\\".ph\"\n"
              "b;\n"
              "#line 4 \"a \\\"b\\\".ph\"  // line 4;\n"
              "c;\n");
    EXPECT_EQ(written.lines, (std::vector<std::uint32_t>{0, 1, 1, 1, 1, 4, 4}));
}

TEST(Writer, KeepsALineBreakInAFilesNameOutOfTheText) {
    const SourceFile broken{"a\nb.ph", "x\n"};
    Writer writer(&broken);
    writer.enter(in_line(1));
    writer.line("a;");
    EXPECT_EQ(writer.finish().text, "#line 1 \"a?b.ph\"  // x\na;\n");
}

TEST(Writer, EndsNoCommentWithABackslash) {
    Writer writer(&source());
    writer.enter(in_line(2));
    writer.line("a;");
    writer.enter(in_line(3));
    writer.line("b;");
    EXPECT_EQ(writer.finish().text,
              "#line 2 \"a \\\"b\\\".ph\"  // two\n"
              "a;\n"
              "#line 3 \"a \\\"b\\\".ph\"  // \n"
              "b;\n");
}

TEST(Writer, GoesBackToTheLineAround) {
    Writer writer(&source());
    writer.enter(in_line(4));
    const std::uint32_t outer = writer.enter(in_line(1));
    EXPECT_EQ(outer, 4U);
    writer.restore(outer);
    writer.line("a;");
    EXPECT_EQ(writer.finish().lines, (std::vector<std::uint32_t>{4, 4}));
}

TEST(Writer, PutsWhatWasTakenAtTheDepthOfNow) {
    Writer writer(nullptr);
    writer.open("a {");
    const std::size_t mark = writer.mark();
    writer.open("b {");
    writer.line("c;");
    writer.close();
    std::vector<Line> taken = writer.take(mark);
    writer.close();
    writer.append(std::move(taken));
    EXPECT_EQ(writer.finish().text, "a {\n}\nb {\n    c;\n}\n");
}

}  // namespace
}  // namespace phobos::emit
