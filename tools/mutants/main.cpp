// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <span>

#include "tools/common/console.h"
#include "tools/mutants/mutants.h"

int main(int argc, char** argv) {
    using namespace phobos::tools;
    return run_main(mutants_command_line(), std::span<const char* const>(argv, static_cast<std::size_t>(argc)),
                    run_mutants);
}
