// SPDX-License-Identifier: Apache-2.0
#include "fuzz/reduce/reduce.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "fuzz/mutation/rewrite.h"
#include "fuzz/oracle/test_support.h"
#include "fuzz/reduce/edits.h"
#include "fuzz/reduce/order.h"
#include "lang/syntax/printer.h"

namespace phobos::fuzz {
namespace {

using testing::WrongEngine;

/// A difference that is planted in every expression of a program.
struct Planted {
    const char* name;
    void (*change)(program::Expression&);
};

constexpr std::array planted{
    Planted{"SubtractIsAdd",
            [](program::Expression& expression) {
                auto* node = std::get_if<program::Binary>(&expression.node);
                if (node != nullptr && node->op == BinaryOperator::subtract) node->op = BinaryOperator::add;
            }},
    Planted{"LessIsLessOrEqual",
            [](program::Expression& expression) {
                auto* node = std::get_if<program::Binary>(&expression.node);
                if (node != nullptr && node->op == BinaryOperator::less) node->op = BinaryOperator::less_equal;
            }},
    Planted{"OrIsXor",
            [](program::Expression& expression) {
                auto* node = std::get_if<program::Binary>(&expression.node);
                if (node != nullptr && node->op == BinaryOperator::bit_or && is_integer(expression.type.element) &&
                    !std::holds_alternative<program::Constant>(node->right->node))
                    node->op = BinaryOperator::bit_xor;
            }},
    Planted{"MinimumIsMaximum",
            [](program::Expression& expression) {
                auto* node = std::get_if<program::Elementwise>(&expression.node);
                if (node != nullptr && node->builtin == Builtin::minimum && is_float(expression.type.element))
                    node->builtin = Builtin::maximum;
            }},
    Planted{"CollectiveSumIsXor",
            [](program::Expression& expression) {
                auto* node = std::get_if<program::Collective>(&expression.node);
                if (node != nullptr && node->op == CollectiveOperator::sum && is_integer(expression.type.element))
                    node->op = CollectiveOperator::bit_xor;
            }},
};

WrongEngine engine_of(const Planted& fault) {
    return WrongEngine({.program = [fault](program::Program& program) {
        mutation::rewrite(program.body, [&](program::Expression& expression) { fault.change(expression); });
    }});
}

constexpr Offers offers{.steps = true, .uninitialised = true, .levels = false};

class Planting : public ::testing::TestWithParam<Planted> {};

TEST_P(Planting, IsFoundAndReducedToAFewStatements) {
    WrongEngine wrong = engine_of(GetParam());
    const auto reference = plain::make_engine();
    const std::array ways{Way{"reference", reference.get(), offers}, Way{"wrong", &wrong, offers}};
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        std::array trials{make_trial(seed, generate_kernel(seed, {}))};
        const Verdict verdict = judge(trials, ways).front();
        if (!verdict.finding || verdict.finding->signature.kind != "value") continue;
        const Reduced reduced =
            reduce(trials.front().given, verdict.finding->signature, ways, {.most_candidates = 3000});
        const std::string text = syntax::print(reduced.smallest.file);
        EXPECT_LT(statements_of(reduced.smallest.file), 12U) << fmt::format("seed {}\n{}", seed, text);
        const std::array smaller{make_trial(0, reduced.smallest)};
        const Verdict again = judge(smaller, ways).front();
        ASSERT_TRUE(again.finding) << text;
        EXPECT_EQ(again.finding->signature, verdict.finding->signature) << text;
        EXPECT_EQ(again.fate, verdict.fate) << text;
        EXPECT_LE(reduced.candidates, 3000U + 1);
        return;
    }
    FAIL() << "no kernel of 300 shows it";
}

INSTANTIATE_TEST_SUITE_P(Faults, Planting, ::testing::ValuesIn(planted),
                         [](const ::testing::TestParamInfo<Planted>& row) { return std::string(row.param.name); });

TEST(Reduce, KeepsToItsBudget) {
    WrongEngine wrong = engine_of(planted[0]);
    const auto reference = plain::make_engine();
    const std::array ways{Way{"reference", reference.get(), offers}, Way{"wrong", &wrong, offers}};
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        std::array trials{make_trial(seed, generate_kernel(seed, {}))};
        const Verdict verdict = judge(trials, ways).front();
        if (!verdict.finding) continue;
        const Reduced reduced = reduce(trials.front().given, verdict.finding->signature, ways, {.most_candidates = 5});
        EXPECT_EQ(reduced.candidates, 5U);
        const Reduced stopped =
            reduce(trials.front().given, verdict.finding->signature, ways, {.is_stopped = [] { return true; }});
        EXPECT_EQ(stopped.candidates, 0U);
        EXPECT_EQ(stopped.smallest.file, trials.front().given.file);
        return;
    }
    FAIL() << "no kernel of 300 shows it";
}

