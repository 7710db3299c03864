// SPDX-License-Identifier: Apache-2.0
#include "engine/io/npz.h"

#include <gtest/gtest.h>

#include "engine/io/npy.h"
#include "engine/io/test_support.h"

namespace phobos::io {
namespace {

using engine::Tensor;
using testing::bytes_of;
using testing::verdict;

const Tensor counting(ScalarType::u8, {4}, bytes_of("\1\2\3\4"));

Tensor repetitive(std::int64_t length) {
    return Tensor(ScalarType::u8, {length}, std::vector<std::byte>(static_cast<std::size_t>(length), std::byte{'a'}));
}

std::string archive_of(std::span<const NamedTensor> tensors, Compression compression) {
    const auto bytes = encode_npz(tensors, compression);
    return {reinterpret_cast<const char*>(bytes->data()), bytes->size()};
}

std::string archive_of(const Tensor& tensor, Compression compression) {
    return archive_of(std::vector<NamedTensor>{{"a", tensor}}, compression);
}

std::string read_verdict(std::string_view archive, std::optional<std::string_view> key = "a") {
    return verdict(read_npz(ByteSource::of(bytes_of(archive)), key, {}));
}

/// The archive with bytes overwritten `offset` behind the last occurrence of a mark.
std::string patched(std::string archive, std::string_view mark, std::size_t offset, std::string_view bytes) {
    const std::size_t at = archive.rfind(mark);
    PHOBOS_ASSERT(at != std::string::npos);
    return archive.replace(at + offset, bytes.size(), bytes);
}

constexpr std::string_view entry("PK\1\2", 4);
constexpr std::string_view local("PK\3\4", 4);
constexpr std::string_view end("PK\5\6", 4);
const std::string damaged = "archive_malformed: the archive is damaged: ";

TEST(Npz, NamesThatAreNotAsciiAreMarkedAsUtf8) {
    const std::vector<NamedTensor> tensors{{"\xC3\xA9", counting}, {"a", counting}};
    const std::string archive = archive_of(tensors, Compression::stored);
    const std::size_t first = archive.find(local);
    EXPECT_EQ(archive[first + 7], '\x08');  // bit 11 of the flags
    EXPECT_EQ(archive[archive.find(local, first + 1) + 7], '\0');
    EXPECT_EQ(*read_npz(ByteSource::of(bytes_of(archive)), "\xC3\xA9", ScalarType::u8), counting);
    const std::vector<NamedTensor> long_name{{std::string(70'000, 'k'), counting}};
    EXPECT_EQ(verdict(encode_npz(long_name, Compression::stored)),
              "file_unwritable: a key of 70000 bytes is too long for an archive");
}

TEST(Npz, RoundTripsAndFindsKeys) {
    const Tensor large = repetitive(3'000'000);
    const std::vector<NamedTensor> tensors{{"a", counting}, {"b.npy", counting}, {"large", large}};
    for (const Compression compression : {Compression::stored, Compression::deflated}) {
        const ByteSource archive = ByteSource::of(bytes_of(archive_of(tensors, compression)));
        EXPECT_EQ(*read_npz(archive, "a", ScalarType::u8), counting);
        EXPECT_EQ(*read_npz(archive, "a.npy", ScalarType::u8), counting);
        EXPECT_EQ(*read_npz(archive, "b.npy", ScalarType::u8), counting);
        EXPECT_EQ(*read_npz(archive, "large", {}), large);
        EXPECT_EQ(*npz_keys(archive), (std::vector<std::string>{"a", "b.npy", "large"}));
        EXPECT_EQ(verdict(read_npz(archive, "c", {})),
                  "file_key_missing: there is no 'c' in the file; its keys are a, b.npy, large");
        EXPECT_EQ(verdict(read_npz(archive, {}, {})),
                  "file_key_missing: a key must say which tensor; the file's keys are a, b.npy, large");
        EXPECT_EQ(verdict(read_npz(archive, "a", ScalarType::i8)),
                  "file_element_mismatch: the element type must be i8, found u8 ('|u1')");
    }
}

TEST(Npz, OnlyTheFirstKeysAreListed) {
    std::vector<NamedTensor> tensors;
    for (int i = 0; i < 25; ++i) tensors.push_back({fmt::format("k{}", i), counting});
    EXPECT_EQ(read_verdict(archive_of(tensors, Compression::stored)),
              "file_key_missing: there is no 'a' in the file; its keys are k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, "
              "k10, k11, k12, "
              "k13, k14, k15, k16, k17, k18, k19 and 5 more");
}

TEST(Npz, TheSameTensorsGiveTheSameBytes) {
    const std::string first = archive_of(counting, Compression::deflated);
    EXPECT_EQ(first, archive_of(counting, Compression::deflated));
    EXPECT_EQ(first.substr(10, 4), std::string("\0\0\x21\0", 4));  // 1980-01-01 00:00
}

TEST(Npz, AnArchiveOfOneNeedsNoKeyAndAnEmptyOneHasNone) {
    EXPECT_EQ(read_verdict(archive_of(counting, Compression::stored), {}), "ok");
    EXPECT_EQ(read_verdict(archive_of(std::span<const NamedTensor>(), Compression::stored)),
              "file_key_missing: there is no 'a' in the file; its keys are none");
}

TEST(Npz, AKeyThatIsThereTwiceIsRefused) {
    EXPECT_EQ(read_verdict(archive_of(std::vector<NamedTensor>{{"a", counting}, {"a", counting}}, Compression::stored)),
              damaged + "'a.npy' is in it 2 times");
}

TEST(Npz, EncryptionAndOtherMethodsAreUnsupported) {
    const std::string archive = archive_of(counting, Compression::deflated);
    EXPECT_EQ(read_verdict(patched(archive, entry, 8, "\1")), "archive_unsupported: the member is encrypted");
    EXPECT_EQ(read_verdict(patched(archive, entry, 10, "\x0c")),
              "archive_unsupported: the member's compression method 12 is not supported");
}

TEST(Npz, WrongSizesAreFoundBeforeMemoryIsTaken) {
    const std::string stored = archive_of(counting, Compression::stored);
    const std::string deflated = archive_of(repetitive(100'000), Compression::deflated);
    EXPECT_EQ(read_verdict(patched(stored, entry, 24, "\xff")), damaged + "a stored member has two sizes");
    EXPECT_EQ(read_verdict(patched(stored, entry, 20, "\xff\xff\xff\x7f")),
              damaged + "a member is larger than the archive");
    EXPECT_EQ(read_verdict(patched(deflated, entry, 24, "\xff\xff\xff\xf0")),
              damaged + "a member is larger than its data can be");
    EXPECT_EQ(verdict(read_npz(ByteSource::of(bytes_of(deflated)), "a", {}, 100'000)),
              "file_too_large: the member has 100128 bytes, more than the limit of 100000");
}

TEST(Npz, MembersThatHoldMoreOrLessThanTheySayAreDamaged) {
    const std::string archive = archive_of(repetitive(100'000), Compression::deflated);
    // 100128 bytes are 0x18720.
    EXPECT_EQ(read_verdict(patched(archive, entry, 24, "\x1f\x87\x01")),
              damaged + "a member has more data than it says");
    EXPECT_EQ(read_verdict(patched(archive, entry, 24, "\x21\x87\x01")), damaged + "a member's data is broken");
    EXPECT_EQ(read_verdict(patched(archive_of(counting, Compression::deflated), entry, 20, "\x10")),
              damaged + "a member's data is broken");
    EXPECT_EQ(read_verdict(patched(archive, local, 40, "\xff\xff\xff")), damaged + "a member's data is broken");
}

TEST(Npz, ChecksumsAreChecked) {
    const std::string stored = archive_of(counting, Compression::stored);
    EXPECT_EQ(read_verdict(patched(stored, "\1\2\3\4", 0, "\5")), damaged + "a member's checksum is wrong");
    EXPECT_EQ(read_verdict(patched(archive_of(counting, Compression::deflated), entry, 16, "xxxx")),
              damaged + "a member's checksum is wrong");
}

TEST(Npz, BrokenDirectoriesAreNamed) {
    const std::string archive = archive_of(counting, Compression::stored);
    EXPECT_EQ(read_verdict(""), damaged + "it is too short");
    EXPECT_EQ(read_verdict(std::string(100, 'x')), damaged + "it has no directory");
    EXPECT_EQ(read_verdict(archive + "x"), damaged + "it has no directory");
    EXPECT_EQ(read_verdict(archive.substr(0, archive.size() - 1)), damaged + "it has no directory");
    EXPECT_EQ(read_verdict(patched(archive, end, 16, "\xff\xff\xff\x7f")), damaged + "its directory is outside");
    EXPECT_EQ(read_verdict(patched(archive, end, 12, "\xff\xff\xff\x7f")), damaged + "its directory is outside");
    EXPECT_EQ(read_verdict(patched(archive, end, 10, "\2")), damaged + "its directory has another length than it says");
    EXPECT_EQ(read_verdict(patched(archive, entry, 0, "x")), damaged + "its directory is broken");
    EXPECT_EQ(read_verdict(patched(archive, entry, 28, "\xff")), damaged + "its directory is broken");
    EXPECT_EQ(read_verdict(patched(archive, entry, 42, "\xff\xff\xff\x7f")), damaged + "a member is outside");
    EXPECT_EQ(read_verdict(patched(archive, local, 0, "x")), damaged + "a member's header is broken");
    EXPECT_EQ(read_verdict(patched(archive, local, 26, "\xff\x7f")), damaged + "a member is outside");
}

TEST(Npz, SixtyFourBitFieldsMustBeThere) {
    const std::string archive = archive_of(counting, Compression::stored);
    EXPECT_EQ(read_verdict(patched(archive, end, 16, "\xff\xff\xff\xff")), damaged + "its 64-bit directory is missing");
    EXPECT_EQ(read_verdict(patched(archive, entry, 24, "\xff\xff\xff\xff")),
              damaged + "a member's 64-bit sizes are missing");
    const std::string only_end =
        patched(archive_of(std::span<const NamedTensor>(), Compression::stored), end, 16, "\xff\xff\xff\xff");
    EXPECT_EQ(read_verdict(only_end), damaged + "its 64-bit directory is missing");
    std::string located("PK\6\7\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0", 20);
    EXPECT_EQ(read_verdict(located + only_end), damaged + "its 64-bit directory is outside");
    EXPECT_EQ(read_verdict(std::string(60, 'x') + located + only_end), damaged + "its 64-bit directory is missing");
}

}  // namespace
}  // namespace phobos::io
