// SPDX-License-Identifier: Apache-2.0
#include "tools/mutants/reports.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/mutants/unbreakable.h"

namespace phobos::tools {
namespace {

using mutation::CaseIndex;
using mutation::Fault;

bool is_misjudged(const Fault& fault, const std::optional<mutation::Kill>& kill) {
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

bool is_unbreakable(const std::string& rule) {
    return std::ranges::find(unbreakable, std::string_view(rule), &Unbreakable::rule) != unbreakable.end();
}

std::vector<std::string> uncovered(const mutation::Coverage& coverage, const std::vector<std::string>& rules) {
    std::vector<std::string> left;
    for (const std::string& rule : rules)
        if (!coverage.covered.contains(rule) && !is_unbreakable(rule)) left.push_back(rule);
    return left;
}

/// A citation without a fault that the case notices, and what the case is there for all the same; empty where nothing.
struct Idle {
    mutation::Coverage::Citation citation;
    std::string why;
};
/// A program that is accepted shows that what its twin is about is no accident of all programs: it is judged together
/// with the twin, which notices a fault of the rule. What is rejected or faults must notice one itself.
bool may_be_excused(const io::Case& expectations) {
    return expectations.kind == io::CaseKind::accept || expectations.kind == io::CaseKind::run;
}
/// Of normative rules.
std::vector<Idle> idle_of(const Tried& tried, const mutation::Coverage& coverage,
                          const std::vector<std::string>& rules) {
    std::map<std::string_view, CaseIndex> by_id;
    for (CaseIndex at = 0; at < tried.cases.size(); ++at) by_id.emplace(id_of(tried, at), at);
    std::vector<Idle> idle;
    for (const mutation::Coverage::Citation& citation : coverage.idle) {
        if (std::ranges::find(rules, citation.rule) == rules.end()) continue;
        const io::Case& expectations = tried.cases[citation.of].expectations();
        const auto twin = by_id.find(expectations.twin.value_or(""));
        const auto covered = coverage.covered.find(citation.rule);
        const bool twin_notices = may_be_excused(expectations) && twin != by_id.end() &&
                                  covered != coverage.covered.end() &&
                                  std::ranges::count(covered->second, twin->second) > 0;
        idle.push_back({citation, twin_notices ? fmt::format("its twin {} notices one", twin->first) : ""});
    }
    return idle;
}
bool is_unexplained(const Idle& idle) { return idle.why.empty(); }
std::size_t excused(const std::vector<Idle>& idle) {
    return idle.size() - static_cast<std::size_t>(std::ranges::count_if(idle, is_unexplained));
}

/// Rules that are listed as unbreakable though a fault breaks them, a case cites them, or they are none.
std::vector<std::string> wrongly_listed(const Tried& tried, const std::vector<std::string>& rules) {
    std::vector<std::string> wrong;
    const auto has = [](const std::vector<std::string>& list, std::string_view rule) {
        return std::ranges::find(list, rule) != list.end();
    };
    for (const Unbreakable& row : unbreakable) {
        const bool is_broken =
            std::ranges::any_of(tried.faults, [&](const Fault& fault) { return has(fault.rules, row.rule); });
        const bool is_cited = std::ranges::any_of(
            tried.cases, [&](const mutation::CaseBench& bench) { return has(bench.expectations().rules, row.rule); });
        if (is_broken || is_cited || !has(rules, row.rule)) wrong.emplace_back(row.rule);
    }
    return wrong;
}

}  // namespace

std::size_t misjudged(const Tried& tried, const mutation::FirstKills& kills) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < kills.size(); ++i) count += is_misjudged(tried.faults[i], kills[i]) ? 1 : 0;
    return count;
}

namespace {

std::size_t endless(const mutation::FirstKills& kills) {
    return static_cast<std::size_t>(std::ranges::count_if(kills, [](const std::optional<mutation::Kill>& kill) {
        return kill && kill->verdict == harness::Verdict::timed_out;
    }));
}

}  // namespace

