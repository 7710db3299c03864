// SPDX-License-Identifier: Apache-2.0
#include "tools/conform/dispatch.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "lang/base/nearest.h"
#include "tools/common/console.h"
#include "tools/conform/doctor.h"
#include "tools/conform/list.h"
#include "tools/conform/planted.h"
#include "tools/conform/run.h"

namespace phobos::tools {
namespace {

constexpr std::string_view program = "phobos-conform";

/// A command of the program: what comes after its name is a command line of its own.
struct Command {
    std::string_view name;
    CommandLine (*line)();
    ExitCode (*run)(const Arguments&);
};

constexpr Command commands[]{
    {"run", run_suite_command_line, run_suite},
    {"doctor", doctor_command_line, examine_adapter},
    {"list", list_command_line, list_cases},
    {"explain", explain_command_line, explain_case},
    {"mutants", mutants_of_suite_command_line, mutants_of_suite},
    {"coverage", coverage_command_line, coverage_of_suite},
};

std::string summaries() {
    std::string text;
    for (const Command& command : commands) {
        const CommandLine line = command.line();
        text += fmt::format("  {:<10}{}\n", command.name, line.summary.substr(0, line.summary.find('.')));
    }
    return text;
}

std::string help() {
    return fmt::format(
        "Tells what an implementation of the language gets wrong, by the cases of the conformance suite.\n"
        "Usage: {0} COMMAND [OPTIONS]\n\nCommands:\n{1}\n{0} COMMAND --help tells more of one.\n",
        program, summaries());
}

int end(const Stop& stop) {
    const Console console{std::string(program), {}};
    if (stop.code == ExitCode::fine) return static_cast<int>(console.print(stop.text));
    console.raw(stop.text);
    return static_cast<int>(stop.code);
}

Stop unknown_command(std::string_view word) {
    std::vector<std::string_view> names;
    for (const Command& command : commands) names.push_back(command.name);
    const auto near = nearest(word, names);
    return usage_error(program, fmt::format("there is no command '{}'{}", word,
                                            near ? fmt::format("; did you mean '{}'?", *near) : ""));
}

}  // namespace

int conform_main(std::span<const char* const> words) {
    if (words.size() < 2) return end(usage_error(program, "a command is missing"));
    const std::string_view word = words[1];
    if (word == "--help" || word == "-h") return end({ExitCode::fine, help()});
    if (word == "--version") return end({ExitCode::fine, fmt::format("{} {}\n", program, PHOBOS_VERSION)});
    const auto command = std::ranges::find(commands, word, &Command::name);
    if (command == std::ranges::end(commands)) return end(unknown_command(word));
    return run_main(command->line(), words.subspan(1), command->run);
}

}  // namespace phobos::tools
