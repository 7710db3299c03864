// SPDX-License-Identifier: Apache-2.0
#include "interp/exec/crew.h"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <set>
#include <vector>

namespace phobos::interp {
namespace {

TEST(Crew, RunsEachTaskOnceInEveryLaunch) {
    Crew crew;
    for (const std::size_t count : {1U, 4U, 2U, 7U, 3U, 7U}) {
        std::vector<std::atomic<int>> runs(8);
        crew.run(count, [&](std::size_t index) { ++runs[index]; });
        for (std::size_t i = 0; i < runs.size(); ++i) EXPECT_EQ(runs[i], i < count ? 1 : 0) << count << " " << i;
    }
}

TEST(Crew, RunsTasksAtOnceOnThreadsThatStay) {
    constexpr std::size_t count = 3;
    Crew crew;
    std::vector<std::thread::id> first(count);
    for (int launch = 0; launch < 50; ++launch) {
        std::vector<std::thread::id> threads(count);
        std::barrier<> together(count);
        crew.run(count, [&](std::size_t index) {
            threads[index] = std::this_thread::get_id();
            together.arrive_and_wait();
        });
        if (launch == 0) first = threads;
        EXPECT_EQ(threads, first);
        EXPECT_EQ(threads[0], std::this_thread::get_id());
        EXPECT_EQ(std::set(threads.begin(), threads.end()).size(), count);
    }
}

TEST(Crew, NeedNotEverWork) { const Crew crew; }

}  // namespace
}  // namespace phobos::interp
