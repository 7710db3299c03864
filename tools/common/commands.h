// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "tools/common/command_line.h"
#include "tools/common/exit_code.h"

namespace phobos::tools {

/// A command of a program that has several: what comes after its name is a command line of its own.
struct Command {
    std::string_view name;
    CommandLine (*line)();
    ExitCode (*run)(const Arguments&);
};

/// A program whose first word is one of its commands.
struct Commands {
    std::string_view program;
    std::string_view summary;  ///< a sentence
    std::span<const Command> commands;
};

/// Runs the command that the first word names.
int run_command(const Commands& commands, std::span<const char* const> words);

}  // namespace phobos::tools
