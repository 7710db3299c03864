// SPDX-License-Identifier: Apache-2.0
#include "backend/prelude/atomics.h"

#include <gtest/gtest.h>

#include <array>

#include "backend/prelude/test_support.h"

namespace phobos::prelude {
namespace {

template <class T>
struct Atomics : testing::Test {
    /// What `atomic` leaves of `old`, having returned it and touched no other element.
    template <class Atomic>
    static T left(T old, Atomic atomic) {
        std::array<T, 3> memory{T(1), old, T(2)};
        EXPECT_EQ(atomic(memory.data()), old);
        EXPECT_EQ(memory[0], T(1));
        EXPECT_EQ(memory[2], T(2));
        return memory[1];
    }
};
using AtomicTypes = testing::Types<i32, u32, i64>;
TYPED_TEST_SUITE(Atomics, AtomicTypes);

TYPED_TEST(Atomics, GiveTheOldValueAndLeaveTheNewOne) {
    using T = TypeParam;
    for_pairs<T>(200, [](T a, T b) {
        EXPECT_EQ(TestFixture::left(a, [b](T* p) { return ph::atomic_add(p, 1, b); }), a + b);
        EXPECT_EQ(TestFixture::left(a, [b](T* p) { return ph::atomic_min(p, 1, b); }), b < a ? b : a);
        EXPECT_EQ(TestFixture::left(a, [b](T* p) { return ph::atomic_max(p, 1, b); }), b > a ? b : a);
        EXPECT_EQ(TestFixture::left(a, [b](T* p) { return ph::atomic_and(p, 1, b); }), a & b);
        EXPECT_EQ(TestFixture::left(a, [b](T* p) { return ph::atomic_or(p, 1, b); }), a | b);
        EXPECT_EQ(TestFixture::left(a, [b](T* p) { return ph::atomic_xor(p, 1, b); }), a ^ b);
        EXPECT_EQ(TestFixture::left(a, [b](T* p) { return ph::atomic_exchange(p, 1, b); }), b);
        EXPECT_EQ(TestFixture::left(a, [a, b](T* p) { return ph::atomic_cas(p, 1, a, b); }), b);
        EXPECT_EQ(TestFixture::left(a, [a, b](T* p) { return ph::atomic_cas(p, 1, a + T(1), b); }), a);
    });
}

TEST(AtomicAdd, TakesFloats) {
    std::array<float, 2> memory{1.5f, 2.5f};
    EXPECT_EQ(ph::atomic_add(memory.data(), 1, 4.0f), 2.5f);
    EXPECT_EQ(memory[1], 6.5f);
    EXPECT_EQ(memory[0], 1.5f);
}

}  // namespace
}  // namespace phobos::prelude
