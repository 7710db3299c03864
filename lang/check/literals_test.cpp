// SPDX-License-Identifier: Apache-2.0
#include "lang/check/literals.h"

#include "lang/check/test_support.h"

namespace phobos::check {
namespace {

using testing::Code;
using testing::dumped;
using testing::Row;

BareLiteral integer(std::uint64_t magnitude) { return {false, syntax::IntegerLiteral{magnitude, false}}; }
BareLiteral real(std::string text) { return {false, syntax::FloatLiteral{std::move(text)}}; }
BareLiteral minus(BareLiteral literal) {
    literal.negative = true;
    return literal;
}

TEST(Literals, AreExactOrNot) {
    EXPECT_TRUE(is_exact(integer(2048), ScalarType::f16));
    EXPECT_FALSE(is_exact(integer(2049), ScalarType::f16));
    EXPECT_TRUE(is_exact(integer(65504), ScalarType::f16));
    EXPECT_FALSE(is_exact(integer(65536), ScalarType::f16));
    EXPECT_TRUE(is_exact(integer(65536), ScalarType::bf16));
    EXPECT_TRUE(is_exact(integer(16777216), ScalarType::f32));
    EXPECT_FALSE(is_exact(integer(16777217), ScalarType::f32));
    EXPECT_TRUE(is_exact(integer(std::uint64_t{1} << 63), ScalarType::f32));
    EXPECT_FALSE(is_exact(integer(~std::uint64_t{0}), ScalarType::f64));
    EXPECT_TRUE(is_exact(minus(integer(std::uint64_t{1} << 63)), ScalarType::i64));
    EXPECT_FALSE(is_exact(integer(std::uint64_t{1} << 63), ScalarType::i64));
    EXPECT_FALSE(is_exact(minus(integer(1)), ScalarType::u32));
    EXPECT_TRUE(is_exact(real("0.5"), ScalarType::f16));
    EXPECT_TRUE(is_exact(real("0.0000152587890625"), ScalarType::f16));
    EXPECT_FALSE(is_exact(real("0.1"), ScalarType::f64));
    EXPECT_TRUE(is_exact(real("1e22"), ScalarType::f64));
    EXPECT_FALSE(is_exact(real("1e23"), ScalarType::f64));
    EXPECT_TRUE(is_exact(real("000.500e0"), ScalarType::f32));
    EXPECT_TRUE(is_exact(real("0e99999999999999999999"), ScalarType::f32));
    EXPECT_FALSE(is_exact(real("1e-99999999999999999999"), ScalarType::f64));
    EXPECT_TRUE(is_exact(real("inf"), ScalarType::bf16));
    EXPECT_TRUE(is_exact(real("nan"), ScalarType::f64));
    EXPECT_FALSE(is_exact(real("1.0"), ScalarType::i32));
}

TEST(Literals, TakeTheTypeOfTheirPlace) {
    EXPECT_EQ(dumped("let y = 1"), "new y#10 = 1:i32");
    EXPECT_EQ(dumped("let y = 1.0"), "new y#10 = 1.0:f32");
    EXPECT_EQ(dumped("let y: f16 = 1"), "new y#10 = 1.0:f16");
    EXPECT_EQ(dumped("let y: i64 = -5000000000"), "new y#10 = -5000000000:i64");
    EXPECT_EQ(dumped("let y: i8 = -128"), "new y#10 = -128:i8");
    EXPECT_EQ(dumped("let y: u32 = 0xffff_ffff"), "new y#10 = 4294967295:u32");
    EXPECT_EQ(dumped("let y: f32 = -0"), "new y#10 = -0.0:f32");
    EXPECT_EQ(dumped("let y: f32 = -0.0"), "new y#10 = -0.0:f32");
    EXPECT_EQ(dumped("let y: f32 = (1)"), "new y#10 = 1.0:f32");
    EXPECT_EQ(dumped("let y: f64 = -inf"), "new y#10 = -inf:f64");
    EXPECT_EQ(dumped("let y = h * 2"), "new y#10 = (h#5 * 2.0:f16)");
    EXPECT_EQ(dumped("let y = 1 - l"), "new y#10 = (1:i64 - l#4)");
    EXPECT_EQ(dumped("let y = u >= 1"), "new y#10 = (u#3 >= 1:u32)");
    EXPECT_EQ(dumped("let y = l << 1"), "new y#10 = (l#4 <<@0 1:i32)");
    EXPECT_EQ(dumped("let y = 1 << l"), "new y#10 = (1:i32 <<@0 l#4)");
    EXPECT_EQ(dumped("let y = - - 1"), "new y#10 = 1:i32");
    EXPECT_EQ(dumped("let y = max(h, 0.1)"), "new y#10 = max(h#5, 0.1:f16)");
    EXPECT_EQ(dumped("let y = where(p, 0, l)"), "new y#10 = where(p#2, 0:i64, l#4)");
    EXPECT_EQ(dumped("let y = where(p, 1, 2.5)"), "new y#10 = where(p#2, 1.0:f32, 2.5:f32)");
    EXPECT_EQ(dumped("let y = fma(2, h, 1)"), "new y#10 = fma(2.0:f16, h#5, 1.0:f16)");
    EXPECT_EQ(dumped("let y = byteperm(u, 0, 0x3210)"), "new y#10 = byteperm(u#3, 0:u32, 12816:u32)");
    EXPECT_EQ(dumped("W[0] = 1"), "W[0:i32]@0 = 1:u32");
    EXPECT_EQ(dumped("W[0] += 1"), "W[0:i32]@0 += 1:u32");
    EXPECT_EQ(dumped("W[0] <<= 1"), "W[0:i32]@0 <<= 1:i32");
    EXPECT_EQ(dumped("atomic_cas(L, 0, 1, 2)"), "atomic_cas@0(L[0:i32], 1:i64, 2:i64)");
    EXPECT_EQ(dumped("store(D[0, 0 :+ 2], 1)"), "store@0(D[0:i32, 0:i32 :+ 2], 1.0:f16)");
    EXPECT_EQ(dumped("for i in range(0, u, 2) { }"), "for@0 i#10 in range(0:u32, u#3, 2:u32) {\n  }");
}

TEST(Literals, InConversionsTakeTheirTypeWhereExact) {
    EXPECT_EQ(dumped("let y = i64(5000000000)"), "new y#10 = i64(5000000000:i64)");
    EXPECT_EQ(dumped("let y = f16(0.5)"), "new y#10 = f16(0.5:f16)");
    EXPECT_EQ(dumped("let y = f16(0.1)"), "new y#10 = f16(0.1:f32)");
    EXPECT_EQ(dumped("let y = i32(1.5)"), "new y#10 = i32(1.5:f32)");
    EXPECT_EQ(dumped("let y = u8(300)"), "new y#10 = u8(300:i32)");
    EXPECT_EQ(dumped("let y = u8(-1)"), "new y#10 = u8(-1:i32)");
    EXPECT_EQ(dumped("let y = f16(2049)"), "new y#10 = f16(2049:i32)");
}

TEST(Literals, ThatTheirTypeDoesNotHaveAreErrors) {
    static constexpr Row rows[]{
        {"let y = 2147483647", "let y = 2147483648", Code::integer_literal_range, "2:9"},
        {"let y = -2147483648", "let y = -2147483649", Code::integer_literal_range, "2:9"},
        {"let y = 0x7fffffff", "let y = 0xffffffff", Code::integer_literal_range, "2:9"},
        {"let y: i8 = 127", "let y: i8 = 128", Code::integer_literal_range, "2:13"},
        {"let y: u8 = 255", "let y: u8 = 256", Code::integer_literal_range, "2:13"},
        {"let y: u32 = 0", "let y: u32 = -1", Code::integer_literal_range, "2:14"},
        {"let y: i64 = 9223372036854775807", "let y: i64 = 9223372036854775808", Code::integer_literal_range, "2:14"},
        {"let y: f32 = 16777216", "let y: f32 = 16777217", Code::integer_literal_range, "2:14"},
        {"let y: f16 = 2048", "let y: f16 = 2049", Code::integer_literal_range, "2:14"},
        {"let y = c + 127", "let y = c + 128", Code::integer_literal_range, "2:13"},
        {"let y = c + -128", "let y = c - -129", Code::integer_literal_range, "2:13"},
        {"let y = h * 2048", "let y = h * 2049", Code::integer_literal_range, "2:13"},
        {"let y = i64(9223372036854775807)", "let y = i64(9223372036854775808)", Code::integer_literal_range, "2:13"},
        {"let y: f32 = 3.4e38", "let y: f32 = 3.5e38", Code::float_literal_range, "2:14"},
        {"let y: f64 = 3.5e38", "let y = 3.5e38", Code::float_literal_range, "2:9"},
        {"let y: f16 = 65519.0", "let y: f16 = 65520.0", Code::float_literal_range, "2:14"},
        {"let y: f16 = inf", "let y: f16 = -1e9", Code::float_literal_range, "2:14"},
        {"let y: i32 = 1", "let y: i32 = 1.0", Code::literal_kind, "2:14"},
        {"let y: i32 = 1", "let y: i32 = nan", Code::literal_kind, "2:14"},
        {"let y = n + 1", "let y = n + 1.5", Code::literal_kind, "2:13"},
        {"let y: bool = true", "let y: bool = 1", Code::literal_kind, "2:15"},
        {"let y = p == true", "let y = p == 1", Code::literal_kind, "2:14"},
        {"let y = p & false", "let y = 0 & p", Code::literal_kind, "2:9"},
        {"B[0] = 1", "B[0] = 1.0", Code::literal_kind, "2:8"},
        {"let y = f32(1e30)", "let y = f64(1e300)", Code::float_literal_range, "2:13"},
    };
    testing::expect_bodies(rows);
}

TEST(Literals, ThatDoNotFitAreOfferedInAWiderType) {
    const testing::Judged decimal = testing::judge(testing::in_kernel("let y = 5000000000"));
    ASSERT_EQ(decimal.diagnostics.size(), 1U);
    ASSERT_TRUE(decimal.diagnostics.front().fix);
    EXPECT_EQ(decimal.diagnostics.front().fix->replacement, "i64(5000000000)");
    const testing::Judged hexadecimal = testing::judge(testing::in_kernel("let y = 0xff000000"));
    ASSERT_EQ(hexadecimal.diagnostics.size(), 1U);
    ASSERT_TRUE(hexadecimal.diagnostics.front().fix);
    EXPECT_EQ(hexadecimal.diagnostics.front().fix->replacement, "u32(0xff000000)");
}

TEST(Literals, ThatDoNotFitAreNotOfferedInATypeThatIsRejected) {
    for (const std::string_view body : {"let y = A[0 :+ 4294967296, 0]", "let y = iota(9223372036854775807)",
                                        "let y: i32 = 5000000000", "var t: tile<f32>[5000000000]"}) {
        const testing::Judged judged = testing::judge(testing::in_kernel(body));
        ASSERT_EQ(judged.diagnostics.size(), 1U) << body;
        EXPECT_EQ(judged.diagnostics.front().code, Code::integer_literal_range);
        EXPECT_FALSE(judged.diagnostics.front().fix) << body;
    }
}

}  // namespace
}  // namespace phobos::check
