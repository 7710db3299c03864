// SPDX-License-Identifier: Apache-2.0
// Implementations that are right, and wrong in one way each: every way has its verdict.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "lang/base/json.h"
#include "tests/places.h"
#include "tools/common/test_support.h"

namespace phobos::tools {
namespace {

using testing::Ended;

constexpr std::string_view double_source =
    "@launch(32)\n"
    "kernel double(X: tensor<i32>[N], O: tensor<i32>[N]) {\n"
    "    if ctx.thread < N {\n"
    "        O[ctx.thread] = X[ctx.thread] * 2\n"
    "    }\n"
    "}\n";
constexpr std::string_view double_case = R"({"id": "double", "language": 1, "rules": ["expr-4"], "kind": "run",
    "lanes": [32], "launches": [{"arguments": {"X": [1, 2, 3], "O": "unwritten:3"}, "expect": {"O": [2, 4, 6]}}]})";
constexpr std::string_view divide_source =
    "@launch(32)\n"
    "kernel divide(X: tensor<i32>[N], O: tensor<i32>[N]) {\n"
    "    if ctx.thread < N {\n"
    "        O[ctx.thread] = 12 / X[ctx.thread]\n"
    "    }\n"
    "}\n";
constexpr std::string_view divide_case = R"({"id": "divide", "language": 1, "rules": ["expr-5"], "kind": "fault",
    "lanes": [32], "fault": {"kind": "division", "line": 4},
    "launches": [{"arguments": {"X": [1, 0, 3], "O": "unwritten:3"}}]})";
constexpr std::string_view spoiled_source = "kernel spoiled(O: tensor<i32>[1]) {\n    O[0] = missing\n}\n";
constexpr std::string_view spoiled_case = R"({"id": "spoiled", "language": 1, "rules": ["expr-22"], "kind": "reject",
    "lanes": [32], "reject": {"phase": "check", "code": "PH0301", "rule": "expr-22", "line": 2}})";
constexpr std::string_view nothing_case = R"({"id": "nothing", "language": 1, "rules": ["ctx-1"], "kind": "accept",
    "lanes": [32]})";

class ConformRun : public ::testing::Test {
protected:
    ConformRun() {
        for (const auto& [name, source, text] :
             {std::tuple{"double", double_source, double_case},
              {"divide", divide_source, divide_case},
              {"spoiled", spoiled_source, spoiled_case},
              {"nothing", std::string_view("kernel nothing() {\n}\n"), nothing_case}}) {
            place.put(fmt::format("{}.ph", name), source);
            place.put(fmt::format("{}.json", name), text);
        }
    }

    [[nodiscard]] static std::string toy(std::string_view way) {
        const std::string root = places::repository().string();
        return fmt::format("python3 {0}/tools/conform/testdata/toy.py {1} {0}/spec-tests/adapters/skeleton.py", root,
                           way);
    }
    [[nodiscard]] Ended run(std::string_view way, std::string_view words = "") const {
        const bool has_seed = words.find("--seed") != std::string_view::npos;
        return place.run(fmt::format("phobos-conform run --suite . {} --adapter '{}' {}", has_seed ? "" : "--seed 1",
                                     toy(way), words));
    }

    /// The verdicts on the toy by id, those that pass left out.
    [[nodiscard]] std::map<std::string, std::string> verdicts(std::string_view way, std::string_view words = "") const {
        const Ended ended = run(way, fmt::format("--json {}", words));
        const auto json = parse_json(ended.out);
        std::map<std::string, std::string> found;
        if (!json) return {{"no report", ended.err}};
        for (const Json& one : (*json)["cases"])
            if (one["verdict"] != "pass") found[one["id"]] = one["verdict"];
        EXPECT_EQ(ended.code, found.empty() || found.begin()->second == "skipped" ? 0 : 1) << ended.err;
        return found;
    }

    using Verdicts = std::map<std::string, std::string>;
    static Verdicts all(const std::string& verdict) {
        return {{"double", verdict}, {"divide", verdict}, {"spoiled", verdict}, {"nothing", verdict}};
    }

    testing::Workplace place;
};

TEST_F(ConformRun, PassesWhatIsRight) {
    const Ended ended = run("right");
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(ended.err, "");
    EXPECT_TRUE(ended.out.starts_with("skeleton: 4 pass of 4 cases in ")) << ended.out;
    EXPECT_TRUE(ended.out.ends_with(" s (seed 1)\n")) << ended.out;
    EXPECT_EQ(run("right", "-q").out, "");
}

