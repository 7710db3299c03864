// SPDX-License-Identifier: Apache-2.0
#include "tools/mutants/redundant.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "lang/vocabulary/scalar_type.h"

namespace phobos::tools {
namespace {

using mutation::CaseBench;
using mutation::CaseIndex;

constexpr std::array<std::string_view, 9> stays{"example", "only",  "twin",     "width",  "oracle",
                                                "family",  "limit", "together", "examine"};

/// What a case shows of a rule it cites: that something is taken, refused or met.
std::string_view verdict_of(const io::Case& expectations) {
    switch (expectations.kind) {
        case io::CaseKind::run:
        case io::CaseKind::accept: return "accepts";
        case io::CaseKind::reject: return "rejects";
        case io::CaseKind::fault: return "faults";
    }
    return "";
}

bool is_number(std::string_view word) {
    return std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

/// The id with `#` for each word that is a type or a number.
std::string family_of(std::string_view id) {
    std::string family;
    while (!id.empty()) {
        const std::string_view word = id.substr(0, id.find('-'));
        id.remove_prefix(std::min(word.size() + 1, id.size()));
        if (!family.empty()) family += '-';
        family += scalar_type(word) || is_number(word) ? "#" : word;
    }
    return family;
}

std::string folder_of(const CaseBench& bench) { return bench.name.substr(0, bench.name.rfind('/')); }

/// What the cases are counted by.
class Census {
public:
    explicit Census(std::span<const CaseBench> cases) : cases_(cases) {
        for (const CaseBench& bench : cases) {
            const io::Case& found = bench.expectations();
            for (const std::string& rule : found.rules) ++citing_[{rule, verdict_of(found)}];
            if (found.oracle) ++oracles_[folder_of(bench) + "/" + *found.oracle];
            ++families_[family_of(found.id)];
        }
    }

    [[nodiscard]] Redundant judge(CaseIndex at) const {
        const CaseBench& bench = cases_[at];
        const io::Case& found = bench.expectations();
        if (bench.name.starts_with("examples/")) return {at, Stay::example, "the source of an example"};
        for (const std::string& rule : found.rules)
            if (citing_.at({rule, verdict_of(found)}) == 1)
                return {at, Stay::only, fmt::format("the only one that {} by {}", verdict_of(found), rule)};
        if (found.twin) return {at, Stay::twin, "the twin of " + *found.twin};
        if (found.lanes.size() == 1)
            return {at, Stay::width, fmt::format("holds at {} lanes only", found.lanes.front())};
        if (found.oracle) {
            const std::size_t of = oracles_.at(folder_of(bench) + "/" + *found.oracle);
            if (of > 1) return {at, Stay::oracle, fmt::format("one of {} by {}", of, *found.oracle)};
        }
        const std::string family = family_of(found.id);
        if (const std::size_t of = families_.at(family); of > 1)
            return {at, Stay::family, fmt::format("one of {} like {}", of, family)};
        for (const std::string_view rule : {"lex-17", "ctx-30"})
            if (std::ranges::find(found.rules, rule) != found.rules.end())
                return {at, Stay::limit, fmt::format("of a size that {} names", rule)};
        if (found.rules.size() >= 3) return {at, Stay::together, fmt::format("{} rules together", found.rules.size())};
        return {at, Stay::examine, "look whether it shows anything of its own"};
    }

private:
    std::span<const CaseBench> cases_;
    std::map<std::pair<std::string, std::string_view>, std::size_t> citing_;
    std::map<std::string, std::size_t> oracles_;
    std::map<std::string, std::size_t> families_;
};

}  // namespace

std::string_view spelling(Stay stay) { return stays[static_cast<std::size_t>(stay)]; }

std::vector<Redundant> redundant_of(std::span<const CaseBench> cases, const mutation::Matrix& matrix) {
    const Census census(cases);
    std::vector<Redundant> redundant;
    for (const CaseIndex at : mutation::redundant_cases(cases, matrix)) redundant.push_back(census.judge(at));
    return redundant;
}

std::string redundant_text(const Tried& tried, const mutation::Matrix& matrix) {
    const std::vector<Redundant> redundant = redundant_of(tried.cases, matrix);
    std::string text;
    std::array<std::size_t, stays.size()> counts{};
    for (const Redundant& one : redundant) {
        const CaseBench& bench = tried.cases[one.at];
        text +=
            fmt::format("{:<60} {:>9}  {:<9} {}\n", bench.expectations().id, bench.cost, spelling(one.stay), one.why);
        ++counts[static_cast<std::size_t>(one.stay)];
    }
    text += fmt::format("{} of {} cases notice no planted fault that cheaper ones do not:", redundant.size(),
                        tried.cases.size());
    for (std::size_t i = 0; i < counts.size(); ++i)
        text += fmt::format("{} {} {}", i == 0 ? "" : ",", counts[i], stays[i]);
    return text + "\n";
}

Json redundant_json(const Tried& tried, const mutation::Matrix& matrix) {
    Json list = Json::array();
    for (const Redundant& one : redundant_of(tried.cases, matrix)) {
        const CaseBench& bench = tried.cases[one.at];
        list.push_back(
            {{"id", bench.expectations().id}, {"cost", bench.cost}, {"stays", spelling(one.stay)}, {"why", one.why}});
    }
    return {{"cases", tried.cases.size()}, {"redundant", std::move(list)}};
}

}  // namespace phobos::tools
