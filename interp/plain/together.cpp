// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/together.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "interp/plain/arithmetic.h"
#include "interp/plain/scalar.h"

namespace phobos::plain {
namespace {

/// coll-4
ScalarBits combined(CollectiveOperator op, ScalarType type, ScalarBits a, ScalarBits b) {
    const std::array<Operand, 2> operands{Operand{type, a}, Operand{type, b}};
    const auto by = [&](BinaryOperator binary_op) { return *binary(binary_op, operands[0], operands[1]); };
    switch (op) {
        case CollectiveOperator::sum: return by(BinaryOperator::add);
        case CollectiveOperator::prod: return by(BinaryOperator::multiply);
        case CollectiveOperator::minimum: return elementwise(Builtin::minimum, operands);
        case CollectiveOperator::maximum: return elementwise(Builtin::maximum, operands);
        case CollectiveOperator::bit_and:
        case CollectiveOperator::all: return by(BinaryOperator::bit_and);
        case CollectiveOperator::bit_or:
        case CollectiveOperator::any: return by(BinaryOperator::bit_or);
        case CollectiveOperator::bit_xor: return by(BinaryOperator::bit_xor);
    }
    return a;
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

void combine(CollectiveOperator op, ScalarType type, std::span<ScalarBits> values) {
    std::array<ScalarBits, 64> before;
    for (std::size_t offset = values.size() / 2; offset > 0; offset /= 2) {
        std::ranges::copy(values, before.begin());
        for (std::size_t lane = 0; lane < values.size(); ++lane)
            values[lane] = combined(op, type, before[lane], before[lane ^ offset]);
    }
}

void combine_block(CollectiveOperator op, ScalarType type, int lanes, std::span<ScalarBits> values) {
    const auto width = static_cast<std::size_t>(lanes);
    const std::size_t warps = values.size() / width;
    std::array<ScalarBits, 32> padded;
    padded.fill(identity(op, type));
    const std::span<ScalarBits> results = std::span(padded).first(std::bit_ceil(warps));
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

ScalarBits ballot(std::span<const ScalarBits> predicates) {
    ScalarBits result;
    for (std::size_t lane = 0; lane < predicates.size(); ++lane) result.bits |= predicates[lane].bits << lane;
    return result;
}

}  // namespace phobos::plain
