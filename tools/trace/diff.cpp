// SPDX-License-Identifier: Apache-2.0
#include "tools/trace/diff.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

#include "lang/base/json.h"
#include "lang/source/unicode.h"
#include "tools/common/console.h"
#include "tools/trace/load.h"
#include "tools/trace/stats.h"

namespace phobos::tools {
namespace {

/// Where two traces part: the number of the event and what each says there, which may be its end.
struct Difference {
    std::uint64_t event = 0;
    std::optional<std::string> a;
    std::optional<std::string> b;
    std::string what;  ///< of the events, where both are there
};

bool has_same_offsets(const io::TraceRow& a, const io::TraceRow& b) {
    for (int lane = 0; lane < 64; ++lane)
        if ((a.event.lanes >> lane & 1) != 0 && offset_of(a, lane) != offset_of(b, lane)) return false;
    return true;
}

std::string place_of(const io::TraceRow& row, const io::TraceManifest& manifest) {
    const io::TraceSite& site = manifest.sites[row.event.site];
    return fmt::format("{}:{}", site.line, site.column);
}

/// What is not the same of two events; the empty text where all is.
std::string difference_of(const io::TraceRow& a, const io::Trace& in_a, const io::TraceRow& b, const io::Trace& in_b) {
    if (a.block != b.block) return "block";
    if (a.event.warp != b.event.warp) return "warp";
    if (a.event.kind != b.event.kind) return "kind";
    if (place_of(a, in_a.manifest) != place_of(b, in_b.manifest)) return "place";
    if (a.event.visit != b.event.visit) return "visit";
    if (a.event.lanes != b.event.lanes) return "lanes";
    if (a.taken != b.taken) return "lanes that take the branch";
    if (!a.access) return "";
    if (in_a.manifest.buffers[a.access->buffer] != in_b.manifest.buffers[b.access->buffer]) return "buffer";
    if (a.access->width != b.access->width) return "width";
    if (!has_same_offsets(a, b)) return "offsets";
    const bool both_have_values = in_a.manifest.has_values && in_b.manifest.has_values;
    return both_have_values && !std::ranges::equal(a.values, b.values) ? "values" : "";
}

std::optional<Difference> first_difference(const io::Trace& a, const io::Trace& b) {
    io::TraceCursor in_a(a);
    io::TraceCursor in_b(b);
    for (std::uint64_t event = 0;; ++event) {
        const auto row_a = in_a.next();
        const auto row_b = in_b.next();
        if (!row_a && !row_b) return std::nullopt;
        std::string what = row_a && row_b ? difference_of(*row_a, a, *row_b, b) : "end";
        if (what.empty()) continue;
        Difference difference{event, std::nullopt, std::nullopt, std::move(what)};
        if (row_a) difference.a = text_of(*row_a, a.manifest);
        if (row_b) difference.b = text_of(*row_b, b.manifest);
        return difference;
    }
}

/// A line whose sums differ.
struct LineDifference {
    std::uint32_t line;
    EventSums a;
    EventSums b;
};

std::vector<LineDifference> lines_that_differ(const io::Trace& a, const io::Trace& b) {
    const auto in_a = sums_by_line(a);
    const auto in_b = sums_by_line(b);
    std::set<std::uint32_t> lines;
    for (const auto& [line, sums] : in_a) lines.insert(line);
    for (const auto& [line, sums] : in_b) lines.insert(line);
    const auto at = [](const std::map<std::uint32_t, EventSums>& all, std::uint32_t line) {
        const auto found = all.find(line);
        return found == all.end() ? EventSums{} : found->second;
    };
    std::vector<LineDifference> differences;
    for (const std::uint32_t line : lines)
        if (at(in_a, line) != at(in_b, line)) differences.push_back({line, at(in_a, line), at(in_b, line)});
    return differences;
}

/// What is told of traces of different kernels or launches, which are compared all the same.
std::vector<std::string> other_settings(const io::TraceManifest& a, const io::TraceManifest& b) {
    std::vector<std::string> all;
    const auto tell = [&](bool is_same, const char* what) {
        if (!is_same) all.emplace_back(what);
    };
    tell(a.source_text == b.source_text, "source");
    tell(a.kernel == b.kernel, "kernel");
    tell(a.lanes == b.lanes, "lanes");
    tell(a.threads == b.threads, "threads");
    tell(a.grid == b.grid, "grid");
    tell(a.dims == b.dims, "dims");
    tell(a.constants == b.constants, "constants");
    tell(a.blocks == b.blocks, "blocks");
    tell(a.limit == b.limit, "limit");
    return all;
}

std::string text_of(const std::vector<std::string>& settings, const std::optional<Difference>& first,
                    const std::vector<LineDifference>& lines) {
    std::string text;
    for (const std::string& setting : settings) text += fmt::format("the traces have different {}\n", setting);
    if (!first) return text + "the events are the same\n";
    const auto side = [](const std::optional<std::string>& row) { return row ? printable(*row) : "no event is left"; };
    text += fmt::format("event {} is the first that differs, in its {}\n  a: {}\n  b: {}\n", first->event, first->what,
                        side(first->a), side(first->b));
    if (lines.empty()) return text + "no line has other counts\n";
    text += fmt::format("\n{:>6} {:>22} {:>22} {:>22}\n", "line", "events a, b", "accesses a, b", "diverged a, b");
    const auto pair = [](std::uint64_t a, std::uint64_t b) { return fmt::format("{}, {}", a, b); };
    for (const auto& [line, a, b] : lines)
        text += fmt::format("{:>6} {:>22} {:>22} {:>22}\n", line, pair(a.all_events(), b.all_events()),
                            pair(a.accesses, b.accesses), pair(a.diverged, b.diverged));
    return text;
}

Json json_of(const std::vector<std::string>& settings, const std::optional<Difference>& first,
             const std::vector<LineDifference>& lines) {
    Json json{{"same", !first}, {"settings_that_differ", settings}, {"first", nullptr}, {"lines", Json::array()}};
    const auto side = [](const std::optional<std::string>& row) { return row ? Json(*row) : Json(nullptr); };
    if (first)
        json["first"] = {{"event", first->event}, {"what", first->what}, {"a", side(first->a)}, {"b", side(first->b)}};
    for (const auto& [line, a, b] : lines)
        json["lines"].push_back({{"line", line}, {"a", json_of(a)}, {"b", json_of(b)}});
    return json;
}

}  // namespace

CommandLine diff_command_line() {
    return {
        "phobos-trace diff",
        "Tells the first event in which two traces differ, and the lines whose counts do. Exit code 1 where any does.",
        "A.npz B.npz",
        Repeated::many,
        {},
        "  phobos-trace diff before.npz after.npz\n",
        HasSarif::no};
}

ExitCode diff_traces(const Arguments& arguments) {
    const Console console("phobos-trace", arguments.common());
    if (arguments.files().size() != 2) return console.stop(usage_error("phobos-trace diff", "two traces are compared"));
    const auto a = load_trace(arguments.files()[0]);
    if (!a) return console.stop(a.error());
    const auto b = load_trace(arguments.files()[1]);
    if (!b) return console.stop(b.error());
    const auto settings = other_settings(a->manifest, b->manifest);
    const auto first = first_difference(*a, *b);
    const auto lines = lines_that_differ(*a, *b);
    const ExitCode printed = console.print(arguments.common().json ? json_text(json_of(settings, first, lines)) + "\n"
                                                                   : text_of(settings, first, lines));
    return first ? ExitCode::failed : printed;
}

}  // namespace phobos::tools
