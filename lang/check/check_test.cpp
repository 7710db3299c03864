// SPDX-License-Identifier: Apache-2.0
#include "lang/check/check.h"

#include <gtest/gtest.h>

#include <string>

#include "lang/diagnostics/terminal.h"

namespace phobos::check {
namespace {

Checked checked(const std::string& text, Target target = {}) { return check(SourceFile("k.ph", text), target, {}); }

TEST(Check, GivesProgramsWithLevelsAndFacts) {
    const Checked result =
        checked("kernel a(A: tensor<f32>[N]) { A[ctx.thread] = 1 }\nkernel b() { let x = ctx.warp * 16 }");
    ASSERT_EQ(result.kernels.size(), 2U);
    EXPECT_TRUE(result.diagnostics.empty());
    EXPECT_EQ(result.kernels[0].program().kernel, "a");
    const program::CheckedProgram& second = result.kernels[1];
    EXPECT_EQ(second.program().kernel, "b");
    const auto& assign = std::get<program::Assign>(second.program().body.statements.front().node);
    EXPECT_EQ(second.level(assign.value), Level::warp_uniform);
    EXPECT_EQ(second.levels().expressions.size(), second.program().expressions);
    EXPECT_EQ(second.facts().expressions.size(), second.program().expressions);
    EXPECT_EQ(second.facts().expressions[assign.value.id.index].affine, (program::Affine{.lane = 0, .warp = 16}));
}

TEST(Check, GivesNoProgramWhereOneKernelIsWrong) {
    const Checked result = checked("kernel a() { let x = y }\nkernel b() { let x = 1 }");
    EXPECT_TRUE(result.kernels.empty());
    EXPECT_EQ(result.diagnostics.counts().errors, 1U);
}

TEST(Check, ReportsTypesAndLevelsInOneGo) {
    const Checked result = checked("kernel a() { let x = y }\nkernel b() { if ctx.lane == 0 { barrier() } }");
    EXPECT_TRUE(result.kernels.empty());
    EXPECT_EQ(result.diagnostics.counts().errors, 2U);
}

TEST(Check, StopsAfterErrorsOfSyntax) {
    const Checked result = checked("kernel a() { let x = \n let y = z }");
    EXPECT_TRUE(result.kernels.empty());
    for (const diagnostics::Diagnostic& diagnostic : result.diagnostics.in_order())
        EXPECT_LT(diagnostics::row(diagnostic.code).number, 300) << diagnostic.message;
}

TEST(Check, KeepsWarnings) {
    const Checked result = checked("@lunch(2)\nkernel a(c: i8) { let x = c * c }");
    EXPECT_EQ(result.kernels.size(), 1U);
    EXPECT_EQ(result.diagnostics.counts().warnings, 2U);
}

TEST(Check, AcceptsAnEmptyFile) {
    const Checked result = checked("");
    EXPECT_TRUE(result.kernels.empty());
    EXPECT_TRUE(result.diagnostics.empty());
}

}  // namespace
}  // namespace phobos::check
