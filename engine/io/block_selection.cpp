// SPDX-License-Identifier: Apache-2.0
#include "engine/io/block_selection.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>

namespace phobos::io {
namespace {

std::optional<std::uint64_t> number_of(std::string_view text) {
    std::uint64_t number = 0;
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    const auto read = std::from_chars(begin, end, number);
    return read.ec == std::errc{} && read.ptr == end ? std::optional(number) : std::nullopt;
}

}  // namespace

std::optional<BlockSelection::Part> BlockSelection::part_of(std::string_view text) {
    if (text.starts_with("*/")) {
        const auto step = number_of(text.substr(2));
        if (!step || *step == 0) return std::nullopt;
        return Part{0, ~std::uint64_t{0}, *step};
    }
    const std::size_t dash = text.find('-');
    const auto first = number_of(text.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : number_of(text.substr(dash + 1));
    if (!first || !last || *last < *first) return std::nullopt;
    return Part{*first, *last, 1};
}

std::optional<BlockSelection> BlockSelection::parse(std::string_view text) {
    BlockSelection selection;
    selection.parts_.clear();
    for (;;) {
        const std::size_t comma = text.find(',');
        const auto part = part_of(text.substr(0, comma));
        if (!part) return std::nullopt;
        selection.parts_.push_back(*part);
        if (comma == std::string_view::npos) return selection;
        text.remove_prefix(comma + 1);
    }
}

bool BlockSelection::has(std::uint64_t number) const {
    return std::ranges::any_of(parts_, [&](const Part& part) {
        return number >= part.first && number <= part.last && (number - part.first) % part.step == 0;
    });
}

}  // namespace phobos::io
