// SPDX-License-Identifier: Apache-2.0
// What ends a run early: undefined behaviour, limits, and what the engine does not offer.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "interp/plain/test_support.h"

namespace phobos::plain {
namespace {

using diagnostics::Code;
using Ints = std::vector<std::int32_t>;

/// A kernel over A, 2 x 1000 of i32, and the 1-based line of its text on which it traps.
struct Trap {
    engine::Trapped trapped;
    std::int64_t line;
};
Trap trap_of(const std::string& text, std::vector<engine::Argument> arguments, engine::Block grid = {1, 1, 1},
             int lanes = 32) {
    const engine::Ran ran = run(checked(text, lanes), std::move(arguments), grid);
    const auto* trapped = std::get_if<engine::Trapped>(&ran.outcome);
    if (trapped == nullptr) {
        ADD_FAILURE() << "the run is " << engine::spelling(ran.outcome);
        return {};
    }
    const auto end = text.begin() + trapped->place.span.begin;
    return {*trapped, 1 + std::count(text.begin(), end, '\n')};
}
std::uint64_t lanes_where(int lanes, bool (*holds)(int)) {
    std::uint64_t mask = 0;
    for (int lane = 0; lane < lanes; ++lane)
        if (holds(lane)) mask |= std::uint64_t{1} << lane;
    return mask;
}
std::vector<std::pair<std::string, std::int64_t>> values(const engine::Trapped& trapped) {
    std::vector<std::pair<std::string, std::int64_t>> result;
    for (const engine::FaultValue& value : trapped.values) {
        const int unused = 64 - bits(value.type);
        result.emplace_back(value.name, static_cast<std::int64_t>(value.bits.bits << unused) >> unused);
    }
    return result;
}
using Values = std::vector<std::pair<std::string, std::int64_t>>;
Code code(const engine::Trapped& trapped) { return engine::row(trapped.kind).code; }

TEST(Fault, AnElementOutsideIsPlacedAndNamed) {
    const Trap trap = trap_of(R"(
@launch(64)
kernel k(X: tensor<i32>[2, K], O: tensor<i32>[64]) {
  let x =
    X[1, 990 + ctx.thread]
  O[ctx.thread] = x
}
)",
                              {zeros<std::int32_t>({2, 1000}), zeros<std::int32_t>({64})});
    EXPECT_EQ(code(trap.trapped), Code::fault_out_of_bounds);
    EXPECT_EQ(trap.line, 5);
    EXPECT_EQ(trap.trapped.message, "index 1000 is outside axis 1 of X, which has 1000 elements");
    EXPECT_EQ(values(trap.trapped), (Values{{"index", 1000}, {"axis", 1}, {"extent", 1000}}));
    EXPECT_EQ(trap.trapped.place.warp, 0);
    EXPECT_EQ(trap.trapped.place.lanes, lanes_where(32, [](int lane) { return lane >= 10; }));
}

TEST(Fault, EachAxisIsCheckedForItself) {
    // The linear position of [0, 5] would be inside.
    const Trap trap = trap_of("@launch(32)\nkernel k(X: tensor<i32>[2, 5]) {\n  X[0, 5 + ctx.lane * 0] = 1\n}\n",
                              {zeros<std::int32_t>({2, 5})});
    EXPECT_EQ(trap.trapped.message, "index 5 is outside axis 1 of X, which has 5 elements");
    const Trap negative = trap_of("@launch(32)\nkernel k(X: tensor<i32>[N, 5]) {\n  X[ctx.lane - 4, 4] = 1\n}\n",
                                  {zeros<std::int32_t>({100, 5})});
    EXPECT_EQ(negative.trapped.message, "index -4 is outside axis 0 of X, which has 100 elements");
    EXPECT_EQ(negative.trapped.place.lanes, 0xFU);
}

TEST(Fault, SubscriptsDoNotWrap) {
    const Trap trap = trap_of("@launch(32)\nkernel k(X: tensor<i32>[N]) {\n  X[i64(ctx.lane) + 4294967296] = 1\n}\n",
                              {zeros<std::int32_t>({100})});
    EXPECT_EQ(values(trap.trapped), (Values{{"index", 4294967296}, {"axis", 0}, {"extent", 100}}));
}

TEST(Fault, ARunMustLieInsideAsAWhole) {
    const Trap trap = trap_of(R"(
@launch(32)
kernel k(X: tensor<i32>[1, K], O: tensor<i32>[32]) {
  O[ctx.thread] = elem(X[0, ctx.thread * 16 :+ 16], 0)
}
)",
                              {zeros<std::int32_t>({1, 100}), zeros<std::int32_t>({32})});
    EXPECT_EQ(code(trap.trapped), Code::fault_out_of_bounds);
    EXPECT_EQ(trap.trapped.message, "elements 96 :+ 16 are not inside axis 1 of X, which has 100 elements");
    EXPECT_EQ(trap.trapped.place.lanes, lanes_where(32, [](int lane) { return lane >= 6; }));
    const Trap far =
        trap_of("@launch(32)\nkernel k(X: tensor<i32>[K]) {\n  store(X[i64(9223372036854775807) :+ 2], 1)\n}\n",
                {zeros<std::int32_t>({100})});
    EXPECT_EQ(values(far.trapped)[0].second, std::numeric_limits<std::int64_t>::max());
}

