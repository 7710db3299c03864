// SPDX-License-Identifier: Apache-2.0
#include "tools/mutants/redundant.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "engine/outcome.h"
#include "lang/vocabulary/scalar_type.h"

namespace phobos::tools {
namespace {

using mutation::CaseBench;
using mutation::CaseIndex;

constexpr std::array<std::string_view, 10> stays{"example", "only",  "twin",     "width", "oracle",
                                                 "family",  "limit", "together", "form",  "examine"};

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

bool is_negative(const io::Case& found) {
    return found.kind == io::CaseKind::reject || found.kind == io::CaseKind::fault;
}

/// A rule that both cite.
std::optional<std::string> shared_rule(const io::Case& a, const io::Case& b) {
    const auto found = std::ranges::find_if(
        a.rules, [&](const std::string& rule) { return std::ranges::find(b.rules, rule) != b.rules.end(); });
    return found == a.rules.end() ? std::nullopt : std::optional(*found);
}

/// What a negative case is a form of; nothing of an accepted one.
std::optional<std::string> error_of(const io::Case& found) {
    if (found.reject) return fmt::format("are rejected with {} by {}", found.reject->code, found.reject->rule);
    if (found.fault)
        return fmt::format("meet the fault {} by {}", row(found.fault->kind).spelling, found.rules.front());
    return std::nullopt;
}

/// What the cases are counted by.
class Census {
public:
    Census(std::span<const CaseBench> cases, const mutation::Matrix& matrix)
        : cases_(cases), redundant_(mutation::redundant_cases(cases, matrix)) {
        for (CaseIndex at = 0; at < cases.size(); ++at) {
            const CaseBench& bench = cases[at];
            const io::Case& found = bench.expectations();
            by_id_.emplace(found.id, at);
            for (const std::string& rule : found.rules) ++citing_[{rule, verdict_of(found)}];
            if (found.oracle) ++oracles_[folder_of(bench) + "/" + *found.oracle];
            ++families_[family_of(found.id)];
            if (auto error = error_of(found)) ++forms_[*std::move(error)];
        }
    }

    /// All of them.
    [[nodiscard]] std::vector<Redundant> judge() const {
        std::vector<Redundant> judged;
        for (const CaseIndex at : redundant_) judged.push_back(judge(at));
        return judged;
    }

private:
    [[nodiscard]] Redundant judge(CaseIndex at) const {
        const CaseBench& bench = cases_[at];
        const io::Case& found = bench.expectations();
        if (bench.name.starts_with("examples/")) return {at, Stay::example, "the source of an example"};
        for (const std::string& rule : found.rules)
            if (citing_.at({rule, verdict_of(found)}) == 1)
                return {at, Stay::only, fmt::format("the only one that {} by {}", verdict_of(found), rule)};
        if (auto why = as_accepted_twin(found)) return {at, Stay::twin, *std::move(why)};
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
        if (const auto error = error_of(found); error && forms_.at(*error) > 1)
            return {at, Stay::form, fmt::format("one of {} that {}", forms_.at(*error), *error)};
        return {at, Stay::examine, "look whether it shows anything of its own"};
    }

    /// Why it is needed beside its negative twin, where that is there, is about a rule that it is about too, and is no
    /// case to examine itself. No negative case stays for its twin's sake.
    [[nodiscard]] std::optional<std::string> as_accepted_twin(const io::Case& found) const {
        const auto twin = by_id_.find(found.twin.value_or(""));
        if (is_negative(found) || twin == by_id_.end()) return std::nullopt;
        const io::Case& other = cases_[twin->second].expectations();
        const auto rule = shared_rule(found, other);
        if (!is_negative(other) || !rule) return std::nullopt;
        const bool is_needed = std::ranges::find(redundant_, twin->second) == redundant_.end();
        if (is_needed)
            return fmt::format("accepted beside {}, which {} by {} and notices what no cheaper case does", other.id,
                               verdict_of(other), *rule);
        const Redundant judged = judge(twin->second);
        if (judged.stay == Stay::examine) return std::nullopt;
        return fmt::format("accepted beside {}, which {} by {} and stays as {}", other.id, verdict_of(other), *rule,
                           stays[static_cast<std::size_t>(judged.stay)]);
    }

    std::span<const CaseBench> cases_;
    std::vector<CaseIndex> redundant_;
    std::map<std::string_view, CaseIndex> by_id_;
    std::map<std::pair<std::string, std::string_view>, std::size_t> citing_;
    std::map<std::string, std::size_t> oracles_;
    std::map<std::string, std::size_t> families_;
    std::map<std::string, std::size_t> forms_;
};

}  // namespace

std::string_view spelling(Stay stay) { return stays[static_cast<std::size_t>(stay)]; }

std::vector<Redundant> redundant_of(std::span<const CaseBench> cases, const mutation::Matrix& matrix) {
    return Census(cases, matrix).judge();
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
