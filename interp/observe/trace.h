// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/io/block_selection.h"
#include "engine/io/trace_writer.h"
#include "engine/launch.h"
#include "interp/observe/event.h"
#include "lang/program/program.h"

namespace phobos::interp::observe {

enum class TraceValues : std::uint8_t { left_out, kept };

/// What of a run goes into its trace.
struct TraceChoice {
    io::BlockSelection blocks;
    std::uint64_t limit = 0;  ///< of events
    TraceValues values = TraceValues::left_out;
};

/// Puts the events of a run into a trace, in their order, and counts those that it leaves out.
class Trace final : public Observer {
public:
    Trace(const program::Program& program, engine::Block grid, TraceChoice choice, io::TraceWriter& writer);

    void access(const Access& event) override;
    void branch(const Branch& event) override;
    void meeting(const Meeting& event) override;
    void reunion(const Reunion& event) override;

    /// What was left out, and the blocks with events of which nothing was kept.
    [[nodiscard]] io::TraceCounts dropped_by_sampling() const { return by_sampling_; }
    [[nodiscard]] io::TraceCounts dropped_by_limit() const { return by_limit_; }

private:
    /// Whether an event of the block is kept; counts it where it is not.
    bool is_kept(const Visit& visit, std::uint64_t accesses);
    void begin(engine::Block block);

    TraceChoice choice_;
    io::TraceWriter& writer_;
    engine::Block grid_;
    std::size_t tensors_;
    std::optional<engine::Block> block_;  ///< of the latest event
    bool is_chosen_ = false;              ///< that block
    bool is_begun_ = false;               ///< in the trace
    io::TraceCounts by_sampling_;
    io::TraceCounts by_limit_;
};

}  // namespace phobos::interp::observe
