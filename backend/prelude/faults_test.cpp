// SPDX-License-Identifier: Apache-2.0
#include "backend/prelude/faults.h"

#include <gtest/gtest.h>

#include <array>

#include "backend/prelude/test_support.h"

namespace phobos::prelude {
namespace {

using ph::Fault;
using ph::FaultRecord;

/// A thread of a grid of 4 x 3 x 2 blocks that asks a Faults.
class FaultsTest : public testing::Test {
protected:
    FaultsTest() : before_(*ph::machine::table) {
        for (FaultRecord& each : records_) each.block = FaultRecord::no_block;
        place(0, 0, 0);
    }
    ~FaultsTest() override { *ph::machine::table = before_; }

    void place(int x, int y, int z) {
        ph::host::Table& table = *ph::machine::table;
        table.thread = 5;
        const std::array block{x, y, z};
        const std::array grid{4, 3, 2};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            table.block[axis] = block[axis];
            table.grid[axis] = grid[axis];
        }
    }
    ph::Faults faults() {
        ctx_ = ph::Cta<32, 32>();
        return {ctx_, records_.data()};
    }
    const FaultRecord& record() { return records_[5]; }

    void expect_record(Fault kind, unsigned site, long long first, long long second = 0, long long third = 0) {
        EXPECT_EQ(record().kind, kind);
        EXPECT_EQ(record().site, site);
        EXPECT_EQ(record().values[0], first);
        EXPECT_EQ(record().values[1], second);
        EXPECT_EQ(record().values[2], third);
        EXPECT_EQ(record().lock, 0U);
    }
    void expect_no_record() {
        for (const FaultRecord& each : records_) EXPECT_EQ(each.block, FaultRecord::no_block);
    }

private:
    std::array<FaultRecord, 32> records_{};
    ph::Cta<32, 32> ctx_;
    ph::host::Table before_;
};

TEST_F(FaultsTest, RecordsNothingInside) {
    ph::Faults asked = faults();
    EXPECT_TRUE(asked.inside(1, 0, i32(0), i32(1)));
    EXPECT_TRUE(asked.inside(1, 0, u8(9), 10));
    EXPECT_TRUE(asked.inside(1, 0, i64(6), i32(10), 4));
    EXPECT_TRUE(asked.index(1, i8(3), 4));
    EXPECT_TRUE(asked.step(1, i32(0), i32(1), i32(-1)));
    EXPECT_EQ(asked.divide(1, i32::least(), i32(-1)), i32::least());
    EXPECT_EQ(asked.remainder(1, i32(-7), i32(4)), i32(-3));
    EXPECT_EQ(asked.shift_left(1, i8(3), i64(7)), i8(-128));
    EXPECT_EQ(asked.shift_right(1, i8(-128), u8(7)), i8(-1));
    expect_no_record();
}

TEST_F(FaultsTest, RecordsElementsAndRunsOutside) {
    EXPECT_FALSE(faults().inside(7, 1, i32(-1), i32(10)));
    expect_record(Fault::out_of_bounds, 7, 1, -1, 1);
    EXPECT_EQ(record().element, -1);
    EXPECT_EQ(record().block, 0U);
}

TEST_F(FaultsTest, TakesSubscriptsAsUnboundedIntegers) {
    EXPECT_FALSE(faults().inside(7, 0, u32(0xffffffffU), i32(10)));
    expect_record(Fault::out_of_bounds, 7, 0, 0xffffffffLL, 1);
}

TEST_F(FaultsTest, WantsEveryElementOfARunInside) {
    EXPECT_FALSE(faults().inside(8, 2, i64(7), i32(10), 4));
    expect_record(Fault::out_of_bounds, 8, 2, 7, 4);
    EXPECT_FALSE(faults().inside(8, 2, i64::greatest(), i32(10), 4));
    EXPECT_FALSE(faults().inside(8, 0, i32(0), i32(3), 4));
}

TEST_F(FaultsTest, RecordsIndices) {
    EXPECT_FALSE(faults().index(9, i64(4), 4));
    expect_record(Fault::index, 9, 4);
}

TEST_F(FaultsTest, RecordsDivisionAndGoesOnWithZero) {
    EXPECT_EQ(faults().divide(10, i64(-5), i64(0)), i64(0));
    expect_record(Fault::division, 10, -5);
}

TEST_F(FaultsTest, RecordsRemaindersAndGoesOnWithZero) {
    EXPECT_EQ(faults().remainder(10, u32(0x80000000U), u32(0)), u32(0));
    expect_record(Fault::division, 10, 0x80000000LL);
}

TEST_F(FaultsTest, RecordsShiftsAndGoesOnWithZero) {
    EXPECT_EQ(faults().shift_left(11, u8(1), u32(0xffffffffU)), u8(0));
    expect_record(Fault::shift, 11, 0xffffffffLL);
}

TEST_F(FaultsTest, RecordsShiftsToTheRight) {
    EXPECT_EQ(faults().shift_right(12, i32(-1), i8(-1)), i32(0));
    expect_record(Fault::shift, 12, -1);
}

TEST_F(FaultsTest, RecordsStepsOfZero) {
    EXPECT_FALSE(faults().step(13, i32(3), i32(9), i32(0)));
    expect_record(Fault::step, 13, 3, 9);
}

TEST_F(FaultsTest, KeepsTheFirstOfAThread) {
    ph::Faults asked = faults();
    asked.element(i64(77));
    EXPECT_FALSE(asked.index(1, i32(8), 4));
    EXPECT_FALSE(asked.index(2, i32(9), 4));
    expect_record(Fault::index, 1, 8);
    EXPECT_EQ(record().element, 77);
}

TEST_F(FaultsTest, KeepsThatOfTheLowestBlock) {
    place(1, 2, 1);
    EXPECT_FALSE(faults().index(1, i32(8), 4));
    EXPECT_EQ(record().block, 1U + 4U * (2U + 3U * 1U));
    place(3, 0, 0);
    EXPECT_FALSE(faults().index(2, i32(9), 4));
    place(0, 1, 0);
    EXPECT_FALSE(faults().index(3, i32(10), 4));
    EXPECT_EQ(record().block, 3U);
    expect_record(Fault::index, 2, 9);
}

}  // namespace
}  // namespace phobos::prelude
