// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "lang/program/program.h"

namespace phobos::fuzz {

/// Expressions of a kernel, those within others and in expanded functions each counted.
struct Reach {
    std::uint64_t expressions = 0;
    std::uint64_t reaching = 0;  ///< on which something that is compared depends
};

/// What reaches an output: the value and the place of what is stored to a tensor, what is computed from there back, and
/// the conditions and ranges under which it stands. A variable or shared buffer reaches as far as its readers.
Reach reach_of(const program::Program& program);

}  // namespace phobos::fuzz
