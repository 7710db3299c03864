// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace phobos {

/// JSON whose members keep the order in which they were put.
using Json = nlohmann::ordered_json;

/// The value of a JSON text; nothing if it is not one.
inline std::optional<Json> parse_json(std::string_view text) {
    Json value = Json::parse(text, nullptr, false);
    if (value.is_discarded()) return std::nullopt;
    return value;
}

/// The text of a value, indented by two, always valid UTF-8: bytes that are not become U+FFFD.
inline std::string json_text(const Json& value) { return value.dump(2, ' ', false, Json::error_handler_t::replace); }

}  // namespace phobos
