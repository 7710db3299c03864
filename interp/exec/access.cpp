// SPDX-License-Identifier: Apache-2.0
#include "interp/exec/access.h"

#include <algorithm>

#include "interp/value/scalar.h"

namespace phobos::interp {

namespace {

/// Where the subscript of an axis must end: the extent, or for the last axis of a run the last start and one.
std::int64_t end_of_axis(const Target& target, const BufferView& view, std::size_t axis) {
    const std::int64_t extent = view.extents[axis];
    const bool starts_run = target.run > 1 && axis + 1 == target.subscripts.size();
    return starts_run ? std::max<std::int64_t>(extent - target.run + 1, 0) : extent;
}

/// `element` is one of the target's level.
std::int64_t subscript(const Target& target, const Cta& cta, const SubscriptValues& values, std::size_t axis,
                       std::size_t element) {
    const Node& node = *target.subscripts[axis];
    if (node.level == Level::uniform) return read_integer(node, values[axis], 0);
    const bool by_warp = node.level == Level::warp_uniform && target.level == Level::varying;
    return read_integer(node, values[axis],
                        by_warp ? element / static_cast<std::size_t>(cta.geometry().lanes) : element);
}

/// Threads, or warps of a target at most warp-uniform, whose positions are found together.
struct Chunk {
    std::size_t warp;   ///< the lowest
    std::size_t begin;  ///< the first element
    std::size_t count;
    std::int64_t* offsets;  ///< of the first element and those after it
};

/// Traps if a thread that takes part is outside.
void report_outside(const Target& target, Cta& cta, const SubscriptValues& values) {
    const BufferView& view = view_of(target, cta);
    const auto outside_axis = [&](std::size_t element) -> std::ptrdiff_t {
        for (std::size_t axis = 0; axis < target.subscripts.size(); ++axis) {
            const std::int64_t each = subscript(target, cta, values, axis, element);
            if (each < 0 || each >= end_of_axis(target, view, axis)) return static_cast<std::ptrdiff_t>(axis);
        }
        return -1;
    };
    const auto lanes = find_faulty(cta, target.level, [&](std::size_t element) { return outside_axis(element) >= 0; });
    if (!lanes) return;
    const std::size_t element = element_of(target.level, lanes->first_thread, cta.geometry());
    const auto axis = static_cast<std::size_t>(outside_axis(element));
    const std::int64_t index = subscript(target, cta, values, axis, element);
    const bool is_run = axis + 1 == target.subscripts.size();
    trap(cta, target.site, *lanes,
         engine::outside_axis({*view.name, static_cast<std::int64_t>(axis), view.extents[axis]}, index,
                              is_run ? target.run : 1));
}

}  // namespace

namespace {

/// The positions of the threads of a warp, or of all where no subscript differs by warp; whether any is outside.
bool place(const Target& target, const Cta& cta, const SubscriptValues& subscripts, Chunk chunk) {
    const BufferView& view = view_of(target, cta);
    std::int64_t base = 0;    // of the axes before the first that is varying
    std::int64_t stride = 1;  // of the axes from there on
    bool outside = false;
    bool varying = false;
    for (std::size_t axis = 0; axis < target.subscripts.size(); ++axis) {
        const Node& node = *target.subscripts[axis];
        const std::int64_t end = end_of_axis(target, view, axis);
        const std::int64_t extent = view.extents[axis];
        if (node.level != Level::varying) {
            const std::int64_t each =
                read_integer(node, subscripts[axis], node.level == Level::uniform ? 0 : chunk.warp);
            outside |= each < 0 || each >= end;
            base = base * extent + each;
            if (varying) stride *= extent;
            if (varying && target.stride == nullptr)
                for (std::size_t i = 0; i < chunk.count; ++i) chunk.offsets[i] = chunk.offsets[i] * extent + each;
        } else if (target.stride != nullptr) {
            varying = true;
            base *= extent;
        } else {
            if (!varying) std::fill_n(chunk.offsets, chunk.count, base);
            varying = true;
            const std::byte* const values = subscripts[axis] + chunk.begin * static_cast<std::size_t>(bytes(node.type));
            outside |= target.axes[axis](values, end, extent, chunk.offsets, chunk.count);
        }
    }
    if (!varying) std::fill_n(chunk.offsets, chunk.count, base);
    if (target.stride == nullptr) return outside;
    const Node& node = *target.subscripts[target.varying_axis];
    const std::int64_t end = end_of_axis(target, view, target.varying_axis);
    const std::byte* const values =
        subscripts[target.varying_axis] + chunk.begin * static_cast<std::size_t>(bytes(node.type));
    return target.stride(values, end, stride, base, chunk.offsets, chunk.count) || outside;
}

}  // namespace

const std::int64_t* positions(const Target& target, Cta& cta, const SubscriptValues& subscripts) {
    const Geometry& geometry = cta.geometry();
    auto* const offsets = reinterpret_cast<std::int64_t*>(cta.frame + target.offsets);
    const std::size_t count = target.level == Level::uniform        ? 1
                              : target.level == Level::warp_uniform ? static_cast<std::size_t>(geometry.warps)
                                                                    : static_cast<std::size_t>(geometry.threads);
    bool outside = false;
    if (!target.by_warp) {
        outside = place(target, cta, subscripts, {0, 0, count, offsets});
    } else {
        const std::size_t warps = static_cast<std::size_t>(geometry.warps);
        for (std::size_t warp = 0; warp < warps; ++warp) {
            const std::size_t begin = warp * (count / warps);
            outside |= place(target, cta, subscripts, {warp, begin, count / warps, offsets + begin});
        }
    }
    if (outside) report_outside(target, cta, subscripts);
    return offsets;
}

std::optional<std::int64_t> contiguous_position(const Target& target, const Cta& cta,
                                                const SubscriptValues& subscripts) {
    const BufferView& view = view_of(target, cta);
    const Geometry& geometry = cta.geometry();
    const std::size_t last_axis = target.subscripts.size() - 1;
    std::int64_t base = 0;
    for (std::size_t axis = 0; axis < last_axis; ++axis) {
        const std::int64_t each = read_integer(*target.subscripts[axis], subscripts[axis], 0);
        if (each < 0 || each >= view.extents[axis]) return std::nullopt;
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
    if (from < 0 || to >= view.extents[last_axis] || to - from != high - low) return std::nullopt;
    return base * view.extents[last_axis] + from - low;
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
    const auto rank = static_cast<std::size_t>(view.rank);
    trap(cta, target.site, *lanes, engine::never_written(*view.name, {view.extents.data(), rank}, position));
}

void mark_written(const Target& target, const Cta& cta, const std::int64_t* first) {
    const BufferView& view = view_of(target, cta);
    if (view.unwritten == nullptr) return;
    std::size_t written = 0;
    for (int thread = 0; thread < cta.geometry().threads; ++thread) {
        if (!cta.mask->has(thread)) continue;
        std::uint8_t* const run = view.unwritten + first[element_of(target.level, thread, cta.geometry())];
        for (int i = 0; i < target.run; ++i) {
            written += run[i];
            run[i] = 0;
        }
    }
    if (target.shared) (*cta.tiles)[target.index].note_written(written);
}

}  // namespace phobos::interp
