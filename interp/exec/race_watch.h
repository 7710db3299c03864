// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "interp/exec/access.h"
#include "interp/exec/race_plan.h"
#include "interp/exec/tile_access.h"
#include "interp/observe/races.h"

namespace phobos::interp {

/// What one worker keeps to look for races, and where it does.
struct RaceWatch {
    /// What is kept as accesses come takes about `growth_bytes` at most.
    RaceWatch(const WatchedBuffers& buffers, const LaunchState& launch, const std::vector<TileMemory>& tile_memory,
              std::uint64_t growth_bytes);
    RaceWatch(const RaceWatch&) = delete;
    RaceWatch& operator=(const RaceWatch&) = delete;
    /// What it takes from the start.
    static std::uint64_t bytes_of(const WatchedBuffers& buffers, const LaunchState& launch);

    observe::Races races;
    std::vector<observe::Shadow*> tensors;  ///< by TensorId; null where not watched
    std::vector<observe::Shadow*> tiles;    ///< by TileId
};

// Each ends the CTA where it finds a race (exec-29) or what is kept takes more memory than there is, and does nothing
// where no races are looked for.
void watch_reads(const Target& target, Cta& cta, const std::int64_t* first);
void watch_atomics(const Target& target, Cta& cta, const std::int64_t* first);
/// Before the values, each of which lies for its thread as `level` says, are in memory. Of the same execution as the
/// last access where that has read what is written.
void watch_writes(const Target& target, Cta& cta, const std::int64_t* first, const observe::WrittenValues& values,
                  observe::Execution execution = observe::Execution::next);
/// Of neighbouring threads, thread 0 at `base`.
void watch_reads_of_line(const Target& target, Cta& cta, std::int64_t base);
void watch_writes_of_line(const Target& target, Cta& cta, std::int64_t base, const std::byte* values);
/// Of a tile operation: element e by thread e mod ctx.threads.
void watch_reads(const SliceTarget& target, const Window& window, Cta& cta);
void watch_writes(const SliceTarget& target, const Window& window, Cta& cta, const std::byte* values, Given given);

inline void watch_barrier(Cta& cta) {
    if (cta.race_watch != nullptr) cta.race_watch->races.barrier();
}
inline void watch_warp_barrier(Cta& cta) {
    if (cta.race_watch != nullptr) cta.race_watch->races.warp_barrier(*cta.mask);
}

}  // namespace phobos::interp
