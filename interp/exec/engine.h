// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/engine.h"
#include "interp/meaning/loops.h"
#include "interp/observe/event.h"

namespace phobos::interp {

/// The engine "interp": every CTA in lockstep, each value computed as often as its level asks for, CTAs in parallel. It
/// defines the semantics. `isa` is what its loops use of the processor; no bit depends on it.
std::unique_ptr<engine::Engine> make_engine(meaning::Isa isa = meaning::best_isa());

/// How many nodes one launch visits: the interpreter's work in a figure that no machine changes. The launch must
/// finish.
std::uint64_t count_visits(const program::CheckedProgram& program, const engine::Launch& launch);

/// How an observed launch ended, and the arguments as it left them; none where it has not begun.
struct Observed {
    engine::Outcome outcome;
    std::unique_ptr<engine::Buffers> buffers;
};
/// Runs one launch and tells the observer what happens, CTA after CTA in their order.
Observed launch_observed(const program::CheckedProgram& program, engine::Launch launch,
                         const engine::Settings& settings, observe::Observer& observer);

/// The same, with all tensors brought back.
engine::Ran run_observed(const program::CheckedProgram& program, const engine::Launch& launch,
                         const engine::Settings& settings, observe::Observer& observer);

}  // namespace phobos::interp
