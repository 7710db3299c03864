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

/// An element of a tensor that the kernel only reads.
template <class T>
PH_FN Value<T> load(const T* tensor, long long offset) {
    const auto words = machine::fetch<sizeof(T), true>(tensor + offset);
    if constexpr (sizeof(T) == 8)
        return of_pattern<Value<T>>(static_cast<unsigned long long>(words.word[1]) << 32 | words.word[0]);
    else
        return of_pattern<Value<T>>(words.word[0]);
}

}  // namespace ph
