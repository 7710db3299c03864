// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <span>

#include "backend/process/helper.h"
#include "tools/conform/dispatch.h"

int main(int argc, char** argv) {
    const std::span<const char* const> words(argv, static_cast<std::size_t>(argc));
    // Adapters are started by this program again, which ends them when it is ended itself.
    if (const auto code = phobos::process::be_helper(words.subspan(1))) return *code;
    return phobos::tools::conform_main(words);
}
