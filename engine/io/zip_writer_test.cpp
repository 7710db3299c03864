// SPDX-License-Identifier: Apache-2.0
#include "engine/io/zip_writer.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include <fmt/format.h>

#include "engine/io/staged_file.h"
#include "engine/io/test_support.h"
#include "engine/io/zip.h"

namespace phobos::io {
namespace {

TEST(ZipWriter, WritesWhatIsReadAndWhatPythonReads) {
    const testing::TemporaryFolder folder;
    const auto left = testing::bytes_of("hel");
    const auto right = testing::bytes_of("lo");
    const std::vector<StoredMember> members{{"a.txt", {left, right}, 5, 0x3610a686}, {"empty", {}, 0, 0}};
    const ZipLayout layout = lay_out_zip(members);
    const std::string path = folder.file("x.zip");
    ASSERT_TRUE(write_file(path, layout.pieces));
    const auto archive = ByteSource::open(path);
    ASSERT_TRUE(archive);
    const auto found = read_zip_directory(*archive);
    ASSERT_TRUE(found);
    ASSERT_EQ(found->size(), 2U);
    EXPECT_EQ((*found)[0].name, "a.txt");
    const auto content = extract(*archive, (*found)[0], 100);
    EXPECT_EQ(testing::verdict(content), "ok");
    EXPECT_EQ(*content, testing::bytes_of("hello"));
    EXPECT_EQ(testing::verdict(extract(*archive, (*found)[1], 100)), "ok");
    const auto python = testing::run("/usr/bin/python3 -c \"import zipfile; z = zipfile.ZipFile('" + path +
                                     "'); print(z.testzip(), z.read('a.txt'), z.namelist())\"");
    EXPECT_EQ(python.output, "None b'hello' ['a.txt', 'empty']\n");
}

TEST(ZipWriter, AnEmptyArchiveIsOne) {
    const ZipLayout layout = lay_out_zip({});
    ASSERT_EQ(layout.pieces.size(), 1U);
    const auto members = read_zip_directory(ByteSource::of({layout.pieces[0].begin(), layout.pieces[0].end()}));
    ASSERT_TRUE(members);
    EXPECT_TRUE(members->empty());
}

TEST(ZipWriter, WritesMoreMembersThan16BitsCount) {
    const testing::TemporaryFolder folder;
    constexpr std::size_t many = 65'536;
    for (const std::size_t count : {many - 2, many - 1, many}) {
        const std::vector<StoredMember> members(count, {"a", {}, 0, 0});
        const ZipLayout layout = lay_out_zip(members);
        const std::string path = folder.file("x.zip");
        ASSERT_TRUE(write_file(path, layout.pieces));
        const auto found = read_zip_directory(*ByteSource::open(path));
        ASSERT_EQ(testing::verdict(found), "ok") << count;
        EXPECT_EQ(found->size(), count);
        const auto python = testing::run("/usr/bin/python3 -c \"import zipfile; print(len(zipfile.ZipFile('" + path +
                                         "').infolist()))\"");
        EXPECT_EQ(python.output, fmt::format("{}\n", count));
    }
}

/// Members of 5 GB that are nothing but a hole in a file.
TEST(ZipWriter, WritesSizesAndPlacesBeyond32Bits) {
    const testing::TemporaryFolder folder;
    constexpr std::uint64_t large = std::uint64_t{5} << 30;
    const std::byte nothing{};
    const std::span<const std::byte> hole(&nothing, 1);  // stands for all of the member
    const std::vector<StoredMember> members{{"a", {hole}, large, 7}, {"b", {hole}, large, 8}};
    const ZipLayout layout = lay_out_zip(members);
    const std::string path = folder.file("x.zip");
    const Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    ASSERT_TRUE(file.is_open());
    off_t at = 0;
    for (const std::span<const std::byte> piece : layout.pieces) {
        if (piece.data() == hole.data()) {
            at += static_cast<off_t>(large);
            continue;
        }
        ASSERT_EQ(::pwrite(file.number(), piece.data(), piece.size(), at), static_cast<ssize_t>(piece.size()));
        at += static_cast<off_t>(piece.size());
    }
    const auto archive = ByteSource::open(path);
    ASSERT_TRUE(archive);
    const auto found = read_zip_directory(*archive);
    ASSERT_EQ(testing::verdict(found), "ok");
    ASSERT_EQ(found->size(), 2U);
    EXPECT_EQ((*found)[1].bytes, large);
    EXPECT_EQ((*found)[1].crc, 8U);
    EXPECT_GT((*found)[1].header_offset, large);
    const auto python =
        testing::run("/usr/bin/python3 -c \"import zipfile; z = zipfile.ZipFile('" + path +
                     "'); print([(i.filename, i.file_size, z.open(i).read(1)) for i in z.infolist()])\"");
    EXPECT_EQ(python.output, "[('a', 5368709120, b'\\x00'), ('b', 5368709120, b'\\x00')]\n");
}

}  // namespace
}  // namespace phobos::io
