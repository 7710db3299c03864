// SPDX-License-Identifier: Apache-2.0
#include "tools/trace/stats.h"

#include <bit>
#include <numeric>
#include <string>

#include <fmt/format.h>

#include "lang/base/json.h"
#include "lang/source/unicode.h"
#include "tools/common/console.h"
#include "tools/trace/load.h"

namespace phobos::tools {
namespace {

using io::TraceKind;

std::uint64_t barriers_of(const io::Trace& trace, const std::map<std::uint32_t, EventSums>& sites) {
    std::uint64_t barriers = 0;
    for (const auto& [site, sums] : sites) {
        const std::string& kind = trace.manifest.sites[site].kind;
        if (kind == "barrier" || kind == "warp_barrier" || kind == "grid_barrier")
            barriers += sums.of(TraceKind::meeting);
    }
    return barriers;
}

EventSums total(const std::map<std::uint32_t, EventSums>& all) {
    EventSums total;
    for (const auto& [number, sums] : all) {
        for (std::size_t kind = 0; kind < io::trace_kinds; ++kind) total.events[kind] += sums.events[kind];
        total.lanes += sums.lanes;
        total.accesses += sums.accesses;
        total.bytes += sums.bytes;
        total.irregular += sums.irregular;
        total.diverged += sums.diverged;
    }
    return total;
}

std::string dropped_text(const io::TraceManifest& manifest) {
    if (manifest.dropped_by_sampling.events == 0 && manifest.dropped_by_limit.events == 0)
        return "nothing is left out\n";
    const auto line = [](std::string_view why, const io::TraceCounts& counts) {
        return fmt::format("left out {}: {} events, {} accesses; {} blocks wholly\n", why, counts.events,
                           counts.accesses, counts.blocks);
    };
    return line(fmt::format("by --trace-blocks {}", manifest.blocks), manifest.dropped_by_sampling) +
           line(fmt::format("by --trace-limit {}", manifest.limit), manifest.dropped_by_limit);
}

std::string outcome_of(const io::TraceManifest& manifest) {
    const auto found = manifest.outcome.find("outcome");
    return found != manifest.outcome.end() && found->is_string() ? found->get<std::string>() : "not known";
}

/// Lanes that took part of those that an event of whole warps would have.
double share_of_lanes(const EventSums& sums, int lanes) {
    const std::uint64_t events = sums.all_events();
    return events == 0 ? 0 : static_cast<double>(sums.lanes) / static_cast<double>(events) / lanes;
}

std::string text_of(const io::Trace& trace) {
    const io::TraceManifest& manifest = trace.manifest;
    const auto sites = sums_by_site(trace);
    const EventSums all = total(sites);
    std::string text = fmt::format(
        "{} of {}: {}, {} x {} x {} blocks of {} threads, {} lanes a warp\n{} events of {} blocks, {} accesses of {} "
        "bytes, {} barriers, {} branches of which {} diverge\n",
        printable(manifest.kernel), printable(manifest.source_name), printable(outcome_of(manifest)), manifest.grid.x,
        manifest.grid.y, manifest.grid.z, manifest.threads, manifest.lanes, trace.events(), trace.block_events.size(),
        all.accesses, all.bytes, barriers_of(trace, sites), all.of(TraceKind::branch), all.diverged);
    text += dropped_text(manifest);
    text += fmt::format("\n{:>6} {:>10} {:>12} {:>12} {:>10} {:>9} {:>9} {:>6}  {}\n", "line", "events", "accesses",
                        "bytes", "irregular", "branches", "diverged", "lanes", "source");
    for (const auto& [line, sums] : sums_by_line(trace))
        text += fmt::format("{:>6} {:>10} {:>12} {:>12} {:>10} {:>9} {:>9} {:>5.0f}%  {}\n", line, sums.all_events(),
                            sums.accesses, sums.bytes, sums.irregular, sums.of(TraceKind::branch), sums.diverged,
                            100 * share_of_lanes(sums, manifest.lanes), printable(line_text(manifest, line)));
    return text;
}

Json json_of_trace(const io::Trace& trace) {
    const io::TraceManifest& manifest = trace.manifest;
    const auto sites = sums_by_site(trace);
    Json json{{"kernel", manifest.kernel},
              {"source", manifest.source_name},
              {"lanes_per_warp", manifest.lanes},
              {"threads", manifest.threads},
              {"grid", {manifest.grid.x, manifest.grid.y, manifest.grid.z}},
              {"outcome", manifest.outcome},
              {"kept", json_of(manifest.kept)},
              {"dropped_by_sampling", json_of(manifest.dropped_by_sampling)},
              {"dropped_by_limit", json_of(manifest.dropped_by_limit)},
              {"barriers", barriers_of(trace, sites)},
              {"total", json_of(total(sites))},
              {"lines", Json::array()},
              {"sites", Json::array()}};
    for (const auto& [line, sums] : sums_by_line(trace)) {
        Json entry{{"line", line}, {"text", line_text(manifest, line)}};
        entry.update(json_of(sums));
        json["lines"].push_back(std::move(entry));
    }
    for (const auto& [number, sums] : sites) {
        const io::TraceSite& site = manifest.sites[number];
        Json entry{{"site", number}, {"kind", site.kind}, {"line", site.line}, {"column", site.column}};
        entry.update(json_of(sums));
        json["sites"].push_back(std::move(entry));
    }
    return json;
}

}  // namespace

std::uint64_t EventSums::all_events() const { return std::accumulate(events.begin(), events.end(), std::uint64_t{0}); }

void EventSums::add(const io::TraceRow& row, const io::TraceManifest& manifest) {
    ++events[static_cast<std::size_t>(row.event.kind)];
    const auto count = static_cast<std::uint64_t>(std::popcount(row.event.lanes));
    lanes += count;
    if (row.event.kind == TraceKind::branch && row.taken != 0 && row.taken != row.event.lanes) ++diverged;
    if (!row.access) return;
    accesses += count;
    bytes += count * row.access->width * phobos::row(manifest.buffers[row.access->buffer].element).bytes;
    if (row.access->form == io::OffsetForm::listed) ++irregular;
}

std::map<std::uint32_t, EventSums> sums_by_site(const io::Trace& trace) {
    std::vector<EventSums> sums(trace.manifest.sites.size());
    io::TraceCursor cursor(trace);
    while (const auto row = cursor.next()) sums[row->event.site].add(*row, trace.manifest);
    std::map<std::uint32_t, EventSums> some;
    for (std::uint32_t site = 0; site < sums.size(); ++site)
        if (sums[site].all_events() > 0) some.emplace(site, sums[site]);
    return some;
}

std::map<std::uint32_t, EventSums> sums_by_line(const io::Trace& trace) {
    std::map<std::uint32_t, EventSums> lines;
    io::TraceCursor cursor(trace);
    while (const auto row = cursor.next()) lines[trace.manifest.sites[row->event.site].line].add(*row, trace.manifest);
    return lines;
}

Json json_of(const EventSums& sums) {
    Json json{{"events", sums.all_events()}};
    for (std::size_t kind = 0; kind < io::trace_kinds; ++kind)
        json[std::string(spelling(static_cast<TraceKind>(kind)))] = sums.events[kind];
    json["lanes"] = sums.lanes;
    json["accesses"] = sums.accesses;
    json["bytes"] = sums.bytes;
    json["irregular"] = sums.irregular;
    json["diverged"] = sums.diverged;
    return json;
}

CommandLine stats_command_line() {
    return {"phobos-trace stats",
            "Counts the events of a trace by line and by site. What the trace leaves out is told.",
            "FILE.npz",
            Repeated::once,
            {},
            "  phobos-trace stats run.npz\n  phobos-trace stats run.npz --json\n",
            HasSarif::no};
}

ExitCode trace_stats(const Arguments& arguments) {
    const Console console("phobos-trace", arguments.common());
    const auto trace = load_trace(arguments.files().front());
    if (!trace) return console.stop(trace.error());
    if (arguments.common().json) return console.print(json_text(json_of_trace(*trace)) + "\n");
    return console.print(text_of(*trace));
}

}  // namespace phobos::tools
