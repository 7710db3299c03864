// SPDX-License-Identifier: Apache-2.0
#include "spec-tests/protocol/fields.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "lang/base/base64.h"

namespace phobos::protocol {

Json json_of(const Buffer& buffer) { return {{"base64", base64_text(buffer.bytes)}}; }

Buffer buffer_of(const io::CaseValue& value) {
    constexpr std::array<std::string_view, 1> members{"base64"};
    value.allow(members);
    value.require("base64");
    const auto text = value.find("base64");
    if (!text) return {};
    auto bytes = base64_bytes(text->text());
    if (!bytes) return text->complain("base64 with padding, in one line, is expected"), Buffer{};
    return {*std::move(bytes)};
}

std::string ranges_text(const std::vector<io::IndexRange>& ranges) {
    std::string text;
    for (const io::IndexRange& range : ranges) {
        if (!text.empty()) text += ',';
        text +=
            range.first == range.last ? fmt::format("{}", range.first) : fmt::format("{}-{}", range.first, range.last);
    }
    return text;
}

std::string line_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::optional<std::uint64_t> seq_of(const Json& json) {
    if (!json.is_object()) return std::nullopt;
    const auto found = json.find("seq");
    if (found == json.end() || !found->is_number_integer() || (!found->is_number_unsigned() && *found < 0))
        return std::nullopt;
    return found->get<std::uint64_t>();
}

}  // namespace phobos::protocol
