// SPDX-License-Identifier: Apache-2.0
#include "tools/trace/view.h"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/io/staged_file.h"
#include "lang/base/json.h"
#include "lang/source/unicode.h"
#include "tools/common/console.h"
#include "tools/trace/load.h"
#include "tools/view/page.h"

namespace phobos::tools {

CommandLine view_command_line() {
    return {"phobos-trace view",
            "Writes a page that shows a trace, or two side by side: one file, which a browser opens from disk.",
            "FILE.npz",
            Repeated::many,
            {{"-o,--output", "FILE.html", "the page", Repeated::once, "Form"}},
            "  phobos-trace view run.npz -o run.html\n  phobos-trace view before.npz after.npz -o both.html\n",
            HasSarif::no};
}

ExitCode view_trace(const Arguments& arguments) {
    const Console console("phobos-trace", arguments.common());
    const auto path = arguments.value("--output");
    if (!path) return console.stop(usage_error("phobos-trace view", "-o FILE.html is missing"));
    if (arguments.files().size() > 2)
        return console.stop(usage_error("phobos-trace view", "a page shows one trace or two"));
    std::vector<io::Trace> traces;
    for (const std::string& file : arguments.files()) {
        auto trace = load_trace(file);
        if (!trace) return console.stop(trace.error());
        traces.push_back(std::move(*trace));
    }
    std::vector<view::Shown> shown;
    for (std::size_t i = 0; i < traces.size(); ++i) shown.push_back({arguments.files()[i], &traces[i]});
    if (const auto done = view::write_page_file(*path, shown); !done) return console.stop(input_failure(done.error()));
    if (io::own_descriptor(*path)) return ExitCode::fine;
    Json kept = Json::array();
    for (const io::Trace& trace : traces) kept.push_back(json_of(trace.manifest.kept));
    if (arguments.common().json) return console.print(json_text(Json{{"file", *path}, {"kept", kept}}) + "\n");
    return arguments.common().quiet ? ExitCode::fine
                                    : console.print(fmt::format("the page is written to {}\n", printable(*path)));
}

}  // namespace phobos::tools
