// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/tile_dot_memory.h"

/// Products in the order that the language defines (tile-29): each thread carries the chains of its elements.
namespace ph {

/// Which elements of an M x N matrix a thread has: rows row(0), row(1), .., and groups of `neighbours` columns from
/// column(0), column(1), .. on. Rows and columns past the matrix belong to none.
template <int m, int n, int threads, int most_neighbours>
struct PlainLayout {
    static constexpr ThreadGrid grid = thread_grid(m, n, threads, most_neighbours);
    static constexpr int lane_rows = grid.lane_rows;
    static constexpr int lane_columns = grid.lane_columns;
    static constexpr int warp_columns = grid.warp_columns;
    static constexpr int thread_rows = grid.rows();
    static constexpr int thread_columns = grid.columns();
    static constexpr int rows = m;
    static constexpr int columns = n;
    static constexpr int neighbours = grid.vector;
    static constexpr int row_count = grid.rows_of_thread(m);
    static constexpr int group_count = grid.groups_of_thread(n);
    static constexpr bool rows_exist = row_count * thread_rows == m;
    static constexpr bool columns_exist = group_count * thread_columns * neighbours == n;

    int first_row;
    int first_group;

    /// Bit 0 of a lane tells columns apart and bit 1 rows: then the card reads a row of 16 bytes a lane twice as fast.
    PH_FN explicit PlainLayout(int thread) {
        const unsigned lane = static_cast<unsigned>(thread) % 32;
        const unsigned warp = static_cast<unsigned>(thread) / 32;
        const unsigned lane_row = lane_columns == 1 ? lane : (lane / 2) % lane_rows;
        const unsigned lane_column = lane_columns == 1 ? 0 : lane % 2 + lane / (2 * lane_rows) * 2;
        first_row = static_cast<int>(warp / warp_columns * lane_rows + lane_row);
        first_group = static_cast<int>(warp % warp_columns * lane_columns + lane_column);
    }

    PH_FN int row(int i) const { return first_row + i * thread_rows; }
    PH_FN int column(int g) const { return (first_group + g * thread_columns) * neighbours; }
    PH_FN bool has_elements() const { return (rows_exist || row(0) < m) && (columns_exist || column(0) < n); }
};

/// One step of a chain.
PH_FN f32 chain_step(f32 a, f32 b, f32 c) { return machine::fma(a, b, c); }
PH_FN f64 chain_step(f64 a, f64 b, f64 c) { return machine::fma(a, b, c); }
PH_FN i32 chain_step(i32 a, i32 b, i32 c) { return c + a * b; }

/// Continues the chains c of a thread over all steps of a and b; b is [K, N], or for dot_t [N, K].
template <Product product, class Chain, class Layout, class A, class B>
struct PlainProduct {
    using ElementA = typename A::Element;
    using ElementB = typename B::Element;
    static constexpr bool is_transposed = product == Product::dot_t;
    static constexpr int k = A::columns;
    static constexpr int neighbours = Layout::neighbours;
    static constexpr int row_count = Layout::row_count;
    static constexpr int group_count = Layout::group_count;
    static constexpr int column_count = group_count * neighbours;
    static_assert(k == (is_transposed ? B::columns : B::rows));
    static_assert(Layout::rows == A::rows && Layout::columns == (is_transposed ? B::rows : B::columns));
    using Chains = Chain[row_count][column_count];

    /// So many steps of an operand that lies along k are read at once, where that is one access.
    template <class Operand>
    static PH_LAYOUT_FN int steps_at_once() {
        constexpr int bytes = static_cast<int>(sizeof(typename Operand::Element));
        constexpr int most = least_of(least_of(Operand::alignment, 16) / bytes, 4);
        return most <= k ? most : 1;
    }
    static constexpr int steps = is_transposed ? least_of(steps_at_once<A>(), steps_at_once<B>()) : steps_at_once<A>();
    static constexpr bool are_bytes = sizeof(ElementA) == 1 && sizeof(ElementB) == 1;
    static constexpr bool by_words = are_bytes && steps == 4;
    /// Turns of the loop over k that stand one after the other in the card's code.
    static constexpr int unrolled = greatest_of(1, 1024 / (row_count * column_count * steps));

    Layout layout;

    PH_FN explicit PlainProduct(int thread) : layout(thread) {}

    PH_FN const ElementA* a_row(A a, int i) const {
        const int row = layout.row(i);
        return a.pointer + (Layout::rows_exist ? row : least_of(row, Layout::rows - 1)) * A::stride;
    }
    PH_FN int b_column(int g, int e) const {
        const int column = layout.column(g) + e;
        return Layout::columns_exist ? column : least_of(column, Layout::columns - 1);
    }

    /// Row `step` of b [K, N] at the thread's columns.
    PH_FN void read_b(B b, int step, Chain (&to)[column_count]) const {
        const ElementB* row = b.pointer + step * B::stride;
        PH_PRODUCT_UNROLL
        for (int g = 0; g < group_count; ++g) {
            if constexpr (Layout::columns % neighbours == 0) {
                Chain group[neighbours];
                read<B::alignment>(row + least_of(b_column(g, 0), Layout::columns - neighbours), group);
                PH_PRODUCT_UNROLL
                for (int e = 0; e < neighbours; ++e) to[g * neighbours + e] = group[e];
            } else {
                PH_PRODUCT_UNROLL
                for (int e = 0; e < neighbours; ++e) {
                    to[g * neighbours + e] = element_as<Chain>(row[b_column(g, e)]);
                }
            }
        }
    }

