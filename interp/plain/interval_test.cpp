// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/interval.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <random>
#include <regex>
#include <string>
#include <vector>

#include "engine/agreement.h"
#include "interp/plain/test_support.h"
#include "lang/vocabulary/scalar_value.h"

namespace phobos::plain {
namespace {

constexpr std::array float_types{ScalarType::f16, ScalarType::bf16, ScalarType::f32, ScalarType::f64};
constexpr double infinity = std::numeric_limits<double>::infinity();

ScalarBits value_of(ScalarType type, double value) {
    return convert(type, {ScalarType::f64, {std::bit_cast<std::uint64_t>(value)}});
}
Interval between(ScalarType type, double low, double high) { return {value_of(type, low), value_of(type, high)}; }
Interval between(double low, double high) { return between(ScalarType::f32, low, high); }
Interval of(const Function& function, const std::vector<Interval>& values, ScalarType type = ScalarType::f32) {
    std::vector<IntervalOperand> operands;
    for (const Interval& value : values) operands.push_back({type, value});
    return *applied(function, std::span<const IntervalOperand>(operands));
}

bool is_nan(ScalarType type, ScalarBits value) {
    return is_float(type) && layout(float_format(type)).is_nan(value.bits);
}

/// Values of a float type by their place in order, without a place between -0 and +0.
class Ordered {
public:
    explicit Ordered(ScalarType type) : type_(type), layout_(layout(float_format(type))) {}

    [[nodiscard]] std::int64_t place(ScalarBits value) const {
        const auto magnitude = static_cast<std::int64_t>(value.bits & ~layout_.sign());
        return (value.bits & layout_.sign()) != 0 ? -magnitude - 1 : magnitude;
    }
    [[nodiscard]] ScalarBits at(std::int64_t place) const {
        const auto last = static_cast<std::int64_t>(layout_.infinity());
        place = std::clamp(place, -last - 1, last);
        return {place < 0 ? static_cast<std::uint64_t>(-place - 1) | layout_.sign()
                          : static_cast<std::uint64_t>(place)};
    }
    [[nodiscard]] bool has(const Interval& interval, ScalarBits value) const {
        if (is_anything(type_, interval)) return true;
        if (is_nan(type_, interval.low)) return is_nan(type_, value);
        if (is_nan(type_, value)) return false;
        return place(interval.low) <= place(value) && place(value) <= place(interval.high);
    }

private:
    ScalarType type_;
    FloatLayout layout_;
};

class Draws {
public:
    explicit Draws(ScalarType type) : type_(type), ordered_(type) {}