std::string mutants_text(const Tried& tried, const mutation::FirstKills& kills) {
    std::string text;
    for (std::size_t i = 0; i < kills.size(); ++i) {
        const Fault& fault = tried.faults[i];
        if (!is_misjudged(fault, kills[i])) continue;
        if (kills[i])
            text +=
                fmt::format("noticed by {} though listed as equivalent: {}\n", id_of(tried, kills[i]->of), fault.id);
        else
            text += fmt::format("survived: {} ({})\n", fault.id, fmt::join(fault.rules, " "));
    }
    const auto noticed = std::ranges::count_if(kills, [](const auto& kill) { return kill.has_value(); });
    return text + fmt::format(
                      "{} planted faults: {} noticed, {} of them by a launch that does not end, {} equivalent, {} "
                      "misjudged; {} cases, {:.1f} s\n",
                      kills.size(), noticed, endless(kills), equivalents(tried), misjudged(tried, kills),
                      tried.cases.size(), tried.seconds);
}

Json mutants_json(const Tried& tried, const mutation::FirstKills& kills) {
    Json list = Json::array();
    for (std::size_t i = 0; i < kills.size(); ++i) {
        const Fault& fault = tried.faults[i];
        Json entry{{"id", fault.id}, {"rules", fault.rules}};
        if (!fault.equivalent.empty()) entry["equivalent"] = fault.equivalent;
        entry["noticed_by"] = kills[i] ? Json(id_of(tried, kills[i]->of)) : Json();
        if (kills[i]) entry["verdict"] = spelling(kills[i]->verdict);
        list.push_back(std::move(entry));
    }
    return {{"faults", std::move(list)},
            {"equivalent", equivalents(tried)},
            {"endless", endless(kills)},
            {"misjudged", misjudged(tried, kills)},
            {"seconds", tried.seconds}};
}

std::string coverage_text(const Tried& tried, const mutation::Coverage& coverage,
                          const std::vector<std::string>& rules) {
    const std::vector<std::string> left = uncovered(coverage, rules);
    std::string text;
    for (const std::string& rule : left) text += fmt::format("not covered: {}\n", rule);
    for (const std::string& rule : wrongly_listed(tried, rules))
        text += fmt::format("listed as unbreakable, but broken by a fault, cited by a case, or no rule: {}\n", rule);
    const std::vector<Idle> idle = idle_of(tried, coverage, rules);
    for (const Idle& row : idle)
        text += fmt::format("notices no fault of {}: {}{}\n", row.citation.rule, id_of(tried, row.citation.of),
                            row.why.empty() ? "" : fmt::format(" ({})", row.why));
    for (const Unbreakable& row : unbreakable) text += fmt::format("cannot be broken: {} ({})\n", row.rule, row.why);
    return text +
           fmt::format(
               "{} of {} rules covered, {} cannot be broken; {} citations without a fault that the case notices, {} "
               "of them beside a twin that does, where {} may be; {} cases, {:.1f} s\n",
               rules.size() - left.size() - unbreakable.size(), rules.size(), unbreakable.size(), idle.size(),
               excused(idle), most_excused, tried.cases.size(), tried.seconds);
}

bool is_covered(const Tried& tried, const mutation::Coverage& coverage, const std::vector<std::string>& rules) {
    const std::vector<Idle> idle = idle_of(tried, coverage, rules);
    return uncovered(coverage, rules).empty() && wrongly_listed(tried, rules).empty() &&
           std::ranges::none_of(idle, is_unexplained) && excused(idle) <= most_excused;
}

Json coverage_json(const Tried& tried, const mutation::Coverage& coverage, const std::vector<std::string>& rules) {
    Json covered = Json::object();
    for (const auto& [rule, by] : coverage.covered) covered[rule] = ids_of(tried, by);
    Json idle = Json::array();
    for (const Idle& row : idle_of(tried, coverage, rules)) {
        Json entry{{"case", id_of(tried, row.citation.of)}, {"rule", row.citation.rule}};
        if (!row.why.empty()) entry["why"] = row.why;
        idle.push_back(std::move(entry));
    }
    Json excepted = Json::object();
    for (const Unbreakable& row : unbreakable) excepted[std::string(row.rule)] = row.why;
    return {{"rules", rules.size()},
            {"covered", std::move(covered)},
            {"uncovered", uncovered(coverage, rules)},
            {"unbreakable", std::move(excepted)},
            {"wrongly_listed", wrongly_listed(tried, rules)},
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
