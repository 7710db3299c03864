// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <utility>

#include "interp/exec/effects.h"
#include "interp/exec/evaluate.h"
#include "interp/exec/planner.h"
#include "interp/exec/race_watch.h"
#include "interp/exec/tile_access.h"
#include "interp/exec/tile_dot.h"
#include "lang/base/assert.h"

// What gives tiles their elements: declarations, assignments, parameters and generate (docs/spec/10-tiles.md). A right
// side is complete before its target is written: it is computed in the target's own memory only where it reads that
// memory element for element, or not at all.
namespace phobos::interp {

namespace {

using namespace program;

TileMemory& memory_of(const SliceTarget& target, Cta& cta) { return (*cta.tiles)[target.index]; }

/// All elements of a whole tile, straight into its memory.
void put_whole(const SliceTarget& target, const Node& value, Cta& cta) {
    TileMemory& memory = memory_of(target, cta);
    std::byte* const place = memory.view().data;
    if (value.shape.rank == 0) {
        target.moves.fill(value_of(value, cta), place, static_cast<std::size_t>(target.shape.elements()));
    } else {
        const std::byte* const elements = value.evaluate(value, cta, place);
        if (elements != place) std::memmove(place, elements, value.count * static_cast<std::size_t>(bytes(value.type)));
    }
    memory.note_all_written();
}
bool is_whole(const SliceTarget& target) { return target.shared && target.starts.empty(); }
Given given(const Node& value) { return value.shape.rank == 0 ? Given::one_for_all : Given::tile; }

/// What a statement does, between the barriers that stand for its accesses.
template <Watch watch, class Do>
void as_tile_operation(const TileWork& work, Cta& cta, const Do& operation) {
    if constexpr (watch == Watch::events) observe_tile_barrier(work.site, cta, Execution::next);
    if constexpr (watch != Watch::nothing) watch_barrier(cta);
    operation();
    if constexpr (watch == Watch::events) observe_tile_barrier(work.site, cta, Execution::same);
    if constexpr (watch != Watch::nothing) watch_barrier(cta);
    look_at_clock(cta);
}
template <Watch watch>
void observe(const SliceTarget& target, const Window& window, Cta& cta, observe::AccessKind kind) {
    if constexpr (watch == Watch::events) observe_slice(target, window, cta, kind);
}
template <Watch watch>
void observe_load(const SliceTarget& target, const Window& window, Cta& cta) {
    observe<watch>(target, window, cta, observe::AccessKind::load);
    if constexpr (watch != Watch::nothing) watch_reads(target, window, cta);
}
template <Watch watch>
void write_watched(const SliceTarget& target, const Window& window, Cta& cta, const std::byte* value, Given given) {
    if constexpr (watch != Watch::nothing) watch_writes(target, window, cta, value, given);
    write_slice(target, window, cta, value, given);
    observe<watch>(target, window, cta, observe::AccessKind::store);
}

/// A declaration with a value, and the assignment of a whole tile.
template <Watch watch>
void store_whole(const Step& step, Cta& cta) {
    const SliceTarget& target = step.tile_work->slice;
    as_tile_operation<watch>(*step.tile_work, cta, [&] {
        put_whole(target, *step.operands[0], cta);
        if constexpr (watch == Watch::events)
            observe_slice(target, window_of(target, cta), cta, observe::AccessKind::store);
    });
}

/// tile-18: the value, then the starts, then the elements are written.
template <Watch watch>
void store_slice(const Step& step, Cta& cta) {
    const SliceTarget& target = step.tile_work->slice;
    const Node& node = *step.operands[0];
    as_tile_operation<watch>(*step.tile_work, cta, [&] {
        const std::byte* const value = value_of(node, cta);
        const Window window = window_of(target, cta);
        write_watched<watch>(target, window, cta, value, given(node));
    });
}

/// tile-19: the value, the starts, then the target is read, then it is written.
struct CompoundNodes {
    const Node& value;
    const Node& given;   ///< stands for the value where that lies
    const Node& before;  ///< stands for the target's elements where those lie
    const Node& result;
};
CompoundNodes compound_nodes(const Step& step) {
    return {*step.operands[0], *step.operands[1], *step.operands[2], *step.operands[3]};
}

template <Watch watch>
void update_slice(const Step& step, Cta& cta) {
    const SliceTarget& target = step.tile_work->slice;
    const auto& [value, given, before, result] = compound_nodes(step);
    as_tile_operation<watch>(*step.tile_work, cta, [&] {
        set_place(given.variable, value_of(value, cta), cta);
        const Window window = window_of(target, cta);
        observe_load<watch>(target, window, cta);
        read_slice(target, window, cta, cta.frame + before.slot);
        set_place(before.variable, cta.frame + before.slot, cta);
        write_watched<watch>(target, window, cta, value_of(result, cta), Given::tile);
    });
}
/// The same in the memory of a whole tile.
template <Watch watch>
void update_whole(const Step& step, Cta& cta) {
    const SliceTarget& target = step.tile_work->slice;
    const auto& [value, given, before, result] = compound_nodes(step);
    as_tile_operation<watch>(*step.tile_work, cta, [&] {
        set_place(given.variable, value_of(value, cta), cta);
        const Window window = window_of(target, cta);
        observe_load<watch>(target, window, cta);
        set_place(before.variable, borrow_slice(target, window, cta), cta);
        result.evaluate(result, cta, memory_of(target, cta).view().data);
        observe<watch>(target, window, cta, observe::AccessKind::store);
    });
}

/// tile-30: the chains begin with the target's elements, and are rounded once to its type
template <Watch watch>
void accumulate(const Step& step, Cta& cta) {
    const SliceTarget& target = step.tile_work->slice;
    const Node& dot = *step.operands[0];
    const Node& before = *step.operands[1];
    const Node& chains = *step.operands[2];
    const Node& result = *step.operands[3];
    as_tile_operation<watch>(*step.tile_work, cta, [&] {
        const DotOperands operands = dot_operands(dot, cta);
        const Window window = window_of(target, cta);
        observe_load<watch>(target, window, cta);
        read_slice(target, window, cta, cta.frame + before.slot);
        value_of(chains, cta);
        continue_chains(dot, operands, cta, cta.frame + chains.slot);
        write_watched<watch>(target, window, cta, value_of(result, cta), Given::tile);
    });
}
/// The same in the memory of a whole tile.
template <Watch watch>
void accumulate_whole(const Step& step, Cta& cta) {
    const SliceTarget& target = step.tile_work->slice;
    const Node& dot = *step.operands[0];
    as_tile_operation<watch>(*step.tile_work, cta, [&] {
        const DotOperands operands = dot_operands(dot, cta);
        const Window window = window_of(target, cta);
        observe_load<watch>(target, window, cta);
        borrow_slice(target, window, cta);
        continue_chains(dot, operands, cta, memory_of(target, cta).view().data);
        observe<watch>(target, window, cta, observe::AccessKind::store);
    });
}

/// What an earlier node has left in its room, or where a variable says.
const std::byte* left_value(const Node& node, Cta& cta, std::byte*) { return place_of(node.variable, cta); }

/// tile-46: a parameter is a new tile with the argument's elements
template <Watch watch>
const std::byte* bind_tile(const Node& node, Cta& cta, std::byte* out) {
    as_tile_operation<watch>(*node.tile, cta, [&] {
        const SliceTarget& target = node.tile->slice;
        put_whole(target, *node.operands[0], cta);
        if constexpr (watch == Watch::events)
            observe_slice(target, window_of(target, cta), cta, observe::AccessKind::store);
    });
    return out;
}

/// Row and column of the elements of one turn, each thread's own.
void place_turn(const TileWork& work, std::size_t first, std::size_t columns, Cta& cta) {
    auto* const row = reinterpret_cast<std::int32_t*>(cta.frame + work.row.offset);
    auto* const column = reinterpret_cast<std::int32_t*>(cta.frame + work.column.offset);
    std::size_t i = first / columns;
    std::size_t j = first % columns;
    for (int thread = 0; thread < cta.geometry().threads; ++thread) {
        row[thread] = static_cast<std::int32_t>(i);
        column[thread] = static_cast<std::int32_t>(j);
        if (++j < columns) continue;
        j = 0;
        ++i;
    }
}

/// tile-45: element e is computed by thread e mod ctx.threads, so in turns
const std::byte* generated_value(const Node& node, Cta& cta, std::byte* out) {
    const TileWork& work = *node.tile;
    const Geometry& geometry = cta.geometry();
    const auto threads = static_cast<std::size_t>(geometry.threads);
    const auto size = static_cast<std::size_t>(bytes(node.type));
    for (std::size_t i = 0; i < node.parameters.size(); ++i)
        set_place(node.parameters[i], value_of(*node.operands[i], cta), cta);
    Mask* const before = cta.mask;
    Mask& mask = (*cta.masks)[work.mask];
    for (std::size_t first = 0; first < node.count; first += threads) {
        const std::size_t count = std::min(threads, node.count - first);
        mask.clear(geometry);
        std::memset(mask.writable(), 1, count);
        mask.set_active(static_cast<int>(count));
        place_turn(work, first, work.column_count, cta);
        cta.mask = &mask;
        std::memcpy(out + first * size, value_of(*work.body, cta), count * size);
        look_at_clock(cta);
    }
    cta.mask = before;
    return out;
}

}  // namespace

TileWork& Planner::attach_work(Step& step, SiteId site, const TileShape& shape) {
    TileWork& work = plan_.tile_works.emplace_back();
    step.tile_work = &work;
    work.site = site;
    work.slice.shape = shape;
    work.slice.site = site;
    return work;
}

void Planner::build_initialised(Step& step, const DeclareTile& source) {
    TileWork& work = attach_work(step, source.site, program_.tiles[source.tile.index].shape);
    aim(work.slice, source.tile, {});
    step.operands = {expression(*source.value)};
    step.execute = by_watch(watch_of_barrier(), store_whole<Watch::nothing>, store_whole<Watch::races>,
                            store_whole<Watch::events>);
}

void Planner::build(Step& step, const TileStore& source) {
    TileWork& work = attach_work(step, source.site, source.shape);
    Node* value = expression(source.value);
    const bool overlaps = touches(source.value, source.buffer);
    const bool starts_change = any_has_effects(source.starts);
    if (source.op) {
        if (value->borrows && starts_change) value = own(value);
        Node& given = stand_in(value->type, value->shape);  // its room is not that of what the starts need
        aim(work.slice, source.buffer, source.starts);
        step.operands = {value, &given};
        return build_compound(step, source);
    }
    const bool is_scalar = value->shape.rank == 0;
    const bool whole = std::holds_alternative<TileId>(source.buffer) && source.starts.empty() &&
                       (is_scalar || value->elementwise || !overlaps);
    if (value->borrows && !whole && (overlaps || starts_change)) value = own(value);
    aim(work.slice, source.buffer, source.starts);
    step.operands = {value};
    if (whole)
        step.execute = by_watch(watch_of_barrier(), store_whole<Watch::nothing>, store_whole<Watch::races>,
                                store_whole<Watch::events>);
    else
        step.execute = by_watch(watch_of_barrier(), store_slice<Watch::nothing>, store_slice<Watch::races>,
                                store_slice<Watch::events>);
}

/// A value where another node or step says that it lies.
Node& Planner::stand_in(ScalarType type, const TileShape& shape) {
    Node& node = shape.rank > 0 ? add_tile(type, shape) : add(type, Level::uniform, 1);
    node.variable = {take(sizeof(std::byte*)), Level::uniform, type, true};
    node.evaluate = left_value;
    return node;
}

Node* Planner::converted(Node* operand, ScalarType type) {
    if (operand->type == type) return operand;
    Node& node = add_tile(type, operand->shape);
    convert_tile(node, operand);
    return &node;
}

void Planner::build_compound(Step& step, const TileStore& source) {
    const SliceTarget& target = step.tile_work->slice;
    const bool shifts = shape(*source.op) == OperatorShape::shift;
    Node* const given = step.operands[1];
    const ScalarType computed = shifts ? target.element : given->type;
    Node& before = stand_in(target.element, target.shape);
    Node* const left = converted(&before, computed);
    Node& result = add_tile(computed, target.shape);
    apply_to_tiles(result, left, given, {*source.op, source.value, source.site});
    step.operands.insert(step.operands.end(), {&before, converted(&result, target.element)});
    const bool in_place = is_whole(target) && computed == target.element && computed != ScalarType::boolean;
    if (in_place)
        step.execute = by_watch(watch_of_barrier(), update_whole<Watch::nothing>, update_whole<Watch::races>,
                                update_whole<Watch::events>);
    else
        step.execute = by_watch(watch_of_barrier(), update_slice<Watch::nothing>, update_slice<Watch::races>,
                                update_slice<Watch::events>);
}

void Planner::build(Step& step, const Accumulate& source) {
    TileWork& work = attach_work(step, source.site, source.shape);
    Node& dot = add(source.dot.type.element, Level::uniform, 1);
    dot.source = &source.dot;
    dot.shape = source.shape;
    build_dot(dot, std::get<TileFunction>(source.dot.node));
    const bool starts_change = any_has_effects(source.starts);
    for (Node*& operand : dot.operands)
        if (operand->borrows && starts_change) operand = own(operand);
    aim(work.slice, source.buffer, source.starts);
    step.operands = {&dot};
    if (is_whole(work.slice) && work.slice.element == dot.type && !touches(source.dot, source.buffer)) {
        step.execute = by_watch(watch_of_barrier(), accumulate_whole<Watch::nothing>, accumulate_whole<Watch::races>,
                                accumulate_whole<Watch::events>);
        return;
    }
    Node& before = stand_in(work.slice.element, source.shape);
    before.variable = {before.slot, Level::uniform, before.type, false};
    Node* const chains = converted(&before, dot.type);
    Node* result = &before;
    if (chains != &before) {
        Node& after = stand_in(dot.type, source.shape);
        after.variable = {chains->slot, Level::uniform, dot.type, false};
        result = converted(&after, work.slice.element);
    }
    step.operands.insert(step.operands.end(), {&before, chains, result});
    step.execute =
        by_watch(watch_of_barrier(), accumulate<Watch::nothing>, accumulate<Watch::races>, accumulate<Watch::events>);
}

Node* Planner::bound_tile(TileId tile, const Expression& argument, SiteId site) {
    Node& node = add(program_.tiles[tile.index].element, Level::uniform, 1);
    TileWork& work = attach_work(node);
    work.site = site;
    work.slice.site = site;
    work.slice.shape = program_.tiles[tile.index].shape;
    aim(work.slice, tile, {});
    node.operands = {expression(argument)};
    node.evaluate =
        by_watch(watch_of_barrier(), bind_tile<Watch::nothing>, bind_tile<Watch::races>, bind_tile<Watch::events>);
    return &node;
}

void Planner::build(Node& node, const Generate& source) {
    pass(node, source.bindings, *source.body, source.site);
    TileWork& work = attach_work(node);
    work.row = declare(source.row);
    work.column = declare(source.column);
    work.column_count = static_cast<std::size_t>(node.shape.extents[1]);
    work.mask = take_mask();
    Node& body = add(node.type, Level::varying, 1);
    body.source = node.source;
    build_body(body, *source.body);
    work.body = &body;
    node.evaluate = generated_value;
}

}  // namespace phobos::interp
