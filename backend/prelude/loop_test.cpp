// SPDX-License-Identifier: Apache-2.0
#include "backend/prelude/loop.h"

#include <gtest/gtest.h>

#include <vector>

#include "backend/prelude/test_support.h"

namespace phobos::prelude {
namespace {

__extension__ using Unbounded = __int128;

template <class T>
struct Ranges : testing::Test {};
using LoopTypes = testing::Types<i32, u32, i64>;
TYPED_TEST_SUITE(Ranges, LoopTypes);

/// How many values start + n * step, as unbounded integers, come before the end.
template <class T>
Unbounded turns(T start, T end, T step) {
    const Unbounded distance = Unbounded{end.value} - start.value;
    const Unbounded stride = step.value;
    if (stride == 0 || distance == 0 || (distance > 0) != (stride > 0)) return 0;
    return stride > 0 ? (distance + stride - 1) / stride : (-distance - stride - 1) / -stride;
}

TYPED_TEST(Ranges, TurnAsOftenAsUnboundedIntegersSay) {
    using T = TypeParam;
    for (const T step : corners<T>())
        for_pairs<T>(100, [step](T start, T end) {
            const auto found = ph::Range<T>::turns(start, end, step);
            ASSERT_EQ(Unbounded{found} == turns(start, end, step), true)
                << start.value << " " << end.value << " " << step.value << ": " << found;
        });
}

template <class T>
std::vector<T> values(T start, T end, T step) {
    std::vector<T> result;
    for (ph::Range<T> range(start, end, step); range.more(); range.next()) result.push_back(range.value());
    return result;
}

TYPED_TEST(Ranges, StopBeforeTheirEnd) {
    using T = TypeParam;
    EXPECT_EQ(values(T(2), T(11), T(4)), (std::vector{T(2), T(6), T(10)}));
    EXPECT_EQ(values(T::greatest() - T(5), T::greatest(), T(3)),
              (std::vector{T::greatest() - T(5), T::greatest() - T(2)}));
    EXPECT_EQ(values(T(5), T(5), T(1)), std::vector<T>{});
    EXPECT_EQ(values(T(1), T(5), T(0)), std::vector<T>{});
}

TEST(RangesDown, StopBeforeTheirEnd) {
    EXPECT_EQ(values(i32(2), i32(-3), i32(-2)), (std::vector{i32(2), i32(0), i32(-2)}));
    EXPECT_EQ(values(i64::least() + i64(3), i64::least(), i64(-2)),
              (std::vector{i64::least() + i64(3), i64::least() + i64(1)}));
}

}  // namespace
}  // namespace phobos::prelude
