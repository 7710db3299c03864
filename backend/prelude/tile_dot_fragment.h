// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/tile_dot_loose.h"
#include "backend/prelude/tile_dot_panel.h"

/// Matrices that the threads of a block hold in registers, and products into them.
namespace ph {

/// What a fragment is laid out for. Every fragment takes every product.
struct ForDot {
    static constexpr int most_neighbours = 4;
};
struct ForDotT {
    static constexpr int most_neighbours = 1;
};
/// In kernels with `@tensorcore`; operands are not f64.
struct ForTensorcore {
    static constexpr int most_neighbours = 4;
};

template <class Purpose, int m, int n, int threads>
using LayoutFor = Chosen<same<Purpose, ForTensorcore> && machine::has_tensor_cores, PieceLayout<m, n, threads>,
                         PlainLayout<m, n, threads, Purpose::most_neighbours>>;

/// The type of a product of these operands (tile-28).
template <class A, class B>
using ProductType = Chosen<is_integer<A>, i32, Chosen<same<A, f64> || same<B, f64>, f64, f32>>;
/// The type of its chains where they begin at elements of T (tile-30).
template <class T, class A, class B>
using ChainType = Chosen<same<T, f64>, f64, ProductType<A, B>>;

template <class T, int m, int n, int threads, class Purpose>
struct Fragment {
    using Element = T;
    using Layout = LayoutFor<Purpose, m, n, threads>;
    using For = Purpose;
    static constexpr int rows = m;
    static constexpr int columns = n;
    static constexpr int thread_count = threads;
    static constexpr int row_count = Layout::row_count;
    static constexpr int group_count = Layout::group_count;
    static constexpr int neighbours = Layout::neighbours;
    static constexpr int column_count = group_count * neighbours;

    T elements[row_count][column_count];

    PH_FN void fill(T value) {
        PH_PRODUCT_UNROLL
        for (int i = 0; i < row_count; ++i) {
            PH_PRODUCT_UNROLL
            for (int j = 0; j < column_count; ++j) elements[i][j] = value;
        }
    }

    /// Calls visit(i, j, element) for each element that the thread has, in the rows and columns of the matrix.
    template <class Ctx, class Visit>
    PH_FN void for_each(const Ctx& ctx, Visit visit) {
        const Layout layout(ctx.thread.value);
        PH_PRODUCT_UNROLL
        for (int i = 0; i < row_count; ++i) {
            const int row = layout.row(i);
            PH_PRODUCT_UNROLL
            for (int j = 0; j < column_count; ++j) {
                const int column = layout.column(j / neighbours) + j % neighbours;
                if ((Layout::rows_exist || row < m) && (Layout::columns_exist || column < n)) {
                    visit(row, column, elements[i][j]);
                }
            }
        }
    }

    /// Calls visit(i, j, elements) for each group of neighbours; of columns that n does not divide into such groups
    /// none may lie outside.
    template <class Ctx, class Visit>
    PH_FN void for_each_group(const Ctx& ctx, Visit visit) {
        static_assert(n % neighbours == 0);
        const Layout layout(ctx.thread.value);
        PH_PRODUCT_UNROLL
        for (int i = 0; i < row_count; ++i) {
            const int row = layout.row(i);
            PH_PRODUCT_UNROLL
            for (int g = 0; g < group_count; ++g) {
                const int column = layout.column(g);
                if ((Layout::rows_exist || row < m) && (Layout::columns_exist || column < n)) {
                    visit(row, column, *reinterpret_cast<T(*)[neighbours]>(&elements[i][g * neighbours]));
                }
            }
        }
    }

    template <class Ctx, class E, int stride, int alignment>
    PH_FN void load(const Ctx& ctx, Matrix<E, m, n, stride, alignment> from) {
        for_each(ctx, [&](int i, int j, T& element) { element = element_as<T>(from.pointer[i * stride + j]); });
    }
    template <class Ctx, class E, int alignment, class Position>
    PH_FN void load(const Ctx& ctx, Slice<E, m, n, alignment, Position> from) {
        for_each(ctx, [&](int i, int j, T& element) {
            element = element_as<T>(from.has(i, j) ? *from.at(i, j) : element_as<typename WithoutConst<E>::Type>(0.0F));
        });
    }

