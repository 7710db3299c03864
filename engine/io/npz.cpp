// SPDX-License-Identifier: Apache-2.0
#include "engine/io/npz.h"

#include <minizip/zip.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/io/npy.h"
#include "engine/io/zip.h"

namespace phobos::io {
namespace {

using diagnostics::Code;
using engine::Tensor;

constexpr std::size_t deflate_step = std::size_t{1} << 28;
constexpr uLong first_dos_date = 0x00210000;  // 1980-01-01 00:00

// minizip gives its bytes to C functions over an opaque pointer; this is what it points to.

struct WriteState {
    std::vector<std::byte>& bytes;
    std::uint64_t position = 0;
};

WriteState& state_of(voidpf opaque) { return *static_cast<WriteState*>(opaque); }

voidpf open_stream(voidpf opaque, const void* /*name*/, int /*mode*/) { return opaque; }
int close_stream(voidpf /*opaque*/, voidpf /*stream*/) { return 0; }
int no_error(voidpf /*opaque*/, voidpf /*stream*/) { return 0; }

uLong read_nothing(voidpf /*opaque*/, voidpf /*stream*/, void* /*target*/, uLong /*count*/) { return 0; }

uLong write_stream(voidpf opaque, voidpf /*stream*/, const void* source, uLong count) {
    auto& state = state_of(opaque);
    try {
        state.bytes.resize(std::max<std::uint64_t>(state.bytes.size(), state.position + count));
    } catch (const std::bad_alloc&) {
        return 0;
    }
    std::memcpy(state.bytes.data() + state.position, source, count);
    state.position += count;
    return count;
}

ZPOS64_T tell_stream(voidpf opaque, voidpf /*stream*/) { return state_of(opaque).position; }

long seek_stream(voidpf opaque, voidpf /*stream*/, ZPOS64_T offset, int origin) {
    WriteState& state = state_of(opaque);
    const std::uint64_t size = state.bytes.size();
    const std::uint64_t base = origin == ZLIB_FILEFUNC_SEEK_SET   ? 0
                               : origin == ZLIB_FILEFUNC_SEEK_CUR ? state.position
                                                                  : size;
    if (offset > size || base > size - offset) return -1;
    state.position = base + offset;
    return 0;
}

struct CloseZip {
    void operator()(void* archive) const { zipClose(archive, nullptr); }
};

std::string without_extension(std::string name) {
    if (name.ends_with(".npy")) name.resize(name.size() - 4);
    return name;
}

std::vector<std::string> keys_of(const std::vector<ZipMember>& members) {
    std::vector<std::string> keys;
    for (const ZipMember& member : members) keys.push_back(without_extension(member.name));
    return keys;
}

/// The member that a key means: the one of that very name, else the one with `.npy` behind it.
Result<const ZipMember*, Error> find_member(const std::vector<ZipMember>& members,
                                            std::optional<std::string_view> key) {
    if (!key && members.size() == 1) return &members.front();
    const std::string exact(key.value_or(""));
    for (const std::string& name : {exact, exact + ".npy"}) {
        const auto count = key ? std::ranges::count(members, name, &ZipMember::name) : 0;
        if (count > 1) return damaged_archive(fmt::format("'{}' is in it {} times", name, count));
        if (count == 1) return &*std::ranges::find(members, name, &ZipMember::name);
    }
    return Failure{missing_key(key, keys_of(members))};
}

constexpr std::size_t longest_name = 0xFFFF;

bool is_ascii(std::string_view text) {
    return std::ranges::all_of(text, [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
}

Result<Done, Error> write_member(void* archive, const NamedTensor& named, Compression compression) {
    zip_fileinfo when{};
    when.dosDate = first_dos_date;
    const std::vector<std::byte> header = npy_header(named.tensor);
    const std::span<const std::byte> data = named.tensor.bytes();
    const bool large = data.size() > 0xFFFF0000U;
    const int method = compression == Compression::deflated ? Z_DEFLATED : 0;
    const Failure no_memory{Error{Code::file_too_large, "there is no memory for the .npz archive"}};
    const std::string name = named.name + ".npy";
    if (name.size() > longest_name)
        return Failure{Error{Code::file_unwritable,
                             fmt::format("a key of {} bytes is too long for an archive", named.name.size())}};
    constexpr uLong names_are_utf8 = 1U << 11;
    constexpr int memory_level = 8;  // of zlib
    if (zipOpenNewFileInZip4_64(archive, name.c_str(), &when, nullptr, 0, nullptr, 0, nullptr, method,
                                Z_DEFAULT_COMPRESSION, 0, -MAX_WBITS, memory_level, Z_DEFAULT_STRATEGY, nullptr, 0, 0,
                                is_ascii(name) ? 0 : names_are_utf8, large ? 1 : 0) != ZIP_OK)
        return no_memory;
    for (std::span<const std::byte> piece : {std::span<const std::byte>(header), data}) {
        while (!piece.empty()) {
            const std::size_t step = std::min(piece.size(), deflate_step);
            if (zipWriteInFileInZip(archive, piece.data(), static_cast<unsigned>(step)) != ZIP_OK) return no_memory;
            piece = piece.subspan(step);
        }
    }
    if (zipCloseFileInZip(archive) != ZIP_OK) return no_memory;
    return Done{};
}

}  // namespace

Error missing_key(std::optional<std::string_view> key, std::span<const std::string> present) {
    constexpr std::size_t most_shown = 20;
    const std::span<const std::string> shown = present.first(std::min(present.size(), most_shown));
    const std::string list = present.empty() ? "none" : fmt::format("{}", fmt::join(shown, ", "));
    const std::string more =
        shown.size() < present.size() ? fmt::format(" and {} more", present.size() - shown.size()) : "";
    return {Code::file_key_missing,
            key ? fmt::format("there is no '{}' in the file; its keys are {}{}", *key, list, more)
                : fmt::format("a key must say which tensor; the file's keys are {}{}", list, more)};
}

Result<std::vector<std::string>, Error> npz_keys(const ByteSource& archive) {
    const auto members = read_zip_directory(archive);
    if (!members) return Failure{members.error()};
    return keys_of(*members);
}

Result<Tensor, Error> read_npz(const ByteSource& archive, std::optional<std::string_view> key,
                               std::optional<ScalarType> wanted, std::uint64_t limit_bytes) {
    const auto members = read_zip_directory(archive);
    if (!members) return Failure{members.error()};
    const auto member = find_member(*members, key);
    if (!member) return Failure{member.error()};
    auto bytes = extract(archive, **member, limit_bytes);
    if (!bytes) return Failure{bytes.error()};
    return read_npy(std::move(*bytes), wanted);
}

namespace {

/// Takes all the memory that the archive needs at once, where growing step by step would take twice as much.
bool has_room(std::vector<std::byte>& bytes, std::span<const NamedTensor> tensors) {
    constexpr std::size_t most_around = 1024;  // headers, directory and alignment of a member, without its name
    std::size_t total = most_around;
    for (const NamedTensor& named : tensors) total += named.tensor.bytes().size() + 2 * named.name.size() + most_around;
    try {
        bytes.reserve(total);
    } catch (const std::bad_alloc&) {
        return false;
    }
    return true;
}

}  // namespace

Result<std::vector<std::byte>, Error> encode_npz(std::span<const NamedTensor> tensors, Compression compression) {
    std::vector<std::byte> bytes;
    WriteState state{bytes};
    zlib_filefunc64_def functions{open_stream, read_nothing, write_stream, tell_stream,
                                  seek_stream, close_stream, no_error,     &state};
    std::unique_ptr<void, CloseZip> archive(zipOpen2_64("", APPEND_STATUS_CREATE, nullptr, &functions));
    const Failure no_memory{Error{Code::file_too_large, "there is no memory for the .npz archive"}};
    if (!archive || (compression == Compression::stored && !has_room(bytes, tensors))) return no_memory;
    for (const NamedTensor& named : tensors)
        if (auto done = write_member(archive.get(), named, compression); !done) return Failure{done.error()};
    if (zipClose(archive.release(), nullptr) != ZIP_OK) return no_memory;
    return bytes;
}

}  // namespace phobos::io
