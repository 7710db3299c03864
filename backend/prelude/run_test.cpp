// SPDX-License-Identifier: Apache-2.0
#include "backend/prelude/run.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <utility>

#include "backend/prelude/test_support.h"
#include "lang/base/memory_cost.h"

namespace phobos::prelude {
namespace {

template <class T>
struct Runs : testing::Test {};
using ElementTypes = testing::Types<f16, bf16, f32, f64, i8, u8, i32, u32, i64, ph::bool8>;
TYPED_TEST_SUITE(Runs, ElementTypes);

/// Elements that all differ in each byte, from an address that 64 divides.
template <class T>
struct Memory {
    static constexpr int bytes = 64 * static_cast<int>(sizeof(T)) + 64;
    alignas(64) std::array<unsigned char, bytes> byte;

    Memory() {
        for (int i = 0; i < bytes; ++i) byte[static_cast<std::size_t>(i)] = static_cast<unsigned char>(i * 37 + 11);
        for (std::size_t i = 0; i < byte.size(); i += 5) byte[i] = 0;
    }
    T* elements() { return reinterpret_cast<T*>(byte.data()); }
};

template <class T>
std::uint64_t raw(T value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
}

/// Loads the run and stores it elsewhere: exactly its elements are written.
template <class T, int n, int log2_modulus, int residue>
void expect_copied() {
    using V = ph::Value<T>;
    constexpr int start = residue / static_cast<int>(sizeof(T));
    Memory<T> from;
    const ph::Run<V, n> run = ph::load_run<n, log2_modulus, residue>(from.elements(), start);
    for (int j = 0; j < n; ++j) {
        const V element = from.elements()[start + j];
        ASSERT_EQ(raw(run[j]), raw(element)) << n << " " << log2_modulus << " " << residue << " " << j;
        ASSERT_EQ(raw(ph::elem(run, i64(j))), raw(element));
    }
    Memory<T> to;
    Memory<T> expected;
    to.byte.fill(0xee);
    expected.byte.fill(0xee);
    for (int j = 0; j < n; ++j) expected.elements()[start + j] = run[j];
    ph::store_run<n, log2_modulus, residue>(to.elements(), start, run);
    ASSERT_EQ(to.byte, expected.byte) << n << " " << log2_modulus << " " << residue;
}

template <class T, int n, int log2_modulus, int... k>
void expect_copied_from_residues(std::integer_sequence<int, k...>) {
    (expect_copied<T, n, log2_modulus, k* static_cast<int>(sizeof(T))>(), ...);
}

template <class T, int n, int log2_modulus>
void expect_copied_from_residues() {
    constexpr int residues = (1 << log2_modulus) / static_cast<int>(sizeof(T));
    expect_copied_from_residues<T, n, log2_modulus>(std::make_integer_sequence<int, residues>{});
}

/// One type of each size, and of each way of holding the elements.
template <class T>
struct AlignedRuns : testing::Test {};
using SizedTypes = testing::Types<i8, f16, f32, f64, ph::bool8>;
TYPED_TEST_SUITE(AlignedRuns, SizedTypes);

TYPED_TEST(AlignedRuns, AreLoadedAndStoredAtEveryResidue) {
    using T = TypeParam;
    constexpr int log2_size = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
    expect_copied_from_residues<T, 1, log2_size>();
    expect_copied_from_residues<T, 7, log2_size>();
    expect_copied_from_residues<T, 7, 3>();
    expect_copied_from_residues<T, 5, 4>();
    expect_copied_from_residues<T, 16, 4>();
    expect_copied<T, 64, 5, 16>();
    expect_copied<T, 64, 5, 24>();
}

TYPED_TEST(Runs, AreReadAndSetByElement) {
    using V = ph::Value<TypeParam>;
    Memory<TypeParam> from;
    ph::Run<V, 9> run = ph::splat<9>(V(from.elements()[9]));
    for (int j = 8; j >= 0; --j) run.set(j, from.elements()[j]);
    run.set(4, V(from.elements()[10]));
    for (int j = 0; j < 9; ++j) {
        const V expected = from.elements()[j == 4 ? 10 : j];
        EXPECT_EQ(raw(run[j]), raw(expected)) << j;
    }
}

TYPED_TEST(Runs, HaveTheWordsOfTheirMemory) {
    using T = TypeParam;
    if constexpr (!ph::same<T, ph::bool8>) {
        Memory<T> from;
        const auto run = ph::load_run<12, 0, 0>(from.elements(), 3);
        for (int w = 0; w < 12 * static_cast<int>(sizeof(T)) / 4; ++w) {
            std::uint32_t word = 0;
            std::memcpy(&word, reinterpret_cast<const unsigned char*>(from.elements() + 3) + 4 * w, 4);
            EXPECT_EQ(ph::word(run, i32(w)).value, word) << w;
        }
    }
}

TYPED_TEST(Runs, AreAddedFromTheFirstElementOn) {
    using T = TypeParam;
    if constexpr (!ph::same<T, ph::bool8>) {
        std::mt19937_64 random(1);
        for (int i = 0; i < 1000; ++i) {
            ph::Run<T, 5> run;
            for (int j = 0; j < 5; ++j) run.set(j, random_value<T>(random));
            EXPECT_EQ(bits_of(ph::sum(run)), bits_of((((run[0] + run[1]) + run[2]) + run[3]) + run[4]));
        }
        EXPECT_EQ(bits_of(ph::sum(ph::splat<1>(-T(0)))), bits_of(-T(0)));
    }
}

template <class A, class B>
void expect_dot() {
    std::mt19937_64 random(2);
    for (int i = 0; i < 1000; ++i) {
        ph::Run<A, 16> a;
        ph::Run<B, 16> b;
        int expected = 0;
        for (int j = 0; j < 16; ++j) {
            a.set(j, A(static_cast<int>(random())));
            b.set(j, B(static_cast<int>(random())));
            expected += a[j].value * b[j].value;
        }
        ASSERT_EQ(ph::dot_bytes(a, b).value, expected);
    }
}

TEST(DotBytes, MultipliesBytesOfBothSignednesses) {
    expect_dot<i8, i8>();
    expect_dot<i8, u8>();
    expect_dot<u8, i8>();
    expect_dot<u8, u8>();
}

TEST(AccessBytes, AreTheWidestThatAreProven) {
    static_assert(ph::access_bytes(4, 0, 16) == 16);
    static_assert(ph::access_bytes(7, 16, 64) == 16);
    static_assert(ph::access_bytes(4, 0, 15) == 8);
    static_assert(ph::access_bytes(4, 8, 16) == 8);
    static_assert(ph::access_bytes(2, 0, 16) == 4);
    static_assert(ph::access_bytes(4, 6, 16) == 2);
    static_assert(ph::access_bytes(0, 0, 16) == 1);
}

/// The model of costs has its own function for that; kernels have this one.
TEST(AccessBytes, SplitRunsAsTheModelOfCostsDoes) {
    for (int log2_modulus = 0; log2_modulus <= 7; ++log2_modulus)
        for (int residue = 0; residue < 1 << log2_modulus; ++residue)
            for (int bytes = 1; bytes <= 64; ++bytes) {
                int place = 0;
                for (const cost::Part& part : cost::parts_of_run(bytes, log2_modulus, residue)) {
                    ASSERT_EQ(part.first, place);
                    ASSERT_EQ(part.bytes, ph::access_bytes(log2_modulus, residue + place, bytes - place));
                    place += part.bytes;
                }
                ASSERT_EQ(place, bytes);
            }
}

TEST(At, IsTheRowMajorOffsetIn64Bits) {
    EXPECT_EQ(ph::at(u8(200)), 200);
    EXPECT_EQ(ph::at(i32(3), i32(100), i8(7)), 307);
    EXPECT_EQ(ph::at(u32(4000000000U), i32(2000000000), i64(5)), 8000000000000000005LL);
    EXPECT_EQ(ph::at(i32(1), 3, i32(2), 5, i32(4)), (1 * 3 + 2) * 5 + 4);
    EXPECT_EQ(ph::at(i32(1), i32(2), i32(1), i32(3), i32(2), i32(4), i32(3)), ((1 * 2 + 1) * 3 + 2) * 4 + 3);
}

}  // namespace
}  // namespace phobos::prelude
