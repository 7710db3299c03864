// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/generate/build.h"
#include "fuzz/generate/dyadic.h"
#include "fuzz/generate/mode.h"
#include "fuzz/generate/rapidcheck.h"
#include "fuzz/generate/walk.h"
#include "fuzz/oracle/judge.h"
#include "fuzz/oracle/mix.h"
#include "fuzz/oracle/test_support.h"
#include "fuzz/oracle/tolerated.h"
#include "interp/plain/encloser.h"
#include "interp/plain/engine.h"

/// What the modes of the generator promise.
namespace phobos::fuzz {
namespace {

/// The same sums and products in another order: `a + b` as `b + a`, `(a + b) + c` as `a + (b + c)`, `a * b + c` and
/// fma as each other, and lanes that are added up changed about.
Expression reordered(Expression expression) {
    for_each_operand(expression, [](Expression& operand) { operand = reordered(std::move(operand)); });
    if (const auto* fused = std::get_if<syntax::Call>(&expression.node)) {
        if (fused->callee.text == "fma")
            return binary(BinaryOperator::add,
                          binary(BinaryOperator::multiply, fused->arguments[0], fused->arguments[1]),
                          fused->arguments[2]);
        if (fused->over && fused->callee.text == "sum")
            return collective(
                "sum", *fused->over,
                call("shuffle", list(fused->arguments[0], binary(BinaryOperator::bit_xor, field(ContextField::lane),
                                                                 binary(BinaryOperator::shift_right,
                                                                        field(ContextField::lane), integer(1))))));
        return expression;
    }
    const auto* outer = std::get_if<syntax::Binary>(&expression.node);
    if (outer == nullptr || outer->op != BinaryOperator::add) return expression;
    const auto* inner = std::get_if<syntax::Binary>(&outer->left->node);
    const bool is_literal = std::holds_alternative<syntax::FloatLiteral>(outer->right->node) ||
                            std::holds_alternative<syntax::IntegerLiteral>(outer->right->node) ||
                            std::holds_alternative<syntax::Unary>(outer->right->node);
    if (inner == nullptr || inner->op != BinaryOperator::add || is_literal)
        return binary(BinaryOperator::add, *outer->right, *outer->left);
    return binary(BinaryOperator::add, *inner->left, binary(BinaryOperator::add, *inner->right, *outer->right));
}

Generated reordered(Generated kernel) {
    for_each_statement_of(kernel.file, [](syntax::Statement& statement) {
        for_each_expression(statement, [](Expression& expression) { expression = reordered(std::move(expression)); });
    });
    return kernel;
}

/// Elements of floats that differ between two runs; nothing where there is nothing to compare.
std::optional<std::uint64_t> differing(const Trial& one, const Trial& other) {
    if (one.program() == nullptr || other.program() == nullptr) return std::nullopt;
    const engine::Ran a = run_reference(one);
    const engine::Ran b = run_reference(other);
    if (!std::holds_alternative<engine::Finished>(a.outcome)) return std::nullopt;
    EXPECT_TRUE(std::holds_alternative<engine::Finished>(b.outcome)) << other.source->text();
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < a.tensors.size(); ++i)
        for (std::uint64_t k = 0; k < a.tensors[i].elements(); ++k)
            count += a.tensors[i].is_written(k) && !engine::agrees(a.tensors[i].element(), a.tensors[i].load(k),
                                                                   b.tensors[i].load(k), engine::SameBits{});
    return count;
}

TEST(ExactFloats, AreTheSameInAnyOrderOfOperations) {
    int kernels = 0;
    for (std::uint64_t seed = 0; seed < 80; ++seed) {
        const Generated kernel = generate_kernel(seed, {.floats = Floats::exact});
        const Trial given = make_trial(seed, kernel);
        const Trial other = make_trial(seed, reordered(kernel));
        const auto found = differing(given, other);
        if (!found || given.parsed == other.parsed) continue;
        ++kernels;
        EXPECT_EQ(*found, 0U) << seed << '\n' << given.source->text();
    }
    EXPECT_GT(kernels, 50);
}

TEST(ExactFloats, WouldDifferInAnotherOrderIfTheyWereNotExact) {
    for (const std::string value :
         {"(A[t] * 0.1 + A[1] * 0.3) + A[2] * 0.7", "fma(A[t], 0.1, A[t] * -0.1)", "sum<over ctx.lane>(A[t] * 0.1)"}) {
        Generated inputs = testing::case_of_text(
            "@launch(32)\nkernel one(A: tensor<f32>[N], O: tensor<f32>[N]) {\n"
            "  let t = ctx.thread\n  O[t] = " +
            value + "\n}\n");
        auto& values = std::get<engine::OwnTensor>(inputs.launch.arguments[0]).tensor;
        for (std::uint64_t i = 0; i < values.elements(); ++i)
            values.store(i, {0x3F800000 + (i * 2654435761U & 0x3FFFFFF)});
        EXPECT_GT(differing(make_trial(0, inputs), make_trial(0, reordered(inputs))).value_or(0), 0U) << value;
    }
}

TEST(ExactFloats, KeepFunctionsWithABoundOut) {
    int exact = 0;
    int others = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed)
        for (const Floats floats : {Floats::exact, Floats::any}) {
            const Trial trial = make_trial(seed, generate_kernel(seed, {.floats = floats}));
            if (trial.program() == nullptr) continue;
            const bool has = has_bounded_functions(trial.program()->program());
            if (floats == Floats::any) others += has ? 1 : 0;
            if (floats != Floats::exact) continue;
            ++exact;
            EXPECT_FALSE(has) << seed;
        }
    EXPECT_GT(exact, 45);
    EXPECT_GT(others, 25) << "and any floats have them";
}

