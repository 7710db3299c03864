// SPDX-License-Identifier: Apache-2.0
#include "backend/process/child.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "backend/process/helper_wire.h"
#include "backend/process/spawn.h"

namespace phobos::process {
namespace {

constexpr std::size_t most_output = std::size_t{64} << 10;

/// What a supervisor says next, with its text.
struct Heard {
    Message message;
    std::string text;
};
std::optional<Heard> hear(const Descriptor& life, Deadline end) {
    const Received received = receive_all(life, sizeof(Message), end);
    if (received.how != Received::How::bytes) return std::nullopt;
    Heard heard{};
    std::memcpy(&heard.message, received.bytes.data(), sizeof heard.message);
    if (heard.message.told != Told::not_started) return heard;
    heard.text = receive_all(life, static_cast<std::size_t>(heard.message.number), end).bytes;
    return heard;
}

/// Reads until all who hold the other end have closed it; too late where they have not in time.
Received read_to_end(const Descriptor& from, Deadline end) {
    Received all{Received::How::nothing_more};
    for (;;) {
        const Received part = receive(from, 4096, end);
        if (part.how != Received::How::bytes) return {part.how, std::move(all.bytes)};
        all.bytes.append(part.bytes, 0, std::min(part.bytes.size(), most_output - all.bytes.size()));
    }
}

}  // namespace

std::string spelling(const Ended& ended) {
    switch (ended.how) {
        case Ended::How::exited: return fmt::format("exited with code {}", ended.number);
        case Ended::How::killed:
            return fmt::format("was killed by signal {} ({})", ended.number, ::strsignal(ended.number));
    }
    return "";
}

Result<Child, std::string> Child::start(const Command& command) {
    if (command.supervisor) return start_supervised(command);
    auto process = spawn(command, Group::own);
    if (!process) return Failure{std::move(process.error())};
    return Child(*process);
}

Result<Child, std::string> Child::start_supervised(const Command& command) {
    constexpr auto patience = std::chrono::seconds(30);  // on a machine under heavy load
    auto streams = make_streams();
    if (!streams) return Failure{std::move(streams.error())};
    Command supervisor{{*command.supervisor, supervise_word}, command.passed, command.settings, {}};
    supervisor.words.insert(supervisor.words.end(), command.words.begin(), command.words.end());
    supervisor.passed.push_back({streams->theirs.number(), helper_stream});
    auto process = spawn(supervisor, Group::own);
    if (!process) return Failure{std::move(process.error())};
    Child child(*process);
    child.life_ = std::move(streams->ours);
    streams->theirs.close();
    const auto heard = hear(child.life_, Clock::now() + patience);
    if (heard && heard->message.told == Told::not_started) return Failure{heard->text};
    if (!heard || heard->message.told != Told::started)
        return Failure{fmt::format("'{}' does not start programs: it {}", *command.supervisor, spelling(child.end()))};
    return child;
}

Child::~Child() {
    if (process_ >= 0) (void)end();
}

bool Child::is_running() const {
    if (process_ < 0) return false;
    siginfo_t information{};
    int waited = 0;
    do waited = ::waitid(P_PID, static_cast<id_t>(process_), &information, WEXITED | WNOHANG | WNOWAIT);
    while (waited < 0 && errno == EINTR);
    return waited == 0 && information.si_pid == 0;
}

std::optional<Ended> Child::wait(Deadline end) {
    auto pause = std::chrono::microseconds(50);
    while (is_running()) {
        if (end && Clock::now() >= *end) return std::nullopt;
        std::this_thread::sleep_for(pause);
        pause = std::min(pause * 2, std::chrono::microseconds(5000));
    }
    return this->end();
}

Ended Child::end() {
    if (process_ < 0) return *ended_;
    // It is no more than a zombie until it is waited for below: the group is still its own.
    ::kill(-process_, SIGKILL);
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
    process_ = -1;
    ended_ = WIFSIGNALED(status) ? Ended{Ended::How::killed, WTERMSIG(status)}
                                 : Ended{Ended::How::exited, WEXITSTATUS(status)};
    if (life_.is_open())
        if (const auto heard = hear(life_, Clock::now()); heard && heard->message.told == Told::ended)
            ended_ = Ended{heard->message.how, heard->message.number};
    life_.close();
    return *ended_;
}

Result<Ran, std::string> run(Command command, Deadline end) {
    std::array<int, 2> pipe{};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return Failure{std::system_category().message(errno)};
    const Descriptor output(pipe[0]);
    Descriptor input(pipe[1]);
    const Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    command.passed.insert(
        command.passed.end(),
        {{nothing.number(), STDIN_FILENO}, {input.number(), STDOUT_FILENO}, {input.number(), STDERR_FILENO}});
    auto child = Child::start(command);
    if (!child) return Failure{std::move(child.error())};
    input.close();
    Received text = read_to_end(output, end);
    Ran ran{std::nullopt, std::move(text.bytes)};
    if (text.how == Received::How::nothing_more) ran.ended = child->wait(end);
    return ran;
}

}  // namespace phobos::process
