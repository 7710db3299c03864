// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/collectives.h"
#include "backend/prelude/convert.h"
#include "backend/prelude/cta.h"
#include "backend/prelude/math.h"

/// Functions of the rows of a tile. `element(i, j)` computes an element of the operand, each once; `result(i, v)` or
/// `result(i, j, v)` takes one of the result.
namespace ph {

/// How many threads share a row, whatever the width of a warp: as many as tile-33 has partial sums.
inline constexpr int row_threads = 32;

/// Calls `row(i, part)` of every row for each of the threads that share it; the row may be beyond the last one, so that
/// all lanes of a warp call it together.
template <int rows, int threads, int lanes, class Row>
PH_FN void each_row(const Cta<threads, lanes>& ctx, Row row) {
    static_assert(lanes % row_threads == 0);
    constexpr int groups = threads / row_threads;
    const int group = ctx.thread.value / row_threads;
    const int part = ctx.thread.value % row_threads;
    for (int first = 0; first < rows; first += groups) row(first + group, part);
}

/// tile-33
template <class T, int rows, int columns, int threads, int lanes, class Element, class Result>
PH_FN void rowsum(const Cta<threads, lanes>& ctx, Element element, Result result) {
    each_row<rows>(ctx, [&](int i, int part) {
        T sum = of_pattern<T>(0U);
        if (i < rows)
            for (int j = part; j < columns; j += row_threads) sum = sum + element(i, j);
        sum = butterfly<Sum, lanes, row_threads / 2>(sum);
        if (i < rows && part == 0) result(i, sum);
    });
}

/// tile-34: neither operation can tell the order.
template <class Op, class T, int rows, int columns, int threads, int lanes, class Element, class Result>
PH_FN void rows_by(const Cta<threads, lanes>& ctx, Element element, Result result) {
    each_row<rows>(ctx, [&](int i, int part) {
        T best = Op::template identity<T>();
        if (i < rows)
            for (int j = part; j < columns; j += row_threads) best = Op::template step<T>(best, element(i, j));
        best = butterfly<Op, lanes, row_threads / 2>(best);
        if (i < rows && part == 0) result(i, best);
    });
}
template <class T, int rows, int columns, int threads, int lanes, class Element, class Result>
PH_FN void rowmax(const Cta<threads, lanes>& ctx, Element element, Result result) {
    rows_by<Max, T, rows, columns>(ctx, element, result);
}
template <class T, int rows, int columns, int threads, int lanes, class Element, class Result>
PH_FN void rowmin(const Cta<threads, lanes>& ctx, Element element, Result result) {
    rows_by<Min, T, rows, columns>(ctx, element, result);
}

/// tile-35: each thread has the first of its columns with the greatest element; of the threads that have the row's, the
/// least column counts.
template <class T, int rows, int columns, int threads, int lanes, class Element, class Result>
PH_FN void rowargmax(const Cta<threads, lanes>& ctx, Element element, Result result) {
    each_row<rows>(ctx, [&](int i, int part) {
        T own = Max::identity<T>();
        i32 column = i32::greatest();
        if (i < rows)
            for (int j = part; j < columns; j += row_threads) {
                const T value = element(i, j);
                const bool is_first = column == i32::greatest() && value == value;
                if (is_first || value > own) own = value, column = i32(j);
            }
        const T greatest = butterfly<Max, lanes, row_threads / 2>(own);
        column = own == greatest ? column : i32::greatest();
        column = butterfly<Min, lanes, row_threads / 2>(column);
        if (i < rows && part == 0) result(i, column == i32::greatest() ? i32(0) : column);
    });
}

/// tile-36
template <class T, int rows, int columns, int threads, int lanes, class Element, class Result>
PH_FN void cumsum(const Cta<threads, lanes>& ctx, Element element, Result result) {
    for (int j = ctx.thread.value; j < columns; j += threads) {
        T sum = element(0, j);
        result(0, j, sum);
        for (int i = 1; i < rows; ++i) {
            sum = sum + element(i, j);
            result(i, j, sum);
        }
    }
}

}  // namespace ph
