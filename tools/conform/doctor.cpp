// SPDX-License-Identifier: Apache-2.0
#include "tools/conform/doctor.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "lang/base/json.h"
#include "lang/source/unicode.h"
#include "tools/common/console.h"
#include "tools/common/progress.h"
#include "tools/conform/adapter_options.h"
#include "tools/conform/probes.h"

namespace phobos::tools {
namespace {

constexpr std::string_view program = "phobos-conform doctor";

std::string text_of(const std::vector<Finding>& findings) {
    std::string text;
    std::size_t defects = 0;
    for (const Finding& finding : findings) {
        text += fmt::format("{:<7} {}: {}\n", spelling(finding.health), finding.probe, printable(finding.text));
        defects += finding.health == Health::defect ? 1 : 0;
    }
    if (defects > 0) return text + fmt::format("{} of {} findings are defects\n", defects, findings.size());
    return text + "no defect: phobos-conform run comes next\n";
}

Json json_of(const std::vector<Finding>& findings) {
    Json list = Json::array();
    for (const Finding& finding : findings)
        list.push_back({{"probe", finding.probe}, {"health", spelling(finding.health)}, {"text", finding.text}});
    return {{"findings", std::move(list)}};
}

}  // namespace

CommandLine doctor_command_line() {
    return {std::string(program),
            "Talks with an adapter, also in ways that no case does, and explains what it finds. It needs no suite.",
            "",
            Repeated::once,
            adapter_options(),
            "  phobos-conform doctor --adapter 'python3 spec-tests/adapters/skeleton.py'\n",
            HasSarif::no};
}

ExitCode examine_adapter(const Arguments& arguments) {
    const Console console("phobos-conform", arguments.common());
    const auto options = read_adapter_options(arguments, program);
    if (!options) return console.stop(options.error());
    std::vector<Finding> findings;
    {
        const Progress progress("talking with the adapter");
        probe(*options, [&](const Finding& finding) { findings.push_back(finding); });
    }
    const bool has_defect =
        std::ranges::any_of(findings, [](const Finding& finding) { return finding.health == Health::defect; });
    if (console.is_quiet() && !arguments.common().json)
        std::erase_if(findings, [](const Finding& finding) { return finding.health != Health::defect; });
    std::string text = arguments.common().json ? json_text(json_of(findings)) + "\n" : text_of(findings);
    if (console.is_quiet() && findings.empty()) text.clear();
    const ExitCode printed = console.print(text);
    return has_defect ? ExitCode::failed : printed;
}

}  // namespace phobos::tools
