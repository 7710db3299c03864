// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/encloser.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "interp/plain/arithmetic.h"
#include "interp/plain/test_support.h"

namespace phobos::plain {
namespace {

using Floats = std::vector<float>;

Floats waves(std::size_t count) {
    Floats result;
    for (std::size_t i = 0; i < count; ++i) result.push_back(std::sin(static_cast<float>(i)) * 3);
    return result;
}

Result<std::vector<engine::Enclosure>, engine::NotEnclosed> enclosed(const program::CheckedProgram& program,
                                                                     std::vector<engine::Argument> arguments,
                                                                     engine::Block grid = {1, 1, 1}) {
    engine::Settings settings = all_checks();
    return make_encloser()->enclose(program, {std::move(arguments), grid}, settings);
}

const std::string softmax = R"(
@launch(64)
kernel softmax(X: tensor<f32>[M, N], O: tensor<f32>[M, N]) {
  for row in range(ctx.block.x, M, ctx.grid.x) {
    let x = where(iota(64) < N, X[row, 0 :+ 64], -inf)
    let e = exp(x - rowmax(x))
    O[row, 0 :+ 64] = e / rowsum(e)
  }
}
)";

TEST(Encloser, HoldsTheRunItselfAndLittleMore) {
    const auto program = checked(softmax);
    const std::vector<engine::Argument> arguments{tensor<float>({3, 50}, waves(150)), unwritten<float>({3, 50})};
    const auto found = enclosed(program, arguments, {2, 1, 1});
    ASSERT_TRUE(found);
    const engine::Ran ran = run(program, arguments, {2, 1, 1});
    const auto comparison = engine::compare((*found)[1], ran.tensors[1], engine::EnclosedComparison::widest);
    EXPECT_TRUE(comparison.agrees());
    EXPECT_TRUE(comparison.uninformative.empty());
    EXPECT_EQ(comparison.comparison.elements, 150U);
    // Not the value alone: exp has a bound.
    EXPECT_FALSE(engine::compare((*found)[1], ran.tensors[1], 0).uninformative.empty());
    // An element that is 64 steps off is found.
    engine::Tensor wrong = ran.tensors[1];
    wrong.store(77, {wrong.load(77).bits + 64});
    EXPECT_EQ(engine::compare((*found)[1], wrong, engine::EnclosedComparison::widest).comparison.mismatches, 1U);
    // Inputs stay what they were.
    EXPECT_EQ((*found)[0].low, (*found)[0].high);
}

TEST(Encloser, IsThePlainRunWhereEverythingIsExact) {
    const auto program = checked(R"(
fn pick(i: i32, j: i32, A: tensor<f32>[N]) -> f32 {
  return A[(i * 7 + j) % N]
}
@launch(64)
kernel k(A: tensor<f32>[N], B: tensor<f16>[8, 8], O: tensor<f32>[8, 8], C: tensor<i32>[1]) {
  let g: tile<f32>[8, 8] = generate(pick, A)
  var t: tile<f32>[8, 8] = dot(g, B[:, :]) + cumsum(tril(g)) * 0.5
  t += dot_t(B[:, :], g)
  t[0, ctx.thread % 8] = sum<over ctx.thread>(A[ctx.thread % N])
  O[:, :] = where(t < 0.0, -sqrt(abs(t)), rowmax(t)) + shuffle_xor(A[0], 1)
  if any<over ctx.lane>(A[ctx.lane % N] > 2.0) && ctx.thread == 0 {
    let old = atomic_add(C, 0, 5)
    O[7, 7] = elem(A[0 :+ 4], 2) + f32(old)
  }
}
)");
    engine::Tensor half = *engine::make_zeroed(ScalarType::f16, {8, 8});
    for (std::uint64_t i = 0; i < 64; ++i)
        half.store(i, convert(ScalarType::f16, {ScalarType::f32, bits_of(waves(64)[i])}));
    const std::vector<engine::Argument> arguments{vector_of<float>(waves(23)), engine::OwnTensor{half, 0},
                                                  unwritten<float>({8, 8}), zeros<std::int32_t>({1})};
    const auto found = enclosed(program, arguments);
    ASSERT_TRUE(found);
    const engine::Ran ran = run(program, arguments);
    for (const std::size_t i : {0U, 1U, 2U, 3U}) {
        EXPECT_EQ((*found)[i].low, ran.tensors[i]);
        EXPECT_EQ((*found)[i].high, ran.tensors[i]);
    }
}

TEST(Encloser, WidensProductsThatTensorcoreLoosens) {
    const std::string text = R"(
@launch(32)
kernel k(A: tensor<f32>[1, 16], O: tensor<f32>[1, 1]) {
  O[:, :] = dot_t(A[:, :], A[:, :])
}
)";
    const std::vector<engine::Argument> arguments{tensor<float>({1, 16}, Floats(16, 1.0F)), zeros<float>({1, 1})};
    const auto exact = enclosed(checked(text), arguments);
    ASSERT_TRUE(exact);
    EXPECT_EQ(values_of<float>((*exact)[1].low), Floats{16});
    EXPECT_EQ((*exact)[1].low, (*exact)[1].high);
    const auto loose = enclosed(checked("@tensorcore" + text), arguments);
    ASSERT_TRUE(loose);
    const double slack = (0x1p-10 + 16 * 0x1p-22) * 16;
    EXPECT_NEAR(values_of<float>((*loose)[1].low)[0], 16 - slack, 1e-5);
    EXPECT_NEAR(values_of<float>((*loose)[1].high)[0], 16 + slack, 1e-5);
}