TEST_F(ConformRun, GivesEveryWayOfGoingWrongItsVerdict) {
    EXPECT_EQ(verdicts("wrong-answer"), (Verdicts{{"double", "fail"}}));
    EXPECT_EQ(verdicts("unwritten"), (Verdicts{{"double", "fail"}}));
    EXPECT_EQ(verdicts("guard-zone"), (Verdicts{{"double", "fail"}}));
    EXPECT_EQ(verdicts("input"), (Verdicts{{"double", "fail"}}));
    EXPECT_EQ(verdicts("short"), (Verdicts{{"double", "errored"}}));
    EXPECT_EQ(verdicts("wrong-fault"), (Verdicts{{"divide", "fail"}}));
    EXPECT_EQ(verdicts("wrong-fault-line"), (Verdicts{{"divide", "fail"}}));
    EXPECT_EQ(verdicts("no-fault"), (Verdicts{{"divide", "fail"}}));
    EXPECT_EQ(verdicts("no-faults"), (Verdicts{{"divide", "skipped"}}));
    EXPECT_EQ(verdicts("wrong-phase"), (Verdicts{{"spoiled", "fail"}}));
    EXPECT_EQ(verdicts("wrong-rule"), (Verdicts{{"spoiled", "fail"}}));
    EXPECT_EQ(verdicts("wrong-line"), (Verdicts{{"spoiled", "fail"}}));
    EXPECT_EQ(verdicts("accept-everything"), (Verdicts{{"spoiled", "wrongly accepted"}}));
    EXPECT_EQ(
        verdicts("reject-everything"),
        (Verdicts{{"double", "wrongly rejected"}, {"divide", "wrongly rejected"}, {"nothing", "wrongly rejected"}}));
}

TEST_F(ConformRun, TellsApartCrashHangAndGarbage) {
    EXPECT_EQ(verdicts("crash"), all("crashed"));
    EXPECT_EQ(verdicts("exit"), all("crashed"));
    EXPECT_EQ(verdicts("partial"), all("crashed"));
    EXPECT_EQ(verdicts("garbage"), all("errored"));
    EXPECT_EQ(verdicts("wrong-seq"), all("errored"));
    EXPECT_EQ(verdicts("hang", "--budget 500"), all("timeout"));
    EXPECT_EQ(verdicts("huge", "--budget 1000 --only nothing").count("nothing"), 1U);
}

TEST_F(ConformRun, TellsWhereAndWhyACaseFailed) {
    const Ended ended = run("wrong-answer");
    EXPECT_EQ(ended.code, 1);
    EXPECT_NE(ended.out.find("double: fail ("), std::string::npos) << ended.out;
    EXPECT_NE(ended.out.find("double.ph, 32 lanes; rules expr-4)\n"
                             "    O: 1 of 3 elements differ\n"
                             "      element 2: expected 6 (0x00000006), found 7 (0x00000007)\n"),
              std::string::npos)
        << ended.out;
    EXPECT_NE(run("wrong-answer", "--show 0").out.find("and 1 more"), std::string::npos);
    EXPECT_NE(run("guard-zone").out.find("memory around O was written"), std::string::npos);
    EXPECT_NE(run("input").out.find("X, which the kernel does not write, was changed"), std::string::npos);
}

TEST_F(ConformRun, SkipsWhatIsNotOffered) {
    const Ended narrow = run("narrow");
    EXPECT_EQ(narrow.code, 6);
    EXPECT_NE(narrow.err.find("every case was skipped"), std::string::npos) << narrow.err;
    EXPECT_NE(narrow.out.find("4 skipped: it does not run at the widths of the case"), std::string::npos) << narrow.out;
    EXPECT_EQ(run("right", "--lanes 64").code, 6);
    EXPECT_EQ(run("right", "--lanes 32").code, 0);
}

TEST_F(ConformRun, NamesAnAdapterThatDoesNotIntroduceItself) {
    const Ended no_hello = run("no-hello");
    EXPECT_EQ(no_hello.code, 4);
    EXPECT_TRUE(
        no_hello.err.starts_with("error[PH0754]: the adapter does not introduce itself: it exited with code 1 "
                                 "without an answer; on its standard error: there is no device\n"))
        << no_hello.err;
    const Ended protocol = run("other-protocol");
    EXPECT_EQ(protocol.code, 4);
    EXPECT_NE(protocol.err.find("/protocol: protocol is version 1 to 2 here"), std::string::npos) << protocol.err;
    const Ended missing = place.run("phobos-conform run --suite . --adapter /nowhere/adapter --report r.json");
    EXPECT_EQ(missing.code, 4);
    EXPECT_NE(missing.err.find("exited with code 127"), std::string::npos) << missing.err;
    EXPECT_FALSE(place.has("r.json"));
}

TEST_F(ConformRun, RemarksOnAnAdapterThatDoesNotEnd) {
    const Ended ended = run("no-end", "--budget 700");
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_NE(ended.out.find("the adapter: it does not end within 700 ms after bye\n"), std::string::npos) << ended.out;
}

TEST_F(ConformRun, HoldsTheListOfExpectedFailuresStrictly) {
    place.put("known.txt", "# known\ndouble   # off by one: our bug 12\n\n");
    EXPECT_EQ(run("wrong-answer", "--expected-failures known.txt").code, 0);
    EXPECT_NE(run("wrong-answer", "--expected-failures known.txt").out.find("3 pass, 1 expected failure of 4 cases"),
              std::string::npos);
    const Ended passes = run("right", "--expected-failures known.txt");
    EXPECT_EQ(passes.code, 1);
    EXPECT_NE(passes.out.find("it is listed as a failure, and passes: take it out"), std::string::npos) << passes.out;
    EXPECT_EQ(run("right", "--expected-failures known.txt --only nothing").code, 0);
    place.put("gone.txt", "double\ndoubel\n");
    const Ended gone = run("right", "--expected-failures gone.txt");
    EXPECT_EQ(gone.code, 4);
    EXPECT_EQ(gone.err, "error[PH0753]: gone.txt: line 2: the suite has no case 'doubel'; did you mean 'double'?\n");
    place.put("twice.txt", "double\ndouble\n");
    EXPECT_EQ(run("right", "--expected-failures twice.txt").code, 4);
    EXPECT_EQ(run("right", "--expected-failures missing.txt").code, 4);
}

