// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "engine/engine.h"
#include "fuzz/generate/random.h"

namespace phobos::fuzz {

/// What an engine can tell beside results.
struct Offers {
    bool steps = false;          ///< how many statements were executed
    bool uninitialised = false;  ///< which elements were never written, and reads of them
    bool levels = false;         ///< values that break a claimed level
    bool same_functions = true;  ///< the bits of the engines on a CPU for functions that have a bound (num-26)
    bool races = false;          ///< races, of which a generated kernel has none
};

/// What prepared code may know of the launch.
enum class Assumed : std::uint8_t { nothing, launch, values };

/// Another form of a case, in which it leaves the same (rewrites.h).
enum class Rewrite : std::uint8_t {
    none,
    constants,  ///< scalar arguments stand in the kernel as literals
    loaded,     ///< scalar arguments and literals are read from memory
    laundered,  ///< uniform values come by a shuffle or `where`, so that they are varying to the checker
    regridded,  ///< blocks lie along other axes of the grid, and some do nothing
};

/// The cases a way takes part in: one in so many, by a draw for the number of the case. Each of the ways of one group
/// has another `at`, so that a case draws one of them; two groups draw independently.
struct Turn {
    std::uint64_t every = 1;
    std::uint64_t at = 0;
    std::uint64_t group = 0;

    [[nodiscard]] bool takes(std::uint64_t number) const {
        constexpr std::uint64_t matter = 0x7475726E00000000;
        return random_of(number, matter + group).below(every) == at;
    }
};

/// One way of running a case. Results do not depend on which it is. The seed of a launch is the number of its case.
struct Way {
    std::string name;
    engine::Engine* engine;  ///< outlives the way
    Offers offers{};
    int jobs = 1;
    std::int64_t moved_bytes = 0;  ///< how much further off alignment the arguments' memory begins
    Assumed assumed = Assumed::launch;
    Turn turn{};
    Rewrite rewrite = Rewrite::none;
    bool keeps_order = true;  ///< of blocks and threads, and so which of several faults is met
};

}  // namespace phobos::fuzz
