// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/host_table.h"
#include "backend/prelude/target.h"

/// Threads of a block on the host: the names of machine_device.h. One thread runs at a time, until it waits; what else
/// it is told stands in a table that whoever runs the threads keeps up to date. Without such, a block is one thread.
namespace ph::machine {

inline constexpr int default_lanes = 32;

/// A grid of one thread: what its waits, exchanges and functions of f64 are.
namespace alone {

alignas(128) inline unsigned char shared[1 << 18];
inline unsigned long long exchange[host::Table::most_lanes];

inline void wait(host::Table*, host::Wait, unsigned) {}

/// The C library's functions, as lang/base/transcendental.h gives them.
inline double exp(double x) { return __builtin_exp(x); }
inline double log(double x) { return __builtin_log(x); }
inline double tanh(double x) { return __builtin_tanh(x); }
inline double sin(double x) { return __builtin_sin(x); }
inline double cos(double x) { return __builtin_cos(x); }
inline double rsqrt(double x) { return 1 / __builtin_sqrt(x); }
inline double pow(double x, double y) { return y == 0 || x == 1 ? 1 : __builtin_pow(x, y); }

inline host::Table table{0, {0, 0, 0}, {1, 1, 1}, shared, exchange, &wait, &exp, &log, &tanh, &sin, &cos, &rsqrt, &pow};

}  // namespace alone

inline host::Table* table = &alone::table;

PH_FN unsigned thread() { return static_cast<unsigned>(table->thread); }
PH_FN unsigned block_x() { return static_cast<unsigned>(table->block[0]); }
PH_FN unsigned block_y() { return static_cast<unsigned>(table->block[1]); }
PH_FN unsigned block_z() { return static_cast<unsigned>(table->block[2]); }
PH_FN unsigned grid_x() { return static_cast<unsigned>(table->grid[0]); }
PH_FN unsigned grid_y() { return static_cast<unsigned>(table->grid[1]); }
PH_FN unsigned grid_z() { return static_cast<unsigned>(table->grid[2]); }

PH_FN unsigned char* shared_memory() { return table->shared; }

PH_FN void block_barrier() { table->wait(table, host::Wait::block, 0); }
template <int lanes>
PH_FN void warp_barrier() {
    table->wait(table, host::Wait::warp, 0);
}
/// coll-25: the site tells barriers of the grid apart.
PH_FN void grid_barrier(int*, unsigned, unsigned site = 0) { table->wait(table, host::Wait::grid, site); }

/// After a fault: the thread ends here. Threads that would meet it later find that it has ended.
PH_FN void end_thread() { table->wait(table, host::Wait::ended, 0); }

/// The words of the lanes of the warp, which stay until the warp waits once more. All threads of the warp are here.
template <int lanes>
PH_FN const unsigned long long* words(unsigned long long word) {
    static_assert(lanes <= host::Table::most_lanes, "a warp of this machine has at most 64 lanes");
    unsigned long long* const given = table->exchange;
    given[thread() % static_cast<unsigned>(lanes)] = word;
    warp_barrier<lanes>();
    return given;
}

template <int lanes, class Word>
PH_FN Word exchange(Word word, unsigned lane) {
    return static_cast<Word>(words<lanes>(word)[lane]);
}
template <int lanes, class Word>
PH_FN Word exchange_xor(Word word, unsigned mask) {
    const unsigned lane = thread() % static_cast<unsigned>(lanes);
    return exchange<lanes>(word, lane ^ mask);
}
template <int lanes>
PH_FN unsigned long long ballot(bool vote) {
    const unsigned long long* const votes = words<lanes>(vote ? 1 : 0);
    unsigned long long result = 0;
    for (int lane = 0; lane < lanes; ++lane) result |= votes[lane] << lane;
    return result;
}

// Nothing comes between the parts of an atomic.
template <class T>
PH_FN T atomic_exchange(T* p, T v) {
    const T old = *p;
    *p = v;
    return old;
}
template <class T>
PH_FN T atomic_cas(T* p, T expected, T v) {
    return atomic_exchange(p, *p == expected ? v : *p);
}
template <class T>
PH_FN T atomic_and(T* p, T v) {
    return atomic_exchange(p, *p & v);
}
template <class T>
PH_FN T atomic_or(T* p, T v) {
    return atomic_exchange(p, *p | v);
}
template <class T>
PH_FN T atomic_xor(T* p, T v) {
    return atomic_exchange(p, *p ^ v);
}
template <class T>
PH_FN T atomic_min(T* p, T v) {
    return atomic_exchange(p, v < *p ? v : *p);
}
template <class T>
PH_FN T atomic_max(T* p, T v) {
    return atomic_exchange(p, v > *p ? v : *p);
}
PH_FN unsigned atomic_add(unsigned* p, unsigned v) { return atomic_exchange(p, *p + v); }
PH_FN float atomic_add(float* p, float v) { return atomic_exchange(p, *p + v); }
PH_FN int atomic_add(int* p, int v) {
    return atomic_exchange(p, static_cast<int>(static_cast<unsigned>(*p) + static_cast<unsigned>(v)));
}
PH_FN long long atomic_add(long long* p, long long v) {
    using Word = unsigned long long;
    return atomic_exchange(p, static_cast<long long>(static_cast<Word>(*p) + static_cast<Word>(v)));
}

PH_FN void lock(unsigned*) {}
PH_FN void unlock(unsigned*) {}

PH_FN double exp(double x) { return table->exp(x); }
PH_FN double log(double x) { return table->log(x); }
PH_FN double tanh(double x) { return table->tanh(x); }
PH_FN double sin(double x) { return table->sin(x); }
PH_FN double cos(double x) { return table->cos(x); }
PH_FN double rsqrt(double x) { return table->rsqrt(x); }
PH_FN double pow(double x, double y) { return table->pow(x, y); }

}  // namespace ph::machine
