// SPDX-License-Identifier: Apache-2.0
#include "backend/host/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <limits>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "backend/host/spawn.h"
#include "backend/host/worker/descriptor.h"

namespace phobos::host {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_output = std::size_t{64} << 10;

/// Reads until all who hold the other end have closed it; false when the time is over before.
bool read_to_end(int descriptor, std::string& output, Clock::time_point end) {
    std::array<char, 4096> piece{};
    for (;;) {
        pollfd watched{descriptor, POLLIN, 0};
        const int ready = ::poll(&watched, 1, poll_timeout(end));
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) return false;
        const ssize_t got = ::read(descriptor, piece.data(), piece.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return true;
        output.append(piece.data(), std::min(static_cast<std::size_t>(got), most_output - output.size()));
    }
}

/// Waits for the end of a child that has closed its output, which programs do at their very end; false when the time is
/// over before.
bool wait_until(pid_t child, Clock::time_point end) {
    auto pause = std::chrono::microseconds(50);
    for (;;) {
        siginfo_t information{};
        const int waited = ::waitid(P_PID, static_cast<id_t>(child), &information, WEXITED | WNOHANG | WNOWAIT);
        if (waited == 0 && information.si_pid == child) return true;
        if (waited < 0 && errno != EINTR) return true;  // SIGCHLD is ignored: nobody is told
        if (Clock::now() >= end) return false;
        std::this_thread::sleep_for(pause);
        pause = std::min(pause * 2, std::chrono::microseconds(5000));
    }
}

}  // namespace

int poll_timeout(std::optional<Clock::time_point> end) {
    if (!end) return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*end - Clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, std::numeric_limits<int>::max()));
}

std::string spelling(const Ended& ended, std::chrono::milliseconds limit) {
    switch (ended.how) {
        case Ended::How::exited: return fmt::format("exited with code {}", ended.number);
        case Ended::How::killed:
            return fmt::format("was killed by signal {} ({})", ended.number, ::strsignal(ended.number));
        case Ended::How::not_started:
            return fmt::format("cannot be started: {}", std::system_category().message(ended.number));
        case Ended::How::timed_out: return fmt::format("took more than {} ms", limit.count());
    }
    return "";
}

Ended kill_group(pid_t child) {
    ::kill(-child, SIGKILL);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status)) return {Ended::How::killed, WTERMSIG(status)};
    return {Ended::How::exited, WEXITSTATUS(status)};
}

Ended run(const std::vector<std::string>& command, std::chrono::milliseconds limit) {
    const auto end = Clock::now() + limit;
    std::array<int, 2> pipe{};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return {Ended::How::not_started, errno};
    const Descriptor output(pipe[0]);
    Descriptor input(pipe[1]);
    const Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    const Spawned child = spawn(
        command, {{nothing.number(), STDIN_FILENO}, {input.number(), STDOUT_FILENO}, {input.number(), STDERR_FILENO}});
    if (child.error != 0) return {Ended::How::not_started, child.error};
    input = Descriptor();

    std::string text;
    const bool in_time = read_to_end(output.number(), text, end) && wait_until(child.process, end);
    Ended result = kill_group(child.process);
    if (!in_time) result = {Ended::How::timed_out};
    result.output = std::move(text);
    return result;
}

}  // namespace phobos::host
