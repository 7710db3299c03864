// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <span>

#include "tools/common/console.h"
#include "tools/emit/emit_kernel.h"
#include "tools/emit/options.h"

int main(int argc, char** argv) {
    using namespace phobos::tools;
    return run_main(emit_command_line(), std::span<const char* const>(argv, static_cast<std::size_t>(argc)),
                    [](const Arguments& arguments) {
                        const auto options = read_emit_options(arguments);
                        if (options) return emit_kernel(*options);
                        return Console("phobos-emit", arguments.common()).stop(options.error());
                    });
}
