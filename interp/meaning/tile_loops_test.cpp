// SPDX-License-Identifier: Apache-2.0
#include "interp/meaning/tile_loops.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "interp/meaning/test_support.h"
#include "interp/plain/arithmetic.h"
#include "lang/base/float_format.h"
#include "lang/vocabulary/scalar_value.h"

/// Every function of chapter 10 that is a loop, on every type, at each level of the processor and at extents around
/// those the loops like, against the rules spelled out element by element in the arithmetic of the plain evaluator.
namespace phobos::interp::meaning {
namespace {

using plain::Operand;

/// A tile with bytes behind it that no loop may touch.
class Elements {
public:
    Elements(ScalarType type, std::size_t count)
        : type_(type), count_(count), bytes_((count + 2) * size(), std::byte{0xA5}) {}

    [[nodiscard]] ScalarBits get(std::size_t i) const {
        ScalarBits value;
        std::memcpy(&value.bits, bytes_.data() + i * size(), size());
        return value;
    }
    [[nodiscard]] Operand operand(std::size_t i) const { return {type_, get(i)}; }
    void set(std::size_t i, ScalarBits value) { std::memcpy(bytes_.data() + i * size(), &value.bits, size()); }
    [[nodiscard]] const void* data() const { return bytes_.data(); }
    void* data() { return bytes_.data(); }
    [[nodiscard]] ScalarType type() const { return type_; }
    [[nodiscard]] std::size_t count() const { return count_; }
    [[nodiscard]] bool is_intact_behind() const {
        for (std::size_t at = count_ * size(); at < bytes_.size(); ++at)
            if (bytes_[at] != std::byte{0xA5}) return false;
        return true;
    }

private:
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(bytes(type_)); }

    ScalarType type_;
    std::size_t count_;
    std::vector<std::byte> bytes_;
};

enum class Values : std::uint8_t { numbers, any_bits };

/// Numbers are of sizes that lose bits when they are added; any bits hold NaNs, infinities and subnormals.
Elements filled(ScalarType type, std::size_t count, Values values, std::mt19937_64& random) {
    Elements elements(type, count);
    std::uniform_real_distribution<double> numbers(-3, 3);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t any = random() >> (64 - bits(type));
        const Operand number{ScalarType::f64, {std::bit_cast<std::uint64_t>(numbers(random))}};
        elements.set(i, is_float(type) && values == Values::numbers ? plain::convert(type, number) : ScalarBits{any});
    }
    return elements;
}

bool is_nan(Operand a) { return is_float(a.type) && layout(float_format(a.type)).is_nan(a.value.bits); }
bool same(Operand a, Operand b) { return a.value == b.value || (is_nan(a) && is_nan(b)); }

void expect_same(const Elements& expected, const Elements& actual, const std::string& about) {
    for (std::size_t i = 0; i < expected.count(); ++i)
        ASSERT_TRUE(same(expected.operand(i), actual.operand(i)))
            << about << ", element " << i << ": " << std::hex << expected.get(i).bits << " expected, "
            << actual.get(i).bits << " found";
    ASSERT_TRUE(actual.is_intact_behind()) << about << " writes behind its elements";
}

std::string about(std::string_view what, ScalarType type, Isa isa, std::size_t rows, std::size_t columns) {
    return std::string(what) + " of " + std::string(spelling(type)) + "[" + std::to_string(rows) + ", " +
           std::to_string(columns) + "], level " + std::to_string(static_cast<int>(isa));
}

// --- the rules, element by element ---

ScalarBits add(Operand a, Operand b) { return *plain::binary(BinaryOperator::add, a, b); }
ScalarBits fold(Builtin op, Operand a, Operand b) { return plain::elementwise(op, std::array{a, b}); }
bool equal(Operand a, Operand b) { return plain::binary(BinaryOperator::equal, a, b)->bits != 0; }

