// SPDX-License-Identifier: Apache-2.0
#include "tools/common/source.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include <fmt/format.h>

#include "engine/io/file.h"
#include "engine/io/literal.h"
#include "lang/vocabulary/limits.h"

namespace phobos::tools {

Result<SourceFile, io::Error> read_source(const std::string& path) {
    const auto most = static_cast<std::uint64_t>(limits::source_bytes) + 1;
    const auto file = io::ByteSource::open(path, most);
    if (!file) return Failure{file.error()};
    const auto bytes = file->read(0, std::min(file->size(), most));
    if (!bytes) return Failure{io::in(path, bytes.error())};
    std::string text(bytes->size(), '\0');
    std::ranges::transform(*bytes, text.begin(), [](std::byte byte) { return static_cast<char>(byte); });
    return SourceFile(path == "-" ? "standard input" : path, std::move(text));
}

std::vector<Option> target_options() {
    return {{"--lanes", "32|64", "width of a warp of the target; 32 unless given", Repeated::once, "Target"},
            {"--set", "NAME=V", "value of an autotune constant; may be repeated", Repeated::many, "Target"}};
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
    if (text.empty() || io::literal_length(text) != text.size()) return std::nullopt;
    if (!text.starts_with("0x") && text.find_first_of(".e") != std::string_view::npos) return std::nullopt;
    const auto value = io::integer_value(text);
    constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (!value || value->magnitude > largest) return std::nullopt;
    const auto magnitude = static_cast<std::int64_t>(value->magnitude);
    return value->is_negative ? -magnitude : magnitude;
}

Result<std::vector<check::Setting>, std::string> parse_settings(const Arguments& arguments) {
    std::vector<check::Setting> settings;
    for (const std::string& word : arguments.values("--set")) {
        const auto split = split_assignment(word);
        const auto value = split ? parse_integer(split->value) : std::nullopt;
        if (!value) return Failure{fmt::format("--set takes NAME=INTEGER, not '{}'", word)};
        if (std::ranges::find(settings, split->name, &check::Setting::name) != settings.end())
            return Failure{fmt::format("--set {} is given twice", split->name)};
        settings.push_back({split->name, *value});
    }
    return settings;
}

Result<std::optional<int>, std::string> parse_lanes(const Arguments& arguments) {
    const auto word = arguments.value("--lanes");
    if (!word) return std::optional<int>();
    if (*word == "32") return std::optional<int>(32);
    if (*word == "64") return std::optional<int>(64);
    return Failure{fmt::format("--lanes is 32 or 64, not '{}'", *word)};
}

}  // namespace phobos::tools
