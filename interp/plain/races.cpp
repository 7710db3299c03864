// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/races.h"

#include <algorithm>
#include <utility>

#include "lang/base/float_format.h"
#include "lang/vocabulary/scalar_value.h"

namespace phobos::plain {

using engine::AccessKind;

/// exec-21
bool are_by_one_thread(const Access& a, const Access& b) { return a.block == b.block && a.thread == b.thread; }

/// exec-22; nothing else orders (exec-23)
bool are_ordered(const Access& a, const Access& b) {
    if (a.passed.of_grid != b.passed.of_grid) return true;
    if (!(a.block == b.block)) return false;
    if (a.passed.of_block != b.passed.of_block) return true;
    return a.warp == b.warp && a.passed.of_warp != b.passed.of_warp;
}

/// exec-25
bool are_reads(const Access& a, const Access& b) { return a.kind == AccessKind::read && b.kind == AccessKind::read; }

/// exec-26
bool are_atomics(const Access& a, const Access& b) {
    return a.kind == AccessKind::atomic && b.kind == AccessKind::atomic;
}

/// exec-27
bool is_same_value(ScalarType type, ScalarBits a, ScalarBits b) {
    if (!is_float(type)) return a == b;
    const FloatLayout format = layout(float_format(type));
    return a == b || (format.is_nan(a.bits) && format.is_nan(b.bits));
}

namespace {

/// exec-27
bool write_the_same(const RaceRules& rules, const Access& a, const Access& b) {
    return a.kind == AccessKind::write && b.kind == AccessKind::write && rules.may_repeat(b) &&
           rules.same_value(a.element, a.written, b.written);
}

/// exec-28. Where the writes of others differ among themselves, one of them races with the thread's own.
bool reads_what_it_wrote(const RaceRules& rules, const Access& a, const Access& b) {
    const Access& read = a.kind == AccessKind::read ? a : b;
    const Access& write = a.kind == AccessKind::read ? b : a;
    return read.kind == AccessKind::read && write.kind == AccessKind::write && rules.may_read_own(read) && read.own &&
           rules.same_value(read.element, *read.own, write.written);
}

}  // namespace

/// exec-25
bool is_race(const RaceRules& rules, const Access& a, const Access& b) {
    if (rules.by_one_thread(a, b) || rules.only_read(a, b) || rules.ordered(a, b)) return false;
    return !rules.both_atomic(a, b) && !write_the_same(rules, a, b) && !reads_what_it_wrote(rules, a, b);
}

std::size_t RaceCheck::Hash::operator()(const ElementId& element) const {
    std::uint64_t hash = element.buffer;
    for (const std::int64_t part : {element.position, element.block.x, element.block.y, element.block.z})
        hash = (hash ^ hash >> 29) * 0x9E3779B97F4A7C15U + static_cast<std::uint64_t>(part);
    return (hash ^ hash >> 32) * 0x9E3779B97F4A7C15U;
}

/// Whether no access from now on can race with this one: all of its block have passed a barrier since, and no other
/// block reaches the element, or all blocks have.
bool RaceCheck::is_settled(const Access& before, const Access& now, bool in_tile) const {
    const bool all_passed = before.passed.of_grid != now.passed.of_grid ||
                            ((in_tile || has_one_block_) && before.passed.of_block != now.passed.of_block);
    return all_passed && rules_.ordered(before, now);
}

/// exec-28
std::optional<ScalarBits> RaceCheck::own_write(const std::vector<Access>& history, const Access& read) const {
    std::optional<ScalarBits> own;
    for (const Access& write : history) {
        if (write.kind != AccessKind::write || !rules_.by_one_thread(write, read)) continue;
        if (!rules_.since_barrier(write, read)) continue;
        if (own && !rules_.same_value(read.element, *own, write.written)) return std::nullopt;
        own = write.written;
    }
    return own;
}

engine::RacingAccess RaceCheck::racing(const Access& access) const {
    const std::uint64_t lane = std::uint64_t{1} << (access.thread % program_.lanes);
    return {access.kind,
            access.thread,
            access.written,
            {access.site, program_.sites[access.site.index].span, access.block, access.warp, lane}};
}

std::optional<engine::FaultText> RaceCheck::add(const View& view, ElementId element, Access access) {
    if (is_full_) return std::nullopt;
    const bool in_tile = is_tile(element.buffer);
    access.in_tile = in_tile;
    if (in_tile) element.block = access.block;
    std::vector<Access>& history = (in_tile ? tiles_ : tensors_)[rules_.touched(element, access.element)];
    kept_ -= std::erase_if(history, [&](const Access& before) { return is_settled(before, access, in_tile); });
    if (access.kind == AccessKind::read) access.own = own_write(history, access);
    const auto other =
        std::ranges::find_if(history, [&](const Access& before) { return is_race(rules_, before, access); });
    if (other != history.end()) {
        const bool in_one_warp = access.block == other->block && access.warp == other->warp;
        const bool is_one_execution = access.site == other->site && access.turns == other->turns;
        return engine::race({view.name,
                             {view.extents.data(), view.rank},
                             element.position,
                             view.element,
                             racing(access),
                             racing(*other),
                             in_one_warp && !is_one_execution});
    }
    const bool repeats = !history.empty() && history.back().kind == AccessKind::read &&
                         access.kind == AccessKind::read && are_by_one_thread(history.back(), access) &&
                         history.back().passed == access.passed && history.back().own == access.own;
    if (repeats) return std::nullopt;
    is_full_ = kept_ == capacity_;
    if (is_full_) return std::nullopt;
    history.push_back(access);
    ++kept_;
    return std::nullopt;
}

void RaceCheck::forget_tiles() {
    for (const auto& [element, history] : tiles_) kept_ -= history.size();
    tiles_.clear();
}

}  // namespace phobos::plain
