// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/engine.h"
#include "interp/exec/engine.h"
#include "interp/exec/race_plan.h"
#include "interp/plain/test_support.h"

// Races of kernels, docs/spec/11-execution-and-memory.md. The rules themselves: interp/observe/races_test.cpp.
namespace phobos::interp {
namespace {

struct Reported {
    std::string message;
    engine::Place place;
    std::vector<engine::Place> others;
};

/// The race that a launch has, or an empty message where it finishes.
Reported race_of(const std::string& text, std::vector<engine::Argument> arguments, engine::Block grid = {1, 1, 1},
                 int jobs = 1) {
    engine::Settings settings;
    settings.jobs = jobs;
    const auto engine = make_engine();
    const engine::Ran ran = engine::run(*engine, plain::checked(text), {std::move(arguments), grid}, settings);
    if (std::holds_alternative<engine::Finished>(ran.outcome)) return {};
    const auto* trapped = std::get_if<engine::Trapped>(&ran.outcome);
    if (trapped == nullptr) return {std::string(engine::spelling(ran.outcome)), {}, {}};
    EXPECT_EQ(trapped->kind, engine::FaultKind::race) << trapped->message;
    return {trapped->message, trapped->place, trapped->others};
}

std::vector<engine::Argument> out(std::int64_t elements) { return {plain::zeros<std::int32_t>({elements})}; }

/// A kernel of 64 threads, or a multiple, with a shared tile `s` of zeros.
std::string of_tile(const std::string& body, int threads = 64) {
    const std::string count = std::to_string(threads);
    return "@launch(" + count + ")\nkernel k(O: tensor<i32>[N]) {\n  var s: tile<i32>[" + count +
           "] = 0\n  let t = ctx.thread\n" + body + "}\n";
}

TEST(RacesOfKernels, AreToldWithBothPlacesThreadsAndTheElement) {
    const std::string text = of_tile("  s[t] = t + 5\n  O[t] = s[(t + 32) % 64]\n");
    const Reported race = race_of(text, out(64));
    EXPECT_EQ(race.message, "thread 0 reads s[32] and thread 32 writes 37 to it, and no barrier orders the two");
    EXPECT_EQ(race.place.warp, 0);
    EXPECT_EQ(race.place.lanes, 1U);
    ASSERT_EQ(race.others.size(), 1U);
    EXPECT_EQ(race.others[0].warp, 1);
    EXPECT_EQ(race.others[0].lanes, 1U);
    EXPECT_LT(race.others[0].span.begin, race.place.span.begin);
    EXPECT_EQ(race_of(of_tile("  s[t] = t + 5\n  barrier()\n  O[t] = s[(t + 32) % 64]\n"), out(64)).message, "");
}

// exec-30
TEST(RacesOfKernels, SayWhereOnlyLockstepOrders) {
    const std::string exchange = "  s[t] = t\n$  O[t] = s[t - ctx.lane + (ctx.lane + 1) % ctx.lanes]\n";
    const auto with = [&](const std::string& between) {
        std::string text = exchange;
        return of_tile(text.replace(text.find('$'), 1, between));
    };
    EXPECT_EQ(race_of(with(""), out(64)).message,
              "thread 0 reads s[1] and thread 1 writes 1 to it, and only the lockstep of their warp orders the two");
    EXPECT_EQ(race_of(with("  let unordered = shuffle_xor(t, 1)\n"), out(64)).message,
              "thread 0 reads s[1] and thread 1 writes 1 to it, and only the lockstep of their warp orders the two");
    EXPECT_EQ(race_of(with("  warp_barrier()\n"), out(64)).message, "");
    EXPECT_EQ(race_of(with("  let all = sum<over ctx.thread>(t)\n"), out(64)).message, "");
    EXPECT_EQ(race_of(of_tile("  s[t / 2] = t\n"), out(64)).message,
              "thread 1 writes 1 to s[0] and thread 0 writes 0 to it, and no barrier orders the two");
}

// exec-30: what a compound assignment reads and writes is one execution
TEST(RacesOfKernels, KeepToNoLockstepWithinACompoundAssignment) {
    EXPECT_EQ(race_of(of_tile("  s[t / 2] += 1\n"), out(64)).message,
              "thread 0 writes 1 to s[0] and thread 1 reads it, and no barrier orders the two");
    EXPECT_EQ(race_of(of_tile("  s[t / 2] = s[t / 2] + 1\n"), out(64)).message,
              "thread 0 writes 1 to s[0] and thread 1 reads it, and only the lockstep of their warp orders the two");
    EXPECT_EQ(race_of(of_tile("  s[t] += 1\n"), out(64)).message, "");
}

// exec-25: blocks are never ordered
TEST(RacesOfKernels, AreThoseOfBlocksToo) {
    const std::string text =
        "@launch(32)\nkernel k(O: tensor<i32>[N]) {\n  if ctx.thread == 3 {\n    O[0] = ctx.block.x / 2\n  }\n}\n";
    EXPECT_EQ(race_of(text, out(4), {2, 1, 1}).message, "");
    for (const int jobs : {1, 3}) {
        const Reported race = race_of(text, out(4), {5, 1, 1}, jobs);
        EXPECT_EQ(race.message,
                  "thread 3 of block 2 writes 1 to O[0] and thread 3 of block 1 writes 0 to it, and no barrier orders "
                  "the two");
        EXPECT_EQ(race.place.block, (engine::Block{2, 0, 0}));
    }
    const std::string shifted =
        "@launch(32)\nkernel k(O: tensor<i32>[N]) {\n  let i = ctx.block.x * 32 + ctx.thread\n  O[i + $] = 1\n"
        "  if ctx.block.x == 2 {\n    O[i] += 1\n  }\n}\n";
    const auto by = [&](const std::string& shift) {
        std::string copy = shifted;
        return race_of(copy.replace(copy.find('$'), 1, shift), out(128), {3, 1, 1}).message;
    };
    EXPECT_EQ(by("0"), "");
    EXPECT_EQ(by("1"),
              "thread 0 of block 2 reads O[64] and thread 31 of block 1 writes 1 to it, and no barrier orders the two");
}

// exec-27, exec-28
TEST(RacesOfKernels, AreNoneAmongEqualWrites) {
    EXPECT_EQ(race_of(of_tile("  s[0] = 7\n  O[t] = s[0]\n"), out(64)).message, "");
    EXPECT_EQ(race_of(of_tile("  if t != 40 {\n    s[0] = 7\n  }\n  O[t] = s[0]\n"), out(64)).message,
              "thread 40 reads s[0] and thread 1 writes 7 to it, and no barrier orders the two");
    EXPECT_EQ(race_of(of_tile("  s[0] = t / 63\n"), out(64)).message,
              "thread 63 writes 1 to s[0] and thread 1 writes 0 to it, and no barrier orders the two");
}

// exec-26
TEST(RacesOfKernels, AreNoneAmongAtomicsButWithOthers) {
    EXPECT_EQ(race_of(of_tile("  atomic_add(s, t % 2, 1)\n  barrier()\n  O[t] = s[t % 2]\n"), out(64)).message, "");
    EXPECT_EQ(race_of(of_tile("  atomic_add(s, t % 2, 1)\n  O[t] = s[t % 2]\n"), out(64)).message,
              "thread 0 reads s[0] and thread 32 updates it atomically, and no barrier orders the two");
}

// tile-48, tile-18
TEST(RacesOfKernels, AreNoneOfATileOperationWithinItsBlock) {
    const std::string text =
        "@launch(64)\nkernel k(O: tensor<i32>[N, 64]) {\n"
        "  var s: tile<i32>[1, 64] = 3\n  s[0, ctx.thread] = ctx.thread\n"
        "  O[ctx.block.x :+ $, 0 :+ 64] = s\n  s[0, 63 - ctx.thread] = O[ctx.block.x, ctx.thread]\n"
        "  s = s + 1\n  O[ctx.block.x, ctx.thread] = s[0, 63 - ctx.thread]\n}\n";
    const auto rows = [&](const std::string& count) {
        std::string copy = text;
        if (count == "2") copy.replace(copy.find("= s\n"), 4, "= 1\n");
        return race_of(copy.replace(copy.find('$'), 1, count), {plain::zeros<std::int32_t>({4, 64})}, {3, 1, 1});
    };
    EXPECT_EQ(rows("1").message, "");
    EXPECT_EQ(rows("2").message,
              "thread 0 of block 1 reads O[1, 0] and thread 0 of block 0 writes 1 to it, and no barrier orders the "
              "two");
}

// tile-48: what operands and starts read does not race with what is written, nor one operation with the next.
TEST(RacesOfKernels, AreNotBetweenWhatATileOperationReadsAndWrites) {
    const auto of = [](const std::string& statement) {
        return race_of(
                   "fn put(X: tensor<i32>[64]) -> i32 {\n  X[ctx.thread] = 1\n  return 1\n}\n"
                   "fn get(X: tensor<i32>[64]) -> i32 {\n  let x = X[63 - ctx.thread]\n  return 1\n}\n"
                   "@launch(64)\nkernel k(X: tensor<i32>[64], Y: tensor<i32>[64]) {\n  " +
                       statement + "\n}\n",
                   {plain::zeros<std::int32_t>({64}), plain::zeros<std::int32_t>({64})})
            .message;
    };
    for (const std::string fine :
         {"X[0 :+ 64] = X[5]", "X[0 :+ 64] += X[5]", "X[X[3] :+ 64] = 2", "Y[0 :+ 64] = put(X) + X[0 :+ 64]",
          "Y[0 :+ 64] = X[0 :+ 64] + put(X)", "Y[0 :+ 64] = (Y[0 :+ 64] + put(X)) * get(X)",
          "Y[0 :+ 64] = put(X) * (get(X) + Y[0 :+ 64])"})
        EXPECT_EQ(of(fine), "") << fine;
    for (const std::string racy : {"X[ctx.thread] = X[5]", "Y[0 :+ 64] = put(X) + get(X)"})
        EXPECT_NE(of(racy), "") << racy;
}

// What is kept of accesses counts against the limit of memory as soon as it is taken.
TEST(RacesOfKernels, AreLookedForWithinTheLimitOfMemory) {
    const auto program = plain::checked(
        "@launch(64)\nkernel k(O: tensor<i32>[N]) {\n  for i in range(0, 64) {\n"
        "    O[(i * 64 + ctx.thread) * 64] = 1\n  }\n}\n");
    const auto engine = make_engine();
    const auto within = [&](std::uint64_t megabytes) {
        engine::Settings settings;
        settings.limits.memory_bytes = megabytes << 20;
        return engine::run(*engine, program, {{plain::zeros<std::int32_t>({64 * 64 * 64})}, {1, 1, 1}}, settings)
            .outcome;
    };
    EXPECT_TRUE(std::holds_alternative<engine::Finished>(within(32)));
    const auto little = within(4);
    ASSERT_TRUE(std::holds_alternative<engine::Limited>(little)) << engine::spelling(little);
    EXPECT_EQ(std::get<engine::Limited>(little).kind, engine::LimitKind::memory);
}

// What is never written, and what only tile operations write in a tile, costs nothing.
TEST(RacesOfKernels, AreLookedForInWhatThreadsWrite) {
    const auto program = plain::checked(
        "@launch(32)\nkernel k(A: tensor<i32>[N], B: tensor<i32>[N], C: tensor<i32>[N]) {\n"
        "  var s: tile<i32>[1, 32] = 0\n  var u: tile<i32>[32] = 0\n  u[ctx.thread] = A[ctx.thread] + s[0, "
        "ctx.thread]\n"
        "  s = s + 1\n  B[ctx.thread] = u[ctx.thread]\n  atomic_add(C, 0, 1)\n}\n");
    const WatchedBuffers watched = watched_buffers(program.program());
    ASSERT_EQ(watched.tensors.size(), 3U);
    EXPECT_FALSE(watched.tensors[0]);
    ASSERT_TRUE(watched.tensors[1]);
    EXPECT_FALSE(watched.tensors[1]->reads);
    EXPECT_FALSE(watched.tensors[2]);
    ASSERT_EQ(watched.tiles.size(), 2U);
    EXPECT_FALSE(watched.tiles[0]);
    EXPECT_TRUE(watched.tiles[1] && watched.tiles[1]->reads);
}

}  // namespace
}  // namespace phobos::interp
