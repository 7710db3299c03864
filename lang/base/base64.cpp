// SPDX-License-Identifier: Apache-2.0
#include "lang/base/base64.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace phobos {
namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t no_digit = 64;

constexpr std::array<std::uint8_t, 256> values = [] {
    std::array<std::uint8_t, 256> table{};
    table.fill(no_digit);
    for (std::size_t i = 0; i < digits.size(); ++i) table[static_cast<unsigned char>(digits[i])] = std::uint8_t(i);
    return table;
}();

}  // namespace

std::string base64_text(std::span<const std::byte> bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
        std::uint32_t group = 0;
        for (std::size_t i = 0; i < 3; ++i)
            group = group << 8 | (i < count ? std::to_integer<std::uint32_t>(bytes[at + i]) : 0);
        for (std::size_t i = 0; i < 4; ++i) text += i <= count ? digits[group >> (18 - 6 * i) & 63] : '=';
    }
    return text;
}

std::optional<std::vector<std::byte>> base64_bytes(std::string_view text) {
    if (text.size() % 4 != 0) return std::nullopt;
    std::size_t padding = 0;
    while (padding < 2 && text.ends_with('=')) {
        text.remove_suffix(1);
        ++padding;
    }
    std::vector<std::byte> bytes;
    bytes.reserve(text.size() * 3 / 4);
    std::uint32_t bits = 0;
    int held = 0;
    for (const char c : text) {
        const std::uint8_t value = values[static_cast<unsigned char>(c)];
        if (value == no_digit) return std::nullopt;
        bits = bits << 6 | value;
        held += 6;
        if (held < 8) continue;
        held -= 8;
        bytes.push_back(static_cast<std::byte>(bits >> held & 0xFF));
    }
    if ((bits & ((1U << held) - 1)) != 0) return std::nullopt;  // no other text means the same bytes
    return bytes;
}

}  // namespace phobos
