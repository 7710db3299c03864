// SPDX-License-Identifier: Apache-2.0
#include "interp/observe/costs.h"

#include <bit>
#include <span>
#include <utility>
#include <variant>

namespace phobos::interp::observe {

namespace {

std::uint64_t count(std::uint64_t lanes) { return static_cast<std::uint64_t>(std::popcount(lanes)); }

}  // namespace

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
        site.parts = cost::parts_of_access(event.width, event.element_bytes, proven.log2_modulus, proven.residue);
    }
    const std::int64_t base = tensor != nullptr ? layout_.addresses[tensor->index] : 0;
    std::array<std::int64_t, 64> first{};
    for (std::uint64_t left = event.visit.lanes; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        first[lane] = base + event.offsets[lane] * event.element_bytes;
    }
    site.accesses[static_cast<std::size_t>(event.kind)].add(
        site.parts, std::span(first).first(event.offsets.size()), event.visit.lanes,
        tensor == nullptr ? cost::Memory::shared : cost::Memory::global);
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
