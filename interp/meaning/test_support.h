// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "interp/meaning/loops.h"

namespace phobos::interp::meaning {

/// The levels that this processor has.
inline std::vector<Isa> levels_of_this_processor() {
    std::vector<Isa> levels{Isa::baseline};
    for (const Isa isa : {Isa::x86_64_v3, Isa::x86_64_v4})
        if (isa <= best_isa()) levels.push_back(isa);
    return levels;
}

}  // namespace phobos::interp::meaning
