// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "engine/io/case_reader.h"
#include "spec-tests/protocol/messages.h"

/// Parts that requests and answers share.
namespace phobos::protocol {

inline constexpr std::int64_t most_integer = std::numeric_limits<std::int64_t>::max();
inline constexpr std::int64_t most_version = std::numeric_limits<int>::max();
inline constexpr std::int64_t most_line = std::numeric_limits<std::uint32_t>::max();

inline std::vector<std::string> texts_of(const io::CaseValue& value) {
    std::vector<std::string> texts;
    for (const io::CaseValue& item : value.list()) texts.push_back(item.text());
    return texts;
}
inline std::string text_of(const io::CaseValue& object, std::string_view name) {
    const auto value = object.find(name);
    return value ? value->text() : "";
}
inline std::optional<std::uint32_t> line_number_of(const io::CaseValue& object, std::string_view name) {
    const auto value = object.find(name);
    if (!value) return std::nullopt;
    return static_cast<std::uint32_t>(value->integer(1, most_line));
}

Json json_of(const Buffer& buffer);
/// `{"base64": ...}`; complains of any other form.
Buffer buffer_of(const io::CaseValue& value);

/// "0-3,17"
std::string ranges_text(const std::vector<io::IndexRange>& ranges);

/// One line, always valid UTF-8.
std::string line_of(const Json& json);

/// The line's `seq`, where it is an object with one.
std::optional<std::uint64_t> seq_of(const Json& json);

}  // namespace phobos::protocol
