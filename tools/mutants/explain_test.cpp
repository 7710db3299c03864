// SPDX-License-Identifier: Apache-2.0
#include "tools/mutants/explain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "fuzz/mutation/registry.h"

namespace phobos::tools {
namespace {

using mutation::CaseBench;

TEST(Explain, FindsTheFirstElementOfAReason) {
    const auto element =
        element_of("at 32 lanes: failed: O: 2 of 64 elements differ\n  element 17: expected 3, found 4");
    ASSERT_TRUE(element);
    EXPECT_EQ(element->tensor, "O");
    EXPECT_EQ(element->element, 17U);
    EXPECT_FALSE(element_of("no error is reported"));
}

TEST(Explain, ReadsWhatFailsOutOfAReport) {
    const auto failing = read_failing(R"({"cases": [
        {"id": "a", "verdict": "passed"},
        {"id": "b", "verdict": "skipped"},
        {"id": "c", "verdict": "failed", "reason": "O: element 3 was never written", "lanes": 64}]})");
    ASSERT_TRUE(failing) << failing.error();
    ASSERT_EQ(failing->cases.size(), 1U);
    EXPECT_EQ(failing->cases[0].id, "c");
    EXPECT_EQ(failing->cases[0].lanes, 64);
    EXPECT_FALSE(read_failing("[]"));
}

std::vector<CaseBench> some_chapters() {
    const std::filesystem::path suite = std::filesystem::path(PHOBOS_SOURCE_DIR) / "spec-tests";
    const std::filesystem::path folders[]{suite / "05-expressions", suite / "07-builtins", suite / "09-collectives"};
    std::vector<mutation::NamedCase> cases;
    for (const harness::CaseFile& file : harness::find_cases(folders))
        if (auto loaded = harness::load_case(file.path)) cases.push_back({file.name, *std::move(loaded)});
    return mutation::make_benches(std::move(cases), std::thread::hardware_concurrency());
}

/// An implementation with a planted fault, by the cases that it fails.
TEST(Explain, NamesABrokenRuleFirstExhaustive) {
#ifdef PHOBOS_SANITIZED
    GTEST_SKIP() << "it takes minutes here";
#endif
    const unsigned workers = std::thread::hardware_concurrency();
    const std::vector<CaseBench> cases = some_chapters();
    const mutation::Faults faults = mutation::all_faults();
    const mutation::FirstKills noticed = mutation::first_kills(faults, cases, workers);
    std::vector<std::size_t> candidates;
    for (std::size_t i = 0; i < faults.size(); ++i)
        if (noticed[i] && faults[i].equivalent.empty()) candidates.push_back(i);
    constexpr std::size_t wanted = 20;
    ASSERT_GE(candidates.size(), wanted);
    std::size_t right = 0;
    std::string wrong;
    for (std::size_t n = 0; n < wanted; ++n) {
        const std::size_t i = candidates[n * candidates.size() / wanted];
        const auto row = mutation::matrix_of(std::span(&faults[i], 1), cases, mutation::Pairs::all, workers).front();
        Failing all;
        for (const mutation::CaseIndex at : row)
            all.cases.push_back({cases[at].expectations().id, cases[at].judge(faults[i]).reason, {}, ""});
        const Explanation found = explain(all.cases.front(), all, faults, cases, workers);
        const bool is_right = std::ranges::find(faults[i].rules, found.rules.front()) != faults[i].rules.end();
        right += is_right ? 1 : 0;
        if (!is_right) wrong += "\n" + faults[i].id + " is taken for a fault of " + found.rules.front();
    }
    EXPECT_GE(right, 18U) << wrong;
}

}  // namespace
}  // namespace phobos::tools
