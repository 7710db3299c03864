// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "fuzz/mutation/trials.h"
#include "lang/base/json.h"

/// What is told of planted faults, each as text and as JSON.
namespace phobos::tools {

/// Faults, the cases they were tried on, and the time that took.
struct Tried {
    std::span<const mutation::Fault> faults;
    std::span<const mutation::CaseBench> cases;
    double seconds;
};

std::string mutants_text(const Tried& tried, const mutation::FirstKills& kills);
Json mutants_json(const Tried& tried, const mutation::FirstKills& kills);
/// Faults that nothing noticed and that are not listed as equivalent, or that something noticed and that are.
std::size_t misjudged(const Tried& tried, const mutation::FirstKills& kills);

/// `rules` are those of the specification.
std::string coverage_text(const Tried& tried, const mutation::Coverage& coverage,
                          const std::vector<std::string>& rules);
/// Whether every rule that can be broken is covered, and every case notices a fault of each rule that it cites.
bool is_covered(const Tried& tried, const mutation::Coverage& coverage, const std::vector<std::string>& rules);
Json coverage_json(const Tried& tried, const mutation::Coverage& coverage, const std::vector<std::string>& rules);

std::string matrix_text(const Tried& tried, const mutation::Matrix& matrix);
Json matrix_json(const Tried& tried, const mutation::Matrix& matrix);

}  // namespace phobos::tools
