// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "fuzz/generate/mode.h"
#include "fuzz/oracle/judge.h"
#include "tools/fuzz/seeds.h"
#include "tools/fuzz/tally.h"
#include "tools/fuzz/ways.h"

namespace phobos::tools {

/// What cases are like.
struct CaseKind {
    fuzz::Mode mode = fuzz::Mode::any;
    fuzz::GridBarriers grid_barriers = fuzz::GridBarriers::allowed;
};
/// Without barriers of the grid where one of the engines does not run them.
CaseKind kind_of(fuzz::Mode mode, std::span<const std::string> engines);

/// How cases are made and judged.
struct Judging {
    std::vector<std::string> engines;
    CaseKind kind{};
    std::filesystem::path folder;                   ///< of failing cases
    std::uint64_t batch = 1;                        ///< cases judged together
    std::chrono::milliseconds kernel_time{20'000};  ///< of a launch of an engine that compiles
};

struct Logged {
    SeedRange seeds;
    Tally tally;
};

/// What came of seeds.
struct Judged {
    std::vector<Logged> settled;      ///< neighbours together
    std::vector<std::uint64_t> late;  ///< an engine reached its time, which others may have taken
    std::vector<SeedRange> again;     ///< nothing is known of them: an engine was lost before
    /// Whether nothing more can be judged in this process.
    [[nodiscard]] bool is_over() const { return !late.empty() || !again.empty(); }
};

/// The case of a seed: one in eight may meet undefined behaviour.
fuzz::Generated case_of_seed(std::uint64_t seed, const CaseKind& kind = {});

/// Judges the cases of the seeds, and writes those that fail, until an engine is lost. `before` is called before each
/// batch with its seeds. What it means that an engine is late depends on who else uses the device.
Judged judge_seeds(const SeedRange& seeds, const Judging& judging, fuzz::Late late, const Contest& contest,
                   const std::function<void(const SeedRange&)>& before);

/// Writes the case of a seed by which something of ours ended, without running it.
void store_deadly(std::uint64_t seed, const std::string& how, const Judging& judging);

}  // namespace phobos::tools
