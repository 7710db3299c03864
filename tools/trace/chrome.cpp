// SPDX-License-Identifier: Apache-2.0
#include "tools/trace/chrome.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/io/outcome_json.h"
#include "engine/io/spool.h"
#include "engine/io/staged_file.h"
#include "lang/base/json.h"
#include "lang/source/unicode.h"
#include "tools/common/console.h"
#include "tools/common/spool_folder.h"
#include "tools/trace/load.h"

namespace phobos::tools {
namespace {

using io::TraceKind;
using io::TraceRow;

/// What lies between two events of a warp.
struct Span {
    std::uint32_t site;
    std::uint64_t begin;
    std::uint64_t lanes;
    std::uint64_t taken;
};

/// Warps that come to one barrier, each at its own time, and go on together.
struct Gathering {
    std::uint32_t site;
    std::uint32_t visit;
    std::vector<std::pair<std::uint8_t, std::uint64_t>> warps;  ///< with their times
};

class ChromeWriter {
public:
    ChromeWriter(const io::Trace& trace, const std::function<void(std::string_view)>& write)
        : trace_(trace), manifest_(trace.manifest), write_(write) {}

    void write() {
        write_("{\"displayTimeUnit\": \"ns\",\n\"otherData\": ");
        write_(Json{{"kernel", manifest_.kernel},
                    {"source", manifest_.source_name},
                    {"kept", json_of(manifest_.kept)},
                    {"dropped_by_sampling", json_of(manifest_.dropped_by_sampling)},
                    {"dropped_by_limit", json_of(manifest_.dropped_by_limit)},
                    {"outcome", manifest_.outcome}}
                   .dump(-1, ' ', false, Json::error_handler_t::replace));
        write_(",\n\"traceEvents\": [");
        io::TraceCursor cursor(trace_);
        for (; const auto row = cursor.next(); ++time_) {
            if (!block_ || row->block_number != *block_) begin_block(*row);
            if (row->event.kind == TraceKind::meeting && is_barrier(row->event.site)) {
                gather(row->event);
                continue;
            }
            end_gathering();
            add(*row);
        }
        end_block();
        write_("\n]}\n");
    }

private:
    void begin_block(const TraceRow& row) {
        end_block();
        block_ = row.block_number;
        open_.assign(static_cast<std::size_t>(manifest_.threads / manifest_.lanes), {});
        put({{"ph", "M"},
             {"pid", *block_},
             {"name", "process_name"},
             {"args", {{"name", fmt::format("block {}, {}, {}", row.block.x, row.block.y, row.block.z)}}}});
        for (std::size_t warp = 0; warp < open_.size(); ++warp)
            put({{"ph", "M"},
                 {"pid", *block_},
                 {"tid", warp},
                 {"name", "thread_name"},
                 {"args", {{"name", fmt::format("warp {}", warp)}}}});
    }
    void end_block() {
        if (!block_) return;
        end_gathering();
        for (std::size_t warp = 0; warp < open_.size(); ++warp) close(static_cast<std::uint8_t>(warp), 0);
    }

    [[nodiscard]] bool is_barrier(std::uint32_t site) const {
        const std::string& kind = manifest_.sites[site].kind;
        return kind == "barrier" || kind == "grid_barrier" || kind == "tile" || kind == "slice" ||
               kind == "slice_store";
    }
    void gather(const io::TraceEvent& event) {
        const bool is_another =
            gathering_ &&
            (gathering_->site != event.site || gathering_->visit != event.visit ||
             std::ranges::any_of(gathering_->warps, [&](const auto& known) { return known.first == event.warp; }));
        if (is_another) end_gathering();
        if (!gathering_) gathering_ = {event.site, event.visit, {}};
        gathering_->warps.emplace_back(event.warp, time_);
    }
    void end_gathering() {
        if (!gathering_) return;
        const std::uint64_t end = gathering_->warps.back().second + 1;
        for (const auto& [warp, begin] : gathering_->warps) {
            Json args = place(gathering_->site);
            args["visit"] = gathering_->visit;
            put_span(warp, begin, end, "barrier", manifest_.sites[gathering_->site].kind, std::move(args));
        }
        gathering_.reset();
    }

