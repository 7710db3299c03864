// SPDX-License-Identifier: Apache-2.0
#include "interp/exec/race_watch.h"

#include "engine/fault_text.h"
#include "interp/exec/grid.h"

namespace phobos::interp {

namespace {

using observe::Shadow;

template <class Target>
Shadow* shadow_of(const Target& target, const Cta& cta) {
    if (cta.race_watch == nullptr) return nullptr;
    return (target.shared ? cta.race_watch->tiles : cta.race_watch->tensors)[target.index];
}

engine::AccessKind kind_of(observe::Deed deed) {
    switch (deed) {
        case observe::Deed::read: return engine::AccessKind::read;
        case observe::Deed::write: return engine::AccessKind::write;
        case observe::Deed::atomic: return engine::AccessKind::atomic;
    }
    return engine::AccessKind::read;
}

/// exec-30
[[noreturn]] void trap_race(const Cta& cta, const BufferView& view, const observe::Conflict& conflict) {
    const int lanes = cta.geometry().lanes;
    const auto side = [&](const observe::Conflict::Side& each) {
        const engine::Place place{each.site, cta.launch->program->site(each.site).span,
                                  block_of(each.block, cta.launch->grid), each.thread / lanes,
                                  std::uint64_t{1} << (each.thread % lanes)};
        return engine::RacingAccess{kind_of(each.deed), each.thread, each.written, place};
    };
    const engine::RacingAccess access = side(conflict.access);
    const engine::RacingAccess other = side(conflict.other);
    const bool in_warp = access.place.block == other.place.block && access.place.warp == other.place.warp;
    const engine::Race race{*view.name,
                            {view.extents.data(), static_cast<std::size_t>(view.rank)},
                            conflict.element,
                            view.element,
                            access,
                            other,
                            in_warp && !conflict.same_operation};
    throw Stopped{engine::trapped(engine::race(race), access.place)};
}

template <class Target>
void judge(const Target& target, const Cta& cta, const std::optional<observe::Conflict>& conflict) {
    if (conflict) trap_race(cta, view_of(target, cta), *conflict);
    if (cta.race_watch->races.is_exhausted())
        throw Stopped{
            engine::Unsupported{"check races", "the launch has more accesses than the interpreter can number"}};
    if (cta.race_watch->races.is_beyond_memory()) throw Stopped{engine::memory_exceeded()};
}

}  // namespace

RaceWatch::RaceWatch(const WatchedBuffers& buffers, const LaunchState& launch,
                     const std::vector<TileMemory>& tile_memory, std::uint64_t growth_bytes)
    : races(launch.geometry, launch.program->program().sites.size(), growth_bytes),
      tensors(buffers.tensors.size()),
      tiles(buffers.tiles.size()) {
    const auto add = [&](Shadow::Memory memory, const BufferView& view, const std::optional<observe::Uses>& uses) {
        return uses ? &races.add(memory, view.elements(), view.element, *uses, view.data) : nullptr;
    };
    for (std::size_t i = 0; i < tensors.size(); ++i)
        tensors[i] = add(Shadow::Memory::global, launch.tensors[i], buffers.tensors[i]);
    for (std::size_t i = 0; i < tiles.size(); ++i)
        tiles[i] = add(Shadow::Memory::shared, tile_memory[i].view(), buffers.tiles[i]);
}

std::uint64_t RaceWatch::bytes_of(const WatchedBuffers& buffers, const LaunchState& launch) {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < buffers.tensors.size(); ++i)
        if (buffers.tensors[i])
            total += Shadow::bytes_of(Shadow::Memory::global, launch.tensors[i].elements(), *buffers.tensors[i]);
    const auto& tiles = launch.program->program().tiles;
    for (std::size_t i = 0; i < buffers.tiles.size(); ++i)
        if (buffers.tiles[i])
            total += Shadow::bytes_of(Shadow::Memory::shared, tiles[i].shape.elements(), *buffers.tiles[i]);
    return total;
}

void watch_reads(const Target& target, Cta& cta, const std::int64_t* first) {
    if (Shadow* const shadow = shadow_of(target, cta))
        judge(target, cta,
              cta.race_watch->races.read(*shadow, {target.site, *cta.mask, first, target.level, target.run}));
}

void watch_atomics(const Target& target, Cta& cta, const std::int64_t* first) {
    if (Shadow* const shadow = shadow_of(target, cta))
        judge(target, cta,
              cta.race_watch->races.atomic(*shadow, {target.site, *cta.mask, first, target.level, target.run}));
}

void watch_writes(const Target& target, Cta& cta, const std::int64_t* first, const observe::WrittenValues& values,
                  observe::Execution execution) {
    if (Shadow* const shadow = shadow_of(target, cta))
        judge(target, cta,
              cta.race_watch->races.write(*shadow, {target.site, *cta.mask, first, target.level, target.run}, values,
                                          execution));
}

void watch_reads_of_line(const Target& target, Cta& cta, std::int64_t base) {
    if (Shadow* const shadow = shadow_of(target, cta))
        judge(target, cta, cta.race_watch->races.read(*shadow, observe::ReachOfLine{target.site, *cta.mask, base}));
}

void watch_writes_of_line(const Target& target, Cta& cta, std::int64_t base, const std::byte* values) {
    if (Shadow* const shadow = shadow_of(target, cta))
        judge(target, cta,
              cta.race_watch->races.write(*shadow, observe::ReachOfLine{target.site, *cta.mask, base}, values));
}

void watch_reads(const SliceTarget& target, const Window& window, Cta& cta) {
    Shadow* const shadow = target.shared ? nullptr : shadow_of(target, cta);
    if (shadow == nullptr) return;
    observe::Races& races = cta.race_watch->races;
    const std::int64_t low = window.row().low;
    races.begin_rows(*shadow, observe::Deed::read, target.site);
    for_each_row(window, [&](std::int64_t first, std::optional<std::int64_t> from) {
        if (from) judge(target, cta, races.read(*shadow, {target.site, first + low, *from, window.row().high - low}));
    });
}

void watch_writes(const SliceTarget& target, const Window& window, Cta& cta, const std::byte* values, Given given) {
    watch_barrier(cta);  // tile-48: what gives the values is complete
    Shadow* const shadow = target.shared ? nullptr : shadow_of(target, cta);
    if (shadow == nullptr) return;
    observe::Races& races = cta.race_watch->races;
    const std::int64_t low = window.row().low;
    const auto size = static_cast<std::size_t>(bytes(target.element));
    races.begin_rows(*shadow, observe::Deed::write, target.site);
    for_each_row(window, [&](std::int64_t first, std::optional<std::int64_t> to) {
        if (!to) return;
        const std::byte* const row =
            given == Given::one_for_all ? values : values + static_cast<std::size_t>(first + low) * size;
        judge(target, cta,
              races.write(*shadow, {target.site, first + low, *to, window.row().high - low}, row,
                          given == Given::one_for_all ? 0 : size));
    });
}

}  // namespace phobos::interp