TEST_F(ConformRun, WritesReportsForOtherPrograms) {
    place.put("known.txt", "double\n");
    const Ended ended = run("wrong-phase", "--junit out.xml --tap out.tap --report out.report --log out.log");
    EXPECT_EQ(ended.code, 1) << ended.err;
    const std::string junit = place.contents("out.xml");
    EXPECT_NE(junit.find("<testsuite name=\"skeleton\" tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"0\""),
              std::string::npos)
        << junit;
    EXPECT_NE(junit.find("<failure type=\"fail\" message=\"rejected in phase 'syntax', 'check' (rule expr-22) is"),
              std::string::npos)
        << junit;
    const std::string tap = place.contents("out.tap");
    EXPECT_TRUE(tap.starts_with("TAP version 13\n1..4\n# seed 1\nok 1 - divide\nok 2 - double\n")) << tap;
    EXPECT_NE(tap.find("not ok 4 - spoiled\n# fail: rejected in phase"), std::string::npos) << tap;
    const auto json = parse_json(place.contents("out.report"));
    ASSERT_TRUE(json.has_value());
    EXPECT_EQ((*json)["counts"], (Json{{"fail", 1}, {"pass", 3}}));
    EXPECT_EQ((*json)["seed"], 1);
    EXPECT_TRUE(place.contents("out.log").starts_with("{\"seq\":1,\"command\":\"hello\"")) << place.contents("out.log");
    (void)run("wrong-answer", "--expected-failures known.txt --tap todo.tap --junit todo.xml");
    EXPECT_NE(place.contents("todo.tap").find("not ok 2 - double # TODO expected failure: O: 1 of 3"),
              std::string::npos)
        << place.contents("todo.tap");
    EXPECT_NE(place.contents("todo.xml").find("failures=\"0\" errors=\"0\" skipped=\"1\""), std::string::npos);
}

TEST_F(ConformRun, TakesNoReportInTheFolderOfItsCasesForOne) {
    EXPECT_EQ(run("right", "--report report.json").code, 0);
    ASSERT_TRUE(place.has("report.json"));
    const Ended again = run("right", "--report report.json");
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_TRUE(again.out.starts_with("skeleton: 4 pass of 4 cases in ")) << again.out;
}

TEST_F(ConformRun, LeavesNoFileBehindABadCommandLine) {
    const std::size_t before = place.entries();
    EXPECT_EQ(place.run("phobos-conform run --suite .").code, 2);
    EXPECT_EQ(run("right", "--jobs 0").code, 2);
    EXPECT_EQ(run("right", "--budget soon").code, 2);
    EXPECT_EQ(run("right", "--lanes 16").code, 2);
    EXPECT_EQ(run("right", "--log out.log --jobs 2").code, 2);
    EXPECT_EQ(run("right", "--junit nowhere/out.xml").code, 4);
    EXPECT_EQ(run("right", "--only none --junit out.xml").code, 4);
    EXPECT_EQ(place.entries(), before);
}

TEST_F(ConformRun, AsksEveryRequestOfAProcessOfItsOwnInOneShot) {
    EXPECT_EQ(verdicts("right", "--one-shot"), Verdicts());
    EXPECT_EQ(verdicts("wrong-answer", "--one-shot"), (Verdicts{{"double", "fail"}}));
    EXPECT_EQ(verdicts("exit", "--one-shot"), all("crashed"));
}

TEST_F(ConformRun, EndsItsAdapterEvenWhenItIsKilled) {
    const Ended ended = place.run(
        "timeout -s KILL 1 phobos-conform run --suite . --adapter 'echo $$ >pid; exec sleep 1000'; "
        "for turn in $(seq 100); do "
        "case \"$(sed -n 's/^State:.//p' /proc/$(cat pid)/status 2>/dev/null)\" in ''|Z*|X*) exit 0;; esac; "
        "sleep 0.1; done; exit 1");
    EXPECT_TRUE(place.has("pid"));
    EXPECT_EQ(ended.code, 0) << ended.err;
}

TEST_F(ConformRun, AsksInAnOrderOfItsSeedWhateverTheJobs) {
    const auto order = [&](std::string_view words) {
        (void)run("right", fmt::format("{} --log out.log", words));
        return place.contents("out.log");
    };
    EXPECT_NE(order("--seed 1"), order("--seed 3"));
    EXPECT_EQ(verdicts("wrong-answer", "--jobs 3"), (Verdicts{{"double", "fail"}}));
}

}  // namespace
}  // namespace phobos::tools
