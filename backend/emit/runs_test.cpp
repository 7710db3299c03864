// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <fmt/format.h>

#include "backend/emit/test_support.h"

namespace phobos::emit {
namespace {

using Lines = std::vector<std::string>;
using program::Congruence;

constexpr Congruence by_16{4, 0};

/// Tensors of which A and B are only read, and nothing more is known; dims N and K.
std::string kernel(const std::string& body) {
    return fmt::format(
        "@launch(64)\nkernel k(A: tensor<i8>[N, K], B: tensor<u8>[K], F: tensor<f32>[K], L: tensor<i64>[K], "
        "M: tensor<bool>[K], O: tensor<i32>[K], P: tensor<f32>[K], s: i32) {{\n{}\n}}\n",
        body);
}

/// Everything begins at a multiple of 16 bytes.
program::LaunchAssumptions aligned(Congruence pitch) {
    return {.dims = {Congruence{}, pitch}, .addresses = std::vector<Congruence>(7, by_16)};
}

Lines lines(const std::string& body, const program::LaunchAssumptions& assumptions = {},
            Checking checking = Checking::nothing) {
    return testing::lines_of_body(kernel(body), checking, assumptions);
}

/// The template arguments of the only load of a run.
std::string load(const std::string& statement, const program::LaunchAssumptions& assumptions) {
    for (const std::string& line : lines(statement, assumptions)) {
        const std::string begin = "ph::load_run<";
        const std::size_t at = line.find(begin);
        if (at != std::string::npos) return line.substr(at + begin.size(), line.find('>', at) - at - begin.size());
    }
    return "none";
}

TEST(Runs, AreAsWideAsTheLaunchTheAttributesAndTheSubscriptsProve) {
    EXPECT_EQ(load("O[s] = sum(i32(A[s, s :+ 16]))", {}), "16, 0, 0");
    EXPECT_EQ(load("O[s] = sum(i32(A[s, s * 16 :+ 16]))", aligned(by_16)), "16, 4, 0");
    EXPECT_EQ(load("O[s] = sum(i32(A[s, s * 16 :+ 16]))", aligned({2, 0})), "16, 2, 0");
    EXPECT_EQ(load("O[s] = sum(i32(A[s, s * 16 + 4 :+ 16]))", aligned(by_16)), "16, 4, 4");
    EXPECT_EQ(load("O[s] = sum(i32(A[0, ctx.lane * 16 :+ 16]))", aligned({})), "16, 4, 0");
    EXPECT_EQ(load("P[s] = sum(F[s :+ 4])", {}), "4, 2, 0");
    EXPECT_EQ(load("P[s] = sum(F[s * 2 :+ 4])", aligned({})), "4, 3, 0");
}

TEST(Runs, AreToldNoMoreOfTheirAddressThanTheyCanUse) {
    EXPECT_EQ(load("O[s] = sum(i32(B[64 :+ 3]))", aligned({})), "3, 1, 0");
    EXPECT_EQ(load("O[s] = sum(i32(B[68 :+ 4]))", aligned({})), "4, 2, 0");
    EXPECT_EQ(load("O[s] = sum(i32(B[70 :+ 64]))", aligned({})), "64, 4, 6");
}

TEST(Runs, OfTilesAreAsWideAsTheirShapeProves) {
    EXPECT_EQ(load("var t: tile<f16>[3, 24]\nP[s] = f32(elem(t[s, ctx.lane * 8 :+ 8], 1))", {}), "8, 4, 0");
}

TEST(Runs, OfBytesAreMultipliedByTheDotProductOfBytes) {
    EXPECT_EQ(lines("O[s] = sum(i32(A[s, 0 :+ 8]) * i32(B[s :+ 8]))", aligned({3, 0})),
              (Lines{"const ph::Run<i8, 8> A_run = ph::load_run<8, 3, 0>(A, ph::at(s, K, i32(0)));",
                     "const ph::Run<u8, 8> B_run = ph::load_run<8, 0, 0>(B, ph::at(s));",
                     "O[ph::at(s)] = ph::dot_bytes(A_run, B_run);"}));
    EXPECT_EQ(lines("O[s] = sum(i32(B[s :+ 8]) * i32(A[s, 0 :+ 8]))", aligned({3, 0})).back(),
              "O[ph::at(s)] = ph::dot_bytes(B_run, A_run);");
}

TEST(Runs, OfWhichNoDotProductIsKnownAreAddedInOrder) {
    EXPECT_EQ(lines("O[s] = sum(i32(B[s :+ 6]) * i32(B[s :+ 6]))").back(), "O[ph::at(s)] = total;");
    EXPECT_EQ(lines("P[s] = sum(F[s :+ 4] * F[0 :+ 4])"),
              (Lines{"const ph::Run<f32, 4> F_run = ph::load_run<4, 2, 0>(F, ph::at(s));",
                     "const ph::Run<f32, 4> F_run_1 = ph::load_run<4, 2, 0>(F, ph::at(i32(0)));",
                     "f32 total = F_run[0] * F_run_1[0];", "PH_UNROLL",
                     "for (int j = 1; j < 4; ++j) total = total + F_run[j] * F_run_1[j];", "P[ph::at(s)] = total;"}));
    EXPECT_EQ(lines("P[s] = sum(F[s :+ 4])").back(), "P[ph::at(s)] = ph::sum(F_run);");
    EXPECT_EQ(lines("P[s] = sum(-F[s :+ 1])").back(), "P[ph::at(s)] = total;");
}

TEST(Runs, CombineWithScalarsThatAreEvaluatedOnce) {
    EXPECT_EQ(lines("P[s] = sum(where(F[s :+ 2] > 0.5, F[s :+ 2], exp(P[3])))"),
              (Lines{"const ph::Run<f32, 2> F_run = ph::load_run<2, 2, 0>(F, ph::at(s));",
                     "const ph::Run<f32, 2> F_run_1 = ph::load_run<2, 2, 0>(F, ph::at(s));",
                     "const f32 value = ph::exp(P[ph::at(i32(3))]);",
                     "f32 total = ph::where(F_run[0] > 0.5f, F_run_1[0], value);", "PH_UNROLL",
                     "for (int j = 1; j < 2; ++j) total = total + ph::where(F_run[j] > 0.5f, F_run_1[j], value);",
                     "P[ph::at(s)] = total;"}));
}

TEST(Runs, GiveAnElementThatIsKnownOutOfRegisters) {
    EXPECT_EQ(lines("P[s] = elem(F[s :+ 4] + 1.0, 2)").back(), "P[ph::at(s)] = F_run[2] + 1.0f;");
    EXPECT_EQ(lines("for<unroll 4> j in range(4) { P[j] = elem(F[0 :+ 4], j) }").at(4),
              "P[ph::at(j)] = ph::elem(F_run, j);");
    EXPECT_EQ(lines("P[s] = f32(word(F[s :+ 4], 3))").back(), "P[ph::at(s)] = ph::convert<f32>(ph::word(F_run, 3));");
}

TEST(Runs, GiveAnElementThatOnlyTheKernelKnowsOutOfMemory) {
    EXPECT_EQ(lines("P[s] = elem(F[s :+ 4] * 2.0, s % 4)"),
              (Lines{"const auto* const F_run = F + ph::at(s);", "const i32 j = s % i32(4);",
                     "P[ph::at(s)] = F_run[ph::wide(j)] * 2.0f;"}));
    EXPECT_EQ(lines("M[s] = elem(M[s :+ 4], s)").back(), "M[ph::at(s)] = bool(M_run[ph::wide(s)]);");
    EXPECT_EQ(lines("for<unroll 2> j in range(4) { P[j] = elem(F[0 :+ 4], j) }").at(4),
              "P[ph::at(j)] = F_run[ph::wide(j)];")
        << "half of the turns are not written out";
    const auto word = [](const std::string& run) { return lines(fmt::format("O[s] = i32(word({}, s))", run)).back(); };
    EXPECT_EQ(word("B[s * 4 :+ 16]"),
              "O[ph::at(s)] = ph::convert<i32>(ph::word(ph::load_run<4, 0, 0>(B_run, ph::wide(s) * 4), "
              "0));");
    EXPECT_EQ(word("F[s :+ 4]"),
              "O[ph::at(s)] = ph::convert<i32>(ph::word(ph::load_run<1, 2, 0>(F_run, ph::wide(s)), 0));");
    EXPECT_EQ(word("L[s :+ 4]"),
              "O[ph::at(s)] = ph::convert<i32>(ph::word(ph::load_run<1, 3, 0>(L_run, ph::wide(s) / 2), "
              "ph::wide(s) % 2));");
}

TEST(Runs, AreReadBeforeAnIndexThatActs) {
    EXPECT_EQ(
        lines("P[s] = elem(P[s :+ 4], atomic_add(O, 0, 1))"),
        (Lines{"const ph::Run<f32, 4> P_run = ph::load_run<4, 2, 0>(P, ph::at(s));",
               "const i32 j = ph::atomic_add(O, ph::at(i32(0)), i32(1));", "P[ph::at(s)] = ph::elem(P_run, j);"}));
}

TEST(Runs, AreStoredWhenTheValueIsComplete) {
    EXPECT_EQ(lines("store(P[s * 4 :+ 4], F[0 :+ 4])", aligned({})),
              (Lines{"const ph::Run<f32, 4> F_run = ph::load_run<4, 4, 0>(F, ph::at(i32(0)));",
                     "ph::store_run<4, 4, 0>(P, ph::at(s * i32(4)), F_run);"}));
    EXPECT_EQ(lines("store(P[s :+ 4], 1.5)"), (Lines{"ph::store_run<4, 2, 0>(P, ph::at(s), ph::splat<4>(1.5f));"}));
    EXPECT_EQ(lines("store(P[s :+ 2], F[s :+ 2] / 2.0)"),
              (Lines{"const ph::Run<f32, 2> F_run = ph::load_run<2, 2, 0>(F, ph::at(s));", "ph::Run<f32, 2> run;",
                     "PH_UNROLL", "for (int j = 0; j < 2; ++j) run.set(j, F_run[j] / 2.0f);",
                     "ph::store_run<2, 2, 0>(P, ph::at(s), run);"}));
    EXPECT_EQ(lines("store(O[O[s] :+ 2], atomic_add(O, 0, 1))"),
              (Lines{"const i32 i = O[ph::at(s)];", "const i32 value = ph::atomic_add(O, ph::at(i32(0)), i32(1));",
                     "ph::store_run<2, 2, 0>(O, ph::at(i), ph::splat<2>(value));"}))
        << "the subscript is read before the atomic";
}

TEST(CheckedRuns, AreZeroWhereTheyAreOutside) {
    EXPECT_EQ(lines("P[s] = sum(F[s + 1 :+ 4])", {}, Checking::faults),
              (Lines{"const auto i = s + i32(1);", "const bool inside = faults.inside(0, 0, i, K, 4);",
                     fmt::format("const {0} F_run = inside ? ph::load_run<4, 2, 0>(F, ph::at(i)) : {0}();",
                                 "ph::Run<f32, 4>"),
                     "const f32 value = ph::sum(F_run);", "const bool inside_1 = faults.inside(1, 0, s, K);",
                     "if (inside_1) P[ph::at(s)] = value;"}));
}

TEST(CheckedRuns, GiveZeroForAnIndexOutside) {
    const Lines element = lines("let x = elem(F[0 :+ 4], s)", {}, Checking::faults);
    EXPECT_EQ(element.at(2), "const bool inside_1 = faults.index(1, s, 4);");
    EXPECT_EQ(element.at(3), "const f32 x = inside_1 ? ph::elem(F_run, s) : 0.0f;");
    const Lines word = lines("let x = word(L[0 :+ 4], s)", {}, Checking::faults);
    EXPECT_EQ(word.at(2), "const bool inside_1 = faults.index(1, s, 8);");
    EXPECT_EQ(word.at(3), "const u32 x = inside_1 ? ph::word(L_run, s) : u32(0u);");
}

TEST(CheckedRuns, AreComputedWholeWhereAnElementMayBeUndefined) {
    EXPECT_EQ(lines("let x = elem(8 / O[0 :+ 2], 1)", {}, Checking::faults),
              (Lines{"const bool inside = faults.inside(0, 0, i32(0), K, 2);",
                     fmt::format("const {0} O_run = inside ? ph::load_run<2, 2, 0>(O, ph::at(i32(0))) : {0}();",
                                 "ph::Run<i32, 2>"),
                     "ph::Run<i32, 2> run;", "PH_UNROLL",
                     "for (int j = 0; j < 2; ++j) run.set(j, faults.divide(1, i32(8), O_run[j]));",
                     "const i32 x = run[1];"}));
}

TEST(CheckedRuns, AreNotStoredWhereTheyAreOutside) {
    EXPECT_EQ(lines("store(P[s :+ 4], 1.5)", {}, Checking::faults),
              (Lines{"const bool inside = faults.inside(0, 0, s, K, 4);",
                     "if (inside) ph::store_run<4, 2, 0>(P, ph::at(s), ph::splat<4>(1.5f));"}));
}

}  // namespace
}  // namespace phobos::emit
