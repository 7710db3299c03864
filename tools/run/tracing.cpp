// SPDX-License-Identifier: Apache-2.0
#include "tools/run/tracing.h"

#include <variant>

#include <fmt/format.h>

#include "engine/io/outcome_json.h"
#include "lang/source/unicode.h"
#include "tools/common/spool_folder.h"

namespace phobos::tools {
namespace {

interp::observe::TraceChoice choice_of(const TraceOptions& options) {
    return {options.blocks, options.limit,
            options.has_values ? interp::observe::TraceValues::kept : interp::observe::TraceValues::left_out};
}

}  // namespace

Tracing::Tracing(const TraceOptions& options, const program::Program& program, const engine::BoundDims& dims,
                 engine::Block grid, const SourceFile& source)
    : options_(options),
      source_(source),
      manifest_(io::describe(program, dims, grid, source)),
      writer_(spool_folder(options.path)),
      fold_(program, grid, choice_of(options), writer_) {}

Result<WrittenTrace, io::Error> Tracing::write(const engine::Outcome& outcome) {
    manifest_.program = fmt::format("phobos-run {}", PHOBOS_VERSION);
    manifest_.blocks = options_.blocks_text;
    manifest_.limit = options_.limit;
    manifest_.has_values = options_.has_values;
    manifest_.dropped_by_sampling = fold_.dropped_by_sampling();
    manifest_.dropped_by_limit = fold_.dropped_by_limit();
    manifest_.outcome = io::json_of(outcome, source_);
    if (auto done = writer_.write(options_.path, manifest_); !done) return Failure{done.error()};
    return WrittenTrace{options_.path, options_.limit, writer_.counts(), manifest_.dropped_by_sampling,
                        manifest_.dropped_by_limit};
}

bool has_trace(const engine::Outcome& outcome) {
    return std::holds_alternative<engine::Finished>(outcome) || std::holds_alternative<engine::Trapped>(outcome) ||
           std::holds_alternative<engine::Limited>(outcome);
}

std::string text_of(const WrittenTrace& trace) {
    return fmt::format("trace: {} events of {} blocks, {} accesses, written to {}\n", trace.kept.events,
                       trace.kept.blocks, trace.kept.accesses, printable(trace.path));
}

std::string dropped_text(const WrittenTrace& trace) {
    std::string text;
    if (const io::TraceCounts& by = trace.dropped_by_sampling; by.events > 0)
        text = fmt::format("{} events of {} blocks that were not asked for", by.events, by.blocks);
    if (const io::TraceCounts& by = trace.dropped_by_limit; by.events > 0)
        text += fmt::format("{}{} events beyond --trace-limit {}", text.empty() ? "" : " and ", by.events, trace.limit);
    return text.empty() ? "" : "the trace leaves out " + text;
}

Json json_of(const WrittenTrace& trace) {
    return {{"file", trace.path},
            {"limit", trace.limit},
            {"kept", json_of(trace.kept)},
            {"dropped_by_sampling", json_of(trace.dropped_by_sampling)},
            {"dropped_by_limit", json_of(trace.dropped_by_limit)}};
}

}  // namespace phobos::tools
