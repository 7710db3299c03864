// SPDX-License-Identifier: Apache-2.0
#include "tools/common/commands.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "lang/base/nearest.h"
#include "tools/common/console.h"

namespace phobos::tools {
namespace {

std::string help(const Commands& commands) {
    std::string summaries;
    for (const Command& command : commands.commands) {
        const CommandLine line = command.line();
        summaries += fmt::format("  {:<10}{}\n", command.name, line.summary.substr(0, line.summary.find('.')));
    }
    return fmt::format("{1}\nUsage: {0} COMMAND [OPTIONS]\n\nCommands:\n{2}\n{0} COMMAND --help tells more of one.\n",
                       commands.program, commands.summary, summaries);
}

int end(const Commands& commands, const Stop& stop) {
    const Console console{std::string(commands.program), {}};
    if (stop.code == ExitCode::fine) return static_cast<int>(console.print(stop.text));
    console.raw(stop.text);
    return static_cast<int>(stop.code);
}

Stop unknown_command(const Commands& commands, std::string_view word) {
    std::vector<std::string_view> names;
    for (const Command& command : commands.commands) names.push_back(command.name);
    const auto near = nearest(word, names);
    return usage_error(commands.program, fmt::format("there is no command '{}'{}", word,
                                                     near ? fmt::format("; did you mean '{}'?", *near) : ""));
}

}  // namespace

int run_command(const Commands& commands, std::span<const char* const> words) {
    if (words.size() < 2) return end(commands, usage_error(commands.program, "a command is missing"));
    const std::string_view word = words[1];
    if (word == "--help" || word == "-h") return end(commands, {ExitCode::fine, help(commands)});
    if (word == "--version")
        return end(commands, {ExitCode::fine, fmt::format("{} {}\n", commands.program, PHOBOS_VERSION)});
    const auto command = std::ranges::find(commands.commands, word, &Command::name);
    if (command == commands.commands.end()) return end(commands, unknown_command(commands, word));
    return run_main(command->line(), words.subspan(1), command->run);
}

}  // namespace phobos::tools