TEST(Fault, ARunThatIsPartlyOutsideWritesNothing) {
    const auto program =
        checked("@launch(32)\nkernel k(X: tensor<i32>[K]) {\n  if ctx.thread == 0 { store(X[K - 1 :+ 2], 1) }\n}\n");
    const engine::Ran ran = run(program, {zeros<std::int32_t>({4})});
    EXPECT_EQ(engine::spelling(ran.outcome), "trapped");
    EXPECT_EQ(values_of<std::int32_t>(ran.tensors[0]), Ints(4, 0));
}

TEST(Fault, ElementAndWordIndices) {
    const auto with_index = [](const std::string& expression) {
        const Trap trap = trap_of(
            "@launch(32)\nkernel k(X: tensor<u8>[16], j: i32, O: tensor<u32>[32]) {\n  O[ctx.thread] = " + expression +
                "\n}\n",
            {zeros<std::uint8_t>({16}), engine::Scalar{ScalarType::i32, bits_of(std::int32_t{0})},
             zeros<std::uint32_t>({32})});
        EXPECT_EQ(code(trap.trapped), Code::fault_index);
        EXPECT_EQ(trap.line, 3);
        EXPECT_EQ(trap.trapped.place.lanes, 0xFFFFFFFF);
        return trap.trapped.message;
    };
    EXPECT_EQ(with_index("u32(elem(X[0 :+ 16], j + 16))"), "index 16 is outside the run of 16 elements");
    EXPECT_EQ(with_index("u32(elem(X[0 :+ 16], j - 1))"), "index -1 is outside the run of 16 elements");
    EXPECT_EQ(with_index("u32(elem(X[0 :+ 1], j + 1))"), "index 1 is outside the run of 1 element");
    EXPECT_EQ(with_index("word(X[0 :+ 16], j + 4)"), "index 4 is outside the run of 4 words");
    EXPECT_EQ(with_index("word(X[0 :+ 4], j - 1)"), "index -1 is outside the run of 1 word");
}

TEST(Fault, DivisionByZeroInEveryForm) {
    for (const std::string statement :
         {"O[ctx.thread] = 17 / (ctx.lane - 3)", "O[ctx.thread] = 17 % (ctx.lane - 3)", "O[ctx.thread] /= ctx.lane - 3",
          "var v = 17\n  v %= ctx.lane - 3\n  O[ctx.thread] = v"}) {
        const Trap trap =
            trap_of("@launch(32)\nkernel k(O: tensor<i32>[32]) {\n  " + statement + "\n}\n", {vector_of(Ints(32, 17))});
        EXPECT_EQ(code(trap.trapped), Code::fault_division);
        EXPECT_EQ(trap.trapped.message, "17 is divided by 0");
        EXPECT_EQ(values(trap.trapped), (Values{{"dividend", 17}, {"divisor", 0}}));
        EXPECT_EQ(trap.trapped.place.lanes, 8U);
    }
}