/// The text at the place where the run cannot go on.
std::string undecided_at(const std::string& statements) {
    const std::string text =
        "@launch(32)\nkernel k(A: tensor<f32>[32], O: tensor<f32>[32], C: tensor<f32>[1]) {\n"
        "  let x = exp(A[ctx.thread])\n" +
        statements + "\n}\n";
    const auto found = enclosed(checked(text), {vector_of<float>(waves(32)), zeros<float>({32}), zeros<float>({1})});
    if (found) return "enclosed";
    const auto* undecided = std::get_if<engine::Undecided>(&found.error());
    if (undecided == nullptr) return std::string(engine::spelling(std::get<engine::Outcome>(found.error())));
    const Span span = undecided->place.span;
    return text.substr(span.begin, span.end - span.begin);
}

TEST(Encloser, EndsWhereAnUnknownValueDecides) {
    EXPECT_EQ(undecided_at("  O[ctx.thread] = x"), "enclosed");
    EXPECT_EQ(undecided_at("  if A[ctx.thread] > 0.0 { O[ctx.thread] = x }"), "enclosed");
    EXPECT_EQ(undecided_at("  if x == 1.75 { O[ctx.thread] = x }"), "enclosed");
    EXPECT_EQ(undecided_at("  let s = x - x\n  if s > 0.0 { O[ctx.thread] = x }"), "s > 0.0");
    EXPECT_EQ(undecided_at("  var s = x - x\n  while s > 0.0 { s = 0.0 }").substr(0, 5), "while");
    const std::string number = "  let n = i32(x * 1e9 - x * 1e9)\n";
    EXPECT_EQ(undecided_at(number + "  O[n] = x"), "O[n]");
    EXPECT_EQ(undecided_at(number + "  for i in range(n) { O[ctx.thread] = x }").substr(0, 3), "for");
    EXPECT_EQ(undecided_at(number + "  O[ctx.thread] = shuffle(x, n)").substr(0, 7), "shuffle");
    EXPECT_EQ(undecided_at("  let old = atomic_add(C, 0, 1.0)").substr(0, 10), "atomic_add");
    EXPECT_EQ(undecided_at("  O[ctx.thread] = f32(7 / i32(x * 1e9 - x * 1e9 + 1.0))"),
              "7 / i32(x * 1e9 - x * 1e9 + 1.0)");
}

TEST(Encloser, GivesAFaultOrLimitInsteadOfBounds) {
    EXPECT_EQ(undecided_at("  O[ctx.thread + 1] = x"), "trapped");
    const auto program = checked("@launch(32)\nkernel k(O: tensor<f32>[32]) {\n  while O[0] == 0.0 {\n  }\n}\n");
    engine::Settings settings = all_checks();
    settings.limits.steps = 1000;
    const auto found = make_encloser()->enclose(program, {{zeros<float>({32})}, {1, 1, 1}}, settings);
    ASSERT_FALSE(found);
    EXPECT_EQ(engine::spelling(std::get<engine::Outcome>(found.error())), "limit");
}

}  // namespace
}  // namespace phobos::plain
