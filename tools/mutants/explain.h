// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "fuzz/mutation/trials.h"
#include "lang/base/json.h"
#include "lang/base/result.h"

/// Why an implementation fails a case.
namespace phobos::tools {

/// What `phobos-conform run --json` says of an implementation, as far as it is needed here.
struct Failing {
    struct Case {
        std::string id;
        std::string reason;
        std::optional<int> lanes;
        std::string launch;
        std::string verdict;  ///< its word
    };
    std::vector<Case> cases;      ///< those that do not pass; what is skipped is none
    std::set<std::string> asked;  ///< these, and those that pass
    std::set<int> lanes;          ///< widths that were asked about
};
Result<Failing, std::string> read_failing(const std::string& text);

/// An element that a reason names first, as in "O: 3 of 64 elements differ\n  element 5: ..".
struct NamedElement {
    std::string tensor;
    std::uint64_t element;
};
std::optional<NamedElement> element_of(const std::string& reason);

struct Explanation {
    Failing::Case failing;
    std::vector<std::string> cited;            ///< rules of the case
    std::vector<std::string> rules;            ///< the rule that is probably broken first
    std::vector<mutation::Likeness> likeness;  ///< planted faults whose failing cases are the most alike
    std::string trace;
};
/// The case is one of the failing ones, and `cases` are those that were asked: of the others nothing is known.
Explanation explain(const Failing::Case& failing, const Failing& all, std::span<const mutation::Fault> faults,
                    std::span<const mutation::CaseBench> cases, unsigned workers);

std::string explanation_text(const Explanation& explanation, std::span<const mutation::Fault> faults);
Json explanation_json(const Explanation& explanation, std::span<const mutation::Fault> faults);

}  // namespace phobos::tools
