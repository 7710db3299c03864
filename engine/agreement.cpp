// SPDX-License-Identifier: Apache-2.0
#include "engine/agreement.h"

#include <cmath>
#include <limits>

#include "lang/base/assert.h"
#include "lang/base/float16.h"
#include "lang/base/overloaded.h"
#include "lang/vocabulary/scalar_value.h"

namespace phobos::engine {
namespace {

double f64_value(ScalarType type, ScalarBits value) {
    if (is_float(type)) return f64_from_bits(float_format(type), value.bits);
    return static_cast<double>(integer_value(type, value));
}

bool is_nan(ScalarType type, ScalarBits value) { return is_float(type) && std::isnan(f64_value(type, value)); }

/// Values in their order; -0 and +0 are one step apart, as their bits are, and every true is one value (run-7).
std::int64_t ordinal(ScalarType type, ScalarBits value) {
    if (type == ScalarType::boolean) return value.bits != 0 ? 1 : 0;
    if (!is_float(type)) return integer_value(type, value);
    const std::uint64_t sign = layout(float_format(type)).sign();
    const auto magnitude = static_cast<std::int64_t>(value.bits & ~sign);
    return (value.bits & sign) != 0 ? -magnitude - 1 : magnitude;
}

bool is_close(double expected, double actual, const WithinTolerance& within) {
    if (std::isinf(expected) || std::isinf(actual)) return expected == actual;
    return std::fabs(actual - expected) <= within.absolute + within.relative * std::fabs(expected);
}

double distance(ScalarType type, ScalarBits expected, ScalarBits actual, const Agreement& agreement) {
    if (is_nan(type, expected) || is_nan(type, actual)) return std::numeric_limits<double>::infinity();
    if (!std::holds_alternative<WithinTolerance>(agreement))
        return static_cast<double>(steps_between(type, expected, actual));
    return std::fabs(f64_value(type, actual) - f64_value(type, expected));
}

void note(Comparison& comparison, const Mismatch& mismatch) {
    ++comparison.mismatches;
    if (comparison.first.size() < Comparison::most_listed) comparison.first.push_back(mismatch);
    if (!comparison.worst || mismatch.distance > comparison.worst->distance) comparison.worst = mismatch;
}

bool is_excepted(const std::vector<bool>& excepted, std::uint64_t index) {
    return !excepted.empty() && excepted[index];
}

bool is_alike(const Tensor& a, const Tensor& b) { return a.element() == b.element() && a.shape() == b.shape(); }

}  // namespace

std::uint64_t steps_between(ScalarType type, ScalarBits a, ScalarBits b) {
    const std::int64_t first = ordinal(type, a);
    const std::int64_t second = ordinal(type, b);
    const auto difference = static_cast<std::uint64_t>(first) - static_cast<std::uint64_t>(second);
    return first >= second ? difference : -difference;
}

bool agrees(ScalarType type, ScalarBits expected, ScalarBits actual, const Agreement& agreement) {
    if (expected == actual) return true;
    if (type == ScalarType::boolean) return (expected.bits != 0) == (actual.bits != 0);
    if (is_nan(type, expected) || is_nan(type, actual)) return is_nan(type, expected) && is_nan(type, actual);
    return std::visit(Overloaded{[](SameBits) { return false; },
                                 [&](WithinUlp ulp) { return steps_between(type, expected, actual) <= ulp.steps; },
                                 [&](const WithinTolerance& within) {
                                     return is_close(f64_value(type, expected), f64_value(type, actual), within);
                                 }},
                      agreement);
}

Comparison compare(const Tensor& expected, const Tensor& actual, const Agreement& agreement,
                   const std::vector<bool>& excepted) {
    PHOBOS_ASSERT(is_alike(expected, actual));
    Comparison comparison;
    for (std::uint64_t i = 0; i < expected.elements(); ++i) {
        if (is_excepted(excepted, i)) continue;
        ++comparison.elements;
        const ScalarBits wanted = expected.load(i);
        const ScalarBits found = actual.load(i);
        if (agrees(expected.element(), wanted, found, agreement)) continue;
        note(comparison, {i, wanted, found, distance(expected.element(), wanted, found, agreement)});
    }
    return comparison;
}

Comparison compare_enclosed(const Tensor& low, const Tensor& high, const Tensor& actual,
                            const std::vector<bool>& excepted) {
    PHOBOS_ASSERT(is_alike(low, actual) && is_alike(high, actual));
    const ScalarType type = actual.element();
    Comparison comparison;
    for (std::uint64_t i = 0; i < actual.elements(); ++i) {
        if (is_excepted(excepted, i)) continue;
        ++comparison.elements;
        const ScalarBits found = actual.load(i);
        if (is_nan(type, low.load(i)) && is_nan(type, high.load(i))) {
            if (!is_nan(type, found))
                note(comparison, {i, low.load(i), found, std::numeric_limits<double>::infinity()});
            continue;
        }
        const bool is_low = is_nan(type, found) || ordinal(type, found) < ordinal(type, low.load(i));
        const bool is_high = !is_low && ordinal(type, found) > ordinal(type, high.load(i));
        if (!is_low && !is_high) continue;
        const ScalarBits bound = is_low ? low.load(i) : high.load(i);
        note(comparison, {i, bound, found, distance(type, bound, found, WithinUlp{0})});
    }
    return comparison;
}

}  // namespace phobos::engine
