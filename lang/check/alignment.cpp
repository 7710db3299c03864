// SPDX-License-Identifier: Apache-2.0
#include "lang/check/alignment.h"

#include <bit>
#include <cstdint>
#include <variant>

#include "lang/base/assert.h"
#include "lang/base/overloaded.h"
#include "lang/check/congruence.h"
#include "lang/program/children.h"

namespace phobos::check {

using program::Congruence;

namespace {

Congruence multiple_of(std::int64_t factor) {
    return congruence::make(std::countr_zero(static_cast<std::uint64_t>(factor)), 0);
}

/// ctx-19, and what the launch knows; its one value says most.
Congruence known_of(program::DimId id, const program::Program& program, const program::LaunchAssumptions& assumptions) {
    if (id.index < assumptions.values.size() && assumptions.values[id.index])
        return congruence::constant(static_cast<std::uint64_t>(*assumptions.values[id.index]));
    const Congruence declared = multiple_of(program.dims[id.index].multiple);
    return id.index < assumptions.dims.size() ? congruence::both(declared, assumptions.dims[id.index]) : declared;
}

}  // namespace

Placement placement_of(const program::Program& program, const program::LaunchAssumptions& assumptions,
                       program::TensorId id) {
    const program::Tensor& tensor = program.tensors[id.index];
    Placement placement{multiple_of(bytes(tensor.element)), {}, bytes(tensor.element)};
    if (id.index < assumptions.addresses.size())
        placement.base = congruence::both(placement.base, assumptions.addresses[id.index]);
    for (const program::Extent& extent : tensor.shape)
        placement.extents.push_back(
            std::visit(Overloaded{
                           [](std::int64_t value) { return congruence::constant(static_cast<std::uint64_t>(value)); },
                           [&](program::DimId dim) { return known_of(dim, program, assumptions); },
                       },
                       extent));
    return placement;
}

Placement placement_of(const program::Tile& tile) {
    static_assert(tile_alignment == std::uint64_t{1} << congruence::most_bits);
    Placement placement{congruence::constant(0), {}, bytes(tile.element)};
    for (const std::int32_t extent : tile.shape.axes())
        placement.extents.push_back(congruence::constant(static_cast<std::uint64_t>(extent)));
    return placement;
}

Congruence address_of(const Placement& placement, std::span<const Congruence> subscripts) {
    PHOBOS_ASSERT(subscripts.size() == placement.extents.size());
    Congruence elements = congruence::constant(0);
    for (std::size_t axis = 0; axis < subscripts.size(); ++axis)
        elements = congruence::add(congruence::multiply(elements, placement.extents[axis]), subscripts[axis]);
    const Congruence size = congruence::constant(static_cast<std::uint64_t>(placement.element_bytes));
    return congruence::add(placement.base, congruence::multiply(elements, size));
}

Congruence address_of(const Placement& placement, std::span<const program::Expression> subscripts,
                      const program::Facts& facts) {
    std::vector<Congruence> known;
    known.reserve(subscripts.size());
    for (const program::Expression& subscript : subscripts)
        known.push_back(facts.expressions[subscript.id.index].congruence);
    return address_of(placement, known);
}

Congruence address_of(const program::Program& program, const program::LaunchAssumptions& assumptions,
                      const program::Buffer& buffer, std::span<const program::Expression> subscripts,
                      const program::Facts& facts) {
    const auto* tile = std::get_if<program::TileId>(&buffer);
    return address_of(tile != nullptr ? placement_of(program.tiles[tile->index])
                                      : placement_of(program, assumptions, std::get<program::TensorId>(buffer)),
                      subscripts, facts);
}

std::vector<Congruence> addresses_by_site(const program::Program& program,
                                          const program::LaunchAssumptions& assumptions, const program::Facts& facts) {
    std::vector<Congruence> known(program.sites.size());
    const auto note = [&](const auto& access) {
        known[access.site.index] = address_of(program, assumptions, access.buffer, access.subscripts, facts);
    };
    program::for_each_in(program.body, Overloaded{
                                           [&](const program::Expression& expression) {
                                               std::visit(Overloaded{
                                                              [&](const program::Load& node) { note(node); },
                                                              [&](const program::RunLoad& node) { note(node); },
                                                              [&](const program::Atomic& node) { note(node); },
                                                              [](const auto&) {},
                                                          },
                                                          expression.node);
                                           },
                                           [&](const program::Statement& statement) {
                                               std::visit(Overloaded{
                                                              [&](const program::Store& node) { note(node); },
                                                              [&](const program::RunStore& node) { note(node); },
                                                              [](const auto&) {},
                                                          },
                                                          statement.node);
                                           },
                                       });
    return known;
}

}  // namespace phobos::check
