// SPDX-License-Identifier: Apache-2.0
#include "interp/observe/races.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace phobos::interp::observe {

namespace {

std::size_t element_of(Level level, int thread, const Geometry& geometry) {
    switch (level) {
        case Level::uniform: return 0;
        case Level::warp_uniform: return static_cast<std::size_t>(thread / geometry.lanes);
        case Level::varying: return static_cast<std::size_t>(thread);
    }
    return 0;
}

/// Calls `each` with the lines that elements begin .. end-1 are in, by index, first element and the elements' bits.
template <class Each>
bool all_lines(std::int64_t begin, std::int64_t end, const Each& each) {
    for (std::int64_t at = begin; at < end;) {
        const std::int64_t index = at / Line::elements;
        const std::int64_t first = index * Line::elements;
        const std::int64_t next = std::min(first + Line::elements, end);
        const std::uint64_t bits = ~std::uint64_t{0} >> (Line::elements - (next - at)) << (at - first);
        if (!each(index, first, bits)) return false;
        at = next;
    }
    return true;
}

}  // namespace

Races::Races(const Geometry& geometry, std::size_t sites) : geometry_(geometry), numbering_(sites) {
    moment_.lane_bits = std::countr_zero(static_cast<unsigned>(geometry.lanes));
}

Shadow& Races::add(Shadow::Memory memory, std::int64_t elements, ScalarType type, Uses uses, const std::byte* data) {
    return shadows_.emplace_back(memory, elements, type, uses, data);
}

void Races::begin_block(std::uint64_t number) {
    const std::uint64_t begin = ++next_;
    const bool is_next = number == std::exchange(block_, number) + 1;
    moment_.block = numbering_.begin(begin);
    barrier();
    if (!blocks_.empty() && is_next) {
        Blocks& last = blocks_.back();
        if (number == last.number + 1) last.each = begin - last.begin;
        if (last.begin + (number - last.number) * last.each == begin) {
            last.last = number;
            return;
        }
    }
    blocks_.push_back({begin, number, number, 0});
}

std::uint64_t Races::block_of(Word word) const {
    const std::uint64_t number = numbering_.number_of(word);
    const auto after = std::ranges::upper_bound(blocks_, number, {}, &Blocks::begin);
    const Blocks& blocks = *std::prev(after);
    if (blocks.each == 0) return blocks.number;
    return std::min(blocks.number + (number - blocks.begin) / blocks.each, blocks.last);  // that may use up more
}

void Races::barrier() {
    moment_.interval = numbering_.begin(++next_);
    for (Shadow& shadow : shadows_)
        if (!shadow.writers().empty()) shadow.writers().clear();
}

void Races::warp_barrier(const Mask& mask) {
    const Word begin = numbering_.begin(++next_);
    for (int warp = 0; warp < geometry_.warps; ++warp)
        if (mask.any(warp, geometry_)) moment_.warps[static_cast<std::size_t>(warp)] = begin;
}

Conflict Races::conflict(Shadow& shadow, const Shadow::Access& access, Deed deed, const Partner& partner,
                         const Shadow::Values& values) const {
    const auto bits_at = [&](const std::byte* at) {
        ScalarBits bits;
        if (at != nullptr) std::memcpy(&bits.bits, at, static_cast<std::size_t>(bytes(shadow.type())));
        return bits;
    };
    const ScalarBits before = partner.is_differing
                                  ? ScalarBits{shadow.column(Deed::write).cells(access.element).differing_value()}
                                  : bits_at(values.before);
    return {access.element,
            {deed, {numbering_.site_of(access.operation)}, block_, access.thread, bits_at(values.written)},
            {partner.deed,
             {numbering_.site_of(partner.word)},
             block_of(partner.word),
             word::thread_of(partner.word),
             before},
            word::operation_of(partner.word) == access.operation};
}

/// `judge` gives the partner of an access, and the values concerned.
template <class Judge>
std::optional<Conflict> Races::judge_all(Shadow& shadow, const Reach& reach, Deed deed, const Judge& judge) const {
    const bool everyone = reach.mask.all(geometry_);
    for (int thread = 0; thread < geometry_.threads; ++thread) {
        if (!everyone && !reach.mask.has(thread)) continue;
        const std::int64_t first = reach.first[element_of(reach.level, thread, geometry_)];
        for (std::int64_t i = 0; i < reach.run; ++i)
            if (const auto [partner, access, values] = judge(thread, first, i); partner)
                return conflict(shadow, access, deed, partner, values);
    }
    return std::nullopt;
}

namespace {

struct Judged {
    Partner partner;
    Shadow::Access access;
    Shadow::Values values;
};

}  // namespace

