// SPDX-License-Identifier: Apache-2.0
#include "engine/io/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "lang/base/assert.h"
#include "lang/base/overloaded.h"

namespace phobos::io {
namespace {

using diagnostics::Code;

constexpr std::size_t largest_step = std::size_t{1} << 30;  // one read or write takes no more than 2^31 bytes

std::string reason(int number) { return std::system_category().message(number); }

Failure<Error> unreadable(const std::string& path, std::string_view why) {
    return Failure{Error{Code::file_unreadable, fmt::format("cannot read '{}': {}", path, why)}};
}

Failure<Error> unwritable(const std::string& path, std::string_view why) {
    return Failure{Error{Code::file_unwritable, fmt::format("cannot write '{}': {}", path, why)}};
}

/// Fills `target` unless the stream ends before; the number of bytes read, or the number of the error.
Result<std::size_t, int> read_block(int descriptor, std::span<std::byte> target) {
    std::size_t filled = 0;
    while (filled < target.size()) {
        const ssize_t count = ::read(descriptor, target.data() + filled, target.size() - filled);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return Failure{errno};
        if (count == 0) break;
        filled += static_cast<std::size_t>(count);
    }
    return filled;
}

/// The blocks one after the other; each is freed once it is copied, so that memory holds the bytes about once.
std::vector<std::byte> joined(std::vector<std::vector<std::byte>> blocks, std::size_t total) {
    std::vector<std::byte> bytes;
    bytes.reserve(total);
    for (std::vector<std::byte>& block : blocks) {
        bytes.insert(bytes.end(), block.begin(), block.end());
        block = std::vector<std::byte>();
    }
    return bytes;
}

/// The bytes up to the end of a stream of unknown length.
Result<std::vector<std::byte>, Error> read_stream(int descriptor, const std::string& path, std::uint64_t limit_bytes) {
    constexpr std::size_t block_bytes = std::size_t{4} << 20;
    std::vector<std::vector<std::byte>> blocks;
    std::size_t total = 0;
    try {
        while (true) {
            std::vector<std::byte> block(block_bytes);
            const auto count = read_block(descriptor, block);
            if (!count) return unreadable(path, reason(count.error()));
            total += *count;
            if (total > limit_bytes)
                return Failure{
                    Error{Code::file_too_large, fmt::format("'{}' has more than {} bytes", path, limit_bytes)}};
            block.resize(*count);
            blocks.push_back(std::move(block));
            if (*count < block_bytes) break;
        }
        return joined(std::move(blocks), total);
    } catch (const std::bad_alloc&) {
        return Failure{Error{Code::file_too_large, fmt::format("there is no memory for the bytes of '{}'", path)}};
    }
}

std::optional<std::string> write_all(int descriptor, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), std::min(bytes.size(), largest_step));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return reason(errno);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return std::nullopt;
}

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

/// Where the content goes: a symbolic link is followed, so that it stays one.
std::string resolved(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
    return real ? std::string(real.get()) : path;
}

/// Devices and this process's own descriptors (/dev/stdout, even when it is a regular file) are written in place.
bool is_written_in_place(const std::string& path, const struct stat& status) {
    constexpr std::array own_descriptors{"/dev/std", "/dev/fd/", "/proc/"};
    return !S_ISREG(status.st_mode) ||
           std::ranges::any_of(own_descriptors, [&](const char* prefix) { return path.starts_with(prefix); });
}

std::optional<std::string> write_in_place(const std::string& path, std::span<const std::span<const std::byte>> pieces) {
    const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file.is_open()) return reason(errno);
    for (const auto piece : pieces)
        if (auto why = write_all(file.number(), piece)) return why;
    return std::nullopt;
}

struct Temporary {
    std::string path;
    Descriptor file;
};

Result<Temporary, std::string> create_temporary(const std::string& folder, mode_t mode) {
    for (int attempt = 0;; ++attempt) {
        std::string path = fmt::format("{}/.phobos-{}-{}.tmp", folder, ::getpid(), attempt);
        Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
        if (file.is_open()) return Temporary{std::move(path), std::move(file)};
        if (errno != EEXIST || attempt == 1000) return Failure{reason(errno)};
    }
}

std::optional<std::string> fill(const Descriptor& file, std::span<const std::span<const std::byte>> pieces) {
    for (const auto piece : pieces)
        if (auto why = write_all(file.number(), piece)) return why;
    if (::fsync(file.number()) != 0) return reason(errno);
    return std::nullopt;
}

}  // namespace

Descriptor::~Descriptor() {
    if (number_ >= 0) ::close(number_);
}

