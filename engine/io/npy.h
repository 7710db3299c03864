// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/io/error.h"
#include "engine/tensor.h"
#include "lang/base/result.h"
#include "lang/vocabulary/scalar_type.h"

namespace phobos::io {

/// The tensor of a .npy file (format 1, 2 or 3), whose storage becomes the tensor's. Fortran order and big-endian are
/// converted; bool bytes stay as they are. bf16 is `V2`, and `u2` where `wanted` is bf16. Fails with file_truncated,
/// file_trailing_bytes, file_shape, file_element_unsupported, file_element_mismatch (the element type is not `wanted`)
/// or npy_malformed.
Result<engine::Tensor, Error> read_npy(std::vector<std::byte> file, std::optional<ScalarType> wanted);

/// What comes before the tensor's bytes in a .npy file.
std::vector<std::byte> npy_header(const engine::Tensor& tensor);

/// A whole .npy file. An element never written is written as the bytes it has.
std::vector<std::byte> encode_npy(const engine::Tensor& tensor);

/// That the found element type is not the wanted one; `spelled` is the file's own word for it.
Error element_mismatch(std::string_view spelled, ScalarType found, ScalarType wanted);

}  // namespace phobos::io
