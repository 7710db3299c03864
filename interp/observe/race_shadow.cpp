// SPDX-License-Identifier: Apache-2.0
#include "interp/observe/race_shadow.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "lang/base/assert.h"

namespace phobos::interp::observe {

namespace {

using word::Company;
using word::Differing;

template <class Bits>
Bits read_as(const std::byte* at) {
    Bits bits;
    std::memcpy(&bits, at, sizeof bits);
    return bits;
}

/// Of an IEEE format: NaNs are above infinity, the sign aside.
template <class Bits>
bool is_same_float(const std::byte* a, const std::byte* b, Bits infinity) {
    const auto sign_aside = [](Bits bits) { return static_cast<Bits>(bits & static_cast<Bits>(~Bits{0}) >> 1); };
    const Bits x = read_as<Bits>(a);
    const Bits y = read_as<Bits>(b);
    return x == y || (sign_aside(x) > infinity && sign_aside(y) > infinity);
}

}  // namespace

bool is_same_value(ScalarType type, const std::byte* a, const std::byte* b) {
    switch (type) {
        case ScalarType::f16: return is_same_float<std::uint16_t>(a, b, 0x7C00);
        case ScalarType::bf16: return is_same_float<std::uint16_t>(a, b, 0x7F80);
        case ScalarType::f32: return is_same_float<std::uint32_t>(a, b, 0x7F800000);
        case ScalarType::f64: return is_same_float<std::uint64_t>(a, b, 0x7FF0000000000000);
        case ScalarType::i8:
        case ScalarType::u8:
        case ScalarType::boolean: return *a == *b;
        case ScalarType::i32:
        case ScalarType::u32: return read_as<std::uint32_t>(a) == read_as<std::uint32_t>(b);
        case ScalarType::i64: return read_as<std::uint64_t>(a) == read_as<std::uint64_t>(b);
    }
    return false;
}

// --- columns ---

namespace {

std::size_t lines_of(std::int64_t elements) {
    return static_cast<std::size_t>((elements + Line::elements - 1) / Line::elements);
}

}  // namespace

Column::Column(std::int64_t elements, std::size_t words, Kept kept, Allowance& allowance)
    : allowance_(&allowance), words_(words) {
    if (kept == Kept::by_line) {
        lines_.resize(lines_of(elements));
        stride_ = std::min(lines_.size(), most_lines_a_chunk) * static_cast<std::size_t>(Line::elements);
        return;
    }
    stride_ = static_cast<std::size_t>(elements);
    flat_ = std::make_unique<Word[]>(stride_ * words);
}

std::uint64_t Column::bytes_of(std::int64_t elements, std::size_t words, Kept kept) {
    return kept == Kept::by_line ? lines_of(elements) * sizeof(Line)
                                 : static_cast<std::uint64_t>(elements) * words * sizeof(Word);
}

void Column::add(Line& line, const Stretch& stretch) {
    line.reached |= stretch.mask;
    if (line.first.mask == 0) {
        line.first = stretch;
        return;
    }
    allowance_->take(sizeof stretch);
    Stretch& added = stretches_.emplace_back(stretch);
    added.next = std::exchange(line.first.next, &added);
}

void Column::expand(Line& line) {
    if (left_in_chunk_ == 0) {
        allowance_->take(words_ * stride_ * sizeof(Word));
        chunks_.push_back(std::make_unique_for_overwrite<Word[]>(words_ * stride_));
        left_in_chunk_ = stride_ / static_cast<std::size_t>(Line::elements);
    }
    line.cells = chunks_.back().get() + --left_in_chunk_ * static_cast<std::size_t>(Line::elements);
    std::fill_n(line.cells, Line::elements, Word{0});
    for (const Stretch* stretch = &line.first; stretch != nullptr; stretch = stretch->next)
        for (std::uint64_t left = stretch->mask; left != 0; left &= left - 1) {
            const int element = std::countr_zero(left);
            line.cells[element] = stretch->operation | word::of_thread(stretch->thread_of(element));
        }
}

// --- writers ---

namespace {

/// A node of a hash table with its allocation, and a bucket.
constexpr std::size_t bytes_of_writer = 64;

}  // namespace

void Writers::add_lanes(std::int64_t element, int warp, std::uint64_t lanes, const Moment& moment) {
    const auto [entry, is_new] = warps_.try_emplace(key(element, warp));
    if (is_new) allowance_->take(bytes_of_writer);
    Lanes& known = entry->second;
    const Word since = moment.since(warp << moment.lane_bits);
    if (known.since != since) known = {since, 0};
    known.lanes |= lanes;
}

void Writers::clear() {
    allowance_->give_back(warps_.size() * bytes_of_writer);
    warps_.clear();
}

bool Writers::has(std::int64_t element, int thread, const Moment& moment) const {
    const int warp = moment.warp_of(thread);
    const auto found = warps_.find(key(element, warp));
    return found != warps_.end() && found->second.since == moment.since(thread) &&
           (found->second.lanes >> (thread - (warp << moment.lane_bits)) & 1) != 0;
}

// --- the rules ---

namespace {

std::size_t words_of_write(Uses uses) { return uses.atomics ? Cells::of_write_beside_atomics : Cells::of_write; }

}  // namespace

Shadow::Shadow(Memory memory, std::int64_t elements, ScalarType type, Uses uses, const std::byte* data,
               Allowance& allowance)
    : memory_(memory), type_(type), data_(data), writers_(allowance), put_off_reads_(allowance) {
    const Column::Kept kept = memory == Memory::shared ? Column::Kept::by_element : Column::Kept::by_line;
    column(Deed::write) = Column(elements, words_of_write(uses), kept, allowance);
    if (uses.reads) column(Deed::read) = Column(elements, Cells::of_others, kept, allowance);
    if (uses.atomics) column(Deed::atomic) = Column(elements, Cells::of_others, kept, allowance);
}

std::uint64_t Shadow::bytes_of(Memory memory, std::int64_t elements, Uses uses) {
    const Column::Kept kept = memory == Memory::shared ? Column::Kept::by_element : Column::Kept::by_line;
    const std::uint64_t others = (uses.reads ? 1 : 0) + (uses.atomics ? 1 : 0);
    return Column::bytes_of(elements, words_of_write(uses), kept) +
           others * Column::bytes_of(elements, Cells::of_others, kept);
}

bool Shadow::same(const Values& values) const { return is_same_value(type_, values.written, values.before); }

/// exec-25: one of the accesses so far that another thread did, unordered with one by this thread now.
Partner Shadow::opponent(Deed deed, const Access& access, const Moment& moment) {
    if (!column(deed).exists()) return {};
    const Cells cells = column(deed).cells(access.element);
    const Word latest = cells.latest();
    const auto found = [&]() -> Word {
        if (latest == 0 || is_of_launch(latest, moment)) return latest;
        if (word::company_of(latest) == Company::launch) return cells.other();
        if (latest < moment.interval) return 0;
        const bool other_warp = moment.warp_of(word::thread_of(latest)) != moment.warp_of(access.thread);
        if (other_warp) return latest;
        if (word::company_of(latest) == Company::block) return cells.other();
        if (latest < moment.since(access.thread)) return 0;
        if (word::thread_of(latest) != access.thread) return latest;
        return word::company_of(latest) == Company::warp ? cells.other() : 0;
    };
    return {found(), deed};
}

/// Keeps of accesses of one kind what is needed to find one by another thread: two by two suffice at each scope, and
/// once there are two at the widest possible one nothing changes.
void Shadow::note(Cells cells, const Access& access, const Moment& moment) const {
    Word& latest = cells.latest();
    const Word fresh = access.operation | word::of_thread(access.thread);
    const auto join = [&](Company company) {
        cells.other() = latest;
        latest = fresh | word::with(company);
    };
    if (latest == 0) {
        latest = fresh;
        return;
    }
    if (memory_ == Memory::global) {
        if (word::company_of(latest) == Company::launch) return;
        if (latest < moment.block) return join(Company::launch);
    }
    if (latest < moment.interval) {
        latest = fresh;
        return;
    }
    if (word::company_of(latest) == Company::block) return;
    if (moment.warp_of(word::thread_of(latest)) != moment.warp_of(access.thread)) return join(Company::block);
    if (latest < moment.since(access.thread)) {
        latest = fresh;
        return;
    }
    if (word::company_of(latest) == Company::none && word::thread_of(latest) != access.thread) join(Company::warp);
}

/// exec-28: reads by a thread that has itself written since its last barrier are in no race that its write is not in.
Partner Shadow::read(const Access& access, const Moment& moment) {
    if (const Partner partner = opponent(Deed::atomic, access, moment)) return partner;
    const Word latest = column(Deed::write).cells(access.element).latest();
    if (latest != 0) {
        const bool own = word::thread_of(latest) == access.thread && latest >= moment.since(access.thread);
        if (own || (!writers_.empty() && writers_.has(access.element, access.thread, moment))) return {};
        if (const Partner partner = opponent(Deed::write, access, moment)) return partner;
    }
    note_read(access, moment);
    return {};
}

/// exec-26
Partner Shadow::atomic(const Access& access, const Moment& moment) {
    for (const Deed deed : {Deed::write, Deed::read})
        if (const Partner partner = opponent(deed, access, moment)) return partner;
    note(column(Deed::atomic).cells(access.element), access, moment);
    return {};
}

/// exec-27
Partner Shadow::judge_write(const Access& access, const Values& values, const Moment& moment) {
    for (const Deed deed : {Deed::atomic, Deed::read})
        if (const Partner partner = opponent(deed, access, moment)) return partner;
    const Cells cells = column(Deed::write).cells(access.element);
    const Word latest = cells.latest();
    const bool is_first = latest == 0 || (is_shared() && latest < moment.interval);
    if (is_first) {
        cells.latest() = access.operation | word::of_thread(access.thread);
        return {};
    }
    const bool meets_launch =
        is_of_launch(latest, moment) || (!is_shared() && word::company_of(latest) == Company::launch);
    if (meets_launch) return write_in_launch(cells, access, values, moment);
    if (latest < moment.interval) {
        put(cells, access, values, Differing::launch);
        return {};
    }
    return write_in_interval(cells, access, values, moment);
}

/// Other blocks have written: there is one value, or a race.
Partner Shadow::write_in_launch(Cells cells, const Access& access, const Values& values, const Moment& moment) {
    const Word latest = cells.latest();
    const bool of_other_block = latest < moment.block;
    if (!same(values)) return {of_other_block ? latest : cells.other(), Deed::write};
    if (word::differing_of(latest) != Differing::none) return {cells.differing(), Deed::write, true};
    if (of_other_block)
        cells.other() = latest;
    else if (latest >= moment.interval && word::thread_of(latest) != access.thread)
        add_writers(latest, access, moment);
    cells.latest() = access.operation | word::of_thread(access.thread) | word::with(Company::launch);
    return {};
}

/// The block has written since its last barrier.
Partner Shadow::write_in_interval(Cells cells, const Access& access, const Values& values, const Moment& moment) {
    const Word latest = cells.latest();
    const int writer = word::thread_of(latest);
    const bool has_block = word::company_of(latest) == Company::block;
    const bool other_warp = moment.warp_of(writer) != moment.warp_of(access.thread);
    const Differing differing = word::differing_of(latest);
    if (!other_warp && !has_block && latest < moment.since(access.thread)) {
        put(cells, access, values, Differing::block_barrier);
        return {};
    }
    const bool has_warp = word::company_of(latest) == Company::warp;
    if (!other_warp && !has_block && !has_warp && writer == access.thread) {
        put(cells, access, values, Differing::warp_barrier);
        return {};
    }
    const bool across = other_warp || has_block;
    const bool latest_is_other = across ? other_warp : writer != access.thread;
    if (!same(values)) return {latest_is_other ? latest : cells.other(), Deed::write};
    if (differing >= (across ? Differing::block_barrier : Differing::warp_barrier))
        return {cells.differing(), Deed::write, true};
    add_writers(latest, access, moment);
    if (has_block || (!across && has_warp)) return {};
    cells.other() = latest;
    cells.latest() = access.operation | word::of_thread(access.thread) |
                     word::with(across ? Company::block : Company::warp) | word::with(differing);
    return {};
}

/// The thread writes where all writes before are ordered with it. `differing` tells since when they are, the latest
/// one: it may be of another value now, or of the same after others that were.
void Shadow::put(Cells cells, const Access& access, const Values& values, Differing differing) {
    const Word latest = cells.latest();
    if (same(values)) {
        differing = std::min(word::differing_of(latest), differing);
    } else {
        cells.differing() = latest;
        Word value = 0;
        std::memcpy(&value, values.before, static_cast<std::size_t>(bytes(type_)));
        cells.differing_value() = value;
    }
    cells.latest() = access.operation | word::of_thread(access.thread) | word::with(differing);
}

void Shadow::add_writers(Word latest, const Access& access, const Moment& moment) {
    if (!column(Deed::read).exists()) return;
    const int writer = word::thread_of(latest);
    if (latest >= moment.since(writer)) writers_.add(access.element, writer, moment);
    writers_.add(access.element, access.thread, moment);
}

}  // namespace phobos::interp::observe
