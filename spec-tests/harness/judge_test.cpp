// SPDX-License-Identifier: Apache-2.0
#include "spec-tests/harness/judge.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "interp/plain/encloser.h"
#include "interp/plain/engine.h"

namespace phobos::harness {
namespace {

constexpr std::string_view double_all =
    "@launch(32)\n"
    "kernel double_all(X: tensor<i32>[N], O: tensor<i32>[N]) {\n"
    "    if ctx.thread < N {\n"
    "        O[ctx.thread] = X[ctx.thread] * 2\n"
    "    }\n"
    "}\n";
constexpr std::string_view divide =
    "@launch(32)\n"
    "kernel divide(X: tensor<i32>[N], O: tensor<i32>[N]) {\n"
    "    if ctx.thread < N {\n"
    "        O[ctx.thread] = 12 / X[ctx.thread]\n"
    "    }\n"
    "}\n";
constexpr std::string_view divergent =
    "@launch(64)\n"
    "kernel divergent(O: tensor<i32>[64]) {\n"
    "    if ctx.lane < 4 {\n"
    "        O[ctx.thread] = sum<over ctx.lane>(1)\n"
    "    }\n"
    "}\n";

/// "passed" or the verdict and its reason, at 32 lanes.
std::string judged(std::string_view source, std::string_view members, LevelChecking levels = LevelChecking::off) {
    const std::string text =
        fmt::format(R"({{"id": "t", "language": 1, "rules": ["ctx-1"], "lanes": [32], {}}})", members);
    auto expectations = io::parse_case(text);
    if (!expectations) return expectations.error().text;
    const LoadedCase loaded{std::move(*expectations), SourceFile("t.ph", std::string(source))};
    const std::unique_ptr<engine::Engine> engine = plain::make_engine();
    const std::unique_ptr<engine::Encloser> encloser = plain::make_encloser();
    const Subject subject{*engine, {.uninitialised = true, .races = false, .levels = true}, *encloser};
    const Judgement judgement = judge(loaded, subject, levels);
    return judgement.verdict == Verdict::passed ? "passed" : judgement.reason;
}

std::string run(std::string_view expect, std::string_view arguments = R"("X": [1, 2, 3], "O": "unwritten:3")") {
    return judged(double_all, fmt::format(R"("kind": "run", "launches": [{{"arguments": {{{}}}, "expect": {{{}}}}}])",
                                          arguments, expect));
}

std::string fault(std::string_view source, std::string_view fault, std::string_view x) {
    return judged(source, fmt::format(R"("kind": "fault", "fault": {{{}}},
        "launches": [{{"arguments": {{"X": {}, "O": "unwritten"}}}}])",
                                      fault, x));
}

TEST(Judge, ComparesBits) {
    EXPECT_EQ(run(R"("O": [2, 4, 6])"), "passed");
    EXPECT_EQ(run(R"("O": {"bits": "00000002 00000004 00000006"})"), "passed");
    EXPECT_EQ(
        run(R"("O": [2, 4, 7])"),
        "at 32 lanes: failed: O: 1 of 3 elements differ\n  element 2: expected 7 (0x00000007), found 6 (0x00000006)");
    EXPECT_EQ(run(R"("O": [2, 4])"), "at 32 lanes: failed: O: 2 elements are given, shape 3 has 3");
}

TEST(Judge, ComparesWithinUlpEnclosuresAndChoices) {
    EXPECT_EQ(run(R"("O": {"values": [3, 5, 7], "ulp": 1})"), "passed");
    EXPECT_NE(run(R"("O": {"values": [3, 5, 8], "ulp": 1})"), "passed");
    EXPECT_EQ(run(R"("O": {"low": [2, 3, 4], "high": [2, 4, 6]})"), "passed");
    EXPECT_NE(run(R"("O": {"low": [2, 3, 7], "high": [2, 4, 9]})"), "passed");
    EXPECT_EQ(run(R"("O": {"anyOf": [[0, 0, 0], [2, 4, 6]]})"), "passed");
    EXPECT_NE(run(R"("O": {"anyOf": [[0, 0, 0], [2, 4, 5]]})"), "passed");
    EXPECT_EQ(run(R"("O": {"values": [2, 0, 6], "undefined": "1"})"), "passed");
    EXPECT_NE(run(R"("O": {"values": [2, 0, 6], "undefined": "0,2"})"), "passed");
}

TEST(Judge, ComputesEnclosures) {
    const auto told = [](std::string_view value, std::string_view expect) {
        const std::string source = fmt::format(
            "@launch(32)\nkernel k(X: tensor<f32>[N], O: tensor<f32>[N]) {{\n"
            "  if ctx.thread < N {{\n    let x = X[ctx.thread]\n    O[ctx.thread] = {}\n  }}\n}}\n",
            value);
        return judged(source, fmt::format(R"("kind": "run", "launches": [{{"arguments":
            {{"X": [0, 0.5, 3], "O": "unwritten:3"}}, "expect": {{"O": {}}}}}])",
                                          expect));
    };
    EXPECT_EQ(told("exp(x) + x", R"("enclosure")"), "passed");
    EXPECT_EQ(told("exp(x) - exp(x)", R"("enclosure")").substr(0, 69),
              "at 32 lanes: failed: O: the bounds of 2 elements are more than 64 ste");
    EXPECT_EQ(told("exp(x) - exp(x)", R"({"enclosure": 64, "undefined": "1-2"})"), "passed");
    EXPECT_EQ(told("exp(x)", R"({"enclosure": 1})").substr(0, 57),
              "at 32 lanes: failed: O: the bounds of 2 elements are more");
    EXPECT_EQ(told("X[i32(exp(x) * 1e9 - exp(x) * 1e9)]", R"("enclosure")"),
              "at 32 lanes: failed: it has no enclosure: an unknown value decides on line 5");
}

