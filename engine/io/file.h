// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/io/error.h"
#include "lang/base/result.h"

namespace phobos::io {

/// An open file descriptor, closed with its owner.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor();

    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] bool is_open() const { return number_ >= 0; }

private:
    int number_;
};

/// Bytes that can be read at any place: a regular file, left on disk, or a buffer.
class ByteSource {
public:
    /// Opens a file; "-" is the standard input. What is not a regular file (a pipe, a terminal) is read to its end, up
    /// to `limit_bytes`. A missing file, a folder and an unreadable file are errors.
    static Result<ByteSource, Error> open(const std::string& path,
                                          std::uint64_t limit_bytes = engine::physical_memory_bytes());
    static ByteSource of(std::vector<std::byte> bytes);

    [[nodiscard]] std::uint64_t size() const { return size_; }
    /// Fills `target` from the given offset on; the range must lie inside. Fails where the file cannot be read or has
    /// become shorter.
    Result<Done, Error> read(std::uint64_t offset, std::span<std::byte> target) const;
    /// The `count` bytes from `offset` on; the range must lie inside.
    [[nodiscard]] Result<std::vector<std::byte>, Error> read(std::uint64_t offset, std::uint64_t count) const;
    /// All bytes; a buffer is handed over without a copy.
    Result<std::vector<std::byte>, Error> read_all() &&;

private:
    ByteSource(std::variant<Descriptor, std::vector<std::byte>> from, std::uint64_t size)
        : from_(std::move(from)), size_(size) {}

    std::variant<Descriptor, std::vector<std::byte>> from_;
    std::uint64_t size_;
};

/// All bytes of a file, or of the standard input for "-"; fails above `limit_bytes`.
Result<std::vector<std::byte>, Error> read_file(const std::string& path,
                                                std::uint64_t limit_bytes = engine::physical_memory_bytes());

}  // namespace phobos::io
