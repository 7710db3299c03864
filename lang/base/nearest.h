// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace phobos {

/// The candidate that `word` most likely was meant to be: the first of those with the fewest single edits (a character
/// inserted, dropped, replaced, or two neighbours swapped; letter case counts half), if at most a third of the word
/// has to change (one edit in words of two to five, letter case only in a single letter). None for words of more than
/// 64 characters.
std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace phobos
