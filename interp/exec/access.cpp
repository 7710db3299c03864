// SPDX-License-Identifier: Apache-2.0
#include "interp/exec/access.h"

#include <algorithm>

#include <fmt/format.h>

#include "interp/value/scalar.h"

namespace phobos::interp {

namespace {

/// Where the subscript of an axis must end: the extent, or for the last axis of a run the last start and one.
std::int64_t end_of_axis(const Target& target, const BufferView& view, std::size_t axis) {
    const std::int64_t extent = view.extents[axis];
    const bool starts_run = target.run > 1 && axis + 1 == target.subscripts.size();
    return starts_run ? std::max<std::int64_t>(extent - target.run + 1, 0) : extent;
}

std::int64_t subscript(const Target& target, const SubscriptValues& values, std::size_t axis, std::size_t element) {
    const Node& node = *target.subscripts[axis];
    return read_integer(node, values[axis], node.level == Level::uniform ? 0 : element);
}

/// Traps if a thread that takes part is outside.
void report_outside(const Target& target, Cta& cta, const SubscriptValues& values) {
    const BufferView& view = view_of(target, cta);
    const auto outside_axis = [&](std::size_t element) -> std::ptrdiff_t {
        for (std::size_t axis = 0; axis < target.subscripts.size(); ++axis) {
            const std::int64_t each = subscript(target, values, axis, element);
            if (each < 0 || each >= end_of_axis(target, view, axis)) return static_cast<std::ptrdiff_t>(axis);
        }
        return -1;
    };
    const auto lanes = find_faulty(cta, target.level, [&](std::size_t element) { return outside_axis(element) >= 0; });
    if (!lanes) return;
    const std::size_t element = element_of(target.level, lanes->first_thread, cta.geometry());
    const auto axis = static_cast<std::size_t>(outside_axis(element));
    const std::int64_t index = subscript(target, values, axis, element);
    const auto number = [](std::string name, std::int64_t value) {
        return engine::FaultValue{std::move(name), ScalarType::i64, {static_cast<std::uint64_t>(value)}};
    };
    const std::int64_t extent = view.extents[axis];
    const bool run = target.run > 1 && axis + 1 == target.subscripts.size();
    std::vector<engine::FaultValue> facts{number("index", index), number("axis", static_cast<std::int64_t>(axis)),
                                          number("extent", extent)};
    if (run) facts.push_back(number("elements", target.run));
    trap(
        cta, engine::FaultKind::out_of_bounds, target.site, *lanes, std::move(facts),
        run ? fmt::format("a run of {} elements from index {} reaches outside axis {} of {}, which has {} elements",
                          target.run, index, axis, *view.name, extent)
            : fmt::format("index {} is outside axis {} of {}, which has {} elements", index, axis, *view.name, extent));
}

}  // namespace

SubscriptValues subscript_values(const Target& target, Cta& cta) {
    SubscriptValues values{};
    for (std::size_t axis = 0; axis < target.subscripts.size(); ++axis)
        values[axis] = value_of(*target.subscripts[axis], cta);
    return values;
}

const std::int64_t* positions(const Target& target, Cta& cta, const SubscriptValues& subscripts) {
    const BufferView& view = view_of(target, cta);
    auto* const offsets = reinterpret_cast<std::int64_t*>(cta.frame + target.offsets);
    const std::size_t count = target.level == Level::uniform        ? 1
                              : target.level == Level::warp_uniform ? static_cast<std::size_t>(cta.geometry().warps)
                                                                    : static_cast<std::size_t>(cta.geometry().threads);
    std::int64_t base = 0;
    bool same = true;  // so far every lane has the offset `base`
    bool outside = false;
    for (std::size_t axis = 0; axis < target.subscripts.size(); ++axis) {
        const Node& node = *target.subscripts[axis];
        const std::int64_t end = end_of_axis(target, view, axis);
        const std::int64_t extent = view.extents[axis];
        if (node.level == Level::uniform) {
            const std::int64_t each = read_integer(node, subscripts[axis], 0);
            outside |= each < 0 || each >= end;
            if (same)
                base = base * extent + each;
            else
                for (std::size_t i = 0; i < count; ++i) offsets[i] = offsets[i] * extent + each;
        } else {
            if (same) std::fill_n(offsets, count, base);
            same = false;
            outside |= target.axes[axis](subscripts[axis], end, extent, offsets, count);
        }
    }
    if (same) std::fill_n(offsets, count, base);
    if (outside) report_outside(target, cta, subscripts);
    return offsets;
}

bool contiguous_position(const Target& target, const Cta& cta, const SubscriptValues& subscripts, std::int64_t& first) {
    const BufferView& view = view_of(target, cta);
    const Geometry& geometry = cta.geometry();
    const std::size_t last_axis = target.subscripts.size() - 1;
    std::int64_t base = 0;
    for (std::size_t axis = 0; axis < last_axis; ++axis) {
        const std::int64_t each = read_integer(*target.subscripts[axis], subscripts[axis], 0);
        if (each < 0 || each >= view.extents[axis]) return false;
        base = base * view.extents[axis] + each;
    }
    const Node& node = *target.subscripts[last_axis];
    int low = 0;
    int high = geometry.threads - 1;
    if (!cta.everyone()) {
        low = cta.mask->first(geometry);
        while (!cta.mask->has(high)) --high;
    }
    const std::int64_t from = read_integer(node, subscripts[last_axis], static_cast<std::size_t>(low));
    const std::int64_t to = read_integer(node, subscripts[last_axis], static_cast<std::size_t>(high));
    if (from < 0 || to >= view.extents[last_axis] || to - from != high - low) return false;
    first = base * view.extents[last_axis] + from - low;
    return true;
}

void check_written(const Target& target, Cta& cta, const std::int64_t* first) {
    const BufferView& view = view_of(target, cta);
    if (view.unwritten == nullptr || !cta.launch->check_uninitialised) return;
    const auto is_unwritten = [&](std::size_t element) {
        for (std::int64_t i = 0; i < target.run; ++i)
            if (view.unwritten[first[element] + i] != 0) return true;
        return false;
    };
    const auto lanes = find_faulty(cta, target.level, is_unwritten);
    if (!lanes) return;
    const std::size_t element = element_of(target.level, lanes->first_thread, cta.geometry());
    std::int64_t position = first[element];
    while (view.unwritten[position] == 0) ++position;
    std::vector<engine::FaultValue> facts;
    std::string place;
    std::int64_t rest = position;
    for (int axis = view.rank - 1; axis >= 0; --axis) {
        const std::int64_t extent = view.extents[static_cast<std::size_t>(axis)];
        facts.insert(facts.begin(), {"index", ScalarType::i64, {static_cast<std::uint64_t>(rest % extent)}});
        place = fmt::format("{}{}{}", rest % extent, place.empty() ? "" : ", ", place);
        rest /= extent;
    }
    trap(cta, engine::FaultKind::uninitialised, target.site, *lanes, std::move(facts),
         fmt::format("{}[{}] is read but was never written", *view.name, place));
}

void mark_written(const Target& target, const Cta& cta, const std::int64_t* first) {
    const BufferView& view = view_of(target, cta);
    if (view.unwritten == nullptr) return;
    for (int thread = 0; thread < cta.geometry().threads; ++thread)
        if (cta.mask->has(thread))
            std::memset(view.unwritten + first[element_of(target.level, thread, cta.geometry())], 0,
                        static_cast<std::size_t>(target.run));
}

void observe_access(const Target& target, Cta& cta, const std::int64_t* first, observe::AccessKind kind) {
    const Geometry& geometry = cta.geometry();
    std::array<std::int64_t, 64> offsets{};
    for (int warp = 0; warp < geometry.warps; ++warp) {
        const std::uint64_t lanes = cta.mask->word(warp, geometry);
        if (lanes == 0) continue;
        for (int lane = 0; lane < geometry.lanes; ++lane)
            offsets[static_cast<std::size_t>(lane)] =
                first[element_of(target.level, warp * geometry.lanes + lane, geometry)];
        const program::Buffer buffer = target.shared ? program::Buffer(program::TileId{target.index})
                                                     : program::Buffer(program::TensorId{target.index});
        cta.launch->observer->access({{target.site, cta.block, warp, lanes},
                                      kind,
                                      buffer,
                                      bytes(target.element),
                                      target.run,
                                      {offsets.data(), static_cast<std::size_t>(geometry.lanes)}});
    }
}

}  // namespace phobos::interp
