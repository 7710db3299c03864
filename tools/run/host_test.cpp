// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "lang/base/json.h"
#include "tools/common/test_support.h"

/// phobos-run with --engine host.
namespace phobos::tools {
namespace {

using testing::Ended;

constexpr std::string_view halves =
    "@launch(64)\n"
    "kernel halves(A: tensor<i32>[N], O: tensor<i32>[M]) {\n"
    "    if ctx.thread < N {\n"
    "        O[ctx.thread * 2] = 100 / A[ctx.thread]\n"
    "    }\n"
    "}\n";

class HostRun : public ::testing::Test {
protected:
    HostRun() { place.put("halves.ph", halves); }
    [[nodiscard]] Ended run(std::string_view words) const {
        return place.run(fmt::format("phobos-run halves.ph --engine host {}", words));
    }
    void expect_refused(std::string_view why, std::string_view words) const {
        const Ended ended = run(words);
        EXPECT_EQ(ended.code, 6) << words << ended.out;
        EXPECT_NE(ended.err.find(why), std::string::npos) << words << "\n" << ended.err;
        EXPECT_FALSE(place.has("o.npy"));
    }
    void put_divisors(const std::vector<std::string>& literals) const {
        place.put_npy("a.npy", ScalarType::i32, {static_cast<std::int64_t>(literals.size())}, literals);
    }

    testing::Workplace place;
};

TEST_F(HostRun, WritesZerosWhereTheKernelDoesNot) {
    put_divisors({"1", "3", "-7"});
    place.put_npy("expected.npy", ScalarType::i32, {6}, {"100", "0", "33", "0", "-14", "0"});
    const Ended ended = run("--in A=a.npy --out O=o.npy --shape O=6 --expect O=expected.npy");
    EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
    EXPECT_TRUE(ended.err.starts_with("halves.ph:4:9: hint[PH0913]: ")) << ended.err;
    EXPECT_EQ(ended.err.find("error"), std::string::npos) << ended.err;
    EXPECT_EQ(ended.out.substr(0, ended.out.find('\n')), "halves: finished, 1 x 1 x 1 blocks of 64 threads");
    EXPECT_EQ(place.npy("o.npy", ScalarType::i32), place.npy("expected.npy", ScalarType::i32));
}

TEST_F(HostRun, GivesTheSameInEveryOrderOfThreadsAndWhereverArgumentsLie) {
    put_divisors({"1", "3", "-7"});
    place.put_npy("expected.npy", ScalarType::i32, {6}, {"100", "0", "33", "0", "-14", "0"});
    const std::string_view command = "--in A=a.npy --shape O=6 --expect O=expected.npy ";
    for (const std::string_view words : {"--seed 7", "--offset A=4 --offset O=12", "--lanes 64 --fast", "--jobs 3"})
        EXPECT_EQ(run(fmt::format("{} {}", command, words)).code, 0) << words;
}

TEST_F(HostRun, TellsFaultsLikeTheReference) {
    put_divisors({"1", "3", "0", "5"});
    const std::string_view command = "phobos-run halves.ph --in A=a.npy --out O=o.npy --shape O=6";
    const Ended of_host = place.run(fmt::format("{} --engine host --fast", command));
    const Ended of_reference = place.run(fmt::format("{} --engine reference", command));
    EXPECT_EQ(of_host.code, 1);
    EXPECT_NE(of_host.err.find("PH0803"), std::string::npos) << of_host.err;
    EXPECT_EQ(of_host.err, of_reference.err);
    EXPECT_FALSE(place.has("o.npy"));
}

TEST_F(HostRun, RefusesWhatTheEngineDoesNotOffer) {
    put_divisors({"1"});
    const std::string command = "--in A=a.npy --out O=o.npy --shape O=6 ";
    for (const std::string_view words : {"--check uninit", "--check races", "--check levels", "--check all",
                                         "--max-steps 1000", "--trace t.npz", "--stats"})
        expect_refused("the host engine does not offer ", command + std::string(words));
}

TEST_F(HostRun, NeedsACompiler) {
    put_divisors({"1"});
    const Ended ended = place.run(
        "run=$(command -v phobos-run) && PATH=/nowhere \"$run\" halves.ph --engine host --in A=a.npy --out O=o.npy "
        "--shape O=6");
    EXPECT_EQ(ended.code, 6);
    EXPECT_NE(ended.err.find("the host engine is not available: it compiles kernels by g++, which is not in PATH"),
              std::string::npos)
        << ended.err;
}

/// A compiler that never ends stands in PATH, and files are temporary in a folder of the test.
class SlowCompiler : public HostRun {
protected:
    SlowCompiler() {
        put_divisors({"1"});
        place.put("g++", "#!/bin/sh\nsleep 600 & echo $! >\"$PLACE/sleep.pid\"\necho $$ >\"$PLACE/pid\"\nwait\n");
    }
    [[nodiscard]] Ended run_with(std::string_view script) const { return place.run(setting_ + std::string(script)); }