    Interval interval() {
        const std::array centres{0.0, 1.0, -1.0, 3.5, -40.0, 1e-3, 700.0, 1e30, infinity};
        const ScalarBits centre = value_of(type_, centres[random_() % centres.size()] * scale_(random_));
        const std::array<std::int64_t, 5> widths{0, 1, 5, 1000, std::int64_t{1} << 20};
        const auto width =
            static_cast<std::int64_t>(random_() % 8 == 0 ? 1U << 14U : 1U) * widths[random_() % widths.size()];
        const std::int64_t first = ordered_.place(centre);
        return {ordered_.at(first - (random_() % 2 == 0 ? width : 0)), ordered_.at(first + width)};
    }
    ScalarBits in(const Interval& interval) {
        const std::int64_t low = ordered_.place(interval.low);
        const std::int64_t high = ordered_.place(interval.high);
        if (random_() % 4 == 0) return random_() % 2 == 0 ? interval.low : interval.high;
        return ordered_.at(std::uniform_int_distribution<std::int64_t>{low, high}(random_));
    }

private:
    ScalarType type_;
    Ordered ordered_;
    std::mt19937_64 random_{17};
    std::uniform_real_distribution<double> scale_{-1.5, 1.5};
};

struct Operation {
    Function function;
    std::size_t operands;
};
const std::array operations{
    Operation{UnaryOperator::negate, 1},
    Operation{BinaryOperator::add, 2},
    Operation{BinaryOperator::subtract, 2},
    Operation{BinaryOperator::multiply, 2},
    Operation{BinaryOperator::divide, 2},
    Operation{Builtin::fma, 3},
    Operation{Builtin::minimum, 2},
    Operation{Builtin::maximum, 2},
    Operation{Builtin::abs, 1},
    Operation{Builtin::sqrt, 1},
    Operation{Builtin::round, 1},
    Operation{Builtin::floor, 1},
    Operation{Builtin::ceil, 1},
    Operation{Builtin::trunc, 1},
    Operation{Builtin::exp, 1},
    Operation{Builtin::log, 1},
    Operation{Builtin::tanh, 1},
    Operation{Builtin::sin, 1},
    Operation{Builtin::cos, 1},
    Operation{Builtin::rsqrt, 1},
    Operation{Builtin::pow, 2},
};

TEST(Interval, HasWhatEveryValueInsideGivesWithinItsBound) {
    for (const ScalarType type : float_types) {
        const Ordered ordered{type};
        Draws draws{type};
        std::int64_t informative = 0;
        for (const Operation& operation : operations) {
            const auto* builtin = std::get_if<Builtin>(&operation.function);
            const int bound = builtin == nullptr ? 0 : bound_ulp(*builtin, type);
            for (int i = 0; i < 1500; ++i) {
                std::vector<Interval> values;
                for (std::size_t k = 0; k < operation.operands; ++k) values.push_back(draws.interval());
                const Interval result = of(operation.function, values, type);
                if (is_anything(type, result)) continue;
                ++informative;
                for (int sample = 0; sample < 6; ++sample) {
                    std::vector<Operand> operands;
                    for (const Interval& value : values) operands.push_back({type, draws.in(value)});
                    const ScalarBits at = *applied(operation.function, std::span<const Operand>(operands));
                    ASSERT_TRUE(ordered.has(result, at))
                        << spelling(type) << " operation " << &operation - &operations[0];
                    // What another implementation may give; the bound is that of the exact result.
                    if (bound == 0 || is_nan(type, at) || values[0].low == values[0].high) continue;
                    ASSERT_TRUE(ordered.has(result, ordered.at(ordered.place(at) + bound)));
                    ASSERT_TRUE(ordered.has(result, ordered.at(ordered.place(at) - bound)));
                }
            }
        }
        EXPECT_GT(informative, 15'000);
    }
}

TEST(Interval, OfExactOperationsIsThatOfItsBounds) {
    EXPECT_EQ(of(BinaryOperator::add, {between(1, 2), between(10, 20)}), between(11, 22));
    EXPECT_EQ(of(BinaryOperator::subtract, {between(1, 2), between(10, 20)}), between(-19, -8));
    EXPECT_EQ(of(BinaryOperator::multiply, {between(-1, 2), between(-10, 20)}), between(-20, 40));
    EXPECT_EQ(of(BinaryOperator::divide, {between(1, 2), between(4, 8)}), between(0.125, 0.5));
    EXPECT_EQ(of(Builtin::fma, {between(1, 2), between(-3, 4), between(10, 11)}), between(4, 19));
    EXPECT_EQ(of(Builtin::sqrt, {between(4, 9)}), between(2, 3));
    EXPECT_EQ(of(Builtin::abs, {between(-4, 3)}), between(0, 4));
    EXPECT_EQ(of(Builtin::abs, {between(-4, -3)}), between(3, 4));
    EXPECT_EQ(of(Builtin::maximum, {between(-4, 3), between(0, 2)}), between(0, 3));
    EXPECT_EQ(of(Builtin::where, {ScalarBits{1}, between(1, 2), between(5, 6)}), between(1, 2));
    EXPECT_EQ(of(Builtin::where, {anything(ScalarType::boolean), between(1, 2), between(5, 6)}), between(1, 6));
    // Rounding to f16 keeps order.
    EXPECT_EQ(of(ScalarType::f16, {between(2049, 2051)}), between(ScalarType::f16, 2048, 2052));
    EXPECT_EQ(of(ScalarType::i8, {between(-1.5, 500)}), (Interval{{255}, {127}}));
}

TEST(Interval, OfAKnownArgumentIsWidenedByTheBoundUnlessItIsSpecial) {
    for (const Operation& operation : operations) {
        const auto* builtin = std::get_if<Builtin>(&operation.function);
        if (builtin == nullptr || bound_ulp(*builtin, ScalarType::f32) == 0) continue;
        const std::vector<Interval> values(operation.operands, value_of(ScalarType::f32, 1.7));
        const Interval result = of(*builtin, values);
        const auto width = engine::steps_between(ScalarType::f32, result.low, result.high);
        EXPECT_EQ(width, 2U * (static_cast<unsigned>(bound_ulp(*builtin, ScalarType::f32)) + 1)) << spelling(*builtin);
    }
    EXPECT_EQ(of(Builtin::exp, {ScalarBits{0}}), between(1, 1));
    EXPECT_EQ(of(Builtin::exp, {between(-infinity, -infinity)}), between(0, 0));
    EXPECT_EQ(of(Builtin::log, {between(1, 1)}), between(0, 0));
    EXPECT_EQ(of(Builtin::rsqrt, {between(infinity, infinity)}), between(0, 0));
    EXPECT_EQ(of(Builtin::pow, {between(1, 1), between(1.5, 1.5)}), between(1, 1));
}

TEST(Interval, WhatMayBeNanMayBeAnything) {
    const Interval any = anything(ScalarType::f32);
    const Interval nan = value_of(ScalarType::f32, std::nan(""));
    EXPECT_EQ(of(BinaryOperator::subtract, {between(1, infinity), between(0, infinity)}), any);
    EXPECT_EQ(of(BinaryOperator::multiply, {between(-1, 1), between(1, infinity)}), any);
    EXPECT_EQ(of(BinaryOperator::divide, {between(1, 2), between(-1, 1)}), any);
    EXPECT_EQ(of(Builtin::sqrt, {between(-1, 1)}), any);
    EXPECT_EQ(of(Builtin::log, {between(-1, 1)}), any);
    EXPECT_EQ(of(Builtin::sin, {between(0, infinity)}), any);
    EXPECT_EQ(of(BinaryOperator::add, {any, between(1, 1)}), any);
    // A NaN that is known is not an unknown value.
    EXPECT_EQ(of(Builtin::maximum, {nan, between(1, 2)}), between(1, 2));
    EXPECT_EQ(of(BinaryOperator::add, {nan, between(1, 2)}), nan);
    EXPECT_EQ(of(BinaryOperator::less, {nan, between(1, 2)}), Interval{ScalarBits{0}});
    EXPECT_EQ(of(ScalarType::i32, {any}), anything(ScalarType::i32));
}

TEST(Interval, ComparesWhatMustAndWhatMayHold) {
    const Interval no{ScalarBits{0}};
    const Interval yes{ScalarBits{1}};
    const Interval either{{0}, {1}};
    EXPECT_EQ(of(BinaryOperator::less, {between(1, 2), between(3, 4)}), yes);
    EXPECT_EQ(of(BinaryOperator::less, {between(1, 3), between(3, 4)}), either);
    EXPECT_EQ(of(BinaryOperator::less_equal, {between(1, 3), between(3, 4)}), yes);
    EXPECT_EQ(of(BinaryOperator::greater, {between(1, 3), between(3, 4)}), no);
    EXPECT_EQ(of(BinaryOperator::greater_equal, {between(1, 3), between(3, 4)}), either);
    EXPECT_EQ(of(BinaryOperator::equal, {between(1, 2), between(3, 4)}), no);
    EXPECT_EQ(of(BinaryOperator::equal, {between(-0.0, 0), between(0, 0)}), yes);
    EXPECT_EQ(of(BinaryOperator::not_equal, {between(1, 3), between(3, 4)}), either);
    EXPECT_EQ(of(BinaryOperator::bit_or, {either, yes}, ScalarType::boolean), yes);
    EXPECT_EQ(of(BinaryOperator::bit_and, {either, no}, ScalarType::boolean), no);
    EXPECT_EQ(of(UnaryOperator::logical_not, {either}, ScalarType::boolean), either);
}

TEST(Interval, LeavesUndecidedWhetherAnIntegerOperationIsDefined) {
    const auto fault = [](BinaryOperator op, Interval a, Interval b) {
        const std::array operands{IntervalOperand{ScalarType::i32, a}, IntervalOperand{ScalarType::i32, b}};
        const auto result = applied(op, std::span<const IntervalOperand>(operands));
        return result ? -1 : static_cast<int>(result.error());
    };
    const Interval some{{1}, {5}};
    const Interval three{ScalarBits{3}};
    EXPECT_EQ(fault(BinaryOperator::divide, three, some), static_cast<int>(ArithmeticFault::undecided));
    EXPECT_EQ(fault(BinaryOperator::shift_left, three, some), static_cast<int>(ArithmeticFault::undecided));
    EXPECT_EQ(fault(BinaryOperator::divide, some, three), -1);
    EXPECT_EQ(fault(BinaryOperator::remainder, some, ScalarBits{0}),
              static_cast<int>(ArithmeticFault::division_by_zero));
    EXPECT_EQ(of(BinaryOperator::add, {some, three}, ScalarType::i32), anything(ScalarType::i32));
}

TEST(Interval, HasTheBoundsOfTheSpecification) {
    std::ifstream file{std::string(PHOBOS_SOURCE_DIR) + "/docs/spec/12-numerics.md"};
    const std::regex row{R"(\| `(\w+)` \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|)"};
    int rows = 0;
    for (std::string line; std::getline(file, line);) {
        std::smatch match;
        if (!std::regex_match(line, match, row)) continue;
        ++rows;
        const auto function = builtin(match[1].str());
        ASSERT_TRUE(function) << line;
        for (std::size_t k = 0; k < float_types.size(); ++k)
            EXPECT_EQ(bound_ulp(*function, float_types[k]), std::stoi(match[k + 2].str())) << line;
    }
    EXPECT_EQ(rows, 7);
}

TEST(Interval, OfALooseProductIsWidenedByItsSlack) {
    const Interval sum = widened(ScalarType::f32, between(1, 2), 0.25);
    EXPECT_LE(engine::steps_between(ScalarType::f32, sum.low, value_of(ScalarType::f32, 0.75)), 1U);
    EXPECT_LE(engine::steps_between(ScalarType::f32, sum.high, value_of(ScalarType::f32, 2.25)), 1U);
    EXPECT_EQ(widened(ScalarType::f32, between(1, 2), infinity), anything(ScalarType::f32));
    EXPECT_EQ(greatest_magnitude(ScalarType::f32, between(-3, 2)), 3);
    EXPECT_EQ(greatest_magnitude(ScalarType::f32, anything(ScalarType::f32)), infinity);
}

}  // namespace
}  // namespace phobos::plain
