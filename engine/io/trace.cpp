// SPDX-License-Identifier: Apache-2.0
#include "engine/io/trace.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "engine/io/npy_header.h"
#include "engine/io/trace_column.h"
#include "engine/io/zip.h"

namespace phobos::io {
namespace {

constexpr std::array<std::string_view, trace_kinds> kind_words{"load",   "store",   "atomic",
                                                               "branch", "reunion", "meeting"};

/// What is left of the bytes that columns may take.
struct Room {
    std::uint64_t bytes;
};

Result<std::vector<std::byte>, Error> member(const ByteSource& archive, const std::vector<ZipMember>& members,
                                             const std::string& name, Room& room) {
    const auto count = std::ranges::count(members, name, &ZipMember::name);
    if (count == 0) return malformed_trace(fmt::format("there is no '{}' in it", name));
    if (count > 1) return malformed_trace(fmt::format("'{}' is in it {} times", name, count));
    auto bytes = extract(archive, *std::ranges::find(members, name, &ZipMember::name), room.bytes);
    if (bytes) room.bytes -= bytes->size();
    return bytes;
}

template <class T>
Result<std::vector<T>, Error> read_column(std::span<const std::byte> file, std::string_view name, int numbers_a_row) {
    const auto preamble = read_npy_preamble(file);
    if (!preamble) return malformed_trace(fmt::format("'{}': {}", name, preamble.error().text));
    const NpyHeader& header = preamble->header;
    const std::size_t rank = numbers_a_row == 1 ? 1 : 2;
    const bool is_form = header.shape.size() == rank && (rank == 1 || header.shape[1] == numbers_a_row) &&
                         (rank == 1 || header.order == Order::row_major);
    if (header.descr != column_word<T>() || !is_form)
        return malformed_trace(fmt::format("'{}' has not the element type or the dimensions of the column", name));
    const std::span<const std::byte> data = file.subspan(preamble->bytes);
    const std::size_t row_bytes = sizeof(T) * static_cast<std::size_t>(numbers_a_row);
    if (data.size() % row_bytes != 0 || data.size() / row_bytes != static_cast<std::uint64_t>(header.shape[0]))
        return malformed_trace(fmt::format("'{}' has another length than it says", name));
    std::vector<T> column(data.size() / sizeof(T));
    if (!data.empty()) std::memcpy(column.data(), data.data(), data.size());
    return column;
}

Result<TraceManifest, Error> manifest_of(const ByteSource& archive, const std::vector<ZipMember>& members, Room& room) {
    if (std::ranges::count(members, std::string(manifest_name), &ZipMember::name) == 0)
        return malformed_trace("it is an archive of something else");
    const auto bytes = member(archive, members, std::string(manifest_name), room);
    if (!bytes) return Failure{bytes.error()};
    const auto json = parse_json({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    if (!json) return malformed_trace("its manifest is no JSON");
    return read_manifest(*json);
}

/// Finds what contradicts itself in columns of whatever lengths and numbers.
class Judge {
public:
    explicit Judge(const Trace& trace) : trace_(trace), manifest_(trace.manifest) {}

    std::optional<std::string> contradiction() {
        for (const TraceBuffer& buffer : manifest_.buffers) {
            const auto elements = engine::byte_count(ScalarType::u8, buffer.shape, most_elements);
            if (!elements) return fmt::format("buffer '{}' is too large", buffer.name);
            elements_.push_back(static_cast<std::int64_t>(*elements));
        }
        if (!has_lengths()) return "its columns have different lengths";
        if (!has_blocks()) return "its blocks are not those of the events or the grid";
        for (std::size_t event = 0; event < trace_.kind.size(); ++event)
            if (!is_event(event)) return fmt::format("event {} means nothing", event);
        if (access_ != trace_.access_base.size() || listed_ != trace_.offsets.size() ||
            branch_ != trace_.branch_taken.size() || value_bytes_ != trace_.values.size())
            return "its columns say more than its events";
        const bool counts_agree = manifest_.kept.blocks == trace_.block_events.size() &&
                                  manifest_.kept.events == trace_.kind.size() && manifest_.kept.accesses == lanes_;
        if (!counts_agree) return "its manifest counts something else";
        return std::nullopt;
    }

private:
    [[nodiscard]] bool has_lengths() const {
        const std::size_t events = trace_.kind.size();
        const std::size_t accesses = trace_.access_base.size();
        return trace_.warp.size() == events && trace_.site.size() == events && trace_.visit.size() == events &&
               trace_.lanes.size() == events && trace_.access_buffer.size() == accesses &&
               trace_.access_width.size() == accesses && trace_.access_form.size() == accesses &&
               trace_.access_stride.size() == accesses && trace_.block.size() == 3 * trace_.block_events.size();
    }
    [[nodiscard]] bool has_blocks() const {
        const std::array grid{manifest_.grid.x, manifest_.grid.y, manifest_.grid.z};
        for (std::size_t i = 0; i < trace_.block.size(); ++i)
            if (trace_.block[i] < 0 || trace_.block[i] >= grid[i % 3]) return false;
        std::uint64_t left = trace_.kind.size();
        for (const std::uint64_t events : trace_.block_events) {
            if (events > left) return false;
            left -= events;
        }
        return left == 0;
    }
    [[nodiscard]] std::uint64_t lanes_that_are_none() const {
        return manifest_.lanes == 64 ? 0 : ~std::uint64_t{0xFFFFFFFF};
    }
    bool is_event(std::size_t event) {
        const std::uint64_t lanes = trace_.lanes[event];
        if (trace_.kind[event] >= trace_kinds || trace_.site[event] >= manifest_.sites.size() ||
            trace_.warp[event] >= manifest_.threads / manifest_.lanes || lanes == 0 ||
            (lanes & lanes_that_are_none()) != 0)
            return false;
        const auto kind = static_cast<TraceKind>(trace_.kind[event]);
        if (is_access(kind)) return is_sound_access(lanes);
        if (kind != TraceKind::branch) return true;
        if (branch_ == trace_.branch_taken.size()) return false;
        const std::uint64_t taken = trace_.branch_taken[branch_];
        ++branch_;
        return (taken & ~lanes) == 0;
    }
    bool is_sound_access(std::uint64_t lanes) {
        if (access_ >= trace_.access_base.size()) return false;
        const std::size_t at = access_++;
        if (trace_.access_buffer[at] >= manifest_.buffers.size() || trace_.access_width[at] == 0 ||
            trace_.access_form[at] > static_cast<std::uint8_t>(OffsetForm::listed))
            return false;
        const auto count = static_cast<std::uint64_t>(std::popcount(lanes));
        lanes_ += count;
        const ScalarType element = manifest_.buffers[trace_.access_buffer[at]].element;
        if (manifest_.has_values) value_bytes_ += count * trace_.access_width[at] * row(element).bytes;
        if (trace_.access_form[at] == static_cast<std::uint8_t>(OffsetForm::affine))
            return is_inside(at, affine_offset(at, std::countr_zero(lanes))) &&
                   is_inside(at, affine_offset(at, 63 - std::countl_zero(lanes)));
        if (trace_.access_base[at] != static_cast<std::int64_t>(listed_) || trace_.access_stride[at] != 0) return false;
        if (count > trace_.offsets.size() - listed_) return false;
        const auto listed = std::span(trace_.offsets).subspan(listed_, count);
        listed_ += count;
        return std::ranges::all_of(listed, [&](std::int64_t offset) { return is_inside(at, offset); });
    }
    /// None where it is no number of 64 bits.
    [[nodiscard]] std::optional<std::int64_t> affine_offset(std::size_t access, int lane) const {
        std::int64_t offset = std::int64_t{trace_.access_stride[access]} * lane;
        if (__builtin_add_overflow(trace_.access_base[access], offset, &offset)) return std::nullopt;
        return offset;
    }
    /// Whether the elements of a lane are of the buffer.
    [[nodiscard]] bool is_inside(std::size_t access, std::optional<std::int64_t> offset) const {
        const std::int64_t elements = elements_[trace_.access_buffer[access]];
        return offset && *offset >= 0 && *offset <= elements - trace_.access_width[access];
    }

    /// More of them lie in no memory, and their bytes are counted in 64 bits.
    static constexpr std::uint64_t most_elements = std::uint64_t{1} << 56;

    const Trace& trace_;
    const TraceManifest& manifest_;
    std::vector<std::int64_t> elements_;  ///< by buffer
    std::uint64_t access_ = 0;
    std::uint64_t listed_ = 0;
    std::uint64_t branch_ = 0;
    std::uint64_t value_bytes_ = 0;
    std::uint64_t lanes_ = 0;
};

}  // namespace

std::string_view spelling(TraceKind kind) { return kind_words[static_cast<std::size_t>(kind)]; }

Result<Trace, Error> read_trace(const ByteSource& archive, std::uint64_t limit_bytes) {
    const auto members = read_zip_directory(archive);
    if (!members) return Failure{members.error()};
    Room room{limit_bytes};
    auto manifest = manifest_of(archive, *members, room);
    if (!manifest) return Failure{manifest.error()};
    Trace trace;
    trace.manifest = std::move(*manifest);
    std::optional<Error> failure;
    for_each_column(trace, [&](std::string_view name, auto& column, int numbers_a_row) {
        using Number = typename std::remove_reference_t<decltype(column)>::value_type;
        if (failure || (name == "values" && !trace.manifest.has_values)) return;
        const auto bytes = member(archive, *members, fmt::format("{}.npy", name), room);
        if (!bytes) {
            failure = bytes.error();
            return;
        }
        auto read = read_column<Number>(*bytes, name, numbers_a_row);
        if (read) {
            column = std::move(*read);
        } else {
            failure = read.error();
        }
    });
    if (failure) return Failure{std::move(*failure)};
    if (const auto contradiction = Judge(trace).contradiction()) return malformed_trace(*contradiction);
    return trace;
}

std::int64_t offset_of(const TraceRow& row, int lane) {
    if (row.access->form == OffsetForm::affine) return row.access->base + std::int64_t{row.access->stride} * lane;
    const std::uint64_t before = row.event.lanes & ((std::uint64_t{1} << lane) - 1);
    return row.listed[static_cast<std::size_t>(std::popcount(before))];
}

std::optional<TraceRow> TraceCursor::next() {
    if (event_ == trace_.events()) return std::nullopt;
    while (in_block_ == trace_.block_events[block_]) {
        ++block_;
        in_block_ = 0;
    }
    ++in_block_;
    const std::int64_t* const block = trace_.block.data() + 3 * block_;
    TraceRow row{{static_cast<TraceKind>(trace_.kind[event_]), trace_.warp[event_], trace_.site[event_],
                  trace_.visit[event_], trace_.lanes[event_]},
                 {block[0], block[1], block[2]},
                 block_,
                 std::nullopt};
    ++event_;
    if (row.event.kind == TraceKind::branch) row.taken = trace_.branch_taken[branch_++];
    if (!is_access(row.event.kind)) return row;
    row.access = {trace_.access_buffer[access_], trace_.access_width[access_],
                  static_cast<OffsetForm>(trace_.access_form[access_]), trace_.access_stride[access_],
                  trace_.access_base[access_]};
    ++access_;
    const auto lanes = static_cast<std::size_t>(std::popcount(row.event.lanes));
    if (row.access->form == OffsetForm::listed)
        row.listed = std::span(trace_.offsets).subspan(static_cast<std::size_t>(row.access->base), lanes);
    if (!trace_.manifest.has_values) return row;
    const ScalarType element = trace_.manifest.buffers[row.access->buffer].element;
    row.values = std::span(trace_.values).subspan(value_, lanes * row.access->width * phobos::row(element).bytes);
    value_ += row.values.size();
    return row;
}

}  // namespace phobos::io
