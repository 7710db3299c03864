// SPDX-License-Identifier: Apache-2.0
#include "engine/io/trace_writer.h"

#include <bit>
#include <cstring>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "engine/io/checksum.h"
#include "engine/io/npy_header.h"
#include "engine/io/staged_file.h"
#include "engine/io/trace_column.h"
#include "engine/io/zip_writer.h"

namespace phobos::io {
namespace {

/// A member whose content is a head and a body.
StoredMember member_of(std::string name, std::span<const std::byte> head, std::span<const std::byte> body,
                       std::uint32_t body_crc) {
    const std::uint32_t crc = joined_crc(crc_of(head), body_crc, body.size());
    return {std::move(name), {head, body}, head.size() + body.size(), crc};
}

}  // namespace

TraceColumns::TraceColumns(const std::string& folder)
    : kind(folder),
      warp(folder),
      site(folder),
      visit(folder),
      lanes(folder),
      block(folder),
      block_events(folder),
      access_buffer(folder),
      access_width(folder),
      access_form(folder),
      access_stride(folder),
      access_base(folder),
      offsets(folder),
      branch_taken(folder),
      values(folder) {}

void TraceWriter::begin(engine::Block block) {
    end_block();
    ++counts_.blocks;
    for (const std::int64_t index : {block.x, block.y, block.z}) columns_.block.push(index);
}

void TraceWriter::end_block() {
    if (counts_.blocks == columns_.block_events.size()) return;
    columns_.block_events.push(counts_.events - events_before_);
    events_before_ = counts_.events;
}

void TraceWriter::add(const TraceEvent& event) {
    ++counts_.events;
    columns_.kind.push(static_cast<std::uint8_t>(event.kind));
    columns_.warp.push(event.warp);
    columns_.site.push(event.site);
    columns_.visit.push(event.visit);
    columns_.lanes.push(event.lanes);
}

void TraceWriter::add_branch(const TraceEvent& event, std::uint64_t taken) {
    add(event);
    columns_.branch_taken.push(taken);
}

void TraceWriter::add_access(const TraceEvent& event, const TraceAccess& access) {
    add(event);
    counts_.accesses += static_cast<std::uint64_t>(std::popcount(event.lanes));
    columns_.access_buffer.push(access.buffer);
    columns_.access_width.push(access.width);
    columns_.access_form.push(static_cast<std::uint8_t>(access.form));
    columns_.access_stride.push(access.stride);
    columns_.access_base.push(access.base);
}

void TraceWriter::add_affine(const TraceEvent& event, const TraceAccess& access) { add_access(event, access); }

void TraceWriter::add_listed(const TraceEvent& event, TraceAccess access, std::span<const std::int64_t> offsets) {
    access.form = OffsetForm::listed;
    access.stride = 0;
    access.base = static_cast<std::int64_t>(columns_.offsets.size());
    add_access(event, access);
    columns_.offsets.push(offsets);
}

void TraceWriter::add_values(std::span<const std::byte> elements) {
    columns_.values.push(std::span(reinterpret_cast<const std::uint8_t*>(elements.data()), elements.size()));
}

Result<Trace, Error> TraceWriter::trace(TraceManifest manifest) {
    end_block();
    Trace trace;
    trace.manifest = std::move(manifest);
    trace.manifest.kept = counts_;
    std::vector<std::span<const std::byte>> contents;
    std::optional<Error> failure;
    for_each_column(columns_, [&](std::string_view, auto& column, int) {
        const auto content = column.spool().content();
        if (!content && !failure) failure = content.error();
        contents.push_back(content ? *content : std::span<const std::byte>{});
    });
    if (failure) return Failure{std::move(*failure)};
    std::size_t next = 0;
    for_each_column(trace, [&](std::string_view, auto& column, int) {
        const std::span<const std::byte> bytes = contents[next++];
        column.resize(bytes.size() / sizeof(column[0]));
        if (!bytes.empty()) std::memcpy(column.data(), bytes.data(), bytes.size());
    });
    return trace;
}

Result<Done, Error> TraceWriter::write(const std::string& path, TraceManifest manifest) {
    end_block();
    manifest.kept = counts_;
    const std::string text = json_text(json_of(manifest)) + "\n";
    const auto text_bytes = std::as_bytes(std::span(text));
    std::vector<StoredMember> members{member_of(std::string(manifest_name), text_bytes, {}, 0)};
    std::vector<std::vector<std::byte>> headers;  // whose bytes members point to
    std::optional<Error> failure;
    for_each_column(columns_, [&](std::string_view name, auto& column, int numbers_a_row) {
        using Number = typename std::remove_reference_t<decltype(column)>::Number;
        if (failure || (name == "values" && !manifest.has_values)) return;
        Spool& spool = column.spool();
        const auto content = spool.content();
        if (!content) {
            failure = content.error();
            return;
        }
        std::vector<std::int64_t> shape{static_cast<std::int64_t>(content->size() / sizeof(Number)) / numbers_a_row};
        if (numbers_a_row > 1) shape.push_back(numbers_a_row);
        headers.push_back(npy_preamble(column_word<Number>(), shape));
        members.push_back(member_of(fmt::format("{}.npy", name), headers.back(), *content, spool.crc()));
    });
    if (failure) return Failure{std::move(*failure)};
    return write_file(path, lay_out_zip(members).pieces);
}

}  // namespace phobos::io
