// SPDX-License-Identifier: Apache-2.0
#include "tools/mutants/reports.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace phobos::tools {
namespace {

using mutation::CaseIndex;
using mutation::Fault;

bool is_misjudged(const Fault& fault, const std::optional<CaseIndex>& kill) {
    return kill.has_value() != fault.equivalent.empty();
}

std::size_t equivalents(const Tried& tried) {
    return static_cast<std::size_t>(
        std::ranges::count_if(tried.faults, [](const Fault& fault) { return !fault.equivalent.empty(); }));
}

const std::string& id_of(const Tried& tried, CaseIndex at) { return tried.cases[at].expectations().id; }

Json ids_of(const Tried& tried, const std::vector<CaseIndex>& cases) {
    Json ids = Json::array();
    for (const CaseIndex at : cases) ids.push_back(id_of(tried, at));
    return ids;
}

std::vector<std::string> uncovered(const mutation::Coverage& coverage, const std::vector<std::string>& rules) {
    std::vector<std::string> left;
    for (const std::string& rule : rules)
        if (!coverage.covered.contains(rule)) left.push_back(rule);
    return left;
}

}  // namespace

std::size_t misjudged(const Tried& tried, const mutation::FirstKills& kills) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < kills.size(); ++i) count += is_misjudged(tried.faults[i], kills[i]) ? 1 : 0;
    return count;
}

std::string mutants_text(const Tried& tried, const mutation::FirstKills& kills) {
    std::string text;
    for (std::size_t i = 0; i < kills.size(); ++i) {
        const Fault& fault = tried.faults[i];
        if (!is_misjudged(fault, kills[i])) continue;
        if (kills[i])
            text += fmt::format("noticed by {} though listed as equivalent: {}\n", id_of(tried, *kills[i]), fault.id);
        else
            text += fmt::format("survived: {} ({})\n", fault.id, fmt::join(fault.rules, " "));
    }
    const auto noticed = std::ranges::count_if(kills, [](const auto& kill) { return kill.has_value(); });
    return text + fmt::format("{} planted faults: {} noticed, {} equivalent, {} misjudged; {} cases, {:.1f} s\n",
                              kills.size(), noticed, equivalents(tried), misjudged(tried, kills), tried.cases.size(),
                              tried.seconds);
}

Json mutants_json(const Tried& tried, const mutation::FirstKills& kills) {
    Json list = Json::array();
    for (std::size_t i = 0; i < kills.size(); ++i) {
        const Fault& fault = tried.faults[i];
        Json entry{{"id", fault.id}, {"rules", fault.rules}};
        if (!fault.equivalent.empty()) entry["equivalent"] = fault.equivalent;
        entry["noticed_by"] = kills[i] ? Json(id_of(tried, *kills[i])) : Json();
        list.push_back(std::move(entry));
    }
    return {{"faults", std::move(list)},
            {"equivalent", equivalents(tried)},
            {"misjudged", misjudged(tried, kills)},
            {"seconds", tried.seconds}};
}

std::string coverage_text(const Tried& tried, const mutation::Coverage& coverage,
                          const std::vector<std::string>& rules) {
    const std::vector<std::string> left = uncovered(coverage, rules);
    std::string text;
    for (const std::string& rule : left) text += fmt::format("not covered: {}\n", rule);
    std::map<CaseIndex, std::vector<std::string>> idle;
    for (const mutation::Coverage::Citation& citation : coverage.idle) idle[citation.of].push_back(citation.rule);
    for (const auto& [at, cited] : idle)
        text += fmt::format("notices no fault of what it cites: {} ({})\n", id_of(tried, at), fmt::join(cited, " "));
    return text + fmt::format(
                      "{} of {} rules covered; {} of {} cases cite a rule without noticing a fault of it; "
                      "{:.1f} s\n",
                      rules.size() - left.size(), rules.size(), idle.size(), tried.cases.size(), tried.seconds);
}

Json coverage_json(const Tried& tried, const mutation::Coverage& coverage, const std::vector<std::string>& rules) {
    Json covered = Json::object();
    for (const auto& [rule, by] : coverage.covered) covered[rule] = ids_of(tried, by);
    Json idle = Json::array();
    for (const mutation::Coverage::Citation& citation : coverage.idle)
        idle.push_back({{"case", id_of(tried, citation.of)}, {"rule", citation.rule}});
    return {{"rules", rules.size()},
            {"covered", std::move(covered)},
            {"uncovered", uncovered(coverage, rules)},
            {"idle", std::move(idle)},
            {"seconds", tried.seconds}};
}

std::string matrix_text(const Tried& tried, const mutation::Matrix& matrix) {
    std::string text;
    for (std::size_t i = 0; i < matrix.size(); ++i)
        text += fmt::format("{:<56} {:5} cases\n", tried.faults[i].id, matrix[i].size());
    return text +
           fmt::format("{} planted faults on {} cases in {:.1f} s\n", matrix.size(), tried.cases.size(), tried.seconds);
}

Json matrix_json(const Tried& tried, const mutation::Matrix& matrix) {
    Json faults = Json::array();
    for (std::size_t i = 0; i < matrix.size(); ++i)
        faults.push_back(
            {{"id", tried.faults[i].id}, {"rules", tried.faults[i].rules}, {"noticed", ids_of(tried, matrix[i])}});
    Json cases = Json::array();
    for (const mutation::CaseBench& bench : tried.cases)
        cases.push_back({{"id", bench.expectations().id}, {"rules", bench.expectations().rules}, {"cost", bench.cost}});
    return {{"faults", std::move(faults)}, {"cases", std::move(cases)}, {"seconds", tried.seconds}};
}

}  // namespace phobos::tools
