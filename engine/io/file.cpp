// SPDX-License-Identifier: Apache-2.0
#include "engine/io/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "lang/base/assert.h"

namespace phobos::io {
namespace {

using diagnostics::Code;

constexpr std::size_t largest_step = std::size_t{1} << 30;  // one read or write takes no more than 2^31 bytes

std::string reason(int number) { return std::system_category().message(number); }

Failure<Error> unreadable(const std::string& path, std::string_view why) {
    return Failure{Error{Code::file_unreadable, fmt::format("cannot read '{}': {}", path, why)}};
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

}  // namespace phobos::io