std::optional<Conflict> Races::read(Shadow& shadow, const Reach& reach) {
    const Word operation = next_operation(reach.site);
    return judge_all(shadow, reach, Deed::read, [&](int thread, std::int64_t first, std::int64_t i) -> Judged {
        const Shadow::Access access{operation, thread, first + i};
        return {shadow.read(access, moment_), access, {nullptr, shadow.written(first + i)}};
    });
}

std::optional<Conflict> Races::atomic(Shadow& shadow, const Reach& reach) {
    const Word operation = next_operation(reach.site);
    return judge_all(shadow, reach, Deed::atomic, [&](int thread, std::int64_t first, std::int64_t i) -> Judged {
        const Shadow::Access access{operation, thread, first + i};
        return {shadow.atomic(access, moment_), access, {nullptr, shadow.written(first + i)}};
    });
}

std::optional<Conflict> Races::write(Shadow& shadow, const Reach& reach, const WrittenValues& values) {
    const Word operation = next_operation(reach.site);
    const std::int64_t size = bytes(shadow.type());
    const auto given = [&](int thread, std::int64_t i) {
        const auto element = static_cast<std::int64_t>(element_of(values.level, thread, geometry_));
        return values.first + (element * reach.run + i) * size;
    };
    return judge_all(shadow, reach, Deed::write, [&](int thread, std::int64_t first, std::int64_t i) -> Judged {
        const std::int64_t element = first + i;
        const Word latest = shadow.column(Deed::write).cells(element).latest();
        const std::byte* before = shadow.written(element);
        if (word::operation_of(latest) == operation) {  // memory does not have it yet
            const int writer = word::thread_of(latest);
            before = given(writer, element - reach.first[element_of(reach.level, writer, geometry_)]);
        }
        const Shadow::Access access{operation, thread, element};
        const Shadow::Values both{given(thread, i), before};
        return {shadow.write(access, both, moment_), access, both};
    });
}

// --- lines ---

std::optional<Conflict> Races::read(Shadow& shadow, const ReachOfLine& reach) {
    const Word operation = next_operation(reach.site);
    const bool everyone = reach.mask.all(geometry_);
    for (int thread = 0; thread < geometry_.threads; ++thread) {
        if (!everyone && !reach.mask.has(thread)) continue;
        const Shadow::Access access{operation, thread, reach.base + thread};
        if (const Partner partner = shadow.read(access, moment_))
            return conflict(shadow, access, Deed::read, partner, {nullptr, shadow.written(access.element)});
    }
    return std::nullopt;
}

std::optional<Conflict> Races::write(Shadow& shadow, const ReachOfLine& reach, const std::byte* values) {
    const Word operation = next_operation(reach.site);
    const bool everyone = reach.mask.all(geometry_);
    for (int thread = 0; thread < geometry_.threads; ++thread) {
        if (!everyone && !reach.mask.has(thread)) continue;
        const Shadow::Access access{operation, thread, reach.base + thread};
        const Shadow::Values both{values + static_cast<std::int64_t>(thread) * bytes(shadow.type()),
                                  shadow.written(access.element)};
        if (const Partner partner = shadow.write(access, both, moment_))
            return conflict(shadow, access, Deed::write, partner, both);
    }
    return std::nullopt;
}

// --- rows of tile operations ---

void Races::begin_rows(program::SiteId site) { rows_ = next_operation(site); }

std::optional<Conflict> Races::read(Shadow& shadow, const ReachOfRow& reach) {
    for (std::int64_t i = 0; i < reach.count; ++i) {
        const auto thread = static_cast<int>((reach.first + i) % geometry_.threads);
        const Shadow::Access access{rows_, thread, reach.position + i};
        if (const Partner partner = shadow.read(access, moment_))
            return conflict(shadow, access, Deed::read, partner, {nullptr, shadow.written(access.element)});
    }
    return std::nullopt;
}

std::optional<Conflict> Races::write(Shadow& shadow, const ReachOfRow& reach, const std::byte* values,
                                     std::size_t bytes_between) {
    for (std::int64_t i = 0; i < reach.count; ++i) {
        const auto thread = static_cast<int>((reach.first + i) % geometry_.threads);
        const Shadow::Access access{rows_, thread, reach.position + i};
        const Shadow::Values both{values + static_cast<std::size_t>(i) * bytes_between, shadow.written(access.element)};
        if (const Partner partner = shadow.write(access, both, moment_))
            return conflict(shadow, access, Deed::write, partner, both);
    }
    return std::nullopt;
}

}  // namespace phobos::interp::observe
