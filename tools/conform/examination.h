// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "lang/base/result.h"
#include "spec-tests/protocol/adapter.h"
#include "tools/conform/verdicts.h"

namespace phobos::tools {

struct ExaminationOptions {
    protocol::AdapterOptions adapter;
    std::vector<int> lanes{32, 64};
    std::set<std::string> expected_failures{};         ///< ids
    int jobs = 1;                                      ///< adapters at once
    std::uint64_t seed = 0;                            ///< of the order
    std::function<void(const CaseVerdict&)> judged{};  ///< told each case, one at a time
};

/// After so many cases in a row without an answer in time the others are not asked.
inline constexpr int most_silences = 20;

/// Asks an implementation about every case, in an order of the seed; the report has them in the order given. Fails
/// where it does not introduce itself.
Result<Report, std::string> examine(const std::vector<ChosenCase>& cases, const ExaminationOptions& options);

}  // namespace phobos::tools
