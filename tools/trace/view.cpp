// SPDX-License-Identifier: Apache-2.0
#include "tools/trace/view.h"

#include "tools/common/console.h"

namespace phobos::tools {

CommandLine view_command_line() {
    return {"phobos-trace view",
            "Is not offered: phobos-trace export --chrome writes what Perfetto shows.",
            "FILE.npz",
            Repeated::once,
            {{"-o,--output", "FILE.html", "the page", Repeated::once, "Form"}},
            "  phobos-trace export run.npz --chrome run.json\n",
            HasSarif::no};
}

ExitCode view_trace(const Arguments& arguments) {
    return Console("phobos-trace", arguments.common())
        .stop({ExitCode::unavailable,
               "phobos-trace: view is not offered; export --chrome writes a file that ui.perfetto.dev shows\n"});
}

}  // namespace phobos::tools
