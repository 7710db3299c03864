// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "backend/process/descriptor.h"
#include "lang/base/result.h"

/// Bytes between processes, by the end of a time.
namespace phobos::process {

using Clock = std::chrono::steady_clock;
/// Until when something is waited for; without one, for ever.
using Deadline = std::optional<Clock::time_point>;

/// The earlier of the two.
Deadline earlier(Deadline a, Deadline b);

/// The time left until then, in milliseconds; at least 0 and no more than poll(2) takes. Without an end, poll's
/// forever.
int poll_timeout(Deadline end);

/// Two ends of one stream, both closed on exec: what is sent into one is received from the other.
struct Streams {
    Descriptor ours;
    Descriptor theirs;
};
/// Fails with the system's reason.
Result<Streams, std::string> make_streams();

struct Received {
    enum class How : std::uint8_t {
        bytes,
        nothing_more,  ///< the other end is closed
        too_late,
    };
    How how;
    std::string bytes{};
};

/// What a stream or pipe has, as soon as there is a byte; never more than `most`. With a time that is over it does not
/// wait.
Received receive(const Descriptor& from, std::size_t most, Deadline end);

/// So many bytes, or why not, with those that came.
Received receive_all(const Descriptor& from, std::size_t count, Deadline end);

/// How many of the bytes a stream takes at once, without waiting; nothing where the other end is closed.
std::optional<std::size_t> send_some(const Descriptor& to, std::string_view bytes);

enum class Sent : std::uint8_t { all, nobody_there, too_late };

/// Sends all the bytes into a stream. Nobody is told of a closed end by SIGPIPE.
Sent send_all(const Descriptor& to, std::string_view bytes, Deadline end);

}  // namespace phobos::process
