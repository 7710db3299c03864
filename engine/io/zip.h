// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/io/error.h"
#include "engine/io/file.h"
#include "lang/base/result.h"

/// Reading zip archives: the directory with its 64-bit sizes (which Debian's minizip does not read) and the members by
/// zlib. Everything an archive says is checked against its size before it is believed.
namespace phobos::io {

struct ZipMember {
    std::string name;
    std::uint16_t flags = 0;
    std::uint16_t method = 0;  ///< 0 stored, 8 deflated
    std::uint32_t crc = 0;
    std::uint64_t compressed_bytes = 0;
    std::uint64_t bytes = 0;
    std::uint64_t header_offset = 0;
};

/// The members in the directory's order. Fails with archive_malformed.
Result<std::vector<ZipMember>, Error> read_zip_directory(const ByteSource& archive);

/// The member's content. Fails with archive_malformed (sizes that cannot be, broken data, a wrong checksum),
/// archive_unsupported (encrypted, or another method) or file_too_large above `limit_bytes`; takes no memory before its
/// size is plausible.
Result<std::vector<std::byte>, Error> extract(const ByteSource& archive, const ZipMember& member,
                                              std::uint64_t limit_bytes);

/// An archive_malformed error.
Failure<Error> damaged_archive(const std::string& what);

}  // namespace phobos::io
