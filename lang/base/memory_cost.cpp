// SPDX-License-Identifier: Apache-2.0
#include "lang/base/memory_cost.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "lang/base/assert.h"

namespace phobos::cost {

namespace {

constexpr int most_lanes = 64;

/// Addresses of some lanes, sorted, each once.
class Addresses {
public:
    void add(std::int64_t address) { values_[count_++] = address; }
    std::span<const std::int64_t> sorted() {
        const auto all = std::span(values_).first(count_);
        if (!std::ranges::is_sorted(all)) std::ranges::sort(all);
        const auto rest = std::ranges::unique(all);
        return all.first(count_ - rest.size());
    }

private:
    std::array<std::int64_t, most_lanes> values_;
    std::size_t count_ = 0;
};

bool takes_part(const LaneAccess& access, std::size_t lane) { return (access.lanes >> lane & 1) != 0; }

std::int64_t sector_of(std::int64_t address) { return address >> 5; }
static_assert(sector_bytes == 1 << 5);

/// How many words the busiest bank gives for lanes from `begin` to `end`.
int words_of_busiest_bank(const LaneAccess& access, std::size_t begin, std::size_t end) {
    Addresses addresses;
    for (std::size_t lane = begin; lane < end; ++lane)
        if (takes_part(access, lane)) addresses.add(access.addresses[lane]);
    std::array<int, banks> words{};
    std::int64_t last = -1;  // word that is counted; addresses ascend
    for (const std::int64_t address : addresses.sorted()) {
        const std::int64_t end_word = (address + access.bytes - 1) / bank_bytes;
        for (std::int64_t word = std::max(address / bank_bytes, last + 1); word <= end_word; ++word)
            ++words[static_cast<std::size_t>(word % banks)];
        last = std::max(last, end_word);
    }
    return std::ranges::max(words);
}

}  // namespace

std::vector<Part> parts_of_run(int run_bytes, int log2_modulus, int residue) {
    std::vector<Part> parts;
    for (int place = 0; place < run_bytes;) {
        int width = 1;
        const auto fits = [&](int wider) {
            return wider <= widest_bytes && wider <= run_bytes - place && wider <= 1 << log2_modulus &&
                   (residue + place) % wider == 0;
        };
        while (fits(width * 2)) width *= 2;
        parts.push_back({place, width});
        place += width;
    }
    return parts;
}

GlobalCost global_cost(const LaneAccess& access) {
    PHOBOS_ASSERT(access.addresses.size() <= most_lanes && access.bytes <= sector_bytes);
    Addresses addresses;
    for (std::size_t lane = 0; lane < access.addresses.size(); ++lane)
        if (takes_part(access, lane)) addresses.add(access.addresses[lane]);
    const std::span<const std::int64_t> sorted = addresses.sorted();
    GlobalCost cost{};
    for (std::size_t i = 0; i < sorted.size(); ++i)
        if (i == 0 || sector_of(sorted[i]) != sector_of(sorted[i - 1])) ++cost.sectors;
    cost.bytes_used = static_cast<int>(sorted.size()) * access.bytes;
    cost.ideal_sectors = (cost.bytes_used + sector_bytes - 1) / sector_bytes;
    return cost;
}

SharedCost shared_cost(const LaneAccess& access) {
    PHOBOS_ASSERT(access.addresses.size() <= most_lanes);
    const auto lanes_a_phase = static_cast<std::size_t>(banks * bank_bytes / std::max(access.bytes, bank_bytes));
    SharedCost cost{};
    Addresses all;
    for (std::size_t begin = 0; begin < access.addresses.size(); begin += lanes_a_phase) {
        const std::size_t end = std::min(begin + lanes_a_phase, access.addresses.size());
        const int words = words_of_busiest_bank(access, begin, end);
        cost.wavefronts += words;
        if (words > 0) ++cost.phases;
        for (std::size_t lane = begin; lane < end; ++lane)
            if (takes_part(access, lane)) all.add(access.addresses[lane]);
    }
    cost.bytes_used = static_cast<int>(all.sorted().size()) * access.bytes;
    return cost;
}

std::vector<Part> parts_of_access(int elements, int element_bytes, int log2_modulus, int residue) {
    if (elements == 1) return {{0, element_bytes}};
    return parts_of_run(elements * element_bytes, log2_modulus, residue);
}

namespace {

void add_global(AccessCosts& costs, const LaneAccess& request) {
    const GlobalCost each = global_cost(request);
    costs.sectors += static_cast<std::uint64_t>(each.sectors);
    costs.ideal_sectors += static_cast<std::uint64_t>(each.ideal_sectors);
    costs.bytes_used += static_cast<std::uint64_t>(each.bytes_used);
    costs.bytes_moved += static_cast<std::uint64_t>(each.sectors * sector_bytes);
}

void add_shared(AccessCosts& costs, const LaneAccess& request) {
    const SharedCost each = shared_cost(request);
    ++costs.shared_requests;
    costs.wavefronts += static_cast<std::uint64_t>(each.wavefronts);
    costs.phases += static_cast<std::uint64_t>(each.phases);
    costs.bytes_used += static_cast<std::uint64_t>(each.bytes_used);
    costs.bytes_moved += static_cast<std::uint64_t>(each.wavefronts * banks * bank_bytes);
}

}  // namespace

void AccessCosts::add(std::span<const Part> parts, std::span<const std::int64_t> first, std::uint64_t lanes_there,
                      Memory memory) {
    ++executions;
    lanes += static_cast<std::uint64_t>(std::popcount(lanes_there));
    std::array<std::int64_t, most_lanes> addresses{};
    for (const Part& part : parts) {
        for (std::uint64_t left = lanes_there; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(left));
            addresses[lane] = first[lane] + part.first;
        }
        ++requests;
        const LaneAccess request{std::span(addresses).first(first.size()), lanes_there, part.bytes};
        memory == Memory::shared ? add_shared(*this, request) : add_global(*this, request);
    }
}

AccessCosts& AccessCosts::operator+=(const AccessCosts& other) {
    executions += other.executions;
    lanes += other.lanes;
    requests += other.requests;
    shared_requests += other.shared_requests;
    sectors += other.sectors;
    ideal_sectors += other.ideal_sectors;
    wavefronts += other.wavefronts;
    phases += other.phases;
    bytes_used += other.bytes_used;
    bytes_moved += other.bytes_moved;
    return *this;
}

}  // namespace phobos::cost
