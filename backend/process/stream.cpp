// SPDX-License-Identifier: Apache-2.0
#include "backend/process/stream.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <system_error>

namespace phobos::process {
namespace {

enum class Ready : std::uint8_t { yes, too_late };

Ready wait_for(const Descriptor& descriptor, short events, Deadline end) {
    for (;;) {
        pollfd watched{descriptor.number(), events, 0};
        const int ready = ::poll(&watched, 1, poll_timeout(end));
        if (ready > 0) return Ready::yes;
        if (ready < 0 && errno != EINTR) return Ready::yes;  // what is wrong shows where it is used
        if (ready == 0 && end && Clock::now() >= *end) return Ready::too_late;
    }
}

}  // namespace

Deadline earlier(Deadline a, Deadline b) {
    if (!a || !b) return a ? a : b;
    return std::min(*a, *b);
}

int poll_timeout(Deadline end) {
    if (!end) return -1;
    const auto now = Clock::now();
    if (*end <= now) return 0;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*end - now).count();
    return static_cast<int>(std::min<std::int64_t>(left, std::numeric_limits<int>::max()));
}

Result<Streams, std::string> make_streams() {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return Failure{std::system_category().message(errno)};
    return Streams{Descriptor(ends[0]), Descriptor(ends[1])};
}

Received receive(const Descriptor& from, std::size_t most, Deadline end) {
    Received received{Received::How::bytes, std::string(most, '\0')};
    for (;;) {
        if (wait_for(from, POLLIN, end) == Ready::too_late) return {Received::How::too_late};
        const ssize_t got = ::read(from.number(), received.bytes.data(), most);
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got <= 0) return {Received::How::nothing_more};
        received.bytes.resize(static_cast<std::size_t>(got));
        return received;
    }
}

Received receive_all(const Descriptor& from, std::size_t count, Deadline end) {
    std::string all;
    while (all.size() < count) {
        const Received part = receive(from, count - all.size(), end);
        if (part.how != Received::How::bytes) return {part.how, std::move(all)};
        all += part.bytes;
    }
    return {Received::How::bytes, std::move(all)};
}

std::optional<std::size_t> send_some(const Descriptor& to, std::string_view bytes) {
    std::size_t taken = 0;
    while (taken < bytes.size()) {
        const ssize_t count =
            ::send(to.number(), bytes.data() + taken, bytes.size() - taken, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
        if (count < 0) return std::nullopt;
        taken += static_cast<std::size_t>(count);
    }
    return taken;
}

Sent send_all(const Descriptor& to, std::string_view bytes, Deadline end) {
    while (!bytes.empty()) {
        const auto taken = send_some(to, bytes);
        if (!taken) return Sent::nobody_there;
        bytes.remove_prefix(*taken);
        if (!bytes.empty() && wait_for(to, POLLOUT, end) == Ready::too_late) return Sent::too_late;
    }
    return Sent::all;
}

}  // namespace phobos::process
