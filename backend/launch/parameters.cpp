// SPDX-License-Identifier: Apache-2.0
#include "backend/launch/parameters.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <variant>

#include "lang/base/assert.h"
#include "lang/base/overloaded.h"

namespace phobos::launch {

static_assert(std::endian::native == std::endian::little, "a slot begins with its value's bytes");

namespace {

std::uint64_t scalar_value(program::LocalId local, const program::Program& program, const engine::Launch& launch) {
    const auto found = std::ranges::find(program.parameters, program::Parameter(local));
    PHOBOS_ASSERT(found != program.parameters.end());
    const auto index = static_cast<std::size_t>(found - program.parameters.begin());
    return std::get<engine::Scalar>(launch.arguments[index]).value.bits;
}

}  // namespace

std::vector<std::uint64_t> packed(std::span<const emit::Parameter> parameters, const program::Program& program,
                                  const engine::Launch& launch, const engine::BoundDims& dims,
                                  const Addresses& addresses) {
    std::vector<std::uint64_t> slots;
    slots.reserve(parameters.size());
    for (const emit::Parameter& parameter : parameters)
        slots.push_back(std::visit(
            Overloaded{
                [&](const emit::TensorParameter& each) { return addresses.tensors[each.tensor.index]; },
                [&](const emit::DimParameter& each) { return static_cast<std::uint64_t>(dims.values[each.dim.index]); },
                [&](const emit::ScalarParameter& each) { return scalar_value(each.local, program, launch); },
                [&](const emit::FaultParameter&) { return addresses.fault_records; },
            },
            parameter));
    return slots;
}

}  // namespace phobos::launch
