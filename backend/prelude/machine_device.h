// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/target.h"

/// Threads of a block on the card: who they are, how they meet, and what they share. machine_host.h has the same names
/// and meanings; the rest of the prelude calls these and knows nothing else of the machine.
namespace ph::machine {

inline constexpr int default_lanes = 32;

/// The thread's number in its block, whose threads lie along one axis.
PH_FN unsigned thread() { return threadIdx.x; }
PH_FN unsigned block_x() { return blockIdx.x; }
PH_FN unsigned block_y() { return blockIdx.y; }
PH_FN unsigned block_z() { return blockIdx.z; }
PH_FN unsigned grid_x() { return gridDim.x; }
PH_FN unsigned grid_y() { return gridDim.y; }
PH_FN unsigned grid_z() { return gridDim.z; }

/// The memory that the threads of a block share; its address is divisible by 128.
PH_FN unsigned char* shared_memory() {
    extern __shared__ __align__(128) unsigned char ph_shared_memory[];
    return ph_shared_memory;
}

/// All threads of the block arrive; their accesses before come before those after (coll-19, coll-23).
PH_FN void block_barrier() { __syncthreads(); }
/// Orders the accesses of the warp's threads (coll-20).
template <int lanes>
PH_FN void warp_barrier() {
    __syncwarp();
}

/// The word of another thread of the warp, `lane` being below lanes. All threads of the warp are here (coll-9). A word
/// is unsigned or unsigned long long.
template <int lanes, class Word>
PH_FN Word exchange(Word word, unsigned lane) {
    static_assert(lanes == 32, "a warp of this machine has 32 lanes");
    return __shfl_sync(~0U, word, static_cast<int>(lane));
}
/// The word of the thread whose lane differs in the bits of `mask`, below lanes.
template <int lanes, class Word>
PH_FN Word exchange_xor(Word word, unsigned mask) {
    static_assert(lanes == 32, "a warp of this machine has 32 lanes");
    return __shfl_xor_sync(~0U, word, static_cast<int>(mask));
}
/// A bit for each lane, set where its `vote` is true. All threads of the warp are here.
template <int lanes>
PH_FN unsigned long long ballot(bool vote) {
    static_assert(lanes == 32, "a warp of this machine has 32 lanes");
    return __ballot_sync(~0U, vote);
}

/// All threads of all blocks arrive (coll-21). `bar` points at two words that were 0 before the launch: how many blocks
/// are here, and how often all were. The host wants the site of the barrier in the program.
PH_FN void grid_barrier(int* bar, unsigned blocks, unsigned) {
    __syncthreads();
    if (threadIdx.x == 0) {
        volatile int* const turns = bar + 1;
        const int before = *turns;
        __threadfence();
        if (atomicAdd(bar, 1) == static_cast<int>(blocks) - 1) {
            *static_cast<volatile int*>(bar) = 0;
            __threadfence();
            *turns = before + 1;
        } else {
            while (*turns == before) {
            }
        }
        __threadfence();
    }
    __syncthreads();
}

// Relaxed atomics on shared and global memory (coll-26 to coll-33); the old value is the result.
PH_FN int atomic_add(int* p, int v) { return atomicAdd(p, v); }
PH_FN unsigned atomic_add(unsigned* p, unsigned v) { return atomicAdd(p, v); }
PH_FN float atomic_add(float* p, float v) { return atomicAdd(p, v); }
PH_FN int atomic_min(int* p, int v) { return atomicMin(p, v); }
PH_FN unsigned atomic_min(unsigned* p, unsigned v) { return atomicMin(p, v); }
PH_FN long long atomic_min(long long* p, long long v) { return atomicMin(p, v); }
PH_FN int atomic_max(int* p, int v) { return atomicMax(p, v); }
PH_FN unsigned atomic_max(unsigned* p, unsigned v) { return atomicMax(p, v); }
PH_FN long long atomic_max(long long* p, long long v) { return atomicMax(p, v); }
PH_FN int atomic_and(int* p, int v) { return atomicAnd(p, v); }
PH_FN unsigned atomic_and(unsigned* p, unsigned v) { return atomicAnd(p, v); }
PH_FN int atomic_or(int* p, int v) { return atomicOr(p, v); }
PH_FN unsigned atomic_or(unsigned* p, unsigned v) { return atomicOr(p, v); }
PH_FN int atomic_xor(int* p, int v) { return atomicXor(p, v); }
PH_FN unsigned atomic_xor(unsigned* p, unsigned v) { return atomicXor(p, v); }
PH_FN int atomic_exchange(int* p, int v) { return atomicExch(p, v); }
PH_FN unsigned atomic_exchange(unsigned* p, unsigned v) { return atomicExch(p, v); }
PH_FN int atomic_cas(int* p, int expected, int v) { return atomicCAS(p, expected, v); }
PH_FN unsigned atomic_cas(unsigned* p, unsigned expected, unsigned v) { return atomicCAS(p, expected, v); }

// Of 64 bits, what does not depend on the sign is offered for unsigned words alone.
using Word64 = unsigned long long;
PH_FN long long signed64(Word64 v) { return static_cast<long long>(v); }
PH_FN Word64* words64(long long* p) { return reinterpret_cast<Word64*>(p); }
PH_FN Word64 word64(long long v) { return static_cast<Word64>(v); }
PH_FN long long atomic_add(long long* p, long long v) { return signed64(atomicAdd(words64(p), word64(v))); }
PH_FN long long atomic_and(long long* p, long long v) { return signed64(atomicAnd(words64(p), word64(v))); }
PH_FN long long atomic_or(long long* p, long long v) { return signed64(atomicOr(words64(p), word64(v))); }
PH_FN long long atomic_xor(long long* p, long long v) { return signed64(atomicXor(words64(p), word64(v))); }
PH_FN long long atomic_exchange(long long* p, long long v) { return signed64(atomicExch(words64(p), word64(v))); }
PH_FN long long atomic_cas(long long* p, long long expected, long long v) {
    return signed64(atomicCAS(words64(p), word64(expected), word64(v)));
}

/// After a fault: the thread goes on, since others may wait for it.
PH_FN void end_thread() {}

/// Mutual exclusion of threads of different blocks, by a word that is 0 where nobody has it; orders accesses.
PH_FN void lock(unsigned* word) {
    while (atomicCAS(word, 0, 1) != 0) {
    }
    __threadfence();
}
PH_FN void unlock(unsigned* word) {
    __threadfence();
    atomicExch(word, 0);
}

}  // namespace ph::machine
