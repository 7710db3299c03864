// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/interval.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "interp/plain/scalar.h"
#include "interp/plain/soft_float.h"
#include "lang/base/assert.h"
#include "lang/base/float16.h"
#include "lang/base/overloaded.h"
#include "lang/base/transcendental.h"

namespace phobos::plain {
namespace {

using soft::Bits;
using Operands = std::span<const IntervalOperand>;
using Applied = Result<Interval, ArithmeticFault>;

// --- bounds ---

FloatLayout layout_of(ScalarType type) { return layout(float_format(type)); }
bool is_nan(ScalarType type, ScalarBits value) { return is_float(type) && soft::is_nan(type, value.bits); }
bool is_nan(const IntervalOperand& x) { return is_nan(x.type, x.value.low) && is_nan(x.type, x.value.high); }
bool is_anything(const IntervalOperand& x) { return is_anything(x.type, x.value); }
bool is_infinite(ScalarType type, ScalarBits value) {
    return (value.bits & ~layout_of(type).sign()) == layout_of(type).infinity();
}
bool is_zero(ScalarType type, ScalarBits value) { return (value.bits & ~layout_of(type).sign()) == 0; }
bool is_negative(ScalarType type, ScalarBits value) { return (value.bits & layout_of(type).sign()) != 0; }
ScalarBits nan_of(ScalarType type) { return {layout_of(type).quiet_nan()}; }

/// Values of a type in their order, -0 before +0.
std::int64_t ordinal(ScalarType type, ScalarBits value) {
    if (!is_float(type)) return integer_value({type, value});
    const Bits sign = layout_of(type).sign();
    const auto magnitude = static_cast<std::int64_t>(value.bits & ~sign);
    return is_negative(type, value) ? -magnitude - 1 : magnitude;
}
bool before(ScalarType type, ScalarBits a, ScalarBits b) { return ordinal(type, a) < ordinal(type, b); }

/// The least interval around both.
Interval hull(ScalarType type, const Interval& a, const Interval& b) {
    if (a == b) return a;
    const auto has_nan = [&](const Interval& x) { return is_nan(type, x.low); };
    if (has_nan(a) || has_nan(b)) return anything(type);
    return {before(type, b.low, a.low) ? b.low : a.low, before(type, a.high, b.high) ? b.high : a.high};
}

/// num-24: so many steps further; zeros are one value, and infinities the last. A zero keeps the sign that led to it.
ScalarBits moved(ScalarType type, ScalarBits value, std::int64_t steps) {
    const FloatLayout format = layout_of(type);
    const auto magnitude = static_cast<std::int64_t>(value.bits & ~format.sign());
    const bool negative = is_negative(type, value);
    const std::int64_t last = static_cast<std::int64_t>(format.infinity());
    const std::int64_t place = std::clamp((negative ? -magnitude : magnitude) + steps, -last, last);
    if (place == 0) return {negative ? format.sign() : 0};
    return {static_cast<Bits>(std::abs(place)) | (place < 0 ? format.sign() : 0)};
}
Interval moved_out(ScalarType type, const Interval& value, std::int64_t steps) {
    return {moved(type, value.low, -steps), moved(type, value.high, steps)};
}

double f64_of(ScalarType type, ScalarBits value) { return f64_from_bits(float_format(type), value.bits); }
ScalarBits rounded(ScalarType type, double value) {
    return convert(type, {ScalarType::f64, {std::bit_cast<std::uint64_t>(value)}});
}

// --- by bounds ---

/// The function of known operands.
Applied at(const Function& function, std::span<const Operand> operands) {
    const auto result = applied(function, operands);
    if (!result) return Failure{result.error()};
    return Interval{*result};
}
ScalarBits value_at(const Function& function, std::span<const Operand> operands) {
    return *applied(function, operands);
}

/// A function that is monotone in each operand for itself has its extremes where every operand is at a bound.
Interval at_corners(const Function& function, Operands x, ScalarType result_type) {
    std::optional<Interval> result;
    for (unsigned corner = 0; corner < 1U << x.size(); ++corner) {
        std::array<Operand, 3> operands;
        for (std::size_t k = 0; k < x.size(); ++k)
            operands[k] = {x[k].type, (corner >> k & 1) != 0 ? x[k].value.high : x[k].value.low};
        const ScalarBits value = value_at(function, std::span(operands).first(x.size()));
        if (is_nan(result_type, value)) return anything(result_type);
        result = result ? hull(result_type, *result, value) : Interval{value};
    }
    return *result;
}

bool contains_zero(const IntervalOperand& x) {
    return !is_anything(x) && (is_negative(x.type, x.value.low) || is_zero(x.type, x.value.low)) &&
           (!is_negative(x.type, x.value.high) || is_zero(x.type, x.value.high));
}
bool contains_infinity(const IntervalOperand& x) {
    return is_infinite(x.type, x.value.low) || is_infinite(x.type, x.value.high);
}
bool may_multiply_zero_by_infinity(const IntervalOperand& a, const IntervalOperand& b) {
    return (contains_zero(a) && contains_infinity(b)) || (contains_infinity(a) && contains_zero(b));
}

// --- operators ---

ScalarBits truth(BinaryOperator op, ScalarType type, ScalarBits a, ScalarBits b) {
    return *binary(op, {type, a}, {type, b});
}
Interval negated(const Interval& truth) { return {{1 - truth.high.bits}, {1 - truth.low.bits}}; }

/// Whether it must hold, and whether it may.
Interval compared(BinaryOperator op, const IntervalOperand& a, const IntervalOperand& b) {
    const auto ordered = [&](BinaryOperator how, const IntervalOperand& x, const IntervalOperand& y) {
        return Interval{truth(how, x.type, x.value.high, y.value.low), truth(how, x.type, x.value.low, y.value.high)};
    };
    if (op == BinaryOperator::less || op == BinaryOperator::less_equal) return ordered(op, a, b);
    if (op == BinaryOperator::greater) return ordered(BinaryOperator::less, b, a);
    if (op == BinaryOperator::greater_equal) return ordered(BinaryOperator::less_equal, b, a);
    const Interval below = ordered(BinaryOperator::less_equal, a, b);
    const Interval above = ordered(BinaryOperator::less_equal, b, a);
    const Interval equal{{below.low.bits & above.low.bits}, {below.high.bits & above.high.bits}};
    return op == BinaryOperator::equal ? equal : negated(equal);
}

Interval float_operation(BinaryOperator op, const IntervalOperand& a, const IntervalOperand& b) {
    const ScalarType type = a.type;
    if (is_nan(a) || is_nan(b)) return nan_of(type);
    if (is_anything(a) || is_anything(b)) return anything(type);
    if (op == BinaryOperator::multiply && may_multiply_zero_by_infinity(a, b)) return anything(type);
    if (op == BinaryOperator::divide && contains_zero(b)) return anything(type);
    return at_corners(op, std::array{a, b}, type);
}

/// Wrapping leaves nothing of an interval; what must be decided is whether the operation is defined.
Applied integer_operation(BinaryOperator op, const IntervalOperand& a, const IntervalOperand& b) {
    const bool shifts = shape(op) == OperatorShape::shift;
    const bool divides = op == BinaryOperator::divide || op == BinaryOperator::remainder;
    if (shifts || divides) {
        const auto right = known(b.value);
        if (!right) return Failure{ArithmeticFault::undecided};
        const auto any = binary(op, {a.type, a.value.low}, {b.type, *right});
        if (!any) return Failure{any.error()};
    }
    if (a.type == ScalarType::boolean && op != BinaryOperator::bit_xor) return at_corners(op, std::array{a, b}, a.type);
    return anything(a.type);
}

Applied binary_of(BinaryOperator op, const IntervalOperand& a, const IntervalOperand& b) {
    if (shape(op) == OperatorShape::comparison) {
        const bool has_nan = is_nan(a) || is_nan(b);
        if (has_nan) return Interval{ScalarBits{op == BinaryOperator::not_equal ? Bits{1} : 0}};
        if (is_anything(a) || is_anything(b)) return anything(ScalarType::boolean);
        return compared(op, a, b);
    }
    if (is_float(a.type)) return float_operation(op, a, b);
    return integer_operation(op, a, b);
}

Interval unary_of(UnaryOperator op, const IntervalOperand& x) {
    const bool is_monotone = op == UnaryOperator::logical_not || is_float(x.type);
    if (!is_monotone || is_anything(x)) return anything(x.type);
    return at_corners(op, std::array{x}, x.type);
}

Interval converted(ScalarType to, const IntervalOperand& x) {
    if (is_anything(x)) return anything(to);
    const Interval result = at_corners(to, std::array{x}, to);
    if (is_float(to) || is_float(x.type)) return result;
    const auto wraps = [&](ScalarBits from) {
        return integer_value({to, convert(to, {x.type, from})}) != integer_value({x.type, from});
    };
    return wraps(x.value.low) || wraps(x.value.high) ? anything(to) : result;
}

// --- builtins with a bound ---

/// How far another implementation may be from what this one computes, which in f64 is within the bound of the correctly
/// rounded result itself, and in narrower types, through f64, at most one step from it.
std::int64_t reach(Builtin builtin, ScalarType type) {
    const int bound = bound_ulp(builtin, type);
    return type == ScalarType::f64 ? 2 * bound : bound + 1;
}

/// num-27: arguments whose result is exact.
bool is_special(Builtin builtin, std::span<const Operand> x, ScalarBits result) {
    const ScalarType type = x[0].type;
    const ScalarBits one = rounded(type, 1);
    if (is_nan(type, result) || (builtin == Builtin::log && x[0].value == one)) return true;
    if (builtin == Builtin::pow && x[0].value == one) return true;
    return std::ranges::any_of(x, [&](const Operand& operand) {
        return is_nan(type, operand.value) || is_infinite(type, operand.value) || is_zero(type, operand.value);
    });
}

Interval widened_point(Builtin builtin, std::span<const Operand> x) {
    const ScalarBits result = value_at(builtin, x);
    if (is_special(builtin, x, result)) return result;
    return moved_out(x[0].type, result, reach(builtin, x[0].type));
}

Interval widened_corners(Builtin builtin, Operands x) {
    const Interval result = at_corners(builtin, x, x[0].type);
    return is_anything(x[0].type, result) ? result : moved_out(x[0].type, result, reach(builtin, x[0].type));
}

/// A function whose slope is at most 1 moves by no more than its argument.
Interval waved(Builtin builtin, const IntervalOperand& x) {
    if (contains_infinity(x)) return anything(x.type);
    const double low = f64_of(x.type, x.value.low);
    const double radius = std::nextafter(f64_of(x.type, x.value.high) - low, std::numeric_limits<double>::infinity());
    const double middle = builtin == Builtin::sin ? sin_f64(low) : cos_f64(low);
    const double slack = (std::fabs(middle) + radius) * 0x1p-49;
    const Interval result{rounded(x.type, std::max(middle - radius - slack, -1.0)),
                          rounded(x.type, std::min(middle + radius + slack, 1.0))};
    return moved_out(x.type, result, bound_ulp(builtin, x.type));
}

/// Bases of one sign only, or a known integer as the exponent.
Interval power(IntervalOperand x, const IntervalOperand& y) {
    const ScalarType type = x.type;
    if (is_negative(type, x.value.low)) {
        const auto exponent = known(y.value);
        const double value = exponent ? f64_of(type, *exponent) : 0.5;
        const bool is_even = std::fmod(value, 2) == 0;
        const bool is_odd = std::fabs(std::fmod(value, 2)) == 1;
        if (!std::isfinite(value) || !(is_even || (is_odd && value > 0))) return anything(type);
        if (is_even) x.value = *applied(Builtin::abs, std::array{x});
    }
    return widened_corners(Builtin::pow, std::array{x, y});
}

Interval bounded(Builtin builtin, Operands x) {
    const ScalarType type = x[0].type;
    for (const IntervalOperand& operand : x) {
        if (is_anything(operand)) return anything(type);
        if (is_nan(operand)) return builtin == Builtin::pow ? anything(type) : Interval{nan_of(type)};
    }
    if (builtin == Builtin::sin || builtin == Builtin::cos) return waved(builtin, x[0]);
    if (builtin == Builtin::pow) return power(x[0], x[1]);
    if (builtin == Builtin::rsqrt && is_negative(type, x[0].value.low)) return anything(type);
    return widened_corners(builtin, x);
}

// --- other builtins ---

Interval extreme(Builtin min_or_max, const IntervalOperand& a, const IntervalOperand& b) {
    if (is_nan(a)) return b.value;
    if (is_nan(b)) return a.value;
    if (is_anything(a) || is_anything(b)) return anything(a.type);
    return at_corners(min_or_max, std::array{a, b}, a.type);
}

Interval absolute(const IntervalOperand& x) {
    if (!is_float(x.type) || is_anything(x)) return anything(x.type);
    if (is_nan(x)) return nan_of(x.type);
    const Interval at_bounds = at_corners(Builtin::abs, std::array{x}, x.type);
    if (!contains_zero(x)) return at_bounds;
    return {{0}, at_bounds.high};
}

Interval fused(Operands x) {
    const ScalarType type = x[0].type;
    if (std::ranges::any_of(x, [](const IntervalOperand& operand) { return is_nan(operand); })) return nan_of(type);
    const bool any = std::ranges::any_of(x, [](const IntervalOperand& operand) { return is_anything(operand); });
    if (any || may_multiply_zero_by_infinity(x[0], x[1])) return anything(type);
    return at_corners(Builtin::fma, x, type);
}

/// Correctly rounded and ascending.
Interval ascending(Builtin builtin, const IntervalOperand& x) {
    if (is_nan(x)) return nan_of(x.type);
    if (is_anything(x)) return anything(x.type);
    return at_corners(builtin, std::array{x}, x.type);
}

/// Of what has no order that intervals would keep.
ScalarType result_of(Builtin builtin, Operands x) {
    switch (row(builtin).rule) {
        case TypeRule::number:
        case TypeRule::floating: return x[0].type;
        case TypeRule::select: return x[1].type;
        case TypeRule::integer_to_i32: return ScalarType::i32;
        case TypeRule::bytes_u32: return ScalarType::u32;
        case TypeRule::byte_dot: return x[2].type;
        case TypeRule::float_to_bits: return x[0].type == ScalarType::f64 ? ScalarType::i64 : ScalarType::u32;
        case TypeRule::u32_to_f32: return ScalarType::f32;
        case TypeRule::u32_to_f16: return ScalarType::f16;
        case TypeRule::special: break;  // of no elementwise builtin
    }
    PHOBOS_ASSERT(false);
    return {};
}

bool is_ascending(Builtin builtin) {
    return builtin == Builtin::sqrt || builtin == Builtin::round || builtin == Builtin::floor ||
           builtin == Builtin::ceil || builtin == Builtin::trunc;
}

Interval selected(Operands x) {
    if (const auto condition = known(x[0].value)) return x[condition->bits != 0 ? 1 : 2].value;
    return hull(x[1].type, x[1].value, x[2].value);
}

Interval builtin_of(Builtin builtin, Operands x) {
    if (builtin == Builtin::where) return selected(x);
    if (builtin == Builtin::minimum || builtin == Builtin::maximum) return extreme(builtin, x[0], x[1]);
    if (builtin == Builtin::abs) return absolute(x[0]);
    if (builtin == Builtin::fma) return fused(x);
    if (is_ascending(builtin)) return ascending(builtin, x[0]);
    if (bound_ulp(builtin, x[0].type) > 0) return bounded(builtin, x);
    return anything(result_of(builtin, x));
}

}  // namespace

Interval anything(ScalarType type) {
    if (is_float(type)) return {nan_of(type), {0}};
    if (type == ScalarType::boolean) return {{0}, {1}};
    const Bits ones = ~Bits{0} >> (64 - bits(type));
    if (is_unsigned_integer(type)) return {{0}, {ones}};
    const Bits sign = Bits{1} << (bits(type) - 1);
    return {{sign}, {ones ^ sign}};
}

bool is_anything(ScalarType type, const Interval& value) {
    return is_nan(type, value.low) && !is_nan(type, value.high);
}

double greatest_magnitude(ScalarType type, const Interval& value) {
    if (is_nan(type, value.low)) return std::numeric_limits<double>::infinity();
    return std::max(std::fabs(f64_of(type, value.low)), std::fabs(f64_of(type, value.high)));
}

Interval widened(ScalarType type, const Interval& sum, double slack) {
    if (is_nan(type, sum.low)) return sum;
    if (!std::isfinite(slack)) return anything(type);
    const double more = slack * (1 + 0x1p-40);  // of the roundings here
    const Interval result{rounded(type, f64_of(type, sum.low) - more), rounded(type, f64_of(type, sum.high) + more)};
    return is_nan(type, result.low) || is_nan(type, result.high) ? anything(type) : moved_out(type, result, 1);
}

Applied applied(const Function& function, Operands x) {
    const bool has_bound =
        std::holds_alternative<Builtin>(function) && bound_ulp(std::get<Builtin>(function), x[0].type) > 0;
    if (std::ranges::all_of(x, [](const IntervalOperand& operand) { return known(operand.value).has_value(); })) {
        std::array<Operand, 3> operands;
        for (std::size_t k = 0; k < x.size(); ++k) operands[k] = {x[k].type, x[k].value.low};
        const std::span<const Operand> points = std::span(operands).first(x.size());
        return has_bound ? Applied{widened_point(std::get<Builtin>(function), points)} : at(function, points);
    }
    return std::visit(Overloaded{[&](UnaryOperator op) -> Applied { return unary_of(op, x[0]); },
                                 [&](BinaryOperator op) -> Applied { return binary_of(op, x[0], x[1]); },
                                 [&](ScalarType to) -> Applied { return converted(to, x[0]); },
                                 [&](Builtin builtin) -> Applied { return builtin_of(builtin, x); }},
                      function);
}

}  // namespace phobos::plain
