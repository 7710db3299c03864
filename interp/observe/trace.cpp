// SPDX-License-Identifier: Apache-2.0
#include "interp/observe/trace.h"

#include <array>
#include <bit>
#include <limits>
#include <utility>
#include <variant>

#include "lang/base/overloaded.h"

namespace phobos::interp::observe {
namespace {

io::TraceEvent event_of(io::TraceKind kind, const Visit& visit) {
    return {kind, static_cast<std::uint8_t>(visit.warp), visit.site.index, visit.number, visit.lanes};
}

/// `base + stride * lane` of all lanes that take part, if that is what their offsets are.
struct Line {
    std::int64_t base;
    std::int32_t stride;
};

bool lies_on(const Line& line, std::uint64_t lanes, std::span<const std::int64_t> offsets) {
    const auto count = static_cast<std::size_t>(std::bit_width(lanes));
    const auto low = static_cast<std::size_t>(std::countr_zero(lanes));
    std::uint64_t differ = 0;
    if (static_cast<std::size_t>(std::popcount(lanes)) == count - low) {
        std::int64_t expected = line.base + line.stride * static_cast<std::int64_t>(low);
        for (std::size_t lane = low; lane < count; ++lane, expected += line.stride)
            differ |= static_cast<std::uint64_t>(offsets[lane] ^ expected);
        return differ == 0;
    }
    for (std::uint64_t left = lanes; left != 0; left &= left - 1) {
        const int lane = std::countr_zero(left);
        const std::int64_t expected = line.base + std::int64_t{line.stride} * lane;
        differ |= static_cast<std::uint64_t>(offsets[static_cast<std::size_t>(lane)] ^ expected);
    }
    return differ == 0;
}

/// The first two lanes that take part give the line on which the others lie or not.
std::optional<Line> line_of(std::uint64_t lanes, std::span<const std::int64_t> offsets) {
    const int first = std::countr_zero(lanes);
    const std::int64_t start = offsets[static_cast<std::size_t>(first)];
    const std::uint64_t others = lanes & (lanes - 1);
    if (others == 0) return Line{start, 0};
    const int second = std::countr_zero(others);
    const std::int64_t rise = offsets[static_cast<std::size_t>(second)] - start;
    const std::int64_t stride = rise / (second - first);
    if (stride != static_cast<std::int32_t>(stride)) return std::nullopt;
    const Line line{start - stride * first, static_cast<std::int32_t>(stride)};
    return lies_on(line, lanes, offsets) ? std::optional(line) : std::nullopt;
}

}  // namespace

Trace::Trace(const program::Program& program, engine::Block grid, TraceChoice choice, io::TraceWriter& writer)
    : choice_(std::move(choice)), writer_(writer), grid_(grid), tensors_(program.tensors.size()) {}

void Trace::begin(engine::Block block) {
    block_ = block;
    const std::int64_t number = block.x + grid_.x * (block.y + grid_.y * block.z);
    is_chosen_ = choice_.blocks.has(static_cast<std::uint64_t>(number));
    is_begun_ = false;
    if (!is_chosen_) {
        ++by_sampling_.blocks;
    } else if (writer_.counts().events >= choice_.limit) {
        ++by_limit_.blocks;
    } else {
        writer_.begin(block);
        is_begun_ = true;
    }
}

bool Trace::is_kept(const Visit& visit, std::uint64_t accesses) {
    if (block_ != visit.block) begin(visit.block);
    if (is_begun_ && writer_.counts().events < choice_.limit) return true;
    io::TraceCounts& dropped = is_chosen_ ? by_limit_ : by_sampling_;
    ++dropped.events;
    dropped.accesses += accesses;
    return false;
}

void Trace::access(const Access& event) {
    const Visit& visit = event.visit;
    if (!is_kept(visit, static_cast<std::uint64_t>(std::popcount(visit.lanes)))) return;
    const std::size_t buffer =
        std::visit(Overloaded{[](program::TensorId tensor) -> std::size_t { return tensor.index; },
                              [&](program::TileId tile) { return tensors_ + tile.index; }},
                   event.buffer);
    io::TraceAccess access{static_cast<std::uint32_t>(buffer), static_cast<std::uint8_t>(event.width)};
    static_assert(static_cast<int>(AccessKind::atomic) == static_cast<int>(io::TraceKind::atomic));
    const io::TraceEvent row = event_of(static_cast<io::TraceKind>(event.kind), visit);
    if (const auto line = line_of(visit.lanes, event.offsets)) {
        access.base = line->base;
        access.stride = line->stride;
        writer_.add_affine(row, access);
    } else {
        std::array<std::int64_t, 64> listed{};
        std::size_t count = 0;
        for (std::uint64_t left = visit.lanes; left != 0; left &= left - 1)
            listed[count++] = event.offsets[static_cast<std::size_t>(std::countr_zero(left))];
        writer_.add_listed(row, access, std::span(listed).first(count));
    }
    if (choice_.values == TraceValues::left_out) return;
    const auto bytes = static_cast<std::size_t>(event.element_bytes * event.width);
    for (std::uint64_t left = visit.lanes; left != 0; left &= left - 1)
        writer_.add_values({event.values[static_cast<std::size_t>(std::countr_zero(left))], bytes});
}

void Trace::branch(const Branch& event) {
    if (is_kept(event.visit, 0)) writer_.add_branch(event_of(io::TraceKind::branch, event.visit), event.taken);
}

void Trace::meeting(const Meeting& event) {
    if (is_kept(event.visit, 0)) writer_.add(event_of(io::TraceKind::meeting, event.visit));
}

void Trace::reunion(const Reunion& event) {
    if (is_kept(event.visit, 0)) writer_.add(event_of(io::TraceKind::reunion, event.visit));
}

}  // namespace phobos::interp::observe
