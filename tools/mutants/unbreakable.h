// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace phobos::tools {

/// A rule that no implementation can break by itself, so that no planted fault is one of it.
struct Unbreakable {
    std::string_view rule;
    std::string_view why;
};

/// Freedoms, definitions and limits. A rule is here only while no fault breaks it and no case cites it: coverage fails
/// where one does.
inline constexpr std::array unbreakable{
    Unbreakable{"level-3", "defines what an instance is, in whose terms other rules are written"},
    Unbreakable{"coll-33", "a freedom: whatever order atomics are performed in keeps it"},
    Unbreakable{"exec-11", "a freedom: an implementation that promises progress keeps it too"},
    Unbreakable{"exec-36", "a freedom: where the limits of an engine lie, and what it says of them, is its own"},
    Unbreakable{"exec-37", "a program that does not end has no outcome to judge"},
};

/// How many citations may notice no fault themselves, because the twin of their accepted case does. It only falls.
inline constexpr std::size_t most_excused = 359;

}  // namespace phobos::tools
