// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "interp/meaning/loops.h"
#include "lang/vocabulary/builtins.h"
#include "lang/vocabulary/scalar_type.h"

/// The meanings of chapter 10 over tiles in row-major memory. Every level of the processor gives the same bits.
namespace phobos::interp::meaning {

/// Rows of `depth` elements times columns of as many; strides, from row to row, count elements.
struct DotShape {
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::size_t depth = 0;
    std::size_t left_stride = 0;
    std::size_t right_stride = 0;
    std::size_t out_stride = 0;
};
/// Continues the chain of each element of `out`, which overlaps no operand, by one fma a step over ascending depth.
using DotLoop = void (*)(const void* left, const void* right, void* out, const DotShape& shape);
/// How the right operand lies: [depth, columns], or [columns, depth].
enum class RightSide : std::uint8_t { as_it_is, transposed };
/// All three have the type of the chain: f32, f64 or i32.
DotLoop dot_loop(Isa isa, ScalarType chain, RightSide side);

/// What is done to each row of a tile, or from row to row; `out`, of the shape of the result, overlaps `a` nowhere.
using RowLoop = void (*)(const void* a, void* out, std::size_t rows, std::size_t columns);
/// rowsum, rowmax, rowmin, rowargmax, cumsum, tril, transpose; null where the language has no such function.
RowLoop row_loop(Isa isa, Builtin function, ScalarType type);

}  // namespace phobos::interp::meaning
