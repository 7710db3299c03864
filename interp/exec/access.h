// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "interp/exec/evaluate.h"

namespace phobos::interp {

/// Subscripts that were evaluated, by axis.
using SubscriptValues = std::array<const std::byte*, limits::rank>;

inline const BufferView& view_of(const Target& target, const Cta& cta) {
    return target.shared ? (*cta.tiles)[target.index].view() : cta.launch->tensors[target.index];
}

/// run-4: evaluates the subscripts and judges them; what is returned are the positions of the elements, or of the first
/// of each run, one for each element of the target's level. Those of threads that do not take part have no meaning.
const std::int64_t* positions(const Target& target, Cta& cta, const SubscriptValues& subscripts);
inline SubscriptValues subscript_values(const Target& target, Cta& cta) {
    SubscriptValues values{};
    for (std::size_t axis = 0; axis < target.subscripts.size(); ++axis)
        values[axis] = value_of(*target.subscripts[axis], cta);
    return values;
}

/// The position of thread 0 where the target is contiguous over the CTA and every thread that takes part is inside. It
/// need not be inside itself where thread 0 takes no part.
std::optional<std::int64_t> contiguous_position(const Target& target, const Cta& cta,
                                                const SubscriptValues& subscripts);

/// run-9: reports the elements that a read finds unwritten.
void check_written(const Target& target, Cta& cta, const std::int64_t* first);
void mark_written(const Target& target, const Cta& cta, const std::int64_t* first);

}  // namespace phobos::interp