TEST(Fault, DivisionByZeroInsideARun) {
    const Trap trap = trap_of(
        "@launch(32)\nkernel k(X: tensor<i32>[4], O: tensor<i32>[32]) {\n  O[ctx.thread] = sum(100 / X[0 :+ 4])\n}\n",
        {vector_of(Ints{1, 2, 0, 4}), zeros<std::int32_t>({32})});
    EXPECT_EQ(code(trap.trapped), Code::fault_division);
    EXPECT_EQ(values(trap.trapped), (Values{{"dividend", 100}, {"divisor", 0}}));
}

TEST(Fault, ShiftCountsOutsideTheWidth) {
    const Trap trap =
        trap_of("@launch(32)\nkernel k(O: tensor<u8>[32]) {\n  O[ctx.thread] = u8(1) << (ctx.lane - 1)\n}\n",
                {zeros<std::uint8_t>({32})});
    EXPECT_EQ(code(trap.trapped), Code::fault_shift);
    EXPECT_EQ(trap.trapped.message, "the shift count -1 is outside 0 to 7");
    EXPECT_EQ(values(trap.trapped), (Values{{"count", -1}, {"width", 8}}));
    EXPECT_EQ(trap.trapped.place.lanes, lanes_where(32, [](int lane) { return lane == 0 || lane >= 9; }));
}

TEST(Fault, AStepOfZeroAlsoOfAnEmptyRange) {
    const Trap trap = trap_of(R"(
@launch(64)
kernel k(O: tensor<i32>[64]) {
  for i in range(5, 0, ctx.thread - 40) {
    O[ctx.thread] = i
  }
}
)",
                              {zeros<std::int32_t>({64})});
    EXPECT_EQ(code(trap.trapped), Code::fault_step);
    EXPECT_EQ(trap.line, 4);
    EXPECT_EQ(trap.trapped.message, "the step of the range from 5 to 0 is 0");
    EXPECT_EQ(values(trap.trapped), (Values{{"start", 5}, {"end", 0}, {"step", 0}}));
    EXPECT_EQ(trap.trapped.place.warp, 1);
    EXPECT_EQ(trap.trapped.place.lanes, 1U << 8);
}

TEST(Fault, UnwrittenElementsOfTensorsAndTiles) {
    const Trap tensor_trap = trap_of(
        "@launch(32)\nkernel k(X: tensor<i32>[4, N], O: tensor<i32>[32]) {\n  O[ctx.thread] = X[3, ctx.lane]\n}\n",
        {unwritten<std::int32_t>({4, 32}), zeros<std::int32_t>({32})});
    EXPECT_EQ(code(tensor_trap.trapped), Code::fault_uninitialised);
    EXPECT_EQ(tensor_trap.trapped.message, "X[3, 0] is read but was never written");
    EXPECT_EQ(values(tensor_trap.trapped), (Values{{"index_0", 3}, {"index_1", 0}}));

    const Trap tile_trap = trap_of(R"(
@launch(32)
kernel k(O: tensor<i32>[32]) {
  var s: tile<i32>[33]
  s[ctx.lane] = 1
  barrier()
  O[ctx.thread] = s[ctx.lane + 1]
}
)",
                                   {zeros<std::int32_t>({32})});
    EXPECT_EQ(tile_trap.trapped.message, "s[32] is read but was never written");
    EXPECT_EQ(tile_trap.trapped.place.lanes, 0x80000000U);

    const Trap compound = trap_of("@launch(32)\nkernel k(X: tensor<i32>[32]) {\n  X[ctx.lane] += 1\n}\n",
                                  {unwritten<std::int32_t>({32})});
    EXPECT_EQ(code(compound.trapped), Code::fault_uninitialised);
    const Trap atomic = trap_of("@launch(32)\nkernel k(X: tensor<i32>[32]) {\n  atomic_add(X, ctx.lane, 1)\n}\n",
                                {unwritten<std::int32_t>({32})});
    EXPECT_EQ(code(atomic.trapped), Code::fault_uninitialised);
}

