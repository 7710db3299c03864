// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "engine/io/error.h"
#include "engine/io/trace_manifest.h"
#include "engine/io/trace_writer.h"
#include "engine/launch.h"
#include "engine/outcome.h"
#include "interp/observe/trace.h"
#include "lang/base/json.h"
#include "lang/base/result.h"
#include "lang/program/checked_program.h"
#include "lang/source/source_file.h"
#include "tools/run/options.h"

namespace phobos::tools {

/// A trace that was written, and what was left out of it.
struct WrittenTrace {
    std::optional<std::string> path;
    std::optional<std::string> view;  ///< the page
    std::uint64_t limit;
    io::TraceCounts kept;
    io::TraceCounts dropped_by_sampling;
    io::TraceCounts dropped_by_limit;
};

/// The trace of one run, from its beginning until it is written.
class Tracing {
public:
    Tracing(const TraceOptions& options, const program::CheckedProgram& checked, const engine::Launch& launch,
            const engine::BoundDims& dims, const SourceFile& source);
    Tracing(const Tracing&) = delete;
    Tracing& operator=(const Tracing&) = delete;

    [[nodiscard]] interp::observe::Observer& observer() { return fold_; }
    /// All that happened, and how it ended.
    Result<WrittenTrace, io::Error> write(const engine::Outcome& outcome);

private:
    Result<Done, io::Error> write_view(const std::string& path);

    const TraceOptions& options_;
    const SourceFile& source_;
    io::TraceManifest manifest_;
    io::TraceWriter writer_;
    interp::observe::Trace fold_;
};

/// Whether a run that ended so has anything to trace.
bool has_trace(const engine::Outcome& outcome);

/// A line for people.
std::string text_of(const WrittenTrace& trace);
/// What was left out, for people; the empty text where nothing was.
std::string dropped_text(const WrittenTrace& trace);
Json json_of(const WrittenTrace& trace);

}  // namespace phobos::tools
