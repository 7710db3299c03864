// SPDX-License-Identifier: Apache-2.0
#include "engine/io/block_selection.h"

#include <gtest/gtest.h>

#include <string>

namespace phobos::io {
namespace {

std::string first_twelve(std::string_view text) {
    const auto selection = BlockSelection::parse(text);
    if (!selection) return "none";
    std::string all;
    for (std::uint64_t number = 0; number < 12; ++number) all += selection->has(number) ? 'x' : '.';
    return all;
}

TEST(BlockSelection, TakesNumbersRangesAndEverySoMany) {
    EXPECT_EQ(first_twelve("0"), "x...........");
    EXPECT_EQ(first_twelve("0,3-5"), "x..xxx......");
    EXPECT_EQ(first_twelve("*/5"), "x....x....x.");
    EXPECT_EQ(first_twelve("7-7,*/4"), "x...x..xx...");
    EXPECT_EQ(first_twelve("18446744073709551615"), "............");
    EXPECT_TRUE(BlockSelection().has(0));
    EXPECT_TRUE(BlockSelection().has(~std::uint64_t{0}));
    EXPECT_TRUE(BlockSelection::parse("5-18446744073709551615")->has(~std::uint64_t{0}));
}

TEST(BlockSelection, IsNothingElse) {
    for (const char* const text : {"", ",", "1,", ",1", "-", "1-", "-1", "3-2", "*", "*/", "*/0", "*/-1", "all", "1 2",
                                   " 1", "0x1", "18446744073709551616", "1-2-3", "1,,2"})
        EXPECT_EQ(first_twelve(text), "none") << text;
}

}  // namespace
}  // namespace phobos::io
