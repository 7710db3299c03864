// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lang/diagnostics/code.h"
#include "lang/program/program.h"
#include "lang/source/span.h"
#include "lang/vocabulary/scalar_type.h"

namespace phobos::engine {

/// The index of a CTA in its grid, or the extents of a grid.
struct Block {
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t z = 0;

    friend bool operator==(const Block&, const Block&) = default;
};

/// The closed list of undefined behaviour (docs/spec/11-execution-and-memory.md).
enum class FaultKind : std::uint8_t {
    out_of_bounds,
    index,
    division,
    shift,
    step,
    uninitialised,
    race,
    grid_barrier,
};

struct FaultRow {
    FaultKind kind;
    std::string_view spelling;  ///< in JSON and in cases
    diagnostics::Code code;
};

inline constexpr std::array fault_rows{
    FaultRow{FaultKind::out_of_bounds, "out-of-bounds", diagnostics::Code::fault_out_of_bounds},
    FaultRow{FaultKind::index, "index", diagnostics::Code::fault_index},
    FaultRow{FaultKind::division, "division", diagnostics::Code::fault_division},
    FaultRow{FaultKind::shift, "shift", diagnostics::Code::fault_shift},
    FaultRow{FaultKind::step, "step", diagnostics::Code::fault_step},
    FaultRow{FaultKind::uninitialised, "uninitialised", diagnostics::Code::fault_uninitialised},
    FaultRow{FaultKind::race, "race", diagnostics::Code::fault_race},
    FaultRow{FaultKind::grid_barrier, "grid-barrier", diagnostics::Code::fault_grid_barrier},
};

constexpr const FaultRow& row(FaultKind kind) { return fault_rows[static_cast<std::size_t>(kind)]; }

/// A value that explains a fault, of the first lane that has it: "index" 128, "extent" 128, "divisor" 0.
struct FaultValue {
    std::string name;
    ScalarType type;
    ScalarBits bits;

    friend bool operator==(const FaultValue&, const FaultValue&) = default;
};

/// Where an access, operation or loop was when it met undefined behaviour.
struct Place {
    program::SiteId site;
    Span span;
    Block block;
    int warp = 0;
    std::uint64_t lanes = 0;  ///< bit l: lane l of the warp is concerned

    friend bool operator==(const Place&, const Place&) = default;
};

/// Every thread of the grid came to its end.
struct Finished {
    std::uint64_t steps = 0;  ///< what Limits::steps counts
};
/// Undefined behaviour was met.
struct Trapped {
    FaultKind kind;
    Place place;
    std::vector<Place> others;  ///< the second place of a race
    std::vector<FaultValue> values;
    std::string message;  ///< one sentence with the values, for people
};
/// The launch itself is wrong, in every engine.
struct LaunchError {
    diagnostics::Code code;
    std::string message;
};
enum class LimitKind : std::uint8_t { steps, memory, time, shared };

constexpr std::string_view spelling(LimitKind kind) {
    constexpr std::array<std::string_view, 4> names{"steps", "memory", "time", "shared"};
    return names[static_cast<std::size_t>(kind)];
}
/// A limit of this engine was reached; says nothing about the program.
struct Limited {
    LimitKind kind;
    std::string message;
};
/// This engine does not offer what the program or the launch asks for.
struct Unsupported {
    std::string construct;
    std::string message;
};
/// Something outside the program went wrong: a compiler, a driver, a device.
struct Failed {
    std::string stage;
    std::string message;
};
/// A claimed level was not kept, which `--check levels` looks for: a race (level-4), or a bug of the checker.
struct LevelViolation {
    program::ExpressionId expression;
    Place place;
    std::string message;
};

using Outcome = std::variant<Finished, Trapped, LaunchError, Limited, Unsupported, Failed, LevelViolation>;

/// "finished", "trapped", "launch-error", "limit", "unsupported", "failed", "level-violation".
std::string_view spelling(const Outcome& outcome);

}  // namespace phobos::engine
