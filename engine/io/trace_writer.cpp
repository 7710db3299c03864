// SPDX-License-Identifier: Apache-2.0
#include "engine/io/trace_writer.h"

#include <zlib.h>

#include <bit>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "engine/io/staged_file.h"
#include "engine/io/trace_column.h"
#include "engine/io/zip_writer.h"

namespace phobos::io {
namespace {

std::uint32_t crc_of(std::span<const std::byte> bytes) {
    return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

/// What comes before the numbers of a column: a .npy of version 1.
std::vector<std::byte> column_header(std::string_view word, std::uint64_t rows, int numbers_a_row) {
    constexpr std::size_t before = 10;
    constexpr std::size_t alignment = 64;
    const std::string shape =
        numbers_a_row == 1 ? fmt::format("({},)", rows) : fmt::format("({}, {})", rows, numbers_a_row);
    std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", word, shape);
    const std::size_t whole = (before + text.size() + 1 + alignment - 1) / alignment * alignment;
    text.append(whole - before - text.size() - 1, ' ');
    text += '\n';
    const auto length = static_cast<std::uint16_t>(text.size());
    std::string header("\x93NUMPY\1\0", 8);
    header += static_cast<char>(length & 0xFF);
    header += static_cast<char>(length >> 8U);
    header += text;
    const auto view = std::as_bytes(std::span(header));
    return {view.begin(), view.end()};
}

/// A member whose content is a head and a body.
StoredMember member_of(std::string name, std::span<const std::byte> head, std::span<const std::byte> body,
                       std::uint32_t body_crc) {
    const auto crc = crc32_combine(crc_of(head), body_crc, static_cast<z_off_t>(body.size()));
    return {std::move(name), {head, body}, head.size() + body.size(), static_cast<std::uint32_t>(crc)};
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

Result<Done, Error> TraceWriter::write(const std::string& path, TraceManifest manifest) {
    end_block();
    manifest.kept = counts_;
    const std::string text = json_text(json_of(manifest)) + "\n";
    const auto text_bytes = std::as_bytes(std::span(text));
    std::vector<StoredMember> members{member_of(std::string(manifest_name), text_bytes, {}, 0)};
    std::vector<std::vector<std::byte>> headers;
    headers.reserve(32);  // one a column: members point to them
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
        const std::uint64_t rows = content->size() / sizeof(Number) / static_cast<std::uint64_t>(numbers_a_row);
        headers.push_back(column_header(column_word<Number>(), rows, numbers_a_row));
        members.push_back(member_of(fmt::format("{}.npy", name), headers.back(), *content, spool.crc()));
    });
    if (failure) return Failure{std::move(*failure)};
    return write_file(path, lay_out_zip(members).pieces);
}

}  // namespace phobos::io
