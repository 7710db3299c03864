// SPDX-License-Identifier: Apache-2.0
#include "engine/io/zip.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "engine/io/checksum.h"

namespace phobos::io {
namespace {

using diagnostics::Code;
using Bytes = std::span<const std::byte>;

constexpr std::uint64_t end_bytes = 22;  // the record at the end of the archive, without its comment
constexpr std::uint64_t longest_comment = 65535;
constexpr std::uint64_t locator_bytes = 20;
constexpr std::uint64_t wide_end_bytes = 56;
constexpr std::size_t entry_bytes = 46;  // of the directory, without name, extra fields and comment
constexpr std::uint64_t local_header_bytes = 30;
constexpr std::uint64_t largest_directory = std::uint64_t{256} << 20;
constexpr std::uint64_t best_deflate_ratio = 1032;  // a deflated byte stands for at most so many
constexpr std::size_t step_bytes = std::size_t{1} << 20;
constexpr std::uint64_t in_wide_field = 0xFFFFFFFF;  // the value stands in 64 bits elsewhere

constexpr std::string_view end_mark("PK\5\6", 4);
constexpr std::string_view locator_mark("PK\6\7", 4);
constexpr std::string_view wide_end_mark("PK\6\6", 4);
constexpr std::string_view entry_mark("PK\1\2", 4);
constexpr std::string_view local_mark("PK\3\4", 4);

bool has_mark(Bytes bytes, std::string_view mark) {
    return bytes.size() >= mark.size() && std::memcmp(bytes.data(), mark.data(), mark.size()) == 0;
}

template <class Word>
Word read_word(Bytes bytes, std::size_t offset) {
    Word word = 0;
    std::memcpy(&word, bytes.data() + offset, sizeof(Word));
    return word;
}

struct Directory {
    std::uint64_t members = 0;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

/// Where in the archive's last bytes the end record begins: the last one whose comment reaches the end exactly.
std::optional<std::size_t> find_end(Bytes tail) {
    for (std::size_t at = tail.size() - end_bytes + 1; at-- > 0;)
        if (has_mark(tail.subspan(at), end_mark) &&
            at + end_bytes + read_word<std::uint16_t>(tail, at + 20) == tail.size())
            return at;
    return std::nullopt;
}

/// The 64-bit end record, which a locator just before the end record points to.
Result<Directory, Error> find_wide_directory(const ByteSource& archive, std::uint64_t end_offset) {
    if (end_offset < locator_bytes) return damaged_archive("its 64-bit directory is missing");
    const auto locator = archive.read(end_offset - locator_bytes, locator_bytes);
    if (!locator) return Failure{locator.error()};
    if (!has_mark(*locator, locator_mark)) return damaged_archive("its 64-bit directory is missing");
    const auto offset = read_word<std::uint64_t>(*locator, 8);
    if (offset > end_offset || end_offset - offset < wide_end_bytes)
        return damaged_archive("its 64-bit directory is outside");
    const auto record = archive.read(offset, wide_end_bytes);
    if (!record) return Failure{record.error()};
    if (!has_mark(*record, wide_end_mark)) return damaged_archive("its 64-bit directory is missing");
    return Directory{read_word<std::uint64_t>(*record, 32), read_word<std::uint64_t>(*record, 48),
                     read_word<std::uint64_t>(*record, 40)};
}

Result<Directory, Error> find_directory(const ByteSource& archive) {
    if (archive.size() < end_bytes) return damaged_archive("it is too short");
    const std::uint64_t tail_bytes = std::min(archive.size(), end_bytes + longest_comment);
    const auto tail = archive.read(archive.size() - tail_bytes, tail_bytes);
    if (!tail) return Failure{tail.error()};
    const auto at = find_end(*tail);
    if (!at) return damaged_archive("it has no directory");
    const Bytes end = Bytes(*tail).subspan(*at);
    const Directory directory{read_word<std::uint16_t>(end, 10), read_word<std::uint32_t>(end, 16),
                              read_word<std::uint32_t>(end, 12)};
    const bool is_wide =
        directory.members == 0xFFFF || directory.offset == in_wide_field || directory.bytes == in_wide_field;
    return is_wide ? find_wide_directory(archive, archive.size() - tail_bytes + *at) : directory;
}

/// Replaces the sizes and the offset that stand in the 64-bit extra field; false where they should and do not.
bool read_wide_fields(ZipMember& member, Bytes extra) {
    const auto needs_wide = [](std::uint64_t value) { return value == in_wide_field; };
    if (!needs_wide(member.bytes) && !needs_wide(member.compressed_bytes) && !needs_wide(member.header_offset))
        return true;
    while (extra.size() >= 4) {
        const auto id = read_word<std::uint16_t>(extra, 0);
        const std::size_t length = read_word<std::uint16_t>(extra, 2);
        if (length > extra.size() - 4) return false;
        Bytes field = extra.subspan(4, length);
        extra = extra.subspan(4 + length);
        if (id != 1) continue;
        for (std::uint64_t* value : {&member.bytes, &member.compressed_bytes, &member.header_offset}) {
            if (!needs_wide(*value)) continue;
            if (field.size() < 8) return false;
            *value = read_word<std::uint64_t>(field, 0);
            field = field.subspan(8);
        }
        return true;
    }
    return false;
}

struct Entry {
    ZipMember member;
    std::size_t bytes;
};

Result<Entry, Error> read_entry(Bytes directory) {
    if (directory.size() < entry_bytes || !has_mark(directory, entry_mark))
        return damaged_archive("its directory is broken");
    const std::size_t name_bytes = read_word<std::uint16_t>(directory, 28);
    const std::size_t extra_bytes = read_word<std::uint16_t>(directory, 30);
    const std::size_t comment_bytes = read_word<std::uint16_t>(directory, 32);
    const std::size_t whole = entry_bytes + name_bytes + extra_bytes + comment_bytes;
    if (directory.size() < whole) return damaged_archive("its directory is broken");
    ZipMember member;
    member.name.assign(reinterpret_cast<const char*>(directory.data() + entry_bytes), name_bytes);
    member.flags = read_word<std::uint16_t>(directory, 8);
    member.method = read_word<std::uint16_t>(directory, 10);
    member.crc = read_word<std::uint32_t>(directory, 16);
    member.compressed_bytes = read_word<std::uint32_t>(directory, 20);
    member.bytes = read_word<std::uint32_t>(directory, 24);
    member.header_offset = read_word<std::uint32_t>(directory, 42);
    if (!read_wide_fields(member, directory.subspan(entry_bytes + name_bytes, extra_bytes)))
        return damaged_archive("a member's 64-bit sizes are missing");
    return Entry{std::move(member), whole};
}

/// Rejects what cannot be read, and sizes that cannot be true.
Result<Done, Error> check_member(const ZipMember& member, std::uint64_t archive_bytes, std::uint64_t limit_bytes) {
    if ((member.flags & 1) != 0) return Failure{Error{Code::archive_unsupported, "the member is encrypted"}};
    if (member.method != 0 && member.method != Z_DEFLATED)
        return Failure{Error{Code::archive_unsupported,
                             fmt::format("the member's compression method {} is not supported", member.method)}};
    if (member.compressed_bytes > archive_bytes) return damaged_archive("a member is larger than the archive");
    if (member.method == 0 && member.compressed_bytes != member.bytes)
        return damaged_archive("a stored member has two sizes");
    if (member.bytes / best_deflate_ratio > member.compressed_bytes)
        return damaged_archive("a member is larger than its data can be");
    if (member.bytes > limit_bytes)
        return Failure{Error{Code::file_too_large, fmt::format("the member has {} bytes, more than the limit of {}",
                                                               member.bytes, limit_bytes)}};
    return Done{};
}

/// Where the member's data begins: behind the header that stands before it.
Result<std::uint64_t, Error> data_offset(const ByteSource& archive, const ZipMember& member) {
    const std::uint64_t size = archive.size();
    if (member.header_offset > size || size - member.header_offset < local_header_bytes)
        return damaged_archive("a member is outside");
    const auto header = archive.read(member.header_offset, local_header_bytes);
    if (!header) return Failure{header.error()};
    if (!has_mark(*header, local_mark)) return damaged_archive("a member's header is broken");
    const std::uint64_t offset = member.header_offset + local_header_bytes + read_word<std::uint16_t>(*header, 26) +
                                 read_word<std::uint16_t>(*header, 28);
    if (offset > size || size - offset < member.compressed_bytes) return damaged_archive("a member is outside");
    return offset;
}

struct EndInflate {
    void operator()(z_stream* stream) const { inflateEnd(stream); }
};

/// Inflates into exactly `target`; the data must end where the target does.
Result<Done, Error> inflate_into(const ByteSource& archive, std::uint64_t offset, std::uint64_t count,
                                 std::span<std::byte> target) {
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        return Failure{Error{Code::file_too_large, "there is no memory to inflate the member"}};
    const std::unique_ptr<z_stream, EndInflate> end(&stream);
    std::vector<std::byte> input(std::min<std::uint64_t>(count, step_bytes));
    std::byte beyond{};  // takes what should not come
    int state = Z_OK;
    while (state == Z_OK) {
        if (stream.avail_in == 0) {
            const std::uint64_t step = std::min<std::uint64_t>(count, step_bytes);
            if (step == 0) break;
            if (auto done = archive.read(offset, std::span(input).first(step)); !done) return done;
            stream.next_in = reinterpret_cast<Bytef*>(input.data());
            stream.avail_in = static_cast<uInt>(step);
            offset += step;
            count -= step;
        }
        const std::span<std::byte> room =
            target.empty() ? std::span(&beyond, 1) : target.first(std::min(target.size(), step_bytes));
        stream.next_out = reinterpret_cast<Bytef*>(room.data());
        stream.avail_out = static_cast<uInt>(room.size());
        state = inflate(&stream, Z_NO_FLUSH);
        const std::size_t made = room.size() - stream.avail_out;
        if (made > target.size()) return damaged_archive("a member has more data than it says");
        target = target.subspan(made);
    }
    if (state != Z_STREAM_END || !target.empty()) return damaged_archive("a member's data is broken");
    return Done{};
}

}  // namespace

Failure<Error> damaged_archive(const std::string& what) {
    return Failure{Error{Code::archive_malformed, "the archive is damaged: " + what}};
}

Result<std::vector<ZipMember>, Error> read_zip_directory(const ByteSource& archive) {
    const auto directory = find_directory(archive);
    if (!directory) return Failure{directory.error()};
    if (directory->offset > archive.size() || directory->bytes > archive.size() - directory->offset)
        return damaged_archive("its directory is outside");
    if (directory->bytes > largest_directory) return damaged_archive("its directory is too large");
    const auto bytes = archive.read(directory->offset, directory->bytes);
    if (!bytes) return Failure{bytes.error()};
    std::vector<ZipMember> members;
    for (Bytes rest(*bytes); !rest.empty();) {
        auto entry = read_entry(rest);
        if (!entry) return Failure{entry.error()};
        members.push_back(std::move(entry->member));
        rest = rest.subspan(entry->bytes);
    }
    if (members.size() != directory->members) return damaged_archive("its directory has another length than it says");
    return members;
}

Result<std::vector<std::byte>, Error> extract(const ByteSource& archive, const ZipMember& member,
                                              std::uint64_t limit_bytes) {
    if (auto sound = check_member(member, archive.size(), limit_bytes); !sound) return Failure{sound.error()};
    const auto offset = data_offset(archive, member);
    if (!offset) return Failure{offset.error()};
    auto bytes = engine::allocate_bytes(member.bytes, std::byte{0});
    if (!bytes) return Failure{error_of(bytes.error())};
    const auto done = member.method == 0 ? archive.read(*offset, std::span(*bytes))
                                         : inflate_into(archive, *offset, member.compressed_bytes, *bytes);
    if (!done) return Failure{done.error()};
    if (crc_of(*bytes) != member.crc) return damaged_archive("a member's checksum is wrong");
    return std::move(*bytes);
}

}  // namespace phobos::io
