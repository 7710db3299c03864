// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/together.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "interp/plain/arithmetic.h"
#include "interp/plain/domain.h"
#include "lang/base/assert.h"
#include "lang/vocabulary/scalar_value.h"

namespace phobos::plain {
namespace {

Function function_of(CollectiveOperator op) {
    switch (op) {
        case CollectiveOperator::sum: return BinaryOperator::add;
        case CollectiveOperator::prod: return BinaryOperator::multiply;
        case CollectiveOperator::minimum: return Builtin::minimum;
        case CollectiveOperator::maximum: return Builtin::maximum;
        case CollectiveOperator::bit_and:
        case CollectiveOperator::all: return BinaryOperator::bit_and;
        case CollectiveOperator::bit_or:
        case CollectiveOperator::any: return BinaryOperator::bit_or;
        case CollectiveOperator::bit_xor: return BinaryOperator::bit_xor;
    }
    PHOBOS_ASSERT(false);
}

/// coll-4
template <class Value>
Value combined(CollectiveOperator op, ScalarType type, const Value& a, const Value& b) {
    return *applied(function_of(op), std::array{OperandOf<Value>{type, a}, OperandOf<Value>{type, b}});
}

}  // namespace

ScalarBits identity(CollectiveOperator op, ScalarType type) {
    const std::uint64_t ones = ~std::uint64_t{0} >> (64 - bits(type));
    const std::uint64_t sign = std::uint64_t{1} << (bits(type) - 1);
    const std::uint64_t greatest = is_signed_integer(type) ? ones ^ sign : ones;
    const auto nan = [&] { return ScalarBits{layout(float_format(type)).quiet_nan()}; };
    switch (op) {
        case CollectiveOperator::sum: return {is_float(type) ? sign : 0};
        case CollectiveOperator::prod: return convert(type, {ScalarType::i32, {1}});
        case CollectiveOperator::minimum: return is_float(type) ? nan() : ScalarBits{greatest};
        case CollectiveOperator::maximum: return is_float(type) ? nan() : ScalarBits{ones ^ greatest};
        case CollectiveOperator::bit_and:
        case CollectiveOperator::all: return {ones};
        case CollectiveOperator::bit_or:
        case CollectiveOperator::bit_xor:
        case CollectiveOperator::any: return {0};
    }
    return {0};
}

template <class Value>
void combine(CollectiveOperator op, ScalarType type, std::span<Value> values) {
    std::array<Value, 64> before;
    for (std::size_t offset = values.size() / 2; offset > 0; offset /= 2) {
        std::ranges::copy(values, before.begin());
        for (std::size_t lane = 0; lane < values.size(); ++lane)
            values[lane] = combined(op, type, before[lane], before[lane ^ offset]);
    }
}

template <class Value>
void combine_block(CollectiveOperator op, ScalarType type, int lanes, std::span<Value> values) {
    const auto width = static_cast<std::size_t>(lanes);
    const std::size_t warps = values.size() / width;
    std::array<Value, 32> padded;
    padded.fill(identity(op, type));
    const std::span<Value> results = std::span(padded).first(std::bit_ceil(warps));
    for (std::size_t warp = 0; warp < warps; ++warp) {
        combine(op, type, values.subspan(warp * width, width));
        results[warp] = values[warp * width];
    }
    combine(op, type, results);
    std::ranges::fill(values, results[0]);
}

int source_lane(program::ShuffleKind kind, int lanes, int lane, std::int64_t selector) {
    const int modulo = static_cast<int>((selector % lanes + lanes) % lanes);
    switch (kind) {
        case program::ShuffleKind::lane: return modulo;
        case program::ShuffleKind::exclusive_or: return lane ^ modulo;
        case program::ShuffleKind::up:
            return selector <= lane && selector > lane - lanes ? lane - static_cast<int>(selector) : lane;
        case program::ShuffleKind::down:
            return selector >= -lane && selector < lanes - lane ? lane + static_cast<int>(selector) : lane;
    }
    return lane;
}

template <class Value>
Value ballot(std::span<const Value> predicates) {
    ScalarBits result;
    for (std::size_t lane = 0; lane < predicates.size(); ++lane) {
        if constexpr (is_interval<Value>)
            if (!known(predicates[lane])) return anything(ScalarType::i64);
        result.bits |= some(predicates[lane]).bits << lane;
    }
    return result;
}

template void combine(CollectiveOperator, ScalarType, std::span<ScalarBits>);
template void combine(CollectiveOperator, ScalarType, std::span<Interval>);
template void combine_block(CollectiveOperator, ScalarType, int, std::span<ScalarBits>);
template void combine_block(CollectiveOperator, ScalarType, int, std::span<Interval>);
template ScalarBits ballot(std::span<const ScalarBits>);
template Interval ballot(std::span<const Interval>);

}  // namespace phobos::plain
