// SPDX-License-Identifier: Apache-2.0
#include "tools/common/console.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>
#include <system_error>

#include <fmt/format.h>

#include "engine/io/staged_file.h"
#include "lang/base/json.h"
#include "lang/diagnostics/sarif.h"
#include "lang/source/unicode.h"

namespace phobos::tools {
namespace {

/// A mistake in the command line, or in what it names, as one JSON object.
std::string json_text_of(std::string_view program, const Stop& stop) {
    std::string message = stop.text.substr(0, stop.text.find('\n'));
    const std::string prefix =
        stop.error ? fmt::format("error[{}]: ", diagnostics::spelling(*stop.error)) : fmt::format("{}: ", program);
    if (message.starts_with(prefix)) message.erase(0, prefix.size());
    Json json{{"outcome", stop.code == ExitCode::usage ? "usage-error" : "input-error"},
              {"message", std::move(message)},
              {"exit_code", static_cast<int>(stop.code)}};
    if (stop.error) json["code"] = diagnostics::spelling(*stop.error);
    return json_text(json) + "\n";
}

/// What is left of the error number after writing everything; 0 where all was written.
int write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count =
            ::write(descriptor, text.data(), std::min<std::size_t>(text.size(), std::size_t{1} << 30));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return 0;
}

bool wants_color(ColorChoice choice) {
    switch (choice) {
        case ColorChoice::always: return true;
        case ColorChoice::never: return false;
        case ColorChoice::automatic: break;
    }
    const char* const no_color = std::getenv("NO_COLOR");
    return (no_color == nullptr || *no_color == '\0') && takes_escapes(STDERR_FILENO);
}

diagnostics::List errors_of(const diagnostics::List& list) {
    diagnostics::List errors;
    for (diagnostics::Diagnostic& diagnostic : list.in_order())
        if (row(diagnostic.code).severity == diagnostics::Severity::error) errors.add(std::move(diagnostic));
    return errors;
}

/// Memory for the message that there is none.
ExitCode out_of_memory() {
    static constexpr std::string_view text = "out of memory: the run needs more than this machine gives\n";
    write_all(STDERR_FILENO, text);
    return ExitCode::limit;
}

/// A standard stream that is closed stays unusable instead of becoming the next file that is opened.
void occupy_closed_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) >= 0) continue;
        // The lowest free number is this one: those below it are open.
        [[maybe_unused]] const int opened = ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

}  // namespace

bool takes_escapes(int descriptor) {
    const char* const terminal = std::getenv("TERM");
    return ::isatty(descriptor) == 1 && (terminal == nullptr || std::string_view(terminal) != "dumb");
}

Console::Console(std::string program, const CommonOptions& options)
    : program_(std::move(program)),
      is_quiet_(options.quiet),
      prints_json_(options.json),
      is_output_taken_(options.sarif && io::own_descriptor(*options.sarif) == STDOUT_FILENO),
      color_(wants_color(options.color) ? diagnostics::Color::always : diagnostics::Color::never) {}

void Console::raw(std::string_view text) const { write_all(STDERR_FILENO, text); }

ExitCode Console::stop(const Stop& stop) const {
    raw(stop.text);
    if (prints_json_) (void)print(json_text_of(program_, stop));
    return stop.code;
}

void Console::error(std::string_view text) const { raw(fmt::format("{}: {}\n", program_, printable(text))); }

void Console::remark(std::string_view text) const {
    if (!is_quiet_) error(text);
}

void Console::show(std::span<const diagnostics::Findings> files) const {
    for (const diagnostics::Findings& findings : files) {
        if (!is_quiet_) {
            raw(diagnostics::terminal_text(findings, color_));
            continue;
        }
        const diagnostics::List errors = errors_of(findings.list);
        raw(diagnostics::terminal_text({findings.source, errors}, color_));
    }
}

ExitCode Console::print(std::string_view text) const {
    if (is_output_taken_) {
        raw(text);
        return ExitCode::fine;
    }
    const int failed = write_all(STDOUT_FILENO, text);
    if (failed == 0) return ExitCode::fine;
    if (failed != EPIPE)
        error(fmt::format("cannot write to the standard output: {}", std::system_category().message(failed)));
    return ExitCode::input;
}

Result<Done, Stop> write_sarif(const Console& console, const std::string& path,
                               std::span<const diagnostics::Findings> files) {
    const std::string log = diagnostics::to_sarif(files, {console.program(), PHOBOS_VERSION});
    const auto done = io::write_file(path, std::as_bytes(std::span(log)));
    if (done) return Done{};
    return Failure{Stop{ExitCode::input, fmt::format("{}: {}\n", console.program(), printable(done.error().text))}};
}

int run_main(const CommandLine& line, std::span<const char* const> words,
             const std::function<ExitCode(const Arguments&)>& program) {
    std::signal(SIGPIPE, SIG_IGN);
    occupy_closed_streams();
    try {
        const auto arguments = parse(line, words);
        if (!arguments) {
            const Stop& stop = arguments.error();
            const bool is_asked_for = stop.code == ExitCode::fine;
            if (is_asked_for) return static_cast<int>(Console(line.program, {}).print(stop.text));
            CommonOptions common;
            common.json = std::ranges::find(words, std::string_view("--json")) != words.end();
            return static_cast<int>(Console(line.program, common).stop(stop));
        }
        return static_cast<int>(program(*arguments));
    } catch (const std::bad_alloc&) {
        return static_cast<int>(out_of_memory());
    } catch (const std::exception& exception) {
        write_all(STDERR_FILENO, fmt::format("{}: a bug of this program: {}\n", line.program, exception.what()));
        return static_cast<int>(ExitCode::internal);
    }
}

}  // namespace phobos::tools
