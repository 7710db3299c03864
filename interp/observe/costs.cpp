// SPDX-License-Identifier: Apache-2.0
#include "interp/observe/costs.h"

#include <bit>
#include <span>
#include <utility>
#include <variant>

namespace phobos::interp::observe {

namespace {

std::uint64_t count(std::uint64_t lanes) { return static_cast<std::uint64_t>(std::popcount(lanes)); }

void add_request(AccessCosts& costs, const cost::LaneAccess& request, bool is_shared) {
    ++costs.requests;
    if (is_shared) {
        ++costs.shared_requests;
        const cost::SharedCost each = cost::shared_cost(request);
        costs.wavefronts += static_cast<std::uint64_t>(each.wavefronts);
        costs.phases += static_cast<std::uint64_t>(each.phases);
        costs.bytes_used += static_cast<std::uint64_t>(each.bytes_used);
        costs.bytes_moved += static_cast<std::uint64_t>(each.wavefronts * cost::banks * cost::bank_bytes);
        return;
    }
    const cost::GlobalCost each = cost::global_cost(request);
    costs.sectors += static_cast<std::uint64_t>(each.sectors);
    costs.ideal_sectors += static_cast<std::uint64_t>(each.ideal_sectors);
    costs.bytes_used += static_cast<std::uint64_t>(each.bytes_used);
    costs.bytes_moved += static_cast<std::uint64_t>(each.sectors * cost::sector_bytes);
}

}  // namespace

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

Costs::Costs(const program::Program& program, MemoryLayout layout)
    : layout_(std::move(layout)), lanes_(program.lanes), sites_(program.sites.size()) {
    layout_.addresses.resize(program.tensors.size());
    layout_.proven.resize(program.sites.size());
}

void Costs::access(const Access& event) {
    SiteCosts& site = sites_[event.visit.site.index];
    const auto* tensor = std::get_if<program::TensorId>(&event.buffer);
    if (site.width == 0) {
        const program::Congruence proven = layout_.proven[event.visit.site.index];
        site.width = event.width;
        site.buffer = event.buffer;
        if (event.width == 1)
            site.parts = {{0, event.element_bytes}};
        else
            site.parts = cost::parts_of_run(event.width * event.element_bytes, proven.log2_modulus, proven.residue);
    }
    AccessCosts& costs = site.accesses[static_cast<std::size_t>(event.kind)];
    ++costs.executions;
    costs.lanes += count(event.visit.lanes);
    const std::int64_t base = tensor != nullptr ? layout_.addresses[tensor->index] : 0;
    std::array<std::int64_t, 64> addresses{};
    for (const cost::Part& part : site.parts) {
        for (std::uint64_t left = event.visit.lanes; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(left));
            addresses[lane] = base + event.offsets[lane] * event.element_bytes + part.first;
        }
        add_request(costs, {std::span(addresses).first(event.offsets.size()), event.visit.lanes, part.bytes},
                    tensor == nullptr);
    }
}

void Costs::branch(const Branch& event) {
    BranchCosts& costs = sites_[event.visit.site.index].branches;
    ++costs.executions;
    costs.lanes += count(event.visit.lanes);
    if (event.taken != 0 && event.taken != event.visit.lanes) ++costs.diverged;
}

void Costs::meeting(const Meeting& event) { ++sites_[event.visit.site.index].meetings; }

void Costs::byte_dots(const ByteDots& event) {
    DotCosts& costs = dots_[event.expression->id.index];
    costs.span = event.expression->span;
    ++costs.executions;
    costs.products += count(event.lanes) * static_cast<std::uint64_t>(event.count);
}

}  // namespace phobos::interp::observe
