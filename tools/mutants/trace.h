// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "fuzz/mutation/bench.h"

namespace phobos::tools {

/// An element of a tensor that a launch of a case leaves.
struct ElementOf {
    const mutation::CaseBench& bench;
    int lanes;
    std::string launch;  ///< by its name; empty for the first
    std::string tensor;
    std::uint64_t element;  ///< in row order
};

/// What a right implementation computes there: the thread that writes it, what it reads before, line by line, and the
/// value in the end. Empty where the case has no such element.
std::string trace_of(const ElementOf& of);

}  // namespace phobos::tools
