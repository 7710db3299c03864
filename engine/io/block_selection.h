// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace phobos::io {

/// Some of the blocks of a grid by number: that of block x, y, z is x + grid.x * (y + grid.y * z).
class BlockSelection {
public:
    /// All blocks.
    BlockSelection() : parts_{{0, ~std::uint64_t{0}, 1}} {}
    /// "0,3-5,*/100": single ones, ranges, and every so many from number 0 on. Nothing for any other text.
    static std::optional<BlockSelection> parse(std::string_view text);

    [[nodiscard]] bool has(std::uint64_t number) const;

private:
    /// Every `step`-th from `first` to `last`.
    struct Part {
        std::uint64_t first;
        std::uint64_t last;
        std::uint64_t step;
    };
    static std::optional<Part> part_of(std::string_view text);

    std::vector<Part> parts_;
};

}  // namespace phobos::io
