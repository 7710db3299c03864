// SPDX-License-Identifier: Apache-2.0
#include "tools/mutants/rules.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <system_error>

#include "tools/conform/input_error.h"
#include "tools/conform/suite_options.h"

namespace phobos::tools {
namespace {

namespace fs = std::filesystem;

/// The folder docs/spec that a file lies beside.
fs::path specification_above(fs::path folder) {
    std::error_code failed;
    while (folder.has_relative_path()) {
        folder = folder.parent_path();
        if (fs::is_directory(folder / "docs" / "spec", failed)) return folder / "docs" / "spec";
    }
    return {};
}

/// Rules stand as `**num-5** text`; what is informative or withdrawn says so first.
void add_rules(const fs::path& chapter, std::vector<std::string>& rules) {
    std::ostringstream text;
    text << std::ifstream(chapter).rdbuf();
    const std::string content = text.str();
    const std::regex rule(R"(\*\*([a-z]+-[0-9]+)\*\* (\*\(informative\)\*|withdrawn|Withdrawn)?)");
    for (auto at = std::sregex_iterator(content.begin(), content.end(), rule); at != std::sregex_iterator(); ++at)
        if (!(*at)[2].matched) rules.push_back((*at)[1]);
}

}  // namespace

Result<std::vector<std::string>, Stop> rules_of_specification(const Arguments& arguments) {
    const auto suite = load_suite(arguments);
    if (!suite) return Failure{suite.error()};
    const fs::path folder = specification_above(suite->front().file.path);
    if (folder.empty())
        return Failure{
            input_error(diagnostics::Code::file_unreadable, "docs/spec is not found beside the suite, nor above it")};
    std::vector<fs::path> chapters;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".md" && entry.path().filename() != "README.md")
            chapters.push_back(entry.path());
    std::ranges::sort(chapters);
    std::vector<std::string> rules;
    for (const fs::path& chapter : chapters) add_rules(chapter, rules);
    return rules;
}

}  // namespace phobos::tools
