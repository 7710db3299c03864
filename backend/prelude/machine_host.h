// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/target.h"

/// Threads of a block on the host: the names of machine_device.h. Here a block is one thread.
namespace ph::machine {

inline constexpr int default_lanes = 32;

PH_FN unsigned thread() { return 0; }
PH_FN unsigned block_x() { return 0; }
PH_FN unsigned block_y() { return 0; }
PH_FN unsigned block_z() { return 0; }
PH_FN unsigned grid_x() { return 1; }
PH_FN unsigned grid_y() { return 1; }
PH_FN unsigned grid_z() { return 1; }

PH_FN unsigned char* shared_memory() {
    alignas(128) static unsigned char memory[1 << 18];
    return memory;
}

PH_FN void block_barrier() {}
template <int lanes>
PH_FN void warp_barrier() {}

template <int lanes>
PH_FN unsigned exchange(unsigned word, unsigned) {
    return word;
}
template <int lanes>
PH_FN unsigned long long exchange(unsigned long long word, unsigned) {
    return word;
}
template <int lanes>
PH_FN unsigned exchange_xor(unsigned word, unsigned) {
    return word;
}
template <int lanes>
PH_FN unsigned long long exchange_xor(unsigned long long word, unsigned) {
    return word;
}
template <int lanes>
PH_FN unsigned long long ballot(bool vote) {
    return vote ? 1 : 0;
}

PH_FN void grid_barrier(int*, unsigned) {}

template <class T>
PH_FN T atomic_exchange(T* p, T v) {
    return __atomic_exchange_n(p, v, __ATOMIC_RELAXED);
}
template <class T>
PH_FN T atomic_cas(T* p, T expected, T v) {
    __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}
template <class T>
PH_FN T atomic_and(T* p, T v) {
    return __atomic_fetch_and(p, v, __ATOMIC_RELAXED);
}
template <class T>
PH_FN T atomic_or(T* p, T v) {
    return __atomic_fetch_or(p, v, __ATOMIC_RELAXED);
}
template <class T>
PH_FN T atomic_xor(T* p, T v) {
    return __atomic_fetch_xor(p, v, __ATOMIC_RELAXED);
}
template <class T>
PH_FN T atomic_add(T* p, T v) {
    return __atomic_fetch_add(p, v, __ATOMIC_RELAXED);
}
PH_FN float atomic_add(float* p, float v) {
    float old = *p;
    float sum = old + v;
    while (!__atomic_compare_exchange(p, &old, &sum, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) sum = old + v;
    return old;
}
template <class T>
PH_FN T atomic_min(T* p, T v) {
    T old = *p;
    while (v < old && !__atomic_compare_exchange_n(p, &old, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    return old;
}
template <class T>
PH_FN T atomic_max(T* p, T v) {
    T old = *p;
    while (v > old && !__atomic_compare_exchange_n(p, &old, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    return old;
}

PH_FN void lock(unsigned* word) {
    while (__atomic_exchange_n(word, 1U, __ATOMIC_ACQUIRE) != 0) {
    }
}
PH_FN void unlock(unsigned* word) { __atomic_store_n(word, 0U, __ATOMIC_RELEASE); }

/// The C library's functions of f64, as lang/base/transcendental.h gives them.
PH_FN double exp(double x) { return __builtin_exp(x); }
PH_FN double log(double x) { return __builtin_log(x); }
PH_FN double tanh(double x) { return __builtin_tanh(x); }
PH_FN double sin(double x) { return __builtin_sin(x); }
PH_FN double cos(double x) { return __builtin_cos(x); }
PH_FN double rsqrt(double x) { return 1 / __builtin_sqrt(x); }
PH_FN double pow(double x, double y) { return y == 0 || x == 1 ? 1 : __builtin_pow(x, y); }

}  // namespace ph::machine
