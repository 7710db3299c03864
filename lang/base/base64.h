// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace phobos {

/// The bytes as base64 (RFC 4648, section 4) with padding, in one line.
std::string base64_text(std::span<const std::byte> bytes);

/// The bytes of such a text; nothing for any other text.
std::optional<std::vector<std::byte>> base64_bytes(std::string_view text);

}  // namespace phobos
