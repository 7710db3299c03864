// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "fuzz/oracle/verdict.h"
#include "lang/base/json.h"
#include "tools/fuzz/tally.h"

namespace phobos::tools {

/// What came of a campaign: rates, what was found and how to see it again, the mix.
struct CampaignReport {
    const Tally& tally;
    std::span<const std::string> engines;
    std::filesystem::path folder;  ///< of failing cases
    double seconds = 0;            ///< 0: not known
    std::uint64_t measured = 0;    ///< cases judged in that time
};

std::string text_of(const CampaignReport& report);
Json json_of(const CampaignReport& report);

/// The command that shows a failing case again.
std::string replay_command(const std::filesystem::path& stem, std::span<const std::string> engines);

}  // namespace phobos::tools
