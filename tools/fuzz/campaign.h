// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "lang/base/result.h"
#include "tools/fuzz/log.h"
#include "tools/fuzz/tally.h"
#include "tools/fuzz/worker.h"

namespace phobos::tools {

/// What one run of phobos-fuzz does.
struct CampaignOptions {
    Campaign campaign;
    SeedRange seeds;                           ///< of this shard
    std::optional<std::chrono::seconds> time;  ///< after which no new cases are begun
    Judging judging;
    std::filesystem::path log;  ///< empty: none
    std::uint64_t chunk = 64;   ///< cases given to a worker at once, and a line of the log
    int jobs = 1;
    bool shows_progress = false;  ///< on the standard error, a terminal
};

struct CampaignResult {
    Tally tally;                     ///< with what the log already held
    std::uint64_t already = 0;       ///< cases that the log already held
    std::uint64_t broken_lines = 0;  ///< of the log that are no results, whose seeds are judged again
    std::chrono::duration<double> took{};
    std::optional<int> signal;  ///< that ended it before its end
};

/// Judges the seeds with a crew of processes. Failing cases lie in the folder, results in the log, as soon as they are
/// known; SIGINT, SIGTERM and SIGHUP end it in order. Fails with a sentence where the log cannot be read or written, or
/// is another campaign's.
Result<CampaignResult, std::string> run_campaign(const CampaignOptions& options);

}  // namespace phobos::tools
