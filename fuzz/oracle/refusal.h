// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>

#include "fuzz/generate/invalid.h"
#include "fuzz/oracle/judge.h"
#include "fuzz/oracle/verdict.h"

namespace phobos::fuzz {

/// What is wrong with how a twin is taken: as text, and where it parses as what its tree prints, it has one error, of
/// its code; as text at its place.
std::optional<Finding> judge_twin(const InvalidTwin& twin, int lanes);

/// A kernel that must be accepted, and twins of it that must be refused.
struct Refusals {
    Verdict verdict;              ///< finished where all is as it must be
    std::string wrong;            ///< the text of the twin that the finding is about; empty where it is about none
    std::set<std::string> codes;  ///< that twins were refused for
};
Refusals judge_twins(const Trial& trial);

}  // namespace phobos::fuzz
