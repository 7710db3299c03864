// SPDX-License-Identifier: Apache-2.0
#include "backend/host/worker_process.h"

#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace phobos::host {
namespace {

using process::Deadline;
using process::Descriptor;
using process::Received;
using process::Sent;

template <class T>
std::string_view bytes_of(const T& value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// Sends the first of the bytes, and with them a descriptor; how many, or nothing where nobody is there.
std::optional<std::size_t> send_with(const Descriptor& along, const Descriptor& to, std::string_view bytes) {
    const int number = along.number();
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof number)> control{};
    iovec piece{const_cast<char*>(bytes.data()), bytes.size()};
    msghdr message{};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    cmsghdr* const head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof number);
    std::memcpy(CMSG_DATA(head), &number, sizeof number);
    ssize_t sent = 0;
    do sent = ::sendmsg(to.number(), &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    if (sent <= 0) return std::nullopt;
    return static_cast<std::size_t>(sent);
}

/// What has come of an answer, or why it has not.
struct Reading {
    Received::How how;
    Answer answer;
};
Reading read_answer(const Descriptor& from, Deadline end) {
    const Received bytes = process::receive_all(from, sizeof(AnswerHead), end);
    if (bytes.how != Received::How::bytes) return {bytes.how, {}};
    AnswerHead head{};
    std::memcpy(&head, bytes.bytes.data(), sizeof head);
    Received text = process::receive_all(from, head.text_bytes, end);
    return {text.how, {head.answered, head.site, head.block, std::move(text.bytes)}};
}

}  // namespace

Result<std::unique_ptr<WorkerProcess>, std::string> WorkerProcess::start(const std::filesystem::path& program) {
    auto streams = process::make_streams();
    if (!streams) return Failure{fmt::format("no socket can be made: {}", streams.error())};
    Descriptor log(::memfd_create("phobos-worker-log", MFD_CLOEXEC));
    if (!log.is_open())
        return Failure{fmt::format("no memory file can be made: {}", std::system_category().message(errno))};
    auto child = process::Child::start(
        {{program.string()},
         {{streams->theirs.number(), worker_socket}, {log.number(), STDOUT_FILENO}, {log.number(), STDERR_FILENO}}});
    if (!child) return Failure{std::move(child.error())};
    return std::unique_ptr<WorkerProcess>(
        new WorkerProcess(std::move(*child), std::move(streams->ours), std::move(log)));
}

Sent WorkerProcess::send(const Request& request, Deadline end) const {
    const std::string& path = request.library.native();
    const RequestHead head{request.shape, request.memory_bytes, static_cast<std::uint32_t>(request.slots.size()),
                           static_cast<std::uint32_t>(path.size()), static_cast<std::uint32_t>(request.kernel.size())};
    std::string message(bytes_of(head));
    for (const Slot& slot : request.slots) message += bytes_of(slot);
    message += path;
    message += request.kernel;
    const auto first = send_with(request.memory, stream_, message);
    if (!first) return Sent::nobody_there;
    return process::send_all(stream_, std::string_view(message).substr(*first), end);
}

/// The other end of the stream is closed: the process has ended or is about to.
Died WorkerProcess::died() {
    std::string text = process::spelling(child_.end());
    std::array<char, 2000> log{};
    const ssize_t got = ::pread(log_.number(), log.data(), log.size(), 0);
    if (got > 0) text += fmt::format(":\n{}", std::string_view(log.data(), static_cast<std::size_t>(got)));
    return {std::move(text)};
}

Reply WorkerProcess::run(const Request& request, Deadline end) {
    switch (send(request, end)) {
        case Sent::all: break;
        case Sent::nobody_there: return died();
        case Sent::too_late: (void)child_.end(); return TimeOver{};
    }
    Reading reading = read_answer(stream_, end);
    switch (reading.how) {
        case Received::How::bytes: return std::move(reading.answer);
        case Received::How::nothing_more: return died();
        case Received::How::too_late: (void)child_.end(); return TimeOver{};
    }
    return TimeOver{};
}

}  // namespace phobos::host
