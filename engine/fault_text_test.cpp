// SPDX-License-Identifier: Apache-2.0
#include "engine/fault_text.h"

#include <gtest/gtest.h>

#include <array>

namespace phobos::engine {
namespace {

constexpr std::array<std::int64_t, 1> ten{10};
constexpr std::array<std::int64_t, 2> rows_of_ten{4, 10};

RacingAccess by(std::int64_t thread, AccessKind kind, std::uint64_t written = 0, Block block = {}) {
    return {kind, thread, {written}, {{}, {}, block, 0, std::uint64_t{1} << thread}};
}

Race race_of(const RacingAccess& access, const RacingAccess& other) {
    return {"s", ten, 5, ScalarType::i32, access, other, false};
}

TEST(RaceText, NamesBothThreadsTheElementAndWhatIsWritten) {
    const FaultText fault = race(race_of(by(4, AccessKind::read), by(5, AccessKind::write, 0xFFFFFFFF)));
    EXPECT_EQ(fault.kind, FaultKind::race);
    EXPECT_EQ(fault.message, "thread 4 reads s[5] and thread 5 writes -1 to it, and no barrier orders the two");
    ASSERT_EQ(fault.values.size(), 4U);
    EXPECT_EQ(fault.values[0], (FaultValue{"index", ScalarType::i64, {5}}));
    EXPECT_EQ(fault.values[1], (FaultValue{"thread", ScalarType::i64, {4}}));
    EXPECT_EQ(fault.values[2], (FaultValue{"other_thread", ScalarType::i64, {5}}));
    EXPECT_EQ(fault.values[3], (FaultValue{"other_written", ScalarType::i64, {~std::uint64_t{0}}}));
}

TEST(RaceText, KeepsBothPlaces) {
    const RacingAccess access = by(4, AccessKind::read);
    const RacingAccess other = by(5, AccessKind::atomic);
    const Trapped trap = trapped(race(race_of(access, other)), access.place);
    EXPECT_EQ(trap.place, access.place);
    EXPECT_EQ(trap.others, std::vector{other.place});
    EXPECT_EQ(trap.message, "thread 4 reads s[5] and thread 5 updates it atomically, and no barrier orders the two");
}

TEST(RaceText, NamesBlocksWhereTheyDiffer) {
    const auto message = [](Block a, Block b) {
        return race(race_of(by(0, AccessKind::write, 1, a), by(3, AccessKind::read, 0, b))).message;
    };
    EXPECT_EQ(message({2, 0, 0}, {1, 0, 0}),
              "thread 0 of block 2 writes 1 to s[5] and thread 3 of block 1 reads it, and no barrier orders the two");
    EXPECT_EQ(message({2, 0, 1}, {1, 0, 0}),
              "thread 0 of block [2, 0, 1] writes 1 to s[5] and thread 3 of block [1, 0, 0] reads it, "
              "and no barrier orders the two");
}

TEST(RaceText, SaysWhereLockstepHidesTheRace) {
    Race hidden = race_of(by(0, AccessKind::read), by(1, AccessKind::write, 7));
    hidden.keeps_to_lockstep = true;
    EXPECT_EQ(race(hidden).message,
              "thread 0 reads s[5] and thread 1 writes 7 to it, and only the lockstep of their warp orders the two");
}

TEST(RaceText, TellsValuesInTheirTypeAndIndicesByAxis) {
    const FaultText floats = race({"X", rows_of_ten, 23, ScalarType::f32, by(0, AccessKind::write, 0x80000000),
                                   by(1, AccessKind::write, 0), false});
    EXPECT_EQ(floats.message,
              "thread 0 writes -0.0 to X[2, 3] and thread 1 writes 0.0 to it, "
              "and no barrier orders the two");
    EXPECT_EQ(floats.values[0].name, "index_0");
    EXPECT_EQ(floats.values[1].name, "index_1");
    EXPECT_EQ(floats.values[3], (FaultValue{"written", ScalarType::f32, {0x80000000}}));
    const FaultText flags =
        race({"f", ten, 0, ScalarType::boolean, by(0, AccessKind::write, 1), by(1, AccessKind::write, 0), false});
    EXPECT_EQ(flags.message,
              "thread 0 writes true to f[0] and thread 1 writes false to it, "
              "and no barrier orders the two");
}

}  // namespace
}  // namespace phobos::engine
