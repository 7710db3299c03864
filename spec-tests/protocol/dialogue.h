// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "backend/process/child.h"
#include "lang/base/result.h"

namespace phobos::protocol {

/// The most bytes of one line of an answer: what is longer is no answer.
inline constexpr std::size_t most_line_bytes = std::size_t{256} << 20;

/// A whole line, without its end.
struct Line {
    std::string text;
};
/// The program is no more.
struct Gone {
    process::Ended ended;
    std::string partial;  ///< what it wrote of a line
};
/// It did not answer in time.
struct Late {};
/// It wrote more than the most bytes of a line, or a line before it was asked.
struct Unruly {
    std::string text;  ///< what is wrong, one sentence
};
using Heard = std::variant<Line, Gone, Late, Unruly>;

/// A program that is spoken to line by line on its standard input and output; ended with this. The caller's process
/// must ignore SIGPIPE.
class Dialogue {
public:
    /// Starts the command of the shell. Fails with a sentence. `supervisor`: as process::Command has it.
    static Result<Dialogue, std::string> start(const std::string& command,
                                               const std::optional<std::string>& supervisor);

    /// Sends a line and waits for one. Ends of lines are added and taken away.
    Heard ask(std::string_view line, process::Deadline end);
    /// Sends a line, closes the program's input and waits for all of its output, whose only line that is.
    Heard ask_once(std::string_view line, process::Deadline end);
    /// Sends bytes as they are, as far as they are taken in time.
    void send(std::string_view bytes, process::Deadline end);
    /// Waits for a line without asking.
    Heard listen(process::Deadline end);
    /// Closes the program's input and waits for its end; nothing where it does not end in time.
    std::optional<process::Ended> close(process::Deadline end);

    /// The last of what it wrote on its standard error, trimmed.
    [[nodiscard]] std::string complaints() const;

private:
    Dialogue(process::Child child, process::Descriptor input, process::Descriptor output, process::Descriptor errors)
        : child_(std::move(child)), input_(std::move(input)), output_(std::move(output)), errors_(std::move(errors)) {}

    enum class Until : std::uint8_t { line, end_of_output };
    enum class Moved : std::uint8_t { done, too_late, too_long };
    /// Writes what is left to write and reads what comes, until there is a line, or the output ends.
    Moved move(std::string_view to_send, Until until, process::Deadline end);
    void read_errors();
    Heard heard(Moved moved, process::Deadline end);
    Gone gone(process::Deadline end);

    process::Child child_;
    process::Descriptor input_;
    process::Descriptor output_;
    process::Descriptor errors_;
    std::string received_;    ///< of the standard output, not yet told
    std::string complaints_;  ///< of the standard error, the last part
    bool is_at_end_ = false;  ///< of the output
};

}  // namespace phobos::protocol
