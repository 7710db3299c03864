// SPDX-License-Identifier: Apache-2.0
#include "engine/io/recipe.h"

#include <gtest/gtest.h>

#include <bit>

#include "engine/io/literal.h"
#include "engine/io/test_support.h"

namespace phobos::io {
namespace {

using testing::verdict;

std::string made(std::string_view recipe, ScalarType type, std::vector<std::int64_t> shape) {
    const auto parsed = parse_recipe(recipe);
    if (!parsed) return verdict(parsed);
    const auto tensor = generate(*parsed, type, std::move(shape));
    return tensor ? testing::hex(tensor->bytes()) : verdict(tensor);
}

std::string constant(std::string_view literal, ScalarType type) {
    return made(fmt::format("const({})", literal), type, {1});
}

TEST(Recipe, ParsesEachForm) {
    EXPECT_EQ(*parse_recipe("zeros"), Recipe(ConstantRecipe{"0"}));
    EXPECT_EQ(*parse_recipe("ones"), Recipe(ConstantRecipe{"1"}));
    EXPECT_EQ(*parse_recipe("iota"), Recipe(IotaRecipe{}));
    EXPECT_EQ(*parse_recipe("const( -2.5 )"), Recipe(ConstantRecipe{"-2.5"}));
    EXPECT_EQ(*parse_recipe("uniform(-1., 1e-3 ,18446744073709551615)"),
              Recipe(UniformRecipe{"-1.", "1e-3", 18446744073709551615U}));
    EXPECT_EQ(*parse_recipe("normal(0)"), Recipe(NormalRecipe{0}));
}

TEST(Recipe, EachFlawIsNamedWithItsPlace) {
    const std::pair<const char*, const char*> flaws[] = {
        {"zeros(1)", "'zeros(1)', character 6: nothing may follow"},
        {"const", "'const', character 6: '(' is missing"},
        {"const()", "'const()', character 7: a number is missing"},
        {"const(x)", "'const(x)', character 7: a number is missing"},
        {"const(0x)", "'const(0x)', character 7: a number is missing"},
        {"const(1", "'const(1', character 8: ')' is missing"},
        {"const(.5)", "'const(.5)', character 7: a number is missing"},
        {"const(1)2", "'const(1)2', character 9: nothing may follow"},
        {"uniform(0,1)", "'uniform(0,1)', character 12: ',' is missing"},
        {"uniform(0 1 2)", "'uniform(0 1 2)', character 11: ',' is missing"},
        {"uniform(,1,2)", "'uniform(,1,2)', character 9: a number is missing"},
        {"uniform(0,,2)", "'uniform(0,,2)', character 11: a number is missing"},
        {"uniform 0", "'uniform 0', character 9: '(' is missing"},
        {"uniform(0,1,2", "'uniform(0,1,2', character 14: ')' is missing"},
        {"uniform(0,1,-2)", "'uniform(0,1,-2)', character 13: a seed is missing, an integer from 0 to 2^64 - 1"},
        {"normal()", "'normal()', character 8: a seed is missing, an integer from 0 to 2^64 - 1"},
        {"normal(18446744073709551616)",
         "'normal(18446744073709551616)', character 8: a seed is missing, an integer from 0 to 2^64 - 1"},
        {"normal(1.5)", "'normal(1.5)', character 9: ')' is missing"},
        {"normal", "'normal', character 7: '(' is missing"},
    };
    for (const auto& [text, message] : flaws)
        EXPECT_EQ(verdict(parse_recipe(text)), fmt::format("source_malformed: {}", message));
    EXPECT_TRUE(verdict(parse_recipe("random(1)")).starts_with("source_malformed: 'random(1)' is no recipe: zeros, "));
}

TEST(Recipe, ShapesHaveOneToFourLengths) {
    EXPECT_EQ(*parse_shape("4x8"), (std::vector<std::int64_t>{4, 8}));
    EXPECT_EQ(*parse_shape("0"), (std::vector<std::int64_t>{0}));
    EXPECT_EQ(*parse_shape("1x2x3x2147483647"), (std::vector<std::int64_t>{1, 2, 3, 2147483647}));
    EXPECT_EQ(verdict(parse_shape("")), "source_shape: shape '': a length is missing at character 1");
    EXPECT_EQ(verdict(parse_shape("4x")), "source_shape: shape '4x': a length is missing at character 3");
    EXPECT_EQ(verdict(parse_shape("4,8")), "source_shape: shape '4,8': 'x' is missing at character 2");
    EXPECT_EQ(verdict(parse_shape("-4")), "source_shape: shape '-4': a length is missing at character 1");
    EXPECT_EQ(verdict(parse_shape("2147483648")), "source_shape: shape '2147483648': a length is more than 2147483647");
    EXPECT_EQ(verdict(parse_shape("99999999999999999999")),
              "source_shape: shape '99999999999999999999': a length is more than 2147483647");
    EXPECT_EQ(verdict(parse_shape("1x1x1x1x1")),
              "source_shape: shape '1x1x1x1x1': it has 5 lengths, at most 4 are possible");
}

TEST(Recipe, ConstantsAreExactOrRefused) {
    EXPECT_EQ(constant("2.5", ScalarType::f16), "0041");
    EXPECT_EQ(constant("2.5", ScalarType::bf16), "2040");
    EXPECT_EQ(constant("+2_0.5e-1", ScalarType::f16),
              "recipe_inexact: +2_0.5e-1 is not exact in f16: the nearest value is 2.05078125");
    EXPECT_EQ(constant("0.1", ScalarType::f32),
              "recipe_inexact: 0.1 is not exact in f32: the nearest value is 0.100000001490116119384765625");
    EXPECT_EQ(constant("0.100000001490116119384765625", ScalarType::f32), "cdcccc3d");
    EXPECT_EQ(constant("-0.1", ScalarType::f64),
              "recipe_inexact: -0.1 is not exact in f64: the nearest value is "
              "-0.1000000000000000055511151231257827021181583404541015625");
    EXPECT_EQ(constant("1e-400", ScalarType::f64),
              "recipe_inexact: 1e-400 is not exact in f64: the nearest value is 0");
    EXPECT_EQ(constant("5e-324", ScalarType::f64), "recipe_inexact: 5e-324 is not exact in f64");
    EXPECT_EQ(constant("65520", ScalarType::f16), "recipe_inexact: 65520 is not exact in f16: it is too large");
    EXPECT_EQ(constant("2049", ScalarType::f16), "recipe_inexact: 2049 is not exact in f16: the nearest value is 2048");
    EXPECT_EQ(constant("1e400", ScalarType::f64), "recipe_inexact: 1e400 is not exact in f64: it is too large");
    EXPECT_EQ(constant("9007199254740993", ScalarType::f64),
              "recipe_inexact: 9007199254740993 is not exact in f64: the nearest value is 9007199254740992");
    EXPECT_EQ(constant("9007199254740992", ScalarType::f64), "0000000000004043");
    EXPECT_EQ(constant("0x10", ScalarType::f32), "00008041");
    EXPECT_EQ(constant("0x10000000000000000", ScalarType::f64),
              "recipe_inexact: 0x10000000000000000 is not exact in f64");
}

TEST(Recipe, SignsZerosInfinitiesAndNans) {
    EXPECT_EQ(constant("-0.0", ScalarType::f32), "00000080");
    EXPECT_EQ(constant("-0", ScalarType::f32), "00000000");
    EXPECT_EQ(constant("-0x0", ScalarType::f32), "00000000");
    EXPECT_EQ(constant("-inf", ScalarType::f16), "00fc");
    EXPECT_EQ(constant("nan", ScalarType::f32), "0000c07f");
    EXPECT_EQ(constant("-nan", ScalarType::bf16), "c07f");
    EXPECT_EQ(constant("inf", ScalarType::i32), "recipe_inexact: inf is not exact in i32");
    EXPECT_EQ(constant("nan", ScalarType::boolean), "recipe_inexact: nan is not exact in bool");
}

TEST(Recipe, IntegersAndTruth) {
    EXPECT_EQ(constant("2.0", ScalarType::i32), "02000000");
    EXPECT_EQ(constant("2.5", ScalarType::i32), "recipe_inexact: 2.5 is not exact in i32");
    EXPECT_EQ(constant("1e2", ScalarType::u8), "64");
    EXPECT_EQ(constant("255", ScalarType::u8), "ff");
    EXPECT_EQ(constant("256", ScalarType::u8), "recipe_inexact: 256 is not exact in u8");
    EXPECT_EQ(constant("-1", ScalarType::u8), "recipe_inexact: -1 is not exact in u8");
    EXPECT_EQ(constant("-0", ScalarType::u8), "00");
    EXPECT_EQ(constant("-128", ScalarType::i8), "80");
    EXPECT_EQ(constant("128", ScalarType::i8), "recipe_inexact: 128 is not exact in i8");
    EXPECT_EQ(constant("-129", ScalarType::i8), "recipe_inexact: -129 is not exact in i8");
    EXPECT_EQ(constant("-9223372036854775808", ScalarType::i64), "0000000000000080");
    EXPECT_EQ(constant("9223372036854775808", ScalarType::i64),
              "recipe_inexact: 9223372036854775808 is not exact in i64");
    EXPECT_EQ(constant("99999999999999999999", ScalarType::i64),
              "recipe_inexact: 99999999999999999999 is not exact in i64");
    EXPECT_EQ(constant("1e30", ScalarType::i64), "recipe_inexact: 1e30 is not exact in i64");
    EXPECT_EQ(constant("0xFF_FF", ScalarType::u32), "ffff0000");
    EXPECT_EQ(constant("true", ScalarType::boolean), "01");
    EXPECT_EQ(constant("false", ScalarType::boolean), "00");
    EXPECT_EQ(constant("1", ScalarType::boolean), "01");
    EXPECT_EQ(constant("2", ScalarType::boolean), "recipe_inexact: 2 is not exact in bool");
    EXPECT_EQ(constant("-true", ScalarType::boolean), "recipe_inexact: -true is not exact in bool");
    EXPECT_EQ(constant("true", ScalarType::f32), "recipe_inexact: true is not exact in f32");
}

TEST(Recipe, IotaCountsAsFarAsTheTypeIsExact) {
    EXPECT_EQ(made("iota", ScalarType::i32, {1, 3}), "000000000100000002000000");
    EXPECT_EQ(made("iota", ScalarType::f16, {3}), "0000003c0040");
    EXPECT_EQ(made("iota", ScalarType::f16, {2050}),
              "recipe_inexact: element 2049 of iota is not exact in f16, which counts to 2048");
    EXPECT_EQ(made("iota", ScalarType::i8, {129}),
              "recipe_inexact: element 128 of iota is not exact in i8, which counts to 127");
    EXPECT_EQ(made("iota", ScalarType::boolean, {3}),
              "recipe_inexact: element 2 of iota is not exact in bool, which counts to 1");
    EXPECT_EQ(made("iota", ScalarType::boolean, {0}), "-");
}

TEST(Recipe, UniformNeedsBoundsWithSomethingBetween) {
    EXPECT_EQ(made("uniform(1,1,0)", ScalarType::f32, {1}),
              "recipe_range: uniform(1,1): the first bound must be below the second");
    EXPECT_EQ(made("uniform(2,1,0)", ScalarType::i32, {1}),
              "recipe_range: uniform(2,1): the first bound must be below the second");
    EXPECT_EQ(made("uniform(0,1.5,0)", ScalarType::i32, {1}),
              "recipe_range: uniform(0,1.5): the bounds of i32 must be integers");
    EXPECT_EQ(made("uniform(0,inf,0)", ScalarType::f32, {1}), "recipe_range: the bound inf is no finite number");
    EXPECT_EQ(made("uniform(nan,1,0)", ScalarType::f32, {1}), "recipe_range: the bound nan is no finite number");
    EXPECT_EQ(made("uniform(0,1e400,0)", ScalarType::f64, {1}), "recipe_range: the bound 1e400 is no finite number");
    EXPECT_EQ(made("uniform(-1e308,1e308,0)", ScalarType::f64, {1}),
              "recipe_range: uniform(-1e308,1e308): the bounds are too large for f64");
    EXPECT_EQ(made("uniform(0,70000,0)", ScalarType::f16, {1}),
              "recipe_range: uniform(0,70000): the bounds are too large for f16");
    EXPECT_EQ(made("uniform(0,257,0)", ScalarType::u8, {1}),
              "recipe_range: uniform(0,257): not all integers from the first up to the second are u8");
    EXPECT_EQ(made("uniform(-1,2,0)", ScalarType::u8, {1}),
              "recipe_range: uniform(-1,2): not all integers from the first up to the second are u8");
    EXPECT_EQ(made("uniform(inf,2,0)", ScalarType::u8, {1}),
              "recipe_range: uniform(inf,2): the bounds of u8 must be integers");
}

TEST(Recipe, NormalMakesFloatsOnly) {
    EXPECT_EQ(made("normal(0)", ScalarType::i32, {1}), "recipe_type: normal makes floats, and no i32");
    const auto tensor = generate(NormalRecipe{3}, ScalarType::f64, {100'000});
    ASSERT_TRUE(tensor);
    double sum = 0;
    double squares = 0;
    for (std::uint64_t i = 0; i < tensor->elements(); ++i) {
        const double value = std::bit_cast<double>(tensor->load(i).bits);
        sum += value;
        squares += value * value;
    }
    // Five standard errors: 1/sqrt(n) of the mean, sqrt(2/n) of the variance.
    EXPECT_NEAR(sum / 1e5, 0, 5 * 0.0032);
    EXPECT_NEAR(squares / 1e5, 1, 5 * 0.0045);
}

TEST(Recipe, SizesAreLimited) {
    EXPECT_EQ(
        verdict(generate(IotaRecipe{}, ScalarType::f64, {2147483647, 2147483647}, 1000)),
        "file_too_large: a tensor of 2147483647x2147483647 elements of f64 is larger than the limit of 1000 bytes");
}

TEST(Literal, TheLongestFormIsTaken) {
    const std::pair<const char*, std::size_t> forms[] = {
        {"1", 1},        {"12_3,", 4}, {"1_", 1},  {"1.", 2},   {"1.5e-3)", 6}, {"1e", 1}, {"1e+", 1},
        {"0x", 0},       {"0xfg", 3},  {"-7", 2},  {"- 7", 0},  {"", 0},        {"-", 0},  {"_1", 0},
        {"infinity", 3}, {"-inf", 4},  {"nan", 3}, {"true", 4}, {"e5", 0},      {".5", 0}, {"1._5", 2},
    };
    for (const auto& [text, length] : forms) EXPECT_EQ(literal_length(text), length) << text;
}

}  // namespace
}  // namespace phobos::io
