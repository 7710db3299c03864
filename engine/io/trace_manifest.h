// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/io/error.h"
#include "engine/launch.h"
#include "engine/outcome.h"
#include "lang/base/json.h"
#include "lang/base/result.h"
#include "lang/program/facts.h"
#include "lang/program/program.h"
#include "lang/source/source_file.h"

namespace phobos::io {

/// The form of trace files that is written and read. A file of a higher version is refused.
inline constexpr std::int64_t trace_version = 1;

/// A place of the source at which events happen.
struct TraceSite {
    std::string kind;  ///< as in "run_load"
    std::uint32_t line = 1;
    std::uint32_t column = 1;
    std::string level = {};               ///< of the control flow there; empty where it is not told
    program::Congruence congruence = {};  ///< of an access: what is proven of its address in bytes

    friend bool operator==(const TraceSite&, const TraceSite&) = default;
};
/// A tensor or tile, numbered: the tensors, then the tiles.
struct TraceBuffer {
    std::string space;  ///< "tensor" or "tile"
    std::string name;
    ScalarType element = ScalarType::f32;
    std::vector<std::int64_t> shape;
    std::int64_t address = 0;  ///< of a tensor's first element, in bytes from a multiple of 256

    friend bool operator==(const TraceBuffer&, const TraceBuffer&) = default;
};
/// A variable of the kernel.
struct TraceLocal {
    std::string name;
    std::uint32_t line = 1;
    std::uint32_t column = 1;
    std::string level;

    friend bool operator==(const TraceLocal&, const TraceLocal&) = default;
};
/// How much there was of something: blocks, events (rows), accesses (counted for each lane).
struct TraceCounts {
    std::uint64_t blocks = 0;
    std::uint64_t events = 0;
    std::uint64_t accesses = 0;

    friend bool operator==(const TraceCounts&, const TraceCounts&) = default;
};
using NamedNumbers = std::vector<std::pair<std::string, std::int64_t>>;

/// What a trace file says of itself: the text `manifest.json` in it.
struct TraceManifest {
    std::string program;  ///< what wrote it, with its version
    std::string source_name;
    std::string source_text;
    std::string kernel;
    int lanes = 32;
    int threads = 0;
    engine::Block grid;
    NamedNumbers dims;
    NamedNumbers constants;
    std::vector<TraceSite> sites;      ///< by their numbers
    std::vector<TraceBuffer> buffers;  ///< by their numbers
    std::vector<TraceLocal> locals;    ///< empty where they are not told
    std::string blocks = "all";        ///< which were asked for
    std::uint64_t limit = 0;           ///< of events
    bool has_values = false;
    TraceCounts kept;
    TraceCounts dropped_by_sampling;
    TraceCounts dropped_by_limit;   ///< `blocks` are those of which nothing is kept
    Json outcome = Json::object();  ///< how the run ended, as phobos-run --json says it
};

/// The word for a kind of site.
std::string_view spelling(program::SiteKind kind);

/// What program and launch say; levels, locals and what addresses are, counts, sampling and outcome are left as they
/// are.
TraceManifest describe(const program::Program& program, const engine::BoundDims& dims, engine::Block grid,
                       const SourceFile& source);

Json json_of(const TraceCounts& counts);
Json json_of(const TraceManifest& manifest);
/// Fails with trace_malformed or trace_version.
Result<TraceManifest, Error> read_manifest(const Json& json);

/// A trace_malformed error.
Failure<Error> malformed_trace(const std::string& what);

}  // namespace phobos::io
