// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/toggles.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "fuzz/oracle/test_support.h"
#include "interp/exec/engine.h"
#include "tools/fuzz/tally.h"
#include "tools/fuzz/worker.h"
#include "tools/run/engines.h"

namespace phobos::tools {
namespace {

using fuzz::testing::WrongEngine;

/// What is judged of a case, thing by thing, from the index on.
std::string vector_from(const fuzz::Trial& trial, const Contest& contest, const std::string& way,
                        std::size_t index = 0) {
    std::string vector;
    for (;; ++index) {
        std::string thing;
        const std::string part =
            judge_toggle(trial, way, contest, index, [&](std::string_view before) { thing = before; });
        EXPECT_TRUE(part.starts_with(thing)) << part;
        if (part.empty()) return vector;
        vector += (vector.empty() ? "" : ", ") + part;
    }
}

fuzz::Trial copying() {
    return fuzz::make_trial(
        1, fuzz::testing::case_of_text("@launch(32)\nkernel copy(X: tensor<i32>[N], O: tensor<i32>[N], p: i32) {\n"
                                       "  O[ctx.thread] = X[ctx.thread] + p\n}\n"));
}

Contest contest_of(std::unique_ptr<engine::Engine> engine, const EngineOptions& options = {}) {
    Contest contest;
    contest.engines.push_back(std::move(engine));
    contest.ways.push_back({"a way", contest.engines.front().get(), {}});
    contest.made_with[contest.engines.front().get()] = options;
    return contest;
}

/// The first toggle by an engine that leaves this.
std::string as_it_was(WrongEngine::Wrong wrong) {
    const Contest contest = contest_of(std::make_unique<WrongEngine>(std::move(wrong)));
    return judge_toggle(copying(), "a way", contest, 0, [](std::string_view) {});
}

TEST(Toggles, TellWhatTheInterpreterDoesOtherwise) {
    Contest contest = contest_of(interp::make_engine());
    contest.ways.front().moved_bytes = 4;
    EXPECT_EQ(vector_from(copying(), contest, "a way"),
              "as it was agrees, baseline instructions agrees, in its plain form agrees, of laundered values agrees, "
              "the reference in descending order agrees");
    EXPECT_EQ(vector_from(copying(), contest, "another"), "");
}

TEST(Toggles, TellWhatTheHostEngineDoesOtherwise) {
    auto host = find_engine("host")->make({});
    if (!host) GTEST_SKIP() << host.error();
    EXPECT_EQ(vector_from(copying(), contest_of(std::move(*host)), "a way"),
              "as it was agrees, accesses by elements agrees, nothing unrolled agrees, without checks agrees, -O2 "
              "agrees, descending order agrees");
    const EngineOptions descending{.order = Order::descending};
    auto other = find_engine("host")->make(descending);
    ASSERT_TRUE(other);
    EXPECT_EQ(vector_from(copying(), contest_of(std::move(*other), descending), "a way", 5), "ascending order agrees");
}

TEST(Toggles, DoNotRunWithoutChecksWhatIsUndefined) {
    auto host = find_engine("host")->make({});
    if (!host) GTEST_SKIP() << host.error();
    const fuzz::Trial outside = fuzz::make_trial(
        1, fuzz::testing::case_of_text("@launch(32)\nkernel k(O: tensor<i32>[N]) {\n  O[ctx.thread + 1] = 1\n}\n"));
    const Contest contest = contest_of(std::move(*host));
    EXPECT_EQ(judge_toggle(outside, "a way", contest, 3, [](std::string_view) {}), "without checks is undefined");
    EXPECT_EQ(judge_toggle(outside, "a way", contest, 2, [](std::string_view) {}), "nothing unrolled agrees");
}

TEST(Toggles, JudgeTheWayAsItWasByItsOwnEngine) {
    EXPECT_EQ(as_it_was({}), "as it was agrees");
    EXPECT_EQ(as_it_was({.ran = [](engine::Ran& ran) { ran.tensors[1].store(0, {77}); }}), "as it was differs");
}

TEST(Toggles, TellLostEnginesFromThoseThatAreNotAvailable) {
    const WrongEngine::Wrong lost{.ran = [](engine::Ran& ran) { ran.outcome = engine::Failed{"device", "no more"}; }};
    EXPECT_EQ(as_it_was(lost), "as it was is lost");
    if (find_engine("cuda")->make({})) GTEST_SKIP() << "there is a card";
    const Contest contest = contest_of(std::make_unique<WrongEngine>(WrongEngine::Wrong{}, "cuda"));
    EXPECT_EQ(vector_from(copying(), contest, "a way", 4),
              "collectives in memory is not available, -O0 of ptxas is not available");
}

TEST(Toggles, TellFormsThatACaseDoesNotHave) {
    Contest contest = contest_of(std::make_unique<WrongEngine>(WrongEngine::Wrong{}));
    contest.ways.front().rewrite = fuzz::Rewrite::constants;
    const fuzz::Trial none = fuzz::make_trial(
        1, fuzz::testing::case_of_text("@launch(32)\nkernel k(O: tensor<i32>[N]) {\n  O[ctx.thread] = 1\n}\n"));
    EXPECT_EQ(judge_toggle(none, "a way", contest, 0, [](std::string_view) {}), "as it was has no such form");
    EXPECT_EQ(judge_toggle(copying(), "a way", contest, 0, [](std::string_view) {}), "as it was agrees");
}

TEST(Toggles, AreTheKeyByWhichFindingsAreOne) {
    Tally tally;
    for (const std::string toggles : {"a differs", "a agrees", "", "a differs"})
        tally.found.push_back(
            {tally.found.size(), {{fuzz::Oracle::agreement, "interp", "value", "i32"}, ""}, "case", toggles});
    const std::string text = findings_text(tally);
    EXPECT_NE(text.find("a differs\n  agreement/interp/value/i32 (3 cases"), std::string::npos) << text;
    EXPECT_NE(text.find("a agrees\n  agreement/interp/value/i32 (1 cases"), std::string::npos) << text;
}

}  // namespace
}  // namespace phobos::tools
