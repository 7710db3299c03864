// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "engine/launch.h"
#include "engine/outcome.h"
#include "lang/syntax/tree.h"

namespace phobos::fuzz {

struct Options {
    int statements = 8;   ///< of the kernel's own block, beside the stores at its end
    int depth = 3;        ///< of expressions
    bool faulty = false;  ///< one statement may meet undefined behaviour
};

/// One kernel and a launch of it.
struct Generated {
    syntax::File file;
    int lanes;  ///< the target's
    engine::Launch launch;
};

/// A kernel out of the rows of the vocabulary, the same for one seed everywhere. Most are valid; the checker has the
/// last word. What it does is defined and does not depend on the order of threads: subscripts are made to be inside,
/// divisors and shift counts to be good, and a thread writes to elements of its own, to shared buffers between barriers
/// or by atomics that commute, and a block by tile operations to its own rows.
Generated generate_kernel(std::uint64_t seed, const Options& options);

}  // namespace phobos::fuzz
