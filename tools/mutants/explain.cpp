// SPDX-License-Identifier: Apache-2.0
#include "tools/mutants/explain.h"

#include <algorithm>
#include <regex>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "spec-tests/runner/judge.h"
#include "tools/mutants/trace.h"

namespace phobos::tools {
namespace {

using mutation::CaseBench;
using mutation::CaseIndex;
using mutation::Fault;

constexpr std::size_t most_shown = 10;

std::string text_of(const Json& object, const char* member) {
    const auto found = object.find(member);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

/// The widths that a report names; both where it names none.
std::set<int> lanes_of(const Json& report) {
    std::set<int> lanes;
    if (const auto found = report.find("lanes"); found != report.end() && found->is_array())
        for (const Json& width : *found)
            if (width.is_number_integer()) lanes.insert(width.get<int>());
    return lanes.empty() ? std::set<int>{32, 64} : lanes;
}

std::vector<CaseIndex> indices_of(const Failing& failing, std::span<const CaseBench> cases) {
    std::vector<CaseIndex> indices;
    for (CaseIndex at = 0; at < cases.size(); ++at)
        if (std::ranges::find(failing.cases, cases[at].expectations().id, &Failing::Case::id) != failing.cases.end())
            indices.push_back(at);
    return indices;
}

/// What is the same whoever tells it: the elements that differ and what was found there, or where there are none the
/// word of the verdict.
std::string symptom_of(const std::string& reason, std::string_view verdict) {
    const std::size_t begin = reason.find("element ");
    return begin == std::string::npos ? std::string(verdict) : reason.substr(begin);
}

/// How well a rule says what the failing cases have in common: how many of them cite it, how few others do, and how
/// many are to be rejected by it.
double fitness(const std::string& rule, std::span<const CaseBench> cases, std::span<const CaseIndex> failing) {
    const auto cites = [&](const CaseBench& bench) {
        return std::ranges::find(bench.expectations().rules, rule) != bench.expectations().rules.end();
    };
    const auto all = static_cast<double>(std::ranges::count_if(cases, cites));
    const auto of_failing =
        static_cast<double>(std::ranges::count_if(failing, [&](CaseIndex at) { return cites(cases[at]); }));
    const auto rejected = static_cast<double>(std::ranges::count_if(failing, [&](CaseIndex at) {
        const auto& reject = cases[at].expectations().reject;
        return reject && reject->rule == rule;
    }));
    return of_failing == 0 ? 0 : (of_failing + rejected) / static_cast<double>(failing.size()) + of_failing / all;
}

/// Rules by how much speaks for them: the likeness of their faults, and of those that are alike how well they fit.
std::vector<std::string> ranked_rules(const Explanation& explanation, std::span<const Fault> faults,
                                      std::span<const CaseBench> cases, std::span<const CaseIndex> failing) {
    std::vector<std::pair<std::string, double>> weights;
    const auto add = [&](const std::string& rule, double weight) {
        const auto known = std::ranges::find(weights, rule, &std::pair<std::string, double>::first);
        if (known == weights.end())
            weights.emplace_back(rule, weight);
        else
            known->second = std::max(known->second, weight);
    };
    for (const mutation::Likeness& like : explanation.likeness)
        for (const std::string& rule : faults[like.fault].rules)
            add(rule, like.likeness * (1 + 1e-3 * fitness(rule, cases, failing)));
    for (const std::string& rule : explanation.cited) add(rule, 0);
    std::ranges::stable_sort(weights, std::ranges::greater{}, &std::pair<std::string, double>::second);
    std::vector<std::string> rules;
    for (auto& [rule, weight] : weights) rules.push_back(std::move(rule));
    return rules;
}

}  // namespace

Result<Failing, std::string> read_failing(const std::string& text) {
    const auto json = parse_json(text);
    if (!json || !json->is_object() || !json->contains("cases") || !(*json)["cases"].is_array())
        return Failure{std::string("it is no report of phobos-conform run --json")};
    Failing failing{{}, {}, lanes_of(*json)};
    for (const Json& entry : (*json)["cases"]) {
        if (!entry.is_object()) continue;
        const std::string verdict = text_of(entry, "verdict");
        if (verdict == "skipped") continue;
        failing.asked.insert(text_of(entry, "id"));
        if (verdict == "pass") continue;
        Failing::Case found{text_of(entry, "id"), text_of(entry, "reason"), std::nullopt, text_of(entry, "launch"),
                            verdict};
        if (entry.contains("lanes") && entry["lanes"].is_number_integer()) found.lanes = entry["lanes"].get<int>();
        failing.cases.push_back(std::move(found));
    }
    return failing;
}

std::optional<NamedElement> element_of(const std::string& reason) {
    const std::regex form(R"(([A-Za-z_][A-Za-z_0-9]*): [^:\n]*(?:\n\s*)?element ([0-9]{1,18}))");
    std::smatch match;
    if (!std::regex_search(reason, match, form)) return std::nullopt;
    return NamedElement{match[1], std::stoull(match[2])};
}

Explanation explain(const Failing::Case& failing, const Failing& all, std::span<const Fault> faults,
                    std::span<const CaseBench> cases, unsigned workers) {
    Explanation explanation{failing, {}, {}, {}, ""};
    const std::vector<CaseIndex> indices = indices_of(all, cases);
    explanation.likeness = mutation::likeness_of(faults, cases, indices, workers);
    const auto bench =
        std::ranges::find(cases, failing.id, [](const CaseBench& found) { return found.expectations().id; });
    if (bench != cases.end()) {
        explanation.cited = bench->expectations().rules;
        // Of faults that fail alike, those that leave the same wrong elements come first.
        const std::string symptom = symptom_of(failing.reason, failing.verdict);
        std::ranges::stable_partition(explanation.likeness, [&](mutation::Likeness& like) {
            const harness::Judgement found = bench->judge(faults[like.fault]);
            const bool is_same = symptom_of(found.reason, runner::word(found.verdict)) == symptom;
            if (is_same) like.likeness += 1;
            return is_same;
        });
        if (const auto element = element_of(failing.reason))
            explanation.trace = trace_of({*bench, failing.lanes.value_or(bench->widths.front().lanes()), failing.launch,
                                          element->tensor, element->element});
    }
    explanation.rules = ranked_rules(explanation, faults, cases, indices);
    return explanation;
}

std::string explanation_text(const Explanation& explanation, std::span<const Fault> faults) {
    std::string text = fmt::format("{}: {}\n", explanation.failing.id, explanation.failing.reason);
    if (!explanation.rules.empty()) text += fmt::format("\nrule: {}\n", explanation.rules.front());
    text += fmt::format("the case cites: {}\n", fmt::join(explanation.cited, " "));
    if (!explanation.trace.empty()) text += "\n" + explanation.trace;
    if (!explanation.likeness.empty()) text += "\nimplementations with these faults fail such cases:\n";
    for (std::size_t i = 0; i < std::min(explanation.likeness.size(), most_shown); ++i) {
        const mutation::Likeness& like = explanation.likeness[i];
        text += fmt::format("  {:4.0f} %  {} ({})\n", 100 * std::min(like.likeness, 1.0), faults[like.fault].id,
                            fmt::join(faults[like.fault].rules, " "));
    }
    return text;
}

Json explanation_json(const Explanation& explanation, std::span<const Fault> faults) {
    Json alike = Json::array();
    for (std::size_t i = 0; i < std::min(explanation.likeness.size(), most_shown); ++i) {
        const mutation::Likeness& like = explanation.likeness[i];
        alike.push_back(
            {{"fault", faults[like.fault].id}, {"rules", faults[like.fault].rules}, {"likeness", like.likeness}});
    }
    return {{"case", explanation.failing.id}, {"reason", explanation.failing.reason}, {"rules", explanation.rules},
            {"cited", explanation.cited},     {"trace", explanation.trace},           {"alike", std::move(alike)}};
}

}  // namespace phobos::tools
