// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/tiles.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "interp/plain/test_support.h"
#include "lang/base/float16.h"
#include "lang/vocabulary/scalar_value.h"

namespace phobos::plain {
namespace {

using program::TileShape;

constexpr float nan32 = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity32 = std::numeric_limits<float>::infinity();

TileShape shape(std::initializer_list<std::int32_t> extents) {
    TileShape result;
    for (const std::int32_t extent : extents) result.extents[result.rank++] = extent;
    return result;
}

template <class T>
Tile<ScalarBits> tile(std::initializer_list<std::int32_t> extents, const std::vector<T>& values) {
    Tile<ScalarBits> result{scalar_type_of<T>(), shape(extents), {}};
    for (const T value : values) result.elements.push_back(bits_of<T>(value));
    EXPECT_EQ(static_cast<std::int64_t>(values.size()), result.shape.elements());
    return result;
}
template <class T>
Tile<ScalarBits> scalar(T value) {
    return {scalar_type_of<T>(), {}, {bits_of<T>(value)}};
}
template <class T>
std::vector<T> values_in(const Tile<ScalarBits>& tile) {
    std::vector<T> result;
    for (const ScalarBits value : tile.elements) {
        if constexpr (std::is_same_v<T, float>)
            result.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(value.bits)));
        if constexpr (std::is_same_v<T, double>) result.push_back(std::bit_cast<double>(value.bits));
        if constexpr (std::is_integral_v<T>) result.push_back(static_cast<T>(value.bits));
    }
    return result;
}
std::vector<float> drawn(std::size_t count, unsigned seed) {
    std::mt19937 random{seed};
    std::uniform_real_distribution<float> draw{-2, 2};
    std::vector<float> result(count);
    for (float& value : result) value = draw(random);
    return result;
}
Tile<ScalarBits> function(Builtin builtin, const Tile<ScalarBits>& operand, ScalarType element, TileShape result) {
    return tile_function(builtin, std::span<const Tile<ScalarBits>>(&operand, 1),
                         {element, program::Form::tile, 1, result});
}
template <class T>
Tile<ScalarBits> by_rows(Builtin builtin, std::int32_t columns, const std::vector<T>& values) {
    const auto rows = static_cast<std::int32_t>(values.size()) / columns;
    return function(builtin, tile<T>({rows, columns}, values), scalar_type_of<T>(), shape({rows, 1}));
}

const engine::FaultText& text(const ElementFault& fault) { return std::get<engine::FaultText>(fault.what); }

// --- elementwise ---

TEST(Tiles, AnOperandIsBroadcastAlongAxesOfExtentOneAndAScalarAlongAll) {
    const std::array operands{tile<std::int32_t>({2, 1}, {10, 20}), tile<std::int32_t>({1, 3}, {1, 2, 3})};
    const auto sum = applied<ScalarBits>(Function{BinaryOperator::add}, operands, ScalarType::i32, shape({2, 3}));
    EXPECT_EQ(*sum, tile<std::int32_t>({2, 3}, {11, 12, 13, 21, 22, 23}));
    const std::array with_scalar{scalar<std::int32_t>(100), tile<std::int32_t>({1, 3}, {1, 2, 3})};
    EXPECT_EQ(*applied<ScalarBits>(Function{BinaryOperator::subtract}, with_scalar, ScalarType::i32, shape({1, 3})),
              tile<std::int32_t>({1, 3}, {99, 98, 97}));
    const std::array three{tile<bool>({1, 2, 1, 2}, {true, false, false, true}), scalar<float>(-1),
                           tile<float>({2, 1, 1, 1}, {5, 6})};
    EXPECT_EQ(*applied<ScalarBits>(Function{Builtin::where}, three, ScalarType::f32, shape({2, 2, 1, 2})),
              tile<float>({2, 2, 1, 2}, {-1, 5, 5, -1, -1, 6, 6, -1}));
}

TEST(Tiles, TheFirstFaultyElementInRowOrderIsTold) {
    const std::array operands{tile<std::int32_t>({2, 3}, {7, 8, 9, 10, 11, 12}), tile<std::int32_t>({1, 3}, {1, 2, 0})};
    const auto quotient =
        applied<ScalarBits>(Function{BinaryOperator::divide}, operands, ScalarType::i32, shape({2, 3}));
    ASSERT_FALSE(quotient);
    EXPECT_EQ(quotient.error().element, 2);
    EXPECT_EQ(text(quotient.error()).kind, engine::FaultKind::division);
    EXPECT_EQ(text(quotient.error()).message, "9 is divided by 0");
    const std::array shifted{tile<std::uint8_t>({1, 2}, {1, 1}), tile<std::int64_t>({1, 2}, {7, 8})};
    const auto shift =
        applied<ScalarBits>(Function{BinaryOperator::shift_left}, shifted, ScalarType::u8, shape({1, 2}));
    ASSERT_FALSE(shift);
    EXPECT_EQ(shift.error().element, 1);
    EXPECT_EQ(text(shift.error()).message, "the shift count 8 is outside 0 to 7");
}

