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

/// What of the lines is no part of the sum, as remarks.
std::vector<std::string> remarks_on(const Records& records) {
    std::vector<std::string> remarks;
    if (records.broken_lines > 0) remarks.push_back(fmt::format("{} lines are no results", records.broken_lines));
    if (records.overlapping_lines > 0)
        remarks.push_back(fmt::format("{} lines are left out, of whose seeds some stand in other lines too",
                                      records.overlapping_lines));
    return remarks;
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
    const auto records = read_folders(arguments.files());
    if (!records) {
        console.error(records.error());
        return ExitCode::input;
    }
    const std::vector<Campaign>& campaigns = records->campaigns;
    for (const Campaign& campaign : campaigns)
        if (campaign.engines != campaigns.front().engines || campaign.mode != campaigns.front().mode) {
            console.error("the results are of campaigns with different engines or modes");
            return ExitCode::input;
        }
    for (const std::string& remark : remarks_on(*records)) console.remark(remark);
    const Tally& tally = records->tally;
    const std::vector<std::string> engines = campaigns.empty() ? std::vector<std::string>{} : campaigns.front().engines;
    const CampaignReport report{tally, engines, ""};
    const std::uint64_t missing = records->seeds.missing();
    Json json = json_of(report);
    json["missing_seeds"] = missing;
    json["broken_lines"] = records->broken_lines;
    json["overlapping_lines"] = records->overlapping_lines;
    std::string text = text_of(report);
    if (missing > 0) text += fmt::format("{} seeds in between are missing\n", missing);
    const ExitCode printed = console.print(arguments.common().json ? json_text(json) + "\n" : text);
    return tally.found.empty() ? printed : ExitCode::failed;
}

}  // namespace phobos::tools
