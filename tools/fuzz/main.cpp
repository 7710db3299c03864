// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <span>

#include "tools/common/commands.h"
#include "tools/fuzz/merge.h"
#include "tools/fuzz/planted.h"
#include "tools/fuzz/reduce.h"
#include "tools/fuzz/replay.h"
#include "tools/fuzz/run.h"

int main(int argc, char** argv) {
    using namespace phobos::tools;
    static constexpr Command commands[]{
        {"run", fuzz_run_command_line, fuzz_run},
        {"replay", fuzz_replay_command_line, fuzz_replay},
        {"reduce", fuzz_reduce_command_line, fuzz_reduce},
        {"merge", fuzz_merge_command_line, fuzz_merge},
        {"planted", fuzz_planted_command_line, fuzz_planted},
    };
    return run_command(
        {"phobos-fuzz", "Runs generated kernels on several engines and tells where these differ.", commands},
        std::span<const char* const>(argv, static_cast<std::size_t>(argc)));
}
