// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "lang/base/json.h"
#include "tools/common/test_support.h"
#include "tools/fuzz/crew.h"
#include "tools/fuzz/log.h"

namespace phobos::tools {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::Ended;

/// Reports of a crew until so many came.
std::vector<Report> hear(Crew& crew, std::size_t count, seconds patience = seconds{20}) {
    std::vector<Report> all;
    for (int turn = 0; turn < 200 && all.size() < count; ++turn)
        for (Report& report : crew.listen(milliseconds{100}, patience)) all.push_back(std::move(report));
    return all;
}

TEST(Crew, DoesTasksAndTellsLines) {
    Crew crew(2, [](const std::string& task, const Tell& tell) { tell("begin " + task), tell("end " + task); });
    crew.give(0, "a");
    crew.give(1, "b");
    EXPECT_FALSE(crew.idle());
    const auto reports = hear(crew, 4);
    ASSERT_EQ(reports.size(), 4U);
    for (const Report& report : reports) EXPECT_TRUE(report.line.ends_with(report.worker == 0 ? " a" : " b"));
    crew.done(0);
    EXPECT_EQ(crew.idle(), 0);
}

TEST(Crew, OutlivesAWorkerThatIsKilledOrHangs) {
    Crew crew(1, [](const std::string& task, const Tell& tell) {
        if (task == "die") ::raise(SIGKILL);
        while (task == "hang") ::pause();
        tell("done");
    });
    for (const char* task : {"die", "hang"}) {
        crew.give(0, task);
        const auto reports = hear(crew, 1, seconds{1});
        ASSERT_EQ(reports.size(), 1U) << task;
        EXPECT_EQ(reports[0].task, task);
        EXPECT_EQ(reports[0].end, "was killed by signal 9 (Killed)");
    }
    crew.give(0, "work");
    EXPECT_EQ(hear(crew, 1).at(0).line, "done");
}

TEST(Crew, PutsANewWorkerInThePlaceOfOne) {
    Crew crew(1, [turn = 0](const std::string&, const Tell& tell) mutable { tell(std::to_string(++turn)); });
    for (const char* expected : {"1", "2"}) {
        crew.give(0, "count");
        EXPECT_EQ(hear(crew, 1).at(0).line, expected);
        crew.done(0);
    }
    crew.replace(0);
    EXPECT_EQ(crew.idle(), 0);
    crew.give(0, "count");
    EXPECT_EQ(hear(crew, 1).at(0).line, "1");
}

TEST(PhobosFuzz, RunsMergesAndGoesOnWhereItWas) {
    const testing::Workplace folder;
    const Ended whole = folder.run("phobos-fuzz run --count 96 --seed 4000 --out whole --json");
    EXPECT_EQ(whole.code, 0) << whole.err;
    const auto expected = parse_json(whole.out);
    ASSERT_TRUE(expected) << whole.out;
    EXPECT_EQ((*expected)["kernels"], 96);
    EXPECT_EQ((*expected)["findings"], Json::array());
    for (const char* shard : {"0/2", "1/2"})
        EXPECT_EQ(folder.run(std::string("phobos-fuzz run --count 96 --seed 4000 --out parts --shard ") + shard).code,
                  0);
    const auto merged = parse_json(folder.run("phobos-fuzz merge parts --json").out);
    ASSERT_TRUE(merged);
    EXPECT_EQ((*merged)["mix"], (*expected)["mix"]);
    EXPECT_EQ((*merged)["missing_seeds"], 0);
    EXPECT_EQ((*merged)["formless"], (*expected)["formless"]);
    EXPECT_FALSE((*merged)["formless"].empty()) << "some kernels have no scalar arguments";
    std::ofstream(folder.file("parts/shard-0-of-2.jsonl"), std::ios::app)
        << R"({"seeds": [7, 1], "silent": 5})" << '\n';
    const Ended broken = folder.run("phobos-fuzz merge parts --json");
    EXPECT_EQ(broken.code, 0);
    EXPECT_NE(broken.err.find("1 lines are no results"), std::string::npos) << broken.err;
    EXPECT_EQ(parse_json(broken.out).value_or(Json::object())["broken_lines"], 1);
    EXPECT_EQ(parse_json(broken.out).value_or(Json::object())["mix"], (*expected)["mix"]);
    const Ended resumed = folder.run("phobos-fuzz run --count 96 --seed 4000 --out parts --shard 0/2");
    EXPECT_NE(resumed.err.find("1 lines of the log are no results"), std::string::npos) << resumed.err;
    const auto again = parse_json(folder.run("phobos-fuzz run --count 96 --seed 4000 --out whole --json").out);
    ASSERT_TRUE(again);
    EXPECT_EQ((*again)["measured"], 0);
    EXPECT_EQ((*again)["mix"], (*expected)["mix"]);
    EXPECT_EQ(folder.run("phobos-fuzz run --count 9 --seed 1 --out whole").code, 4);
}

/// Starts a long campaign and sends it a signal as soon as its log has results.
Ended signalled(const testing::Workplace& folder, std::string_view signal) {
    return folder.run(
        fmt::format("phobos-fuzz run --count 1000000 --out long & p=$!; i=0; "
                    "while [ $i -lt 600 ] && [ \"$(cat long/*.jsonl 2>/dev/null | wc -l)\" -lt 2 ]; do sleep 0.1; "
                    "i=$((i + 1)); done; "
                    "kill -{} $p; wait $p",
                    signal));
}

TEST(PhobosFuzz, EndsInOrderWhenASignalComes) {
    const testing::Workplace folder;
    const Ended ended = signalled(folder, "TERM");
    EXPECT_EQ(ended.code, 128 + SIGTERM) << ended.err;
    EXPECT_NE(ended.err.find("ended by a signal"), std::string::npos) << ended.err;
    EXPECT_NE(ended.out.find("no finding"), std::string::npos) << ended.out;
    const auto records = read_folders(std::vector<std::string>{folder.file("long")});
    ASSERT_TRUE(records);
    EXPECT_EQ(records->broken_lines, 0U);
    EXPECT_FALSE(records->seeds.is_empty());
}

TEST(PhobosFuzz, LosesNothingWhenItIsKilled) {
    const testing::Workplace folder;
    EXPECT_EQ(signalled(folder, "KILL").code, 128 + SIGKILL);
    const auto records = read_folders(std::vector<std::string>{folder.file("long")});
    ASSERT_TRUE(records);
    EXPECT_EQ(records->broken_lines, 0U);
    EXPECT_FALSE(records->seeds.is_empty());
}

TEST(PhobosFuzz, ReplaysACaseOfTheSuite) {
    const testing::Workplace folder;
    folder.put("one.ph", "@launch(32)\nkernel one(O: tensor<i32>[N]) {\n  O[ctx.thread] = 1\n}\n");
    folder.put("one.json",
               R"({"id": "one", "language": 1, "rules": ["exec-1"], "kind": "run", "lanes": [32],
                   "launches": [{"grid": 1, "arguments": {"O": "zeros:32"}, "expect": {"O": "ones"}}]})");
    const Ended fine = folder.run("phobos-fuzz replay one.json");
    EXPECT_EQ(fine.code, 0) << fine.err;
    EXPECT_TRUE(fine.out.starts_with("finished, no finding by ")) << fine.out;
    const Ended reduced = folder.run("phobos-fuzz reduce one.json");
    EXPECT_EQ(reduced.code, 4);
    EXPECT_NE(reduced.err.find("one.json does not fail"), std::string::npos) << reduced.err;
    EXPECT_EQ(folder.run("phobos-fuzz replay none.json").code, 4);
}

