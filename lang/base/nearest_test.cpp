// SPDX-License-Identifier: Apache-2.0
#include "lang/base/nearest.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace phobos {
namespace {

constexpr std::array<std::string_view, 6> words{"thread", "threads", "warp", "lane", "block", "grid"};

TEST(Nearest, GivesTheWordWithTheFewestEdits) {
    EXPECT_EQ(nearest("thread", words), "thread");
    EXPECT_EQ(nearest("thraed", words), "thread");
    EXPECT_EQ(nearest("threds", words), "threads");
    EXPECT_EQ(nearest("wrap", words), "warp");
    EXPECT_EQ(nearest("lan", words), "lane");
    EXPECT_EQ(nearest("Lane", words), "lane");
}

TEST(Nearest, PrefersTheFirstOfEquallyNearWords) {
    constexpr std::array<std::string_view, 2> pair{"ab", "cb"};
    EXPECT_EQ(nearest("bb", pair), "ab");
}

TEST(Nearest, FindsNothingWhereMoreThanAThirdWouldChange) {
    EXPECT_EQ(nearest("row", words), std::nullopt);
    EXPECT_EQ(nearest("tid", words), std::nullopt);
    EXPECT_EQ(nearest("", words), std::nullopt);
    EXPECT_EQ(nearest("warp", {}), std::nullopt);
}

TEST(Nearest, TakesASingleLetterOnlyForItsOtherCase) {
    constexpr std::array<std::string_view, 3> names{"N", "X", "xs"};
    EXPECT_EQ(nearest("x", names), "X");
    EXPECT_EQ(nearest("i", names), std::nullopt);
}

TEST(Nearest, LeavesVeryLongWordsAlone) {
    const std::string longer(65, 'a');
    const std::array<std::string_view, 1> same{longer};
    EXPECT_EQ(nearest(longer, same), std::nullopt);
    const std::string longest(64, 'a');
    const std::array<std::string_view, 2> both{longer, longest};
    EXPECT_EQ(nearest(longest, both), longest);
}

TEST(Nearest, CountsASwapOfNeighboursAsOneEdit) {
    constexpr std::array<std::string_view, 1> one{"abc"};
    EXPECT_EQ(nearest("bac", one), "abc");
    EXPECT_EQ(nearest("cab", one), std::nullopt);
}

}  // namespace
}  // namespace phobos