    template <class Ctx, class E, int stride, int alignment>
    PH_FN void store(const Ctx& ctx, Matrix<E, m, n, stride, alignment> to) {
        constexpr int group_bytes = neighbours * static_cast<int>(sizeof(E));
        if constexpr (n % neighbours == 0 && alignment % group_bytes == 0) {
            for_each_group(ctx, [&](int i, int j, T(&group)[neighbours]) {
                write<group_bytes>(to.pointer + i * stride + j, group);
            });
        } else {
            for_each(ctx, [&](int i, int j, T& element) { to.pointer[i * stride + j] = element_as<E>(element); });
        }
    }
    template <class Ctx, class E, int alignment, class Position>
    PH_FN void store(const Ctx& ctx, Slice<E, m, n, alignment, Position> to) {
        constexpr int group_bytes = neighbours * static_cast<int>(sizeof(E));
        if constexpr (n % neighbours == 0 && alignment % group_bytes == 0) {
            for_each_group(ctx, [&](int i, int j, T(&group)[neighbours]) {
                if (to.has(i, j)) write<group_bytes>(to.at(i, j), group);
            });
        } else {
            for_each(ctx, [&](int i, int j, T& element) {
                if (to.has(i, j)) *to.at(i, j) = element_as<E>(element);
            });
        }
    }
};

/// How the threads of a fragment's layout add a product to their chains.
template <Product product, class Fragment, class A, class B>
struct ProductInto {
    using ElementA = typename A::Element;
    using ElementB = typename B::Element;
    using Layout = typename Fragment::Layout;
    using Chain = ChainType<typename Fragment::Element, ElementA, ElementB>;
    static constexpr bool is_in_pieces =
        same<typename Fragment::For, ForTensorcore> && multiplies_in_pieces<ElementA, ElementB> && same<Chain, f32>;
    using By =
        Chosen<is_panel<A>, PanelProduct<Chain, Layout, A, B>,
               Chosen<is_in_pieces, PieceProduct<product, Layout, A, B>, PlainProduct<product, Chain, Layout, A, B>>>;
};

template <class Chain, class By, class Fragment, class A, class B>
PH_FN void accumulate(const By& by, Fragment& fragment, A a, B b) {
    using T = typename Fragment::Element;
    constexpr int row_count = Fragment::row_count;
    constexpr int column_count = Fragment::column_count;
    if constexpr (same<T, Chain>) {
        by.add(fragment.elements, a, b);
    } else {
        Chain chains[row_count][column_count];
        PH_PRODUCT_UNROLL
        for (int i = 0; i < row_count; ++i) {
            PH_PRODUCT_UNROLL
            for (int j = 0; j < column_count; ++j) chains[i][j] = element_as<Chain>(fragment.elements[i][j]);
        }
        by.add(chains, a, b);
        PH_PRODUCT_UNROLL
        for (int i = 0; i < row_count; ++i) {
            PH_PRODUCT_UNROLL
            for (int j = 0; j < column_count; ++j) fragment.elements[i][j] = element_as<T>(chains[i][j]);
        }
    }
}
template <Product product, class Ctx, class Fragment, class A, class B>
PH_FN void accumulate(const Ctx& ctx, Fragment& fragment, A a, B b) {
    using Into = ProductInto<product, Fragment, A, B>;
    accumulate<typename Into::Chain>(typename Into::By(ctx.thread.value), fragment, a, b);
}

/// `fragment += dot(a, b)` with a [M, K] and b [K, N] in shared memory (tile-30).
template <class Ctx, class Fragment, class A, class B>
PH_FN void accumulate_dot(const Ctx& ctx, Fragment& fragment, A a, B b) {
    accumulate<Product::dot>(ctx, fragment, a, b);
}
/// `fragment += dot_t(a, b)` with b [N, K].
template <class Ctx, class Fragment, class A, class B>
PH_FN void accumulate_dot_t(const Ctx& ctx, Fragment& fragment, A a, B b) {
    accumulate<Product::dot_t>(ctx, fragment, a, b);
}

}  // namespace ph
