// SPDX-License-Identifier: Apache-2.0
#include "interp/observe/races.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

namespace phobos::interp::observe {

namespace {

struct Judged {
    Partner partner;
    Shadow::Access access;
    Shadow::Values values;
};

}  // namespace

Races::Races(const Geometry& geometry, std::size_t sites, std::uint64_t growth_bytes)
    : geometry_(geometry), numbering_(sites), allowance_(growth_bytes) {
    moment_.lane_bits = std::countr_zero(static_cast<unsigned>(geometry.lanes));
}

Shadow& Races::add(Shadow::Memory memory, std::int64_t elements, ScalarType type, Uses uses, const std::byte* data) {
    return shadows_.emplace_back(memory, elements, type, uses, data, allowance_);
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
    allowance_.take(sizeof(Blocks));
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
    moment_.any_barrier = moment_.interval;
    for (Shadow& shadow : shadows_) {
        if (!shadow.writers().empty()) shadow.writers().clear();
        if (!shadow.put_off_reads().empty()) shadow.put_off_reads().clear();
    }
}

void Races::warp_barrier(const Mask& mask) {
    const Word begin = numbering_.begin(++next_);
    for (int warp = 0; warp < geometry_.warps; ++warp)
        if (mask.any(warp, geometry_)) moment_.warps[static_cast<std::size_t>(warp)] = begin;
    moment_.any_barrier = begin;
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

/// From a thread on; `judge` gives the partner of an access, and the values concerned.
template <class Judge>
std::optional<Conflict> Races::judge_from(int thread, Shadow& shadow, const Reach& reach, Deed deed,
                                          const Judge& judge) const {
    const bool everyone = reach.mask.all(geometry_);
    for (; thread < geometry_.threads; ++thread) {
        if (!everyone && !reach.mask.has(thread)) continue;
        const std::int64_t first = reach.first[element_of(reach.level, thread, geometry_)];
        for (std::int64_t i = 0; i < reach.run; ++i)
            if (const Judged judged = judge(thread, first, i); judged.partner)
                return conflict(shadow, judged.access, deed, judged.partner, judged.values);
    }
    return std::nullopt;
}

/// Whether some threads may have written the element since their last barrier, which makes their reads differ.
bool Races::may_be_covered(Shadow& shadow, std::int64_t element) const {
    return shadow.column(Deed::write).cells(element).latest() >= moment_.interval || !shadow.writers().empty();
}

/// Where the lanes of a warp reach the same element two of them are judged: what was done before by a thread was done
/// by another than one of the two. All are where some may have written it.
template <class Judge>
std::optional<Conflict> Races::judge_by_warp(Shadow& shadow, const Reach& reach, Deed deed, const Judge& judge) const {
    const std::uint64_t all_lanes = ~std::uint64_t{0} >> (64 - geometry_.lanes);
    for (int warp = 0; warp < geometry_.warps; ++warp) {
        const std::uint64_t lanes = reach.mask.word(warp, geometry_) & all_lanes;
        if (lanes == 0) continue;
        const int first_thread = warp * geometry_.lanes;
        const std::int64_t first = reach.first[element_of(reach.level, first_thread, geometry_)];
        for (std::int64_t i = 0; i < reach.run; ++i) {
            const bool judges_all = deed == Deed::read && may_be_covered(shadow, first + i);
            int judged_lanes = 0;
            for (std::uint64_t left = lanes; left != 0 && (judges_all || judged_lanes < 2); left &= left - 1) {
                const Judged judged = judge(first_thread + std::countr_zero(left), first, i);
                if (judged.partner) return conflict(shadow, judged.access, deed, judged.partner, judged.values);
                ++judged_lanes;
            }
            const bool several = deed == Deed::write && (lanes & (lanes - 1)) != 0;
            if (several && shadow.column(Deed::read).exists())
                shadow.writers().add_lanes(first + i, warp, lanes, moment_);
        }
    }
    return std::nullopt;
}

/// Notes the reads of a tile that were put off.
void Races::catch_up(Shadow& shadow) {
    PutOffReads& reads = shadow.put_off_reads();
    if (reads.empty()) return;
    reads.for_each(geometry_, [&](Word operation, int thread, std::int64_t element) {
        shadow.note_read({operation, thread, element}, moment_);
    });
    reads.clear();
}

/// Whether reads are in no race whatever they reach, and may wait until something is written.
bool Races::put_off(Shadow& shadow, const Reach& reach, Word operation) {
    if (!shadow.is_shared() || !is_past(shadow, Deed::write) || !is_past(shadow, Deed::atomic)) return false;
    if (shadow.put_off_reads().is_full()) catch_up(shadow);
    const std::size_t count = element_of(reach.level, geometry_.threads - 1, geometry_) + 1;
    shadow.put_off_reads().add(operation, reach.level, reach.run, {reach.first, count}, reach.mask, geometry_);
    return true;
}

std::optional<Conflict> Races::read(Shadow& shadow, const Reach& reach) {
    const auto numbered = number(shadow, Deed::read, reach.site);
    if (!numbered) return std::nullopt;
    const Word operation = *numbered;
    if (put_off(shadow, reach, operation)) return std::nullopt;
    const auto judge = [&](int thread, std::int64_t first, std::int64_t i) -> Judged {
        const Shadow::Access access{operation, thread, first + i};
        return {shadow.read(access, moment_), access, {nullptr, shadow.written(first + i)}};
    };
    if (reach.level != Level::varying) return judge_by_warp(shadow, reach, Deed::read, judge);
    return judge_from(0, shadow, reach, Deed::read, judge);
}

std::optional<Conflict> Races::atomic(Shadow& shadow, const Reach& reach) {
    catch_up(shadow);
    const auto numbered = number(shadow, Deed::atomic, reach.site);
    if (!numbered) return std::nullopt;
    const Word operation = *numbered;
    return judge_from(0, shadow, reach, Deed::atomic, [&](int thread, std::int64_t first, std::int64_t i) -> Judged {
        const Shadow::Access access{operation, thread, first + i};
        return {shadow.atomic(access, moment_), access, {nullptr, shadow.written(first + i)}};
    });
}

/// Writes of a tile that meet nothing since the last barrier, up to the thread that is returned: one by one the others
/// are judged.
int Races::write_fresh(Shadow& shadow, const Reach& reach, Word operation) {
    const bool can_be_fresh = reach.level == Level::varying && reach.run == 1 &&
                              !shadow.column(Deed::atomic).exists() && is_past(shadow, Deed::read);
    if (!can_be_fresh) return 0;
    const bool everyone = reach.mask.all(geometry_);
    Word* const latest = shadow.column(Deed::write).flat();
    for (int thread = 0; thread < geometry_.threads; ++thread) {
        if (!everyone && !reach.mask.has(thread)) continue;
        Word& word = latest[reach.first[thread]];
        if (word >= moment_.interval) return thread;
        word = operation | word::of_thread(thread);
    }
    return geometry_.threads;
}

/// First writes of a tensor by all threads, equally far apart, up to the thread that is returned.
int Races::write_spread(Shadow& shadow, const Reach& reach, Word operation) {
    const bool can_be = !shadow.is_shared() && reach.level == Level::varying && reach.run == 1 &&
                        geometry_.threads > 1 && reach.mask.all(geometry_);
    if (!can_be) return 0;
    const std::int64_t begin = reach.first[0];
    const std::int64_t stride = reach.first[1] - begin;
    if (stride < 1 || stride > Line::elements / 4) return 0;
    bool is_even = true;
    for (std::int64_t thread = 0; thread < geometry_.threads; ++thread)
        is_even &= reach.first[thread] == begin + thread * stride;
    if (!is_even) return 0;
    for (int thread = 0; thread < geometry_.threads;) {
        const std::int64_t element = reach.first[thread];
        const std::int64_t index = element / Line::elements;
        const std::int64_t in_line = element - index * Line::elements;
        const std::int64_t fit = (Line::elements - in_line + stride - 1) / stride;
        const int count = static_cast<int>(std::min<std::int64_t>(fit, geometry_.threads - thread));
        std::uint64_t mask = 0;
        for (int i = 0; i < count; ++i) mask |= std::uint64_t{1} << (in_line + i * stride);
        const Stretch stretch{operation, static_cast<std::int32_t>(begin - index * Line::elements),
                              static_cast<std::int32_t>(stride), mask};
        if (!write_line(shadow, index, stretch)) return thread;
        thread += count;
    }
    return geometry_.threads;
}

std::optional<Conflict> Races::write(Shadow& shadow, const Reach& reach, const WrittenValues& values,
                                     Execution execution) {
    catch_up(shadow);
    const auto numbered = number(shadow, Deed::write, reach.site, execution);
    if (!numbered) return std::nullopt;
    const Word operation = *numbered;
    const std::int64_t size = bytes(shadow.type());
    const auto given = [&](int thread, std::int64_t i) {
        const auto element = static_cast<std::int64_t>(element_of(values.level, thread, geometry_));
        return values.first + (element * reach.run + i) * size;
    };
    const auto judge = [&](int thread, std::int64_t first, std::int64_t i) -> Judged {
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
    };
    if (reach.level != Level::varying) return judge_by_warp(shadow, reach, Deed::write, judge);
    const int from =
        shadow.is_shared() ? write_fresh(shadow, reach, operation) : write_spread(shadow, reach, operation);
    return judge_from(from, shadow, reach, Deed::write, judge);
}

// --- lines ---

namespace {

/// Bit i: thread first + i takes part, of `count` threads, at most 64.
std::uint64_t threads_of(const Mask& mask, std::int64_t first, std::int64_t count) {
    std::array<std::uint8_t, 64> bytes{};
    std::memcpy(bytes.data(), mask.bytes() + first, static_cast<std::size_t>(count));
    return Mask::bits_of_bytes(bytes.data(), 64);
}

std::int32_t base_in_line(std::int64_t base, std::int64_t line) {
    return static_cast<std::int32_t>(base - line * Line::elements);
}

bool is_untouched(Column& column, std::int64_t index, std::uint64_t bits) {
    if (!column.exists()) return true;
    const Line& line = column.line(index);
    return line.cells == nullptr && (line.reached & bits) == 0;
}

}  // namespace

/// Line by line; the elements of those that `judge_line` cannot tell are judged one by one.
template <class JudgeLine, class JudgeOne>
std::optional<Conflict> Races::judge_lines(Shadow& shadow, const ReachOfLine& reach, Deed deed,
                                           const JudgeLine& judge_line, const JudgeOne& judge_one) const {
    const bool everyone = reach.mask.all(geometry_);
    for (int thread = everyone ? 0 : reach.mask.first(geometry_); thread < geometry_.threads;) {
        const std::int64_t element = reach.base + thread;
        const std::int64_t index = element / Line::elements;
        const std::int64_t before = element - index * Line::elements;
        const int count = static_cast<int>(std::min<std::int64_t>(Line::elements - before, geometry_.threads - thread));
        std::uint64_t bits = everyone ? ~std::uint64_t{0} >> (64 - count) : threads_of(reach.mask, thread, count);
        const int next = thread + count;
        if (bits == 0 || (!shadow.is_shared() && judge_line(index, bits << before))) {
            thread = next;
            continue;
        }
        for (; thread < next; ++thread, bits >>= 1) {
            if ((bits & 1) == 0) continue;
            if (const Judged judged = judge_one(thread, reach.base + thread); judged.partner)
                return conflict(shadow, judged.access, deed, judged.partner, judged.values);
        }
    }
    return std::nullopt;
}

/// Reads by threads of what these alone have written, or nobody since the last barrier.
bool Races::read_line(Shadow& shadow, std::int64_t index, const Stretch& stretch) const {
    if (!is_untouched(shadow.column(Deed::atomic), index, stretch.mask)) return false;
    const Line& written = shadow.column(Deed::write).line(index);
    if (written.cells != nullptr) return false;
    if ((written.reached & stretch.mask) != 0) {
        const Stretch& first = written.first;
        if (first.next != nullptr || first.operation < moment_.block) return false;
        const bool covers = first.has_threads_of(stretch) && (stretch.mask & ~first.mask) == 0 &&
                            first.operation >= moment_.any_barrier;
        if (covers) return true;  // exec-28
        if (first.operation >= moment_.interval) return false;
    }
    Line& read = shadow.column(Deed::read).line(index);
    if (read.cells != nullptr) return false;
    if ((read.reached & stretch.mask) == 0) {
        shadow.column(Deed::read).add(read, stretch);
        return true;
    }
    const Stretch& first = read.first;
    if (first.next != nullptr || !first.has_threads_of(stretch) || first.operation < moment_.block) return false;
    const bool is_noted = first.operation >= moment_.any_barrier && (stretch.mask & ~first.mask) == 0;
    if (is_noted) return true;
    if ((first.mask & ~stretch.mask) != 0) return false;
    read.first = stretch;
    read.reached = stretch.mask;
    return true;
}

/// First writes, where nobody but their threads has read.
bool Races::write_line(Shadow& shadow, std::int64_t index, const Stretch& stretch) const {
    if (shadow.column(Deed::atomic).exists()) return false;
    if (shadow.column(Deed::read).exists()) {
        const Line& read = shadow.column(Deed::read).line(index);
        if (read.cells != nullptr) return false;
        const Stretch& first = read.first;
        const bool only_own =
            first.next == nullptr && first.has_threads_of(stretch) && first.operation >= moment_.block;
        if ((read.reached & stretch.mask) != 0 && !only_own) return false;
    }
    Line& written = shadow.column(Deed::write).line(index);
    if (written.cells != nullptr || (written.reached & stretch.mask) != 0) return false;
    shadow.column(Deed::write).add(written, stretch);
    return true;
}

std::optional<Conflict> Races::read(Shadow& shadow, const ReachOfLine& reach) {
    catch_up(shadow);
    const auto numbered = number(shadow, Deed::read, reach.site);
    if (!numbered) return std::nullopt;
    const Word operation = *numbered;
    const auto line = [&](std::int64_t index, std::uint64_t bits) {
        return read_line(shadow, index, {operation, base_in_line(reach.base, index), 1, bits});
    };
    return judge_lines(shadow, reach, Deed::read, line, [&](int thread, std::int64_t element) -> Judged {
        const Shadow::Access access{operation, thread, element};
        return {shadow.read(access, moment_), access, {nullptr, shadow.written(element)}};
    });
}

std::optional<Conflict> Races::write(Shadow& shadow, const ReachOfLine& reach, const std::byte* values) {
    catch_up(shadow);
    const auto numbered = number(shadow, Deed::write, reach.site);
    if (!numbered) return std::nullopt;
    const Word operation = *numbered;
    const std::int64_t size = bytes(shadow.type());
    const auto line = [&](std::int64_t index, std::uint64_t bits) {
        return write_line(shadow, index, {operation, base_in_line(reach.base, index), 1, bits});
    };
    return judge_lines(shadow, reach, Deed::write, line, [&](int thread, std::int64_t element) -> Judged {
        const Shadow::Access access{operation, thread, element};
        const Shadow::Values both{values + thread * size, shadow.written(element)};
        return {shadow.write(access, both, moment_), access, both};
    });
}

// --- rows of tile operations ---

void Races::begin_rows(Shadow& shadow, Deed deed, program::SiteId site) {
    catch_up(shadow);
    rows_ = number(shadow, deed, site);
}

std::optional<Conflict> Races::read(Shadow& shadow, const ReachOfRow& reach) {
    if (!rows_) return std::nullopt;
    for (std::int64_t i = 0; i < reach.count; ++i) {
        const auto thread = static_cast<int>((reach.first + i) % geometry_.threads);
        const Shadow::Access access{*rows_, thread, reach.position + i};
        if (const Partner partner = shadow.read(access, moment_))
            return conflict(shadow, access, Deed::read, partner, {nullptr, shadow.written(access.element)});
    }
    return std::nullopt;
}

std::optional<Conflict> Races::write(Shadow& shadow, const ReachOfRow& reach, const std::byte* values,
                                     std::size_t bytes_between) {
    if (!rows_) return std::nullopt;
    for (std::int64_t i = 0; i < reach.count; ++i) {
        const auto thread = static_cast<int>((reach.first + i) % geometry_.threads);
        const Shadow::Access access{*rows_, thread, reach.position + i};
        const Shadow::Values both{values + static_cast<std::size_t>(i) * bytes_between, shadow.written(access.element)};
        if (const Partner partner = shadow.write(access, both, moment_))
            return conflict(shadow, access, Deed::write, partner, both);
    }
    return std::nullopt;
}

}  // namespace phobos::interp::observe
