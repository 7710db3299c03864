// SPDX-License-Identifier: Apache-2.0
#include "backend/launch/assumptions.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace phobos::launch {

namespace {

using program::Congruence;
using program::LaunchAssumptions;

/// The entry of a table, or what a table says that is too short.
template <class Entry>
Entry entry(const std::vector<Entry>& table, std::size_t index) {
    return index < table.size() ? table[index] : Entry{};
}

bool implies(Congruence known, Congruence asked) {
    const unsigned mask = (1U << asked.log2_modulus) - 1;
    return known.log2_modulus >= asked.log2_modulus && (known.residue & mask) == asked.residue;
}
bool implies(std::int64_t value, Congruence asked) {
    const std::uint64_t mask = (std::uint64_t{1} << asked.log2_modulus) - 1;
    return (static_cast<std::uint64_t>(value) & mask) == asked.residue;
}

bool keeps_dim(const LaunchAssumptions& actual, std::size_t dim, Congruence asked) {
    const std::optional<std::int64_t> value = entry(actual.values, dim);
    return (value && implies(*value, asked)) || implies(entry(actual.dims, dim), asked);
}

}  // namespace

bool keeps(const LaunchAssumptions& assumed, const LaunchAssumptions& actual) {
    for (std::size_t i = 0; i < assumed.values.size(); ++i)
        if (assumed.values[i] && assumed.values[i] != entry(actual.values, i)) return false;
    for (std::size_t i = 0; i < assumed.dims.size(); ++i)
        if (!keeps_dim(actual, i, assumed.dims[i])) return false;
    for (std::size_t i = 0; i < assumed.addresses.size(); ++i)
        if (!implies(entry(actual.addresses, i), assumed.addresses[i])) return false;
    return true;
}

}  // namespace phobos::launch