ScalarBits row_sum(const Elements& a, std::size_t row, std::size_t columns) {
    std::array<ScalarBits, 32> sums{};
    for (std::size_t j = 0; j < columns; ++j)
        sums[j % 32] = add({a.type(), sums[j % 32]}, a.operand(row * columns + j));
    for (const std::size_t offset : std::array<std::size_t, 5>{16, 8, 4, 2, 1}) {
        const std::array<ScalarBits, 32> before = sums;
        for (std::size_t i = 0; i < 32; ++i) sums[i] = add({a.type(), before[i]}, {a.type(), before[i ^ offset]});
    }
    return sums[0];
}
ScalarBits row_fold(Builtin op, const Elements& a, std::size_t row, std::size_t columns) {
    ScalarBits result = a.get(row * columns);
    for (std::size_t j = 1; j < columns; ++j) result = fold(op, {a.type(), result}, a.operand(row * columns + j));
    return result;
}
ScalarBits row_argmax(const Elements& a, std::size_t row, std::size_t columns) {
    const ScalarBits largest = row_fold(Builtin::maximum, a, row, columns);
    for (std::size_t j = 0; j < columns; ++j)
        if (equal({a.type(), largest}, a.operand(row * columns + j))) return {j};
    return {0};
}
ScalarBits cumulative_sum(const Elements& a, std::size_t row, std::size_t column, std::size_t columns) {
    ScalarBits sum = a.get(column);
    for (std::size_t i = 1; i <= row; ++i) sum = add({a.type(), sum}, a.operand(i * columns + column));
    return sum;
}

Elements expected_of(Builtin function, const Elements& a, std::size_t rows, std::size_t columns) {
    const bool by_row = function == Builtin::rowsum || function == Builtin::rowmax || function == Builtin::rowmin;
    Elements out(function == Builtin::rowargmax ? ScalarType::i32 : a.type(),
                 by_row || function == Builtin::rowargmax ? rows : rows * columns);
    for (std::size_t i = 0; i < rows; ++i) {
        if (function == Builtin::rowsum) out.set(i, row_sum(a, i, columns));
        if (function == Builtin::rowmax) out.set(i, row_fold(Builtin::maximum, a, i, columns));
        if (function == Builtin::rowmin) out.set(i, row_fold(Builtin::minimum, a, i, columns));
        if (function == Builtin::rowargmax) out.set(i, row_argmax(a, i, columns));
        for (std::size_t j = 0; j < columns; ++j) {
            const std::size_t at = i * columns + j;
            if (function == Builtin::cumsum) out.set(at, cumulative_sum(a, i, j, columns));
            if (function == Builtin::tril) out.set(at, j <= i ? a.get(at) : ScalarBits{});
            if (function == Builtin::transpose) out.set(j * rows + i, a.get(at));
        }
    }
    return out;
}

constexpr std::array row_functions{Builtin::rowsum, Builtin::rowmax, Builtin::rowmin,   Builtin::rowargmax,
                                   Builtin::cumsum, Builtin::tril,   Builtin::transpose};

TEST(RowLoops, FollowTheirRuleOnEveryTypeAndShape) {
    std::mt19937_64 random(1);
    for (const Builtin function : row_functions)
        for (const ScalarTypeRow& type : scalar_types)
            for (const Isa isa : levels_of_this_processor()) {
                const RowLoop loop = row_loop(isa, function, type.type);
                const bool moves = function == Builtin::tril || function == Builtin::transpose;
                ASSERT_EQ(loop != nullptr, moves || type.type != ScalarType::boolean) << spelling(function);
                if (loop == nullptr) continue;
                for (const auto [rows, columns] : {std::array<std::size_t, 2>{1, 1},
                                                   {3, 31},
                                                   {5, 32},
                                                   {2, 33},
                                                   {4, 64},
                                                   {33, 17},
                                                   {1, 100},
                                                   {40, 3}})
                    for (const Values values : {Values::numbers, Values::any_bits}) {
                        const Elements a = filled(type.type, rows * columns, values, random);
                        const Elements expected = expected_of(function, a, rows, columns);
                        Elements out(expected.type(), expected.count());
                        loop(a.data(), out.data(), rows, columns);
                        expect_same(expected, out, about(spelling(function), type.type, isa, rows, columns));
                        if (testing::Test::HasFatalFailure()) return;
                    }
            }
}