TEST(Fault, LanesAreThoseOfTheSameTurn) {
    // Lane l leaves X in turn 10 - l % 4: in lockstep lanes 3, 7, ... come first.
    const std::string text = R"(
@launch(64)
kernel k(X: tensor<i32>[10], O: tensor<i32>[64]) {
  for i in range(20) {
    O[ctx.thread] += X[i + ctx.lane % 4]
  }
}
)";
    for (const int lanes : {32, 64}) {
        const Trap trap = trap_of(text, {zeros<std::int32_t>({10}), zeros<std::int32_t>({64})}, {1, 1, 1}, lanes);
        EXPECT_EQ(trap.trapped.place.warp, 0);
        EXPECT_EQ(trap.trapped.place.lanes, lanes_where(lanes, [](int lane) { return lane % 4 == 3; }));
    }
}

TEST(Fault, TheEarliestInTheProgramAndTheLowestWarpWins) {
    const Trap trap = trap_of(R"(
@launch(96)
kernel k(X: tensor<i32>[4]) {
  if ctx.warp > 0 {
    X[ctx.warp + 3] = 1
  } else {
    X[ctx.lane + 4] = 1
  }
}
)",
                              {zeros<std::int32_t>({4})});
    EXPECT_EQ(trap.line, 5);
    EXPECT_EQ(trap.trapped.place.warp, 1);
}

TEST(Fault, TheLowestBlockWins) {
    const Trap trap = trap_of(R"(
@launch(32)
kernel k(X: tensor<i32>[4]) {
  if ctx.block.x + ctx.block.y > 1 { X[4 + ctx.lane] = 1 }
}
)",
                              {zeros<std::int32_t>({4})}, {2, 2, 2});
    EXPECT_EQ(trap.trapped.place.block, (engine::Block{1, 1, 0}));
}

TEST(Fault, IsReportedAlthoughAnotherThreadWaitsForTheTrappedOneForEver) {
    const Trap trap = trap_of(R"(
@launch(64)
kernel k(X: tensor<i32>[4]) {
  if ctx.thread == 0 {
    X[ctx.thread - 1] = 1
    X[0] = 1
  } else {
    while atomic_add(X, 0, 0) == 0 { }
  }
}
)",
                              {zeros<std::int32_t>({4})});
    EXPECT_EQ(trap.trapped.message, "index -1 is outside axis 0 of X, which has 4 elements");
}

TEST(Fault, KeepsWhatWasWrittenBefore) {
    const auto program = checked(R"(
@launch(32)
kernel k(X: tensor<i32>[N]) {
  X[ctx.block.x * 32 + ctx.thread] = 1
}
)");
    const engine::Ran ran = run(program, {zeros<std::int32_t>({33})}, {2, 1, 1});
    EXPECT_EQ(engine::spelling(ran.outcome), "trapped");
    EXPECT_EQ(values_of<std::int32_t>(ran.tensors[0]), Ints(33, 1));
}

// --- limits ---

constexpr const char* endless = R"(
@launch(32)
kernel k(O: tensor<i32>[32]) {
  var i = 0
  while i >= 0 { }
  O[ctx.thread] = i
}
)";

engine::Outcome limited(const engine::Limits& limits, const std::string& text = endless,
                        engine::Block grid = {1, 1, 1}) {
    engine::Settings settings = all_checks();
    settings.checks.levels = false;
    settings.limits = limits;
    return run(checked(text), {zeros<std::int32_t>({32})}, grid, settings).outcome;
}

TEST(Limit, OfStepsEndsAnEndlessLoop) {
    engine::Limits limits;
    limits.steps = 100'000;
    const engine::Outcome outcome = limited(limits);
    ASSERT_TRUE(std::holds_alternative<engine::Limited>(outcome));
    EXPECT_EQ(std::get<engine::Limited>(outcome).kind, engine::LimitKind::steps);
    EXPECT_EQ(std::get<engine::Limited>(outcome).message, "the limit of 100000 steps was reached");
}

