// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <span>

#include "tools/check/check_files.h"
#include "tools/common/console.h"

int main(int argc, char** argv) {
    using namespace phobos::tools;
    return run_main(check_command_line(), std::span<const char* const>(argv, static_cast<std::size_t>(argc)),
                    check_files);
}