    void add(const TraceRow& row) {
        const std::uint8_t warp = row.event.warp;
        if (row.event.kind == TraceKind::reunion) {
            const auto& spans = open_[warp];
            const auto found = std::find_if(spans.rbegin(), spans.rend(),
                                            [&](const Span& span) { return span.site == row.event.site; });
            if (found != spans.rend()) close(warp, static_cast<std::size_t>(spans.rend() - found - 1));
        }
        Json args = place(row.event.site);
        args["visit"] = row.event.visit;
        args["lanes"] = lanes_text(row.event.lanes);
        if (row.access) describe(row, args);
        if (row.event.kind == TraceKind::branch) args["taken"] = lanes_text(row.taken);
        put_span(warp, time_, time_ + 1, is_access(row.event.kind) ? "access" : std::string(spelling(row.event.kind)),
                 name_of(row), std::move(args));
        if (row.event.kind == TraceKind::branch) open(row);
    }
    /// Lanes that part at a branch where they are parted already are of the same span: turns of a loop.
    void open(const TraceRow& row) {
        const bool parts = row.taken != 0 && row.taken != row.event.lanes;
        auto& spans = open_[row.event.warp];
        const bool is_open = std::ranges::find(spans, row.event.site, &Span::site) != spans.end();
        if (parts && !is_open) spans.push_back({row.event.site, time_ + 1, row.event.lanes, row.taken});
    }
    /// The warp's spans from this one on end now.
    void close(std::uint8_t warp, std::size_t first) {
        auto& spans = open_[warp];
        for (std::size_t i = spans.size(); i-- > first;) {
            Json args = place(spans[i].site);
            args["lanes"] = lanes_text(spans[i].lanes);
            args["taken"] = lanes_text(spans[i].taken);
            put_span(warp, spans[i].begin, time_, "divergence", fmt::format("diverged at line {}", line(spans[i].site)),
                     std::move(args));
        }
        spans.resize(std::min(spans.size(), first));
    }

    void describe(const TraceRow& row, Json& args) const {
        args["buffer"] = manifest_.buffers[row.access->buffer].name;
        args["width"] = row.access->width;
        if (row.access->form == io::OffsetForm::listed) {
            args["offsets"] = row.listed;
        } else {
            args["base"] = row.access->base;
            args["stride"] = row.access->stride;
        }
    }
    [[nodiscard]] std::string name_of(const TraceRow& row) const {
        if (row.access)
            return fmt::format("{} {}", spelling(row.event.kind), manifest_.buffers[row.access->buffer].name);
        if (row.event.kind == TraceKind::meeting) return manifest_.sites[row.event.site].kind;
        return fmt::format("{} at line {}", spelling(row.event.kind), line(row.event.site));
    }
    [[nodiscard]] std::uint32_t line(std::uint32_t site) const { return manifest_.sites[site].line; }
    [[nodiscard]] Json place(std::uint32_t site) const {
        return {{"at", fmt::format("{}:{}:{}", manifest_.source_name, line(site), manifest_.sites[site].column)}};
    }
    static std::string lanes_text(std::uint64_t lanes) { return io::ranges_text(io::lanes_of(lanes)); }

    void put_span(std::uint8_t warp, std::uint64_t begin, std::uint64_t end, std::string category, std::string name,
                  Json args) {
        put({{"ph", "X"},
             {"pid", *block_},
             {"tid", warp},
             {"ts", begin},
             {"dur", std::max(end, begin + 1) - begin},
             {"cat", std::move(category)},
             {"name", std::move(name)},
             {"args", std::move(args)}});
    }
    void put(const Json& event) {
        write_(is_first_ ? "\n" : ",\n");
        is_first_ = false;
        write_(event.dump(-1, ' ', false, Json::error_handler_t::replace));
    }

    const io::Trace& trace_;
    const io::TraceManifest& manifest_;
    const std::function<void(std::string_view)>& write_;
    std::uint64_t time_ = 0;
    std::optional<std::uint64_t> block_;
    std::vector<std::vector<Span>> open_;  ///< by warp: where its lanes are parted, the outer ones first
    std::optional<Gathering> gathering_;
    bool is_first_ = true;
};

}  // namespace

void write_chrome(const io::Trace& trace, const std::function<void(std::string_view)>& write) {
    ChromeWriter(trace, write).write();
}

CommandLine export_command_line() {
    return {"phobos-trace export",
            "Writes a trace in another form. Perfetto (ui.perfetto.dev) and chrome://tracing read --chrome.",
            "FILE.npz",
            Repeated::once,
            {{"--chrome", "FILE.json", "a process is a block, a thread a warp, and time the number of the event",
              Repeated::once, "Form"}},
            "  phobos-trace export run.npz --chrome run.json\n",
            HasSarif::no};
}

ExitCode export_trace(const Arguments& arguments) {
    const Console console("phobos-trace", arguments.common());
    const auto path = arguments.value("--chrome");
    if (!path) return console.stop(usage_error("phobos-trace export", "--chrome FILE.json is missing"));
    const auto trace = load_trace(arguments.files().front());
    if (!trace) return console.stop(trace.error());
    io::Spool spool(spool_folder(*path));
    write_chrome(*trace, [&](std::string_view text) { spool.append(std::as_bytes(std::span(text))); });
    const auto content = spool.content();
    if (!content) return console.stop(input_failure(content.error()));
    if (const auto done = io::write_file(*path, *content); !done) return console.stop(input_failure(done.error()));
    if (io::own_descriptor(*path)) return ExitCode::fine;
    const std::string told = fmt::format("{} events written to {}\n", trace->events(), printable(*path));
    if (!arguments.common().json) return arguments.common().quiet ? ExitCode::fine : console.print(told);
    return console.print(json_text(Json{{"file", *path}, {"kept", json_of(trace->manifest.kept)}}) + "\n");
}

}  // namespace phobos::tools
