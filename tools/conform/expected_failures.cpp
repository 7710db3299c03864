// SPDX-License-Identifier: Apache-2.0
#include "tools/conform/expected_failures.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "lang/base/nearest.h"

namespace phobos::tools {
namespace {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return "";
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace

Result<std::set<std::string>, std::string> parse_expected_failures(std::string_view text,
                                                                   std::span<const ChosenCase> suite) {
    std::vector<std::string_view> ids;
    for (const ChosenCase& chosen : suite) ids.emplace_back(chosen.id());
    std::set<std::string> listed;
    for (int number = 1; !text.empty(); ++number) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const std::string_view id = trimmed(line.substr(0, line.find('#')));
        if (id.empty()) continue;
        if (std::ranges::find(ids, id) == ids.end()) {
            const auto near = nearest(id, ids);
            return Failure{fmt::format("line {}: the suite has no case '{}'{}", number, id,
                                       near ? fmt::format("; did you mean '{}'?", *near) : "")};
        }
        if (!listed.emplace(id).second) return Failure{fmt::format("line {}: '{}' is listed twice", number, id)};
    }
    return listed;
}

}  // namespace phobos::tools
