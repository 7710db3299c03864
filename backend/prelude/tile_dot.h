// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/tile_dot_stage.h"

/// Products of matrices in shared memory into one (chapter 10, "Products").
namespace ph {

/// The order of tile-29, and that of tile-31.
struct Exact {};
struct Loose {};

/// How much of a product the block computes at a time, so that the chains fit in registers.
struct Pass {
    int m;
    int n;
};
PH_LAYOUT_FN Pass pass_of(int m, int n, int threads, int chain_bytes) {
    Pass pass{m, n};
    while (fragment_registers(pass.m, pass.n, threads, chain_bytes) > 64) {
        if (pass.m >= pass.n || pass.n <= loose_columns) {
            pass.m = ceil_div(pass.m, 2);
        } else {
            pass.n = rounded_up(ceil_div(pass.n, 2), loose_columns);
        }
    }
    return pass;
}

PH_LAYOUT_FN int common_alignment(int alignment, int bytes) {
    while (bytes % alignment != 0) alignment /= 2;
    return alignment;
}

/// Part of a matrix, from an element on whose column is a multiple of loose_columns or of the part's columns.
template <int rows, int columns, int first_columns, class M>
PH_FN auto part(M of, int row, int column) {
    using E = typename M::Element;
    constexpr int alignment = common_alignment(M::alignment, first_columns * static_cast<int>(sizeof(E)));
    return Matrix<E, rows, columns, M::stride, alignment>{of.pointer + row * M::stride + column};
}

/// One product: whether it begins at the target's elements.
enum class Start { zero, target };

template <Product product, Start start, class Mode, int threads, class A, class B, class T>
struct WholeProduct {
    using ElementT = typename T::Element;
    using Chain = Chosen<start == Start::zero, ProductType<typename A::Element, typename B::Element>,
                         ChainType<ElementT, typename A::Element, typename B::Element>>;
    using Held = Chosen<start == Start::zero, Chain, ElementT>;
    using For =
        Chosen<same<Mode, Loose> && same<Chain, f32>, ForTensorcore, Chosen<product == Product::dot, ForDot, ForDotT>>;
    static constexpr int k = A::columns;
    static constexpr Pass pass = pass_of(T::rows, T::columns, threads, sizeof(Chain));

    A a;
    B b;
    T t;

    template <int m, int n, class Ctx>
    PH_FN void one(const Ctx& ctx, int row, int column) const {
        Fragment<Held, m, n, threads, For> fragment;
        const auto target = part<m, n, pass.n>(t, row, column);
        if constexpr (start == Start::zero) {
            fragment.fill(element_as<Held>(0.0F));
        } else {
            fragment.load(ctx, target);
        }
        const auto rows_of_a = part<m, k, k>(a, row, 0);
        if constexpr (product == Product::dot) {
            accumulate<product>(ctx, fragment, rows_of_a, part<k, n, pass.n>(b, 0, column));
        } else {
            accumulate<product>(ctx, fragment, rows_of_a, part<n, k, k>(b, column, 0));
        }
        fragment.store(ctx, target);
    }

    template <int m, class Ctx>
    PH_FN void rows(const Ctx& ctx, int row) const {
        constexpr int whole = T::columns / pass.n * pass.n;
        PH_PRODUCT_UNROLL_BY(1)
        for (int column = 0; column < whole; column += pass.n) one<m, pass.n>(ctx, row, column);
        if constexpr (whole < T::columns) one<m, T::columns - whole>(ctx, row, whole);
    }

    template <class Ctx>
    PH_FN void all(const Ctx& ctx) const {
        constexpr int whole = T::rows / pass.m * pass.m;
        PH_PRODUCT_UNROLL_BY(1)
        for (int row = 0; row < whole; row += pass.m) rows<pass.m>(ctx, row);
        if constexpr (whole < T::rows) rows<T::rows - whole>(ctx, whole);
    }
};

/// `t = dot(a, b)`, by the whole block; t overlaps neither.
template <class Mode, int threads, int lanes, class A, class B, class T>
PH_FN void dot(const Cta<threads, lanes>& ctx, A a, B b, T t) {
    WholeProduct<Product::dot, Start::zero, Mode, threads, A, B, T>{a, b, t}.all(ctx);
}
template <class Mode, int threads, int lanes, class A, class B, class T>
PH_FN void dot_t(const Cta<threads, lanes>& ctx, A a, B b, T t) {
    WholeProduct<Product::dot_t, Start::zero, Mode, threads, A, B, T>{a, b, t}.all(ctx);
}
/// `t += dot(a, b)` (tile-30).
template <class Mode, int threads, int lanes, class A, class B, class T>
PH_FN void add_dot(const Cta<threads, lanes>& ctx, A a, B b, T t) {
    WholeProduct<Product::dot, Start::target, Mode, threads, A, B, T>{a, b, t}.all(ctx);
}
template <class Mode, int threads, int lanes, class A, class B, class T>
PH_FN void add_dot_t(const Cta<threads, lanes>& ctx, A a, B b, T t) {
    WholeProduct<Product::dot_t, Start::target, Mode, threads, A, B, T>{a, b, t}.all(ctx);
}

}  // namespace ph
