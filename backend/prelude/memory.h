// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/convert.h"
#include "backend/prelude/machine.h"
#include "backend/prelude/scalar.h"

/// Elements in memory (run-1 to run-8).
namespace ph {

/// The row-major offset of subscripts, each but the first after its axis's extent, in 64 bits (run-5).
template <class I>
PH_FN long long at(I index) {
    return wide(index);
}
template <class I, class D, class J, class... Rest>
PH_FN long long at(I index, D extent, J next, Rest... rest) {
    return at(wide(index) * wide(extent) + wide(next), rest...);
}

}  // namespace ph
