// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

/// What reading and writing traces share.
namespace phobos::io {

inline constexpr std::string_view manifest_name = "manifest.json";

/// NumPy's word for the element type of a column.
template <class T>
constexpr std::string_view column_word() {
    if constexpr (std::is_same_v<T, std::uint8_t>) return "|u1";
    if constexpr (std::is_same_v<T, std::uint32_t>) return "<u4";
    if constexpr (std::is_same_v<T, std::uint64_t>) return "<u8";
    if constexpr (std::is_same_v<T, std::int32_t>) return "<i4";
    if constexpr (std::is_same_v<T, std::int64_t>) return "<i8";
}

}  // namespace phobos::io