// --- slices ---

/// A view of 3 by 4 elements, element [i, j] of which is 10 i + j + 1.
class Slices : public testing::Test {
protected:
    Slices() {
        for (std::int32_t i = 0; i < 3; ++i)
            for (std::int32_t j = 0; j < 4; ++j) view_.write(i * 4 + j, bits_of<std::int32_t>(10 * i + j + 1));
    }
    std::vector<std::int32_t> read_at(std::vector<std::int64_t> starts, TileShape extents) {
        return values_in<std::int32_t>(*read<ScalarBits>({view_, std::move(starts), extents}, Unwritten::is_fault));
    }
    std::vector<std::int32_t> all() { return read_at({0, 0}, shape({3, 4})); }

    Allocation allocation_ = *Allocation::make(48, 0);
    View view_{"A", ScalarType::i32, {3, 4}, 2, &allocation_, 0};
};

TEST_F(Slices, ElementsOutsideOnEitherSideOfEitherAxisAreZero) {
    EXPECT_EQ(read_at({1, 1}, shape({2, 2})), (std::vector{12, 13, 22, 23}));
    EXPECT_EQ(read_at({-1, -2}, shape({2, 4})), (std::vector{0, 0, 0, 0, 0, 0, 1, 2}));
    EXPECT_EQ(read_at({2, 3}, shape({2, 3})), (std::vector{24, 0, 0, 0, 0, 0}));
    EXPECT_EQ(read_at({-1, 1}, shape({5, 1})), (std::vector{0, 2, 12, 22, 0}));
    EXPECT_EQ(read_at({3, 0}, shape({1, 4})), (std::vector{0, 0, 0, 0}));
    EXPECT_EQ(read_at({-5, -5}, shape({2, 2})), (std::vector{0, 0, 0, 0}));
}

TEST_F(Slices, PositionsDoNotWrap) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
    EXPECT_EQ(read_at({most, 0}, shape({2, 1})), (std::vector{0, 0}));
    EXPECT_EQ(read_at({least, most - 1}, shape({1, 3})), (std::vector{0, 0, 0}));
    EXPECT_EQ(read_at({std::int64_t{1} << 32, 0}, shape({1, 1})), std::vector{0});
}

TEST_F(Slices, ElementsOutsideAreNotWritten) {
    write({view_, {-1, 2}, shape({3, 4})},
          tile<std::int32_t>({3, 4}, counted<std::int32_t>(12, [](auto i) { return 100 + i; })));
    EXPECT_EQ(all(), (std::vector{1, 2, 104, 105, 11, 12, 108, 109, 21, 22, 23, 24}));
    write({view_, {0, 4}, shape({3, 2})}, tile<std::int32_t>({1, 1}, {7}));
    EXPECT_EQ(all(), (std::vector{1, 2, 104, 105, 11, 12, 108, 109, 21, 22, 23, 24}));
    write({view_, {2, -1}, shape({2, 3})}, scalar<std::int32_t>(9));
    EXPECT_EQ(all(), (std::vector{1, 2, 104, 105, 11, 12, 108, 109, 9, 9, 23, 24}));
    EXPECT_FALSE(allocation_.damaged());
}

TEST_F(Slices, TheFirstUnwrittenElementInsideIsAFault) {
    allocation_.mark_unwritten(4 * 6, 8);  // [1, 2] and [1, 3]
    EXPECT_TRUE(read<ScalarBits>({view_, {1, 0}, shape({1, 2})}, Unwritten::is_fault));
    EXPECT_TRUE(read<ScalarBits>({view_, {1, 4}, shape({1, 2})}, Unwritten::is_fault));
    EXPECT_TRUE(read<ScalarBits>({view_, {0, 0}, shape({3, 4})}, Unwritten::is_read));
    const auto unwritten = read<ScalarBits>({view_, {-1, 1}, shape({4, 3})}, Unwritten::is_fault);
    ASSERT_FALSE(unwritten);
    EXPECT_EQ(unwritten.error().element, 7);
    EXPECT_EQ(text(unwritten.error()).message, "A[1, 2] is read but was never written");
}

// --- chains ---

/// The chain of each element in host arithmetic, where a step in T is std::fma.
template <class T>
std::vector<T> chained(const std::vector<T>& a, const std::vector<T>& b, const std::vector<T>& start, std::size_t rows,
                       std::size_t steps, std::size_t columns) {
    std::vector<T> result = start;
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j)
            for (std::size_t k = 0; k < steps; ++k)
                result[i * columns + j] = std::fma(a[i * steps + k], b[k * columns + j], result[i * columns + j]);
    return result;
}

