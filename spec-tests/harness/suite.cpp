// SPDX-License-Identifier: Apache-2.0
#include "spec-tests/harness/suite.h"

#include <algorithm>
#include <cstddef>
#include <system_error>

#include <fmt/format.h>

#include "engine/io/file.h"

namespace phobos::harness {
namespace {

Result<std::string, std::string> read_text(const std::filesystem::path& path) {
    const auto bytes = io::read_file(path.string());
    if (!bytes) return Failure{bytes.error().text};
    std::string text(bytes->size(), '\0');
    std::ranges::transform(*bytes, text.begin(), [](std::byte byte) { return static_cast<char>(byte); });
    return text;
}

/// Schemas and the suite's index are none.
bool is_case(const std::filesystem::path& path) {
    const std::string name = path.filename().string();
    return name.ends_with(".json") && !name.ends_with(".schema.json") && name != "index.json";
}

}  // namespace

std::vector<CaseFile> find_cases(std::span<const std::filesystem::path> folders) {
    std::vector<CaseFile> cases;
    for (const std::filesystem::path& folder : folders) {
        std::error_code failed;
        for (std::filesystem::recursive_directory_iterator at(folder, failed), end; at != end; at.increment(failed)) {
            const std::filesystem::path& path = at->path();
            if (!is_case(path)) continue;
            std::string name = path.lexically_relative(folder.parent_path()).replace_extension().string();
            cases.push_back({path, std::move(name)});
        }
    }
    std::ranges::sort(cases, {}, &CaseFile::name);
    return cases;
}

Result<LoadedCase, std::string> load_case(const std::filesystem::path& path) {
    const auto text = read_text(path);
    if (!text) return Failure{text.error()};
    auto expectations = io::parse_case(*text);
    if (!expectations) return Failure{fmt::format("{}: {}", path.filename().string(), expectations.error().text)};
    std::filesystem::path source = path;
    source.replace_extension(".ph");
    if (expectations->source) source.replace_filename(*expectations->source);
    auto source_text = read_text(source);
    if (!source_text) return Failure{source_text.error()};
    return LoadedCase{std::move(*expectations), SourceFile(source.filename().string(), std::move(*source_text))};
}

}  // namespace phobos::harness
