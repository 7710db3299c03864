// SPDX-License-Identifier: Apache-2.0
#include "backend/nvrtc/pool.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "backend/nvrtc/test_support.h"
#include "backend/process/child.h"

namespace phobos::nvrtc {
namespace {

using std::chrono::milliseconds;
using testing::fake_job;

WorkerPool pool_of(int workers, milliseconds limit = milliseconds(20'000)) {
    return {{{testing::worker_program()}, workers, limit}, {{testing::fake("fake_nvrtc")}, {{"h.h", "header"}}}};
}

/// A text that compiles, and shows in its PTX which one it is.
Job numbered(int number) { return fake_job(fmt::format("number {};", number)); }

void expect_numbered(const Compilation& compilation, int number) {
    ASSERT_TRUE(compilation) << compilation.error().text;
    EXPECT_NE(compilation->ptx.find(fmt::format("number {};", number)), std::string::npos);
    EXPECT_NE(compilation->ptx.find("// h.h: header"), std::string::npos);
}

TEST(NvrtcPool, AnswersInTheOrderOfTheJobs) {
    WorkerPool pool = pool_of(3);
    EXPECT_TRUE(pool.compile({}).empty());
    for (int round = 0; round < 2; ++round) {
        std::vector<Job> jobs;
        for (int i = 0; i < 50; ++i) jobs.push_back(numbered(i));
        const auto results = pool.compile(jobs);
        ASSERT_EQ(results.size(), jobs.size());
        for (int i = 0; i < 50; ++i) expect_numbered(results[static_cast<std::size_t>(i)], i);
    }
}

TEST(NvrtcPool, RenewsAProcessThatHasCompiledItsTexts) {
    const std::filesystem::path starts = std::filesystem::path(::testing::TempDir()) / "phobos_pool_starts";
    std::filesystem::remove(starts);
    const std::string start = fmt::format("echo started >> {}; exec {}", starts.string(), testing::worker_program());
    WorkerPool pool({{"/bin/sh", "-c", start}, 1, milliseconds(20'000), 2},
                    {{testing::fake("fake_nvrtc")}, {{"h.h", "header"}}});
    std::vector<Job> jobs;
    for (int i = 0; i < 5; ++i) jobs.push_back(numbered(i));
    const auto results = pool.compile(jobs);
    for (int i = 0; i < 5; ++i) expect_numbered(results[static_cast<std::size_t>(i)], i);
    std::ifstream stream(starts);
    int count = 0;
    for (std::string line; std::getline(stream, line);) ++count;
    EXPECT_EQ(count, 3);
    std::filesystem::remove(starts);
}

TEST(NvrtcPool, CarriesTextsThatNoBufferHolds) {
    WorkerPool pool = pool_of(2);
    const std::string large(std::size_t{4} << 20U, 'x');
    const Job jobs[]{fake_job(large), fake_job(large), fake_job(large)};
    for (const Compilation& result : pool.compile(jobs)) {
        ASSERT_TRUE(result) << result.error().text;
        EXPECT_TRUE(result->ptx.ends_with(large));
    }
}

TEST(NvrtcPool, ACrashFailsItsTextAlone) {
    WorkerPool pool = pool_of(2);
    const Job jobs[]{numbered(0), fake_job("fake: crash"),     numbered(2), fake_job("fake: exit 3"),
                     numbered(4), fake_job("fake: compile 6"), numbered(6)};
    for (int round = 0; round < 2; ++round) {
        const auto results = pool.compile(jobs);
        ASSERT_EQ(results.size(), 7U);
        for (const int good : {0, 2, 4, 6}) expect_numbered(results[static_cast<std::size_t>(good)], good);
        ASSERT_FALSE(results[1]);
        EXPECT_EQ(results[1].error().kind, FailureKind::worker);
        EXPECT_EQ(results[1].error().text, "compiling 'k.cu': the worker was killed by signal 9 (Killed)");
        ASSERT_FALSE(results[3]);
        EXPECT_EQ(results[3].error().text, "compiling 'k.cu': the worker exited with code 3");
        ASSERT_FALSE(results[5]);
        EXPECT_EQ(results[5].error().kind, FailureKind::source);
    }
}

TEST(NvrtcPool, AHangFailsItsTextAlone) {
    WorkerPool pool = pool_of(2, milliseconds(300));
    const Job jobs[]{fake_job("fake: hang"), numbered(1), numbered(2), numbered(3)};
    const auto results = pool.compile(jobs);
    ASSERT_FALSE(results[0]);
    EXPECT_EQ(results[0].error().kind, FailureKind::time);
    EXPECT_EQ(results[0].error().text, "compiling 'k.cu': the worker took longer than 300 ms and was ended");
    for (const int good : {1, 2, 3}) expect_numbered(results[static_cast<std::size_t>(good)], good);
}

TEST(NvrtcPool, ADeadlineEndsWhatIsLeft) {
    WorkerPool pool = pool_of(1);
    const Job jobs[]{numbered(0), fake_job("fake: hang"), numbered(2), numbered(3)};
    const auto begin = std::chrono::steady_clock::now();
    const auto results = pool.compile(jobs, begin + milliseconds(1000));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, milliseconds(10'000));
    expect_numbered(results[0], 0);
    for (const std::size_t late : {1U, 2U, 3U}) {
        ASSERT_FALSE(results[late]);
        EXPECT_EQ(results[late].error().kind, FailureKind::time);
        EXPECT_EQ(results[late].error().text, "compiling 'k.cu': the time for it was over");
    }
    expect_numbered(pool.compile(std::span(jobs, 1))[0], 0);
}

TEST(NvrtcPool, SaysWhyNothingCanBeCompiled) {
    const Job jobs[]{numbered(0), numbered(1)};
    WorkerPool no_library({{testing::worker_program()}}, {{"libno-such-nvrtc.so.99"}, {}});
    for (const Compilation& result : no_library.compile(jobs)) {
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().kind, FailureKind::library);
        EXPECT_NE(result.error().text.find("libno-such-nvrtc.so.99"), std::string::npos) << result.error().text;
    }
    WorkerPool no_program({{"/no/such/program"}}, {});
    for (const Compilation& result : no_program.compile(jobs)) {
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().kind, FailureKind::worker);
        EXPECT_EQ(result.error().text,
                  "compiling 'k.cu': '/no/such/program' cannot be started: No such file or directory");
    }
    WorkerPool other_program({{"/bin/true"}}, {});
    for (const Compilation& result : other_program.compile(jobs)) {
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().text, "compiling 'k.cu': the worker exited with code 0");
    }
    WorkerPool echo({{"/bin/sh", "-c", R"(printf '\003\0\0\0\0\0\0\0abc' >&0; cat)"}}, {});
    for (const Compilation& result : echo.compile(jobs)) {
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().text, "compiling 'k.cu': the worker is no phobos-nvrtc-worker of this version");
    }
}

TEST(NvrtcPool, ItsWorkerRefusesWords) {
    const auto ran =
        process::run({{testing::worker_program(), "--help"}}, process::Clock::now() + milliseconds(20'000));
    ASSERT_TRUE(ran.has_value()) << ran.error();
    EXPECT_EQ(ran->ended, (process::Ended{process::Ended::How::exited, 2}));
    EXPECT_EQ(ran->output,
              "phobos-nvrtc-worker: '--help': it takes no words, and a pool of compilers alone starts it\n");
}

}  // namespace
}  // namespace phobos::nvrtc
