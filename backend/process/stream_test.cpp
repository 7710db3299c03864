// SPDX-License-Identifier: Apache-2.0
#include "backend/process/stream.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <thread>

namespace phobos::process {
namespace {

using namespace std::chrono_literals;

TEST(ProcessStream, CarriesMoreThanItHoldsAtOnce) {
    auto streams = make_streams();
    ASSERT_TRUE(streams.has_value());
    const std::string large(std::size_t{4} << 20U, 'x');
    const auto at_once = send_some(streams->ours, large);
    ASSERT_TRUE(at_once.has_value());
    EXPECT_LT(*at_once, large.size());
    EXPECT_EQ(send_all(streams->ours, large, Clock::now() + 20ms), Sent::too_late);
    auto other = make_streams();
    std::jthread sender([&] { EXPECT_EQ(send_all(other->ours, large, std::nullopt), Sent::all); });
    EXPECT_EQ(receive_all(other->theirs, large.size(), std::nullopt).bytes, large);
}

TEST(ProcessStream, TellsAClosedEnd) {
    auto streams = make_streams();
    EXPECT_EQ(send_all(streams->theirs, "abc", std::nullopt), Sent::all);
    streams->theirs.close();
    const Received all = receive_all(streams->ours, 4, std::nullopt);
    EXPECT_EQ(all.how, Received::How::nothing_more);
    EXPECT_EQ(all.bytes, "abc");
    EXPECT_EQ(send_all(streams->ours, "abc", std::nullopt), Sent::nobody_there);
}

TEST(ProcessStream, ATimeThatIsOverDoesNotWait) {
    auto streams = make_streams();
    EXPECT_EQ(receive(streams->ours, 10, Clock::now() - 1h).how, Received::How::too_late);
    EXPECT_EQ(send_all(streams->theirs, "abc", Clock::now() - 1h), Sent::all);
    EXPECT_EQ(receive(streams->ours, 10, Clock::now() - 1h).bytes, "abc");
    EXPECT_EQ(poll_timeout(Clock::now() - 1h), 0);
    EXPECT_EQ(poll_timeout(Clock::time_point::min()), 0);
    EXPECT_EQ(poll_timeout(Clock::time_point::max()), std::numeric_limits<int>::max());
    EXPECT_EQ(poll_timeout(std::nullopt), -1);
    const auto now = Clock::now();
    EXPECT_EQ(earlier(now, std::nullopt), now);
    EXPECT_EQ(earlier(now + 1s, now), now);
    EXPECT_EQ(earlier(std::nullopt, std::nullopt), std::nullopt);
}

}  // namespace
}  // namespace phobos::process
