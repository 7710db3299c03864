// SPDX-License-Identifier: Apache-2.0
#include "tools/trace/load.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/io/outcome_json.h"
#include "lang/diagnostics/terminal.h"
#include "lang/source/unicode.h"

namespace phobos::tools {
namespace {

std::string offsets_text(const io::TraceRow& row) {
    if (row.access->form == io::OffsetForm::listed) return fmt::format("{}", fmt::join(row.listed, ", "));
    if (row.access->stride == 0) return fmt::format("{}", row.access->base);
    return fmt::format("{} + {} * lane", row.access->base, row.access->stride);
}

}  // namespace

Stop input_failure(const io::Error& error) {
    return {ExitCode::input, diagnostics::terminal_text(error.code, printable(error.text), diagnostics::Color::never),
            error.code};
}

Result<io::Trace, Stop> load_trace(const std::string& path) {
    const auto archive = io::ByteSource::open(path);
    if (!archive) return Failure{input_failure(archive.error())};
    auto trace = io::read_trace(*archive);
    if (!trace) return Failure{input_failure(io::in(path, trace.error()))};
    return std::move(*trace);
}

std::string text_of(const io::TraceRow& row, const io::TraceManifest& manifest) {
    const io::TraceSite& site = manifest.sites[row.event.site];
    std::string text = fmt::format("block {}, {}, {}; warp {}; {}:{}:{}, visit {}: {} ", row.block.x, row.block.y,
                                   row.block.z, row.event.warp, manifest.source_name, site.line, site.column,
                                   row.event.visit, spelling(row.event.kind));
    if (row.access) {
        text += manifest.buffers[row.access->buffer].name;
        if (row.access->width > 1) text += fmt::format(" :+ {}", row.access->width);
        text += ", ";
    } else if (row.event.kind == io::TraceKind::meeting) {
        text += site.kind + ", ";
    }
    text += "lanes " + io::ranges_text(io::lanes_of(row.event.lanes));
    if (row.access) text += " at " + offsets_text(row);
    if (row.event.kind == io::TraceKind::branch)
        text += row.taken == 0 ? ", none taken" : ", taken by " + io::ranges_text(io::lanes_of(row.taken));
    return text;
}

std::string_view line_text(const io::TraceManifest& manifest, std::uint32_t line) {
    std::string_view rest = manifest.source_text;
    for (; line > 1; --line) {
        const std::size_t end = rest.find('\n');
        if (end == std::string_view::npos) return "";
        rest.remove_prefix(end + 1);
    }
    return rest.substr(0, rest.find_first_of("\r\n"));
}

}  // namespace phobos::tools
