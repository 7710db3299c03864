// SPDX-License-Identifier: Apache-2.0
#include "engine/assumptions.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <variant>

namespace phobos::engine {
namespace {

/// As fine as facts are (program::Congruence), and what own memory is aligned to.
constexpr std::uint8_t log2_modulus = 7;

program::Congruence residue_of(std::int64_t value) {
    constexpr std::uint64_t mask = (std::uint64_t{1} << log2_modulus) - 1;
    return {log2_modulus, static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) & mask)};
}

/// From a multiple of 256 on.
std::int64_t address_of(const Launch& launch, std::size_t parameter) {
    const Argument& argument = launch.arguments[parameter];
    if (const auto* own = std::get_if<OwnTensor>(&argument)) return own->byte_offset;
    const auto& view = std::get<ViewOf>(argument);
    return std::get<OwnTensor>(launch.arguments[view.parameter]).byte_offset + view.byte_offset;
}

}  // namespace

program::LaunchAssumptions assumptions_of(const program::Program& program, const Launch& launch,
                                          const BoundDims& dims) {
    program::LaunchAssumptions result;
    for (const std::int64_t value : dims.values) result.dims.push_back(residue_of(value));
    for (const std::int64_t address : addresses_of(program, launch)) result.addresses.push_back(residue_of(address));
    return result;
}

program::LaunchAssumptions specialisation_of(const program::LaunchAssumptions& actual) {
    constexpr std::uint8_t most = 4;
    constexpr std::uint8_t mask = (1U << most) - 1;
    program::LaunchAssumptions result;
    for (const program::Congruence& dim : actual.dims) {
        const bool divisible = dim.log2_modulus >= most && (dim.residue & mask) == 0;
        result.dims.push_back(divisible ? program::Congruence{most, 0} : program::Congruence{});
    }
    for (const program::Congruence& address : actual.addresses) {
        const std::uint8_t known = std::min(address.log2_modulus, most);
        result.addresses.push_back({known, static_cast<std::uint8_t>(address.residue & ((1U << known) - 1))});
    }
    return result;
}

std::vector<std::int64_t> addresses_of(const program::Program& program, const Launch& launch) {
    std::vector<std::int64_t> addresses(program.tensors.size());
    for (std::size_t parameter = 0; parameter < program.parameters.size(); ++parameter)
        if (const auto* id = std::get_if<program::TensorId>(&program.parameters[parameter]))
            addresses[id->index] = address_of(launch, parameter);
    return addresses;
}

}  // namespace phobos::engine
