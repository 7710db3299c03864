// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>

#include "interp/exec/cta.h"
#include "interp/exec/node.h"

namespace phobos::interp {

/// The value of a node, in its own room unless it lies elsewhere.
inline const std::byte* value_of(const Node& node, Cta& cta) { return node.evaluate(node, cta, cta.frame + node.slot); }

/// Where the value of a variable lies.
inline const std::byte* place_of(const Variable& variable, const Cta& cta) {
    const std::byte* const at = cta.frame + variable.offset;
    if (!variable.placed) return at;
    const std::byte* place = nullptr;
    std::memcpy(static_cast<void*>(&place), at, sizeof place);
    return place;
}
/// Has a placed variable stand for a value.
inline void set_place(const Variable& variable, const std::byte* value, Cta& cta) {
    std::memcpy(cta.frame + variable.offset, static_cast<const void*>(&value), sizeof value);
}

/// An integer of any type as a 64-bit one.
std::int64_t read_any_integer(ScalarType type, const std::byte* at);
inline std::int64_t read_integer(ScalarType type, const std::byte* at) {
    if (type != ScalarType::i32) return read_any_integer(type, at);
    std::int32_t value = 0;  // by far the most
    std::memcpy(&value, at, sizeof value);
    return value;
}
inline std::int64_t read_integer(const Node& node, const std::byte* value, std::size_t element) {
    return read_integer(node.type, value + element * static_cast<std::size_t>(bytes(node.type)));
}

/// Runs statements as long as a thread takes part.
inline void run(const std::vector<Step>& steps, Cta& cta) {
    for (const Step& step : steps) {
        if (cta.mask->empty()) return;
        cta.count_step();
        step.execute(step, cta);
    }
}

/// Gives the threads that take part a value of a variable (level-33: they alone change).
void assign(const Variable& variable, const Node& node, const std::byte* value, Cta& cta);
/// The same where no other thread can see the variable any more.
void assign_to_all(const Variable& variable, const Node& node, const std::byte* value, Cta& cta);

/// Finds the lowest warp in which a thread that takes part is faulty, where `is_faulty` judges the element of its
/// level.
template <class IsFaulty>
std::optional<FaultyLanes> find_faulty(const Cta& cta, Level level, const IsFaulty& is_faulty) {
    const Geometry& geometry = cta.geometry();
    std::optional<FaultyLanes> found;
    for (int thread = 0; thread < geometry.threads; ++thread) {
        if (found && thread / geometry.lanes != found->warp) break;
        if (!cta.mask->has(thread) || !is_faulty(element_of(level, thread, geometry))) continue;
        if (!found) found = FaultyLanes{thread / geometry.lanes, 0, thread};
        found->lanes |= std::uint64_t{1} << (thread % geometry.lanes);
    }
    return found;
}

}  // namespace phobos::interp
