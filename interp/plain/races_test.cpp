// SPDX-License-Identifier: Apache-2.0
// A test or more for each rule from exec-20 to exec-30: that there is a race, and in a twin that there is none.
#include "interp/plain/races.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "interp/plain/test_support.h"

namespace phobos::plain {
namespace {

/// What is told of a kernel's race, after the lines of both its places; empty where the kernel finishes.
std::string race(const std::string& text, std::vector<engine::Argument> arguments = {},
                 engine::Block grid = {1, 1, 1}) {
    engine::Settings settings;
    settings.checks = {.uninitialised = true, .races = true, .levels = false};
    const engine::Ran ran = run(checked(text), std::move(arguments), grid, settings);
    if (std::holds_alternative<engine::Finished>(ran.outcome)) return "";
    const auto* trapped = std::get_if<engine::Trapped>(&ran.outcome);
    if (trapped == nullptr) return std::string(engine::spelling(ran.outcome));
    if (trapped->kind != engine::FaultKind::race || trapped->others.size() != 1) return trapped->message;
    const auto line = [&](const engine::Place& place) {
        return std::to_string(1 + std::count(text.begin(), text.begin() + place.span.begin, '\n'));
    };
    return line(trapped->place) + "/" + line(trapped->others[0]) + " " + trapped->message;
}

/// A kernel of 64 threads with a tile s of 64 i32 that are all 9, and a tensor X of 64 i32, of `grid` blocks.
std::string of_body(const std::string& body, std::int64_t blocks = 1) {
    return race("@launch(64)\nkernel k(X: tensor<i32>[64]) {\nvar s: tile<i32>[64]\ns[ctx.thread] = 9\nbarrier()\n" +
                    body + "\n}\n",
                {zeros<std::int32_t>({64})}, {blocks, 1, 1});
}

TEST(Races, NameBothAccessesTheirThreadsAndTheElement) {  // exec-25, exec-30
    EXPECT_EQ(of_body("s[ctx.thread] = ctx.thread\nlet x = s[(ctx.thread + 32) % 64]"),
              "6/7 thread 32 writes 32 to s[32] and thread 0 reads it, and no barrier orders the two");
    EXPECT_EQ(of_body("s[ctx.thread] = ctx.thread\nbarrier()\nlet x = s[(ctx.thread + 32) % 64]"), "");
}

TEST(Races, AreOfReadsWritesAndAtomics) {  // exec-20, exec-25
    EXPECT_EQ(of_body("if ctx.thread == 40 { s[3] = 1 }\nif ctx.thread == 50 { s[3] = 2 }"),
              "7/6 thread 50 writes 2 to s[3] and thread 40 writes 1 to it, and only the lockstep of their warp orders "
              "the two");
    EXPECT_EQ(of_body("let unused = s[7]\nlet other = X[7]"), "");
    EXPECT_EQ(of_body("if ctx.thread == 0 { atomic_add(s, 3, 1) }\nif ctx.thread == 40 { s[3] = 2 }"),
              "7/6 thread 40 writes 2 to s[3] and thread 0 updates it atomically, and no barrier orders the two");
    EXPECT_EQ(of_body("if ctx.thread == 0 { atomic_add(s, 3, 1) }\nlet x = s[3]"),
              "7/6 thread 1 reads s[3] and thread 0 updates it atomically, and only the lockstep of their warp orders "
              "the two");
    EXPECT_EQ(of_body("s[3 + ctx.thread / 64] += 0"),
              "6/6 thread 1 reads s[3] and thread 0 writes 9 to it, and no barrier orders the two");
    EXPECT_EQ(of_body("s[ctx.thread] += 1"), "");
}

TEST(Races, AreOfTheElementsOfRuns) {  // exec-20, run-34
    const auto runs = [](const std::string& width) {
        return race("@launch(32)\nkernel k(X: tensor<i32>[160]) {\n  store(X[ctx.thread * 4 :+ " + width +
                        "], ctx.thread)\n}\n",
                    {zeros<std::int32_t>({160})});
    };
    EXPECT_EQ(runs("4"), "");
    EXPECT_EQ(runs("5"), "3/3 thread 1 writes 1 to X[4] and thread 0 writes 0 to it, and no barrier orders the two");
}

TEST(Races, AreNotOfNeighboursHoweverNarrow) {  // exec-25
    EXPECT_EQ(race("@launch(64)\nkernel k(X: tensor<i8>[64]) {\n  X[ctx.thread] = i8(ctx.thread)\n}\n",
                   {zeros<std::int8_t>({64})}),
              "");
}

TEST(Races, OfOneThreadThereAreNone) {  // exec-21
    EXPECT_EQ(of_body("s[ctx.thread] = 1\ns[ctx.thread] = s[ctx.thread] + 1\natomic_add(s, ctx.thread, 1)"), "");
}

TEST(Races, AreOrderedByBarriersOfTheBlock) {  // exec-22, coll-23
    const auto between = [](const std::string& statement) {
        return of_body("if ctx.thread == 0 { X[1] = 1 }\n" + statement + "\nif ctx.thread == 63 { X[1] = 2 }");
    };
    EXPECT_EQ(between("barrier()"), "");
    EXPECT_EQ(between("let sum = sum<over ctx.thread>(1)"), "");
    EXPECT_EQ(between("var t: tile<i32>[4]"), "");
    EXPECT_EQ(between("let zero: tile<i32>[4, 4] = 0"), "");
    const std::string told = " thread 63 writes 2 to X[1] and thread 0 writes 1 to it, and no barrier orders the two";
    for (const std::string statement : {"warp_barrier()", "let sum = sum<over ctx.lane>(1)", "let a = shuffle(1, 0)",
                                        "let b = ballot(true)", "atomic_add(X, 0, 1)"})
        EXPECT_EQ(between(statement), "8/6" + told) << statement;  // exec-23
}

TEST(Races, AreOrderedInOneWarpByItsBarrier) {  // exec-22, exec-12
    EXPECT_EQ(
        of_body("s[ctx.thread] = ctx.thread\nlet x = s[ctx.thread ^ 1]"),
        "6/7 thread 1 writes 1 to s[1] and thread 0 reads it, and only the lockstep of their warp orders the two");
    EXPECT_EQ(of_body("s[ctx.thread] = ctx.thread\nwarp_barrier()\nlet x = s[ctx.thread ^ 1]"), "");
    EXPECT_EQ(of_body("s[ctx.thread] = ctx.thread\nwarp_barrier()\nlet x = s[ctx.thread ^ 32]"),
              "6/8 thread 32 writes 32 to s[32] and thread 0 reads it, and no barrier orders the two");
}

TEST(Races, OfTwoBlocksAreOrderedByNoBarrierOfABlock) {  // exec-22, exec-23, exec-3
    EXPECT_EQ(of_body("if ctx.thread == 0 { X[5] = ctx.block.x }\nbarrier()", 2),
              "6/6 thread 0 of block 1 writes 1 to X[5] and thread 0 of block 0 writes 0 to it, and no barrier orders "
              "the two");
    EXPECT_EQ(of_body("s[ctx.thread] = ctx.block.x\nX[5] = 1", 2), "");
}

TEST(Races, OfTwoBlocksAreOrderedByAGridBarrier) {  // exec-22, coll-24
    const auto between = [](const std::string& statement) {
        return race(
            "@launch(32)\n@persistent\nkernel k(X: tensor<i32>[4], bar: tensor<i32>[2]) {\n"
            "if ctx.block.x == 0 { X[1] = 7 }\n" +
                statement + "\nif ctx.block.x == 1 { X[1] = 8 }\ngrid_barrier(bar)\n}\n",
            {zeros<std::int32_t>({4}), zeros<std::int32_t>({2})}, {2, 1, 1});
    };
    EXPECT_EQ(between("grid_barrier(bar)"), "");
    EXPECT_EQ(between("barrier()"),
              "6/4 thread 0 of block 1 writes 8 to X[1] and thread 0 of block 0 writes 7 to it, and no barrier orders "
              "the two");
}

TEST(Races, AreNotBetweenAtomics) {  // exec-26
    EXPECT_EQ(of_body("atomic_add(X, 0, 1)\natomic_max(s, 0, ctx.thread)", 2), "");
}

TEST(Races, AreNotBetweenWritesOfOneValue) {  // exec-27
    EXPECT_EQ(of_body("X[0] = 5"), "");
    const auto floats = [](const std::string& one, const std::string& other) {
        return race("@launch(64)\nkernel k(X: tensor<f32>[4]) {\n  X[0] = where(ctx.thread == 0, " + one + ", " +
                        other + ")\n}\n",
                    {zeros<float>({4})});
    };
    EXPECT_EQ(floats("nan", "-nan"), "");
    EXPECT_EQ(floats("1.5", "1.5"), "");
    EXPECT_EQ(floats("0.0", "-0.0"),
              "3/3 thread 1 writes -0.0 to X[0] and thread 0 writes 0.0 to it, and no barrier orders the two");
}

TEST(Races, AreNotOfAReadOfWhatItsThreadWroteToo) {  // exec-28
    EXPECT_EQ(of_body("X[0] = 5\nlet x = X[0]"), "");
    EXPECT_EQ(of_body("X[0] = 5\nif ctx.thread < 40 { let x = X[0] }"), "");
    const std::string told =
        " thread 1 writes 5 to X[0] and thread 0 reads it, and only the lockstep of their warp "
        "orders the two";
    EXPECT_EQ(of_body("if ctx.thread > 0 { X[0] = 5 }\nlet x = X[0]"), "6/7" + told);
    EXPECT_EQ(of_body("X[0] = 4\nX[0] = 5\nlet x = X[0]").substr(0, 3), "6/7");
    EXPECT_EQ(of_body("X[0] = 5\nbarrier()\nif ctx.thread == 1 { X[0] = 5 }\nlet x = X[0]"), "8/9" + told);
}

TEST(Races, OfTileOperationsAreThoseOfTheThreadsOfTheirElements) {  // tile-45
    const auto slices = [](const std::string& width, const std::string& op) {
        return race("@launch(32)\nkernel k(X: tensor<i32>[2, 64]) {\n  X[1, ctx.block.x * " + width + " :+ 32] " + op +
                        " ctx.block.x + 1\n}\n",
                    {zeros<std::int32_t>({2, 64})}, {2, 1, 1});
    };
    EXPECT_EQ(slices("32", "="), "");
    EXPECT_EQ(slices("32", "+="), "");
    EXPECT_EQ(slices("30", "="),
              "3/3 thread 0 of block 1 writes 2 to X[1, 30] and thread 30 of block 0 writes 1 to it, and no barrier "
              "orders the two");
    EXPECT_EQ(slices("30", "+="),
              "3/3 thread 0 of block 1 reads X[1, 30] and thread 30 of block 0 writes 1 to it, and no barrier "
              "orders the two");
}

TEST(Races, AreFoundInALaterTurnOfALoop) {
    const auto loop = [](const std::string& end) {
        return of_body("for i in range(0, 3) {\nif ctx.thread == 0 { s[0] = i }\nbarrier()\nlet x = s[0]\n" + end +
                       "\n}");
    };
    EXPECT_EQ(loop(""),
              "9/7 thread 1 reads s[0] and thread 0 writes 1 to it, and only the lockstep of their warp "
              "orders the two");
    EXPECT_EQ(loop("barrier()"), "");
}

TEST(Races, AreAskedAfterBeforeWhatWasNeverWritten) {  // exec-34: the store comes first in the order of the text
    const auto of = [](const std::string& barrier) {
        return race("@launch(64)\nkernel k(X: tensor<i32>[64]) {\nvar s: tile<i32>[64]\ns[ctx.thread] = 1\n" + barrier +
                        "\nX[ctx.thread] = s[63 - ctx.thread]\n}\n",
                    {zeros<std::int32_t>({64})});
    };
    EXPECT_EQ(of("barrier()"), "");
    EXPECT_EQ(of("").substr(0, 3), "4/6");
}

// tile-48: what operands and starts read does not race with what is written, nor one operation with the next.
TEST(Races, OfATileOperationAreNotBetweenWhatItReadsAndWrites) {
    const auto of = [](const std::string& statement) {
        return race(
            "fn put(X: tensor<i32>[64]) -> i32 {\n  X[ctx.thread] = 1\n  return 1\n}\n"
            "fn get(X: tensor<i32>[64]) -> i32 {\n  let x = X[63 - ctx.thread]\n  return 1\n}\n"
            "@launch(64)\nkernel k(X: tensor<i32>[64], Y: tensor<i32>[64]) {\n  " +
                statement + "\n}\n",
            {zeros<std::int32_t>({64}), zeros<std::int32_t>({64})});
    };
    EXPECT_EQ(of("X[0 :+ 64] = X[5]"), "");
    EXPECT_EQ(of("X[0 :+ 64] += X[5]"), "");
    EXPECT_EQ(of("X[X[3] :+ 64] = 2"), "");
    EXPECT_EQ(of("Y[0 :+ 64] = get(X) + X[0 :+ 64]"), "");
    EXPECT_EQ(of("Y[0 :+ 64] = put(X) + X[0 :+ 64]"), "");
    EXPECT_EQ(of("Y[0 :+ 64] = X[0 :+ 64] + put(X)"), "");
    EXPECT_EQ(of("Y[0 :+ 64] = (Y[0 :+ 64] + put(X)) * get(X)"), "");
    EXPECT_EQ(of("Y[0 :+ 64] = put(X) * (get(X) + Y[0 :+ 64])"), "");
    EXPECT_EQ(of("X[ctx.thread] = X[5]").substr(0, 3), "11/");
    EXPECT_EQ(of("Y[0 :+ 64] = put(X) + get(X)").substr(0, 3), "2/6");
}

// Tiles are forgotten with their block, and so is what was kept of them.
TEST(RaceCheck, KeepsTheTilesOfOneBlockOnly) {
    engine::Settings settings;
    settings.checks = {.uninitialised = true, .races = true, .levels = false};
    settings.limits.memory_bytes = std::uint64_t{1} << 20;
    const auto program = checked(
        "@launch(64)\nkernel k(X: tensor<i32>[1]) {\n  var s: tile<i32>[64]\n  s[ctx.thread] = ctx.block.x\n}\n");
    const engine::Ran ran = run(program, {zeros<std::int32_t>({1})}, {500, 1, 1}, settings);
    EXPECT_TRUE(std::holds_alternative<engine::Finished>(ran.outcome)) << engine::spelling(ran.outcome);
}

TEST(RaceCheck, KeepsNoMoreThanItsCapacity) {
    const auto program = checked("@launch(64)\nkernel k(X: tensor<i32>[8]) {\n  X[ctx.thread % 8] = 1\n}\n");
    Allocation memory = *Allocation::make(32, 0);
    const View view{"X", ScalarType::i32, {8}, 1, &memory, 0};
    RaceCheck check(program.program(), {1, 1, 1}, {}, 2);
    const auto write = [&](int thread, std::int64_t element, std::uint64_t value) {
        const Access access{engine::AccessKind::write, {}, 0, thread, {}, {}, 0, ScalarType::i32, {value}};
        return check.add(view, {0, element, {}}, access).has_value();
    };
    EXPECT_FALSE(write(0, 0, 1));
    EXPECT_FALSE(write(0, 1, 1));
    EXPECT_FALSE(check.is_full());
    EXPECT_TRUE(write(1, 1, 2));  // with what is kept
    EXPECT_FALSE(write(0, 2, 1));
    EXPECT_TRUE(check.is_full());
    EXPECT_FALSE(write(1, 2, 2));
    EXPECT_FALSE(write(1, 1, 2));  // from then on nothing is judged
}

TEST(RaceCheck, ReachesItsLimitOfMemory) {
    engine::Settings settings;
    settings.checks = {.uninitialised = true, .races = true, .levels = false};
    settings.limits.memory_bytes = std::uint64_t{1} << 20;
    const auto program = checked(
        "@launch(64)\nkernel k(X: tensor<i32>[65536]) {\n  for i in range(0, 1024) {\n"
        "    X[i * 64 + ctx.thread] = 1\n  }\n}\n");
    const engine::Ran ran = run(program, {zeros<std::int32_t>({65536})}, {1, 1, 1}, settings);
    const auto* limited = std::get_if<engine::Limited>(&ran.outcome);
    ASSERT_NE(limited, nullptr) << engine::spelling(ran.outcome);
    EXPECT_EQ(limited->kind, engine::LimitKind::memory);
}

}  // namespace
}  // namespace phobos::plain
