// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lang/base/json.h"
#include "spec-tests/protocol/messages.h"
#include "spec-tests/runner/judge.h"
#include "tools/conform/suite_options.h"

namespace phobos::tools {

/// What came of a case.
struct CaseVerdict {
    const ChosenCase* chosen;
    runner::Judged judged;
    bool is_expected_to_fail = false;
    std::chrono::milliseconds took{};

    [[nodiscard]] bool passed() const { return judged.verdict == harness::Verdict::passed; }
    [[nodiscard]] bool is_skipped() const { return judged.verdict == harness::Verdict::skipped; }
    /// Whether the run fails by it: a failure nobody expects, or a pass where a failure is listed.
    [[nodiscard]] bool is_defect() const { return !is_skipped() && passed() == is_expected_to_fail; }
};

/// A run of the suite against one implementation.
struct Report {
    protocol::Capabilities adapter;
    std::vector<int> lanes{};  ///< widths that were asked about
    std::uint64_t seed = 0;    ///< of the order in which the cases were asked
    std::vector<CaseVerdict> cases;
    std::vector<std::string> remarks;  ///< on the adapter itself
    std::chrono::milliseconds took{};

    /// How many cases have each word; a failure that is expected is "expected failure", a pass that is not "unexpected
    /// pass".
    [[nodiscard]] std::map<std::string, std::size_t> counts() const;
};

/// The word of a case among the counts.
std::string_view word_of(const CaseVerdict& verdict);

/// For people: what failed, at most `most` cases in full, why cases were skipped, and a last line of counts.
std::string text_of(const Report& report, std::size_t most);

Json json_of(const Report& report);
std::string junit_of(const Report& report);
std::string tap_of(const Report& report);

}  // namespace phobos::tools
