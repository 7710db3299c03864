// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace phobos::io {

/// The CRC-32 of zip archives: of bytes that follow those of which `before` is the one.
inline std::uint32_t crc_of(std::span<const std::byte> bytes, std::uint32_t before = 0) {
    return static_cast<std::uint32_t>(crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

/// Of `head` and of `bytes` more bytes of which `body` is the one.
inline std::uint32_t joined_crc(std::uint32_t head, std::uint32_t body, std::uint64_t bytes) {
    return static_cast<std::uint32_t>(crc32_combine(head, body, static_cast<z_off_t>(bytes)));
}

}  // namespace phobos::io
