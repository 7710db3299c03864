// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/fault_text.h"
#include "engine/launch.h"
#include "engine/outcome.h"
#include "interp/exec/stream.h"
#include "interp/memory/buffers.h"
#include "interp/observe/event.h"
#include "interp/value/mask.h"
#include "lang/program/checked_program.h"

namespace phobos::interp {

class Teller;
struct RaceWatch;

/// Bytes that start on a cache line.
class AlignedBytes {
public:
    explicit AlignedBytes(std::size_t size);
    [[nodiscard]] std::byte* data() { return storage_.data() + begin_; }

private:
    std::vector<std::byte> storage_;
    std::size_t begin_;
};

/// Ends the execution of a CTA before its end; stays inside exec/.
struct Stopped {
    engine::Outcome outcome;
};

/// What every CTA of one launch shares and none changes.
struct LaunchState {
    const program::CheckedProgram* program;
    Geometry geometry;
    engine::Block grid;
    std::vector<std::int64_t> dims;   ///< by DimId
    std::vector<ScalarBits> scalars;  ///< by parameter
    std::vector<BufferView> tensors;  ///< by TensorId
    bool check_uninitialised = true;
    std::optional<std::uint64_t> step_limit;
    std::optional<std::chrono::steady_clock::time_point> deadline;
    Teller* teller = nullptr;         ///< only of the observed instantiation
    std::uint64_t* visits = nullptr;  ///< of nodes; only of a plan that counts them, which runs CTAs in order
    bool check_races = false;         ///< only of a plan that watches buffers
    /// What all that is kept to look for races may take besides what it takes from the start.
    std::uint64_t race_growth_bytes = 0;
};

/// The state of one CTA: variables and temporaries in one frame, and who takes part.
struct Cta {
    const LaunchState* launch;
    engine::Block block;
    std::byte* frame;                ///< variables, temporaries and results, at the offsets the plan gives
    std::vector<Mask>* masks;        ///< by the slots the plan gives
    Mask* mask;                      ///< the threads that execute now
    std::vector<TileMemory>* tiles;  ///< by TileId
    Stream* streams;                 ///< by the slots the plan gives
    std::uint64_t steps = 0;
    std::uint64_t next_clock = 0;     ///< look at the time when so many steps are done
    RaceWatch* race_watch = nullptr;  ///< where races are looked for

    [[nodiscard]] const Geometry& geometry() const { return launch->geometry; }
    [[nodiscard]] bool everyone() const { return mask->all(launch->geometry); }

    /// One statement, by all threads that take part.
    void count_step() {
        steps += static_cast<std::uint64_t>(mask->active());
        if (steps >= next_clock) check_limits();
    }
    void check_limits();
};

/// The lanes at fault in the lowest warp that has such.
struct FaultyLanes {
    int warp;
    std::uint64_t lanes;
    int first_thread;
};

/// Ends the CTA with a fault of these lanes at a site.
[[noreturn]] void trap(const Cta& cta, program::SiteId site, const FaultyLanes& lanes, engine::FaultText what);

}  // namespace phobos::interp
