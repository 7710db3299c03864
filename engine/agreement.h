// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "engine/tensor.h"
#include "lang/vocabulary/scalar_type.h"

namespace phobos::engine {

/// The bits are equal.
struct SameBits {};
/// So many steps of the element type lie between two values; for integers, their difference.
struct WithinUlp {
    std::uint64_t steps;
};
/// |actual - expected| <= absolute + relative * |expected|, in f64; infinities are equal only to themselves.
struct WithinTolerance {
    double relative;
    double absolute;
};
/// When an actual value agrees with an expected one. In each, a NaN agrees with every NaN and with nothing else.
using Agreement = std::variant<SameBits, WithinUlp, WithinTolerance>;

struct Mismatch {
    std::uint64_t index;  ///< in row order
    ScalarBits expected;
    ScalarBits actual;
    double distance;  ///< steps of the element type, or the absolute difference; infinite where one is a NaN

    friend bool operator==(const Mismatch&, const Mismatch&) = default;
};

struct Comparison {
    static constexpr std::size_t most_listed = 10;

    std::uint64_t elements = 0;  ///< compared
    std::uint64_t mismatches = 0;
    std::vector<Mismatch> first;  ///< the first of them
    std::optional<Mismatch> worst;

    [[nodiscard]] bool agrees() const { return mismatches == 0; }
};

/// How many steps of the type lie between two values that are no NaN: -0 and +0 are one apart; of integers, their
/// difference.
std::uint64_t steps_between(ScalarType type, ScalarBits a, ScalarBits b);

bool agrees(ScalarType type, ScalarBits expected, ScalarBits actual, const Agreement& agreement);

/// Compares two tensors of one element type and shape. Elements for which `excepted` is true (empty: none) are left
/// out.
Comparison compare(const Tensor& expected, const Tensor& actual, const Agreement& agreement,
                   const std::vector<bool>& excepted = {});

/// Whether low <= actual <= high for every element that is not excepted; a NaN lies only where both bounds are NaN, and
/// nothing else lies there. The mismatches' `expected` is the bound that is passed.
Comparison compare_enclosed(const Tensor& low, const Tensor& high, const Tensor& actual,
                            const std::vector<bool>& excepted = {});

}  // namespace phobos::engine
