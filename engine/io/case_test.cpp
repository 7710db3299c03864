// SPDX-License-Identifier: Apache-2.0
#include "engine/io/case.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace phobos::io {
namespace {

std::string verdict(std::string_view text) {
    const auto parsed = parse_case(text);
    return parsed ? "ok" : parsed.error().text;
}

std::string of_members(std::string_view members) {
    return verdict(fmt::format(R"({{"id": "a", "language": 1, "rules": ["ctx-1"], {}}})", members));
}

std::string of_launch(std::string_view members) {
    return of_members(fmt::format(R"("kind": "run", "launches": [{{{}}}])", members));
}

std::string of_argument(std::string_view argument) {
    return of_launch(fmt::format(R"("arguments": {{"X": {}}}, "expect": {{"X": "unchanged"}})", argument));
}

std::string of_expectation(std::string_view expectation) {
    return of_launch(fmt::format(R"("arguments": {{"X": [1]}}, "expect": {{"X": {}}})", expectation));
}

TEST(Case, ReadsEveryKind) {
    EXPECT_EQ(of_members(R"("kind": "accept")"), "ok");
    EXPECT_EQ(of_launch(R"("arguments": {"X": [1]}, "expect": {"X": [2]})"), "ok");
    EXPECT_EQ(
        of_members(R"("kind": "fault", "fault": {"kind": "division", "line": 1}, "launches": [{"arguments": {}}])"),
        "ok");
    EXPECT_EQ(of_members(
                  R"("kind": "reject", "reject": {"phase": "check", "code": "PH0401", "rule": "level-45", "line": 4})"),
              "ok");
}

TEST(Case, NamesThePlaceOfAnError) {
    EXPECT_EQ(parse_case("{").error().code, diagnostics::Code::case_malformed);
    EXPECT_EQ(verdict("{"), "the file is no JSON");
    EXPECT_EQ(verdict("[]"), "/: an object is expected");
    EXPECT_EQ(verdict("{}"), "/: member 'id' is missing");
    EXPECT_EQ(of_members(R"("kind": "accept", "twins": "b")"), "/: unknown member 'twins'; did you mean 'twin'?");
    EXPECT_EQ(of_members(R"("kind": "passes")"), "/kind: 'passes' is none of run, accept, reject, fault");
    EXPECT_EQ(of_members(R"("kind": "accept", "lanes": [16])"), "/lanes/0: an integer from 32 to 64 is expected");
    EXPECT_EQ(of_members(R"("kind": "accept", "features": ["f33"])").substr(0, 13), "/features/0: ");
    EXPECT_EQ(of_members(R"("kind": "accept", "launches": [])"),
              "/launches: a case that is judged without a run has no launches");
    EXPECT_EQ(of_launch(R"("arguments": {"X": [1]})"), "/launches/0: member 'expect' is missing");
    EXPECT_EQ(of_launch(R"("grid": "R +", "arguments": {}, "expect": {"X": [1]})"),
              "/launches/0/grid: grid 'R +', character 4: a number, a name or '(' is expected");
    EXPECT_EQ(
        of_members(
            R"("kind": "reject", "reject": {"phase": "syntax", "code": "PH0401", "rule": "level-45", "line": 4})"),
        "/reject/code: this code belongs to another phase");
    EXPECT_EQ(
        of_members(R"("kind": "reject", "reject": {"phase": "check", "code": "PH0401", "rule": "level-1", "line": 4})"),
        "/reject/code: this code enforces 'level-45', not 'level-1'");
}

TEST(Case, ReadsArguments) {
    for (const std::string_view argument :
         {"3", "-2.5", "true", R"("inf")", R"("-0.0")", R"("iota:4x8")", R"("unwritten")", R"("unwritten:4")",
          "[1, null]", "[[1, 2], [3, 4]]", R"({"shape": "0", "values": []})", R"({"shape": "2", "bits": "00000001 -"})",
          R"({"shape": "2", "bits": ["00000001", "00000002"]})", R"({"alias": "A", "byte_offset": 4, "shape": "2"})",
          R"({"recipe": "iota:4", "byte_offset": 4})", R"({"unwritten": true, "byte_offset": 4})",
          R"({"scalar": 3, "type": "i64"})"})
        EXPECT_EQ(of_argument(argument), "ok") << argument;
}

TEST(Case, RefusesArguments) {
    EXPECT_EQ(of_argument("null"), "/launches/0/arguments/X: an argument is expected");
    EXPECT_EQ(of_argument(R"("x.npy")"), "/launches/0/arguments/X: 'x.npy' is no literal of the language");
    EXPECT_EQ(of_argument("[[1, 2], [3]]"),
              "/launches/0/arguments/X/1: 2 items are expected, as in the first list of this depth");
    EXPECT_EQ(of_argument(R"(["one"])"), "/launches/0/arguments/X/0: 'one' is no literal of the language");
    EXPECT_EQ(of_argument("[[[[[1]]]]]"), "/launches/0/arguments/X: lists are nested deeper than 4");
    EXPECT_EQ(of_argument(R"({"bits": "00"})"), "/launches/0/arguments/X: member 'shape' is missing");
    EXPECT_EQ(of_argument(R"({"values": [1], "recipe": "iota:1"})"),
              "/launches/0/arguments/X: one of values, bits, recipe, unwritten, alias and scalar is expected");
    EXPECT_EQ(of_argument(R"({"values": [1], "type": "f8"})"), "/launches/0/arguments/X/type: no such element type");
    EXPECT_EQ(of_argument(R"({"recipe": "x.npy"})"),
              "/launches/0/arguments/X/recipe: a case takes recipes and no files");
}

TEST(Case, ReadsExpectations) {
    for (const std::string_view expectation :
         {"[1]", R"("iota")", R"("unchanged")", R"({"values": [1], "ulp": 2, "undefined": "0,3-5"})",
          R"({"low": [1], "high": {"bits": "00000001"}})", R"({"anyOf": [[1], {"values": [2]}]})", R"("enclosure")",
          R"({"enclosure": 1000, "undefined": "2"})"})
        EXPECT_EQ(of_expectation(expectation), "ok") << expectation;
    EXPECT_EQ(of_expectation(R"({"enclosure": 64, "ulp": 1})").substr(0, 22), "/launches/0/expect/X: ");
    EXPECT_EQ(of_expectation(R"({"enclosure": 0})").substr(0, 32), "/launches/0/expect/X/enclosure: ");
    EXPECT_EQ(of_expectation(R"({"low": [1]})"), "/launches/0/expect/X: member 'high' is missing");
    EXPECT_EQ(of_expectation(R"({"low": [1], "high": [2], "ulp": 1})"),
              "/launches/0/expect/X: an enclosure has no 'ulp'");
    EXPECT_EQ(of_expectation(R"({"anyOf": [[1]]})"), "/launches/0/expect/X/anyOf: at least two choices are expected");
    EXPECT_EQ(of_expectation(R"({"values": [1], "undefined": "5-3"})").substr(0, 33),
              "/launches/0/expect/X/undefined: a");
    EXPECT_EQ(of_expectation("3").substr(0, 23), "/launches/0/expect/X: a");
}

TEST(Case, LaunchesAddTheirSettings) {
    const auto parsed =
        parse_case(R"({"id": "a", "language": 1, "rules": ["ctx-1"], "kind": "run", "set": {"A": 1, "B": 2},
        "launches": [{"set": {"B": 3}, "lanes": [64], "arguments": {}, "expect": {"O": [1]}}]})");
    ASSERT_TRUE(parsed) << parsed.error().text;
    const CaseLaunch& launch = parsed->launches.front();
    EXPECT_EQ(launch.lanes, std::vector<int>{64});
    ASSERT_EQ(launch.settings.size(), 2U);
    EXPECT_EQ(launch.settings[1].name, "B");
    EXPECT_EQ(launch.settings[1].value, 3);
}

TEST(Case, RangesAscend) {
    EXPECT_EQ(parse_ranges("0-3,17")->size(), 2U);
    for (const std::string_view text : {"", "3-1", "1,1", "4,2-6", "1,", "a", "1-", "-1"})
        EXPECT_FALSE(parse_ranges(text)) << text;
}

}  // namespace
}  // namespace phobos::io
