// SPDX-License-Identifier: Apache-2.0
#include "lang/base/nearest.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace phobos {
namespace {

constexpr std::size_t longest_word = 64;
constexpr int edit_cost = 2;  // so that a change of letter case can count half

char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

int replacement_cost(char a, char b) {
    if (a == b) return 0;
    return lowered(a) == lowered(b) ? edit_cost / 2 : edit_cost;
}

/// Optimal string alignment: the table of Levenshtein with one more step for two swapped neighbours.
int distance(std::string_view a, std::string_view b) {
    using Row = std::array<int, longest_word + 1>;
    std::array<Row, 3> rows{};
    for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = static_cast<int>(j) * edit_cost;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        Row& now = rows[i % 3];
        const Row& above = rows[(i + 2) % 3];
        const Row& two_above = rows[(i + 1) % 3];
        now[0] = static_cast<int>(i) * edit_cost;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            now[j] = std::min(
                {above[j] + edit_cost, now[j - 1] + edit_cost, above[j - 1] + replacement_cost(a[i - 1], b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = std::min(now[j], two_above[j - 2] + edit_cost);
        }
    }
    return rows[a.size() % 3][b.size()];
}

}  // namespace

std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates) {
    if (word.empty() || word.size() > longest_word) return std::nullopt;
    const int most_edits = std::max<int>(1, static_cast<int>(word.size()) / 3);
    int best = word.size() == 1 ? edit_cost : edit_cost * most_edits + 1;
    std::optional<std::string_view> found;
    for (const std::string_view candidate : candidates) {
        if (candidate.size() > longest_word) continue;
        const int cost = distance(word, candidate);
        if (cost < best) {
            best = cost;
            found = candidate;
        }
    }
    return found;
}

}  // namespace phobos
