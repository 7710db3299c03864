// SPDX-License-Identifier: Apache-2.0
#include "lang/syntax/numbers.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace phobos::syntax {
namespace {

using diagnostics::Code;

TEST(Numbers, AcceptsTheFormsOfLiterals) {
    for (const std::string_view text : {"0",
                                        "7",
                                        "1_000",
                                        "1_0_0",
                                        "0x0",
                                        "0xFF",
                                        "0xdead_BEEF",
                                        "0x1e",
                                        "18446744073709551615",
                                        "0xFFFF_FFFF_FFFF_FFFF",
                                        "1.0",
                                        "1.",
                                        "0.5",
                                        "0.",
                                        "1e3",
                                        "1E3",
                                        "1e+3",
                                        "1e-3",
                                        "1.5e-10",
                                        "1.e2",
                                        "0e0",
                                        "1_0.0_1e1_0",
                                        "1e007",
                                        "123456789012345678901234567890.0"}) {
        const auto fault = number_fault(text);
        EXPECT_FALSE(fault) << text << ": " << fault->message;
    }
}

TEST(Numbers, TellsFloatsFromIntegers) {
    for (const std::string_view text : {"1.0", "1.", "1e3", "1E3"}) EXPECT_TRUE(is_float_number(text)) << text;
    for (const std::string_view text : {"0", "10", "0x1e3", "0xE"}) EXPECT_FALSE(is_float_number(text)) << text;
}

struct Malformed {
    std::string_view text;
    Code code;
    std::string_view message;  ///< a part of it
    std::string_view corrected = {};
};

TEST(Numbers, ExplainsMalformedLiterals) {
    constexpr std::string_view separator = "`_` stands only between two digits";
    constexpr std::string_view zeros = "no leading zeros";
    for (const Malformed& row : {
             Malformed{"0x", Code::malformed_integer, "needs hexadecimal digits"},
             Malformed{"0xg", Code::malformed_integer, "`g` is not a hexadecimal digit"},
             Malformed{"0x_1", Code::malformed_integer, separator, "0x1"},
             Malformed{"0x1_", Code::malformed_integer, separator, "0x1"},
             Malformed{"0x1__2", Code::malformed_integer, separator, "0x12"},
             Malformed{"0x1.8", Code::malformed_float, "a float literal is decimal"},
             Malformed{"0X1F", Code::malformed_integer, "begins with `0x`", "0x1F"},
             Malformed{"0b101", Code::malformed_integer, "decimal or begin with `0x`"},
             Malformed{"0o17", Code::malformed_integer, "decimal or begin with `0x`"},
             Malformed{"1__0", Code::malformed_integer, separator, "10"},
             Malformed{"1_", Code::malformed_integer, separator, "1"},
             Malformed{"08", Code::malformed_integer, zeros, "8"},
             Malformed{"007", Code::malformed_integer, zeros, "7"},
             Malformed{"00", Code::malformed_integer, zeros, "0"},
             Malformed{"0_1", Code::malformed_integer, zeros, "1"},
             Malformed{"01.5", Code::malformed_float, zeros, "1.5"},
             Malformed{"00.5", Code::malformed_float, zeros, "0.5"},
             Malformed{"3abc", Code::malformed_integer, "`abc` cannot follow the digits", "3"},
             Malformed{"10u", Code::malformed_integer, "`u` cannot follow the digits", "10"},
             Malformed{"1f", Code::malformed_integer, "`f` cannot follow the digits", "1.0"},
             Malformed{"1.0f", Code::malformed_float, "`f` cannot follow the digits", "1.0"},
             Malformed{"1.x", Code::malformed_float, "`x` cannot follow the digits", "1."},
             Malformed{"1e", Code::malformed_float, "the exponent has no digits"},
             Malformed{"1.5e", Code::malformed_float, "the exponent has no digits"},
             Malformed{"1e5e5", Code::malformed_float, "an exponent is an integer"},
             Malformed{"1e1.5", Code::malformed_float, "an exponent is an integer"},
             Malformed{"1.0.0", Code::malformed_float, "one decimal point"},
             Malformed{"1_.0", Code::malformed_float, separator, "1.0"},
             Malformed{"1._0", Code::malformed_float, separator, "1.0"},
             Malformed{"1e_3", Code::malformed_float, separator, "1e3"},
             Malformed{"18446744073709551616", Code::integer_too_large, "more than 64 bits"},
             Malformed{"0x1_0000_0000_0000_0000", Code::integer_too_large, "more than 64 bits"},
         }) {
        SCOPED_TRACE(row.text);
        const auto fault = number_fault(row.text);
        ASSERT_TRUE(fault);
        EXPECT_EQ(fault->code, row.code);
        EXPECT_NE(fault->message.find(row.message), std::string::npos) << fault->message;
        EXPECT_EQ(fault->corrected.value_or(""), row.corrected);
        EXPECT_TRUE(!fault->corrected || !number_fault(*fault->corrected));
    }
}

TEST(Numbers, ReachAsFarAsOneNumberWasMeant) {
    EXPECT_EQ(number_length("12+3"), 2U);
    EXPECT_EQ(number_length("1.:"), 2U);
    EXPECT_EQ(number_length("1..5"), 1U);
    EXPECT_EQ(number_length("1e-3-4"), 4U);
    EXPECT_EQ(number_length("1e-x"), 2U);
    EXPECT_EQ(number_length("0x1e+2"), 4U);
    EXPECT_EQ(number_length("1.0.0]"), 5U);
    EXPECT_EQ(number_length("3abc "), 4U);
}

TEST(Numbers, GiveTheValueOfIntegers) {
    EXPECT_EQ(integer_magnitude("0"), 0U);
    EXPECT_EQ(integer_magnitude("1_234"), 1234U);
    EXPECT_EQ(integer_magnitude("0xaB_Cd"), 0xABCDU);
    EXPECT_EQ(integer_magnitude("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(integer_magnitude("18446744073709551616"), std::nullopt);
    EXPECT_EQ(integer_magnitude("0xFFFFFFFFFFFFFFFF"), std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(without_separators("1_0.0_1"), "10.01");
}

}  // namespace
}  // namespace phobos::syntax
