// SPDX-License-Identifier: Apache-2.0
// phobos-adapter: an engine of this project as an implementation that phobos-conform can ask.
#include <cstddef>
#include <span>

#include "spec-tests/adapter/serve.h"
#include "tools/common/console.h"
#include "tools/run/engines.h"

namespace {

using namespace phobos;
using namespace phobos::tools;

CommandLine command_line() {
    return {"phobos-adapter",
            "An engine of this project as an adapter: it answers the requests of phobos-conform on the standard input "
            "and output.",
            "",
            Repeated::once,
            {{"--engine", "NAME", "interp, reference, host or cuda (default: interp)", Repeated::once, "Engine"}},
            "  phobos-conform run --adapter 'phobos-adapter --engine interp'\n"
            "  echo '{\"seq\": 1, \"command\": \"hello\"}' | phobos-adapter\n",
            HasSarif::no};
}

ExitCode run(const Arguments& arguments) {
    const Console console("phobos-adapter", arguments.common());
    const std::string name = arguments.value("--engine").value_or(std::string(default_engine));
    const EngineRow* const row = find_engine(name);
    if (row == nullptr) {
        console.raw(usage_error("phobos-adapter", "there is no engine '" + name + "'").text);
        return ExitCode::usage;
    }
    const auto engine = row->make({});
    if (!engine) {
        console.error("the " + name + " engine is not available: " + engine.error());
        return ExitCode::unavailable;
    }
    engine::Checks checks{false, false, false};
    for (const CheckRow& check : check_rows) checks.*check.member = check.is_default && row->offers(check.word);
    adapter::Implementation implementation{
        "Phobos Reference, " + name, PHOBOS_VERSION,
        [](const SourceFile& source, check::Target target, const std::vector<check::Setting>& settings) {
            return check::check(source, target, settings);
        },
        engine->get(), checks};
    if (name == "cuda") implementation.lanes = {32};
    adapter::serve(implementation);
    return ExitCode::fine;
}

}  // namespace

int main(int argc, char** argv) {
    return run_main(command_line(), std::span<const char* const>(argv, static_cast<std::size_t>(argc)), run);
}
