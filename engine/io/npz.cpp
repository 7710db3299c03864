// SPDX-License-Identifier: Apache-2.0
#include "engine/io/npz.h"

#include <minizip/unzip.h>
#include <minizip/zip.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/io/npy.h"

namespace phobos::io {
namespace {

using diagnostics::Code;
using engine::Tensor;

constexpr std::size_t longest_name = 65535;         // the format's own limit
constexpr std::uint64_t most_members = 1'000'000;
constexpr std::uint64_t best_deflate_ratio = 1032;  // a deflated byte stands for at most so many
constexpr std::size_t inflate_step = std::size_t{1} << 28;
constexpr uLong first_dos_date = 0x00210000;        // 1980-01-01 00:00

// minizip asks for its bytes through C functions over an opaque pointer; these two objects are what it points to.

struct ReadState {
    const ByteSource& source;
    std::uint64_t position = 0;
};

struct WriteState {
    std::vector<std::byte>& bytes;
    std::uint64_t position = 0;
};

template <class State>
State& state_of(voidpf opaque) {
    return *static_cast<State*>(opaque);
}

voidpf open_stream(voidpf opaque, const void* /*name*/, int /*mode*/) { return opaque; }
int close_stream(voidpf /*opaque*/, voidpf /*stream*/) { return 0; }
int no_error(voidpf /*opaque*/, voidpf /*stream*/) { return 0; }

uLong read_stream(voidpf opaque, voidpf /*stream*/, void* target, uLong count) {
    auto& state = state_of<ReadState>(opaque);
    const std::uint64_t size = state.source.size();
    const std::uint64_t step = std::min<std::uint64_t>(count, size - std::min(size, state.position));
    if (!state.source.read(state.position, std::span(static_cast<std::byte*>(target), step))) return 0;
    state.position += step;
    return step;
}

uLong read_nothing(voidpf /*opaque*/, voidpf /*stream*/, void* /*target*/, uLong /*count*/) { return 0; }
uLong write_nothing(voidpf /*opaque*/, voidpf /*stream*/, const void* /*source*/, uLong /*count*/) { return 0; }

uLong write_stream(voidpf opaque, voidpf /*stream*/, const void* source, uLong count) {
    auto& state = state_of<WriteState>(opaque);
    try {
        state.bytes.resize(std::max<std::uint64_t>(state.bytes.size(), state.position + count));
    } catch (const std::bad_alloc&) {
        return 0;
    }
    std::memcpy(state.bytes.data() + state.position, source, count);
    state.position += count;
    return count;
}

template <class State>
ZPOS64_T tell_stream(voidpf opaque, voidpf /*stream*/) {
    return state_of<State>(opaque).position;
}

std::uint64_t stream_size(const ReadState& state) { return state.source.size(); }
std::uint64_t stream_size(const WriteState& state) { return state.bytes.size(); }

template <class State>
long seek_stream(voidpf opaque, voidpf /*stream*/, ZPOS64_T offset, int origin) {
    auto& state = state_of<State>(opaque);
    const std::uint64_t size = stream_size(state);
    const std::uint64_t base = origin == ZLIB_FILEFUNC_SEEK_SET ? 0 : origin == ZLIB_FILEFUNC_SEEK_CUR ? state.position : size;
    if (offset > size || base > size - offset) return -1;
    state.position = base + offset;
    return 0;
}

struct CloseUnzip {
    void operator()(void* archive) const { unzClose(archive); }
};
struct CloseZip {
    void operator()(void* archive) const { zipClose(archive, nullptr); }
};

Failure<Error> malformed(std::string_view what) {
    return Failure{Error{Code::archive_malformed, fmt::format("the .npz archive is damaged: {}", what)}};
}

/// An archive being read. minizip keeps a cursor on one member.
class Archive {
public:
    static Result<Archive, Error> open(const ByteSource& source) {
        auto state = std::make_unique<ReadState>(source);
        zlib_filefunc64_def functions{open_stream,          read_stream,  write_nothing, tell_stream<ReadState>,
                                      seek_stream<ReadState>, close_stream, no_error,      state.get()};
        std::unique_ptr<void, CloseUnzip> handle(unzOpen2_64("", &functions));
        if (!handle) return malformed("it has no directory of a zip archive");
        return Archive(std::move(state), std::move(handle));
    }

