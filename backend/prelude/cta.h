// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/exchange.h"
#include "backend/prelude/machine.h"
#include "backend/prelude/meetings.h"
#include "backend/prelude/scalar.h"

namespace ph {

/// `ctx.block` and `ctx.grid`.
struct Extents {
    i32 x;
    i32 y;
    i32 z;
};

/// `ctx`: where the thread runs, in a block of `thread_count` threads in warps of `lane_count` (ctx-1 on).
template <int thread_count, int lane_count>
struct Cta {
    static_assert(thread_count % lane_count == 0);
    static constexpr i32 threads{thread_count};
    static constexpr i32 lanes{lane_count};
    static constexpr i32 warps{thread_count / lane_count};

    i32 thread;
    i32 warp;
    i32 lane;
    Extents block;
    Extents grid;
    /// Only what records faults reads it: elsewhere the compiler leaves it out.
    mutable Meetings met{};

    PH_FN Cta()
        : thread(machine::thread()),
          warp(machine::thread() / lane_count),
          lane(machine::thread() % lane_count),
          block{i32(machine::block_x()), i32(machine::block_y()), i32(machine::block_z())},
          grid{i32(machine::grid_x()), i32(machine::grid_y()), i32(machine::grid_z())} {}
};

/// The shared memory of the block from a byte on, that for exchanges left out.
template <class T>
PH_FN T* shared(unsigned byte_offset) {
#if defined(PH_COLLECTIVES_IN_MEMORY)
    byte_offset += exchange_bytes;
#endif
    return reinterpret_cast<T*>(machine::shared_memory() + byte_offset);
}

template <int threads, int lanes>
PH_FN void barrier(const Cta<threads, lanes>& ctx) {
    ++ctx.met.block;
    machine::block_barrier();
}
template <int threads, int lanes>
PH_FN void warp_barrier(const Cta<threads, lanes>& ctx) {
    ++ctx.met.warp;
    machine::warp_barrier<lanes>();
}
/// `site` is where the barrier stands in the program.
template <int threads, int lanes>
PH_FN void grid_barrier(const Cta<threads, lanes>& ctx, i32* bar, unsigned site) {
    ++ctx.met.grid;
    machine::grid_barrier(&bar->value, static_cast<unsigned>(ctx.grid.x.value), site);
}

/// Stands first in the body of a `while`: a loop without end is one that a program may have, but not C++.
PH_FN void turn() { machine::turn(); }

}  // namespace ph
