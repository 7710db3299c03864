// SPDX-License-Identifier: Apache-2.0
#include "backend/launch/faults.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

#include "engine/fault_text.h"
#include "lang/base/assert.h"
#include "lang/base/overloaded.h"
#include "lang/program/children.h"
#include "lang/vocabulary/scalar_type.h"

namespace phobos::launch {

namespace {

using namespace program;
using ph::Fault;
using ph::FaultRecord;

/// What the text of a fault takes from the operation at its site.
struct Operation {
    std::optional<Buffer> buffer{};       ///< of an access
    std::optional<ScalarType> shifted{};  ///< of what may be a shift
    const Expression* run = nullptr;      ///< of elem and word
    engine::RunPart part = engine::RunPart::element;
};

ScalarType element_of(const Program& program, const Buffer& buffer) {
    return std::visit(Overloaded{
                          [&](TensorId id) { return program.tensors[id.index].element; },
                          [&](TileId id) { return program.tiles[id.index].element; },
                      },
                      buffer);
}

std::optional<Operation> operation_of(const Expression& expression, SiteId site) {
    const auto at_site = [&](SiteId own, Operation operation) {
        return own == site ? std::optional(operation) : std::nullopt;
    };
    return std::visit(
        Overloaded{
            [&](const Binary& node) {
                return node.site ? at_site(*node.site, {.shifted = node.left->type.element}) : std::nullopt;
            },
            [&](const Load& node) { return at_site(node.site, {.buffer = node.buffer}); },
            [&](const RunLoad& node) { return at_site(node.site, {.buffer = node.buffer}); },
            [&](const Atomic& node) { return at_site(node.site, {.buffer = node.buffer}); },
            [&](const RunElement& node) { return at_site(node.site, {.run = &*node.run}); },
            [&](const RunWord& node) { return at_site(node.site, {.run = &*node.run, .part = engine::RunPart::word}); },
            [](const auto&) -> std::optional<Operation> { return std::nullopt; },
        },
        expression.node);
}

/// Compound assignments divide and shift at their own site.
std::optional<Operation> operation_of(const Statement& statement, SiteId site, const Program& program) {
    if (const auto* store = std::get_if<Store>(&statement.node); store != nullptr && store->site == site)
        return Operation{.buffer = store->buffer, .shifted = element_of(program, store->buffer)};
    if (const auto* store = std::get_if<TileStore>(&statement.node); store != nullptr && store->site == site)
        return Operation{.shifted = element_of(program, store->buffer)};
    if (const auto* store = std::get_if<RunStore>(&statement.node); store != nullptr && store->site == site)
        return Operation{.buffer = store->buffer};
    return std::nullopt;
}

Operation operation_at(const Program& program, SiteId site) {
    std::optional<Operation> found;
    for_each_in(program.body, Overloaded{
                                  [&](const Expression& expression) {
                                      if (!found) found = operation_of(expression, site);
                                  },
                                  [&](const Statement& statement) {
                                      if (!found) found = operation_of(statement, site, program);
                                  },
                              });
    return found.value_or(Operation{});
}

engine::AxisOf axis_of(const Program& program, const engine::BoundDims& dims, const Buffer& buffer, std::int64_t axis) {
    const auto index = static_cast<std::size_t>(axis);
    if (const auto* tile = std::get_if<TileId>(&buffer)) {
        const Tile& whole = program.tiles[tile->index];
        return {whole.name, axis, whole.shape.axes()[index]};
    }
    const Tensor& tensor = program.tensors[std::get<TensorId>(buffer).index];
    const std::int64_t extent = std::visit(Overloaded{
                                               [](std::int64_t value) { return value; },
                                               [&](DimId dim) { return dims.values[dim.index]; },
                                           },
                                           tensor.shape[index]);
    return {tensor.name, axis, extent};
}

std::int64_t parts_of(const Operation& operation) {
    const std::int64_t elements = operation.run->type.elements;
    return operation.part == engine::RunPart::element ? elements : elements * bytes(operation.run->type.element) / 4;
}

engine::FaultText text_of(const FaultRecord& record, const Program& program, const engine::BoundDims& dims) {
    const auto& values = record.values;
    const Operation operation = operation_at(program, SiteId{record.site});
    switch (record.kind) {
        case Fault::out_of_bounds:
            PHOBOS_ASSERT(operation.buffer.has_value());
            return engine::outside_axis(axis_of(program, dims, *operation.buffer, values[0]), values[1], values[2]);
        case Fault::index:
            PHOBOS_ASSERT(operation.run != nullptr);
            return engine::outside_run(operation.part, values[0], parts_of(operation));
        case Fault::division: return engine::divided_by_zero(values[0]);
        case Fault::shift:
            PHOBOS_ASSERT(operation.shifted.has_value());
            return engine::shifted_too_far(values[0], bits(*operation.shifted));
        case Fault::step: return engine::step_of_zero(values[0], values[1]);
    }
    PHOBOS_ASSERT(false);
    return {};
}

engine::Block block_of(unsigned long long index, const engine::Block& grid) {
    const auto block = static_cast<std::int64_t>(index);
    return {block % grid.x, block / grid.x % grid.y, block / grid.x / grid.y};
}

/// Of two faults of a grid, by the records and their numbers, the one that is told.
bool comes_first(const FaultRecord& a, std::size_t warp_of_a, const FaultRecord& b, std::size_t warp_of_b) {
    return std::tuple(a.met.grid, a.block, a.met.block, warp_of_a, a.met.warp) <
           std::tuple(b.met.grid, b.block, b.met.block, warp_of_b, b.met.warp);
}

/// Whether two faults are of one operation that their threads came to together.
bool are_one(const FaultRecord& a, const FaultRecord& b) {
    return a.block == b.block && a.site == b.site && a.kind == b.kind && a.met.grid == b.met.grid &&
           a.met.block == b.met.block;
}

/// The record that is told.
const FaultRecord* first_of(std::span<const FaultRecord> records, std::size_t lanes) {
    const FaultRecord* first = nullptr;
    const auto warp = [&](const FaultRecord& record) {
        return static_cast<std::size_t>(&record - records.data()) / lanes;
    };
    for (const FaultRecord& record : records) {
        if (record.block == FaultRecord::no_block) continue;
        if (first == nullptr || comes_first(record, warp(record), *first, warp(*first))) first = &record;
    }
    if (first == nullptr || first->element < 0) return first;
    const FaultRecord* lowest = first;
    for (const FaultRecord& record : records)
        if (are_one(record, *first) && record.element >= 0 && record.element < lowest->element) lowest = &record;
    return lowest;
}

}  // namespace

std::vector<FaultRecord> empty_fault_records(const Program& program) {
    FaultRecord empty{};
    empty.block = FaultRecord::no_block;
    empty.element = -1;
    return std::vector<FaultRecord>(static_cast<std::size_t>(program.bounds.threads), empty);
}

std::optional<engine::Trapped> trapped(const Program& program, const engine::BoundDims& dims, const engine::Block& grid,
                                       std::span<const FaultRecord> records) {
    const auto lanes = static_cast<std::size_t>(program.lanes);
    const FaultRecord* const first = first_of(records, lanes);
    if (first == nullptr) return std::nullopt;
    const SiteId site{first->site};
    engine::FaultText text = text_of(*first, program, dims);
    engine::Place place{site, program.sites[site.index].span, block_of(first->block, grid)};
    if (first->element >= 0) {
        const int thread = first->element % program.bounds.threads;
        place.warp = thread / program.lanes;
        place.lanes = std::uint64_t{1} << (thread % program.lanes);
        return engine::trapped(engine::at_element(std::move(text), first->element), place);
    }
    const auto warp = static_cast<std::size_t>(first - records.data()) / lanes;
    place.warp = static_cast<int>(warp);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const FaultRecord& record = records[warp * lanes + lane];
        if (are_one(record, *first) && record.met.warp == first->met.warp) place.lanes |= std::uint64_t{1} << lane;
    }
    return engine::trapped(std::move(text), place);
}

}  // namespace phobos::launch
