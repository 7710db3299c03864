// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "backend/emit/tile.h"

/// Products, what they read, and tiles in registers.
namespace phobos::emit {

/// The type of a tile in registers.
[[nodiscard]] std::string fragment_type(const Emission& e, SharedId resident);

/// A slice of a tensor of rank 2 at plain starts, as copies and tiles in registers take it.
[[nodiscard]] std::string slice_of(Emission& e, const program::Buffer& buffer, const program::SliceStarts& starts,
                                   const program::TileShape& shape);

/// `target = dot(a, b)` of buffers.
void write_product(Emission& e, const program::TileFunction& dot, SharedId target);
/// `target += dot(a, b)`; the target may be in registers.
void write_chain(Emission& e, const program::TileFunction& dot, SharedId target);

void write_stage(Emission& e, const StageSlice& step);
/// Waits for the copies of all `write_stage` since the last one, if there were any.
void finish_stages(Emission& e);

}  // namespace phobos::emit
