// SPDX-License-Identifier: Apache-2.0
#include "tools/run/tracing.h"

#include <cstddef>
#include <map>
#include <span>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/io/outcome_json.h"
#include "lang/source/unicode.h"
#include "lang/vocabulary/level.h"
#include "tools/common/spool_folder.h"
#include "tools/run/stats.h"
#include "tools/view/page.h"

namespace phobos::tools {
namespace {

interp::observe::TraceChoice choice_of(const TraceOptions& options) {
    return {options.blocks, options.limit,
            options.has_values ? interp::observe::TraceValues::kept : interp::observe::TraceValues::left_out};
}

/// Each variable once, however often the function it stands in is called.
std::vector<io::TraceLocal> locals_of(const program::CheckedProgram& checked, const SourceFile& source) {
    std::vector<io::TraceLocal> locals;
    std::map<std::uint32_t, Level> levels;  // by where the name begins in the source
    std::map<std::uint32_t, std::string> names;
    const std::vector<program::Local>& all = checked.program().locals;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto [entry, is_new] = levels.emplace(all[i].span.begin, checked.levels().locals[i]);
        if (!is_new) entry->second = join(entry->second, checked.levels().locals[i]);
        names.emplace(all[i].span.begin, all[i].name);
    }
    for (const auto& [begin, level] : levels) {
        const Position position = source.position(begin);
        locals.push_back({names.at(begin), position.line, position.column, std::string(spelling(level))});
    }
    return locals;
}

io::TraceManifest manifest_of(const program::CheckedProgram& checked, const engine::Launch& launch,
                              const engine::BoundDims& dims, const SourceFile& source) {
    io::TraceManifest manifest = io::describe(checked.program(), dims, launch.grid, source);
    const interp::observe::MemoryLayout layout = layout_of(checked, launch, dims);
    for (std::size_t i = 0; i < manifest.sites.size(); ++i) {
        manifest.sites[i].level = spelling(checked.levels().control[i]);
        if (i < layout.proven.size()) manifest.sites[i].congruence = layout.proven[i];
    }
    for (std::size_t i = 0; i < layout.addresses.size(); ++i) manifest.buffers[i].address = layout.addresses[i];
    manifest.locals = locals_of(checked, source);
    return manifest;
}

}  // namespace

Tracing::Tracing(const TraceOptions& options, const program::CheckedProgram& checked, const engine::Launch& launch,
                 const engine::BoundDims& dims, const SourceFile& source)
    : options_(options),
      source_(source),
      manifest_(manifest_of(checked, launch, dims, source)),
      writer_(spool_folder(files_of(options).front())),
      fold_(checked.program(), launch.grid, choice_of(options), writer_) {}

Result<WrittenTrace, io::Error> Tracing::write(const engine::Outcome& outcome) {
    manifest_.program = fmt::format("phobos-run {}", PHOBOS_VERSION);
    manifest_.blocks = options_.blocks_text;
    manifest_.limit = options_.limit;
    manifest_.has_values = options_.has_values;
    manifest_.dropped_by_sampling = fold_.dropped_by_sampling();
    manifest_.dropped_by_limit = fold_.dropped_by_limit();
    manifest_.outcome = io::json_of(outcome, source_);
    if (options_.path)
        if (auto done = writer_.write(*options_.path, manifest_); !done) return Failure{done.error()};
    if (options_.view)
        if (auto done = write_view(*options_.view); !done) return Failure{done.error()};
    return WrittenTrace{options_.path,
                        options_.view,
                        options_.limit,
                        writer_.counts(),
                        manifest_.dropped_by_sampling,
                        manifest_.dropped_by_limit};
}

Result<Done, io::Error> Tracing::write_view(const std::string& path) {
    const auto trace = writer_.trace(manifest_);
    if (!trace) return Failure{trace.error()};
    const view::Shown shown{options_.path.value_or(manifest_.kernel), &*trace};
    return view::write_page_file(path, std::span(&shown, 1));
}

bool has_trace(const engine::Outcome& outcome) {
    return std::holds_alternative<engine::Finished>(outcome) || std::holds_alternative<engine::Trapped>(outcome) ||
           std::holds_alternative<engine::Limited>(outcome);
}

std::string text_of(const WrittenTrace& trace) {
    std::vector<std::string> files;
    for (const auto& file : {trace.path, trace.view})
        if (file) files.push_back(*file);
    return fmt::format("trace: {} events of {} blocks, {} accesses, written to {}\n", trace.kept.events,
                       trace.kept.blocks, trace.kept.accesses, printable(fmt::format("{}", fmt::join(files, " and "))));
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
    Json json = Json::object();
    if (trace.path) json["file"] = *trace.path;
    if (trace.view) json["view"] = *trace.view;
    json["limit"] = trace.limit;
    json["kept"] = json_of(trace.kept);
    json["dropped_by_sampling"] = json_of(trace.dropped_by_sampling);
    json["dropped_by_limit"] = json_of(trace.dropped_by_limit);
    return json;
}

}  // namespace phobos::tools