Tile<ScalarBits> summed(Builtin dot, const Tile<ScalarBits>& left, const Tile<ScalarBits>& right,
                        Tile<ScalarBits> start, Meter& meter) {
    return chains(Product<ScalarBits>{dot, left, right, false}, std::move(start), meter);
}

TEST(Chains, AreOneFmaAStepFromTheStartOn) {
    Meter meter{{}};
    const std::vector<float> a = drawn(std::size_t{5} * 33, 1);
    const std::vector<float> b = drawn(std::size_t{33} * 7, 2);
    const std::vector<float> zero(35);
    const std::vector<float> start = drawn(35, 3);
    const Tile<ScalarBits> left = tile<float>({5, 33}, a);
    const Tile<ScalarBits> right = tile<float>({33, 7}, b);
    EXPECT_EQ(
        values_in<float>(summed(Builtin::dot, left, right, zeros<ScalarBits>(ScalarType::f32, shape({5, 7})), meter)),
        chained(a, b, zero, 5, 33, 7));
    EXPECT_EQ(values_in<float>(summed(Builtin::dot, left, right, tile<float>({5, 7}, start), meter)),
              chained(a, b, start, 5, 33, 7));
    // dot_t takes the second operand's rows.
    const Tile<ScalarBits> turned = function(Builtin::transpose, right, ScalarType::f32, shape({7, 33}));
    EXPECT_EQ(values_in<float>(summed(Builtin::dot_t, left, turned, tile<float>({5, 7}, start), meter)),
              chained(a, b, start, 5, 33, 7));
}

TEST(Chains, TakeOperandsOfEveryFloatTypeExactly) {
    Meter meter{{}};
    const std::vector<float> drawn_a = drawn(std::size_t{3} * 20, 4);
    const std::vector<float> b = drawn(std::size_t{20} * 2, 5);
    for (const ScalarType type : {ScalarType::f16, ScalarType::bf16}) {
        Tile<ScalarBits> left{type, shape({3, 20}), {}};
        std::vector<float> a;
        for (const float value : drawn_a) {
            left.elements.push_back(convert(type, {ScalarType::f32, bits_of(value)}));
            a.push_back(static_cast<float>(f64_from_bits(float_format(type), left.elements.back().bits)));
        }
        EXPECT_EQ(values_in<float>(summed(Builtin::dot, left, tile<float>({20, 2}, b),
                                          zeros<ScalarBits>(ScalarType::f32, shape({3, 2})), meter)),
                  chained(a, b, std::vector<float>(6), 3, 20, 2));
    }
    const std::vector<double> wide_a(drawn_a.begin(), drawn_a.end());
    const std::vector<double> wide_b(b.begin(), b.end());
    EXPECT_EQ(values_in<double>(summed(Builtin::dot, tile<float>({3, 20}, drawn_a), tile<double>({20, 2}, wide_b),
                                       zeros<ScalarBits>(ScalarType::f64, shape({3, 2})), meter)),
              chained(wide_a, wide_b, std::vector<double>(6), 3, 20, 2));
}

TEST(Chains, OfIntegersWrap) {
    Meter meter{{}};
    const Tile<ScalarBits> bytes = tile<std::int8_t>({1, 3}, {-128, 127, -1});
    const Tile<ScalarBits> unsigned_bytes = tile<std::uint8_t>({3, 1}, {255, 2, 200});
    EXPECT_EQ(values_in<std::int32_t>(summed(Builtin::dot, bytes, unsigned_bytes,
                                             zeros<ScalarBits>(ScalarType::i32, shape({1, 1})), meter)),
              std::vector{-128 * 255 + 254 - 200});
    const Tile<ScalarBits> big = tile<std::int32_t>({1, 2}, {65536, 2147483647});
    const Tile<ScalarBits> other = tile<std::int32_t>({1, 2}, {65537, 2});
    EXPECT_EQ(values_in<std::int32_t>(summed(Builtin::dot_t, big, other, tile<std::int32_t>({1, 1}, {5}), meter)),
              std::vector{65536 - 2 + 5});
}

TEST(Chains, BeginAtPlusZero) {
    Meter meter{{}};
    const Tile<ScalarBits> minus = tile<float>({1, 1}, {-0.0F});
    const auto sum = summed(Builtin::dot, minus, tile<float>({1, 1}, {1.0F}),
                            zeros<ScalarBits>(ScalarType::f32, shape({1, 1})), meter);
    EXPECT_EQ(sum.elements[0].bits, 0U);
}

TEST(Chains, EndAtTheTimeLimit) {
    engine::Limits limits;
    limits.time = std::chrono::milliseconds{0};
    Meter meter{limits};
    const Tile<ScalarBits> ones = tile<float>({2, 2}, {1, 1, 1, 1});
    EXPECT_EQ(summed(Builtin::dot, ones, ones, ones, meter), ones);
    EXPECT_TRUE(meter.limited());
}

