// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <numeric>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "interp/exec/engine.h"
#include "interp/plain/test_support.h"

/// What a launch as a whole promises: limits, the fault that is told, the same bits from any number of workers.
namespace phobos::interp {
namespace {

using plain::checked;

engine::Settings settings(int jobs = 1) {
    engine::Settings result;
    result.checks = {true, false, false};
    result.jobs = jobs;
    return result;
}

engine::Ran run(const std::string& text, std::vector<engine::Argument> arguments, engine::Block grid,
                const engine::Settings& with) {
    const auto engine = make_engine();
    return engine::run(*engine, checked(text), {std::move(arguments), grid}, with);
}

const std::string counting =
    "@launch(32)\nkernel k(O: tensor<i32>[M, 32]) {\n  for i in range(4) {\n    O[ctx.block.x, ctx.thread] += i\n  }\n"
    "}\n";

engine::LimitKind limit_of(const engine::Ran& ran) {
    const auto* limited = std::get_if<engine::Limited>(&ran.outcome);
    EXPECT_NE(limited, nullptr) << engine::spelling(ran.outcome);
    return limited != nullptr ? limited->kind : engine::LimitKind::shared;
}

TEST(Limits, OfStepsAreExact) {
    // The for itself, five looks at its range, four assignments, by each thread.
    const std::uint64_t steps = std::uint64_t{3} * 32 * (1 + 5 + 4);
    const engine::Ran unlimited = run(counting, {plain::zeros<std::int32_t>({3, 32})}, {3, 1, 1}, settings());
    EXPECT_EQ(std::get<engine::Finished>(unlimited.outcome).steps, steps);
    for (const int jobs : {1, 4}) {
        engine::Settings with = settings(jobs);
        with.limits.steps = steps;
        const engine::Ran just = run(counting, {plain::zeros<std::int32_t>({3, 32})}, {3, 1, 1}, with);
        EXPECT_EQ(engine::spelling(just.outcome), "finished");
        for (const std::uint64_t fewer : {std::uint64_t{0}, std::uint64_t{1}, steps / 2, steps - 1}) {
            with.limits.steps = fewer;
            const engine::Ran ran = run(counting, {plain::zeros<std::int32_t>({3, 32})}, {3, 1, 1}, with);
            EXPECT_EQ(limit_of(ran), engine::LimitKind::steps) << fewer;
        }
    }
}

TEST(Limits, OfTimeEndLoopsAndGridsThatNeverWould) {
    const std::string endless =
        "@launch(64)\nkernel k(O: tensor<i32>[64]) {\n  var i: i32 = 0\n  while true {\n    i += 1\n  }\n  "
        "O[ctx.thread] = i\n}\n";
    const std::string nothing = "@launch(32)\nkernel k(O: tensor<i32>[64]) {\n}\n";
    for (const int jobs : {1, 3}) {
        engine::Settings with = settings(jobs);
        with.limits.time = std::chrono::milliseconds{30};
        EXPECT_EQ(limit_of(run(endless, {plain::zeros<std::int32_t>({64})}, {5, 1, 1}, with)), engine::LimitKind::time);
        EXPECT_EQ(limit_of(run(nothing, {plain::zeros<std::int32_t>({64})}, {2147483647, 65535, 65535}, with)),
                  engine::LimitKind::time);
    }
}

/// The least limit of memory under which a kernel with one tensor finishes.
std::uint64_t least_memory(const std::string& text, std::int64_t elements, engine::Block grid, int jobs) {
    std::uint64_t too_little = 0;
    std::uint64_t enough = std::uint64_t{1} << 24;
    while (enough - too_little > 1) {
        engine::Settings with = settings(jobs);
        with.limits.memory_bytes = std::midpoint(too_little, enough);
        const engine::Ran ran = run(text, {plain::zeros<std::int32_t>({elements})}, grid, with);
        if (std::holds_alternative<engine::Finished>(ran.outcome)) {
            enough = *with.limits.memory_bytes;
        } else {
            EXPECT_EQ(limit_of(ran), engine::LimitKind::memory);
            too_little = *with.limits.memory_bytes;
        }
    }
    return enough;
}

TEST(Limits, OfMemoryCountArgumentsTilesAndThreadsOfTheBlocksAtOnce) {
    const std::string begin = "@launch(64)\nkernel k(O: tensor<i32>[N]) {\n";
    const std::string end = "  let b = ctx.block.x\n  O[b * 64 + ctx.thread] = ctx.thread * b\n}\n";
    const std::string plain_text = begin + end;
    const std::uint64_t least = least_memory(plain_text, 128, {2, 1, 1}, 1);
    EXPECT_EQ(least_memory(plain_text, 228, {2, 1, 1}, 1), least + 400);
    const std::uint64_t with_tile = least_memory(begin + "  var s: tile<f64>[128]\n" + end, 128, {2, 1, 1}, 1);
    EXPECT_EQ(with_tile, least + 128 * (8 + 1));
    const std::uint64_t of_block = least - 512;
    EXPECT_GE(of_block, 64U * 4);
    EXPECT_EQ(least_memory(plain_text, 128, {2, 1, 1}, 2), least + of_block);
    EXPECT_EQ(least_memory(plain_text, 128, {1, 1, 1}, 2), least);
}

TEST(Faults, AreTheLowestBlocksWhateverTheNumberOfWorkers) {
    // The lowest block to fault takes the longest until it does.
    const std::string text =
        "@launch(64)\nkernel k(A: tensor<i32>[64], O: tensor<i32>[40, 64]) {\n"
        "  let b = ctx.block.x + ctx.grid.x * ctx.block.y\n"
        "  var x: i32 = 0\n"
        "  if b == 7 {\n    for i in range(3000) {\n      x += i * ctx.thread\n    }\n  }\n"
        "  if b == 7 || b == 9 || b > 30 {\n    x = A[ctx.lane + 60 - b % 2 * 30]\n  }\n"
        "  O[b, ctx.thread] = x\n}\n";
    for (const int jobs : {1, 2, 5})
        for (int repeat = 0; repeat < 5; ++repeat) {
            const engine::Ran ran = run(text, {plain::zeros<std::int32_t>({64}), plain::zeros<std::int32_t>({40, 64})},
                                        {10, 4, 1}, settings(jobs));
            const auto* trapped = std::get_if<engine::Trapped>(&ran.outcome);
            ASSERT_NE(trapped, nullptr);
            EXPECT_EQ(trapped->kind, engine::FaultKind::out_of_bounds);
            // b = 7 reads A[lane + 30]: all inside; b = 9 likewise; 32 is the first whose lanes 4.. are outside.
            EXPECT_EQ(trapped->place.block, (engine::Block{2, 3, 0})) << jobs;
            EXPECT_EQ(trapped->place.warp, 0);
            EXPECT_EQ(trapped->place.lanes, 0xFFFFFFF0U);
        }
}

TEST(Faults, OfABlockThatComesLastInTimeStillWin) {
    const std::string text =
        "@launch(32)\nkernel k(O: tensor<i32>[32]) {\n"
        "  var x: i32 = 0\n"
        "  if ctx.block.x == 1 {\n    for i in range(20000) {\n      x ^= i * ctx.thread\n    }\n  }\n"
        "  let y = 5 / (ctx.block.x * 0 + where(ctx.block.x == 0, 1, 0))\n"
        "  if ctx.block.x == 0 {\n    O[ctx.thread] = x + y\n  }\n}\n";
    for (const int jobs : {1, 2, 5}) {
        const engine::Ran ran = run(text, {plain::zeros<std::int32_t>({32})}, {64, 1, 1}, settings(jobs));
        const auto* trapped = std::get_if<engine::Trapped>(&ran.outcome);
        ASSERT_NE(trapped, nullptr);
        EXPECT_EQ(trapped->kind, engine::FaultKind::division);
        EXPECT_EQ(trapped->place.block, (engine::Block{1, 0, 0})) << jobs;
        EXPECT_EQ(trapped->place.lanes, 0xFFFFFFFFU);
    }
}

TEST(Workers, GiveTheSameBits) {
    const std::string text =
        "@launch(96)\nkernel k(X: tensor<f32>[N], O: tensor<f32>[24, 96], I: tensor<i32>[24, 6]) {\n"
        "  let b = ctx.block.x + ctx.grid.x * (ctx.block.y + ctx.grid.y * ctx.block.z)\n"
        "  var s: tile<f32>[96]\n"
        "  s[ctx.thread] = X[(ctx.thread * 7 + b) % N]\n"
        "  let total = sum<over ctx.thread>(s[ctx.thread])\n"
        "  O[b, ctx.thread] = s[95 - ctx.thread] / total\n"
        "  if ctx.thread == 0 {\n"
        "    I[b, 0] = ctx.block.x\n    I[b, 1] = ctx.block.y\n    I[b, 2] = ctx.block.z\n"
        "    I[b, 3] = ctx.grid.x\n    I[b, 4] = ctx.grid.y\n    I[b, 5] = ctx.grid.z\n  }\n}\n";
    const auto values = plain::counted<float>(61, [](std::int64_t i) { return 1.0F / static_cast<float>(i + 1); });
    std::vector<engine::Argument> arguments{plain::vector_of(values), plain::unwritten<float>({24, 96}),
                                            plain::unwritten<std::int32_t>({24, 6})};
    const engine::Ran first = run(text, arguments, {4, 3, 2}, settings());
    ASSERT_EQ(engine::spelling(first.outcome), "finished");
    const auto indices = plain::values_of<std::int32_t>(first.tensors[2]);
    for (int b = 0; b < 24; ++b)
        EXPECT_EQ(std::vector<std::int32_t>(indices.begin() + b * 6, indices.begin() + b * 6 + 6),
                  (std::vector<std::int32_t>{b % 4, b / 4 % 3, b / 12, 4, 3, 2}));
    for (int jobs = 2; jobs <= 5; ++jobs) {
        const engine::Ran ran = run(text, arguments, {4, 3, 2}, settings(jobs));
        EXPECT_EQ(ran.tensors, first.tensors) << jobs;
        EXPECT_EQ(std::get<engine::Finished>(ran.outcome).steps, std::get<engine::Finished>(first.outcome).steps);
    }
}

TEST(Workers, RunBlocksInOrderWhereAtomicsMeet) {
    const std::string text =
        "@launch(32)\nkernel k(C: tensor<i32>[1], O: tensor<i32>[50, 32]) {\n"
        "  O[ctx.block.x, ctx.thread] = atomic_add(C, 0, 1)\n}\n";
    for (const int jobs : {1, 2, 5}) {
        const engine::Ran ran = run(text, {plain::zeros<std::int32_t>({1}), plain::unwritten<std::int32_t>({50, 32})},
                                    {50, 1, 1}, settings(jobs));
        EXPECT_EQ(plain::values_of<std::int32_t>(ran.tensors[1]),
                  plain::counted<std::int32_t>(1600, [](std::int64_t i) { return i; }));
    }
}

TEST(Arguments, KeepTheirGuardZonesAndViewsShareMemory) {
    const std::string text =
        "@launch(32)\nkernel k(X: tensor<i32>[8], Y: tensor<u8>[16], O: tensor<i32>[32]) {\n"
        "  O[ctx.thread] = X[ctx.thread & 7] + i32(Y[ctx.thread & 15])\n}\n";
    const auto words = plain::counted<std::int32_t>(8, [](std::int64_t i) { return 0x01020304 * (i + 1); });
    engine::OwnTensor own = plain::vector_of(words);
    own.byte_offset = 4;
    const engine::Ran ran =
        run(text, {own, engine::ViewOf{0, 4, ScalarType::u8, {16}}, plain::unwritten<std::int32_t>({32})}, {1, 1, 1},
            settings());
    ASSERT_EQ(engine::spelling(ran.outcome), "finished");
    EXPECT_TRUE(ran.damaged.empty());
    const auto out = plain::values_of<std::int32_t>(ran.tensors[2]);
    for (std::size_t i = 0; i < 32; ++i) {
        const auto word = static_cast<std::uint32_t>(words[1 + (i & 15) / 4]);
        EXPECT_EQ(out[i], words[i & 7] + static_cast<std::int32_t>(word >> (8 * (i % 4)) & 0xFF)) << i;
    }
    EXPECT_EQ(ran.tensors[2].unwritten_elements(), 0U);
}

TEST(Arguments, ThatNobodyWroteAreFaultsToReadOnlyWhenAsked) {
    const std::string text =
        "@launch(32)\nkernel k(X: tensor<u8>[32], O: tensor<u8>[32]) {\n"
        "  if ctx.thread != 5 {\n    X[ctx.thread] = 1\n  }\n  O[ctx.thread] = X[ctx.thread]\n}\n";
    engine::Settings with = settings();
    const std::vector<engine::Argument> arguments{plain::unwritten<std::uint8_t>({32}),
                                                  plain::unwritten<std::uint8_t>({32})};
    const engine::Ran checking = run(text, arguments, {1, 1, 1}, with);
    const auto* trapped = std::get_if<engine::Trapped>(&checking.outcome);
    ASSERT_NE(trapped, nullptr);
    EXPECT_EQ(trapped->kind, engine::FaultKind::uninitialised);
    EXPECT_EQ(trapped->place.lanes, 1U << 5);
    EXPECT_EQ(checking.tensors[0].unwritten_elements(), 1U);
    with.checks.uninitialised = false;
    const engine::Ran ran = run(text, arguments, {1, 1, 1}, with);
    ASSERT_EQ(engine::spelling(ran.outcome), "finished");
    EXPECT_EQ(ran.tensors[1].load(5).bits, 0xFFU);
    EXPECT_EQ(ran.tensors[1].load(6).bits, 1U);
}

TEST(Arguments, OfUnwrittenMemoryAreUnwrittenInViewsToo) {
    const std::string text =
        "@launch(32)\nkernel k(X: tensor<i32>[2], Y: tensor<u8>[N], O: tensor<i32>[32]) {\n"
        "  if ctx.lane < N {\n    O[ctx.lane] = i32(Y[N - 1 - ctx.lane])\n  }\n}\n";
    engine::OwnTensor own = plain::unwritten<std::int32_t>({2});
    own.tensor.store(1, {0x04030201});
    const auto with_view = [&](std::int64_t offset, std::int64_t length) {
        return run(text,
                   {own, engine::ViewOf{0, offset, ScalarType::u8, {length}}, plain::unwritten<std::int32_t>({32})},
                   {1, 1, 1}, settings());
    };
    const engine::Ran inside = with_view(4, 4);
    ASSERT_EQ(engine::spelling(inside.outcome), "finished");
    EXPECT_EQ(inside.tensors[2].load(0).bits, 4U);
    const engine::Ran outside = with_view(3, 5);
    const auto* trapped = std::get_if<engine::Trapped>(&outside.outcome);
    ASSERT_NE(trapped, nullptr);
    EXPECT_EQ(trapped->kind, engine::FaultKind::uninitialised);
    EXPECT_EQ(trapped->place.lanes, 1U << 4);
    EXPECT_FALSE(outside.tensors[1].is_written(0));
    EXPECT_TRUE(outside.tensors[1].is_written(1));
}

TEST(Engine, RefusesChecksThatItDoesNotOffer) {
    engine::Settings with = settings();
    with.checks.levels = true;
    EXPECT_EQ(engine::spelling(run(counting, {plain::zeros<std::int32_t>({1, 32})}, {1, 1, 1}, with).outcome),
              "unsupported");
}

}  // namespace
}  // namespace phobos::interp
