// SPDX-License-Identifier: Apache-2.0
#include "engine/tensor.h"

#include <gtest/gtest.h>

#include <limits>

namespace phobos::engine {
namespace {

using Kind = TensorFailure::Kind;
constexpr std::uint64_t any_size = std::numeric_limits<std::uint64_t>::max();

TEST(Tensor, ZeroedHasShapeBytesAndOnlyZeros) {
    const auto tensor = make_zeroed(ScalarType::f32, {3, 5});
    ASSERT_TRUE(tensor);
    EXPECT_EQ(tensor->elements(), 15U);
    EXPECT_EQ(tensor->bytes().size(), 60U);
    EXPECT_EQ(tensor->rank(), 2U);
    for (std::uint64_t i = 0; i < 15; ++i) EXPECT_EQ(tensor->load(i), ScalarBits{0});
    EXPECT_EQ(tensor->unwritten_elements(), 0U);
    EXPECT_FALSE(tensor->tracks_writes());
}

TEST(Tensor, UnwrittenCountsDownAndZeroes) {
    auto tensor = make_unwritten(ScalarType::i32, {4});
    ASSERT_TRUE(tensor);
    EXPECT_EQ(tensor->load(2), ScalarBits{0xFFFFFFFF});
    EXPECT_EQ(tensor->unwritten_elements(), 4U);
    tensor->store(2, ScalarBits{7});
    tensor->store(2, ScalarBits{8});
    EXPECT_TRUE(tensor->is_written(2));
    EXPECT_FALSE(tensor->is_written(3));
    EXPECT_EQ(tensor->zero_unwritten(), 3U);
    EXPECT_EQ(tensor->load(2), ScalarBits{8});
    EXPECT_EQ(tensor->load(3), ScalarBits{0});
    EXPECT_EQ(tensor->zero_unwritten(), 0U);
    EXPECT_TRUE(tensor->is_written(3));
}

TEST(Tensor, CopiesAreDeep) {
    auto tensor = make_unwritten(ScalarType::u8, {2});
    ASSERT_TRUE(tensor);
    Tensor copy = *tensor;
    EXPECT_EQ(copy, *tensor);
    copy.store(0, ScalarBits{1});
    EXPECT_NE(copy, *tensor);
    EXPECT_FALSE(tensor->is_written(0));
}

TEST(Tensor, EmptyAndScalarShapes) {
    EXPECT_EQ(*element_count(std::vector<std::int64_t>{}), 1U);
    EXPECT_EQ(*element_count(std::vector<std::int64_t>{max_dim, max_dim, max_dim, 0}), 0U);
    EXPECT_EQ(spelling_of_shape(std::vector<std::int64_t>{}), "scalar");
    EXPECT_EQ(spelling_of_shape(std::vector<std::int64_t>{4, 8}), "4x8");
    EXPECT_EQ(make_zeroed(ScalarType::f64, {0, 3})->bytes().size(), 0U);
}

TEST(Tensor, ImpossibleShapesAreNamed) {
    EXPECT_EQ(element_count(std::vector<std::int64_t>{1, 1, 1, 1, 1}).error().text,
              "shape 1x1x1x1x1 has 5 dimensions, at most 4 are possible");
    EXPECT_EQ(element_count(std::vector<std::int64_t>{2, -1}).error().kind, Kind::shape);
    EXPECT_EQ(element_count(std::vector<std::int64_t>{max_dim + 1}).error().text,
              "dimension 2147483648 of shape 2147483648 is outside 0 to 2147483647");
    EXPECT_TRUE(element_count(std::vector<std::int64_t>{max_dim}).has_value());
}

TEST(Tensor, SizesNeverWrapAndNeverThrow) {
    // 2^31-1 cubed is beyond 64 bits; (2^31-1)^2 * 8 bytes is beyond 64 bits although the count is not.
    EXPECT_EQ(element_count(std::vector<std::int64_t>{max_dim, max_dim, max_dim}).error().kind, Kind::memory);
    EXPECT_EQ(byte_count(ScalarType::f64, std::vector<std::int64_t>{max_dim, max_dim}, any_size).error().kind,
              Kind::memory);
    EXPECT_EQ(make_zeroed(ScalarType::u8, {max_dim, max_dim}, any_size).error().kind, Kind::memory);
    EXPECT_EQ(make_unwritten(ScalarType::u8, {11}, 10).error().text,
              "a tensor of 11 elements of u8 is larger than the limit of 10 bytes");
    EXPECT_TRUE(make_unwritten(ScalarType::u8, {10}, 10));
    EXPECT_EQ(allocate_bytes(any_size, std::byte{0}).error().kind, Kind::memory);
}

TEST(Tensor, ReleasesItsBytes) {
    auto tensor = make_unwritten(ScalarType::u8, {3});
    ASSERT_TRUE(tensor);
    EXPECT_EQ(std::move(*tensor).release_bytes(), std::vector<std::byte>(3, std::byte{0xFF}));
}

}  // namespace
}  // namespace phobos::engine
