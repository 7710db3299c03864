// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "spec-tests/runner/judge.h"

namespace phobos::runner {
namespace {

const io::ExpectedReject expected_reject{io::Phase::check, "PH0401", "level-45", 4, {3}, {}};

std::string wrong(const protocol::StatedError& error, io::Phase phase = io::Phase::check) {
    return complaint(expected_reject, protocol::Rejected{phase, {error}, ""}).value_or("");
}

TEST(RejectComplaint, JudgesThePhaseAlways) {
    EXPECT_EQ(complaint(expected_reject, protocol::Rejected{io::Phase::check, {}, ""}), std::nullopt);
    EXPECT_EQ(complaint(expected_reject, protocol::Rejected{io::Phase::syntax, {}, "no such word"}),
              "rejected in phase 'syntax', 'check' (rule level-45) is expected: no such word");
}

TEST(RejectComplaint, JudgesWhatIsStatedAndNothingElse) {
    EXPECT_EQ(wrong({}), "");
    EXPECT_EQ(wrong({"PH0401", "level-45", 4, std::vector<std::uint32_t>{3, 9}, "m"}), "");
    EXPECT_EQ(wrong({"PH0402", {}, {}, {}, ""}), "code PH0402 is stated, PH0401 is expected");
    EXPECT_EQ(wrong({{}, "level-7", {}, {}, "m"}), "rule level-7 is stated, level-45 is expected: m");
    EXPECT_EQ(wrong({{}, {}, 5, {}, ""}), "no error is stated for line 4");
    EXPECT_EQ(wrong({{}, {}, 4, {}, ""}), "");
    EXPECT_EQ(wrong({{}, {}, 4, std::vector<std::uint32_t>{2}, ""}), "notes on lines 3 are missing");
}

TEST(RejectComplaint, OneOfSeveralErrorsMayStandOnTheLine) {
    const protocol::StatedError on_line{{}, {}, 4, {}, ""};
    const protocol::StatedError elsewhere{{}, {}, 9, {}, ""};
    EXPECT_EQ(complaint(expected_reject, protocol::Rejected{io::Phase::check, {elsewhere, on_line}, ""}), std::nullopt);
    EXPECT_NE(complaint(expected_reject, protocol::Rejected{io::Phase::check, {elsewhere, elsewhere}, ""}),
              std::nullopt);
}

io::ExpectedFault expected_fault() {
    return {engine::FaultKind::race, 7, engine::Block{1, 0, 0}, 2, std::vector{0, 1, 5}, {{"index", "0.5"}}, 9};
}
protocol::Trapped stated(engine::FaultKind kind) { return {kind, {}, {}, {}, {}, {}, {}, ""}; }

TEST(FaultComplaint, JudgesTheKindAlways) {
    EXPECT_EQ(complaint(expected_fault(), stated(engine::FaultKind::race)), std::nullopt);
    EXPECT_EQ(complaint(expected_fault(), stated(engine::FaultKind::shift)),
              "race on line 7 is expected; stated is kind shift");
}

TEST(FaultComplaint, JudgesWhatIsStated) {
    const auto with = [](auto change) {
        protocol::Trapped trapped = stated(engine::FaultKind::race);
        change(trapped);
        return complaint(expected_fault(), trapped).value_or("").substr(0, 48);
    };
    EXPECT_EQ(with([](auto& t) { t.line = 8; }), "race on line 7 is expected; stated is line 8");
    EXPECT_EQ(with([](auto& t) { t.block = engine::Block{0, 1, 0}; }),
              "race on line 7 is expected; stated is block 0, 1");
    EXPECT_EQ(with([](auto& t) { t.warp = 1; }), "race on line 7 is expected; stated is warp 1");
    EXPECT_EQ(with([](auto& t) { t.lanes = std::vector{0, 1, 2}; }), "race on line 7 is expected; stated is lanes 0-2");
    EXPECT_EQ(with([](auto& t) { t.values = {{"index", "5"}}; }), "race on line 7 is expected; stated is index 5");
    EXPECT_EQ(with([](auto& t) { t.values = {{"index", "5e-1"}, {"more", "1"}}; }), "");
    EXPECT_EQ(with([](auto& t) { t.line = 7, t.other_line = 9, t.block = engine::Block{1, 0, 0}; }), "");
}

TEST(FaultComplaint, TakesThePlacesOfARaceInEitherOrder) {
    protocol::Trapped trapped = stated(engine::FaultKind::race);
    trapped.line = 9;
    trapped.other_line = 7;
    EXPECT_EQ(complaint(expected_fault(), trapped), std::nullopt);
}

}  // namespace
}  // namespace phobos::runner