TEST(Judge, WantsAnExpectationOfWhatIsWritten) {
    EXPECT_EQ(run(R"("X": "unchanged")"),
              "at 32 lanes: failed: the kernel writes O, of which the case expects nothing");
    EXPECT_EQ(run(R"("O": [2, 4, 6], "X": "unchanged")"), "passed");
    EXPECT_EQ(run(R"("O": "unchanged")"), "at 32 lanes: failed: O: element 0 was written");
    EXPECT_EQ(run(R"("O": [2, 4, 6], "P": [1])"),
              "at 32 lanes: failed: the case expects something of P, which is no tensor of the kernel");
}

TEST(Judge, KnowsWrittenFromUnwrittenElements) {
    EXPECT_EQ(run(R"("O": [2, 4, null])"), "at 32 lanes: failed: O: element 2 was written");
    constexpr std::string_view source = "kernel k(O: tensor<i32>[2]) {\n    O[0] = 7\n}\n";
    const auto expected = [&](std::string_view values) {
        return judged(source, fmt::format(R"("kind": "run",
            "launches": [{{"arguments": {{"O": "unwritten"}}, "expect": {{"O": {}}}}}])",
                                          values));
    };
    EXPECT_EQ(expected("[7, null]"), "passed");
    EXPECT_EQ(expected("[7, 0]"), "at 32 lanes: failed: O: element 1 was never written");
}

TEST(Judge, ComparesFaults) {
    const std::string where = R"("kind": "division", "line": 4)";
    EXPECT_EQ(fault(divide, where, "[1, 0, 3]"), "passed");
    EXPECT_EQ(fault(divide, where + R"(, "lanes": "1", "block": [0, 0, 0], "warp": 0)", "[1, 0, 3]"), "passed");
    EXPECT_NE(fault(divide, where + R"(, "lanes": "2")", "[1, 0, 3]"), "passed");
    EXPECT_NE(fault(divide, where + R"(, "warp": 1)", "[1, 0, 3]"), "passed");
    EXPECT_NE(fault(divide, R"("kind": "division", "line": 3)", "[1, 0, 3]"), "passed");
    EXPECT_NE(fault(divide, R"("kind": "shift", "line": 4)", "[1, 0, 3]"), "passed");
    EXPECT_EQ(fault(divide, where, "[1, 2, 3]"), "at 32 lanes: failed: division on line 4 is expected, not: finished");
}

TEST(Judge, ComparesRejections) {
    const auto reject = [](std::string_view source, std::string_view line, std::string_view more = "") {
        return judged(source, fmt::format(R"("kind": "reject",
            "reject": {{"phase": "check", "code": "PH0401", "rule": "level-45", "line": {}{}}})",
                                          line, more));
    };
    EXPECT_EQ(reject(divergent, "4"), "passed");
    EXPECT_EQ(reject(divergent, "4", R"(, "notes": [3])"), "passed");
    EXPECT_EQ(reject(divergent, "4", R"(, "notes": [2])").substr(0, 45),
              "at 32 lanes: failed: no note stands on line 2");
    EXPECT_EQ(reject(divergent, "3").substr(0, 46), "at 32 lanes: failed: no error stands on line 3");
    EXPECT_EQ(reject(double_all, "4"), "at 32 lanes: wrongly accepted: no error is reported");
    EXPECT_EQ(judged(divergent, R"("kind": "accept")").substr(0, 30), "at 32 lanes: wrongly rejected:");
    EXPECT_EQ(judged(double_all, R"("kind": "accept")"), "passed");
    EXPECT_EQ(judged(double_all, R"("kind": "accept", "warnings": [{"code": "PH0903", "line": 4}])").substr(0, 52),
              "at 32 lanes: failed: other warnings are expected\n");
}

TEST(Judge, ComparesLaunchErrors) {
    const auto reject = [](std::string_view code, std::string_view rule, std::string_view o) {
        return judged(double_all, fmt::format(R"("kind": "reject",
            "reject": {{"phase": "launch", "code": "{}", "rule": "{}", "mentions": ["N", "3", "4"]}},
            "launches": [{{"arguments": {{"X": [1, 2, 3], "O": "{}"}}}}])",
                                              code, rule, o));
    };
    EXPECT_EQ(reject("PH0705", "ctx-6", "unwritten:4"), "passed");
    EXPECT_NE(reject("PH0704", "ctx-8", "unwritten:4"), "passed");
    EXPECT_EQ(reject("PH0705", "ctx-6", "unwritten:3"), "at 32 lanes: wrongly accepted: finished");
}

TEST(Judge, SkipsWhatTheEngineDoesNotLookFor) {
    EXPECT_EQ(fault(double_all, R"("kind": "race", "line": 4)", "[1]"),
              "at 32 lanes: skipped: the engine does not check races");
    EXPECT_EQ(judged(double_all, R"("kind": "accept")", LevelChecking::on), "it is judged without a run");
}

}  // namespace
}  // namespace phobos::harness
