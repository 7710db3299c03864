// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "fuzz/oracle/judge.h"
#include "tools/fuzz/tally.h"
#include "tools/fuzz/ways.h"

namespace phobos::tools {

/// Seeds from `first` on.
struct SeedRange {
    std::uint64_t first = 0;
    std::uint64_t count = 0;

    friend bool operator==(const SeedRange&, const SeedRange&) = default;
};

/// How cases are made and judged.
struct Judging {
    std::vector<std::string> engines;
    std::filesystem::path folder;  ///< of failing cases
    std::uint64_t batch = 1;       ///< cases judged together
};

/// The case of a seed: one in eight may meet undefined behaviour.
fuzz::Generated case_of_seed(std::uint64_t seed);
/// The name of its files.
std::string name_of_seed(std::uint64_t seed);

/// Judges the cases of the seeds, and writes those that fail. `before` is called before each batch with its seeds.
Tally judge_seeds(const SeedRange& seeds, const Judging& judging, const Contest& contest,
                  const std::function<void(const SeedRange&)>& before);

/// Writes the case of a seed by which something of ours ended, without running it.
void store_deadly(std::uint64_t seed, const std::string& how, const std::filesystem::path& folder);

}  // namespace phobos::tools
