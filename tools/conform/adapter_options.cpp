// SPDX-License-Identifier: Apache-2.0
#include "tools/conform/adapter_options.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "tools/common/source.h"

namespace phobos::tools {

std::vector<Option> adapter_options() {
    const std::string group = "Adapter";
    return {{"--adapter", "CMD", "what starts the adapter: a command of the shell", Repeated::once, group},
            {"--one-shot", "", "start it once for every request, which it reads to the end of its standard input",
             Repeated::once, group},
            {"--budget", "MS", "milliseconds for each answer, after which it is ended (default: 10000)", Repeated::once,
             group}};
}

Result<protocol::AdapterOptions, Stop> read_adapter_options(const Arguments& arguments, std::string_view program) {
    protocol::AdapterOptions options;
    const auto command = arguments.value("--adapter");
    if (!command || command->empty())
        return Failure{usage_error(program, "--adapter CMD is missing: what starts the implementation's adapter")};
    options.command = *command;
    if (arguments.has("--one-shot")) options.talk = protocol::Talk::one_shot;
    if (const auto budget = arguments.value("--budget")) {
        const auto ms = parse_integer(*budget);
        if (!ms || *ms < 1 || *ms > 86'400'000)
            return Failure{usage_error(
                program, fmt::format("--budget is a number of milliseconds from 1 to a day, not '{}'", *budget))};
        options.budget = std::chrono::milliseconds(*ms);
    }
    // This program helps itself: see main.cpp.
    std::error_code failed;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", failed);
    if (!failed) options.supervisor = self.string();
    return options;
}

}  // namespace phobos::tools
