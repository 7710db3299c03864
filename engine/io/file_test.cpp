// SPDX-License-Identifier: Apache-2.0
#include "engine/io/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "engine/io/test_support.h"

namespace phobos::io {
namespace {

using testing::bytes_of;
using testing::contents;
using testing::TemporaryFolder;
using testing::verdict;

TEST(File, ReadsWhatIsWritten) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_file(folder.file("a"), bytes_of("one")));
    EXPECT_EQ(contents(folder.file("a")), "one");
    EXPECT_EQ(*read_file(folder.file("a")), bytes_of("one"));
    const std::vector<std::byte> first = bytes_of("first ");
    const std::vector<std::byte> second = bytes_of("second");
    const std::vector<std::span<const std::byte>> pieces{first, second};
    ASSERT_TRUE(write_file(folder.file("a"), pieces));
    EXPECT_EQ(contents(folder.file("a")), "first second");
    EXPECT_EQ(testing::entries(folder.path()), 1U);
}

TEST(File, WhatCannotBeReadIsNamed) {
    const TemporaryFolder folder;
    EXPECT_EQ(verdict(read_file("/no/such/file")),
              "file_unreadable: cannot read '/no/such/file': No such file or directory");
    EXPECT_EQ(verdict(read_file(folder.path())),
              fmt::format("file_unreadable: cannot read '{}': it is a folder", folder.path()));
    testing::put(folder.file("a"), "12345");
    EXPECT_EQ(verdict(read_file(folder.file("a"), 4)),
              fmt::format("file_too_large: '{}' has 5 bytes, more than 4", folder.file("a")));
    EXPECT_EQ(verdict(read_file(folder.file("a"), 5)), "ok");
}

TEST(File, PipesAreReadToTheirEndAndUpToTheLimit) {
    const TemporaryFolder folder;
    const std::string pipe = folder.file("pipe");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const std::string text(200'000, 'x');
    {
        const std::jthread writer([&] { testing::put(pipe, text); });
        const auto bytes = read_file(pipe);
        ASSERT_TRUE(bytes) << verdict(bytes);
        EXPECT_EQ(*bytes, bytes_of(text));
    }
    EXPECT_EQ(verdict(read_file("/dev/zero", 1000)), "file_too_large: '/dev/zero' has more than 1000 bytes");
    EXPECT_EQ(verdict(read_file("/dev/null")), "ok");
}

TEST(File, StandardInputMayBeAFileOrAPipe) {
    const TemporaryFolder folder;
    testing::put(folder.file("a"), "from a file");
    const int saved = ::dup(STDIN_FILENO);
    const int file = ::open(folder.file("a").c_str(), O_RDONLY);
    ::dup2(file, STDIN_FILENO);
    EXPECT_EQ(*read_file("-"), bytes_of("from a file"));
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ASSERT_EQ(::write(ends[1], "from a pipe", 11), 11);
    ::close(ends[1]);
    ::dup2(ends[0], STDIN_FILENO);
    EXPECT_EQ(*read_file("-"), bytes_of("from a pipe"));
    ::dup2(saved, STDIN_FILENO);
    for (const int descriptor : {saved, file, ends[0]}) ::close(descriptor);
}

TEST(File, PartsOfAFileAreReadWhereTheyAre) {
    const TemporaryFolder folder;
    testing::put(folder.file("a"), "0123456789");
    const auto source = ByteSource::open(folder.file("a"));
    ASSERT_TRUE(source);
    EXPECT_EQ(source->size(), 10U);
    EXPECT_EQ(*source->read(3, 4), bytes_of("3456"));
    EXPECT_EQ(*source->read(10, 0), bytes_of(""));
    testing::put(folder.file("a"), "0123");
    EXPECT_EQ(verdict(source->read(2, 4)), "file_truncated: the file became shorter while it was read");
}

TEST(File, AStagedFileThatIsNotCommittedLeavesNothing) {
    const TemporaryFolder folder;
    testing::put(folder.file("a"), "old");
    const std::vector<std::byte> bytes = bytes_of("new");
    const std::span<const std::byte> piece(bytes);
    {
        const auto staged = StagedFile::stage(folder.file("a"), std::span(&piece, 1));
        ASSERT_TRUE(staged) << verdict(staged);
        EXPECT_EQ(testing::entries(folder.path()), 2U);
    }
    EXPECT_EQ(testing::entries(folder.path()), 1U);
    EXPECT_EQ(contents(folder.file("a")), "old");
    auto staged = StagedFile::stage(folder.file("a"), std::span(&piece, 1));
    ASSERT_TRUE(staged);
    EXPECT_EQ(contents(folder.file("a")), "old");
    ASSERT_TRUE(std::move(*staged).commit());
    EXPECT_EQ(contents(folder.file("a")), "new");
    EXPECT_EQ(testing::entries(folder.path()), 1U);
}

TEST(File, WhatCannotBeWrittenIsNamed) {
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

TEST(File, ProtectedFilesAndFoldersStay) {
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

TEST(File, AFullDiskLeavesTheOldFile) {
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

TEST(File, LinksModesAndDevicesStayWhatTheyAre) {
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
