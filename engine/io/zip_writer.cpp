// SPDX-License-Identifier: Apache-2.0
#include "engine/io/zip_writer.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "lang/base/assert.h"

namespace phobos::io {
namespace {

constexpr std::uint64_t in_wide_field = 0xFFFFFFFF;  // the value stands in 64 bits elsewhere
constexpr std::uint64_t in_wide_count = 0xFFFF;
constexpr std::uint16_t first_dos_day = 0x0021;  // 1980-01-01
constexpr std::uint16_t plain_version = 20;
constexpr std::uint16_t wide_version = 45;

/// Little-endian words, one behind another.
class Words {
public:
    Words& text(std::string_view characters) {
        for (const char character : characters) bytes_.push_back(static_cast<std::byte>(character));
        return *this;
    }
    Words& u16(std::uint64_t value) { return word(value, 2); }
    Words& u32(std::uint64_t value) { return word(value, 4); }
    Words& u64(std::uint64_t value) { return word(value, 8); }
    /// In 32 bits, or the mark that the value stands elsewhere.
    Words& narrow(std::uint64_t value) { return u32(std::min(value, in_wide_field)); }

    [[nodiscard]] std::size_t size() const { return bytes_.size(); }
    std::vector<std::byte> take() && { return std::move(bytes_); }

private:
    Words& word(std::uint64_t value, int count) {
        PHOBOS_ASSERT(count == 8 || value >> (8 * count) == 0);
        for (int i = 0; i < count; ++i) bytes_.push_back(static_cast<std::byte>(value >> (8 * i) & 0xFF));
        return *this;
    }

    std::vector<std::byte> bytes_;
};

bool is_wide(std::uint64_t value) { return value >= in_wide_field; }

/// The fields that both headers of a member share.
void put_common(Words& words, const StoredMember& member, std::uint16_t version) {
    words.u16(version).u16(0).u16(0);  // no flags, stored
    words.u16(0).u16(first_dos_day).u32(member.crc).narrow(member.bytes).narrow(member.bytes);
    words.u16(member.name.size());
}

std::vector<std::byte> local_header(const StoredMember& member) {
    const bool wide = is_wide(member.bytes);
    Words words;
    words.text({"PK\3\4", 4});
    put_common(words, member, wide ? wide_version : plain_version);
    words.u16(wide ? 20 : 0).text(member.name);
    if (wide) words.u16(1).u16(16).u64(member.bytes).u64(member.bytes);
    return std::move(words).take();
}

void put_entry(Words& words, const StoredMember& member, std::uint64_t offset) {
    const bool wide_size = is_wide(member.bytes);
    const unsigned wide_fields = (wide_size ? 16U : 0U) + (is_wide(offset) ? 8U : 0U);
    words.text({"PK\1\2", 4}).u16(wide_version);
    put_common(words, member, wide_fields > 0 ? wide_version : plain_version);
    words.u16(wide_fields > 0 ? wide_fields + 4 : 0).u16(0).u16(0).u16(0).u32(0).narrow(offset).text(member.name);
    if (wide_fields == 0) return;
    words.u16(1).u16(wide_fields);
    if (wide_size) words.u64(member.bytes).u64(member.bytes);
    if (is_wide(offset)) words.u64(offset);
}

void put_end(Words& words, std::uint64_t members, std::uint64_t offset) {
    const std::uint64_t bytes = words.size();
    if (is_wide(offset) || is_wide(bytes) || members >= in_wide_count) {
        words.text({"PK\6\6", 4}).u64(44).u16(wide_version).u16(wide_version).u32(0).u32(0);
        words.u64(members).u64(members).u64(bytes).u64(offset);
        words.text({"PK\6\7", 4}).u32(0).u64(offset + bytes).u32(1);
    }
    words.text({"PK\5\6", 4}).u16(0).u16(0);
    const std::uint64_t count = std::min(members, in_wide_count);
    words.u16(count).u16(count).narrow(bytes).narrow(offset).u16(0);
}

}  // namespace

ZipLayout lay_out_zip(std::span<const StoredMember> members) {
    ZipLayout layout;
    layout.own.reserve(members.size() + 1);
    Words directory;
    std::uint64_t offset = 0;
    for (const StoredMember& member : members) {
        put_entry(directory, member, offset);
        const std::vector<std::byte>& header = layout.own.emplace_back(local_header(member));
        layout.pieces.emplace_back(header);
        layout.pieces.insert(layout.pieces.end(), member.pieces.begin(), member.pieces.end());
        offset += header.size() + member.bytes;
    }
    put_end(directory, members.size(), offset);
    layout.pieces.emplace_back(layout.own.emplace_back(std::move(directory).take()));
    return layout;
}

}  // namespace phobos::io
