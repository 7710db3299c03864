// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "interp/plain/code.h"
#include "lang/vocabulary/builtins.h"
#include "lang/vocabulary/scalar_type.h"

/// What threads get from each other (chapter 9), on the values they bring: entry i is that of thread or lane i.
namespace phobos::plain {

/// coll-7
[[nodiscard]] ScalarBits identity(CollectiveOperator op, ScalarType type);
/// coll-5: every entry becomes the result. The number of values is a power of two up to 64.
template <class Value>
void combine(CollectiveOperator op, ScalarType type, std::span<Value> values);
/// coll-6, for at most 32 warps
template <class Value>
void combine_block(CollectiveOperator op, ScalarType type, int lanes, std::span<Value> values);

/// coll-11 to coll-13: the lane whose value lane `lane` gets.
[[nodiscard]] int source_lane(program::ShuffleKind kind, int lanes, int lane, std::int64_t selector);
/// coll-16
template <class Value>
[[nodiscard]] Value ballot(std::span<const Value> predicates);

}  // namespace phobos::plain