// --- rows ---

TEST(Rows, AreSummedInThirtyTwoPartialSumsAndAButterfly) {
    for (const std::int32_t columns : {1, 31, 32, 33, 63, 65, 200}) {
        const std::vector<float> row = drawn(static_cast<std::size_t>(columns), 7);
        std::array<float, 32> partial{};
        for (std::size_t j = 0; j < row.size(); ++j) partial[j % 32] = partial[j % 32] + row[j];
        for (std::size_t offset = 16; offset > 0; offset /= 2)
            for (std::size_t i = 0; i < offset; ++i) partial[i] = partial[i] + partial[i + offset];
        EXPECT_EQ(values_in<float>(by_rows<float>(Builtin::rowsum, columns, row)), std::vector{partial[0]}) << columns;
    }
    EXPECT_EQ(by_rows<float>(Builtin::rowsum, 1, {-0.0F}).elements[0].bits, 0U);
    EXPECT_EQ(by_rows<std::int8_t>(Builtin::rowsum, 3, {100, 100, 100, -1, -2, -3}),
              tile<std::int8_t>({2, 1}, {44, -6}));
}

TEST(Rows, HaveAGreatestAndALeastElementOtherThanNan) {
    const std::vector<float> values{nan32, -1, -0.0F, 0.0F, 0.0F, -0.0F, -0.0F, nan32, nan32, nan32, nan32, nan32};
    EXPECT_EQ(by_rows<float>(Builtin::rowmax, 4, values).elements,
              (std::vector<ScalarBits>{bits_of(0.0F), bits_of(0.0F), bits_of(nan32)}));
    EXPECT_EQ(by_rows<float>(Builtin::rowmin, 4, values).elements,
              (std::vector<ScalarBits>{bits_of(-1.0F), bits_of(-0.0F), bits_of(nan32)}));
    EXPECT_EQ(by_rows<std::uint32_t>(Builtin::rowmax, 2, {1, 0xFFFFFFFF}), tile<std::uint32_t>({1, 1}, {0xFFFFFFFF}));
}

TEST(Rows, HaveAFirstPlaceOfTheGreatestElement) {
    const auto places = [](std::int32_t columns, const std::vector<float>& values) {
        const auto rows = static_cast<std::int32_t>(values.size()) / columns;
        return values_in<std::int32_t>(
            function(Builtin::rowargmax, tile<float>({rows, columns}, values), ScalarType::i32, shape({rows, 1})));
    };
    EXPECT_EQ(places(3, {1, 3, 3, 3, 1, 3, 1, 2, 3}), (std::vector{1, 0, 2}));
    EXPECT_EQ(places(3, {nan32, 3, 3, nan32, nan32, nan32, nan32, nan32, -infinity32}), (std::vector{1, 0, 2}));
    EXPECT_EQ(places(2, {-0.0F, 0.0F}), std::vector{0});  // they are equal
}

TEST(Rows, AreAddedOneAfterTheOther) {
    const Tile<ScalarBits> sums = function(Builtin::cumsum, tile<float>({3, 2}, {-0.0F, 0.1F, -0.0F, 0.2F, 1, 0.3F}),
                                           ScalarType::f32, shape({3, 2}));
    EXPECT_EQ(sums, tile<float>({3, 2}, {-0.0F, 0.1F, -0.0F, 0.1F + 0.2F, 1, (0.1F + 0.2F) + 0.3F}));
}

TEST(Rows, AreTurnedCutAndLaidOut) {
    const Tile<ScalarBits> six = tile<std::int32_t>({2, 3}, {1, 2, 3, 4, 5, 6});
    EXPECT_EQ(function(Builtin::transpose, six, ScalarType::i32, shape({3, 2})),
              tile<std::int32_t>({3, 2}, {1, 4, 2, 5, 3, 6}));
    EXPECT_EQ(function(Builtin::tril, six, ScalarType::i32, shape({2, 3})),
              tile<std::int32_t>({2, 3}, {1, 0, 0, 4, 5, 0}));
    EXPECT_EQ(function(Builtin::flat, six, ScalarType::i32, shape({1, 6})),
              tile<std::int32_t>({1, 6}, {1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(tile_function<ScalarBits>(Builtin::iota, {}, {ScalarType::i32, program::Form::tile, 1, shape({1, 4})}),
              tile<std::int32_t>({1, 4}, {0, 1, 2, 3}));
    const Tile<ScalarBits> negative = tile<float>({2, 2}, {-1, -2, -3, -4});
    EXPECT_EQ(function(Builtin::tril, negative, ScalarType::f32, shape({2, 2})).elements[1].bits, 0U);
}

}  // namespace
}  // namespace phobos::plain
