// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "lang/base/result.h"
#include "spec-tests/protocol/dialogue.h"
#include "spec-tests/protocol/messages.h"

namespace phobos::protocol {

enum class Talk : std::uint8_t {
    session,   ///< one process answers request after request
    one_shot,  ///< one process for each request, which reads it to its end
};

/// What the answer to hello may take at least: before it an implementation starts.
inline constexpr std::chrono::milliseconds starting_budget{30'000};

/// How an implementation is spoken to.
struct AdapterOptions {
    std::string command;  ///< of the shell
    Talk talk = Talk::session;
    std::chrono::milliseconds budget{10'000};  ///< for an answer; after that the process is ended
    std::optional<std::string> supervisor{};   ///< as process::Command has it
    /// Told every line: one that goes to the implementation and one that comes from it.
    std::function<void(std::string_view)> log{};
};

/// The process ended without an answer.
struct Crashed {
    std::string text;
};
/// It gave no answer in its time.
struct TimedOut {
    std::string text;
};
/// What it said is no answer to the request.
struct Garbled {
    std::string text;
};
using Reply = std::variant<Answer, Crashed, TimedOut, Garbled>;

/// An implementation behind its adapter, which is started when it is asked, and again after it crashed, was ended for
/// time or said what is no answer.
class Adapter {
public:
    explicit Adapter(AdapterOptions options) : options_(std::move(options)) {}

    /// What the implementation says of itself. Fails with what it did instead.
    Result<Capabilities, std::string> hello();
    /// The seq of the request is given here.
    Reply ask(decltype(Request::what) what);
    /// Says bye; what is wrong with how it takes leave, if anything.
    std::optional<std::string> leave();

private:
    /// Starts a process in the place of the one there is. What went wrong, if anything.
    std::optional<Reply> start();
    /// The same, and says hello. A process that does not answer it is ended.
    Reply introduce();
    /// Sees to it that there is a process which takes requests. What went wrong, if anything.
    std::optional<Reply> greet();
    Reply exchange(const Request& request);
    Reply judged(const Heard& heard, const Request& request);
    [[nodiscard]] std::string with_complaints(std::string text) const;
    [[nodiscard]] Request next(decltype(Request::what) what);

    AdapterOptions options_;
    std::optional<Dialogue> dialogue_;
    std::uint64_t seq_ = 0;
};

}  // namespace phobos::protocol
