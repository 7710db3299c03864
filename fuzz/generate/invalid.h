// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "fuzz/generate/generate.h"
#include "lang/diagnostics/code.h"
#include "lang/source/span.h"

/// Kernels that the checker must refuse, each a valid one with one change.
namespace phobos::fuzz {

/// The text of a valid kernel with exactly one error in it.
struct InvalidTwin {
    std::string text;
    diagnostics::Code code;
    Span place;        ///< in the text, where the error begins
    std::string edit;  ///< what was done: "inserted", "name", "barrier" ...
};

/// Twins of one kernel that the checker accepts, at most so many: of all changes that find a place in it, the next ones
/// for each seed, so that neighbouring seeds make them all.
std::vector<InvalidTwin> invalid_twins(const syntax::File& valid, std::uint64_t seed, std::size_t most);

/// Codes of errors that a change of a text reaches: all but those of launches, files and runs, of settings, of
/// @assert_coalesced, which is about all accesses of a kernel, and of a source that is too large to be made often.
std::set<diagnostics::Code> codes_of_twins();

}  // namespace phobos::fuzz