Result<ByteSource, Error> ByteSource::open(const std::string& path, std::uint64_t limit_bytes) {
    const std::string name = path == "-" ? "standard input" : path;
    Descriptor file(path == "-" ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status{};
    if (!file.is_open() || ::fstat(file.number(), &status) != 0) return unreadable(name, reason(errno));
    if (S_ISDIR(status.st_mode)) return unreadable(name, "it is a folder");
    if (S_ISREG(status.st_mode) && ::lseek(file.number(), 0, SEEK_CUR) == 0)
        return ByteSource(std::move(file), static_cast<std::uint64_t>(status.st_size));
    auto bytes = read_stream(file.number(), name, limit_bytes);
    if (!bytes) return Failure{bytes.error()};
    return of(std::move(*bytes));
}

ByteSource ByteSource::of(std::vector<std::byte> bytes) {
    const std::uint64_t size = bytes.size();
    return {std::move(bytes), size};
}

Result<Done, Error> ByteSource::read(std::uint64_t offset, std::span<std::byte> target) const {
    PHOBOS_ASSERT(offset <= size_ && target.size() <= size_ - offset);
    if (const auto* bytes = std::get_if<std::vector<std::byte>>(&from_)) {
        std::ranges::copy(std::span(*bytes).subspan(offset, target.size()), target.begin());
        return Done{};
    }
    const int descriptor = std::get<Descriptor>(from_).number();
    while (!target.empty()) {
        const ssize_t count =
            ::pread(descriptor, target.data(), std::min(target.size(), largest_step), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return Failure{Error{Code::file_unreadable, "cannot read the file: " + reason(errno)}};
        if (count == 0) return Failure{Error{Code::file_truncated, "the file became shorter while it was read"}};
        offset += static_cast<std::uint64_t>(count);
        target = target.subspan(static_cast<std::size_t>(count));
    }
    return Done{};
}

Result<std::vector<std::byte>, Error> ByteSource::read(std::uint64_t offset, std::uint64_t count) const {
    auto bytes = engine::allocate_bytes(count, std::byte{0});
    if (!bytes) return Failure{error_of(bytes.error())};
    if (auto done = read(offset, std::span(*bytes)); !done) return Failure{done.error()};
    return std::move(*bytes);
}

Result<std::vector<std::byte>, Error> ByteSource::read_all() && {
    if (auto* bytes = std::get_if<std::vector<std::byte>>(&from_)) return std::move(*bytes);
    return read(0, size_);
}

Result<std::vector<std::byte>, Error> read_file(const std::string& path, std::uint64_t limit_bytes) {
    auto source = ByteSource::open(path, limit_bytes);
    if (!source) return Failure{source.error()};
    if (source->size() > limit_bytes)
        return Failure{Error{Code::file_too_large,
                             fmt::format("'{}' has {} bytes, more than {}", path, source->size(), limit_bytes)}};
    return std::move(*source).read_all();
}

Result<StagedFile, Error> StagedFile::stage(const std::string& path,
                                            std::span<const std::span<const std::byte>> pieces) {
    struct stat status{};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (!exists && errno != ENOENT) return unwritable(path, reason(errno));
    if (exists && S_ISDIR(status.st_mode)) return unwritable(path, "it is a folder");
    if (exists && is_written_in_place(path, status)) {
        if (const auto why = write_in_place(path, pieces)) return unwritable(path, *why);
        return StagedFile(path, "");
    }
    if (exists && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) return unwritable(path, reason(errno));

    const std::string target = resolved(path);
    auto temporary = create_temporary(folder_of(target), 0666);
    if (!temporary) return unwritable(path, temporary.error());
    StagedFile staged(target, temporary->path);
    if (const auto why = fill(temporary->file, pieces)) return unwritable(path, *why);
    if (exists && ::fchmod(temporary->file.number(), status.st_mode & 07777) != 0)
        return unwritable(path, reason(errno));
    return staged;
}

StagedFile::~StagedFile() {
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Result<Done, Error> StagedFile::commit() && {
    if (temporary_.empty()) return Done{};
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) return unwritable(target_, reason(errno));
    temporary_.clear();
    // The new name should outlive a crash too; a file system that cannot sync a folder is no failure.
    const Descriptor folder(::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.is_open()) ::fsync(folder.number());
    return Done{};
}

bool same_file(const std::string& a, const std::string& b) {
    if (a == b) return true;
    std::error_code failed;
    const std::filesystem::path first = std::filesystem::weakly_canonical(std::filesystem::absolute(a, failed), failed);
    if (failed) return false;
    const std::filesystem::path second =
        std::filesystem::weakly_canonical(std::filesystem::absolute(b, failed), failed);
    return !failed && first == second;
}

Result<Done, Error> write_file(const std::string& path, std::span<const std::span<const std::byte>> pieces) {
    auto staged = StagedFile::stage(path, pieces);
    if (!staged) return Failure{staged.error()};
    return std::move(*staged).commit();
}

Result<Done, Error> write_file(const std::string& path, std::span<const std::byte> bytes) {
    return write_file(path, std::span(&bytes, 1));
}

}  // namespace phobos::io
