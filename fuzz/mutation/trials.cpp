// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutation/trials.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "fuzz/mutation/parallel.h"

namespace phobos::mutation {
namespace {

bool cites(const CaseBench& bench, const std::string& rule) {
    const std::vector<std::string>& cited = bench.expectations().rules;
    return std::ranges::find(cited, rule) != cited.end();
}
bool cites_any(const CaseBench& bench, const Fault& fault) {
    return std::ranges::any_of(fault.rules, [&](const std::string& rule) { return cites(bench, rule); });
}

/// The cases by what judging them costs.
std::vector<CaseIndex> by_cost(std::span<const CaseBench> cases) {
    std::vector<CaseIndex> order(cases.size());
    std::iota(order.begin(), order.end(), CaseIndex{0});
    std::ranges::stable_sort(order, {}, [&](CaseIndex i) { return cases[i].cost; });
    return order;
}

}  // namespace

FirstKills first_kills(std::span<const Fault> faults, std::span<const CaseBench> cases, unsigned workers) {
    FirstKills kills(faults.size());
    const std::vector<CaseIndex> cheap_first = by_cost(cases);
    for_each_in_parallel(faults.size(), workers, [&](std::size_t i) {
        const Fault& fault = faults[i];
        std::vector<CaseIndex> order = cheap_first;
        std::ranges::stable_partition(order, [&](CaseIndex at) { return cites_any(cases[at], fault); });
        for (const CaseIndex at : order) {
            const harness::Verdict verdict = cases[at].judge(fault).verdict;
            if (verdict == harness::Verdict::passed) continue;
            kills[i] = Kill{at, verdict};
            break;
        }
    });
    return kills;
}

Matrix matrix_of(std::span<const Fault> faults, std::span<const CaseBench> cases, Pairs pairs, unsigned workers) {
    Matrix matrix(faults.size());
    for_each_in_parallel(faults.size(), workers, [&](std::size_t i) {
        for (CaseIndex at = 0; at < cases.size(); ++at)
            if ((pairs == Pairs::all || cites_any(cases[at], faults[i])) && cases[at].kills(faults[i]))
                matrix[i].push_back(at);
    });
    return matrix;
}

Coverage coverage_of(std::span<const Fault> faults, std::span<const CaseBench> cases, const Matrix& matrix) {
    std::map<std::string, std::set<CaseIndex>> covered;
    for (std::size_t i = 0; i < faults.size(); ++i)
        for (const CaseIndex at : matrix[i])
            for (const std::string& rule : faults[i].rules)
                if (cites(cases[at], rule)) covered[rule].insert(at);
    Coverage coverage;
    for (const auto& [rule, by] : covered) coverage.covered[rule].assign(by.begin(), by.end());
    for (CaseIndex at = 0; at < cases.size(); ++at)
        for (const std::string& rule : cases[at].expectations().rules)
            if (!covered[rule].contains(at)) coverage.idle.push_back({at, rule});
    return coverage;
}

std::vector<CaseIndex> redundant_cases(std::span<const CaseBench> cases, const Matrix& matrix) {
    std::vector<std::vector<std::size_t>> noticed(cases.size());
    for (std::size_t fault = 0; fault < matrix.size(); ++fault)
        for (const CaseIndex at : matrix[fault]) noticed[at].push_back(fault);
    std::set<std::size_t> by_cheaper;
    std::vector<CaseIndex> redundant;
    for (const CaseIndex at : by_cost(cases)) {
        const std::size_t before = by_cheaper.size();
        by_cheaper.insert(noticed[at].begin(), noticed[at].end());
        if (by_cheaper.size() == before) redundant.push_back(at);
    }
    std::ranges::reverse(redundant);
    return redundant;
}

std::vector<Likeness> likeness_of(std::span<const Fault> faults, std::span<const CaseBench> cases,
                                  std::span<const CaseIndex> failing, unsigned workers) {
    const std::set<CaseIndex> failed(failing.begin(), failing.end());
    // The cheapest of the failing cases sort out most faults.
    constexpr std::size_t sampled = 12;
    std::vector<CaseIndex> sample = by_cost(cases);
    std::erase_if(sample, [&](CaseIndex at) { return !failed.contains(at); });
    sample.resize(std::min(sample.size(), sampled));
    const auto kills_of = [&](const Fault& fault, const auto& among) {
        return static_cast<std::size_t>(
            std::ranges::count_if(among, [&](CaseIndex at) { return cases[at].kills(fault); }));
    };
    std::vector<double> likeness(faults.size());
    for_each_in_parallel(faults.size(), workers, [&](std::size_t i) {
        if (2 * kills_of(faults[i], sample) < sample.size()) return;
        const std::size_t both = kills_of(faults[i], failed);
        std::size_t only_fault = 0;
        const std::size_t most = 2 * failed.size();  // a fault that notices much else is none to show
        for (CaseIndex at = 0; at < cases.size() && only_fault <= most; ++at)
            if (!failed.contains(at) && cases[at].kills(faults[i])) ++only_fault;
        if (only_fault <= most)
            likeness[i] = static_cast<double>(both) / static_cast<double>(failed.size() + only_fault);
    });
    std::vector<Likeness> result;
    for (std::size_t i = 0; i < faults.size(); ++i)
        if (likeness[i] > 0) result.push_back({i, likeness[i]});
    std::ranges::stable_sort(result, std::ranges::greater{}, &Likeness::likeness);
    return result;
}

}  // namespace phobos::mutation
