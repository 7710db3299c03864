// SPDX-License-Identifier: Apache-2.0
#include "backend/host/compile.h"

#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <thread>

#include <fmt/format.h>

#include "backend/host/test_support.h"
#include "backend/process/test_support.h"

namespace phobos::host::testing {
namespace {

Unit good(const std::string& entry) { return kernel(entry, 32, "words[0] = i64(1);"); }
Unit bad(const std::string& entry) { return kernel(entry, 32, "words[0] = nothing_is_called_so;"); }

std::unique_ptr<Compiler> compiler_in(const Scratch& scratch, Compiler::Options options) {
    auto made = Compiler::make(scratch.path(), std::move(options));
    PHOBOS_ASSERT(made.has_value());
    return std::move(*made);
}

const engine::Failed& failed(const Built& built) { return std::get<engine::Failed>(built.error()); }

/// What a compiler of this command says of one kernel.
engine::Failed failure(const std::string& command, std::chrono::milliseconds limit = 60s) {
    const Scratch scratch = folder();
    const auto compiler = compiler_in(scratch, {command, worker_program(), limit, 1});
    const Unit unit = good("k");
    const auto built = compiler->build(std::span(&unit, 1), std::nullopt);
    EXPECT_FALSE(built[0].has_value());
    return built[0] ? engine::Failed{} : failed(built[0]);
}

/// The files of a folder that no batch should leave.
std::size_t leftovers(const Scratch& scratch) {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(scratch.path()))
        if (entry.path().filename().string().starts_with("batch-")) ++count;
    return count;
}

TEST(HostCompiler, KernelsOfABatchShareALibrary) {
    const Scratch scratch = folder();
    const auto compiler = compiler_in(scratch, host::testing::compiler());
    const std::vector<Unit> units{good("a"), good("b"), good("c")};
    auto built = compiler->build(units, std::nullopt);
    ASSERT_TRUE(built[0].has_value() && built[1].has_value() && built[2].has_value());
    EXPECT_EQ(*built[0], *built[2]);
    EXPECT_EQ(leftovers(scratch), 1U);
    built.clear();
    EXPECT_EQ(leftovers(scratch), 0U);
}

TEST(HostCompiler, OnlyTheKernelsAtFaultAreWithoutALibrary) {
    const Scratch scratch = folder();
    const auto compiler = compiler_in(scratch, host::testing::compiler());
    std::vector<Unit> units;
    for (int i = 0; i < 20; ++i)
        units.push_back(i == 3 || i == 13 ? bad("k" + std::to_string(i)) : good("k" + std::to_string(i)));
    const auto built = compiler->build(units, std::nullopt);
    for (std::size_t i = 0; i < units.size(); ++i) EXPECT_EQ(built[i].has_value(), i != 3 && i != 13) << i;
    EXPECT_EQ(failed(built[3]).stage, "compile");
    EXPECT_NE(failed(built[3]).message.find("'g++' exited with code 1\n"), std::string::npos);
    EXPECT_NE(failed(built[3]).message.find("nothing_is_called_so"), std::string::npos);
    EXPECT_NE(failed(built[13]).message.find("void phobos_of_k13::k13("), std::string::npos)
        << failed(built[13]).message;
}

TEST(HostCompiler, AMissingCompilerIsTold) {
    EXPECT_EQ(failure("/nowhere/g++").message, "'/nowhere/g++' cannot be started: No such file or directory");
    EXPECT_EQ(failure("no-such-compiler").stage, "compile");
}

TEST(HostCompiler, ACompilerThatFailsIsTold) {
    const Scratch place = folder();
    const std::string command = script(place, "cc", "echo 'out of licences' >&2; exit 7");
    EXPECT_EQ(failure(command).message, "'" + command + "' exited with code 7\nout of licences");
}

TEST(HostCompiler, ACompilerThatIsKilledIsTold) {
    const Scratch place = folder();
    const std::string command = script(place, "cc", "kill -9 $$");
    EXPECT_EQ(failure(command).message, "'" + command + "' was killed by signal 9 (Killed)");
}

TEST(HostCompiler, ACompilerThatIsKilledOnceIsAskedAgain) {
    const Scratch place = folder();
    const std::string command =
        script(place, "cc", R"(if [ ! -e "$0.was" ]; then touch "$0.was"; kill -9 $$; fi; exec g++ "$@")");
    const Scratch scratch = folder();
    const auto compiler = compiler_in(scratch, host::testing::compiler(command));
    const std::vector<Unit> units{good("a"), good("b")};
    const auto built = compiler->build(units, std::nullopt);
    EXPECT_TRUE(built[0].has_value() && built[1].has_value());
}

TEST(HostCompiler, ACompilerThatNeverEndsIsEnded) {
    const Scratch place = folder();
    const std::string command = script(place, "cc", "sleep 600 & echo $! >\"$0.pid\"; wait");
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(failure(command, 100ms).message, "'" + command + "' took more than 100 ms");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
    pid_t left = 0;
    std::ifstream(command + ".pid") >> left;
    ASSERT_GT(left, 0);
    // Orphans that were killed are gone as soon as their new parent looks.
    for (int i = 0; i < 500 && ::kill(left, 0) == 0; ++i) {
        char state = 0;
        std::string word;
        std::ifstream(fmt::format("/proc/{}/stat", left)) >> word >> word >> state;
        if (state == 'Z') break;
        std::this_thread::sleep_for(10ms);
        EXPECT_LT(i, 499) << "a process is left";
    }
}

TEST(HostCompiler, ADeadlineEndsTheCompilersAndIsALimit) {
    const Scratch place = folder();
    const std::string command = script(place, "cc", "echo $$ >\"$0.pid\"; exec sleep 600");
    const Scratch scratch = folder();
    const auto compiler = compiler_in(scratch, host::testing::compiler(command));
    std::vector<Unit> units;
    for (int i = 0; i < 40; ++i) units.push_back(good("k" + std::to_string(i)));
    const auto begin = std::chrono::steady_clock::now();
    const auto built = compiler->build(units, begin + 300ms);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
    for (const Built& each : built) {
        ASSERT_FALSE(each.has_value());
        EXPECT_EQ(std::get<engine::Limited>(each.error()).kind, engine::LimitKind::time);
    }
    EXPECT_TRUE(process::testing::comes_true(
        [&] { return !process::testing::is_alive(process::testing::number_in(command + ".pid")); }));
    EXPECT_EQ(leftovers(scratch), 0U);
}

TEST(HostCompiler, ACompilerThatWritesNothingIsTold) {
    const Scratch place = folder();
    const std::string command = script(place, "cc", "exit 0");
    EXPECT_EQ(failure(command).message, "'" + command + "' has written no library: No such file or directory");
}

TEST(HostCompiler, WhatACompilerLeavesUnfinishedIsNotUsed) {
    const Scratch place = folder();
    const std::string command =
        script(place, "cc",
               R"(while [ "$1" != -o ]; do shift; done; echo half >"$2"; echo 'No space left on device' >&2; exit 1)");
    const Scratch scratch = folder();
    const auto compiler = compiler_in(scratch, host::testing::compiler(command));
    const Unit unit = good("k");
    const auto built = compiler->build(std::span(&unit, 1), std::nullopt);
    EXPECT_EQ(failed(built[0]).message, "'" + command + "' exited with code 1\nNo space left on device");
    EXPECT_EQ(leftovers(scratch), 0U);
}

TEST(HostCompiler, AFileThatIsNoLibraryFailsTheLaunch) {
    const Scratch place = folder();
    const std::string command = script(place, "cc", R"(while [ "$1" != -o ]; do shift; done; seq 1000 >"$2")");
    const Scratch scratch = folder();
    const auto opened = Workshop::open(scratch.path(), host::testing::compiler(command), worker_program());
    const Unit unit = good("k");
    const auto built = (*opened)->build(std::span(&unit, 1), std::nullopt);
    ASSERT_TRUE(built[0].has_value());
    const Words words(1);
    const auto ran =
        (*opened)->run({shape(32), (*built[0])->path(), "k", {{0, true}}, words.file(), words.bytes()}, std::nullopt);
    const auto& answer = std::get<Answer>(std::get<Reply>(ran));
    EXPECT_EQ(answer.answered, Answered::no_library);
    EXPECT_NE(answer.text.find("invalid ELF header"), std::string::npos) << answer.text;
}

/// While it lives, files cannot grow beyond so many bytes, as on a full disk.
class SmallFiles {
public:
    explicit SmallFiles(rlim_t bytes) : signal_(::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    SmallFiles(const SmallFiles&) = delete;
    SmallFiles& operator=(const SmallFiles&) = delete;
    ~SmallFiles() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        ::signal(SIGXFSZ, signal_);
    }

private:
    rlimit before_{};
    void (*signal_)(int);
};

TEST(HostCompiler, ADiskWithoutRoomForTheTextIsTold) {
    const Scratch scratch = folder();
    const auto compiler = compiler_in(scratch, host::testing::compiler());
    const Unit unit = good("k");
    const SmallFiles full(10);
    const auto built = compiler->build(std::span(&unit, 1), std::nullopt);
    EXPECT_NE(failed(built[0]).message.find("cannot write '"), std::string::npos) << failed(built[0]).message;
    EXPECT_NE(failed(built[0]).message.find("File too large"), std::string::npos);
    EXPECT_EQ(leftovers(scratch), 0U);
}

TEST(HostCompiler, ADiskWithoutRoomForTheLibraryIsTold) {
    const Scratch scratch = folder();
    const auto compiler = compiler_in(scratch, host::testing::compiler());
    const Unit unit = good("k");
    const SmallFiles full(4096);
    const auto built = compiler->build(std::span(&unit, 1), std::nullopt);
    ASSERT_FALSE(built[0].has_value());
    EXPECT_EQ(failed(built[0]).stage, "compile");
    EXPECT_EQ(leftovers(scratch), 0U);
}

TEST(HostCompiler, AFolderThatCannotBeMadeIsTold) {
    const auto opened = Workshop::open("/nowhere", host::testing::compiler(), worker_program());
    ASSERT_FALSE(opened.has_value());
    EXPECT_EQ(opened.error(), "cannot make a folder in '/nowhere': No such file or directory");
}

TEST(HostCompiler, TheFolderIsRemovedAtTheEnd) {
    const Scratch parent = folder();
    {
        const auto opened = Workshop::open(parent.path(), host::testing::compiler(), worker_program());
        EXPECT_FALSE(std::filesystem::is_empty(parent.path()));
    }
    EXPECT_TRUE(std::filesystem::is_empty(parent.path()));
}

}  // namespace
}  // namespace phobos::host::testing
