// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "backend/emit/test_support.h"

namespace phobos::emit {
namespace {

using Lines = std::vector<std::string>;

constexpr std::string_view kernel =
    "@launch(64)\nkernel k(X: tensor<i32>[256], C: tensor<i32>[256], F: tensor<f32>[256]) {{\n{}\n}}\n";

std::string last_line(std::string_view body) { return testing::lines_of_body(fmt::format(kernel, body)).back(); }

TEST(Together, CombinesLanesAndThreads) {
    EXPECT_EQ(last_line("let a = sum<over ctx.lane>(ctx.thread)"),
              "const i32 a = ph::reduce_lanes<ph::Sum>(ctx, ctx.thread);");
    EXPECT_EQ(last_line("let a = max<over ctx.thread>(F[ctx.thread])"),
              "const f32 a = ph::reduce_threads<ph::Max>(ctx, F[ph::at(ctx.thread)], scratch);");
    EXPECT_EQ(last_line("let a = any<over ctx.lane>(ctx.lane == 0)"),
              "const bool a = ph::reduce_lanes<ph::Any>(ctx, ctx.lane == i32(0));");
}

TEST(Together, TakesScratchOnlyForThreads) {
    const auto emitted = [](std::string_view body) {
        return emit(testing::checked(fmt::format(kernel, body)), {.entry = "entry"});
    };
    const Emitted lanes = emitted("let a = sum<over ctx.lane>(ctx.thread)");
    EXPECT_EQ(lanes.shared_bytes, 0U);
    EXPECT_EQ(lanes.text.find("Scratch"), std::string::npos);
    const Emitted threads = emitted("let a = sum<over ctx.thread>(ctx.thread)");
    EXPECT_GE(threads.shared_bytes, 2U * 2U * 8U);
    EXPECT_NE(threads.text.find("ph::Scratch scratch(ctx, 0);"), std::string::npos);
}

TEST(Together, CombinesWhatAllLanesHaveOnlyWhereThatChangesIt) {
    EXPECT_EQ(last_line("let a = max<over ctx.lane>(ctx.warp)"), "const i32 a = ctx.warp;");
    EXPECT_EQ(last_line("let a = sum<over ctx.lane>(ctx.warp)"),
              "const i32 a = ph::reduce_same_lanes<ph::Sum>(ctx, ctx.warp);");
    EXPECT_EQ(last_line("let a = xor<over ctx.lane>(ctx.warp)"),
              "const i32 a = ph::reduce_same_lanes<ph::Xor>(ctx, ctx.warp);");
}

TEST(Together, ExchangesOnlyWhatLanesHaveForThemselves) {
    EXPECT_EQ(last_line("let a = shuffle_xor(ctx.thread, 3)"),
              "const i32 a = ph::shuffle_xor(ctx, ctx.thread, i32(3));");
    EXPECT_EQ(last_line("let a = shuffle_down(ctx.warp, ctx.lane)"), "const i32 a = ctx.warp;");
    // the selector may fault
    EXPECT_EQ(last_line("let a = shuffle(ctx.warp, 8 / X[ctx.thread])"),
              "const i32 a = ph::shuffle(ctx, ctx.warp, i32(8) / X[ph::at(ctx.thread)]);");
    EXPECT_EQ(last_line("let a = ballot(ctx.lane < 3)"), "const i64 a = ph::ballot(ctx, ctx.lane < i32(3));");
}

TEST(Together, ReadsBeforeABarrierWhatStandsBeforeIt) {
    EXPECT_EQ(testing::lines_of_body(fmt::format(kernel, "C[0] = C[1] + sum<over ctx.thread>(ctx.thread)")),
              (Lines{"ph::Scratch scratch(ctx, 0);", "const i32 value = C[ph::at(i32(1))];",
                     "const i32 value_1 = ph::reduce_threads<ph::Sum>(ctx, ctx.thread, scratch);",
                     "C[ph::at(i32(0))] = value + value_1;"}));
}

TEST(Together, CallsEachAtomic) {
    EXPECT_EQ(last_line("atomic_add(F, ctx.thread, 0.5)"), "ph::atomic_add(F, ph::at(ctx.thread), 0.5f);");
    EXPECT_EQ(last_line("let a = atomic_cas(C, 3, 1, 2)"),
              "const i32 a = ph::atomic_cas(C, ph::at(i32(3)), i32(1), i32(2));");
    EXPECT_EQ(last_line("let a = atomic_exchange(C, 3, 1)"),
              "const i32 a = ph::atomic_exchange(C, ph::at(i32(3)), i32(1));");
}

TEST(Together, NeedsAWholeGridOnlyForItsBarrier) {
    const auto is_cooperative = [](std::string_view text) {
        return emit(testing::checked(std::string(text)), {.entry = "entry"}).cooperative;
    };
    EXPECT_TRUE(is_cooperative("@persistent\nkernel k(bar: tensor<i32>[2]) {\ngrid_barrier(bar)\n}\n"));
    EXPECT_FALSE(is_cooperative("kernel k(bar: tensor<i32>[2]) {\nbarrier()\n}\n"));
}

}  // namespace
}  // namespace phobos::emit
