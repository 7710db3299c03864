// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "interp/meaning/dispatch.h"
#include "interp/meaning/tile_loops.h"
#include "lang/base/assert.h"

// dot and dot_t. Each element is a chain of its own, so columns are what becomes SIMD, and the steps stay in order.
namespace phobos::interp::meaning {

namespace {

/// tile-29: one step of a chain; exact before its one rounding, with or without an instruction for it.
template <class T>
T next(T a, T b, T chain) {
    if constexpr (std::is_integral_v<T>)
        return a * b + chain;
    else
        return std::fma(a, b, chain);
}

constexpr std::size_t panel_columns = 32;
constexpr std::size_t panel_depth = 128;
/// Steps of so many columns, one next to the other in memory.
template <class T>
using Panel = std::array<T, panel_depth * panel_columns>;

/// Columns that the operand does not have are 0.
template <class T, RightSide side>
void pack(const T* from, std::size_t stride, std::size_t depth, std::size_t columns, Panel<T>& panel) {
    if (columns < panel_columns) panel.fill(T{0});
    for (std::size_t k = 0; k < depth; ++k)
        for (std::size_t j = 0; j < columns; ++j)
            panel[k * panel_columns + j] = side == RightSide::transposed ? from[j * stride + k] : from[k * stride + j];
}

/// The chains of so many rows of a panel's columns, which stay in registers.
template <class T, std::size_t rows>
void continue_chains(const T* left, std::size_t left_stride, const Panel<T>& panel, std::size_t depth, T* out,
                     std::size_t out_stride) {
    alignas(64) std::array<std::array<T, panel_columns>, rows> chains;
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < panel_columns; ++j) chains[i][j] = out[i * out_stride + j];
    for (std::size_t k = 0; k < depth; ++k)
        for (std::size_t i = 0; i < rows; ++i) {
            const T a = left[i * left_stride + k];
            for (std::size_t j = 0; j < panel_columns; ++j)
                chains[i][j] = next(a, panel[k * panel_columns + j], chains[i][j]);
        }
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < panel_columns; ++j) out[i * out_stride + j] = chains[i][j];
}

template <class T, RightSide side, std::size_t rows_at_once>
struct DotBody {
    static void run(const void* left, const void* right, void* out, const DotShape& shape) {
        alignas(64) Panel<T> panel;
        for (std::size_t k = 0; k < shape.depth; k += panel_depth) {
            const std::size_t depth = std::min(panel_depth, shape.depth - k);
            for (std::size_t column = 0; column < shape.columns; column += panel_columns) {
                const std::size_t columns = std::min(panel_columns, shape.columns - column);
                const std::size_t first =
                    side == RightSide::transposed ? column * shape.right_stride + k : k * shape.right_stride + column;
                pack<T, side>(static_cast<const T*>(right) + first, shape.right_stride, depth, columns, panel);
                multiply(static_cast<const T*>(left) + k, panel, depth, static_cast<T*>(out) + column, columns, shape);
            }
        }
    }

private:
    /// All rows with one panel.
    static void multiply(const T* left, const Panel<T>& panel, std::size_t depth, T* out, std::size_t columns,
                         const DotShape& shape) {
        std::size_t row = 0;
        if (columns == panel_columns)
            for (; row + rows_at_once <= shape.rows; row += rows_at_once)
                continue_chains<T, rows_at_once>(left + row * shape.left_stride, shape.left_stride, panel, depth,
                                                 out + row * shape.out_stride, shape.out_stride);
        for (; row < shape.rows; ++row) {
            alignas(64) std::array<T, panel_columns> chains{};
            T* const to = out + row * shape.out_stride;
            std::copy_n(to, columns, chains.begin());
            continue_chains<T, 1>(left + row * shape.left_stride, 0, panel, depth, chains.data(), 0);
            std::copy_n(chains.begin(), columns, to);
        }
    }
};

/// As many rows as there are registers for.
template <class T, RightSide side>
DotLoop dots(Isa isa) {
    constexpr std::size_t rows = 32 / sizeof(T);
    if (isa == Isa::x86_64_v4)
        return pick<DotBody<T, side, rows>, const void*, const void*, void*, const DotShape&>(isa);
    return pick<DotBody<T, side, rows / 4>, const void*, const void*, void*, const DotShape&>(isa);
}
template <class T>
DotLoop dots(Isa isa, RightSide side) {
    return side == RightSide::transposed ? dots<T, RightSide::transposed>(isa) : dots<T, RightSide::as_it_is>(isa);
}

}  // namespace

DotLoop dot_loop(Isa isa, ScalarType chain, RightSide side) {
    if (chain == ScalarType::f32) return dots<float>(isa, side);
    if (chain == ScalarType::f64) return dots<double>(isa, side);
    PHOBOS_ASSERT(chain == ScalarType::i32);
    return dots<std::uint32_t>(isa, side);
}

}  // namespace phobos::interp::meaning
