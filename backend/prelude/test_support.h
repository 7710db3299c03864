// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include "backend/prelude/prelude.h"
#include "interp/plain/arithmetic.h"
#include "lang/vocabulary/scalar_value.h"

/// Values of the prelude as bits and back, and operands that are worth a try.
namespace phobos::prelude {

using namespace ph::types;

template <class T>
constexpr ScalarType type_of() {
    if constexpr (ph::same<T, f16>) return ScalarType::f16;
    if constexpr (ph::same<T, bf16>) return ScalarType::bf16;
    if constexpr (ph::same<T, f32>) return ScalarType::f32;
    if constexpr (ph::same<T, f64>) return ScalarType::f64;
    if constexpr (ph::same<T, i8>) return ScalarType::i8;
    if constexpr (ph::same<T, u8>) return ScalarType::u8;
    if constexpr (ph::same<T, i32>) return ScalarType::i32;
    if constexpr (ph::same<T, u32>) return ScalarType::u32;
    if constexpr (ph::same<T, i64>) return ScalarType::i64;
    return ScalarType::boolean;
}

template <class T>
T value_of(std::uint64_t bits) {
    if constexpr (sizeof(T) == 8)
        return ph::of_pattern<T>(static_cast<unsigned long long>(bits));
    else
        return ph::of_pattern<T>(static_cast<unsigned>(bits));
}

/// The bits of a value; every NaN as the positive quiet one.
template <class T>
std::uint64_t bits_of(T value) {
    if constexpr (ph::is_float<T>)
        if (value != value) return layout(float_format(type_of<T>())).quiet_nan();
    return ph::pattern(value);
}

template <class T>
plain::Operand operand_of(T value) {
    return {type_of<T>(), {ph::pattern(value)}};
}

/// Zeros, the neighbours of 1 and of the ends of ranges, subnormals, infinities and NaN: of each sign.
template <class T>
std::vector<T> corners() {
    std::vector<T> result;
    if constexpr (ph::is_float<T>) {
        const FloatLayout format = layout(float_format(type_of<T>()));
        const std::uint64_t unit = std::uint64_t{1} << format.significand_bits;
        const std::uint64_t one = format.infinity() / 2 / unit * unit;
        std::vector<std::uint64_t> magnitudes{0, 1, 2, 3, unit / 2 - 1, unit / 2, unit - 1, unit, unit + 1, 2 * unit};
        for (const std::uint64_t middle : {one, one - unit, one + unit, one + unit + unit / 2})
            for (const int step : {-2, -1, 0, 1, 2}) magnitudes.push_back(middle + static_cast<std::uint64_t>(step));
        for (const std::uint64_t exponent : {7U, 8U, 10U, 11U, 15U, 16U, 24U, 31U, 32U, 53U, 63U, 64U})
            for (const int step : {-1, 0, 1})
                if (one + exponent * unit < format.infinity())
                    magnitudes.push_back(one + exponent * unit + static_cast<std::uint64_t>(step));
        for (const std::uint64_t below : {2U, 1U, 0U}) magnitudes.push_back(format.infinity() - below);
        magnitudes.push_back(format.quiet_nan());
        magnitudes.push_back(format.infinity() + 1);
        for (const std::uint64_t magnitude : magnitudes) {
            result.push_back(value_of<T>(magnitude));
            result.push_back(value_of<T>(magnitude | format.sign()));
        }
    } else {
        const std::uint64_t sign = std::uint64_t{1} << (T::width - 1);
        for (const std::uint64_t middle : {std::uint64_t{0}, sign, sign >> 1, std::uint64_t{1} << (T::width / 2)})
            for (const int step : {-3, -2, -1, 0, 1, 2, 3, 7})
                result.push_back(value_of<T>(middle + static_cast<std::uint64_t>(step)));
        for (const int count : {4, 8, 31, 32, 33, 63, 64, 100}) result.push_back(T(count));
    }
    return result;
}

/// Values of every magnitude alike, and for floats many that are whole numbers and small multiples of one another.
template <class T>
T random_value(std::mt19937_64& random) {
    const std::uint64_t bits = random();
    if constexpr (ph::is_float<T>) {
        const FloatLayout format = layout(float_format(type_of<T>()));
        if (bits % 3 == 0) return ph::convert<T>(static_cast<double>(static_cast<int>(bits >> 40)) / 16.0);
        return value_of<T>(bits >> 8 & (format.sign() | (format.sign() - 1)));
    } else {
        return value_of<T>(bits % 3 == 0 ? bits >> 60 : bits >> (bits >> 2 & 31));
    }
}

/// Calls `check` with each pair of corners and with `count` pairs of which at least one is random.
template <class A, class B = A, class Check>
void for_pairs(int count, Check check) {
    const std::vector<A> as = corners<A>();
    const std::vector<B> bs = corners<B>();
    for (const A a : as)
        for (const B b : bs) check(a, b);
    std::mt19937_64 random(1);
    for (int i = 0; i < count; ++i) {
        const A a = random_value<A>(random);
        check(a, i % 2 == 0 ? random_value<B>(random) : bs[static_cast<std::size_t>(i) % bs.size()]);
    }
}
template <class A, class Check>
void for_values(int count, Check check) {
    for (const A a : corners<A>()) check(a);
    std::mt19937_64 random(2);
    for (int i = 0; i < count; ++i) check(random_value<A>(random));
}

/// What the plain evaluator gives.
template <class... T>
std::uint64_t applied(const plain::Function& function, T... operands) {
    const std::array all{operand_of(operands)...};
    return plain::applied(function, all).value().bits;
}

using IntegerTypes = ::testing::Types<i8, u8, i32, u32, i64>;
using FloatTypes = ::testing::Types<f16, bf16, f32, f64>;
using NumberTypes = ::testing::Types<f16, bf16, f32, f64, i8, u8, i32, u32, i64>;

}  // namespace phobos::prelude
