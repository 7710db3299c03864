// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "engine/launch.h"
#include "engine/outcome.h"
#include "lang/syntax/tree.h"

namespace phobos::fuzz {

/// Which values floats have.
enum class Floats : std::uint8_t {
    any,
    exact,  ///< small multiples of a power of two, so that no operation rounds and every order of them gives one result
};

/// Where functions stand whose results have a bound, and bits of an implementation's own (num-25).
enum class Bounded : std::uint8_t {
    anywhere,
    nowhere,
    enclosed,  ///< where nothing but floats depends on them: no branch, subscript, bool, integer or conversion to one
};

struct Options {
    int statements = 8;   ///< of the kernel's own block, beside the stores at its end
    int depth = 3;        ///< of expressions
    bool faulty = false;  ///< one statement may meet undefined behaviour
    Floats floats = Floats::any;
    Bounded bounded = Bounded::anywhere;  ///< with exact floats nowhere
    int lanes = 0;                        ///< of a warp; 0: either of those that there are
    bool meets_grid = true;               ///< grid_barrier may stand in it, which not every engine runs
};

/// One kernel and a launch of it.
struct Generated {
    syntax::File file;
    int lanes;  ///< the target's
    engine::Launch launch;
    Options options{};  ///< by which it was made
    std::uint64_t seed = 0;
};

/// A kernel out of the rows of the vocabulary, the same for one seed everywhere. Most are valid; the checker has the
/// last word. What it does is defined and does not depend on the order of threads: subscripts are made to be inside,
/// divisors and shift counts to be good, and a thread writes to elements of its own, to shared buffers between barriers
/// or by atomics that commute, and a block by tile operations to its own rows.
Generated generate_kernel(std::uint64_t seed, const Options& options);

}  // namespace phobos::fuzz
