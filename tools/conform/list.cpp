// SPDX-License-Identifier: Apache-2.0
#include "tools/conform/list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lang/base/json.h"
#include "tools/common/console.h"
#include "tools/conform/suite_options.h"

namespace phobos::tools {
namespace {

std::string_view kind_of(const ChosenCase& chosen) {
    return io::case_kinds[static_cast<std::size_t>(chosen.loaded.expectations.kind)];
}

std::string text_of(const std::vector<ChosenCase>& cases) {
    std::string text;
    for (const ChosenCase& chosen : cases) {
        const io::Case& found = chosen.loaded.expectations;
        text += fmt::format("{:<52} {:<7} {}", found.id, kind_of(chosen), fmt::join(found.rules, " "));
        if (!found.features.empty()) text += fmt::format("  [{}]", fmt::join(found.features, " "));
        text += '\n';
    }
    return text;
}

Json json_of(const std::vector<ChosenCase>& cases) {
    Json list = Json::array();
    for (const ChosenCase& chosen : cases) {
        const io::Case& found = chosen.loaded.expectations;
        list.push_back({{"id", found.id},
                        {"file", chosen.file.name},
                        {"kind", kind_of(chosen)},
                        {"rules", found.rules},
                        {"features", found.features},
                        {"lanes", found.lanes}});
    }
    return {{"language", io::case_language}, {"cases", std::move(list)}};
}

}  // namespace

CommandLine list_command_line() {
    return {"phobos-conform list",
            "Lists the cases of the suite: id, kind, rules and features.",
            "",
            Repeated::once,
            suite_options(),
            "  phobos-conform list\n"
            "  phobos-conform list --only 'coll-*' --json\n",
            HasSarif::no};
}

ExitCode list_cases(const Arguments& arguments) {
    const Console console("phobos-conform", arguments.common());
    auto suite = load_suite(arguments);
    if (suite) suite = only_chosen(arguments, *std::move(suite));
    if (!suite) return console.stop(suite.error());
    return console.print(arguments.common().json ? json_text(json_of(*suite)) + "\n" : text_of(*suite));
}

}  // namespace phobos::tools
