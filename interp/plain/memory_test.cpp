// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/memory.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>

namespace phobos::plain {
namespace {

View view(Allocation& allocation, ScalarType element, std::int64_t extent, std::size_t first_byte = 0) {
    return {"A", element, {extent}, 1, &allocation, first_byte};
}

TEST(Allocation, BeginsTheOffsetPastAMultipleOf256) {
    for (const std::int64_t offset : {0, 4, 255, 256, 1000}) {
        auto allocation = Allocation::make(10, offset);
        ASSERT_TRUE(allocation);
        EXPECT_EQ(allocation->bytes().size(), 10U);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(allocation->bytes().data()) % 256,
                  static_cast<std::uintptr_t>(offset % 256));
    }
}

TEST(Allocation, StaysWhereItIsWhenMoved) {
    auto allocation = Allocation::make(10, 0);
    const std::byte* before = allocation->bytes().data();
    const Allocation moved = *std::move(allocation);
    EXPECT_EQ(moved.bytes().data(), before);
}

TEST(Allocation, IsDamagedByAWriteJustOutside) {
    auto allocation = Allocation::make(10, 8);
    EXPECT_FALSE(allocation->damaged());
    std::memset(allocation->bytes().data(), 0, 10);
    EXPECT_FALSE(allocation->damaged());
    for (const std::ptrdiff_t outside :
         {std::ptrdiff_t{-1}, std::ptrdiff_t{10}, std::ptrdiff_t{-256}, std::ptrdiff_t{265}}) {
        std::byte& byte = *(allocation->bytes().data() + outside);
        const std::byte before = byte;
        byte = std::byte{0};
        EXPECT_TRUE(allocation->damaged()) << outside;
        byte = before;
    }
    EXPECT_FALSE(allocation->damaged());
}

TEST(Allocation, IsNothingWhereTheMemoryCannotBeHad) {
    EXPECT_FALSE(Allocation::make(std::numeric_limits<std::uint64_t>::max(), 0));
}

TEST(View, KeepsTheBitsOfEveryType) {
    auto allocation = Allocation::make(64, 0);
    for (const ScalarTypeRow& row : scalar_types) {
        const View elements = view(*allocation, row.type, 4);
        const std::uint64_t value = 0x8123456789ABCDEF >> (64 - row.bits);
        elements.write(3, {value});
        elements.write(2, {0});
        EXPECT_EQ(elements.read(3), ScalarBits{value}) << row.spelling;
        EXPECT_EQ(elements.read(2), ScalarBits{0}) << row.spelling;
    }
}

TEST(View, ReadsEveryByteButZeroAsTrue) {
    auto allocation = Allocation::make(4, 0);
    const View bools = view(*allocation, ScalarType::boolean, 4);
    for (const int byte : {0, 1, 2, 255}) {
        allocation->bytes()[1] = static_cast<std::byte>(byte);
        EXPECT_EQ(bools.read(1).bits, byte == 0 ? 0U : 1U);
    }
}

TEST(View, KnowsWhichElementsWereWritten) {
    auto allocation = Allocation::make(16, 0);
    const View words = view(*allocation, ScalarType::i32, 4);
    EXPECT_TRUE(words.is_written(1)) << "nothing is tracked yet";
    allocation->mark_unwritten(0, 16);
    EXPECT_FALSE(words.is_written(1));
    words.write(1, {5});
    EXPECT_TRUE(words.is_written(1));
    EXPECT_FALSE(words.is_written(0));
    EXPECT_FALSE(words.is_written(2));
}

TEST(View, AnElementIsWrittenWhenAllItsBytesAre) {
    auto allocation = Allocation::make(16, 0);
    allocation->mark_unwritten(0, 16);
    const View words = view(*allocation, ScalarType::i32, 2, 8);
    const View bytes = view(*allocation, ScalarType::u8, 16);
    for (const std::int64_t byte : {8, 9, 11}) bytes.write(byte, {1});
    EXPECT_FALSE(words.is_written(0));
    bytes.write(10, {1});
    EXPECT_TRUE(words.is_written(0));
    EXPECT_EQ(words.read(0).bits, 0x01010101U);
}

}  // namespace
}  // namespace phobos::plain