    /// Waits some seconds until neither a compiler nor a temporary file is left. Who was killed and is not waited for
    /// is a zombie.
    static constexpr std::string_view expect_nothing_left =
        "runs() { grep -qs '^State:[[:space:]]*[RSDT]' /proc/$1/status; }; n=0; while [ $n -lt 500 ] && "
        "{ [ -n \"$(ls temporary)\" ] || runs $(cat pid) || runs $(cat sleep.pid); }; do sleep 0.02; n=$((n + 1)); "
        "done; [ $n -lt 500 ] || echo 'something is left'";

private:
    std::string setting_ = R"(chmod +x g++ && mkdir -p temporary && export PLACE="$PWD" TMPDIR="$PWD/temporary" && )"
                           R"(run=$(command -v phobos-run) && PATH="$PWD:$PATH" && )";
};

TEST_F(SlowCompiler, LeavesNothingWhereASignalEndsTheRun) {
    for (const std::string_view signal : {"TERM", "INT", "KILL"}) {
        // A shell starts what runs behind it with SIGINT ignored; env(1) sets that right.
        const Ended ended = run_with(fmt::format(
            "{{ env --default-signal=INT \"$run\" halves.ph --engine host --in A=a.npy --out O=o.npy --shape O=6 & "
            "while [ ! -s pid ]; do sleep 0.02; done; [ -n \"$(ls temporary)\" ] || echo 'there was no folder'; "
            "kill -{} $!; wait $!; echo $?; {}; rm pid; }}",
            signal, expect_nothing_left));
        const std::string code = signal == "TERM" ? "143" : signal == "INT" ? "130" : "137";
        EXPECT_EQ(ended.out, code + "\n") << signal << ended.err;
    }
}

TEST_F(SlowCompiler, IsEndedAtTheLimitOfTime) {
    const Ended ended = run_with(
        fmt::format("{{ \"$run\" halves.ph --engine host --in A=a.npy --out O=o.npy --shape O=6 --max-time 0.5 --json; "
                    "code=$?; {}; exit $code; }}",
                    expect_nothing_left));
    EXPECT_EQ(ended.code, 7) << ended.err;
    EXPECT_NE(ended.out.find("\"limit\": \"time\""), std::string::npos) << ended.out;
    EXPECT_EQ(ended.out.find("left"), std::string::npos) << ended.out;
    EXPECT_FALSE(place.has("o.npy"));
}

TEST_F(HostRun, SaysNothingOfStepsInJson) {
    put_divisors({"1"});
    const Ended ended = run("--in A=a.npy --out O=o.npy --shape O=6 --json");
    EXPECT_EQ(ended.code, 0) << ended.err;
    const auto json = parse_json(ended.out);
    ASSERT_TRUE(json) << ended.out;
    EXPECT_EQ((*json)["outcome"], "finished");
    EXPECT_EQ((*json)["engine"], "host");
    EXPECT_FALSE(json->contains("steps"));
}

}  // namespace
}  // namespace phobos::tools
