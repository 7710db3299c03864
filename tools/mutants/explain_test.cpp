// SPDX-License-Identifier: Apache-2.0
#include "tools/mutants/explain.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "lang/base/json.h"
#include "tools/common/test_support.h"

namespace phobos::tools {
namespace {

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
        {"id": "a", "verdict": "pass"},
        {"id": "b", "verdict": "skipped"},
        {"id": "c", "verdict": "failed", "reason": "O: element 3 was never written", "lanes": 64}]})");
    ASSERT_TRUE(failing) << failing.error();
    ASSERT_EQ(failing->cases.size(), 1U);
    EXPECT_EQ(failing->cases[0].id, "c");
    EXPECT_EQ(failing->cases[0].lanes, 64);
    EXPECT_EQ(failing->asked, (std::set<std::string>{"a", "c"}));
    EXPECT_EQ(failing->lanes, (std::set<int>{32, 64}));
    EXPECT_EQ(read_failing(R"({"lanes": [32], "cases": []})")->lanes, std::set<int>{32});
    EXPECT_FALSE(read_failing("[]"));
}

/// The programs, on one small case of the suite.
class ExplainPrograms : public ::testing::Test {
protected:
    [[nodiscard]] testing::Ended run(std::string_view words) const {
        return place.run(fmt::format("{} --suite '{}/spec-tests'", words, PHOBOS_SOURCE_DIR));
    }

    testing::Workplace place;
};

TEST_F(ExplainPrograms, ExplainAFailureOfAnAdapterThatIsServed) {
    const testing::Ended failed =
        run("phobos-conform run --adapter 'phobos-mutants serve launch-scalar-accepted' --only 'ctx-scalar-*' "
            "--report report.json -q");
    EXPECT_EQ(failed.code, 1) << failed.err;
    const testing::Ended explained =
        run("phobos-conform explain ctx-scalar-out-of-its-type --report report.json --json");
    EXPECT_EQ(explained.code, 0) << explained.err;
    const auto json = parse_json(explained.out);
    ASSERT_TRUE(json.has_value());
    EXPECT_EQ((*json)["rules"][0], "ctx-38");
    const testing::Ended without =
        run("phobos-mutants explain ctx-scalar-out-of-its-type --report report.json --json "
            "--without launch-scalar-accepted");
    EXPECT_EQ(without.code, 0) << without.err;
    EXPECT_EQ(without.out.find("launch-scalar-accepted"), std::string::npos) << without.out;
    EXPECT_NE(explained.out.find("launch-scalar-accepted"), std::string::npos) << explained.out;
    const testing::Ended passed = run("phobos-conform explain ctx-scalar-in-its-type --report report.json");
    EXPECT_EQ(passed.code, 4);
    EXPECT_EQ(passed.err, "error[PH0755]: report.json has no failed case 'ctx-scalar-in-its-type'\n");
}

TEST_F(ExplainPrograms, RefuseWhatIsNoReportAndNoFault) {
    place.put("other.json", "{}");
    const testing::Ended other = run("phobos-conform explain ctx-scalar-in-its-type --report other.json");
    EXPECT_EQ(other.code, 4);
    EXPECT_TRUE(other.err.starts_with("error[PH0755]: other.json: it is no report of")) << other.err;
    EXPECT_EQ(run("phobos-conform explain ctx-scalar-in-its-type --report missing.json").code, 4);
    EXPECT_EQ(run("phobos-conform explain ctx-scalar-in-its-type").code, 2);
    const testing::Ended fault = run("phobos-mutants serve launch-scalar-acepted");
    EXPECT_EQ(fault.code, 4);
    EXPECT_EQ(fault.err,
              "error[PH0756]: there is no fault 'launch-scalar-acepted'; did you mean 'launch-scalar-accepted'?\n");
}

}  // namespace
}  // namespace phobos::tools
