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

    /// Its place along an axis: of what all turns of a thread share no more is computed in each than must be.
    template <int which>
    PH_FN int axis() const {
        constexpr unsigned length = lengths[which];
        constexpr unsigned inner = elements_after(which);
        constexpr unsigned all = threads;
        const unsigned thread = static_cast<unsigned>(thread_);
        unsigned place = 0;
        if constexpr (all % (inner * length) == 0 && which > 0)
            return static_cast<int>(thread / inner % length);
        else if constexpr (all % inner == 0)
            place = static_cast<unsigned>(turn_) * (all / inner) + thread / inner;
        else
            place = static_cast<unsigned>(index()) / inner;
        return static_cast<int>(which == 0 ? place : place % length);
    }

private:
    static constexpr int lengths[sizeof...(extents)] = {extents...};
    static PH_CONSTANT_FN unsigned elements_after(int which) {
        unsigned product = 1;
        for (int a = which + 1; a < static_cast<int>(sizeof...(extents)); ++a)
            product *= static_cast<unsigned>(lengths[a]);
        return product;
    }
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
    PH_FN Window(T* buffer, long long row, Axes... given) : buffer_(buffer) {
        const Axis axes[] = {given...};
        unsigned long long stride = 1;
        unsigned long long first = 0;
        PH_UNROLL
        for (int a = rank - 1; a >= 0; --a) {
            constexpr int lengths[] = {extents...};
            const long long start = between(axes[a].start, -lengths[a], axes[a].extent);
            first_inside_[a] = static_cast<int>(start < 0 ? -start : 0);
            inside_[a] = static_cast<int>(between(axes[a].extent - start, 0, lengths[a])) - first_inside_[a];
            strides_[a] = static_cast<long long>(stride);
            first += static_cast<unsigned long long>(axes[a].start) * stride;
            stride *= static_cast<unsigned long long>(a == rank - 1 ? row : axes[a].extent);
        }
        first_ = static_cast<long long>(first);
    }

    template <class... Places>
    PH_FN bool has(Places... places) const {
        const int place[] = {places...};
        bool inside = true;
        PH_UNROLL
        for (int a = 0; a < rank; ++a)
            inside = inside && static_cast<unsigned>(place[a] - first_inside_[a]) < static_cast<unsigned>(inside_[a]);
        return inside;
    }
    template <class... Places>
    PH_FN auto load(Places... places) const {
        using Element = Value<typename WithoutConst<T>::Type>;
        return has(places...) ? Element(buffer_[offset(places...)]) : of_pattern<Element>(0U);
    }
    template <class V, class... Places>
    PH_FN void store(V value, Places... places) const {
        if (has(places...)) buffer_[offset(places...)] = value;
    }

private:
    static PH_FN long long between(long long value, long long least, long long most) {
        return value < least ? least : value < most ? value : most;
    }

    /// Of a place inside.
    template <class... Places>
    PH_FN long long offset(Places... places) const {
        const int place[] = {places...};
        long long sum = first_;
        PH_UNROLL
        for (int a = 0; a < rank; ++a) sum += place[a] * strides_[a];
        return sum;
    }

    T* buffer_;
    long long first_;         ///< the offset of the slice's first element, which may lie outside
    int first_inside_[rank];  ///< along each axis: the first place that is not before the buffer
    int inside_[rank];        ///< and how many are not behind it
    long long strides_[rank];
};

template <int... extents, class T, class D, class... Axes>
PH_FN Window<T, extents...> window(T* buffer, D row, Axes... axes) {
    return Window<T, extents...>(buffer, wide(row), axes...);
}

}  // namespace ph
