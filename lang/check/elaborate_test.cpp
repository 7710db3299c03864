// SPDX-License-Identifier: Apache-2.0
#include "lang/check/test_support.h"

#include <fmt/format.h>

#include "lang/diagnostics/terminal.h"
#include "lang/program/dump.h"
#include "lang/source/source_file.h"
#include "lang/syntax/parser.h"

namespace phobos::check::testing {
namespace {

constexpr std::string_view parameters =
    "kernel k(A: tensor<f32>[N, M], B: tensor<i32>[N], C: tensor<i8>[N, 64], D: tensor<f16>[4, 8], F: tensor<bool>[N, "
    "8], "
    "U: tensor<u8>[N, 8], W: tensor<u32>[N], L: tensor<i64>[N], n: i32, x: f32, p: bool, u: u32, l: i64, h: f16, g: "
    "bf16, "
    "d: f64, c: i8, b: u8) {\n";

std::string place(const SourceFile& file, const diagnostics::Diagnostic& diagnostic) {
    const Position position = file.position(diagnostic.span.begin);
    return fmt::format("{}:{}", position.line, position.column);
}

std::string fixed(std::string source, const diagnostics::Fix& fix) {
    return source.replace(fix.span.begin, fix.span.end - fix.span.begin, fix.replacement);
}

void expect_row(const std::string& accepted, const std::string& rejected, const Row& row) {
    SCOPED_TRACE(fmt::format("accepted: {}\nrejected: {}", row.accepted, row.rejected));
    EXPECT_EQ(judge(accepted).text, "");
    const Judged judged = judge(rejected);
    ASSERT_EQ(judged.diagnostics.size(), 1U) << judged.text;
    const diagnostics::Diagnostic& diagnostic = judged.diagnostics.front();
    EXPECT_EQ(diagnostics::row(diagnostic.code).name, diagnostics::row(row.code).name) << judged.text;
    EXPECT_EQ(place(SourceFile("k.ph", rejected), diagnostic), row.position) << judged.text;
    EXPECT_EQ(judged.kernels.empty(), diagnostics::row(row.code).severity == diagnostics::Severity::error);
    if (!diagnostic.fix) return;
    for (const diagnostics::Diagnostic& left : judge(fixed(rejected, *diagnostic.fix)).diagnostics)
        EXPECT_NE(diagnostics::row(left.code).name, diagnostics::row(row.code).name)
            << "after the fix:\n"
            << fixed(rejected, *diagnostic.fix);
}

}  // namespace

std::string in_kernel(std::string_view body) { return fmt::format("{}{}\n}}\n", parameters, body); }

Judged judge(const std::string& source, const std::vector<Setting>& settings, Target target) {
    const SourceFile file("k.ph", source);
    const syntax::Parsed parsed = syntax::parse(file);
    EXPECT_EQ(diagnostics::terminal_text({file, parsed.diagnostics}, diagnostics::Color::never), "");
    if (parsed.diagnostics.has_errors()) return {};
    Elaborated elaborated = elaborate(parsed.file, target, settings);
    return {std::move(elaborated.kernels), elaborated.diagnostics.in_order(),
            diagnostics::terminal_text({file, elaborated.diagnostics}, diagnostics::Color::never)};
}

std::vector<std::string> found(const std::string& source) {
    const SourceFile file("k.ph", source);
    std::vector<std::string> result;
    for (const diagnostics::Diagnostic& diagnostic : judge(source).diagnostics)
        result.push_back(fmt::format("{} {}", place(file, diagnostic), diagnostics::row(diagnostic.code).name));
    return result;
}

void expect_rows(std::span<const Row> rows) {
    for (const Row& row : rows) expect_row(std::string(row.accepted), std::string(row.rejected), row);
}

void expect_bodies(std::span<const Row> rows) {
    for (const Row& row : rows) expect_row(in_kernel(row.accepted), in_kernel(row.rejected), row);
}

std::string dumped(std::string_view body) {
    const Judged judged = judge(in_kernel(body));
    EXPECT_EQ(judged.text, "");
    if (judged.kernels.empty()) return {};
    const std::string text = program::dump(judged.kernels.front());
    const std::size_t begin = text.find("{\n  ") + 4;
    return text.substr(begin, text.rfind("\n}") - begin);
}

}  // namespace phobos::check::testing