    template <int count>
    PH_FN void add_steps(Chains& c, A a, B b, int step) const {
        Chain from_a[row_count][count];
        PH_PRODUCT_UNROLL
        for (int i = 0; i < row_count; ++i) read<count == 1 ? 1 : A::alignment>(a_row(a, i) + step, from_a[i]);
        if constexpr (is_transposed) {
            PH_PRODUCT_UNROLL
            for (int j = 0; j < column_count; ++j) {
                Chain from_b[count];
                const ElementB* row = b.pointer + b_column(j / neighbours, j % neighbours) * B::stride;
                read<count == 1 ? 1 : B::alignment>(row + step, from_b);
                PH_PRODUCT_UNROLL
                for (int s = 0; s < count; ++s) {
                    PH_PRODUCT_UNROLL
                    for (int i = 0; i < row_count; ++i) c[i][j] = chain_step(from_a[i][s], from_b[s], c[i][j]);
                }
            }
        } else {
            PH_PRODUCT_UNROLL
            for (int s = 0; s < count; ++s) {
                Chain from_b[column_count];
                read_b(b, step + s, from_b);
                PH_PRODUCT_UNROLL
                for (int i = 0; i < row_count; ++i) {
                    PH_PRODUCT_UNROLL
                    for (int j = 0; j < column_count; ++j) c[i][j] = chain_step(from_a[i][s], from_b[j], c[i][j]);
                }
            }
        }
    }

    /// From four words of one byte a column, row after row, the four words of one byte a row.
    static PH_FN void transpose_bytes(unsigned (&words)[4]) {
        const unsigned low01 = machine::permute(words[0], words[1], 0x5140);
        const unsigned high01 = machine::permute(words[0], words[1], 0x7362);
        const unsigned low23 = machine::permute(words[2], words[3], 0x5140);
        const unsigned high23 = machine::permute(words[2], words[3], 0x7362);
        words[0] = machine::permute(low01, low23, 0x5410);
        words[1] = machine::permute(low01, low23, 0x7632);
        words[2] = machine::permute(high01, high23, 0x5410);
        words[3] = machine::permute(high01, high23, 0x7632);
    }

    /// Four steps of b at the columns of group g, a word for each column.
    PH_FN void read_b_words(B b, int step, int g, unsigned (&words)[neighbours]) const {
        if constexpr (is_transposed) {
            PH_UNROLL
            for (int e = 0; e < neighbours; ++e)
                words[e] = machine::word_at(b.pointer + b_column(g, e) * B::stride + step);
        } else if constexpr (neighbours == 4 && Layout::columns % 4 == 0 && B::alignment % 4 == 0) {
            const int column = least_of(b_column(g, 0), Layout::columns - 4);
            PH_UNROLL
            for (int s = 0; s < 4; ++s) words[s] = machine::word_at(b.pointer + (step + s) * B::stride + column);
            transpose_bytes(words);
        } else {
            PH_UNROLL
            for (int e = 0; e < neighbours; ++e) {
                words[e] = 0;
                PH_UNROLL
                for (int s = 0; s < 4; ++s) {
                    const ElementB element = b.pointer[(step + s) * B::stride + b_column(g, e)];
                    words[e] |= static_cast<unsigned>(static_cast<unsigned char>(element.value)) << (8 * s);
                }
            }
        }
    }

    /// Four steps of bytes. All orders of a sum that wraps are one.
    PH_FN void add_words(Chains& c, A a, B b, int step) const {
        unsigned from_a[row_count];
        PH_UNROLL
        for (int i = 0; i < row_count; ++i) from_a[i] = machine::word_at(a_row(a, i) + step);
        PH_UNROLL
        for (int g = 0; g < group_count; ++g) {
            unsigned from_b[neighbours];
            read_b_words(b, step, g, from_b);
            PH_UNROLL
            for (int i = 0; i < row_count; ++i) {
                PH_UNROLL
                for (int e = 0; e < neighbours; ++e) {
                    Chain& sum = c[i][g * neighbours + e];
                    sum = Chain::of(
                        machine::dot4<ElementA::is_signed, ElementB::is_signed>(from_a[i], from_b[e], sum.word()));
                }
            }
        }
    }

    PH_FN void add(Chains& c, A a, B b) const {
        if (!layout.has_elements()) return;
        PH_PRODUCT_UNROLL_BY(unrolled)
        for (int step = 0; step < k / steps * steps; step += steps) {
            if constexpr (by_words) {
                add_words(c, a, b, step);
            } else {
                add_steps<steps>(c, a, b, step);
            }
        }
        PH_PRODUCT_UNROLL
        for (int step = k / steps * steps; step < k; ++step) add_steps<1>(c, a, b, step);
    }
};

}  // namespace ph
