// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/level_check.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <vector>

namespace phobos::plain {
namespace {

constexpr program::Type i32{};

/// Shows the value that `value` gives for each thread of two warps of 32, at one instance.
void show(LevelCheck& check, const std::function<std::uint64_t(int)>& value, InstanceId instance = 0) {
    for (int thread = 0; thread < 64; ++thread) check.observe({0}, i32, instance, {thread, {value(thread)}});
}
LevelCheck check_of(const Level& claimed) { return {std::span(&claimed, 1), 32, 1000}; }

struct Row {
    std::function<std::uint64_t(int)> value;
    Level shown;
};
const std::array<Row, 4> rows{Row{[](int) { return 7; }, Level::uniform},
                              Row{[](int thread) { return thread / 32; }, Level::warp_uniform},
                              Row{[](int thread) { return thread % 32 == 31 ? 1 : 0; }, Level::varying},
                              Row{[](int thread) { return thread == 40 ? 1 : 0; }, Level::varying}};

TEST(LevelCheck, ShowsTheLowestLevelThatIsTrue) {
    for (const Row& row : rows) {
        const Level claimed = Level::varying;
        LevelCheck check = check_of(claimed);
        show(check, row.value);
        EXPECT_EQ(check.precision().shown[0], row.shown);
        EXPECT_FALSE(check.disagreement());
    }
}

TEST(LevelCheck, FindsEveryClaimBelowTheShownLevelAndNoOther) {
    for (const Row& row : rows) {
        for (const Level claimed : {Level::uniform, Level::warp_uniform, Level::varying}) {
            LevelCheck check = check_of(claimed);
            show(check, row.value);
            EXPECT_EQ(check.disagreement().has_value(), claimed < row.shown);
        }
    }
}

TEST(LevelCheck, NamesTheTwoThreadsAndTheirValues) {
    const Level claimed = Level::warp_uniform;
    LevelCheck check = check_of(claimed);
    show(check, [](int thread) { return thread == 40 ? 5 : thread / 32; });
    ASSERT_TRUE(check.disagreement());
    EXPECT_EQ(check.disagreement()->first.thread, 32);
    EXPECT_EQ(check.disagreement()->first.bits.bits, 1U);
    EXPECT_EQ(check.disagreement()->second.thread, 40);
    EXPECT_EQ(check.disagreement()->second.bits.bits, 5U);
}

TEST(LevelCheck, NothingIsShownWhereNoThreadCame) {
    const Level claimed = Level::uniform;
    EXPECT_FALSE(check_of(claimed).precision().shown[0]);
}

TEST(LevelCheck, ComparesOneTurnOfEachLoopWithItself) {
    const Level claimed = Level::uniform;
    LevelCheck check = check_of(claimed);
    for (int thread = 0; thread < 64; ++thread) {
        for (std::uint64_t turn = 1; turn <= 3; ++turn) {
            const InstanceId outer = check.enter(0, 0, turn);
            for (std::uint64_t inner = 1; inner <= 2; ++inner)
                check.observe({0}, i32, check.enter(outer, 1, inner), {thread, {10 * turn + inner}});
        }
    }
    EXPECT_FALSE(check.disagreement());
    EXPECT_EQ(check.precision().shown[0], Level::uniform);
    EXPECT_NE(check.enter(check.enter(0, 0, 1), 1, 2), check.enter(check.enter(0, 0, 2), 1, 1));
}

TEST(LevelCheck, ForgetsAtBarriers) {
    const Level claimed = Level::uniform;
    LevelCheck check = check_of(claimed);
    show(check, [](int) { return 1; });
    check.forget();
    show(check, [](int) { return 2; });
    EXPECT_FALSE(check.disagreement());
}

TEST(LevelCheck, IsFullBeyondItsCapacity) {
    const Level claimed = Level::uniform;
    LevelCheck check{std::span(&claimed, 1), 32, 2};
    show(check, [](int) { return 1; }, 1);
    show(check, [](int) { return 1; }, 2);
    EXPECT_FALSE(check.is_full());
    show(check, [](int) { return 1; }, 3);
    EXPECT_TRUE(check.is_full());
}

}  // namespace
}  // namespace phobos::plain
