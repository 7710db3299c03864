// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/mutation/trials.h"
#include "lang/base/json.h"
#include "tools/mutants/reports.h"

/// Cases that notice no planted fault that cheaper ones do not, each with what it is there for besides.
namespace phobos::tools {

/// Why such a case stays, the first that holds; spec-tests/README.md says what to do with each.
enum class Stay : std::uint8_t {
    example,   ///< the source of an example
    only,      ///< the only one that cites a rule and has this kind
    twin,      ///< accepted beside a case that is rejected or faults by a rule of both and is needed itself
    width,     ///< it holds at one width, where few cases are
    oracle,    ///< one of those that a script makes together
    family,    ///< one of those whose ids differ in a type or a number
    limit,     ///< a program of a size that every implementation takes, or none
    together,  ///< it cites three rules or more, and shows them together
    form,      ///< one of several forms of one error or fault
    examine,   ///< none of these
};
std::string_view spelling(Stay stay);

struct Redundant {
    mutation::CaseIndex at;
    Stay stay;
    std::string why;
};

/// Dear ones first, the same everywhere.
std::vector<Redundant> redundant_of(std::span<const mutation::CaseBench> cases, const mutation::Matrix& matrix);

std::string redundant_text(const Tried& tried, const mutation::Matrix& matrix);
Json redundant_json(const Tried& tried, const mutation::Matrix& matrix);

}  // namespace phobos::tools
