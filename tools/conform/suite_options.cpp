// SPDX-License-Identifier: Apache-2.0
#include "tools/conform/suite_options.h"

#include <fnmatch.h>

#include <algorithm>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "engine/io/file.h"
#include "lang/base/json.h"
#include "tools/conform/input_error.h"

namespace phobos::tools {
namespace {

namespace fs = std::filesystem;

using diagnostics::Code;

Failure<Stop> wrong_input(Code code, std::string_view text) { return Failure{input_error(code, text)}; }

/// The suite is told from other folders by its schema.
bool is_suite(const fs::path& folder) {
    std::error_code failed;
    return fs::is_regular_file(folder / "case.schema.json", failed);
}

std::optional<fs::path> suite_above(fs::path folder) {
    for (;; folder = folder.parent_path()) {
        if (is_suite(folder / "spec-tests")) return folder / "spec-tests";
        if (!folder.has_relative_path()) return std::nullopt;
    }
}

/// From the current folder upwards, then from the program's.
std::optional<fs::path> nearest_suite() {
    std::error_code failed;
    if (auto found = suite_above(fs::current_path(failed)); found && !failed) return found;
    const fs::path program = fs::read_symlink("/proc/self/exe", failed);
    if (failed) return std::nullopt;
    return suite_above(program.parent_path());
}

/// What is searched for cases; the sources of examples/ are cases too.
Result<std::vector<fs::path>, Stop> folders_of(const Arguments& arguments) {
    if (const auto given = arguments.value("--suite")) {
        std::error_code failed;
        if (!fs::is_directory(*given, failed))
            return wrong_input(Code::suite_missing, fmt::format("--suite: there is no folder {}", *given));
        return std::vector<fs::path>{fs::absolute(*given).lexically_normal()};
    }
    const auto suite = nearest_suite();
    if (!suite) return wrong_input(Code::suite_missing, "the suite is not found from here upwards; say --suite FOLDER");
    std::vector<fs::path> folders{*suite};
    std::error_code failed;
    if (fs::path examples = suite->parent_path() / "examples"; fs::is_directory(examples, failed))
        folders.push_back(std::move(examples));
    return folders;
}

/// Users write reports beside their cases.
bool is_report(const fs::path& path) {
    const auto bytes = io::read_file(path.string());
    if (!bytes) return false;
    const auto json = parse_json({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    return json && json->is_object() && json->contains("adapter") && json->contains("counts") &&
           json->contains("cases");
}

std::string no_case_text(const harness::CaseFile& file, const std::string& error) {
    return fmt::format(
        "{}: {} (every .json below a suite is a case, but index.json, *.schema.json and reports of "
        "phobos-conform)",
        file.path.string(), error);
}

bool matches(const std::string& pattern, const ChosenCase& chosen) {
    return ::fnmatch(pattern.c_str(), chosen.id().c_str(), 0) == 0 ||
           ::fnmatch(pattern.c_str(), chosen.file.name.c_str(), 0) == 0;
}

}  // namespace

std::vector<Option> suite_options() {
    const std::string group = "Suite";
    return {
        {"--suite", "DIR", "the folder of the cases (default: spec-tests and examples, found from here upwards)",
         Repeated::once, group},
        {"--only", "GLOB", "only cases whose id or file (as in 'spec-tests/09-collectives/*') matches; may be repeated",
         Repeated::many, group}};
}

Result<std::vector<ChosenCase>, Stop> load_suite(const Arguments& arguments) {
    const auto folders = folders_of(arguments);
    if (!folders) return Failure{folders.error()};
    std::vector<ChosenCase> suite;
    std::map<std::string, std::string> names;  // by id
    for (harness::CaseFile& file : harness::find_cases(*folders)) {
        auto loaded = harness::load_case(file.path);
        if (!loaded && is_report(file.path)) continue;
        if (!loaded) return wrong_input(Code::case_malformed, no_case_text(file, loaded.error()));
        const auto [taken, is_new] = names.emplace(loaded->expectations.id, file.name);
        if (!is_new)
            return wrong_input(Code::case_malformed, fmt::format("the cases {} and {} have one id: {}", taken->second,
                                                                 file.name, taken->first));
        suite.push_back({std::move(file), *std::move(loaded)});
    }
    if (suite.empty())
        return wrong_input(Code::suite_missing, fmt::format("there is no case below {}", folders->front().string()));
    return suite;
}

Result<std::vector<ChosenCase>, Stop> only_chosen(const Arguments& arguments, std::vector<ChosenCase> suite) {
    const auto patterns = arguments.values("--only");
    if (patterns.empty()) return suite;
    for (const std::string& pattern : patterns)
        if (std::ranges::none_of(suite, [&](const ChosenCase& chosen) { return matches(pattern, chosen); }))
            return wrong_input(Code::case_unknown, fmt::format("--only: no case's id or file matches '{}'", pattern));
    std::erase_if(suite, [&](const ChosenCase& chosen) {
        return std::ranges::none_of(patterns, [&](const std::string& pattern) { return matches(pattern, chosen); });
    });
    return suite;
}

}  // namespace phobos::tools
