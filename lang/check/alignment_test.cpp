// SPDX-License-Identifier: Apache-2.0
#include "lang/check/alignment.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lang/base/rapidcheck.h"

namespace phobos::check {
namespace {

using program::Congruence;
using program::DimId;
using program::TensorId;

/// kernel k(X: tensor<element>[2, N, K]), where @aligned says of what K is a multiple.
program::Program with_tensor(ScalarType element, std::int64_t multiple = 1) {
    program::Program program;
    program.dims = {{"N", 1, {}}, {"K", multiple, {}}};
    program.tensors = {{"X", element, {std::int64_t{2}, DimId{0}, DimId{1}}, true, false, {}}};
    return program;
}

std::string text(Congruence known) {
    return std::to_string(known.residue) + " mod " + std::to_string(1 << known.log2_modulus);
}
constexpr Congruence unknown{};
constexpr Congruence exactly(int value) { return {7, static_cast<std::uint8_t>(value)}; }
constexpr Congruence multiple(int log2) { return {static_cast<std::uint8_t>(log2), 0}; }

/// Of X[0, i, k].
std::string address(const program::Program& program, const program::LaunchAssumptions& assumptions, Congruence i,
                    Congruence k) {
    return text(address_of(placement_of(program, assumptions, TensorId{0}), std::array{exactly(0), i, k}));
}

TEST(Alignment, OfATensorOfWhichNothingIsKnownIsThatOfItsElement) {
    EXPECT_EQ(address(with_tensor(ScalarType::u8), {}, unknown, unknown), "0 mod 1");
    EXPECT_EQ(address(with_tensor(ScalarType::f16), {}, unknown, unknown), "0 mod 2");
    EXPECT_EQ(address(with_tensor(ScalarType::f64), {}, unknown, exactly(3)), "0 mod 8");
}

TEST(Alignment, ComesFromTheAddressTheRowPitchAndTheSubscript) {
    program::LaunchAssumptions aligned;
    aligned.addresses = {multiple(4)};
    const program::Program bytes = with_tensor(ScalarType::i8);
    EXPECT_EQ(address(bytes, aligned, exactly(0), multiple(4)), "0 mod 16")
        << "in the first row the pitch is no matter";
    EXPECT_EQ(address(bytes, aligned, unknown, multiple(4)), "0 mod 1");
    aligned.dims = {unknown, multiple(4)};
    EXPECT_EQ(address(bytes, aligned, unknown, multiple(4)), "0 mod 16");
    EXPECT_EQ(address(bytes, aligned, unknown, multiple(2)), "0 mod 4");
    EXPECT_EQ(address(bytes, aligned, unknown, exactly(21)), "5 mod 16");
    aligned.dims = {unknown, multiple(2)};
    EXPECT_EQ(address(bytes, aligned, unknown, multiple(4)), "0 mod 4");
    EXPECT_EQ(address(bytes, aligned, multiple(2), multiple(4)), "0 mod 16") << "every fourth row";
    EXPECT_EQ(address(with_tensor(ScalarType::f32), aligned, unknown, multiple(2)), "0 mod 16");
}

TEST(Alignment, ComesFromTheAttributeAlone) {
    program::LaunchAssumptions aligned;
    aligned.addresses = {multiple(7)};
    EXPECT_EQ(address(with_tensor(ScalarType::i8, 48), aligned, unknown, multiple(5)), "0 mod 16");
    aligned.dims = {unknown, multiple(2)};
    EXPECT_EQ(address(with_tensor(ScalarType::i8, 48), aligned, unknown, multiple(5)), "0 mod 16");
    aligned.values = {std::nullopt, 96};
    EXPECT_EQ(address(with_tensor(ScalarType::i8, 48), aligned, unknown, multiple(5)), "0 mod 32");
}

TEST(Alignment, OfADimOfOneValueIsThatOfTheValue) {
    program::LaunchAssumptions assumptions;
    assumptions.addresses = {exactly(8)};
    assumptions.values = {std::nullopt, 20};
    const program::Program program = with_tensor(ScalarType::i8);
    EXPECT_EQ(address(program, assumptions, exactly(3), exactly(2)), "70 mod 128");
    EXPECT_EQ(address(program, assumptions, unknown, exactly(2)), "2 mod 4");
}

TEST(Alignment, OfATileFollowsFromItsShape) {
    const program::Tile tile{"t", ScalarType::f16, {{3, 24}, 2}, {}};
    EXPECT_EQ(text(address_of(placement_of(tile), std::array{unknown, multiple(3)})), "0 mod 16");
    EXPECT_EQ(text(address_of(placement_of(tile), std::array{exactly(1), exactly(5)})), "58 mod 128");
}

/// A congruence that holds of the value.
Congruence holding_of(std::int64_t value, int log2_modulus) {
    const auto mask = (std::uint64_t{1} << log2_modulus) - 1;
    return {static_cast<std::uint8_t>(log2_modulus),
            static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) & mask)};
}

TEST(Alignment, HoldsOfEveryAddress) {
    for_all("what is said of an address is true", [] {
        const std::array types{ScalarType::u8, ScalarType::bf16, ScalarType::i32, ScalarType::i64};
        const ScalarType element = *rc::gen::elementOf(types);
        const std::int64_t rank = *rc::gen::inRange(1, 5);
        const auto some_bits = [] { return *rc::gen::inRange(0, 8); };
        const std::int64_t base = *rc::gen::inRange(0, 1000) * bytes(element);
        program::Program program;
        program::LaunchAssumptions assumptions;
        program.tensors = {{"X", element, {}, true, false, {}}};
        assumptions.addresses = {holding_of(base, some_bits())};
        std::int64_t offset = 0;
        std::vector<Congruence> subscripts;
        for (std::int64_t axis = 0; axis < rank; ++axis) {
            const std::int64_t extent = *rc::gen::inRange(1, 300);
            const std::int64_t subscript = *rc::gen::inRange(-300, 300);
            offset = offset * extent + subscript;
            subscripts.push_back(holding_of(subscript, some_bits()));
            if (*rc::gen::arbitrary<bool>()) {
                program.tensors[0].shape.emplace_back(extent);
                continue;
            }
            program.tensors[0].shape.emplace_back(DimId{static_cast<std::uint32_t>(program.dims.size())});
            program.dims.push_back({"D", *rc::gen::arbitrary<bool>() ? extent : 1, {}});
            assumptions.dims.push_back(holding_of(extent, some_bits()));
            assumptions.values.push_back(*rc::gen::inRange(0, 4) == 0 ? std::optional(extent) : std::nullopt);
        }
        const Congruence known = address_of(placement_of(program, assumptions, TensorId{0}), subscripts);
        const std::int64_t address = base + offset * bytes(element);
        RC_ASSERT(known == holding_of(address, known.log2_modulus));
        RC_ASSERT((1 << known.log2_modulus) >= bytes(element));
    });
}

}  // namespace
}  // namespace phobos::check
