// SPDX-License-Identifier: Apache-2.0
#include "tools/run/stats.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/assumptions.h"
#include "lang/base/overloaded.h"
#include "lang/check/alignment.h"
#include "lang/check/facts.h"
#include "lang/source/json.h"
#include "lang/source/unicode.h"
#include "tools/common/access_costs.h"

namespace phobos::tools {
namespace {

using cost::AccessCosts;
using interp::observe::AccessKind;
using interp::observe::SiteCosts;

constexpr std::array kinds{std::pair{AccessKind::load, "load"}, std::pair{AccessKind::store, "store"},
                           std::pair{AccessKind::atomic, "atomic"}};

/// All sites of one line, or of all.
struct LineCosts {
    AccessCosts accesses;
    interp::observe::BranchCosts branches;
    std::uint64_t meetings = 0;
    std::uint64_t dot_executions = 0;
    std::uint64_t byte_dots = 0;
    std::vector<std::string> splits;  ///< how many bytes a lane accesses at a time

    void add(const SiteCosts& site) {
        for (const AccessCosts& each : site.accesses) accesses += each;
        branches.executions += site.branches.executions;
        branches.diverged += site.branches.diverged;
        branches.lanes += site.branches.lanes;
        meetings += site.meetings;
    }
    void add(const interp::observe::DotCosts& dots) {
        dot_executions += dots.executions;
        byte_dots += dots.products;
    }
    [[nodiscard]] bool is_nothing() const {
        return accesses.executions + branches.executions + dot_executions + meetings == 0;
    }
    /// What is moved or waited for in vain.
    [[nodiscard]] std::uint64_t waste() const {
        return accesses.sectors - accesses.ideal_sectors + accesses.conflicts();
    }
};

/// "4", "2 x 16", "4 + 8 + 4": bytes of a lane's accesses.
std::string split_text(const std::vector<cost::Part>& parts) {
    const auto is_like_the_first = [&](const cost::Part& part) { return part.bytes == parts.front().bytes; };
    if (parts.size() > 1 && std::ranges::all_of(parts, is_like_the_first))
        return fmt::format("{} x {}", parts.size(), parts.front().bytes);
    std::vector<int> bytes;
    for (const cost::Part& part : parts) bytes.push_back(part.bytes);
    return fmt::format("{}", fmt::join(bytes, " + "));
}

using ByLine = std::map<std::uint32_t, LineCosts>;

ByLine costs_by_line(const Stats& stats, const SourceFile& source) {
    ByLine lines;
    const auto line = [&](Span span) -> LineCosts& { return lines[source.position(span.begin).line]; };
    for (std::size_t i = 0; i < stats.costs.sites().size(); ++i) {
        const SiteCosts& site = stats.costs.sites()[i];
        LineCosts& at = line(stats.program->sites[i].span);
        at.add(site);
        if (site.parts.empty()) continue;
        std::string split = split_text(site.parts);
        if (std::ranges::find(at.splits, split) == at.splits.end()) at.splits.push_back(std::move(split));
    }
    for (const auto& [id, dots] : stats.costs.dots()) line(dots.span).add(dots);
    std::erase_if(lines, [](const auto& each) { return each.second.is_nothing(); });
    return lines;
}

LineCosts total_of(const Stats& stats) {
    LineCosts total;
    for (const SiteCosts& site : stats.costs.sites()) total.add(site);
    for (const auto& [id, dots] : stats.costs.dots()) total.add(dots);
    return total;
}

// --- text ---

constexpr std::array<std::string_view, 9> heads{"requests", "sectors", "a request", "ideal", "conflicts",
                                                "used",     "lanes",   "diverged",  "dp4a"};
constexpr std::string_view split_head = "bytes a lane";

std::string percent(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? "" : fmt::format("{:.0f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}
std::string ratio(std::uint64_t count, std::uint64_t of) {
    return of == 0 ? "" : fmt::format("{:.1f}", static_cast<double>(count) / static_cast<double>(of));
}
std::string number(std::uint64_t value, bool is_shown) { return is_shown ? fmt::to_string(value) : ""; }

/// Of tensors sectors tell, of tiles conflicts; lanes are those of accesses and branches together.
std::array<std::string, heads.size()> cells(const LineCosts& costs, int lanes) {
    const AccessCosts& all = costs.accesses;
    const std::uint64_t executions = all.executions + costs.branches.executions;
    const bool has_tensors = all.sectors > 0;
    const std::uint64_t of_tensors = all.requests - all.shared_requests;
    return {number(all.requests, all.executions > 0),
            number(all.sectors, has_tensors),
            has_tensors ? ratio(all.sectors, of_tensors) : "",
            has_tensors ? ratio(all.ideal_sectors, of_tensors) : "",
            number(all.conflicts(), all.shared_requests > 0),
            percent(all.bytes_used, all.bytes_moved),
            percent(all.lanes + costs.branches.lanes, executions * static_cast<std::uint64_t>(lanes)),
            number(costs.branches.diverged, costs.branches.executions > 0),
            number(costs.byte_dots, costs.dot_executions > 0)};
}

/// Rows of cells under their heads, each followed by text.
class Table {
public:
    struct Row {
        std::array<std::string, heads.size()> cells;
        std::string splits;
        std::string text;
    };

    void add(Row row) { rows_.push_back(std::move(row)); }

    [[nodiscard]] std::string text() const {
        std::array<std::size_t, heads.size()> widths{};
        std::size_t split_width = split_head.size();
        for (std::size_t i = 0; i < heads.size(); ++i) widths[i] = heads[i].size();
        for (const Row& row : rows_) {
            for (std::size_t i = 0; i < heads.size(); ++i) widths[i] = std::max(widths[i], row.cells[i].size());
            split_width = std::max(split_width, row.splits.size());
        }
        std::string result;
        const auto line = [&](const auto& cells, std::string_view splits, std::string_view text) {
            for (std::size_t i = 0; i < heads.size(); ++i) result += fmt::format("{:>{}}  ", cells[i], widths[i]);
            result += fmt::format("{:>{}} |{}\n", splits, split_width, text);
        };
        line(heads, split_head, "");
        for (const Row& row : rows_) line(row.cells, row.splits, row.text);
        return result;
    }

private:
    std::vector<Row> rows_;
};

std::vector<std::uint32_t> shown_lines(const ByLine& lines, const SourceFile& source, StatsOrder order) {
    std::vector<std::uint32_t> shown;
    if (order == StatsOrder::source) {
        for (std::uint32_t line = 1; line <= source.line_count(); ++line) shown.push_back(line);
        if (source.line_text(shown.back()).empty()) shown.pop_back();
        return shown;
    }
    for (const auto& [line, costs] : lines)
        if (costs.accesses.executions + costs.branches.executions + costs.dot_executions > 0) shown.push_back(line);
    const auto rank = [&](std::uint32_t line) {
        const LineCosts& costs = lines.at(line);
        return std::pair{costs.waste(), costs.accesses.sectors + costs.accesses.wavefronts};
    };
    std::ranges::stable_sort(shown, std::ranges::greater{}, rank);
    return shown;
}

// --- JSON ---

Json json_of(const LineCosts& costs) {
    Json json = tools::json_of(costs.accesses);
    json["branches"] = costs.branches.executions;
    json["diverged"] = costs.branches.diverged;
    json["branch_lanes"] = costs.branches.lanes;
    json["meetings"] = costs.meetings;
    json["byte_dots"] = costs.byte_dots;
    return json;
}

std::string name_of(const program::Program& program, const program::Buffer& buffer) {
    return std::visit(Overloaded{
                          [&](program::TensorId id) { return program.tensors[id.index].name; },
                          [&](program::TileId id) { return program.tiles[id.index].name; },
                      },
                      buffer);
}

/// One object an access of each kind; one for a branch.
void add_site(Json& sites, std::size_t index, const Stats& stats, const SourceFile& source) {
    const SiteCosts& site = stats.costs.sites()[index];
    const auto entry = [&](std::string_view kind) {
        Json json{{"site", index}, {"kind", kind}};
        json.update(json_of(source.position(stats.program->sites[index].span.begin)));
        return json;
    };
    for (const auto& [kind, name] : kinds) {
        const AccessCosts& costs = site.of(kind);
        if (costs.executions == 0) continue;
        Json json = entry(name);
        const bool is_shared = std::holds_alternative<program::TileId>(site.buffer);
        json["memory"] = is_shared ? "shared" : "global";
        json["buffer"] = name_of(*stats.program, site.buffer);
        json["elements"] = site.width;
        json["bytes"] = Json::array();
        for (const cost::Part& part : site.parts) json["bytes"].push_back(part.bytes);
        json.update(tools::json_of(costs));
        sites.push_back(std::move(json));
    }
    if (site.branches.executions == 0) return;
    Json json = entry("branch");
    json["executions"] = site.branches.executions;
    json["lanes"] = site.branches.lanes;
    json["diverged"] = site.branches.diverged;
    sites.push_back(std::move(json));
}

}  // namespace

interp::observe::MemoryLayout layout_of(const program::CheckedProgram& program, const engine::Launch& launch,
                                        const engine::BoundDims& dims) {
    const program::Program& kernel = program.program();
    const program::LaunchAssumptions assumptions =
        engine::specialisation_of(engine::assumptions_of(kernel, launch, dims));
    const program::Facts facts = check::analyse_facts(kernel, program.levels(), assumptions);
    return {engine::addresses_of(kernel, launch), check::addresses_by_site(kernel, assumptions, facts)};
}

Stats begin_stats(const program::CheckedProgram& program, const engine::Launch& launch, const engine::BoundDims& dims) {
    const program::Program& kernel = program.program();
    return {&kernel, interp::observe::Costs(kernel, layout_of(program, launch, dims))};
}

std::string stats_text(const Stats& stats, const SourceFile& source, StatsOrder order) {
    const ByLine lines = costs_by_line(stats, source);
    const int lanes = stats.costs.lanes();
    const std::vector<std::uint32_t> shown = shown_lines(lines, source, order);
    const auto digits = fmt::to_string(shown.empty() ? 1 : std::ranges::max(shown)).size();
    Table table;
    for (const std::uint32_t line : shown) {
        const auto found = lines.find(line);
        Table::Row row;
        if (found != lines.end()) {
            row.cells = cells(found->second, lanes);
            row.splits = fmt::format("{}", fmt::join(found->second.splits, ", "));
        }
        row.text = fmt::format(" {:>{}} | {}", line, digits, printable(source.line_text(line)));
        table.add(std::move(row));
    }
    table.add({cells(total_of(stats), lanes), "", fmt::format(" {:>{}} | in all", "", digits)});
    return fmt::format("{}: what it would cost on a card: sectors of {} bytes, {} banks of {} bytes\n{}",
                       stats.program->kernel, cost::sector_bytes, cost::banks, cost::bank_bytes, table.text());
}

Json stats_json(const Stats& stats, const SourceFile& source) {
    Json json{
        {"model", {{"sector_bytes", cost::sector_bytes}, {"banks", cost::banks}, {"bank_bytes", cost::bank_bytes}}},
        {"total", json_of(total_of(stats))},
        {"lines", Json::array()},
        {"sites", Json::array()},
        {"byte_dots", Json::array()}};
    for (const auto& [line, costs] : costs_by_line(stats, source)) {
        Json entry{{"line", line}};
        entry.update(json_of(costs));
        json["lines"].push_back(std::move(entry));
    }
    for (std::size_t i = 0; i < stats.costs.sites().size(); ++i) add_site(json["sites"], i, stats, source);
    for (const auto& [id, dots] : stats.costs.dots()) {
        Json entry = json_of(source.position(dots.span.begin));
        entry["executions"] = dots.executions;
        entry["products"] = dots.products;
        json["byte_dots"].push_back(std::move(entry));
    }
    return json;
}

}  // namespace phobos::tools