    /// Puts the cursor on the first member; false when there is none.
    bool first() {
        unz_global_info64 info{};
        return unzGetGlobalInfo64(handle_.get(), &info) == UNZ_OK && info.number_entry > 0 &&
               unzGoToFirstFile(handle_.get()) == UNZ_OK;
    }
    bool next() { return unzGoToNextFile(handle_.get()) == UNZ_OK; }

    Result<std::string, Error> name() {
        std::string name(longest_name + 1, '\0');
        unz_file_info64 info{};
        if (unzGetCurrentFileInfo64(handle_.get(), &info, name.data(), static_cast<uLong>(name.size()), nullptr, 0,
                                    nullptr, 0) != UNZ_OK)
            return malformed("its directory is broken");
        name.resize(std::min<std::size_t>(info.size_filename, longest_name));
        return name;
    }

    Result<unz_file_info64, Error> info() {
        unz_file_info64 info{};
        if (unzGetCurrentFileInfo64(handle_.get(), &info, nullptr, 0, nullptr, 0, nullptr, 0) != UNZ_OK)
            return malformed("its directory is broken");
        return info;
    }

    /// The member's bytes, as many as its directory entry says.
    Result<std::vector<std::byte>, Error> inflate(std::uint64_t size) {
        auto bytes = engine::allocate_bytes(size, std::byte{0});
        if (!bytes) return Failure{error_of(bytes.error())};
        if (unzOpenCurrentFile(handle_.get()) != UNZ_OK) return malformed("a member's header is broken");
        std::span<std::byte> rest(*bytes);
        while (!rest.empty()) {
            const int count = unzReadCurrentFile(handle_.get(), rest.data(),
                                                 static_cast<unsigned>(std::min(rest.size(), inflate_step)));
            if (count <= 0) break;
            rest = rest.subspan(static_cast<std::size_t>(count));
        }
        const bool whole = rest.empty();
        if (unzCloseCurrentFile(handle_.get()) != UNZ_OK) return malformed("a member's checksum is wrong");
        if (!whole) return malformed("a member's data is broken");
        return std::move(*bytes);
    }

private:
    Archive(std::unique_ptr<ReadState> state, std::unique_ptr<void, CloseUnzip> handle)
        : state_(std::move(state)), handle_(std::move(handle)) {}

