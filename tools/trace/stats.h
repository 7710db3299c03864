// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "engine/io/trace.h"
#include "lang/base/json.h"
#include "tools/common/command_line.h"

namespace phobos::tools {

/// Sums over the events of a site or line.
struct EventSums {
    std::array<std::uint64_t, io::trace_kinds> events{};  ///< by TraceKind
    std::uint64_t lanes = 0;                              ///< that took part in all of them
    std::uint64_t accesses = 0;                           ///< of a lane
    std::uint64_t bytes = 0;                              ///< that these read or wrote
    std::uint64_t irregular = 0;                          ///< accesses of a warp whose offsets are no line
    std::uint64_t diverged = 0;                           ///< branches at which a warp's lanes went both ways

    [[nodiscard]] std::uint64_t all_events() const;
    [[nodiscard]] std::uint64_t of(io::TraceKind kind) const { return events[static_cast<std::size_t>(kind)]; }
    void add(const io::TraceRow& row, const io::TraceManifest& manifest);

    friend bool operator==(const EventSums&, const EventSums&) = default;
};

/// The sums of the sites with events, by number.
std::map<std::uint32_t, EventSums> sums_by_site(const io::Trace& trace);
/// The same by line of the source.
std::map<std::uint32_t, EventSums> sums_by_line(const io::Trace& trace);

Json json_of(const EventSums& sums);

CommandLine stats_command_line();
ExitCode trace_stats(const Arguments& arguments);

}  // namespace phobos::tools
