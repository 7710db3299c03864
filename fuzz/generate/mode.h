// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "fuzz/generate/generate.h"
#include "fuzz/generate/random.h"

namespace phobos::fuzz {

/// What the kernels of a campaign are like.
enum class Mode : std::uint8_t {
    any,
    exact,
    card,
    invalid,
};

struct ModeRow {
    Mode mode;
    std::string_view spelling;
    std::string_view meaning;
};
inline constexpr std::array modes{
    ModeRow{Mode::any, "any", "every row of the vocabulary, any float"},
    ModeRow{Mode::exact, "exact", "floats that no operation rounds, so that every order of operations gives the same"},
    ModeRow{
        Mode::card, "card",
        "warps of 32 lanes, and functions that have a bound in one kernel of four, where nothing but floats depends on "
        "them"},
    ModeRow{Mode::invalid, "invalid", "each kernel and twins of it that have one error, which the checker must find"},
};

constexpr std::string_view spelling(Mode mode) { return modes[static_cast<std::size_t>(mode)].spelling; }
constexpr std::optional<Mode> mode(std::string_view spelling) {
    for (const ModeRow& row : modes)
        if (row.spelling == spelling) return row.mode;
    return std::nullopt;
}

/// Whether kernels may hold a grid_barrier, which not every engine runs.
enum class GridBarriers : std::uint8_t { left_out, allowed };

/// How the kernel of a seed is made: one in eight may meet undefined behaviour, drawn by itself, so that every way of
/// running kernels meets every kind of them.
constexpr Options options_of(std::uint64_t seed, Mode mode, GridBarriers grid_barriers) {
    constexpr std::uint64_t one_in_faulty = 8;
    constexpr std::uint64_t one_in_enclosed = 4;
    constexpr std::uint64_t matter = 0x6B696E64;
    Random random = random_of(seed, matter);
    Options options;
    options.faulty = random.below(one_in_faulty) == 0 && mode != Mode::invalid;
    options.meets_grid = grid_barriers == GridBarriers::allowed;
    if (mode == Mode::exact) options.floats = Floats::exact;
    if (mode != Mode::card) return options;
    options.lanes = 32;
    options.bounded = random.below(one_in_enclosed) == 0 ? Bounded::enclosed : Bounded::nowhere;
    return options;
}

}  // namespace phobos::fuzz
