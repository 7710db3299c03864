// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace phobos {

/// JSON whose members keep the order in which they were put.
using Json = nlohmann::ordered_json;

/// How deep arrays and objects may nest: more than any format of ours needs, and no danger to what walks a value.
inline constexpr int json_most_depth = 256;

namespace json_detail {

inline bool nests_too_deep(std::string_view text) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (in_string) {
            if (c == '\\') ++at;
            if (c == '"') in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            if (++depth > json_most_depth) return true;
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return false;
}

}  // namespace json_detail

/// The value of a JSON text; nothing if it is not one or nests deeper than json_most_depth.
inline std::optional<Json> parse_json(std::string_view text) {
    if (json_detail::nests_too_deep(text)) return std::nullopt;
    Json value = Json::parse(text, nullptr, false);
    if (value.is_discarded()) return std::nullopt;
    return value;
}

/// The text of a value, indented by two, always valid UTF-8: bytes that are not become U+FFFD.
inline std::string json_text(const Json& value) { return value.dump(2, ' ', false, Json::error_handler_t::replace); }

}  // namespace phobos
