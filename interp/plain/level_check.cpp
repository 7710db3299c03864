// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/level_check.h"

namespace phobos::plain {

namespace {

std::size_t mix(std::uint64_t a, std::uint64_t b) {
    std::uint64_t hash = a * 0x9E3779B97F4A7C15U + b;
    hash ^= hash >> 29;
    hash *= 0xBF58476D1CE4E5B9U;
    return hash ^ (hash >> 32);
}

}  // namespace

std::size_t LevelCheck::Hash::operator()(const InstanceKey& key) const {
    return mix(mix(key.around, key.loop), key.turn);
}
std::size_t LevelCheck::Hash::operator()(const ValueKey& key) const { return mix(key.expression.index, key.instance); }

LevelCheck::LevelCheck(std::span<const Level> claimed, int lanes, std::size_t capacity)
    : claimed_(claimed),
      lanes_(lanes),
      capacity_(capacity),
      precision_{std::vector<std::optional<Level>>(claimed.size())} {}

InstanceId LevelCheck::enter(InstanceId around, std::uint32_t loop, std::uint64_t turn) {
    if (is_full_) return around;
    const auto [entry, fresh] = instances_.try_emplace({around, loop, turn}, last_instance_ + 1);
    if (fresh) ++last_instance_;
    is_full_ = values_.size() + instances_.size() > capacity_;
    return entry->second;
}

void LevelCheck::observe(program::ExpressionId expression, program::Type type, InstanceId instance, Seen seen) {
    std::optional<Level>& shown = precision_.shown[expression.index];
    if (shown == Level::varying) return;
    if (!shown) shown = Level::uniform;
    if (is_full_) return;
    const auto [entry, fresh] = values_.try_emplace({expression, instance}, Value{seen, seen});
    is_full_ = values_.size() + instances_.size() > capacity_;
    if (fresh) return;
    Value& value = entry->second;
    if (value.warp.thread / lanes_ != seen.thread / lanes_) value.warp = seen;
    const auto differ = [&](const Seen& first, Level level) {
        if (first.bits == seen.bits) return;
        shown = join(*shown, level);
        if (claimed_[expression.index] < level && !disagreement_)
            disagreement_ = Disagreement{expression, type, claimed_[expression.index], first, seen};
    };
    differ(value.block, Level::warp_uniform);
    differ(value.warp, Level::varying);
}

void LevelCheck::forget() {
    instances_.clear();
    values_.clear();
}

}  // namespace phobos::plain
