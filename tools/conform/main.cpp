// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <span>

#include "backend/process/helper.h"
#include "tools/common/commands.h"
#include "tools/conform/doctor.h"
#include "tools/conform/list.h"
#include "tools/conform/planted.h"
#include "tools/conform/run.h"

int main(int argc, char** argv) {
    using namespace phobos::tools;
    const std::span<const char* const> words(argv, static_cast<std::size_t>(argc));
    // Adapters are started by this program again, which ends them when it is ended itself.
    if (const auto code = phobos::process::be_helper(words.subspan(1))) return *code;
    static constexpr Command commands[]{
        {"run", run_suite_command_line, run_suite},
        {"doctor", doctor_command_line, examine_adapter},
        {"list", list_command_line, list_cases},
        {"explain", explain_command_line, explain_case},
        {"mutants", mutants_of_suite_command_line, mutants_of_suite},
        {"coverage", coverage_command_line, coverage_of_suite},
    };
    return run_command({"phobos-conform",
                        "Tells what an implementation of the language gets wrong, by the cases of the conformance "
                        "suite.",
                        commands},
                       words);
}
