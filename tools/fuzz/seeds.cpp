// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/seeds.h"

#include <algorithm>
#include <iterator>

namespace phobos::tools {

std::uint64_t Seeds::held(const SeedRange& range) const {
    std::uint64_t count = 0;
    auto at = end_by_first_.upper_bound(range.first);
    if (at != end_by_first_.begin()) --at;
    for (; at != end_by_first_.end() && at->first < range.end(); ++at)
        if (at->second > range.first) count += std::min(at->second, range.end()) - std::max(at->first, range.first);
    return count;
}

void Seeds::add(const SeedRange& range) {
    if (range.count == 0) return;
    std::uint64_t first = range.first;
    std::uint64_t end = range.end();
    auto at = end_by_first_.upper_bound(first);
    if (at != end_by_first_.begin() && std::prev(at)->second >= first) --at;
    while (at != end_by_first_.end() && at->first <= end) {
        first = std::min(first, at->first);
        end = std::max(end, at->second);
        at = end_by_first_.erase(at);
    }
    end_by_first_.emplace(first, end);
}

std::uint64_t Seeds::first_missing(std::uint64_t from) const {
    const auto after = end_by_first_.upper_bound(from);
    if (after == end_by_first_.begin()) return from;
    return std::max(from, std::prev(after)->second);
}

std::optional<std::uint64_t> Seeds::first_held(std::uint64_t from) const {
    if (first_missing(from) > from) return from;
    const auto after = end_by_first_.upper_bound(from);
    return after == end_by_first_.end() ? std::nullopt : std::optional(after->first);
}

std::uint64_t Seeds::missing() const {
    std::uint64_t count = 0;
    for (auto at = end_by_first_.begin(); at != end_by_first_.end() && std::next(at) != end_by_first_.end(); ++at)
        count += std::next(at)->first - at->second;
    return count;
}

}  // namespace phobos::tools
