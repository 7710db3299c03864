// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/io/error.h"
#include "engine/io/file.h"
#include "lang/base/result.h"

namespace phobos::io {

/// Memory that a file lies in, for as long as this lives.
class MappedFile {
public:
    MappedFile(const Descriptor& file, std::uint64_t bytes);
    MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
    MappedFile& operator=(MappedFile&&) = delete;
    ~MappedFile();

    [[nodiscard]] bool is_mapped() const { return bytes_.data() != nullptr; }
    [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

private:
    std::span<std::byte> bytes_;
};

/// Bytes that come bit by bit and are kept in a nameless file of a folder, with their CRC-32; without one while they
/// are few.
class Spool {
public:
    explicit Spool(std::string folder) : folder_(std::move(folder)) {}

    void append(std::span<const std::byte> bytes);
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
    [[nodiscard]] std::uint32_t crc() const { return crc_; }
    /// All that was appended, where it lies until the spool ends. Fails where it could not be kept.
    Result<std::span<const std::byte>, Error> content();

private:
    /// Why it cannot be kept.
    std::optional<Error> keep(std::span<const std::byte> bytes);

    std::string folder_;
    std::vector<std::byte> few_;
    Descriptor file_{-1};
    std::optional<MappedFile> mapped_;
    std::optional<Error> failure_;
    std::uint64_t bytes_ = 0;
    std::uint32_t crc_ = 0;
};

}  // namespace phobos::io
