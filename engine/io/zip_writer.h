// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace phobos::io {

/// A member that is stored as it is. Its bytes lie elsewhere and may be more than the memory holds.
struct StoredMember {
    std::string name;  ///< ASCII, below 64 KiB
    std::vector<std::span<const std::byte>> pieces;
    std::uint64_t bytes = 0;  ///< of all pieces
    std::uint32_t crc = 0;
};

/// The bytes of an archive, piece by piece; those that are not a member's own are kept here.
struct ZipLayout {
    std::vector<std::vector<std::byte>> own;
    std::vector<std::span<const std::byte>> pieces;
};

/// An archive of these members, with 64-bit sizes and counts where they are needed. The time of each member is
/// 1980-01-01.
ZipLayout lay_out_zip(std::span<const StoredMember> members);

}  // namespace phobos::io