TEST(RowLoops, OfNothingButNanAndOfZerosOfBothSigns) {
    for (const Isa isa : levels_of_this_processor())
        for (const std::size_t columns : {std::size_t{1}, std::size_t{7}, std::size_t{32}, std::size_t{70}}) {
            std::vector<float> row(columns, std::bit_cast<float>(0x7FC00000U));
            std::int32_t index = -1;
            row_loop(isa, Builtin::rowargmax, ScalarType::f32)(row.data(), &index, 1, columns);
            EXPECT_EQ(index, 0);
            row.back() = -5;
            row_loop(isa, Builtin::rowargmax, ScalarType::f32)(row.data(), &index, 1, columns);
            EXPECT_EQ(index, static_cast<std::int32_t>(columns) - 1);
            row.assign(columns, -0.0F);
            row.back() = 0.0F;
            float largest = -1;
            row_loop(isa, Builtin::rowmax, ScalarType::f32)(row.data(), &largest, 1, columns);
            EXPECT_EQ(std::bit_cast<std::uint32_t>(largest), 0U);
            row_loop(isa, Builtin::rowargmax, ScalarType::f32)(row.data(), &index, 1, columns);
            EXPECT_EQ(index, 0);  // the first that is equal
            row.assign(columns, -0.0F);
            float sum = -1;
            row_loop(isa, Builtin::rowsum, ScalarType::f32)(row.data(), &sum, 1, columns);
            EXPECT_EQ(std::bit_cast<std::uint32_t>(sum), 0U);  // from +0
        }
}

// --- dot ---

/// One step; i32 wraps.
ScalarBits next(Operand a, Operand b, Operand chain) {
    if (is_float(a.type)) return plain::elementwise(Builtin::fma, std::array{a, b, chain});
    return add({a.type, *plain::binary(BinaryOperator::multiply, a, b)}, chain);
}

struct Extents {
    std::size_t rows;
    std::size_t columns;
    std::size_t depth;
};

void check_dot(Isa isa, ScalarType type, RightSide side, const Extents& extents, Values values,
               std::mt19937_64& random) {
    const auto [rows, columns, depth] = extents;
    const bool transposed = side == RightSide::transposed;
    DotShape shape{rows, columns, depth, depth + 3, (transposed ? depth : columns) + 2, columns + 1};
    const Elements left = filled(type, rows * shape.left_stride, values, random);
    const Elements right = filled(type, (transposed ? columns : depth) * shape.right_stride, values, random);
    Elements out = filled(type, rows * shape.out_stride, values, random);
    Elements expected = out;
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j) {
            ScalarBits chain = out.get(i * shape.out_stride + j);
            for (std::size_t k = 0; k < depth; ++k)
                chain = next(left.operand(i * shape.left_stride + k),
                             right.operand(transposed ? j * shape.right_stride + k : k * shape.right_stride + j),
                             {type, chain});
            expected.set(i * shape.out_stride + j, chain);
        }
    dot_loop(isa, type, side)(left.data(), right.data(), out.data(), shape);
    expect_same(expected, out,
                about(transposed ? "dot_t" : "dot", type, isa, rows, columns) + " of depth " + std::to_string(depth));
}

TEST(DotLoops, ContinueEveryChainInOrderWithOneRoundingAStep) {
    std::mt19937_64 random(2);
    for (const ScalarType type : {ScalarType::f32, ScalarType::f64, ScalarType::i32})
        for (const RightSide side : {RightSide::as_it_is, RightSide::transposed})
            for (const Isa isa : levels_of_this_processor())
                for (const Extents& extents : {Extents{1, 1, 1},
                                               {8, 32, 4},
                                               {9, 33, 7},
                                               {17, 64, 129},
                                               {3, 100, 16},
                                               {2, 31, 260},
                                               {16, 5, 128},
                                               {12, 32, 1}})
                    for (const Values values : {Values::numbers, Values::any_bits}) {
                        check_dot(isa, type, side, extents, values, random);
                        if (testing::Test::HasFatalFailure()) return;
                    }
}

TEST(DotLoops, OfNoDepthLeaveTheChainsAsTheyAre) {
    for (const Isa isa : levels_of_this_processor()) {
        std::array<float, 2> out{1.5F, -0.0F};
        dot_loop(isa, ScalarType::f32, RightSide::as_it_is)(out.data(), out.data(), out.data(), {1, 2, 0, 0, 2, 2});
        EXPECT_EQ(out[0], 1.5F);
        EXPECT_EQ(std::bit_cast<std::uint32_t>(out[1]), 0x80000000U);
    }
}

}  // namespace
}  // namespace phobos::interp::meaning
