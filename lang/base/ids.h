// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace phobos {

/// A dense index into one table, which the tag names. Ids of different tables do not mix.
template <class Tag>
struct Id {
    std::uint32_t index = 0;

    friend constexpr auto operator<=>(Id, Id) = default;
};

}  // namespace phobos

template <class Tag>
struct std::hash<phobos::Id<Tag>> {
    std::size_t operator()(phobos::Id<Tag> id) const noexcept { return id.index; }
};
