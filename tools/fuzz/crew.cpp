// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/crew.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <fmt/format.h>

#include "lang/base/assert.h"

namespace phobos::tools {
namespace {

using Clock = std::chrono::steady_clock;

void write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = ::write(descriptor, text.data(), text.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return;  // the other end is no more, which whoever reads will see
        text.remove_prefix(static_cast<std::size_t>(count));
    }
}

/// The next line of a pipe; nothing at its end.
std::optional<std::string> read_line(int descriptor) {
    std::string line;
    for (char c = 0;;) {
        const ssize_t count = ::read(descriptor, &c, 1);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return std::nullopt;
        if (c == '\n') return line;
        line += c;
    }
}

}  // namespace

Crew::Crew(int workers, Work work) : work_(std::move(work)), hands_(static_cast<std::size_t>(workers)) {
    std::signal(SIGPIPE, SIG_IGN);
    for (Hand& hand : hands_) start(hand);
}

Crew::~Crew() {
    for (Hand& hand : hands_) {
        ::kill(hand.process, SIGKILL);
        bury(hand);
    }
}

void Crew::start(Hand& hand) {
    std::array<int, 2> to{};
    std::array<int, 2> from{};
    PHOBOS_ASSERT(::pipe2(to.data(), O_CLOEXEC) == 0 && ::pipe2(from.data(), O_CLOEXEC) == 0);
    const pid_t parent = ::getpid();
    const pid_t process = ::fork();
    PHOBOS_ASSERT(process >= 0);
    if (process == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != parent) ::_exit(0);
        ::setpgid(0, 0);
        std::signal(SIGINT, SIG_IGN);
        std::signal(SIGTERM, SIG_DFL);
        // The pipes of the others must have one reader and one writer each.
        for (const Hand& other : hands_)
            if (other.process > 0) ::close(other.tasks), ::close(other.reports);
        ::close(to[1]), ::close(from[0]);
        serve(to[0], from[1]);
    }
    ::close(to[0]), ::close(from[1]);
    hand.process = process;
    hand.tasks = to[1];
    hand.reports = from[0];
    hand.heard.clear();
}

void Crew::serve(int tasks, int reports) const {
    while (const auto task = read_line(tasks))
        work_(*task, [&](const std::string& line) { write_all(reports, line + "\n"); });
    ::_exit(0);
}

/// Waits for the end of a worker; says how it was.
std::string Crew::bury(Hand& hand) {
    int status = 0;
    while (::waitpid(hand.process, &status, 0) < 0 && errno == EINTR) continue;
    ::close(hand.tasks), ::close(hand.reports);
    hand.process = -1;
    if (WIFEXITED(status)) return fmt::format("exited with code {}", WEXITSTATUS(status));
    return fmt::format("was killed by signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
}

std::optional<int> Crew::idle() const {
    for (std::size_t i = 0; i < hands_.size(); ++i)
        if (!hands_[i].task) return static_cast<int>(i);
    return std::nullopt;
}

bool Crew::is_busy() const {
    return std::ranges::any_of(hands_, [](const Hand& hand) { return hand.task.has_value(); });
}

void Crew::give(int worker, std::string task) {
    Hand& hand = hands_[static_cast<std::size_t>(worker)];
    hand.last = Clock::now();
    hand.task = std::move(task);
    write_all(hand.tasks, *hand.task + "\n");
}

void Crew::replace(int worker) {
    Hand& hand = hands_[static_cast<std::size_t>(worker)];
    ::kill(hand.process, SIGKILL);
    bury(hand);
    hand.task.reset();
    start(hand);
}

void Crew::hear(int worker, std::vector<Report>& reports) {
    Hand& hand = hands_[static_cast<std::size_t>(worker)];
    std::array<char, 65536> bytes;  // NOLINT: read fills it
    const ssize_t count = ::read(hand.reports, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) return;
    if (count <= 0) {
        const std::string task = hand.task.value_or("");
        const bool was_busy = hand.task.has_value();
        std::string end = bury(hand);
        hand.task.reset();
        start(hand);
        if (was_busy) reports.push_back({worker, task, "", std::move(end)});
        return;
    }
    hand.last = Clock::now();
    hand.heard.append(bytes.data(), static_cast<std::size_t>(count));
    for (std::size_t end = hand.heard.find('\n'); end != std::string::npos; end = hand.heard.find('\n')) {
        reports.push_back({worker, hand.task.value_or(""), hand.heard.substr(0, end), std::nullopt});
        hand.heard.erase(0, end + 1);
    }
}

std::vector<Report> Crew::listen(std::chrono::milliseconds most, std::chrono::seconds patience) {
    std::vector<pollfd> waited;
    for (const Hand& hand : hands_) waited.push_back({hand.reports, POLLIN, 0});
    std::vector<Report> reports;
    const int ready = ::poll(waited.data(), waited.size(), static_cast<int>(most.count()));
    for (std::size_t i = 0; i < hands_.size(); ++i) {
        if (ready > 0 && waited[i].revents != 0) {
            hear(static_cast<int>(i), reports);
        } else if (hands_[i].task && Clock::now() - hands_[i].last > patience) {
            ::kill(hands_[i].process, SIGKILL);
        }
    }
    return reports;
}

}  // namespace phobos::tools
