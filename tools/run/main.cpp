// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <span>

#include "tools/common/console.h"
#include "tools/run/options.h"
#include "tools/run/run.h"

int main(int argc, char** argv) {
    using namespace phobos::tools;
    return run_main(run_command_line(), std::span<const char* const>(argv, static_cast<std::size_t>(argc)),
                    [](const Arguments& arguments) {
                        const auto options = read_run_options(arguments);
                        if (options) return run_kernel(*options);
                        return Console("phobos-run", arguments.common()).stop(options.error());
                    });
}