    std::unique_ptr<ReadState> state_;  ///< outlives the handle, which points to it
    std::unique_ptr<void, CloseUnzip> handle_;
};

std::string without_extension(std::string name) {
    if (name.ends_with(".npy")) name.resize(name.size() - 4);
    return name;
}

/// The names of all members, as the archive has them.
Result<std::vector<std::string>, Error> member_names(Archive& archive) {
    std::vector<std::string> names;
    for (bool more = archive.first(); more; more = archive.next()) {
        auto name = archive.name();
        if (!name) return Failure{name.error()};
        if (names.size() == most_members) return malformed("it has too many members");
        names.push_back(std::move(*name));
    }
    return names;
}

/// The member that a key means: the one of that very name, else the one with `.npy` behind it.
Result<std::size_t, Error> find_member(const std::vector<std::string>& names, std::optional<std::string_view> key) {
    if (!key && names.size() == 1) return std::size_t{0};
    const std::string exact(key.value_or(""));
    for (const std::string& name : {exact, exact + ".npy"}) {
        const auto count = key ? std::ranges::count(names, name) : 0;
        if (count > 1) return malformed(fmt::format("'{}' is in it {} times", name, count));
        if (count == 1) return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    }
    std::vector<std::string> keys;
    std::ranges::transform(names, std::back_inserter(keys), without_extension);
    return Failure{missing_key(key, keys)};
}

/// Rejects what cannot be read, and sizes that cannot be true before any memory is taken for them.
Result<Done, Error> check_member(const unz_file_info64& info, std::uint64_t archive_bytes, std::uint64_t limit_bytes) {
    if ((info.flag & 1) != 0) return Failure{Error{Code::archive_unsupported, "the member is encrypted"}};
    if (info.compression_method != 0 && info.compression_method != Z_DEFLATED)
        return Failure{Error{Code::archive_unsupported, fmt::format("compression method {} is not supported",
                                                                    info.compression_method)}};
    if (info.compressed_size > archive_bytes) return malformed("a member is larger than the archive");
    if (info.compression_method == 0 && info.compressed_size != info.uncompressed_size)
        return malformed("a stored member has two sizes");
    if (info.uncompressed_size / best_deflate_ratio > info.compressed_size)
        return malformed("a member is larger than its data can be");
    if (info.uncompressed_size > limit_bytes)
        return Failure{Error{Code::file_too_large, fmt::format("the member has {} bytes, more than the limit of {}",
                                                               info.uncompressed_size, limit_bytes)}};
    return Done{};
}

Result<Done, Error> write_member(void* archive, const NamedTensor& named, Compression compression) {
    zip_fileinfo when{};
    when.dosDate = first_dos_date;
    const std::vector<std::byte> header = npy_header(named.tensor);
    const std::span<const std::byte> data = named.tensor.bytes();
    const bool large = data.size() > 0xFFFF0000U;
    const int method = compression == Compression::deflated ? Z_DEFLATED : 0;
    const Failure no_memory{Error{Code::file_too_large, "there is no memory for the .npz archive"}};
    if (zipOpenNewFileInZip64(archive, (named.name + ".npy").c_str(), &when, nullptr, 0, nullptr, 0, nullptr, method,
                              Z_DEFAULT_COMPRESSION, large ? 1 : 0) != ZIP_OK)
        return no_memory;
    for (std::span<const std::byte> piece : {std::span<const std::byte>(header), data}) {
        while (!piece.empty()) {
            const std::size_t step = std::min(piece.size(), inflate_step);
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
    return {Code::file_key_missing, key ? fmt::format("there is no '{}' in the file; its keys are {}{}", *key, list, more)
                                        : fmt::format("a key must say which tensor; the file's keys are {}{}", list, more)};
}

Result<std::vector<std::string>, Error> npz_keys(const ByteSource& source) {
    auto archive = Archive::open(source);
    if (!archive) return Failure{archive.error()};
    auto names = member_names(*archive);
    if (!names) return names;
    std::ranges::transform(*names, names->begin(), without_extension);
    return names;
}

Result<Tensor, Error> read_npz(const ByteSource& source, std::optional<std::string_view> key,
                               std::optional<ScalarType> wanted, std::uint64_t limit_bytes) {
    auto archive = Archive::open(source);
    if (!archive) return Failure{archive.error()};
    const auto names = member_names(*archive);
    if (!names) return Failure{names.error()};
    const auto member = find_member(*names, key);
    if (!member) return Failure{member.error()};
    bool there = archive->first();
    for (std::size_t index = 0; there && index < *member; ++index) there = archive->next();
    if (!there) return malformed("its directory changed while it was read");

    const auto info = archive->info();
    if (!info) return Failure{info.error()};
    if (auto sound = check_member(*info, source.size(), limit_bytes); !sound) return Failure{sound.error()};
    auto bytes = archive->inflate(info->uncompressed_size);
    if (!bytes) return Failure{bytes.error()};
    return read_npy(std::move(*bytes), wanted);
}

Result<std::vector<std::byte>, Error> encode_npz(std::span<const NamedTensor> tensors, Compression compression) {
    std::vector<std::byte> bytes;
    WriteState state{bytes};
    zlib_filefunc64_def functions{open_stream,           read_nothing, write_stream, tell_stream<WriteState>,
                                  seek_stream<WriteState>, close_stream, no_error,     &state};
    std::unique_ptr<void, CloseZip> archive(zipOpen2_64("", APPEND_STATUS_CREATE, nullptr, &functions));
    const Failure no_memory{Error{Code::file_too_large, "there is no memory for the .npz archive"}};
    if (!archive) return no_memory;
    for (const NamedTensor& named : tensors)
        if (auto done = write_member(archive.get(), named, compression); !done) return Failure{done.error()};
    if (zipClose(archive.release(), nullptr) != ZIP_OK) return no_memory;
    return bytes;
}

}  // namespace phobos::io
