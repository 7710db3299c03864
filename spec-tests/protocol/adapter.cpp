// SPDX-License-Identifier: Apache-2.0
#include "spec-tests/protocol/adapter.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "lang/base/overloaded.h"
#include "spec-tests/protocol/wire.h"

namespace phobos::protocol {
namespace {

using process::Clock;

/// The beginning of what was said, for a message.
std::string quoted(std::string_view text) {
    constexpr std::size_t most = 120;
    return fmt::format("'{}'{}", text.substr(0, most), text.size() > most ? "..." : "");
}

/// A shell tells a signal as the code 128 and its number.
std::string told(const process::Ended& ended) {
    constexpr int by_signal = 128;
    const int signal = ended.number - by_signal;
    if (ended.how != process::Ended::How::exited || signal <= 0 || signal > SIGSYS) return spelling(ended);
    return fmt::format("exited with code {}, as by signal {} ({})", ended.number, signal, ::strsignal(signal));
}

}  // namespace

Request Adapter::next(decltype(Request::what) what) {
    const bool starts = std::holds_alternative<HelloRequest>(what);
    return {++seq_, starts ? std::max(options_.budget, starting_budget) : options_.budget, std::move(what)};
}

std::string Adapter::with_complaints(std::string text) const {
    const std::string complaints = dialogue_ ? dialogue_->complaints() : "";
    if (!complaints.empty()) text += "; on its standard error: " + complaints;
    return text;
}

Reply Adapter::judged(const Heard& heard, const Request& request) {
    return std::visit(
        Overloaded{[&](const Line& line) -> Reply {
                       if (options_.log) options_.log(line.text);
                       auto answer = parse_answer(line.text, request);
                       if (answer) return *std::move(answer);
                       return Garbled{
                           with_complaints(fmt::format("it answered {}: {}", quoted(line.text), answer.error()))};
                   },
                   [&](const Gone& gone) -> Reply {
                       std::string text = "it " + told(gone.ended) + " without an answer";
                       if (!gone.partial.empty())
                           text = fmt::format("it {} in {}", told(gone.ended), quoted(gone.partial));
                       return Crashed{with_complaints(std::move(text))};
                   },
                   [&](const Late&) -> Reply {
                       return TimedOut{with_complaints(fmt::format("no answer in {} ms", request.budget.count()))};
                   },
                   [&](const Unruly& unruly) -> Reply { return Garbled{with_complaints(unruly.text)}; }},
        heard);
}

Reply Adapter::exchange(const Request& request) {
    const std::string line = line_of(request);
    if (options_.log) options_.log(line);
    const auto end = Clock::now() + request.budget;
    if (options_.talk == Talk::session) return judged(dialogue_->ask(line, end), request);
    return judged(dialogue_->ask_once(line, end), request);
}

std::optional<Reply> Adapter::start() {
    dialogue_.reset();
    auto started = Dialogue::start(options_.command, options_.supervisor);
    if (!started) return Crashed{"it cannot be started: " + started.error()};
    dialogue_.emplace(std::move(*started));
    return std::nullopt;
}

Reply Adapter::introduce() {
    if (auto failed = start()) return *std::move(failed);
    Reply reply = exchange(next(HelloRequest{}));
    const auto* answer = std::get_if<Answer>(&reply);
    if (answer == nullptr || !std::holds_alternative<Capabilities>(answer->what)) dialogue_.reset();
    return reply;
}

Result<Capabilities, std::string> Adapter::hello() {
    Reply reply = introduce();
    return std::visit(
        Overloaded{[](Answer& answer) -> Result<Capabilities, std::string> {
                       if (auto* offers = std::get_if<Capabilities>(&answer.what)) return *offers;
                       return Failure{"it answered hello by errored: " + std::get<Errored>(answer.what).message};
                   },
                   [](auto& failure) -> Result<Capabilities, std::string> { return Failure{std::move(failure.text)}; }},
        reply);
}

std::optional<Reply> Adapter::greet() {
    if (options_.talk == Talk::one_shot) return start();
    if (dialogue_) return std::nullopt;
    Reply reply = introduce();
    if (dialogue_) return std::nullopt;
    return reply;
}

Reply Adapter::ask(decltype(Request::what) what) {
    if (auto failed = greet()) return *std::move(failed);
    Reply reply = exchange(next(std::move(what)));
    if (!std::holds_alternative<Answer>(reply)) dialogue_.reset();
    return reply;
}

std::optional<std::string> Adapter::leave() {
    if (options_.talk == Talk::one_shot || !dialogue_) return std::nullopt;
    const Reply reply = exchange(next(ByeRequest{}));
    const auto ended = dialogue_->close(Clock::now() + options_.budget);
    dialogue_.reset();
    if (!ended) return fmt::format("it does not end within {} ms after bye", options_.budget.count());
    if (!ended->succeeded()) return fmt::format("after bye it {}", told(*ended));
    if (const auto* garbled = std::get_if<Garbled>(&reply)) return "bye: " + garbled->text;
    return std::nullopt;
}

}  // namespace phobos::protocol
