// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/io/error.h"
#include "engine/io/file.h"
#include "engine/io/named_tensor.h"
#include "engine/tensor.h"
#include "lang/base/result.h"

namespace phobos::io {

/// The arrays of an .npz archive by name, without `.npy`, in the archive's order.
Result<std::vector<std::string>, Error> npz_keys(const ByteSource& archive);

/// One array of an .npz archive, stored or deflated. `key` may have the member's `.npy` or not; without a key the
/// archive must have one array only. Fails as read_npy does, with file_key_missing (listing the keys there are),
/// archive_malformed, archive_unsupported, and file_too_large above `limit_bytes`.
Result<engine::Tensor, Error> read_npz(const ByteSource& archive, std::optional<std::string_view> key,
                                       std::optional<ScalarType> wanted,
                                       std::uint64_t limit_bytes = engine::physical_memory_bytes());

enum class Compression : std::uint8_t { stored, deflated };

/// A whole .npz archive; the same tensors give the same bytes (the time of each member is 1980-01-01). Names must
/// differ and not be empty. Fails without memory.
Result<std::vector<std::byte>, Error> encode_npz(std::span<const NamedTensor> tensors, Compression compression);

/// What file_key_missing says of `key` among the `present` ones.
Error missing_key(std::optional<std::string_view> key, std::span<const std::string> present);

}  // namespace phobos::io