TEST(Reduce, JudgesByTheNumberOfTheCase) {
    WrongEngine wrong({.ran =
                           [](engine::Ran& ran) {
                               if (!ran.tensors.empty() && ran.tensors[0].elements() > 0) ran.tensors[0].store(0, {7});
                           },
                       .is_wrong = [](const engine::Settings& settings) { return settings.seed == 4711; }});
    const auto reference = plain::make_engine();
    const std::array ways{Way{"reference", reference.get(), offers}, Way{"wrong", &wrong, offers}};
    Generated given = testing::case_of_text(
        "@launch(32)\nkernel k(O: tensor<i32>[N]) {\n  let a = ctx.lane\n"
        "  O[ctx.thread] = 1\n}\n");
    given.seed = 4711;
    const std::array trials{make_trial(given.seed, given)};
    const Verdict verdict = judge(trials, ways).front();
    ASSERT_TRUE(verdict.finding);
    const Reduced reduced = reduce(given, verdict.finding->signature, ways);
    EXPECT_GT(reduced.accepted, 0U);
    EXPECT_EQ(reduced.smallest.seed, given.seed);
    EXPECT_LT(statements_of(reduced.smallest.file), 2U);
}

std::string printed(const Generated& given, const Edit& edit) {
    const auto smaller = applied(given, edit);
    return smaller ? syntax::print(smaller->file) : "";
}

TEST(Edits, OfTheTreeDoWhatTheySay) {
    const Generated given = testing::case_of_text(
        "@launch(32)\nkernel k(O: tensor<i32>[N], p: i32) {\n  let a = p + 1\n  if a > 2 {\n    O[ctx.thread] = a\n  "
        "}\n"
        "  for i in range(2, 4) {\n    O[ctx.thread] = i\n  }\n}\n");
    EXPECT_EQ(printed(given, DropStatements{0, 1, 2}),
              "@launch(32)\nkernel k(O: tensor<i32>[N], p: i32) {\n  let a = p + 1\n}\n");
    EXPECT_EQ(printed(given, Unwrap{1, 0}),
              "@launch(32)\nkernel k(O: tensor<i32>[N], p: i32) {\n  let a = p + 1\n  O[ctx.thread] = a\n"
              "  for i in range(2, 4) {\n    O[ctx.thread] = i\n  }\n}\n");
    EXPECT_EQ(
        printed(given, Unwrap{3, 0}),
        "@launch(32)\nkernel k(O: tensor<i32>[N], p: i32) {\n  let a = p + 1\n  if a > 2 {\n    O[ctx.thread] = a\n"
        "  }\n  let i = 2\n  O[ctx.thread] = i\n}\n");
    EXPECT_EQ(printed(given, DropStatements{0, 2, 2}), "");
}

TEST(Edits, OfTheLaunchKeepDataInItsPlace) {
    Generated given = testing::case_of_text("@launch(32)\nkernel k(O: tensor<i32>[N]) {\n  O[ctx.thread] = 1\n}\n", 48);
    const auto shorter = applied(given, ShrinkAxis{0, 0, 32});
    ASSERT_TRUE(shorter);
    const auto& tensor = std::get<engine::OwnTensor>(shorter->launch.arguments[0]).tensor;
    EXPECT_EQ(tensor.shape(), std::vector<std::int64_t>{32});
    EXPECT_EQ(tensor.load(31).bits, 31U);
    const auto zeroed = applied(given, ZeroElements{0, 8, 8});
    ASSERT_TRUE(zeroed);
    const auto& zeros = std::get<engine::OwnTensor>(zeroed->launch.arguments[0]).tensor;
    EXPECT_EQ(zeros.load(7).bits, 7U);
    EXPECT_EQ(zeros.load(8).bits, 0U);
    EXPECT_EQ(zeros.load(16).bits, 16U);
}

TEST(Edits, LeaveSubscriptsOfWhatIsWrittenAlone) {
    const Trial trial =
        make_trial(0, testing::case_of_text("@launch(32)\nkernel k(X: tensor<i32>[N], O: tensor<i32>[N]) {\n"
                                            "  let g = ctx.thread + 0\n  O[g] = X[ctx.lane] + O[g]\n}\n"));
    ASSERT_NE(trial.program(), nullptr);
    for (const Edit& edit : edits_of(trial, Pass::expressions)) {
        const std::string text = printed(trial.given, edit);
        EXPECT_NE(text.find("let g = ctx.thread + 0\n  O[g] = "), std::string::npos) << text;
        if (text.find("+ O[") != std::string::npos) {
            EXPECT_NE(text.find("+ O[g]"), std::string::npos) << text;
        }
    }
}

TEST(Order, OfSharedBuffersNeedsItsBarriers) {
    const auto kept = [](const std::string& body) {
        return keeps_order(syntax::parse(SourceFile("k.ph",
                                                    "@launch(32)\nkernel k(O: tensor<i32>[N]) {\n"
                                                    "  var s: tile<i32>[32]\n" +
                                                        body + "}\n"))
                               .file);
    };
    const std::string write = "  s[ctx.thread] = 1\n";
    const std::string read = "  let l = s[3]\n";
    EXPECT_TRUE(kept(write + "  barrier()\n" + read + "  barrier()\n" + write));
    EXPECT_FALSE(kept(write + read));
    EXPECT_FALSE(kept(write + "  barrier()\n" + read + write));
    EXPECT_TRUE(kept("  for i in range(3) {\n  " + write + "    barrier()\n  " + read + "    barrier()\n  }\n"));
    EXPECT_FALSE(kept("  for i in range(3) {\n  " + write + "    barrier()\n  " + read + "  }\n"));
}

}  // namespace
}  // namespace phobos::fuzz
