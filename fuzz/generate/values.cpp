// SPDX-License-Identifier: Apache-2.0
#include "fuzz/generate/values.h"

#include <bit>

#include "fuzz/generate/dyadic.h"

namespace phobos::fuzz {

namespace {

std::uint64_t ones(int count) { return count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1; }

/// A whole number that is exact in the type.
ScalarBits number(ScalarType type, std::uint64_t magnitude, bool negative) {
    if (!is_float(type)) return {(negative ? 0 - magnitude : magnitude) & ones(bits(type))};
    const std::uint64_t sign = std::uint64_t{negative} << (bits(type) - 1);
    if (magnitude == 0) return {sign};
    const int significand = row(type).significand - 1;
    const std::uint64_t bias = ones(bits(type) - significand - 2);
    const int exponent = static_cast<int>(std::bit_width(magnitude)) - 1;
    const std::uint64_t fraction = magnitude << (significand - exponent) & ones(significand);
    return {sign | (bias + static_cast<std::uint64_t>(exponent)) << significand | fraction};
}

/// A small whole number, of either sign where the type has signs.
std::uint64_t small_number(ScalarType type, Random& random) {
    const std::uint64_t magnitude = random.below(16);
    const bool negative = !is_unsigned_integer(type) && random.chance(50);
    return number(type, magnitude, negative).bits;
}

std::uint64_t special_float(ScalarType type, Random& random) {
    const int significand = row(type).significand - 1;
    const std::uint64_t infinity = ones(bits(type) - 1 - significand) << significand;
    const std::uint64_t sign = std::uint64_t{random.chance(50)} << (bits(type) - 1);
    switch (random.below(8)) {
        case 0: return sign;
        case 1: return sign | infinity;
        case 2: return sign | infinity | (std::uint64_t{1} << (significand - 1));
        case 3: return sign | infinity | 1 | (random.next() & ones(significand));  // any NaN, signalling too
        case 4: return sign | (infinity - 1);
        case 5: return sign | 1;
        case 6: {  // a power of two, the least normal number too
            const auto exponents = static_cast<std::size_t>(infinity >> significand);
            return sign | (1 + random.below(exponents - 1)) << significand;
        }
        default: return sign | (random.next() & ones(significand));  // a subnormal
    }
}

std::uint64_t special_integer(ScalarType type, Random& random) {
    const std::uint64_t top = std::uint64_t{1} << (bits(type) - 1);
    switch (random.below(4)) {
        case 0: return top;
        case 1: return top - 1;
        case 2: return ones(bits(type));
        default: return std::uint64_t{1} << random.below(static_cast<std::size_t>(bits(type)));
    }
}

}  // namespace

ScalarBits any_value(ScalarType type, Random& random) {
    if (type == ScalarType::boolean) return {random.below(2)};
    const std::size_t roll = random.below(100);
    if (roll < 50) return {small_number(type, random)};
    if (roll < 75) return {is_float(type) ? special_float(type, random) : special_integer(type, random)};
    return {random.next() & ones(bits(type))};
}

ScalarBits exact_value(ScalarType type, Random& random) {
    const Dyadic rest = at_rest(type);
    const std::uint64_t magnitude = random.below(static_cast<std::size_t>(rest.units) + 1);
    const ScalarBits whole = number(type, magnitude, random.chance(50));
    const std::uint64_t step = std::uint64_t{1} << (row(type).significand - 1);  // of the exponent
    return {magnitude == 0 ? whole.bits : whole.bits - step * static_cast<std::uint64_t>(rest.fraction)};
}

void fill(engine::Tensor& tensor, Random& random, Numbers numbers) {
    for (std::uint64_t i = 0; i < tensor.elements(); ++i) {
        if (numbers == Numbers::small && tensor.element() != ScalarType::boolean)
            tensor.store(i, {small_number(tensor.element(), random)});
        else if (numbers == Numbers::exact)
            tensor.store(i, exact_value(tensor.element(), random));
        else
            tensor.store(i, any_value(tensor.element(), random));
        // type-4: any byte but 0 is true
        if (tensor.element() == ScalarType::boolean && random.chance(20))
            tensor.bytes()[i] = static_cast<std::byte>(random.below(256));
    }
}

}  // namespace phobos::fuzz
