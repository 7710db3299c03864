// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fuzz/mutation/bench.h"
#include "fuzz/mutation/fault.h"
#include "spec-tests/harness/verdict.h"

/// Which cases notice which planted faults.
namespace phobos::mutation {

using CaseIndex = std::size_t;

/// The case that was found to notice a fault first, and how: timed out where a launch goes on for far more steps than
/// it should take.
struct Kill {
    CaseIndex of;
    harness::Verdict verdict;
};
/// By fault.
using FirstKills = std::vector<std::optional<Kill>>;

/// Looks for one case that notices each fault, an equivalent one too: those that cite its rules first, cheap ones
/// before dear ones.
FirstKills first_kills(std::span<const Fault> faults, std::span<const CaseBench> cases, unsigned workers);

/// By fault: every case that notices it, ascending.
using Matrix = std::vector<std::vector<CaseIndex>>;

/// Which pairs are looked at.
enum class Pairs : std::uint8_t {
    all,
    citing,  ///< where the case cites a rule of the fault
};
Matrix matrix_of(std::span<const Fault> faults, std::span<const CaseBench> cases, Pairs pairs, unsigned workers);

/// What the suite shows of the rules: one is covered when a case that cites it notices a fault of it.
struct Coverage {
    std::map<std::string, std::vector<CaseIndex>> covered;  ///< with the cases that show it
    struct Citation {
        CaseIndex of;
        std::string rule;
    };
    std::vector<Citation> idle;  ///< a rule that a case cites without noticing a fault of it
};
/// Of the pairs that cite.
Coverage coverage_of(std::span<const Fault> faults, std::span<const CaseBench> cases, const Matrix& matrix);

/// The cases that notice nothing that cheaper ones do not, dear ones first.
std::vector<CaseIndex> redundant_cases(std::span<const CaseBench> cases, const Matrix& matrix);

/// Faults whose signature is like that of an implementation.
struct Likeness {
    std::size_t fault;
    double likeness;  ///< cases that both fail, of those that either fails
};
/// Every fault that some of the failing cases notice, the likest first.
std::vector<Likeness> likeness_of(std::span<const Fault> faults, std::span<const CaseBench> cases,
                                  std::span<const CaseIndex> failing, unsigned workers);

}  // namespace phobos::mutation
