// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backend/process/descriptor.h"
#include "backend/process/stream.h"
#include "lang/base/result.h"

/// Programs that this one starts, waits for by the end of a time, and ends.
namespace phobos::process {

/// A descriptor of ours and the number by which a child has it.
struct Passed {
    int from;
    int to;
};

/// A program to start.
struct Command {
    std::vector<std::string> words;       ///< the program, found in PATH, and its arguments
    std::vector<Passed> passed{};         ///< of our descriptors that are closed on exec, all that it gets
    std::vector<std::string> settings{};  ///< NAME=VALUE, in the place of what our environment says of NAME
    std::optional<std::string>
        supervisor{};  ///< a program whose main calls be_helper: it ends the child, and what that
                       ///< has started, as soon as this process is no more, for whatever reason
};

/// How a program came to its end.
struct Ended {
    enum class How : std::uint8_t {
        exited,  ///< with the code `number`
        killed,  ///< by the signal `number`
    };
    How how;
    int number = 0;

    [[nodiscard]] bool succeeded() const { return how == How::exited && number == 0; }
    friend bool operator==(const Ended&, const Ended&) = default;
};

/// "exited with code 1", "was killed by signal 9 (Killed)"
std::string spelling(const Ended& ended);

/// A program that was started, in a process group of its own and with no signal held or ignored; ended with this, and
/// with it what it has started, unless that has left the group.
class Child {
public:
    /// Nothing but exec follows in the new process: any thread may start one. Fails with a sentence.
    static Result<Child, std::string> start(const Command& command);

    Child(Child&& other) noexcept
        : process_(std::exchange(other.process_, -1)), life_(std::move(other.life_)), ended_(other.ended_) {}
    Child& operator=(Child&& other) noexcept {
        std::swap(process_, other.process_);
        std::swap(life_, other.life_);
        std::swap(ended_, other.ended_);
        return *this;
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child();

    /// Of the program, or of its supervisor; its group has the same.
    [[nodiscard]] pid_t process() const { return process_; }
    /// Whether it still runs.
    [[nodiscard]] bool is_running() const;
    /// How it ended, where it does in time; then nothing that it has started is left either.
    std::optional<Ended> wait(Deadline end);
    /// Ends it and all that it has started; how it ended, if it had before, or was by this.
    Ended end();

private:
    explicit Child(pid_t process) : process_(process) {}
    static Result<Child, std::string> start_supervised(const Command& command);

    pid_t process_;               ///< -1 once it has ended
    Descriptor life_;             ///< to the supervisor
    std::optional<Ended> ended_;  ///< once it has
};

/// What a program left that was run to its end or to that of its time.
struct Ran {
    std::optional<Ended> ended;  ///< nothing: its time was over
    std::string output;          ///< the first part of what it wrote
};

/// Runs a program that reads nothing; its standard output and error are kept. Fails where it cannot be started, with a
/// sentence.
Result<Ran, std::string> run(Command command, Deadline end);

}  // namespace phobos::process
