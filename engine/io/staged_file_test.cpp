// SPDX-License-Identifier: Apache-2.0
#include "engine/io/staged_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <thread>

#include "engine/io/test_support.h"

namespace phobos::io {
namespace {

using testing::bytes_of;
using testing::contents;
using testing::TemporaryFolder;
using testing::verdict;

constexpr std::array stagings{Staging::unnamed_if_possible, Staging::named};

/// Whether the file system of a folder has files without a name.
bool has_unnamed_files(const std::string& folder) {
    const Descriptor file(::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0600));
    return file.is_open();
}

TEST(StagedFile, ThatIsNotCommittedLeavesNothing) {
    const std::vector<std::byte> bytes = bytes_of("new");
    const std::span<const std::byte> piece(bytes);
    for (const Staging staging : stagings) {
        const TemporaryFolder folder;
        testing::put(folder.file("a"), "old");
        {
            const auto staged = StagedFile::stage(folder.file("a"), std::span(&piece, 1), staging);
            ASSERT_TRUE(staged) << verdict(staged);
            const bool is_unnamed = staging == Staging::unnamed_if_possible && has_unnamed_files(folder.path());
            EXPECT_EQ(testing::entries(folder.path()), is_unnamed ? 1U : 2U);
        }
        EXPECT_EQ(testing::entries(folder.path()), 1U);
        EXPECT_EQ(contents(folder.file("a")), "old");
    }
}

TEST(StagedFile, ReplacesAFileAndMakesANewOne) {
    const std::vector<std::byte> bytes = bytes_of("new");
    const std::span<const std::byte> piece(bytes);
    for (const Staging staging : stagings) {
        const TemporaryFolder folder;
        testing::put(folder.file("old"), "old");
        for (const char* const name : {"old", "fresh"}) {
            auto staged = StagedFile::stage(folder.file(name), std::span(&piece, 1), staging);
            ASSERT_TRUE(staged) << verdict(staged);
            ASSERT_TRUE(std::move(*staged).commit());
            EXPECT_EQ(contents(folder.file(name)), "new");
        }
        EXPECT_EQ(testing::entries(folder.path()), 2U);
    }
}

TEST(StagedFile, ReplacesAFileThatAppearedMeanwhile) {
    const TemporaryFolder folder;
    const std::vector<std::byte> bytes = bytes_of("new");
    const std::span<const std::byte> piece(bytes);
    auto staged = StagedFile::stage(folder.file("a"), std::span(&piece, 1));
    ASSERT_TRUE(staged) << verdict(staged);
    testing::put(folder.file("a"), "of somebody else");
    ASSERT_TRUE(std::move(*staged).commit());
    EXPECT_EQ(contents(folder.file("a")), "new");
    EXPECT_EQ(testing::entries(folder.path()), 1U);
}

/// The signal that ends a child which does `work`; 0 when it comes to its end.
template <class Work>
int ended_by(const Work& work) {
    const pid_t child = ::fork();
    if (child == 0) {
        work();
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST(StagedFile, AKilledProcessLeavesNothing) {
    const TemporaryFolder folder;
    if (!has_unnamed_files(folder.path())) GTEST_SKIP() << "this file system has no files without a name";
    const std::vector<std::byte> bytes = bytes_of("new");
    const std::span<const std::byte> piece(bytes);
    testing::put(folder.file("a"), "old");
    const int signal = ended_by([&] {
        const auto staged = StagedFile::stage(folder.file("a"), std::span(&piece, 1));
        ::raise(SIGKILL);
    });
    EXPECT_EQ(signal, SIGKILL);
    EXPECT_EQ(contents(folder.file("a")), "old");
    EXPECT_EQ(testing::entries(folder.path()), 1U);
}

TEST(StagedFile, ASignalThatIsHeldEndsTheProcessAfterItsTemporaries) {
    const std::vector<std::byte> bytes = bytes_of("new");
    const std::span<const std::byte> piece(bytes);
    for (const Staging staging : stagings) {
        for (const int signal : {SIGHUP, SIGINT, SIGTERM}) {
            const TemporaryFolder folder;
            testing::put(folder.file("a"), "old");
            const int ended = ended_by([&] {
                const SignalsHeld held;
                const auto before = StagedFile::stage(folder.file("b"), std::span(&piece, 1), staging);
                ::raise(signal);
                const auto after = StagedFile::stage(folder.file("a"), std::span(&piece, 1), staging);
                if (!before || verdict(after).find("the program is being ended") == std::string::npos) ::_exit(1);
            });
            EXPECT_EQ(ended, signal);
            EXPECT_EQ(contents(folder.file("a")), "old");
            EXPECT_EQ(testing::entries(folder.path()), 1U);
        }
    }
}

TEST(StagedFile, AnIgnoredSignalEndsNothing) {
    const TemporaryFolder folder;
    const int ended = ended_by([&] {
        std::signal(SIGHUP, SIG_IGN);
        const SignalsHeld held;
        ::raise(SIGHUP);
        if (!write_file(folder.file("a"), bytes_of("new"))) ::raise(SIGABRT);
    });
    EXPECT_EQ(ended, 0);
    EXPECT_EQ(contents(folder.file("a")), "new");
}

TEST(StagedFile, ALinkToNothingIsFollowed) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.file("other"));
    std::filesystem::create_symlink("other/a", folder.file("link"));
    EXPECT_TRUE(same_file(folder.file("link"), folder.file("other/../other/a")));
    ASSERT_TRUE(write_file(folder.file("link"), bytes_of("new")));
    EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
    EXPECT_EQ(contents(folder.file("other/a")), "new");
    std::filesystem::create_symlink("turn", folder.file("round"));
    std::filesystem::create_symlink("round", folder.file("turn"));
    EXPECT_EQ(
        verdict(write_file(folder.file("turn"), bytes_of("new"))),
        fmt::format("file_unwritable: cannot write '{}': Too many levels of symbolic links", folder.file("turn")));
}

TEST(StagedFile, OwnDescriptorsAreWrittenWhereTheyStand) {
    const TemporaryFolder folder;
    const Descriptor file(::open(folder.file("a").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    ASSERT_EQ(::write(file.number(), "head ", 5), 5);
    const std::string name = fmt::format("/dev/fd/{}", file.number());
    ASSERT_TRUE(write_file(name, bytes_of("tail")));
    EXPECT_EQ(contents(folder.file("a")), "head tail");
    EXPECT_EQ(own_descriptor("/dev/stdout"), STDOUT_FILENO);
    EXPECT_EQ(own_descriptor("/proc/self/fd/12"), 12);
    EXPECT_EQ(own_descriptor("/dev/fd/1x"), std::nullopt);
    EXPECT_EQ(own_descriptor("/dev/fd/"), std::nullopt);
    EXPECT_TRUE(same_file("/dev/stdout", "/dev/fd/1"));
    EXPECT_FALSE(same_file("/dev/stdout", "/dev/stderr"));
    EXPECT_EQ(verdict(write_file("/dev/fd/999", bytes_of("x"))),
              "file_unwritable: cannot write '/dev/fd/999': Bad file descriptor");
}

TEST(StagedFile, WhatCannotBeWrittenIsNamed) {
    const TemporaryFolder folder;
    const std::vector<std::byte> bytes = bytes_of("new");
    EXPECT_EQ(verdict(write_file(folder.path(), bytes)),
              fmt::format("file_unwritable: cannot write '{}': it is a folder", folder.path()));
    EXPECT_EQ(verdict(write_file(folder.file("none/a"), bytes)),
              fmt::format("file_unwritable: cannot write '{}': No such file or directory", folder.file("none/a")));
    testing::put(folder.file("file"), "old");
    EXPECT_EQ(verdict(write_file(folder.file("file/a"), bytes)),
              fmt::format("file_unwritable: cannot write '{}': Not a directory", folder.file("file/a")));
    EXPECT_EQ(verdict(write_file("/dev/full", bytes)),
              "file_unwritable: cannot write '/dev/full': No space left on device");
    EXPECT_EQ(verdict(write_file("/proc/phobos.npy", bytes)),
              "file_unwritable: cannot write '/proc/phobos.npy': No such file or directory");
}

/// Root may write everywhere: for its lifetime root is nobody, who owns the given folder.
class Unprivileged {
public:
    explicit Unprivileged(const std::string& folder) : saved_(::geteuid()) {
        if (saved_ != 0) return;
        PHOBOS_ASSERT(::chown(folder.c_str(), nobody, nobody) == 0);
        PHOBOS_ASSERT(::seteuid(nobody) == 0);
    }
    Unprivileged(const Unprivileged&) = delete;
    Unprivileged& operator=(const Unprivileged&) = delete;
    ~Unprivileged() { PHOBOS_ASSERT(::seteuid(saved_) == 0); }

private:
    static constexpr uid_t nobody = 65534;
    uid_t saved_;
};

TEST(StagedFile, ProtectedFilesAndFoldersStay) {
    const TemporaryFolder folder;
    const Unprivileged nobody(folder.path());
    const std::vector<std::byte> bytes = bytes_of("new");
    testing::put(folder.file("a"), "old");
    ::chmod(folder.file("a").c_str(), 0400);
    EXPECT_EQ(verdict(write_file(folder.file("a"), bytes)),
              fmt::format("file_unwritable: cannot write '{}': Permission denied", folder.file("a")));
    ::chmod(folder.path().c_str(), 0500);
    EXPECT_EQ(verdict(write_file(folder.file("b"), bytes)),
              fmt::format("file_unwritable: cannot write '{}': Permission denied", folder.file("b")));
    ::chmod(folder.path().c_str(), 0700);
    EXPECT_EQ(contents(folder.file("a")), "old");
}

TEST(StagedFile, AFullDiskLeavesTheOldFile) {
    const TemporaryFolder folder;
    testing::put(folder.file("a"), "old");
    rlimit saved{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &saved), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{4096, saved.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto written = write_file(folder.file("a"), std::vector<std::byte>(10'000));
    ::setrlimit(RLIMIT_FSIZE, &saved);
    std::signal(SIGXFSZ, handler);
    EXPECT_EQ(verdict(written), fmt::format("file_unwritable: cannot write '{}': File too large", folder.file("a")));
    EXPECT_EQ(contents(folder.file("a")), "old");
    EXPECT_EQ(testing::entries(folder.path()), 1U);
}

TEST(StagedFile, LinksModesAndDevicesStayWhatTheyAre) {
    const TemporaryFolder folder;
    const std::vector<std::byte> bytes = bytes_of("new");
    testing::put(folder.file("a"), "old");
    ::chmod(folder.file("a").c_str(), 0640);
    std::filesystem::create_symlink(folder.file("a"), folder.file("link"));
    ASSERT_TRUE(write_file(folder.file("link"), bytes));
    EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
    EXPECT_EQ(contents(folder.file("a")), "new");
    struct stat status{};
    ASSERT_EQ(::stat(folder.file("a").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0640U);
    ASSERT_TRUE(write_file("/dev/null", bytes));
    EXPECT_EQ(::stat("/dev/null", &status), 0);
    EXPECT_TRUE(S_ISCHR(status.st_mode));
    const std::string pipe = folder.file("pipe");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::string received;
    {
        const std::jthread reader([&] { received = contents(pipe); });
        ASSERT_TRUE(write_file(pipe, bytes));
    }
    EXPECT_EQ(received, "new");
}

}  // namespace
}  // namespace phobos::io