/// phobos-fuzz run with libraries that play the driver and the compiler.
Json played(const testing::Workplace& folder, std::string_view script) {
    for (const std::string_view name : {"libcuda.so.1", "libcuda.so"})
        std::filesystem::create_symlink(PHOBOS_FAKES_DIR "/libphobos_fake_driver.so", folder.file(name));
    for (const std::string_view name : {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"})
        std::filesystem::create_symlink(PHOBOS_FAKES_DIR "/libphobos_fake_nvrtc.so", folder.file(name));
    const Ended ended = folder.run(
        fmt::format("LD_LIBRARY_PATH=. FAKE_SCRIPT='{}' phobos-fuzz run --engines reference,cuda --count 12 --seed 64 "
                    "--jobs 2 --kernel-time 40 --out out --json",
                    script));
    auto json = parse_json(ended.out);
    EXPECT_TRUE(json) << ended.out << ended.err;
    return json ? *json : Json::object();
}
/// Findings of this kind; none may be of a device on which nothing runs any more.
std::size_t findings_of(const Json& report, std::string_view kind) {
    std::size_t count = 0;
    for (const Json& found : report["findings"]) {
        for (const char* stage : {"device", "upload", "load", "launch"})
            EXPECT_EQ(found["where"].get<std::string>().find(stage), std::string::npos) << found;
        count += found["kind"] == kind ? 1 : 0;
    }
    return count;
}

TEST(PhobosFuzz, RunsAgainAloneWhatReachesItsTimeAmongOthers) {
    const testing::Workplace folder;
    const Json report = played(folder, "endless-once begun");
    EXPECT_TRUE(folder.has("begun"));
    EXPECT_EQ(report["kernels"], 12);
    EXPECT_EQ(findings_of(report, "time"), 0U) << report;
}

TEST(PhobosFuzz, FindsWhatReachesItsTimeAloneAndLosesNoOther) {
    const testing::Workplace folder;
    const Json report = played(folder, "endless");
    EXPECT_EQ(report["kernels"], 12);
    EXPECT_GT(findings_of(report, "time"), 0U) << report;
}

TEST(PhobosFuzz, FindsWhatLosesTheDeviceAndLosesNoOther) {
    const testing::Workplace folder;
    const Json report = played(folder, "run 700");
    EXPECT_EQ(report["kernels"], 12);
    EXPECT_GT(findings_of(report, "outcome"), 0U) << report;
}

TEST(PhobosFuzz, JudgesTogglesWhereALostDeviceHarmsNothingElse) {
    const testing::Workplace folder;
    const Json report = played(folder, "run-lacking fault_records 700");
    EXPECT_EQ(report["kernels"], 12);
    std::size_t vectors = 0;
    for (const Json& found : report["findings"]) {
        const auto toggles = found["toggles"].get<std::string>();
        EXPECT_EQ(found["where"].get<std::string>().find("failed"), std::string::npos) << found;
        if (toggles.empty()) continue;
        ++vectors;
        EXPECT_EQ(toggles.find("lost"), std::string::npos) << toggles;
        EXPECT_NE(toggles.find(", collectives in memory "), std::string::npos) << toggles;
        EXPECT_NE(toggles.find(", -O0 of ptxas "), std::string::npos) << toggles;
    }
    EXPECT_GT(vectors, 0U) << report["findings"];
    const auto name = report["findings"][0]["case"].get<std::string>();
    const Ended again = folder.run(
        fmt::format("LD_LIBRARY_PATH=. FAKE_SCRIPT='run-lacking fault_records 700' phobos-fuzz replay out/{}.json "
                    "--engines reference,cuda --json",
                    name));
    EXPECT_EQ(again.code, 1) << again.err;
    const Json replayed = parse_json(again.out).value_or(Json::object());
    EXPECT_EQ(replayed.value("toggles", "").find("lost"), std::string::npos) << again.out;
    EXPECT_NE(replayed.value("toggles", "").find("-O0 of ptxas "), std::string::npos) << again.out;
}

TEST(PhobosFuzz, FindsPlantedFaultsOfEveryKindAndMakesTheirKernelsSmall) {
    const testing::Workplace folder;
    const Ended ended = folder.run(
        "phobos-fuzz planted --fault add-i32-wrong --fault reported-sign-of-byte-lost --fault text-minus-for-plus "
        "--kernels 200 --shrink 1 --json");
    EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
    const auto json = parse_json(ended.out);
    ASSERT_TRUE(json) << ended.out << ended.err;
    ASSERT_EQ((*json)["faults"].size(), 3U);
    for (const Json& fault : (*json)["faults"]) {
        EXPECT_GT(fault["kernels"], 0) << fault;
        EXPECT_GT(fault["statements"], 0) << fault;
    }
    EXPECT_EQ(folder.run("phobos-fuzz planted --fault reported-shuffle-down-16 --kernels 1").code, 1);
    EXPECT_EQ(folder.run("phobos-fuzz planted --fault shuffles-order-as-a-barrier --kernels 1").code, 2)
        << "only races show it";
}

TEST(PhobosFuzz, RefusesWrongCommandLines) {
    const testing::Workplace folder;
    for (const char* words :
         {"", "rum", "run", "run --count 0", "run --count 1 --shard 2/2", "run --count 1 --engines interp,gpu",
          "run --count 1 --engines interp,interp", "run --time 5x", "run --count 1 --seed -1", "replay", "merge",
          "run --count 1 --jobs 0", "run --count 1 --kernel-time 0", "reduce one.json --time 0", "planted --fault none",
          "planted --kind none"})
        EXPECT_EQ(folder.run(std::string("phobos-fuzz ") + words).code, 2) << words;
    EXPECT_EQ(folder.run("phobos-fuzz merge .").code, 4);
    const Ended help = folder.run("phobos-fuzz --help");
    EXPECT_EQ(help.code, 0);
    EXPECT_NE(help.out.find("reduce"), std::string::npos) << help.out;
}

}  // namespace
}  // namespace phobos::tools
