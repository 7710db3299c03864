// SPDX-License-Identifier: Apache-2.0
#include "interp/exec/tile_access.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "interp/exec/evaluate.h"

namespace phobos::interp {

namespace {

/// tile-10: positions are unbounded integers, so no sum of them may wrap
Window::Axis axis_of(std::int64_t start, std::int64_t extent, std::int64_t whole, std::int64_t stride) {
    Window::Axis axis{extent, extent, extent, start, stride, whole};
    if (start <= -extent || start >= whole) return axis;
    axis.low = std::max<std::int64_t>(-start, 0);
    axis.high = std::min(extent, whole - start);
    return axis;
}

/// One axis of both, where the inner one has all of its buffer's elements.
Window::Axis merged(const Window::Axis& outer, const Window::Axis& inner) {
    Window::Axis axis = inner;
    axis.extent = outer.extent * inner.extent;
    axis.low = outer.low * inner.extent;
    axis.high = outer.high * inner.extent;
    axis.start = outer.low < outer.high ? outer.start * inner.extent : 0;
    axis.whole = outer.whole * inner.extent;
    return axis;
}

/// tile-50: the first element, in row order of the slice, that was never written.
void judge_written(const SliceTarget& target, const Window& window, const Cta& cta) {
    const BufferView& view = view_of(target, cta);
    if (view.unwritten == nullptr || !cta.launch->check_uninitialised) return;
    const auto length = static_cast<std::size_t>(window.row().high - window.row().low);
    for_each_row(window, [&](std::int64_t first, std::optional<std::int64_t> from) {
        if (!from) return;
        const void* const found = std::memchr(view.unwritten + *from, 1, length);
        if (found == nullptr) return;
        const std::int64_t position = static_cast<const std::uint8_t*>(found) - view.unwritten;
        const auto rank = static_cast<std::size_t>(view.rank);
        trap_at_element(cta, target.site, first + window.row().low + position - *from,
                        engine::never_written(*view.name, {view.extents.data(), rank}, position));
    });
}

/// run-7: any byte but 0 is a true bool
void normalise_bools(std::byte* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) values[i] = values[i] != std::byte{0} ? std::byte{1} : std::byte{0};
}

}  // namespace

Window window_of(const SliceTarget& target, Cta& cta) {
    const BufferView& view = view_of(target, cta);
    std::array<std::int64_t, limits::rank> starts{};
    for (std::size_t axis = 0; axis < target.starts.size(); ++axis)
        starts[axis] = read_integer(*target.starts[axis], value_of(*target.starts[axis], cta), 0);
    Window window;
    std::size_t to = window.axes.size();
    std::int64_t stride = 1;
    for (std::size_t axis = target.shape.rank; axis-- > 0; stride *= view.extents[axis]) {
        const Window::Axis next = axis_of(starts[axis], target.shape.extents[axis], view.extents[axis], stride);
        if (to < window.axes.size() && window.axes[to].covers())
            window.axes[to] = merged(next, window.axes[to]);
        else
            window.axes[--to] = next;
    }
    return window;
}

void read_slice(const SliceTarget& target, const Window& window, Cta& cta, std::byte* out) {
    judge_written(target, window, cta);
    const std::byte* const data = view_of(target, cta).data;
    const auto size = static_cast<std::size_t>(bytes(target.element));
    const Window::Axis& row = window.row();
    const auto before = static_cast<std::size_t>(row.low) * size;
    const auto inside = static_cast<std::size_t>(row.high - row.low) * size;
    const auto whole = static_cast<std::size_t>(row.extent) * size;
    for_each_row(window, [&](std::int64_t first, std::optional<std::int64_t> from) {
        std::byte* const to = out + static_cast<std::size_t>(first) * size;
        if (!from) {
            std::memset(to, 0, whole);
            return;
        }
        if (inside < whole) {
            std::memset(to, 0, before);
            std::memset(to + before + inside, 0, whole - before - inside);
        }
        std::memcpy(to + before, data + static_cast<std::size_t>(*from) * size, inside);
    });
    if (target.element == ScalarType::boolean) normalise_bools(out, static_cast<std::size_t>(target.shape.elements()));
}

const std::byte* borrow_slice(const SliceTarget& target, const Window& window, Cta& cta) {
    const auto& [a, b, c, row] = window.axes;
    const bool one_row = a.extent == 1 && b.extent == 1 && c.extent == 1;
    const bool inside = a.is_inside() && b.is_inside() && c.is_inside() && row.is_inside();
    if (!one_row || !inside || target.element == ScalarType::boolean) return nullptr;
    judge_written(target, window, cta);
    const std::int64_t first = a.offset(0) + b.offset(0) + c.offset(0) + row.offset(0);
    return view_of(target, cta).data + first * bytes(target.element);
}

