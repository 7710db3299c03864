// SPDX-License-Identifier: Apache-2.0
#include "backend/launch/assumptions.h"

#include <gtest/gtest.h>

#include <optional>

namespace phobos::launch {
namespace {

using program::Congruence;

constexpr Congruence by_16{4, 0};
constexpr Congruence by_32{5, 0};

TEST(Assumptions, AskNothingOfALaunchUnlessSomethingIsAssumed) {
    EXPECT_TRUE(keeps({}, {}));
    EXPECT_TRUE(keeps({{Congruence{}}, {std::nullopt}, {Congruence{}}}, {}));
    EXPECT_TRUE(keeps({}, {{by_16}, {32}, {by_16}}));
}

TEST(Assumptions, OfDimsAreKeptByWhatIsAtLeastAsNarrow) {
    const auto dims = [](Congruence assumed, Congruence actual) {
        return keeps({{assumed}, {}, {}}, {{actual}, {}, {}});
    };
    EXPECT_TRUE(dims(by_16, by_16));
    EXPECT_TRUE(dims(by_16, by_32));
    EXPECT_FALSE(dims(by_32, by_16));
    EXPECT_TRUE(dims({4, 3}, {7, 35}));
    EXPECT_FALSE(dims({4, 3}, {7, 36}));
    EXPECT_FALSE(keeps({{Congruence{}, by_16}, {}, {}}, {{by_16}, {}, {}})) << "nothing is known of the second dim";
}

TEST(Assumptions, OfDimsAreKeptByAValue) {
    EXPECT_TRUE(keeps({{by_16}, {}, {}}, {{}, {48}, {}}));
    EXPECT_FALSE(keeps({{by_16}, {}, {}}, {{}, {40}, {}}));
    EXPECT_TRUE(keeps({{}, {48}, {}}, {{}, {48}, {}}));
    EXPECT_FALSE(keeps({{}, {48}, {}}, {{}, {64}, {}}));
    EXPECT_FALSE(keeps({{}, {48}, {}}, {{by_16}, {}, {}}));
    EXPECT_TRUE(keeps({{}, {std::nullopt, 5}, {}}, {{}, {1, 5}, {}}));
}

TEST(Assumptions, OfAddressesAreTheirOwn) {
    EXPECT_TRUE(keeps({{}, {}, {by_16}}, {{}, {}, {{7, 96}}}));
    EXPECT_FALSE(keeps({{}, {}, {by_16}}, {{}, {}, {{7, 8}}}));
    EXPECT_FALSE(keeps({{}, {}, {by_16}}, {{by_16}, {16}, {}}));
}

}  // namespace
}  // namespace phobos::launch
