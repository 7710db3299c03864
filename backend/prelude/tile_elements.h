// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/convert.h"
#include "backend/prelude/cta.h"
#include "backend/prelude/scalar.h"

/// The elements of a tile, shared out among the threads of a block, and slices of any rank.
namespace ph {

template <int... extents>
PH_CONSTANT_FN int elements_in() {
    return (1 * ... * extents);
}

/// Elements of a tile in row order: thread t of n visits element t, t + n, ..
///     for (ph::Elements<threads, 64, 16> e(ctx); e.more(); e.next())
template <int threads, int... extents>
class Elements {
public:
    template <int lanes>
    explicit PH_FN Elements(const Cta<threads, lanes>& ctx) : thread_(ctx.thread.value) {}

    PH_FN bool more() const { return turn_ < turns && (count % threads == 0 || index() < count); }
    PH_FN void next() { ++turn_; }

    /// The element's number in row order.
    PH_FN int index() const { return turn_ * threads + thread_; }

    /// Its place along an axis.
    template <int which>
    PH_FN int axis() const {
        constexpr int lengths[] = {extents...};
        int inner = 1;
        for (int a = which + 1; a < static_cast<int>(sizeof...(extents)); ++a) inner *= lengths[a];
        const unsigned place = static_cast<unsigned>(index()) / static_cast<unsigned>(inner);
        return static_cast<int>(which == 0 ? place : place % static_cast<unsigned>(lengths[which]));
    }

private:
    static constexpr int count = elements_in<extents...>();
    static constexpr int turns = (count + threads - 1) / threads;

    int thread_;
    int turn_ = 0;
};

/// Where a slice begins on an axis, and how long the axis is.
struct Axis {
    long long start;
    long long extent;
};
template <class S, class D>
PH_FN Axis axis(S start, D extent) {
    return {wide(start), wide(extent)};
}

/// A slice of a tensor or tile, whose elements from one row to the next lie `stride` apart on every axis. It may lie
/// outside on either side: elements there are 0 and are not written (tile-11).
template <class T, int... extents>
class Window {
    static constexpr int rank = sizeof...(extents);

public:
    /// `row`: how many elements a row takes in memory; the last extent or more.
    template <class... Axes>
    PH_FN Window(T* buffer, long long row, Axes... given) : origin_(buffer) {
        const Axis axes[] = {given...};
        long long stride = 1;
        PH_UNROLL
        for (int a = rank - 1; a >= 0; --a) {
            axes_[a] = axes[a];
            strides_[a] = stride;
            stride *= a == rank - 1 ? row : axes[a].extent;
        }
    }

    template <class... Places>
    PH_FN bool has(Places... places) const {
        const int place[] = {places...};
        bool inside = true;
        PH_UNROLL
        for (int a = 0; a < rank; ++a)
            inside =
                inside && static_cast<unsigned long long>(axes_[a].start) + static_cast<unsigned long long>(place[a]) <
                              static_cast<unsigned long long>(axes_[a].extent);
        return inside;
    }
    template <class... Places>
    PH_FN auto load(Places... places) const {
        using Element = Value<typename WithoutConst<T>::Type>;
        return has(places...) ? Element(origin_[offset(places...)]) : of_pattern<Element>(0U);
    }
    template <class V, class... Places>
    PH_FN void store(V value, Places... places) const {
        if (has(places...)) origin_[offset(places...)] = value;
    }

private:
    /// Of a place inside.
    template <class... Places>
    PH_FN long long offset(Places... places) const {
        const int place[] = {places...};
        long long sum = 0;
        PH_UNROLL
        for (int a = 0; a < rank; ++a) sum += axes_[a].start * strides_[a] + place[a] * strides_[a];
        return sum;
    }

    T* origin_;
    Axis axes_[rank];
    long long strides_[rank];
};

template <int... extents, class T, class D, class... Axes>
PH_FN Window<T, extents...> window(T* buffer, D row, Axes... axes) {
    return Window<T, extents...>(buffer, wide(row), axes...);
}

}  // namespace ph