std::optional<LentRows> lend_rows(const SliceTarget& target, const Window& window, Cta& cta) {
    const auto& [a, b, rows, row] = window.axes;
    if (!rows.is_inside() || !row.is_inside() || target.shape.rank != 2) return std::nullopt;
    judge_written(target, window, cta);
    const std::int64_t first = rows.offset(0) + row.offset(0);
    const std::int64_t stride = row.extent == target.shape.extents[1] ? rows.stride : target.shape.extents[1];
    return LentRows{view_of(target, cta).data + first * bytes(target.element), static_cast<std::size_t>(stride)};
}

void write_slice(const SliceTarget& target, const Window& window, Cta& cta, const std::byte* value, Given given) {
    const BufferView& view = view_of(target, cta);
    const auto size = static_cast<std::size_t>(bytes(target.element));
    const Window::Axis& row = window.row();
    const auto count = static_cast<std::size_t>(row.high - row.low);
    std::size_t newly_written = 0;
    for_each_row(window, [&](std::int64_t first, std::optional<std::int64_t> to) {
        if (!to) return;
        std::byte* const place = view.data + static_cast<std::size_t>(*to) * size;
        if (given == Given::one_for_all)
            target.moves.fill(value, place, count);
        else
            std::memcpy(place, value + static_cast<std::size_t>(first + row.low) * size, count * size);
        if (view.unwritten == nullptr) return;
        std::uint8_t* const flags = view.unwritten + *to;
        for (std::size_t i = 0; i < count; ++i) newly_written += flags[i];
        std::memset(flags, 0, count);
    });
    if (target.shared && newly_written > 0) (*cta.tiles)[target.index].note_written(newly_written);
}

void observe_slice(const SliceTarget& target, const Window& window, Cta& cta, observe::AccessKind kind) {
    constexpr std::int64_t outside = -1;
    const Window::Axis& row = window.row();
    std::vector<std::int64_t> positions(static_cast<std::size_t>(target.shape.elements()), outside);
    for_each_row(window, [&](std::int64_t first, std::optional<std::int64_t> from) {
        if (!from) return;
        for (std::int64_t i = row.low; i < row.high; ++i)
            positions[static_cast<std::size_t>(first + i)] = *from + i - row.low;
    });
    const Geometry& geometry = cta.geometry();
    const std::byte* const data = view_of(target, cta).data;
    const auto lanes = static_cast<std::size_t>(geometry.lanes);
    const program::Buffer buffer = buffer_of(target);
    for (std::size_t first = 0; first < positions.size(); first += lanes) {
        std::array<std::int64_t, 64> offsets{};
        std::array<const std::byte*, 64> values{};
        std::uint64_t active = 0;
        for (std::size_t lane = 0; lane < std::min(lanes, positions.size() - first); ++lane) {
            if (positions[first + lane] == outside) continue;
            offsets[lane] = positions[first + lane];
            values[lane] = data + offsets[lane] * bytes(target.element);
            active |= std::uint64_t{1} << lane;
        }
        if (active == 0) continue;
        const int warp = static_cast<int>(first / lanes % static_cast<std::size_t>(geometry.warps));
        Teller& teller = *cta.launch->teller;
        teller.observer().access({teller.visit(cta, target.site, warp, active, Execution::same),
                                  kind,
                                  buffer,
                                  bytes(target.element),
                                  1,
                                  {offsets.data(), lanes},
                                  {values.data(), lanes}});
    }
}

void observe_tile_barrier(program::SiteId site, Cta& cta, Execution execution) {
    observe_meeting(cta, site, cta.launch->program->site(site).kind, Scope::threads, execution);
}

void trap_at_element(const Cta& cta, program::SiteId site, std::int64_t element, engine::FaultText what) {
    const Geometry& geometry = cta.geometry();
    const int thread = static_cast<int>(element % geometry.threads);
    trap(cta, site, {thread / geometry.lanes, std::uint64_t{1} << (thread % geometry.lanes), thread},
         engine::at_element(std::move(what), element));
}

void look_at_clock(const Cta& cta) {
    if (cta.launch->deadline && std::chrono::steady_clock::now() >= *cta.launch->deadline)
        throw Stopped{engine::time_reached()};
}

}  // namespace phobos::interp
