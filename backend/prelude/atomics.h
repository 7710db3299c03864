// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/machine.h"
#include "backend/prelude/scalar.h"

/// coll-26 to coll-33, on an element of a tensor or of a tile; the old value is the result.
namespace ph {

template <class Rep>
PH_FN Integer<Rep> atomic_add(Integer<Rep>* p, long long offset, Integer<Rep> v) {
    return Integer<Rep>(machine::atomic_add(&p[offset].value, v.value));
}
PH_FN float atomic_add(float* p, long long offset, float v) { return machine::atomic_add(p + offset, v); }
template <class Rep>
PH_FN Integer<Rep> atomic_min(Integer<Rep>* p, long long offset, Integer<Rep> v) {
    return Integer<Rep>(machine::atomic_min(&p[offset].value, v.value));
}
template <class Rep>
PH_FN Integer<Rep> atomic_max(Integer<Rep>* p, long long offset, Integer<Rep> v) {
    return Integer<Rep>(machine::atomic_max(&p[offset].value, v.value));
}
template <class Rep>
PH_FN Integer<Rep> atomic_and(Integer<Rep>* p, long long offset, Integer<Rep> v) {
    return Integer<Rep>(machine::atomic_and(&p[offset].value, v.value));
}
template <class Rep>
PH_FN Integer<Rep> atomic_or(Integer<Rep>* p, long long offset, Integer<Rep> v) {
    return Integer<Rep>(machine::atomic_or(&p[offset].value, v.value));
}
template <class Rep>
PH_FN Integer<Rep> atomic_xor(Integer<Rep>* p, long long offset, Integer<Rep> v) {
    return Integer<Rep>(machine::atomic_xor(&p[offset].value, v.value));
}
template <class Rep>
PH_FN Integer<Rep> atomic_exchange(Integer<Rep>* p, long long offset, Integer<Rep> v) {
    return Integer<Rep>(machine::atomic_exchange(&p[offset].value, v.value));
}
template <class Rep>
PH_FN Integer<Rep> atomic_cas(Integer<Rep>* p, long long offset, Integer<Rep> expected, Integer<Rep> v) {
    return Integer<Rep>(machine::atomic_cas(&p[offset].value, expected.value, v.value));
}

}  // namespace ph
