// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/launch.h"
#include "engine/outcome.h"

/// What every engine tells of one fault and of one limit: the same values, by the same names, in the same sentence.
/// Integers of all types are given, and told, as i64.
namespace phobos::engine {

/// What a fault is, without its place.
struct FaultText {
    FaultKind kind;
    std::vector<FaultValue> values;
    std::string message;
    std::vector<Place> others = {};  ///< the second place of a race
};

Trapped trapped(FaultText fault, const Place& place);

/// One axis of a tensor or tile, by its name.
struct AxisOf {
    std::string_view buffer;
    std::int64_t axis;
    std::int64_t extent;
};

/// run-4, run-17: `elements` from `index` on are not all inside; 1 of them is no run
FaultText outside_axis(const AxisOf& axis, std::int64_t index, std::int64_t elements);
/// run-24, run-27: elem and word, of a run of so many parts
enum class RunPart : std::uint8_t { element, word };
FaultText outside_run(RunPart part, std::int64_t index, std::int64_t parts);
/// num-3
FaultText divided_by_zero(std::int64_t dividend);
/// num-5
FaultText shifted_too_far(std::int64_t count, int width_bits);
/// stmt-22
FaultText step_of_zero(std::int64_t start, std::int64_t end);
/// run-9: the element of a tensor or tile, in row order of its extents
FaultText never_written(std::string_view buffer, std::span<const std::int64_t> extents, std::int64_t position);
/// The same in a tile operation: for this element of its result, in row order.
FaultText at_element(FaultText fault, std::int64_t element);
/// coll-25
FaultText never_arrives(std::int64_t block);

/// exec-20
enum class AccessKind : std::uint8_t { read, write, atomic };
/// One of the two accesses of a race, whose place has the one lane.
struct RacingAccess {
    AccessKind kind;
    std::int64_t thread;  ///< of its block
    ScalarBits written;   ///< by a write
    Place place;
};
struct Race {
    std::string_view buffer;
    std::span<const std::int64_t> extents;
    std::int64_t position;  ///< of the element, in row order of the extents
    ScalarType element;
    RacingAccess access;     ///< the one at which the race was seen
    RacingAccess other;      ///< an access before
    bool keeps_to_lockstep;  ///< exec-30: of one warp, and not of one execution of one site
};
/// exec-30: the fault at race.access.place
FaultText race(const Race& race);

/// Settings::limits
Limited steps_reached(std::uint64_t steps);
Limited time_reached();
Limited memory_exceeded();

}  // namespace phobos::engine
