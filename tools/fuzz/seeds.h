// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace phobos::tools {

/// Seeds from `first` on.
struct SeedRange {
    std::uint64_t first = 0;
    std::uint64_t count = 0;

    [[nodiscard]] std::uint64_t end() const { return first + count; }
    friend bool operator==(const SeedRange&, const SeedRange&) = default;
};

/// A set of seeds; neighbours take the room of one.
class Seeds {
public:
    /// How many of the range it holds.
    [[nodiscard]] std::uint64_t held(const SeedRange& range) const;
    /// Puts the range to it.
    void add(const SeedRange& range);
    /// The first seed from here on that it does not hold.
    [[nodiscard]] std::uint64_t first_missing(std::uint64_t from) const;
    /// The first seed from here on that it holds.
    [[nodiscard]] std::optional<std::uint64_t> first_held(std::uint64_t from) const;
    /// Those between its first and its last that it does not hold.
    [[nodiscard]] std::uint64_t missing() const;
    [[nodiscard]] bool is_empty() const { return end_by_first_.empty(); }

private:
    std::map<std::uint64_t, std::uint64_t> end_by_first_;  ///< ranges that do not touch
};

}  // namespace phobos::tools
