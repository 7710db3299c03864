// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/tile_dot_plain.h"

/// Products in the defined order of operands that a loop has laid out for them.
namespace ph {

/// How many lines of a thread are read by one instruction.
template <class T>
inline constexpr int lines_at_once = 16 / static_cast<int>(sizeof(T));

/// Whether a thread of the layout has its rows in whole groups of lines; its columns are neighbours, or such groups.
template <class T, class Layout>
inline constexpr bool has_row_groups = Layout::rows_exist && Layout::row_count % lines_at_once<T> == 0;
template <class T, class Layout>
inline constexpr bool has_wide_neighbours = Layout::columns_exist && Layout::neighbours % lines_at_once<T> == 0;
template <class T, class Layout>
inline constexpr bool has_column_groups =
    Layout::columns_exist && Layout::neighbours == 1 && Layout::group_count % lines_at_once<T> == 0;

/// The rows, and the columns, of a matrix as a panel. Neighbours are side by side as they are.
template <class T, class Layout, int k>
using RowPanel = Panel<T, Layout::rows, k, Layout::thread_rows, lines_at_once<T>>;
template <class T, class Layout, int k>
using ColumnPanel =
    Panel<T, Layout::columns, k, Layout::neighbours == 1 ? Layout::thread_columns : 1, lines_at_once<T>>;

/// Continues the chains c of a thread over all steps of the panel a of rows and of b, a panel of columns or a matrix
/// [K, N].
template <class Chain, class Layout, class A, class B>
struct PanelProduct {
    static constexpr int row_count = Layout::row_count;
    static constexpr int column_count = Layout::group_count * Layout::neighbours;
    static constexpr int at_once = lines_at_once<Chain>;
    /// Turns of the loop over k that stand one after the other in the card's code.
    static constexpr int unrolled = greatest_of(1, 1024 / (row_count * column_count));
    using Chains = Chain[row_count][column_count];

    static constexpr int columns_at_once = greatest_of(Layout::neighbours, at_once);

    /// Where in a step the thread's first row and column are.
    int first_row;
    int first_column;

    PH_FN explicit PanelProduct(int thread) {
        const Layout layout(thread);
        first_row = machine::kept(layout.first_row * at_once);
        first_column = machine::kept(layout.first_group * columns_at_once);
    }

    /// Every `spacing`-th run of `width` elements.
    template <int width, int count>
    static PH_FN void read_runs(const Chain* first, int spacing, Chain (&to)[count]) {
        PH_PRODUCT_UNROLL
        for (int i = 0; i < count; i += width) {
            Chain run[width];
            read<16>(first + i * spacing, run);
            PH_PRODUCT_UNROLL
            for (int e = 0; e < width; ++e) to[i + e] = run[e];
        }
    }

    PH_FN void add(Chains& c, A a, B b) const {
        PH_PRODUCT_UNROLL_BY(unrolled)
        for (int step = 0; step < A::columns; ++step) {
            Chain from_a[row_count];
            Chain from_b[column_count];
            read_runs<at_once>(a.pointer + first_row + step * A::stride, Layout::thread_rows, from_a);
            read_runs<columns_at_once>(b.pointer + first_column + step * B::stride, Layout::thread_columns, from_b);
            PH_PRODUCT_UNROLL
            for (int i = 0; i < row_count; ++i) {
                PH_PRODUCT_UNROLL
                for (int j = 0; j < column_count; ++j) c[i][j] = chain_step(from_a[i], from_b[j], c[i][j]);
            }
        }
    }
};

}  // namespace ph
