// SPDX-License-Identifier: Apache-2.0
#include "spec-tests/protocol/dialogue.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace phobos::protocol {
namespace {

using process::Child;
using process::Clock;
using process::Deadline;
using process::Descriptor;

constexpr std::size_t most_complaints = 2048;
constexpr auto patience = std::chrono::seconds(2);  ///< with a program that has closed its output

struct Pipe {
    Descriptor reads;
    Descriptor writes;
};

Result<Pipe, std::string> make_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return Failure{std::system_category().message(errno)};
    return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

void never_wait(const Descriptor& descriptor) {
    ::fcntl(descriptor.number(), F_SETFL, ::fcntl(descriptor.number(), F_GETFL) | O_NONBLOCK);
}

/// A piece of what is there; nothing at its end, an empty one where there is none yet.
std::optional<std::string> piece_of(const Descriptor& from) {
    std::string piece(std::size_t{64} << 10, '\0');
    const ssize_t got = ::read(from.number(), piece.data(), piece.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return std::string();
    if (got <= 0) return std::nullopt;
    piece.resize(static_cast<std::size_t>(got));
    return piece;
}

}  // namespace

Result<Dialogue, std::string> Dialogue::start(const std::string& command,
                                              const std::optional<std::string>& supervisor) {
    auto input = make_pipe();
    if (!input) return Failure{input.error()};
    auto output = make_pipe();
    if (!output) return Failure{output.error()};
    auto errors = make_pipe();
    if (!errors) return Failure{errors.error()};
    auto child = Child::start({{"/bin/sh", "-c", command},
                               {{input->reads.number(), STDIN_FILENO},
                                {output->writes.number(), STDOUT_FILENO},
                                {errors->writes.number(), STDERR_FILENO}},
                               {},
                               supervisor});
    if (!child) return Failure{child.error()};
    for (const Descriptor* ours : {&input->writes, &output->reads, &errors->reads}) never_wait(*ours);
    return Dialogue(std::move(*child), std::move(input->writes), std::move(output->reads), std::move(errors->reads));
}

Heard Dialogue::ask(std::string_view line, Deadline end) {
    read_errors();
    if (const auto early = piece_of(output_); early && !early->empty()) received_ += *early;
    if (!received_.empty()) return Unruly{fmt::format("it wrote without being asked: {}", received_.substr(0, 200))};
    return heard(move(std::string(line) + "\n", Until::line, end), end);
}

Heard Dialogue::ask_once(std::string_view line, Deadline end) {
    const Moved moved = move(std::string(line) + "\n", Until::end_of_output, end);
    if (moved != Moved::done) return heard(moved, end);
    const std::size_t first_line = received_.find('\n');
    if (first_line != std::string::npos && first_line + 1 != received_.size())
        return Unruly{"it wrote more than one line"};
    const auto ended = child_.wait(end);
    if (!ended) return Late{};
    if (!ended->succeeded() || received_.empty()) return Gone{*ended, std::exchange(received_, {})};
    if (received_.ends_with('\n')) received_.pop_back();
    return Line{std::exchange(received_, {})};
}

void Dialogue::send(std::string_view bytes, Deadline end) {
    while (!bytes.empty() && input_.is_open()) {
        pollfd watched{input_.number(), POLLOUT, 0};
        if (::poll(&watched, 1, process::poll_timeout(end)) == 0) return;
        const ssize_t count = ::write(input_.number(), bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR && errno != EAGAIN) return input_.close();
        if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
    }
}

Heard Dialogue::listen(Deadline end) { return heard(move("", Until::line, end), end); }

std::optional<process::Ended> Dialogue::close(Deadline end) {
    input_.close();
    const Moved moved = move("", Until::end_of_output, end);
    if (moved == Moved::too_late) return std::nullopt;
    return child_.wait(end);
}

std::string Dialogue::complaints() const {
    const std::size_t last = complaints_.find_last_not_of(" \n\r\t");
    return last == std::string::npos ? "" : complaints_.substr(0, last + 1);
}

void Dialogue::read_errors() {
    while (errors_.is_open()) {
        const auto piece = piece_of(errors_);
        if (piece && piece->empty()) break;
        if (!piece) return errors_.close();
        complaints_ += *piece;
        if (complaints_.size() > most_complaints) complaints_.erase(0, complaints_.size() - most_complaints);
    }
}

Dialogue::Moved Dialogue::move(std::string_view to_send, Until until, Deadline end) {
    const bool closes_input = until == Until::end_of_output;
    std::size_t searched = 0;
    for (;;) {
        if (until == Until::line && received_.find('\n', searched) != std::string::npos) return Moved::done;
        searched = received_.size();
        if (received_.size() > most_line_bytes) return Moved::too_long;
        if (is_at_end_) return Moved::done;
        if (to_send.empty() && closes_input) input_.close();
        const bool sends = !to_send.empty() && input_.is_open();
        std::array<pollfd, 3> watched{pollfd{output_.number(), POLLIN, 0},
                                      pollfd{errors_.is_open() ? errors_.number() : -1, POLLIN, 0},
                                      pollfd{sends ? input_.number() : -1, POLLOUT, 0}};
        const int ready = ::poll(watched.data(), watched.size(), process::poll_timeout(end));
        // One that always has something to say is late too.
        if (end && Clock::now() >= *end) return Moved::too_late;
        if (ready <= 0) continue;
        if (watched[1].revents != 0) read_errors();
        if (watched[2].revents != 0) {
            const ssize_t count = ::write(input_.number(), to_send.data(), to_send.size());
            if (count > 0) to_send.remove_prefix(static_cast<std::size_t>(count));
            if (count < 0 && errno != EINTR && errno != EAGAIN)
                to_send = {};  // it does not listen: what it says counts
        }
        if (watched[0].revents == 0) continue;
        const auto piece = piece_of(output_);
        if (piece) received_ += *piece;
        is_at_end_ = !piece;
    }
}

Heard Dialogue::heard(Moved moved, Deadline end) {
    switch (moved) {
        case Moved::too_late: return Late{};
        case Moved::too_long:
            return Unruly{fmt::format("it wrote more than {} MiB without an end of line", most_line_bytes >> 20)};
        case Moved::done: break;
    }
    const std::size_t at = received_.find('\n');
    if (at == std::string::npos) return gone(end);
    Line line{received_.substr(0, at)};
    received_.erase(0, at + 1);
    if (line.text.ends_with('\r')) line.text.pop_back();
    return line;
}

/// It has closed its output, which programs do at their end.
Gone Dialogue::gone(Deadline end) {
    const auto waited = child_.wait(process::earlier(end, Clock::now() + patience));
    read_errors();
    return {waited ? *waited : child_.end(), std::exchange(received_, {})};
}

}  // namespace phobos::protocol
