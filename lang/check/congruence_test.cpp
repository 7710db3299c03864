// SPDX-License-Identifier: Apache-2.0
#include "lang/check/congruence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

namespace phobos::check::congruence {
namespace {

/// All that can be known modulo up to 16.
std::vector<Congruence> all() {
    std::vector<Congruence> found;
    for (int bits = 0; bits <= 4; ++bits)
        for (unsigned residue = 0; residue < 1U << bits; ++residue) found.push_back(make(bits, residue));
    return found;
}
bool holds(Congruence known, std::int64_t value) {
    return (static_cast<std::uint64_t>(value) & ((std::uint64_t{1} << known.log2_modulus) - 1)) == known.residue;
}
/// Integers of both signs that a congruence admits.
std::vector<std::int64_t> members(Congruence known) {
    std::vector<std::int64_t> found;
    for (std::int64_t value = -40; value < 40; ++value)
        if (holds(known, value)) found.push_back(value);
    return found;
}
/// The largest modulus up to 16 by which all of the values agree.
int common_bits(const std::vector<std::int64_t>& values) {
    int bits = 4;
    for (const std::int64_t value : values)
        bits = std::min(bits, std::countr_zero(static_cast<std::uint64_t>(value ^ values[0]) | 16U));
    return bits;
}

struct Operation {
    std::string_view name;
    Congruence (*known)(Congruence, Congruence);
    std::int64_t (*value)(std::int64_t, std::int64_t);
    bool is_exact;  ///< nothing more can be known
};
constexpr Operation operations[] = {
    {"add", add, [](std::int64_t a, std::int64_t b) { return a + b; }, true},
    {"subtract", subtract, [](std::int64_t a, std::int64_t b) { return a - b; }, true},
    {"multiply", multiply, [](std::int64_t a, std::int64_t b) { return a * b; }, true},
    {"and", bit_and, [](std::int64_t a, std::int64_t b) { return a & b; }, false},
    {"or", bit_or, [](std::int64_t a, std::int64_t b) { return a | b; }, false},
    {"xor", bit_xor, [](std::int64_t a, std::int64_t b) { return a ^ b; }, true},
    {"either", either, [](std::int64_t a, std::int64_t) { return a; }, false},
    {"either", either, [](std::int64_t, std::int64_t b) { return b; }, false},
    {"progression", progression, [](std::int64_t a, std::int64_t b) { return a + 3 * b; }, false},
    {"progression", progression, [](std::int64_t a, std::int64_t b) { return a + 7 * b; }, false},
};

TEST(Congruence, OperationsHoldOfAllMembersAndLoseNothing) {
    for (const Operation& operation : operations)
        for (const Congruence a : all())
            for (const Congruence b : all()) {
                const Congruence known = operation.known(a, b);
                std::vector<std::int64_t> values;
                for (const std::int64_t x : members(a))
                    for (const std::int64_t y : members(b)) values.push_back(operation.value(x, y));
                for (const std::int64_t value : values)
                    ASSERT_TRUE(holds(known, value)) << operation.name << " " << value;
                if (!operation.is_exact) continue;
                ASSERT_GE(known.log2_modulus, common_bits(values)) << operation.name;
            }
}

TEST(Congruence, ShiftsAndDivisionsHoldOfAllMembers) {
    for (const Congruence a : all())
        for (int count = 0; count < 6; ++count)
            for (const std::int64_t x : members(a)) {
                const std::int64_t power = std::int64_t{1} << count;
                ASSERT_TRUE(holds(shift_left(a, count), x * power));
                ASSERT_TRUE(holds(shift_right(a, count), x >> count));
                ASSERT_TRUE(holds(divide(a, count), x / power)) << x << " / " << power;
                ASSERT_TRUE(holds(remainder(a, count), x % power)) << x << " % " << power;
                ASSERT_TRUE(holds(negate(a), -x));
                ASSERT_TRUE(holds(complement(a), ~x));
            }
}

TEST(Congruence, WrappingToEightBitsKeepsWhatIsKnown) {
    for (const Congruence a : all())
        for (const Congruence b : all())
            for (const std::int64_t x : members(a))
                for (const std::int64_t y : members(b)) {
                    ASSERT_TRUE(holds(multiply(a, b), static_cast<std::int8_t>(x * y)));
                    ASSERT_TRUE(holds(shift_left(add(a, b), 3), static_cast<std::int8_t>((x + y) * 8)));
                }
}

TEST(Congruence, ConstantsAreKnownModulo128AndEitherKeepsTheCommonPart) {
    EXPECT_EQ(constant(130), (Congruence{7, 2}));
    EXPECT_EQ(either(constant(4), constant(12)), (Congruence{3, 4}));
    EXPECT_EQ(either(constant(5), constant(5)), constant(5));
    EXPECT_EQ(both(make(2, 1), make(4, 5)), make(4, 5));
    EXPECT_EQ(certain_zeros(make(4, 8)), 3);
    EXPECT_EQ(certain_zeros(make(4, 0)), 4);
}

}  // namespace
}  // namespace phobos::check::congruence
