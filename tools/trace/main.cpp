// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/common/commands.h"
#include "tools/trace/chrome.h"
#include "tools/trace/diff.h"
#include "tools/trace/stats.h"
#include "tools/trace/view.h"

int main(int argc, char** argv) {
    using namespace phobos::tools;
    std::vector<const char*> words(argv, argv + argc);
    static constexpr Command commands[]{
        {"stats", stats_command_line, trace_stats},
        {"export", export_command_line, export_trace},
        {"diff", diff_command_line, diff_traces},
        {"view", view_command_line, view_trace},
    };
    const auto is_command = [](std::string_view word) {
        return std::ranges::find(commands, word, &Command::name) != std::end(commands);
    };
    // The file may come first: FILE.npz stats.
    if (words.size() > 2 && !is_command(words[1]) && words[1][0] != '-' && is_command(words[2]))
        std::swap(words[1], words[2]);
    return run_command({"phobos-trace", "Reads the traces that phobos-run --trace writes.", commands}, words);
}
