// SPDX-License-Identifier: Apache-2.0
#include "engine/io/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "engine/io/staged_file.h"
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

}  // namespace
}  // namespace phobos::io
