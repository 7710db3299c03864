// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/merge.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "lang/base/json.h"
#include "tools/common/console.h"
#include "tools/fuzz/log.h"
#include "tools/fuzz/report.h"

namespace phobos::tools {
namespace {

/// Seeds between the first and the last that nobody judged.
std::uint64_t missing_seeds(const Records& records) {
    std::uint64_t missing = 0;
    std::uint64_t next = records.by_first.empty() ? 0 : records.by_first.begin()->first;
    for (const auto& [first, logged] : records.by_first) {
        if (first > next) missing += first - next;
        next = std::max(next, first + logged.seeds.count);
    }
    return missing;
}

}  // namespace

CommandLine fuzz_merge_command_line() {
    return {"phobos-fuzz merge",
            "Puts the results of campaigns together that differ in their seeds only. Each seed counts once.",
            "DIR",
            Repeated::many,
            {},
            "  phobos-fuzz merge campaign\n"
            "  phobos-fuzz merge machine-1 machine-2 --json\n",
            HasSarif::no};
}

ExitCode fuzz_merge(const Arguments& arguments) {
    const Console console("phobos-fuzz", arguments.common());
    Records records;
    for (const std::string& folder : arguments.files()) {
        auto more = read_folder(folder);
        if (!more) {
            console.error(more.error());
            return ExitCode::input;
        }
        for (auto& [first, logged] : more->by_first)
            for (Found& found : logged.tally.found) found.name = fmt::format("{}/{}", folder, found.name);
        records.add(std::move(*more));
    }
    for (const Campaign& campaign : records.campaigns)
        if (campaign.engines != records.campaigns.front().engines) {
            console.error("the results are of campaigns with different engines");
            return ExitCode::input;
        }
    if (records.broken_lines > 0) console.remark(fmt::format("{} lines are no results", records.broken_lines));
    Tally tally;
    for (const auto& [first, logged] : records.by_first) tally.add(logged.tally);
    const std::vector<std::string> engines =
        records.campaigns.empty() ? std::vector<std::string>{} : records.campaigns.front().engines;
    const CampaignReport report{tally, engines, ""};
    const std::uint64_t missing = missing_seeds(records);
    Json json = json_of(report);
    json["missing_seeds"] = missing;
    std::string text = text_of(report);
    if (missing > 0) text += fmt::format("{} seeds in between are missing\n", missing);
    const ExitCode printed = console.print(arguments.common().json ? json_text(json) + "\n" : text);
    return tally.found.empty() ? printed : ExitCode::failed;
}

}  // namespace phobos::tools
