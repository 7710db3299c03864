// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace phobos {

/// Bytes [begin, end) of one source file.
struct Span {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    friend constexpr bool operator==(Span, Span) = default;
};

constexpr Span join(Span first, Span last) { return {first.begin, last.end}; }

}  // namespace phobos
