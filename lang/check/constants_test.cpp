// SPDX-License-Identifier: Apache-2.0
#include "lang/check/constants.h"

#include <cstdint>
#include <limits>

#include "lang/base/float16.h"
#include "lang/check/test_support.h"

namespace phobos::check {
namespace {

using testing::Code;
using testing::dumped;
using testing::found;
using testing::Row;

std::int64_t folded(BinaryOperator op, ScalarType type, std::int64_t left, std::int64_t right) {
    return integer_value(type, fold(op, type, integer_bits(type, left), integer_bits(type, right)));
}

double folded_float(BinaryOperator op, ScalarType type, double left, double right) {
    const FloatFormat format = float_format(type);
    const ScalarBits result = fold(op, type, {bits_from_f64(format, left)}, {bits_from_f64(format, right)});
    return f64_from_bits(format, result.bits);
}

TEST(Constants, AreHeldModuloTheWidth) {
    EXPECT_EQ(integer_bits(ScalarType::i8, -1).bits, 0xffU);
    EXPECT_EQ(integer_value(ScalarType::i8, {0xff}), -1);
    EXPECT_EQ(integer_value(ScalarType::u8, {0xff}), 255);
    EXPECT_EQ(integer_bits(ScalarType::i32, -1).bits, 0xffffffffU);
    EXPECT_EQ(integer_value(ScalarType::u32, integer_bits(ScalarType::u32, -1)), 0xffffffff);
    EXPECT_EQ(integer_value(ScalarType::i64, integer_bits(ScalarType::i64, -5)), -5);
    EXPECT_TRUE(holds(ScalarType::i8, -128));
    EXPECT_FALSE(holds(ScalarType::i8, 128));
    EXPECT_TRUE(holds(ScalarType::u8, 255));
    EXPECT_FALSE(holds(ScalarType::u8, -1));
    EXPECT_FALSE(holds(ScalarType::u32, std::int64_t{1} << 32));
}

TEST(Constants, OfIntegersWrapInTheirType) {
    EXPECT_EQ(folded(BinaryOperator::add, ScalarType::i32, std::numeric_limits<std::int32_t>::max(), 1),
              std::numeric_limits<std::int32_t>::min());
    EXPECT_EQ(folded(BinaryOperator::multiply, ScalarType::i8, 16, 16), 0);
    EXPECT_EQ(folded(BinaryOperator::multiply, ScalarType::i32, 65536, 65536), 0);
    EXPECT_EQ(folded(BinaryOperator::subtract, ScalarType::u8, 1, 2), 255);
    EXPECT_EQ(folded(BinaryOperator::subtract, ScalarType::u32, 0, 1), 0xffffffff);
    EXPECT_EQ(folded(BinaryOperator::add, ScalarType::i64, std::numeric_limits<std::int64_t>::max(), 1),
              std::numeric_limits<std::int64_t>::min());
}

TEST(Constants, DivideTowardZero) {
    EXPECT_EQ(folded(BinaryOperator::divide, ScalarType::i32, -7, 2), -3);
    EXPECT_EQ(folded(BinaryOperator::remainder, ScalarType::i32, -7, 2), -1);
    EXPECT_EQ(folded(BinaryOperator::remainder, ScalarType::i32, 7, -2), 1);
    EXPECT_EQ(folded(BinaryOperator::divide, ScalarType::u32, 0xffffffff, 2), 0x7fffffff);
    for (const ScalarType type : {ScalarType::i8, ScalarType::i32, ScalarType::i64}) {
        const std::int64_t least = -1 - static_cast<std::int64_t>((std::uint64_t{1} << (bits(type) - 1)) - 1);
        EXPECT_EQ(folded(BinaryOperator::divide, type, least, -1), least);
        EXPECT_EQ(folded(BinaryOperator::remainder, type, least, -1), 0);
    }
}

TEST(Constants, OfFloatsAreRoundedToTheirType) {
    EXPECT_EQ(folded_float(BinaryOperator::add, ScalarType::f32, 16777216, 1), 16777216);
    EXPECT_EQ(folded_float(BinaryOperator::add, ScalarType::f64, 16777216, 1), 16777217);
    EXPECT_EQ(folded_float(BinaryOperator::add, ScalarType::f16, 2048, 1), 2048);
    EXPECT_EQ(folded_float(BinaryOperator::add, ScalarType::bf16, 256, 1), 256);
    EXPECT_EQ(folded_float(BinaryOperator::divide, ScalarType::f32, 1, 3), static_cast<double>(1.0F / 3.0F));
    EXPECT_EQ(folded_float(BinaryOperator::multiply, ScalarType::f16, 65504, 2),
              std::numeric_limits<double>::infinity());
    EXPECT_EQ(fold(BinaryOperator::divide, ScalarType::f32, {0}, {0}).bits, 0x7fc00000U);
}

TEST(Constants, NegateBySignOrWrap) {
    EXPECT_EQ(fold_negate(ScalarType::f32, {0}).bits, 0x80000000U);
    EXPECT_EQ(fold_negate(ScalarType::f16, {0x3c00}).bits, 0xbc00U);
    EXPECT_EQ(fold_negate(ScalarType::u32, {1}).bits, 0xffffffffU);
    EXPECT_EQ(fold_negate(ScalarType::i8, {0x80}).bits, 0x80U);
    EXPECT_EQ(fold_negate(ScalarType::i64, {1}).bits, ~std::uint64_t{0});
}

TEST(ConstantExpressions, AreFolded) {
    EXPECT_EQ(dumped("let y = 2 + 3 * 4"), "new y#10 = 14:i32");
    EXPECT_EQ(dumped("let y = -(7 / 2) % 2"), "new y#10 = -1:i32");
    EXPECT_EQ(dumped("let y = ctx.threads * 2"), "new y#10 = 512:i32");
    EXPECT_EQ(dumped("let y = ctx.warps + ctx.lanes"), "new y#10 = 40:i32");
    EXPECT_EQ(dumped("let y = extent(D, 0) + extent(C, 1)"), "new y#10 = 68:i32");
    EXPECT_EQ(dumped("let y = 1.0 / 3.0"), "new y#10 = 0.33333334:f32");
    EXPECT_EQ(dumped("let y = 2147483647 + 1"), "new y#10 = -2147483648:i32");
    EXPECT_EQ(dumped("let z = 3\nlet y = z * z"), "new z#10 = 3:i32\n  new y#11 = 9:i32");
    EXPECT_EQ(dumped("let z: i8 = 100\nlet y = z + z"), "new z#10 = 100:i8\n  new y#11 = -56:i8");
}

TEST(ConstantExpressions, HaveNoOtherParts) {
    EXPECT_EQ(dumped("let y = 1 << 2"), "new y#10 = (1:i32 <<@0 2:i32)");
    EXPECT_EQ(dumped("let y = i32(2)"), "new y#10 = i32(2:i32)");
    EXPECT_EQ(dumped("var z = 3\nlet y = z"), "new z#10 = 3:i32\n  new y#11 = z#10");
    EXPECT_EQ(dumped("let y = extent(A, 0)"), "new y#10 = N");
}

TEST(ConstantExpressions, AreNeededInTheirPlaces) {
    static constexpr Row rows[]{
        {"let y = extent(A, 1)", "let y = extent(A, n)", Code::not_constant, "2:19"},
        {"let y = program_id(1)", "let y = program_id(n)", Code::not_constant, "2:20"},
        {"var t: tile<f32>[ctx.threads, 2]", "var t: tile<f32>[n, 2]", Code::not_constant, "2:18"},
        {"var t: tile<f32>[4 * 4]", "var t: tile<f32>[N]", Code::not_constant, "2:18"},
        {"for<unroll 4> i in range(n) { }", "for<unroll n> i in range(n) { }", Code::not_constant, "2:12"},
        {"let y = sum(A[0, 0 :+ 4])", "let y = sum(A[0, 0 :+ n])", Code::not_constant, "2:23"},
        {"let m = 2 + 2\nlet y = sum(A[0, 0 :+ m])", "var m = 2 + 2\nlet y = sum(A[0, 0 :+ m])", Code::not_constant,
         "3:23"},
        {"let m = 4\nlet y = sum(A[0, 0 :+ m])", "let m = N\nlet y = sum(A[0, 0 :+ m])", Code::not_constant, "3:23"},
        {"let y = sum(A[0, 0 :+ 4])", "let y = sum(A[0, 0 :+ ctx.block.x])", Code::not_constant, "2:23"},
        {"let y = sum(A[0, 0 :+ 4])", "let y = sum(A[0, 0 :+ i32(4)])", Code::not_constant, "2:23"},
        {"let y = sum(A[0, 0 :+ 2 * 2])", "let y = sum(A[0, 0 :+ 1 << 2])", Code::not_constant, "2:23"},
        {"let y = sum(A[0, 0 :+ 4])", "let y = sum(A[0, 0 :+ min(4, 5)])", Code::not_constant, "2:23"},
        {"let y = extent(A, 1)", "let y = extent(A, 1.0)", Code::literal_kind, "2:19"},
        {"let m: i32 = 4\nlet y = sum(A[0, 0 :+ m])", "let m: i64 = 4\nlet y = sum(A[0, 0 :+ m])", Code::wrong_type,
         "3:23"},
    };
    testing::expect_bodies(std::span(rows).first(12));
    for (const Row& row : std::span(rows).subspan(12)) {
        EXPECT_EQ(testing::judge(testing::in_kernel(row.accepted)).text, "");
        EXPECT_EQ(found(testing::in_kernel(row.rejected)).size(), 1U) << row.rejected;
    }
}

TEST(ConstantExpressions, ThatAreUndefinedAreErrors) {
    static constexpr Row rows[]{
        {"let y = 1 / 2", "let y = 1 / 0", Code::constant_division, "2:13"},
        {"let y = n / 1", "let y = n / 0", Code::constant_division, "2:13"},
        {"let y = n % 1", "let y = n % 0", Code::constant_division, "2:13"},
        {"let y = n / (2 - 1)", "let y = n / (1 - 1)", Code::constant_division, "2:13"},
        {"let y = x / 0.0", "let y = l / 0", Code::constant_division, "2:13"},
        {"var y = n\ny /= 2", "var y = n\ny /= 0", Code::constant_division, "3:6"},
        {"B[0] %= 2", "B[0] %= 0", Code::constant_division, "2:9"},
        {"let z = 1\nlet y = n / z", "let z = 0\nlet y = n / z", Code::constant_division, "3:13"},
        {"let y = n << 31", "let y = n << 32", Code::constant_shift, "2:14"},
        {"let y = n >> 0", "let y = n >> -1", Code::constant_shift, "2:14"},
        {"let y = l >> 63", "let y = l >> 64", Code::constant_shift, "2:14"},
        {"let y = c << 7", "let y = c << 8", Code::constant_shift, "2:14"},
        {"var y = u\ny <<= 31", "var y = u\ny <<= 32", Code::constant_shift, "3:7"},
        {"B[0] >>= 31", "B[0] >>= 32", Code::constant_shift, "2:10"},
        {"let y = D[3, 7]", "let y = D[4, 7]", Code::constant_index, "2:11"},
        {"let y = D[0, 7]", "let y = D[0, 8]", Code::constant_index, "2:14"},
        {"let y = D[0, 0]", "let y = D[-1, 0]", Code::constant_index, "2:11"},
        {"let y = A[1000, 0]", "let y = A[-1, 0]", Code::constant_index, "2:11"},
        {"D[3, 0] = h", "D[4, 0] = h", Code::constant_index, "2:3"},
        {"let y = sum(D[0, 4 :+ 4])", "let y = sum(D[0, 5 :+ 4])", Code::constant_index, "2:18"},
        {"let y = sum(D[0, 0 :+ 8])", "let y = sum(D[0, 0 :+ 9])", Code::constant_index, "2:18"},
        {"let y = sum(D[3, n :+ 8])", "let y = sum(D[4, n :+ 8])", Code::constant_index, "2:15"},
        {"store(D[0, 4 :+ 4], h)", "store(D[0, -1 :+ 4], h)", Code::constant_index, "2:12"},
        {"let y = elem(D[0, 0 :+ 4], 3)", "let y = elem(D[0, 0 :+ 4], 4)", Code::constant_index, "2:28"},
        {"let y = elem(D[0, 0 :+ 4], 0)", "let y = elem(D[0, 0 :+ 4], -1)", Code::constant_index, "2:28"},
        {"let y = word(D[0, 0 :+ 4], 1)", "let y = word(D[0, 0 :+ 4], 2)", Code::constant_index, "2:28"},
        {"var t: tile<i32>[4]\natomic_add(t, 3, 1)", "var t: tile<i32>[4]\natomic_add(t, 4, 1)", Code::constant_index,
         "3:15"},
        {"for i in range(0, n, 1) { }", "for i in range(0, n, 0) { }", Code::constant_step, "2:22"},
        {"for i in range(0, n, 2 - 1) { }", "for i in range(0, n, 1 - 1) { }", Code::constant_step, "2:22"},
        {"for i in range(0, 0, -1) { }", "for i in range(0, 0, 0) { }", Code::constant_step, "2:22"},
    };
    testing::expect_bodies(rows);
}

}  // namespace
}  // namespace phobos::check
