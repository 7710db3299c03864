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

/// The names of a .safetensors file's tensors, in the order of its header.
Result<std::vector<std::string>, Error> safetensors_keys(const ByteSource& file);

/// One tensor of a .safetensors file; only its own bytes are read. Without a key the file must have one tensor only.
/// The whole header is checked: the tensors' ranges must fit their shapes and fill the file without holes or overlaps.
/// Fails with safetensors_malformed, file_truncated, file_trailing_bytes, file_key_missing (listing the keys there
/// are), file_shape, file_element_unsupported, file_element_mismatch or, above `limit_bytes`, file_too_large.
Result<engine::Tensor, Error> read_safetensors(const ByteSource& file, std::optional<std::string_view> key,
                                               std::optional<ScalarType> wanted,
                                               std::uint64_t limit_bytes = engine::physical_memory_bytes());

/// What comes before the tensors' bytes, and the order in which these follow: wide elements first, so that all are
/// aligned.
struct SafetensorsLayout {
    std::vector<std::byte> header;
    std::vector<std::size_t> order;  ///< indices of the given tensors
};
/// Names must be valid UTF-8, differ and not be `__metadata__`.
SafetensorsLayout safetensors_layout(std::span<const NamedTensor> tensors);

/// A whole .safetensors file.
std::vector<std::byte> encode_safetensors(std::span<const NamedTensor> tensors);

}  // namespace phobos::io
