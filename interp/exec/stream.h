// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace phobos::interp {

/// Where an access by neighbouring lanes reached last, and by how many elements it moves from one turn or CTA to the
/// next. Only hints depend on it.
struct Stream {
    std::int64_t last = 0;
    std::int64_t step = 0;
    std::int64_t jump = 0;  ///< what it moved by the last time, if not `step`
};

/// The lines of memory to hint at: those that lie so many turns ahead, up to `turns_ahead`.
struct Ahead {
    std::int64_t step = 0;  ///< elements a turn
    int nearest = 1;
};
/// Memory takes longer than a turn.
constexpr int turns_ahead = 7;

/// A step counts as one when it was made twice; after a jump the turns before are made up for.
inline Ahead look_ahead(Stream& stream, std::int64_t first) {
    const std::int64_t moved = first - std::exchange(stream.last, first);
    const std::int64_t jump = std::exchange(stream.jump, moved == stream.step ? 0 : moved);
    if (moved == stream.step) return {stream.step, turns_ahead};
    if (moved == jump) stream.step = moved;
    return {stream.step, 1};
}

enum class Purpose : std::uint8_t { read, write };

/// `line` is where the access is now.
template <Purpose purpose>
void prefetch(const std::byte* line, std::size_t line_bytes, Ahead ahead, std::size_t element_bytes) {
    constexpr std::uintptr_t cache_line = 64;
    if (ahead.step == 0) return;
    const std::uintptr_t step = static_cast<std::uintptr_t>(ahead.step) * element_bytes;
    std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(line) + static_cast<std::uintptr_t>(ahead.nearest) * step;
    for (int turn = ahead.nearest; turn <= turns_ahead; ++turn, begin += step)
        for (std::uintptr_t at = begin; at < begin + line_bytes; at += cache_line)
            __builtin_prefetch(reinterpret_cast<const void*>(at), purpose == Purpose::write ? 1 : 0);
}

}  // namespace phobos::interp
