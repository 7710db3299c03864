// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "interp/meaning/loops.h"
#include "lang/vocabulary/scalar_type.h"

/// Loops that move lanes and judge them, whatever they mean. `mask` has a byte (0 or 1) for each of n lanes.
namespace phobos::interp::meaning {

/// By the size of an element in bytes: 1, 2, 4 or 8.
struct MoveLoops {
    void (*fill)(const void* one, void* out, std::size_t n);
    /// Each of n elements `times` times.
    void (*repeat)(const void* a, void* out, std::size_t n, std::size_t times);
    /// Lanes that take part get their element; the others keep theirs.
    void (*blend)(const std::uint8_t* mask, const void* a, void* out, std::size_t n);
    /// The same where neither other lanes' elements nor their memory may be touched: between variables and tensors.
    void (*copy_masked)(const std::uint8_t* mask, const void* a, void* out, std::size_t n);
    void (*blend_fill)(const std::uint8_t* mask, const void* one, void* out, std::size_t n);
    /// out[i] = base[offsets[i]], every lane.
    void (*gather)(const void* base, const std::int64_t* offsets, void* out, std::size_t n);
    void (*gather_masked)(const std::uint8_t* mask, const void* base, const std::int64_t* offsets, void* out,
                          std::size_t n);
    /// base[offsets[i]] = a[i] for the lanes that take part, in their order.
    void (*scatter)(const std::uint8_t* mask, const void* a, const std::int64_t* offsets, void* base, std::size_t n);
};
MoveLoops move_loops(Isa isa, int element_bytes);

/// Adds one axis to row-major offsets: offset = offset * extent + subscript; tells whether any subscript, of lanes that
/// take part or not, is outside 0..end-1.
using AxisLoop = bool (*)(const void* subscripts, std::int64_t end, std::int64_t extent, std::int64_t* offsets,
                          std::size_t n);
AxisLoop axis_loop(Isa isa, ScalarType subscript);
/// The same for the one axis that differs between lanes, where its neighbours are `stride` elements apart:
/// offset = start + subscript * stride.
using StrideLoop = bool (*)(const void* subscripts, std::int64_t end, std::int64_t stride, std::int64_t start,
                            std::int64_t* offsets, std::size_t n);
StrideLoop stride_loop(Isa isa, ScalarType subscript);

/// Whether any element, of lanes that take part or not, is outside 0..end-1.
using OutsideLoop = bool (*)(const void* a, std::int64_t end, std::size_t n);
OutsideLoop outside_loop(Isa isa, ScalarType type);
/// Whether any lane, taking part or not, holds a zero.
using ZeroLoop = bool (*)(const void* a, std::size_t n);
ZeroLoop zero_loop(Isa isa, ScalarType type);

/// A range over lanes: docs/spec/04-statements.md. `step` is one for all lanes or one each; not zero where it counts.
struct RangeLoops {
    /// Takes lanes whose range is empty out of the mask.
    void (*begin)(const void* i, const void* end, const void* step, std::uint8_t* mask, std::size_t n);
    /// Takes lanes out of the mask that had their last turn, and advances the others.
    void (*turn)(void* i, const void* end, const void* step, std::uint8_t* mask, std::size_t n);
    /// How many turns from its i on every one of the n lanes has, where `end` and `step` are single elements.
    std::uint64_t (*common)(const void* i, const void* end, const void* step, std::size_t n);
};
/// `end` and `step` are vectors where the flags of their strides say 1, single elements where they say 0.
RangeLoops range_loops(Isa isa, ScalarType type, int end_stride, int step_stride);

/// mask &= condition, or mask &= !condition; the condition is a vector of bool.
void take(const std::uint8_t* mask, const void* condition, std::uint8_t* out, std::size_t n);
void take_not(const std::uint8_t* mask, const void* condition, std::uint8_t* out, std::size_t n);
/// out |= a
void unite(const std::uint8_t* a, std::uint8_t* out, std::size_t n);
/// Bytes of lanes that take part become 0; those of others are not touched.
void clear(const std::uint8_t* mask, std::uint8_t* out, std::size_t n);
/// out &= !a
void remove(const std::uint8_t* a, std::uint8_t* out, std::size_t n);

/// The sum of each lane's run: `runs` holds n runs of `elements`; ascending from the first element, in the type.
using RunSumLoop = void (*)(const void* runs, void* out, std::size_t n, std::size_t elements);
RunSumLoop run_sum_loop(Isa isa, ScalarType type);

/// The sum of products of two runs of bytes in i32, wrapping, for the lanes that take part: a's run of lane i begins at
/// a_base + a_offsets[i].
using ByteDotLoop = void (*)(const std::uint8_t* mask, const void* a_base, const std::int64_t* a_offsets,
                             const void* b_base, const std::int64_t* b_offsets, void* out, std::size_t n,
                             std::size_t elements);
ByteDotLoop byte_dot_loop(Isa isa, ScalarType a, ScalarType b);

}  // namespace phobos::interp::meaning