TEST(Dyadic, TellsWhetherAllFit) {
    EXPECT_TRUE(fits(ScalarType::bf16, {256, 3}));
    EXPECT_FALSE(fits(ScalarType::bf16, {257, 3}));
    EXPECT_EQ((Dyadic{3, 1} + Dyadic{1, 2}), (Dyadic{7, 2}));
    EXPECT_EQ((Dyadic{3, 1} * Dyadic{5, 2}), (Dyadic{15, 3}));
    for (const ScalarType type : {ScalarType::f16, ScalarType::bf16, ScalarType::f32, ScalarType::f64}) {
        const Dyadic rest = at_rest(type);
        EXPECT_TRUE(fits(type, rest * rest + rest));
    }
}

TEST(FunctionsWithABound, DecideNothingWhereTheyAreEnclosed) {
    const auto encloser = plain::make_encloser();
    engine::Settings settings;
    settings.checks = {.uninitialised = true, .races = false, .levels = false};
    int with = 0;
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
        const Trial trial = make_trial(seed, generate_kernel(seed, {.bounded = Bounded::enclosed}));
        if (trial.program() == nullptr || !has_bounded_functions(trial.program()->program())) continue;
        ++with;
        const auto enclosures = encloser->enclose(*trial.program(), trial.given.launch, settings);
        EXPECT_TRUE(enclosures.has_value()) << seed << '\n' << trial.source->text();
    }
    EXPECT_GT(with, 60);
}

TEST(Modes, KeepTheMix) {
    for (const Mode mode : {Mode::any, Mode::exact, Mode::card}) {
        Mix mix;
        for (std::uint64_t seed = 0; seed < 1000; ++seed) {
            const Trial trial = make_trial(seed, generate_kernel(seed, options_of(seed, mode, GridBarriers::allowed)));
            if (trial.program() != nullptr) mix.add(traits_of(trial));
        }
        EXPECT_GT(mix.kernels(), 980U);
        EXPECT_TRUE(keeps_floor(mix)) << spelling(mode) << '\n' << mix_text(mix);
    }
}

TEST(Kernels, AreValuesWhosePrintedTextIsThemselves) {
    for_all("a kernel prints to a text that parses to it", [] {
        const Generated kernel = *any_kernel();
        RC_ASSERT(make_trial(0, kernel).parsed == kernel.file);
    });
}

TEST(Kernels, ShrinkToWhatTheSameSeedMakesOfFewerStatements) {
    const Generated kernel = generate_kernel(7, {});
    const auto smaller = smaller_kernels(kernel);
    ASSERT_FALSE(smaller.empty());
    EXPECT_EQ(smaller.front().options.statements, kernel.options.statements / 2);
    EXPECT_EQ(smaller.front().seed, kernel.seed);
    for (const Generated& each : smaller) {
        EXPECT_TRUE(each.file == generate_kernel(7, each.options).file);
        EXPECT_FALSE(each.file == kernel.file);
    }
}

TEST(Inputs, AreOfEveryClassOfBits) {
    std::array<int, 4> seen{};  // NaN, infinite, subnormal, a power of two
    for_all("a float of any class", [&] {
        const std::uint64_t bits = (*any_scalar(ScalarType::f32)).bits;
        const std::uint64_t exponent = bits >> 23 & 0xFF;
        const std::uint64_t fraction = bits & 0x7FFFFF;
        seen[0] += exponent == 0xFF && fraction != 0;
        seen[1] += exponent == 0xFF && fraction == 0;
        seen[2] += exponent == 0 && fraction != 0;
        seen[3] += exponent != 0 && exponent != 0xFF && fraction == 0;
    });
    for (const int count : seen) EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace phobos::fuzz
