// SPDX-License-Identifier: Apache-2.0
#include "backend/host/worker_process.h"

#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "backend/host/process.h"
#include "backend/host/spawn.h"

namespace phobos::host {
namespace {

using End = std::optional<std::chrono::steady_clock::time_point>;

std::string reason(int number) { return std::system_category().message(number); }

template <class T>
std::string_view bytes_of(const T& value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

enum class Received : std::uint8_t { all, nothing_more, too_late };

Received receive(int socket, void* to, std::size_t bytes, End end) {
    auto* at = static_cast<char*>(to);
    while (bytes > 0) {
        pollfd watched{socket, POLLIN, 0};
        const int ready = ::poll(&watched, 1, poll_timeout(end));
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0) return Received::too_late;
        const ssize_t got = ::recv(socket, at, bytes, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return Received::nothing_more;
        at += got;
        bytes -= static_cast<std::size_t>(got);
    }
    return Received::all;
}

/// The bytes, of which the first ones take a descriptor along.
bool send_all(int socket, std::string_view bytes, const Descriptor& along) {
    const int number = along.number();
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof number)> control{};
    bool first = true;
    while (!bytes.empty()) {
        iovec piece{const_cast<char*>(bytes.data()), bytes.size()};
        msghdr message{};
        message.msg_iov = &piece;
        message.msg_iovlen = 1;
        if (first) {
            message.msg_control = control.data();
            message.msg_controllen = control.size();
            cmsghdr* const head = CMSG_FIRSTHDR(&message);
            head->cmsg_level = SOL_SOCKET;
            head->cmsg_type = SCM_RIGHTS;
            head->cmsg_len = CMSG_LEN(sizeof number);
            std::memcpy(CMSG_DATA(head), &number, sizeof number);
        }
        const ssize_t sent = ::sendmsg(socket, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        first = false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

}  // namespace

Result<std::unique_ptr<WorkerProcess>, std::string> WorkerProcess::start(const std::filesystem::path& program) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return Failure{fmt::format("no socket can be made: {}", reason(errno))};
    Descriptor ours(ends[0]);
    const Descriptor its(ends[1]);
    Descriptor log(::memfd_create("phobos-worker-log", MFD_CLOEXEC));
    if (!log.is_open()) return Failure{fmt::format("no memory file can be made: {}", reason(errno))};
    const Spawned spawned =
        spawn({program.string()},
              {{its.number(), worker_socket}, {log.number(), STDOUT_FILENO}, {log.number(), STDERR_FILENO}});
    if (spawned.error != 0)
        return Failure{fmt::format("'{}' cannot be started: {}", program.string(), reason(spawned.error))};
    return std::unique_ptr<WorkerProcess>(new WorkerProcess(spawned.process, std::move(ours), std::move(log)));
}

WorkerProcess::~WorkerProcess() {
    if (process_ >= 0) kill_group(process_);
}

bool WorkerProcess::send(const Request& request) const {
    const std::string& path = request.library.native();
    const RequestHead head{request.shape, request.memory_bytes, static_cast<std::uint32_t>(request.slots.size()),
                           static_cast<std::uint32_t>(path.size()), static_cast<std::uint32_t>(request.kernel.size())};
    std::string message(bytes_of(head));
    for (const Slot& slot : request.slots) message += bytes_of(slot);
    message += path;
    message += request.kernel;
    return send_all(socket_.number(), message, request.memory);
}

/// The other end of the socket is closed: the process has ended or is about to.
Died WorkerProcess::died() {
    const Ended how = kill_group(std::exchange(process_, -1));
    std::string text = spelling(how, {});
    std::array<char, 2000> log{};
    const ssize_t got = ::pread(log_.number(), log.data(), log.size(), 0);
    if (got > 0) text += fmt::format(":\n{}", std::string_view(log.data(), static_cast<std::size_t>(got)));
    return {std::move(text)};
}

Reply WorkerProcess::run(const Request& request, End end) {
    if (!send(request)) return died();
    AnswerHead head{};
    Answer answer{};
    Received received = receive(socket_.number(), &head, sizeof head, end);
    if (received == Received::all) {
        answer = {head.answered, head.site, head.block, std::string(head.text_bytes, '\0')};
        received = receive(socket_.number(), answer.text.data(), answer.text.size(), end);
    }
    switch (received) {
        case Received::all: return answer;
        case Received::nothing_more: return died();
        case Received::too_late: kill_group(std::exchange(process_, -1)); return TimeOver{};
    }
    return TimeOver{};
}

}  // namespace phobos::host
