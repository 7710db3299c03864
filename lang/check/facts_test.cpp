// SPDX-License-Identifier: Apache-2.0
#include "lang/check/facts.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "lang/check/annotated_source.h"
#include "lang/check/level_walk.h"

namespace phobos::check {
namespace {

using program::Congruence;
using program::Fact;

/// "lane1-0mod16", "lane1warp32", "0mod8", "none": what a mark claims.
std::string claim(const Fact& fact) {
    std::string text;
    if (fact.affine) {
        text = fact.affine->lane == 0 && fact.affine->warp == 0 ? "same" : "";
        if (fact.affine->lane != 0) text += fmt::format("lane{}", fact.affine->lane);
        if (fact.affine->warp != 0) text += fmt::format("warp{}", fact.affine->warp);
    }
    if (fact.congruence.log2_modulus > 0)
        text += fmt::format("{}{}mod{}", text.empty() ? "" : "-", fact.congruence.residue,
                            1 << fact.congruence.log2_modulus);
    return text.empty() ? "none" : text;
}

void expect_facts(std::string_view statements, const program::LaunchAssumptions& assumptions = {},
                  std::string_view before = "") {
    const AnnotatedSource annotated = without_marks(
        fmt::format("{}\nkernel k(O: tensor<i32>[N], A: tensor<i8>[1, K], s: i32) {{\n{}\n}}\n", before, statements));
    const program::Program program = elaborated_kernel(annotated.source);
    const program::Facts facts = analyse_facts(program, solve_levels(program).levels, assumptions);
    expect_claims(annotated, program,
                  [&](const program::Expression& expression) { return claim(facts.expressions[expression.id.index]); });
}

TEST(Facts, TheLoopsOfNeighbouringElements) {
    expect_facts("for k in range(ctx.lane, K, ctx.lanes) { let a = A[0, ⟦k⟧:lane1] }");
    expect_facts("for k in range(ctx.thread, K, ctx.threads) { let a = A[0, ⟦k⟧:lane1warp32] }");
    expect_facts("for k in range(ctx.lane * 16, K, ctx.lanes * 16) { let a = sum(A[0, ⟦k⟧:lane16-0mod16 :+ 16]) }");
    expect_facts("for k in range(ctx.warp * ctx.lanes * 4 + ctx.lane * 4, K) { let a = A[0, ⟦k⟧:lane4warp128] }");
    expect_facts("let col = ⟦ctx.block.x * ctx.warps + ctx.warp⟧:warp1");
}
TEST(Facts, ConstantsAndOperators) {
    expect_facts("let a = ⟦5⟧:same-5mod128\nlet b = ⟦-3⟧:same-125mod128\nlet c = ⟦s⟧:same");
    expect_facts("let a = ⟦ctx.lane * 8 + 4⟧:lane8-4mod8\nlet b = ⟦4 - ctx.lane * 8⟧:lane-8-4mod8");
    expect_facts("let a = ⟦-ctx.lane⟧:lane-1\nlet b = ⟦~(ctx.lane * 2)⟧:lane-2-1mod2");
    expect_facts("let a = ⟦s * 6 * 4⟧:same-0mod8\nlet b = ⟦ctx.lane * s⟧:none");
    expect_facts("let a = ⟦(ctx.lane * 4) << 2⟧:lane16-0mod16\nlet b = ⟦(ctx.lane * 16) >> 2⟧:0mod4");
    expect_facts("let a = ⟦ctx.lane * 16 / 4⟧:0mod4\nlet b = ⟦(ctx.lane * 16 + 2) / 4⟧:none");
    expect_facts("let a = ⟦ctx.lane * 16 % 8⟧:0mod128\nlet b = ⟦(ctx.lane * 8 + 3) % 16⟧:3mod8");
    expect_facts("let a = ⟦ctx.lane & 120⟧:0mod8\nlet b = ⟦ctx.lane * 8 | 1⟧:1mod8\nlet c = ⟦ctx.lane * 8 ^ 12⟧:4mod8");
    expect_facts("let a = ⟦where(ctx.lane < 4, ctx.lane * 8, 4)⟧:0mod4\nlet b = ⟦min(ctx.lane * 8, 12)⟧:0mod4");
    expect_facts("let a = ⟦abs(ctx.lane * 8 + 4)⟧:4mod8\nlet b = ⟦shuffle_xor(ctx.lane * 8 + 1, 1)⟧:1mod8");
    expect_facts("let a = ⟦O[ctx.lane]⟧:none\nlet b = ⟦O[0]⟧:same\nlet c = ⟦sum<over ctx.lane>(ctx.lane)⟧:none");
}
TEST(Facts, ConversionsKeepLowBitsAndWideningKeepsStrides) {
    expect_facts("let a = ⟦i64(ctx.lane * 8)⟧:lane8-0mod8\nlet b = ⟦i32(i64(ctx.lane * 8))⟧:0mod8");
    expect_facts(
        "let a = ⟦u32(ctx.lane * 8)⟧:0mod8\nlet b = ⟦i8(ctx.lane * 8)⟧:0mod8\nlet c = ⟦i32(f32(ctx.lane))⟧:none");
}
TEST(Facts, VariablesWherePathsMeet) {
    expect_facts("var n = ctx.lane * 8\nif s < 1 { n = ctx.lane * 8 + 4 }\nlet a = ⟦n⟧:lane8-0mod4");
    expect_facts("var n = ctx.lane * 8\nif ctx.warp < 1 { n = ctx.lane * 8 + 4 }\nlet a = ⟦n⟧:0mod4");
    expect_facts("var n = ctx.lane * 8\nif ctx.lane < 1 { n += 8 } else { return }\nlet a = ⟦n⟧:lane8-0mod8");
    expect_facts("var n = ctx.lane * 8\nif s < 1 { n = ctx.lane * 4 }\nlet a = ⟦n⟧:0mod4");
}
TEST(Facts, VariablesInLoops) {
    expect_facts("var n = ctx.lane\nfor i in range(4) { let a = ⟦n⟧:lane1\nn += 32 }\nlet b = ⟦n⟧:lane1");
    expect_facts(
        "var n = ctx.lane * 4\nfor i in range(ctx.lane) { let a = ⟦n⟧:lane4-0mod4\nn += 32 }\nlet b = ⟦n⟧:0mod4");
    expect_facts("var n = ctx.lane\nvar m = ctx.lane\nfor i in range(ctx.lane) { m += 1 }\nlet b = ⟦n⟧:lane1\nn = 1");
    expect_facts("var n = ctx.lane\nfor i in range(4) { let a = ⟦n⟧:none\nif ctx.lane == i { continue }\nn += 32 }");
    expect_facts(
        "var n = ctx.lane\nfor i in range(4) { if ctx.lane == i { n += 1\nbreak }\nO[⟦n⟧:lane1] = 1 }\nlet b = "
        "⟦n⟧:none");
    expect_facts("var n = 0\nfor i in range(4) { O[⟦n⟧:same-0mod4] = 1\nfor j in range(4) { n += 8 }\nn += 4 }");
    expect_facts(
        "for i in range(s * 4, 100, 12) { let a = ⟦i⟧:same-0mod4 }\nfor i in range(ctx.lane, 9, ctx.lane + 1) { let a "
        "= ⟦i⟧:none }");
    expect_facts(
        "var n = ctx.lane\nvar m = 0\nfor i in range(4) {\nn += 32\nfor j in range(ctx.lane) { m += 1 }\nlet a = "
        "⟦n⟧:lane1\n}");
}
TEST(Facts, Functions) {
    constexpr std::string_view scaled = "fn scaled(a: i32) -> i32 { return a * 8 }";
    expect_facts("let a = ⟦scaled(ctx.lane)⟧:lane8-0mod8\nlet b = ⟦scaled(4)⟧:same-32mod128", {}, scaled);
    expect_facts("let a = ⟦pick(ctx.lane)⟧:0mod4", {},
                 "fn pick(a: i32) -> i32 {\nif a < 3 { return a * 8 }\nreturn a * 4\n}");
}
TEST(Facts, DimsByAttributeAndByLaunch) {
    expect_facts("let a = ⟦K⟧:same\nlet b = ⟦N⟧:same-0mod16", {}, "@aligned(N = 48)");
    expect_facts("let a = ⟦K⟧:same-0mod8\nlet b = ⟦N⟧:same-0mod16", {{Congruence{2, 0}, Congruence{3, 0}}},
                 "@aligned(N = 16)");
    expect_facts("let a = ⟦ctx.lane * K⟧:0mod8", {{Congruence{}, Congruence{3, 0}}});
}
TEST(Facts, DimsWithOneValueAreConstants) {
    program::LaunchAssumptions both_known;
    both_known.values = {5, 48};
    expect_facts("let a = ⟦N⟧:same-5mod128\nlet b = ⟦K⟧:same-48mod128", both_known);
    expect_facts("let a = ⟦ctx.lane * K⟧:lane48-0mod16\nlet b = ⟦ctx.lane << N⟧:lane32-0mod32", both_known);
    expect_facts("for k in range(ctx.lane * 16, K, N * 16) { let a = ⟦k⟧:lane16-0mod16 }", both_known);
    program::LaunchAssumptions mixed;  // the value says more than what else is assumed, or declared
    mixed.dims = {Congruence{2, 0}, Congruence{4, 0}};
    mixed.values = {std::nullopt, 48};
    expect_facts("let a = ⟦N⟧:same-0mod4\nlet b = ⟦K⟧:same-48mod128", mixed, "@aligned(K = 16)");
}
TEST(Facts, OfAnAssumptionThatIsMissing) {
    program::LaunchAssumptions of_the_first;
    of_the_first.dims = {Congruence{3, 0}};
    of_the_first.values = {std::nullopt};
    expect_facts("let a = ⟦N⟧:same-0mod8\nlet b = ⟦K⟧:same-0mod4", of_the_first, "@aligned(K = 4)");
}

TEST(Facts, AreNotOfTiles) {
    expect_facts("let t = ⟦iota(16)⟧:none * 4\nlet u = ⟦t + 16⟧:none\nO[⟦s * 4⟧:same-0mod4 :+ 4] = 1");
}

}  // namespace
}  // namespace phobos::check
