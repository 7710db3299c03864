// SPDX-License-Identifier: Apache-2.0
#include "engine/enclosure.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace phobos::engine {
namespace {

Tensor tensor(const std::vector<float>& values) {
    Tensor result = *make_zeroed(ScalarType::f32, {static_cast<std::int64_t>(values.size())});
    for (std::size_t i = 0; i < values.size(); ++i) result.store(i, {std::bit_cast<std::uint32_t>(values[i])});
    return result;
}

TEST(Enclosed, BoundsAreIncluded) {
    const Enclosure enclosure{tensor({1, -2, -0.0F}), tensor({1.000001F, -2, 0.0F})};
    EXPECT_TRUE(compare(enclosure, tensor({1, -2, 0.0F}), 64).agrees());
    EXPECT_TRUE(compare(enclosure, tensor({1.000001F, -2, -0.0F}), 64).agrees());
    const EnclosedComparison outside = compare(enclosure, tensor({0.9999999F, -2.000001F, NAN}), 64);
    EXPECT_EQ(outside.comparison.mismatches, 3U);
    EXPECT_TRUE(outside.uninformative.empty());
    EXPECT_TRUE(compare(enclosure, tensor({0, -2, 0}), 64, {true, false, false}).agrees());
}

TEST(Enclosed, WhatIsTooWideIsListedAndNotCompared) {
    const float just = std::bit_cast<float>(std::bit_cast<std::uint32_t>(1.0F) + 64);
    const float more = std::bit_cast<float>(std::bit_cast<std::uint32_t>(1.0F) + 65);
    const EnclosedComparison found = compare({tensor({1, 1, NAN}), tensor({just, more, 0})}, tensor({2, 2, 2}), 64);
    EXPECT_EQ(found.uninformative, (std::vector<std::uint64_t>{1, 2}));
    EXPECT_EQ(found.comparison.elements, 1U);
    EXPECT_EQ(found.comparison.mismatches, 1U);
}

TEST(Enclosed, ANanIsWantedWhereBothBoundsAreOne) {
    const Enclosure enclosure{tensor({NAN, NAN}), tensor({NAN, NAN})};
    const EnclosedComparison found = compare(enclosure, tensor({-NAN, 1}), 64);
    EXPECT_EQ(found.comparison.mismatches, 1U);
    EXPECT_EQ(found.comparison.first[0].index, 1U);
}

TEST(Enclosed, EveryTrueIsOneValue) {
    const auto truth = [](std::uint64_t bits) {
        Tensor result = *make_zeroed(ScalarType::boolean, {1});
        result.store(0, {bits});
        return result;
    };
    EXPECT_TRUE(compare({truth(0x1C), truth(1)}, truth(0x1C), 64).agrees());
    EXPECT_TRUE(compare({truth(1), truth(1)}, truth(0x7F), 64).agrees());
    EXPECT_FALSE(compare({truth(1), truth(1)}, truth(0), 64).agrees());
}

}  // namespace
}  // namespace phobos::engine