TEST(Limit, OfTimeEndsAnEndlessLoop) {
    engine::Limits limits;
    limits.time = std::chrono::milliseconds{20};
    const auto begin = std::chrono::steady_clock::now();
    const engine::Outcome outcome = limited(limits);
    ASSERT_TRUE(std::holds_alternative<engine::Limited>(outcome));
    EXPECT_EQ(std::get<engine::Limited>(outcome).kind, engine::LimitKind::time);
    EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds{20});
}

TEST(Limit, OfTimeEndsAHugeGridOfNothing) {
    engine::Limits limits;
    limits.time = std::chrono::milliseconds{20};
    const engine::Outcome outcome =
        limited(limits, "@launch(32)\nkernel k(O: tensor<i32>[32]) {\n}\n", {2147483647, 65535, 65535});
    ASSERT_TRUE(std::holds_alternative<engine::Limited>(outcome));
    EXPECT_EQ(std::get<engine::Limited>(outcome).kind, engine::LimitKind::time);
}

TEST(Limit, StepsAreStatementsAndTurnsOfEachThread) {
    const std::string text =
        "@launch(32)\nkernel k(O: tensor<i32>[32]) {\n  for i in range(4) {\n    O[ctx.thread] += i\n  }\n}\n";
    const engine::Outcome finished = limited({}, text, {3, 1, 1});
    ASSERT_TRUE(std::holds_alternative<engine::Finished>(finished));
    // The for itself, five looks at its range, four assignments.
    const std::uint64_t steps = std::uint64_t{3} * 32 * (1 + 5 + 4);
    EXPECT_EQ(std::get<engine::Finished>(finished).steps, steps);
    engine::Limits limits;
    limits.steps = steps;
    EXPECT_EQ(engine::spelling(limited(limits, text, {3, 1, 1})), "finished");
    limits.steps = steps - 1;
    EXPECT_EQ(engine::spelling(limited(limits, text, {3, 1, 1})), "limit");
    limits.steps = 0;
    EXPECT_EQ(engine::spelling(limited(limits, text, {3, 1, 1})), "limit");
}

/// The least limit of memory under which a kernel with one tensor of 32 elements finishes.
std::uint64_t least_memory(const std::string& text, engine::Block grid) {
    std::uint64_t too_little = 0;
    std::uint64_t enough = std::uint64_t{1} << 24;
    while (enough - too_little > 1) {
        engine::Limits limits;
        limits.memory_bytes = std::midpoint(too_little, enough);
        const engine::Outcome outcome = limited(limits, text, grid);
        if (std::holds_alternative<engine::Finished>(outcome)) {
            enough = *limits.memory_bytes;
        } else {
            const auto* limit = std::get_if<engine::Limited>(&outcome);
            EXPECT_TRUE(limit != nullptr && limit->kind == engine::LimitKind::memory);
            too_little = *limits.memory_bytes;
        }
    }
    return enough;
}

TEST(Limit, OfMemoryCountsArgumentsTilesAndThreads) {
    const std::string begin = "kernel k(O: tensor<i32>[32]) {\n";
    const std::string end = "  if ctx.thread < 32 {\n    O[ctx.thread] = 1\n  }\n}\n";
    const std::uint64_t least = least_memory("@launch(32)\n" + begin + end, {2, 1, 1});
    const std::string with_tile = "@launch(32)\n" + begin + "  var s: tile<f64>[128]\n" + end;
    EXPECT_EQ(least_memory(with_tile, {2, 1, 1}), least + 128 * (8 + 1));
    const std::uint64_t of_threads = least - 128;
    EXPECT_GE(of_threads, 32 * sizeof(ScalarBits));
    EXPECT_EQ(least_memory("@launch(64)\n" + begin + end, {1, 1, 1}), least + of_threads);
}

}  // namespace
}  // namespace phobos::plain
