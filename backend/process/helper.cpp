// SPDX-License-Identifier: Apache-2.0
#include "backend/process/helper.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <string_view>
#include <system_error>
#include <thread>

#include "backend/process/helper_wire.h"
#include "backend/process/spawn.h"

namespace phobos::process {
namespace {

void wait_for_the_other_end(int stream) {
    pollfd watched{stream, POLLRDHUP, 0};
    while (::poll(&watched, 1, -1) < 0 && errno == EINTR) continue;
}

/// What the child has open by these numbers is the child's alone.
void let_go_of_standard_streams() {
    const Descriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
    if (!nothing.is_open()) return;
    for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing.number(), number);
}

[[noreturn]] void supervise(std::span<const char* const> words) {
    const Descriptor stream(helper_stream);  // closed by the end of the process, not before: it is watched
    ::fcntl(helper_stream, F_SETFD, FD_CLOEXEC);
    end_with(helper_stream);
    const auto tell = [&](const Message& message) { (void)send_all(stream, bytes_of(message), std::nullopt); };
    // In the group of this process: who ends it ends both, and all that come after.
    const auto process = spawn({std::vector<std::string>(words.begin(), words.end())}, Group::ours);
    if (!process) {
        tell({Told::not_started, {}, static_cast<std::int32_t>(process.error().size())});
        (void)send_all(stream, process.error(), std::nullopt);
        ::_exit(0);
    }
    tell({Told::started, {}, 0});
    let_go_of_standard_streams();
    int status = 0;
    while (::waitpid(*process, &status, 0) < 0 && errno == EINTR) continue;
    if (WIFSIGNALED(status))
        tell({Told::ended, Ended::How::killed, WTERMSIG(status)});
    else
        tell({Told::ended, Ended::How::exited, WEXITSTATUS(status)});
    ::_exit(0);
}

/// Those who still write there have been ended or are about to be.
int remove_at_the_end(const std::filesystem::path& folder) {
    constexpr int attempts = 200;
    constexpr auto pause = std::chrono::milliseconds(25);
    wait_for_the_other_end(helper_stream);
    std::error_code error;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        std::filesystem::remove_all(folder, error);
        if (!error && !std::filesystem::exists(folder, error)) return 0;
        std::this_thread::sleep_for(pause);
    }
    return 1;
}

}  // namespace

std::optional<int> be_helper(std::span<const char* const> words) {
    if (words.size() >= 2 && std::string_view(words[0]) == supervise_word) supervise(words.subspan(1));
    if (words.size() == 2 && std::string_view(words[0]) == keep_word) return remove_at_the_end(words[1]);
    return std::nullopt;
}

void end_with(int stream) {
    std::thread([stream] {
        wait_for_the_other_end(stream);
        if (::getpgrp() == ::getpid()) ::kill(0, SIGKILL);
        ::_exit(0);
    }).detach();
}

Result<Keeper, std::string> keep(const std::string& helper, const std::filesystem::path& folder) {
    auto streams = make_streams();
    if (!streams) return Failure{std::move(streams.error())};
    auto child =
        Child::start({{helper, keep_word, folder.string()}, {{streams->theirs.number(), helper_stream}}, {}, {}});
    if (!child) return Failure{std::move(child.error())};
    return Keeper{std::move(streams->ours), std::move(*child)};
}

}  // namespace phobos::process
