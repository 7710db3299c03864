// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/report.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fuzz/oracle/mix.h"

namespace phobos::tools {

std::string replay_command(const std::filesystem::path& stem, std::span<const std::string> engines) {
    return fmt::format("phobos-fuzz replay {}.json --engines {}", stem.string(), fmt::join(engines, ","));
}

std::string text_of(const CampaignReport& report) {
    const Tally& tally = report.tally;
    std::string text = fmt::format("{} kernels by {}", tally.cases(), fmt::join(report.engines, ", "));
    if (report.seconds > 0 && report.measured > 0)
        text += fmt::format(", {} of them now, {:.0f} a second", report.measured,
                            static_cast<double>(report.measured) / report.seconds);
    text += fmt::format("\n  {}\n", rates_text(tally));
    for (const auto& [way, count] : tally.silent) text += fmt::format("  {} told nothing of {}\n", way, count);
    for (const auto& [way, count] : tally.formless) text += fmt::format("  {} had no form of {}\n", way, count);
    text += fuzz::mix_text(tally.mix);
    if (tally.found.empty()) return text + "no finding\n";
    const Found& first = *std::ranges::min_element(tally.found, {}, &Found::seed);
    return text + fmt::format("{} findings:\n{}again: {}\n", tally.found.size(), findings_text(tally),
                              replay_command(report.folder / first.name, report.engines));
}

Json json_of(const CampaignReport& report) {
    Json json{{"kernels", report.tally.cases()}, {"engines", report.engines}};
    if (report.seconds > 0) {
        json["seconds"] = report.seconds;
        json["measured"] = report.measured;
    }
    json.update(json_of(report.tally));
    json["mix"]["median_statements"] = report.tally.mix.median_statements();
    json["mix"]["median_warps"] = report.tally.mix.median_warps();
    json["mix"]["rare_rows"] = report.tally.mix.rare_rows(1);
    json["mix"]["keeps_floor"] = fuzz::keeps_floor(report.tally.mix);
    return json;
}

}  // namespace phobos::tools
