// SPDX-License-Identifier: Apache-2.0
// The check of levels on whole kernels: what the checker claims holds, and a lower claim is found.
#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "interp/plain/test_support.h"

namespace phobos::plain {
namespace {

const char* const kernels[] = {
    R"(
@launch(96)
kernel levels(A: tensor<i32>[N], O: tensor<i32>[96]) {
  let col = ctx.block.x * ctx.warps + ctx.warp
  var acc = 0
  for k in range(ctx.lane, N, ctx.lanes) {
    if A[k] == 3 { continue }
    acc += A[k]
  }
  let total = sum<over ctx.lane>(acc)
  let all_of_them = max<over ctx.thread>(total + col)
  var last = 0
  while last < ctx.warp + 2 { last += 1 }
  O[ctx.thread] = all_of_them + last + shuffle(acc, 3)
}
)",
    R"(
fn weight(i: i32, n: i32) -> i32 {
  if i % 2 == 0 { return n }
  return n + 1
}
@launch(64)
kernel levels(A: tensor<i32>[N], O: tensor<i32>[64]) {
  var s: tile<i32>[64]
  s[ctx.thread] = A[ctx.thread % N]
  barrier()
  var x = 0
  for i in range(3) {
    x = weight(i, s[i]) + weight(ctx.warp, 2) + weight(ctx.lane, 1)
  }
  let votes = ballot(x % 3 == 0)
  O[ctx.thread] = x + popcount(votes)
}
)",
};

std::vector<engine::Argument> arguments(std::int64_t threads) {
    return {vector_of(counted<std::int32_t>(50, [](std::int64_t i) { return i * 7 % 11; })),
            zeros<std::int32_t>({threads})};
}
std::int64_t threads_of(const program::CheckedProgram& program) { return program.program().bounds.threads; }

TEST(Levels, WhatTheCheckerClaimsHolds) {
    for (const char* text : kernels) {
        for (const int lanes : {32, 64}) {
            if (lanes == 64 && std::string(text).find("96") != std::string::npos) continue;
            const auto program = checked(text, lanes);
            const engine::Ran ran = run(program, arguments(threads_of(program)), {2, 1, 1});
            if (const auto* violation = std::get_if<engine::LevelViolation>(&ran.outcome))
                ADD_FAILURE() << violation->message;
            EXPECT_EQ(engine::spelling(ran.outcome), "finished");
        }
    }
}

TEST(Levels, EveryClaimBelowTheShownLevelIsFoundAndNoOther) {
    for (const char* text : kernels) {
        const auto program = checked(text);
        const std::vector<Level>& truth = program.levels().expressions;
        const engine::Launch launch{arguments(threads_of(program)), {2, 1, 1}};
        const LevelPrecision precision = observe(program.program(), truth, launch, all_checks()).precision;
        int found = 0;
        for (std::size_t i = 0; i < truth.size(); ++i) {
            for (const Level lower : {Level::uniform, Level::warp_uniform}) {
                if (lower >= truth[i]) continue;
                std::vector<Level> planted = truth;
                planted[i] = lower;
                const engine::Outcome outcome = observe(program.program(), planted, launch, all_checks()).ran.outcome;
                const auto* violation = std::get_if<engine::LevelViolation>(&outcome);
                ASSERT_EQ(violation != nullptr, precision.shown[i].value_or(Level::uniform) > lower) << i;
                if (violation == nullptr) continue;
                ++found;
                EXPECT_EQ(violation->expression.index, i);
            }
        }
        EXPECT_GE(found, 10);
    }
}

TEST(Levels, AViolationNamesThePlaceTwoThreadsAndBothValues) {
    const std::string text = "@launch(64)\nkernel k(O: tensor<i32>[64]) {\n  O[ctx.thread] = ctx.warp + 40\n}\n";
    const auto program = checked(text);
    const engine::Launch launch{{zeros<std::int32_t>({64})}, {1, 1, 1}};
    const std::vector<Level> planted(program.levels().expressions.size(), Level::uniform);
    std::vector<Level> claims = program.levels().expressions;
    for (Level& claim : claims)
        if (claim == Level::warp_uniform) claim = Level::uniform;
    const engine::Outcome outcome = observe(program.program(), claims, launch, all_checks()).ran.outcome;
    ASSERT_TRUE(std::holds_alternative<engine::LevelViolation>(outcome));
    const auto& violation = std::get<engine::LevelViolation>(outcome);
    EXPECT_EQ(violation.message, "a value that is uniform by the rules of levels is 0 in thread 0 and 1 in thread 32");
    EXPECT_EQ(text.substr(violation.place.span.begin, violation.place.span.end - violation.place.span.begin),
              "ctx.warp");
    EXPECT_EQ(violation.place.warp, 1);
    EXPECT_EQ(violation.place.lanes, 1U);
}

TEST(Levels, NanIsOneValueAndZerosAreTwo) {
    const auto program = checked(
        "@launch(32)\nkernel k(A: tensor<f32>[32], O: tensor<f32>[32]) {\n  O[ctx.thread] = A[ctx.thread]\n}\n");
    std::vector<Level> claims = program.levels().expressions;
    std::size_t load = claims.size();
    for (std::size_t i = 0; i < claims.size(); ++i)
        if (program.program().expressions == claims.size() && claims[i] == Level::varying) load = i;
    ASSERT_LT(load, claims.size());
    const auto shown = [&](std::uint64_t even, std::uint64_t odd) {
        engine::OwnTensor values = zeros<float>({32});
        for (std::uint64_t i = 0; i < 32; ++i) values.tensor.store(i, {i % 2 == 0 ? even : odd});
        const engine::Launch launch{{values, zeros<float>({32})}, {1, 1, 1}};
        std::vector<std::optional<Level>> levels =
            observe(program.program(), claims, launch, all_checks()).precision.shown;
        // Of the three or so expressions only the load is not a subscript: the only one that may be uniform here.
        return std::count(levels.begin(), levels.end(), Level::uniform);
    };
    EXPECT_EQ(shown(0x7FC00000, 0xFFC12345), 1);
    EXPECT_EQ(shown(0x3F800000, 0x3F800000), 1);
    EXPECT_EQ(shown(0x80000000, 0x00000000), 0);
}

TEST(Levels, PrecisionCountsWhatARunShows) {
    const auto program =
        checked("@launch(64)\nkernel k(O: tensor<i32>[64], n: i32) {\n  O[ctx.thread] = ctx.lane * n\n}\n");
    const auto product_is = [&](std::int32_t n) {
        const engine::Launch launch{{zeros<std::int32_t>({64}), engine::Scalar{ScalarType::i32, bits_of(n)}},
                                    {1, 1, 1}};
        const LevelPrecision precision =
            observe(program.program(), program.levels().expressions, launch, all_checks()).precision;
        return std::count(precision.shown.begin(), precision.shown.end(), Level::varying);
    };
    EXPECT_EQ(product_is(1), 3) << "ctx.thread, ctx.lane and the product";
    EXPECT_EQ(product_is(0), 2) << "the product is 0 in every thread";
}

}  // namespace
}  // namespace phobos::plain
