// SPDX-License-Identifier: Apache-2.0
#include "interp/exec/teller.h"

#include <algorithm>
#include <span>

#include "interp/exec/access.h"

namespace phobos::interp {

namespace {

/// The offsets of a warp's lanes: where they stand already, or in `room` where lanes share one.
std::span<const std::int64_t> offsets_of(const Target& target, const Geometry& geometry, const std::int64_t* first,
                                         int warp, std::array<std::int64_t, 64>& room) {
    const auto lanes = static_cast<std::size_t>(geometry.lanes);
    const int thread = warp * geometry.lanes;
    if (target.level == Level::varying) return {first + thread, lanes};
    std::fill_n(room.begin(), lanes, first[element_of(target.level, thread, geometry)]);
    return {room.data(), lanes};
}

/// One event a warp: `value_of_thread` tells where the values of a thread and its first element lie.
template <class ValueOfThread>
void tell_access(const Target& target, Cta& cta, const std::int64_t* first, observe::AccessKind kind,
                 Execution execution, const ValueOfThread& value_of_thread) {
    const Geometry& geometry = cta.geometry();
    Teller& teller = *cta.launch->teller;
    const auto lane_count = static_cast<std::size_t>(geometry.lanes);
    std::array<std::int64_t, 64> room{};
    std::array<const std::byte*, 64> values{};
    const std::uint64_t all = ~std::uint64_t{0} >> (64 - lane_count);
    const program::Buffer buffer = buffer_of(target);
    for (int warp = 0; warp < geometry.warps; ++warp) {
        const std::uint64_t lanes = cta.mask->word(warp, geometry);
        if (lanes == 0) continue;
        const std::span<const std::int64_t> offsets = offsets_of(target, geometry, first, warp, room);
        const int thread = warp * geometry.lanes;
        if (lanes == all) {
            for (std::size_t lane = 0; lane < lane_count; ++lane)
                values[lane] = value_of_thread(thread + static_cast<int>(lane), offsets[lane]);
        } else {
            for (std::size_t lane = 0; lane < lane_count; ++lane)
                values[lane] = (lanes >> lane & 1) != 0
                                   ? value_of_thread(thread + static_cast<int>(lane), offsets[lane])
                                   : nullptr;
        }
        teller.observer().access({teller.visit(cta, target.site, warp, lanes, execution),
                                  kind,
                                  buffer,
                                  bytes(target.element),
                                  target.run,
                                  offsets,
                                  {values.data(), lane_count}});
    }
}

}  // namespace

observe::Visit Teller::visit(const Cta& cta, program::SiteId site, int warp, std::uint64_t lanes, Execution execution) {
    if (cta.block != block_) {
        block_ = cta.block;
        std::ranges::fill(visits_, 0);
    }
    std::uint32_t& count = visits_[site.index * warps_ + static_cast<std::size_t>(warp)];
    if (execution == Execution::next) ++count;
    return {site, cta.block, warp, lanes, count == 0 ? 0 : count - 1};
}

void observe_access(const Target& target, Cta& cta, const std::int64_t* first, observe::AccessKind kind) {
    const std::byte* const data = view_of(target, cta).data;
    tell_access(target, cta, first, kind, Execution::next,
                [&](int, std::int64_t offset) { return data + offset * bytes(target.element); });
}

void observe_access(const Target& target, Cta& cta, const std::int64_t* first, observe::AccessKind kind,
                    const Written& values, Execution execution) {
    tell_access(target, cta, first, kind, execution, [&](int thread, std::int64_t) {
        return values.first + element_of(values.level, thread, cta.geometry()) * values.bytes_each;
    });
}

WarpLanes lanes_by_warp(const Mask& mask, const Geometry& geometry) {
    WarpLanes lanes{};
    for (int warp = 0; warp < geometry.warps; ++warp) lanes[static_cast<std::size_t>(warp)] = mask.word(warp, geometry);
    return lanes;
}

void observe_branch(program::SiteId site, const Node& condition, const std::byte* value, Cta& cta) {
    const Geometry& geometry = cta.geometry();
    Teller& teller = *cta.launch->teller;
    for (int warp = 0; warp < geometry.warps; ++warp) {
        const std::uint64_t lanes = cta.mask->word(warp, geometry);
        if (lanes == 0) continue;
        std::uint64_t taken = 0;
        for (int lane = 0; lane < geometry.lanes; ++lane)
            if (value[element_of(condition.level, warp * geometry.lanes + lane, geometry)] != std::byte{0})
                taken |= std::uint64_t{1} << lane;
        teller.observer().branch({teller.visit(cta, site, warp, lanes, Execution::next), taken & lanes});
    }
}

void observe_turn(program::SiteId site, const WarpLanes& before, const WarpLanes& taken, Cta& cta) {
    Teller& teller = *cta.launch->teller;
    for (int warp = 0; warp < cta.geometry().warps; ++warp) {
        const auto each = static_cast<std::size_t>(warp);
        if (before[each] == 0) continue;
        const observe::Visit visit = teller.visit(cta, site, warp, before[each], Execution::next);
        teller.observer().branch({visit, taken[each]});
    }
}

void observe_reunion(program::SiteId site, Cta& cta, Execution execution) {
    const Geometry& geometry = cta.geometry();
    Teller& teller = *cta.launch->teller;
    for (int warp = 0; warp < geometry.warps; ++warp)
        if (const std::uint64_t lanes = cta.mask->word(warp, geometry); lanes != 0)
            teller.observer().reunion({teller.visit(cta, site, warp, lanes, execution)});
}

void observe_meeting(Cta& cta, program::SiteId site, program::SiteKind kind, Scope scope, Execution execution) {
    const Geometry& geometry = cta.geometry();
    Teller& teller = *cta.launch->teller;
    for (int warp = 0; warp < geometry.warps; ++warp)
        if (const std::uint64_t lanes = cta.mask->word(warp, geometry); lanes != 0)
            teller.observer().meeting({teller.visit(cta, site, warp, lanes, execution), kind, scope});
}

const std::byte* tell_byte_dots(const Node& node, Cta& cta, std::byte* out) {
    const std::byte* const value = node.counted(node, cta, out);
    const auto* sum = std::get_if<program::RunSum>(&node.source->node);
    const int count = sum != nullptr ? sum->run->type.elements / 4 : node.source->type.elements;
    const Geometry& geometry = cta.geometry();
    for (int warp = 0; warp < geometry.warps; ++warp)
        if (const std::uint64_t lanes = cta.mask->word(warp, geometry); lanes != 0)
            cta.launch->teller->observer().byte_dots({node.source, cta.block, warp, lanes, count});
    return value;
}

}  // namespace phobos::interp
