// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "backend/prelude/fault_record.h"
#include "engine/launch.h"
#include "engine/outcome.h"
#include "lang/program/program.h"

namespace phobos::launch {

/// What the fault parameter of a checked text points at before a launch: a record for each thread of a CTA.
std::vector<ph::FaultRecord> empty_fault_records(const program::Program& program);

/// What the records tell after a launch, or nothing where no thread met a fault. Of several faults one is told that no
/// other can have led to: before a barrier of the grid that of the lowest block, there before a barrier of the block
/// that of the lowest warp, there before a meeting of its lanes the lowest lane's, with all lanes that met it there at
/// its site; of a tile operation that of the first element, by the thread that the element belongs to (tile-51).
std::optional<engine::Trapped> trapped(const program::Program& program, const engine::BoundDims& dims,
                                       const engine::Block& grid, std::span<const ph::FaultRecord> records);

}  // namespace phobos::launch
