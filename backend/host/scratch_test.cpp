// SPDX-License-Identifier: Apache-2.0
#include "backend/host/scratch.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "backend/host/test_support.h"
#include "backend/process/test_support.h"

namespace phobos::host::testing {
namespace {

using process::testing::comes_true;
using process::testing::is_alive;
using process::testing::number_in;

std::size_t entries(const Scratch& scratch) {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(scratch.path()), {}));
}

/// Ends in a process of its own, without destructors, after the work.
template <class Work>
void in_a_process_that_is_ended(Work work) {
    const pid_t process = ::fork();
    if (process == 0) {
        work();
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(process, &status, 0);
    EXPECT_EQ(status, 0);
}

TEST(HostScratch, FoldersThatWereLeftBehindAreRemovedAndNoOthers) {
    const Scratch parent = folder();
    std::filesystem::create_directory(parent.path() / "another");
    std::ofstream(parent.path() / "phobos-host-file") << "a file";
    std::filesystem::create_symlink(parent.path() / "another", parent.path() / "phobos-host-link");
    const auto used = Scratch::make(parent.path());
    in_a_process_that_is_ended([&] {
        const auto left = Scratch::make(parent.path());
        std::ofstream(left->path() / "file") << "text";
        ::_exit(0);
    });
    EXPECT_EQ(entries(parent), 5U);
    remove_abandoned(parent.path());
    EXPECT_EQ(entries(parent), 4U);
    EXPECT_TRUE(std::filesystem::exists(used->path()));
    EXPECT_TRUE(std::filesystem::exists(parent.path() / "another"));
}

TEST(HostScratch, AWorkshopRemovesWhatOthersLeft) {
    const Scratch parent = folder();
    in_a_process_that_is_ended([&] {
        const auto left = Scratch::make(parent.path());
        ::_exit(0);
    });
    EXPECT_EQ(entries(parent), 1U);
    {
        const auto opened = Workshop::open(parent.path(), host::testing::compiler(), worker_program());
    }
    EXPECT_EQ(entries(parent), 0U);
}

TEST(HostScratch, ASignalLeavesNeitherAFolderNorACompiler) {
    for (const int signal : {SIGINT, SIGTERM, SIGKILL}) {
        const Scratch place = folder();
        const Scratch parent = folder();
        const std::string command = script(place, "cc", R"(sleep 600 & echo $! >"$0.sleep"; echo $$ >"$0.pid"; wait)");
        const pid_t process = ::fork();
        if (process == 0) {
            const auto opened = Workshop::open(parent.path(), host::testing::compiler(command), worker_program());
            const Unit unit = kernel("k", 32, "words[0] = i64(1);");
            (void)(*opened)->build(std::span(&unit, 1), std::nullopt);
            ::_exit(1);
        }
        const pid_t compiler = number_in(command + ".pid");
        const pid_t its_child = number_in(command + ".sleep");
        EXPECT_TRUE(is_alive(compiler) && is_alive(its_child));
        EXPECT_EQ(entries(parent), 1U);
        ::kill(process, signal);
        int status = 0;
        ::waitpid(process, &status, 0);
        EXPECT_TRUE(WIFSIGNALED(status)) << status;
        EXPECT_TRUE(comes_true([&] { return !is_alive(compiler) && !is_alive(its_child); })) << signal;
        EXPECT_TRUE(comes_true([&] { return entries(parent) == 0; })) << signal;
    }
}

}  // namespace
}  // namespace phobos::host::testing
