// SPDX-License-Identifier: Apache-2.0
#include "interp/meaning/tile_loops.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "interp/meaning/arithmetic.h"
#include "interp/meaning/dispatch.h"

namespace phobos::interp::meaning {

namespace {

/// What a row is folded by: so many partial results, each of every 32nd column.
constexpr std::size_t partials = 32;

/// tile-33: 32 partial sums from 0, then a butterfly, of which the first element alone is asked for
template <class T>
struct RowSumBody {
    static void run(const void* a, void* out, std::size_t rows, std::size_t columns) {
        const T* x = static_cast<const T*>(a);
        for (std::size_t i = 0; i < rows; ++i, x += columns) {
            alignas(64) std::array<T, partials> sums{};
            std::size_t j = 0;
            for (; j + partials <= columns; j += partials)
                for (std::size_t lane = 0; lane < partials; ++lane) sums[lane] = Add::apply(sums[lane], x[j + lane]);
            for (std::size_t lane = 0; j < columns; ++j, ++lane) sums[lane] = Add::apply(sums[lane], x[j]);
            for (std::size_t offset = partials / 2; offset > 0; offset /= 2)
                for (std::size_t lane = 0; lane < offset; ++lane)
                    sums[lane] = Add::apply(sums[lane], sums[lane + offset]);
            static_cast<T*>(out)[i] = sums[0];
        }
    }
};

/// tile-34: min and max, which give the same in any order.
template <class Op, class T>
T fold_row(const T* x, std::size_t columns) {
    T result = x[0];
    std::size_t j = 1;
    if (columns >= partials) {
        alignas(64) std::array<T, partials> best;
        std::copy_n(x, partials, best.begin());
        for (j = partials; j + partials <= columns; j += partials)
            for (std::size_t lane = 0; lane < partials; ++lane) best[lane] = Op::apply(best[lane], x[j + lane]);
        for (std::size_t offset = partials / 2; offset > 0; offset /= 2)
            for (std::size_t lane = 0; lane < offset; ++lane) best[lane] = Op::apply(best[lane], best[lane + offset]);
        result = best[0];
    }
    for (; j < columns; ++j) result = Op::apply(result, x[j]);
    return result;
}
template <class Op, class T>
struct RowFoldBody {
    static void run(const void* a, void* out, std::size_t rows, std::size_t columns) {
        const T* x = static_cast<const T*>(a);
        for (std::size_t i = 0; i < rows; ++i, x += columns) static_cast<T*>(out)[i] = fold_row<Op>(x, columns);
    }
};
/// tile-35: the first column that is equal to the maximum; nothing is in a row of NaN.
template <class T>
struct RowArgmaxBody {
    static void run(const void* a, void* out, std::size_t rows, std::size_t columns) {
        const T* x = static_cast<const T*>(a);
        for (std::size_t i = 0; i < rows; ++i, x += columns) {
            const auto largest = comparable(fold_row<Maximum>(x, columns));
            std::size_t j = 0;
            while (j < columns && comparable(x[j]) != largest) ++j;
            static_cast<std::int32_t*>(out)[i] = j < columns ? static_cast<std::int32_t>(j) : 0;
        }
    }
};

/// tile-36: each row is the sum of those before and itself, row after row.
template <class T>
struct CumulativeSumBody {
    static void run(const void* a, void* out, std::size_t rows, std::size_t columns) {
        const T* x = static_cast<const T*>(a);
        T* r = static_cast<T*>(out);
        std::copy_n(x, columns, r);
        for (std::size_t i = 1; i < rows; ++i) {
            const T* const above = r;
            x += columns;
            r += columns;
#pragma GCC ivdep
            for (std::size_t j = 0; j < columns; ++j) r[j] = Add::apply(above[j], x[j]);
        }
    }
};

// --- those that but move elements, by the size of one ---

/// tile-37
template <class T>
struct LowerTriangleBody {
    static void run(const void* a, void* out, std::size_t rows, std::size_t columns) {
        const T* x = static_cast<const T*>(a);
        T* r = static_cast<T*>(out);
        for (std::size_t i = 0; i < rows; ++i, x += columns, r += columns) {
            const std::size_t kept = std::min(i + 1, columns);
            std::copy_n(x, kept, r);
            std::fill(r + kept, r + columns, T{0});
        }
    }
};
/// tile-38: squares of a few cache lines, so that each line is fetched once.
template <class T>
struct TransposeBody {
    static void run(const void* a, void* out, std::size_t rows, std::size_t columns) {
        constexpr std::size_t side = 16;
        const T* const x = static_cast<const T*>(a);
        T* const r = static_cast<T*>(out);
        for (std::size_t row = 0; row < rows; row += side)
            for (std::size_t column = 0; column < columns; column += side)
                for (std::size_t j = column; j < std::min(column + side, columns); ++j)
                    for (std::size_t i = row; i < std::min(row + side, rows); ++i) r[j * rows + i] = x[i * columns + j];
    }
};

template <class Body>
RowLoop picked(Isa isa) {
    return pick<Body, const void*, void*, std::size_t, std::size_t>(isa);
}

template <class T>
RowLoop number_loop(Isa isa, Builtin function) {
    if (function == Builtin::rowsum) return picked<RowSumBody<T>>(isa);
    if (function == Builtin::rowmax) return picked<RowFoldBody<Maximum, T>>(isa);
    if (function == Builtin::rowmin) return picked<RowFoldBody<Minimum, T>>(isa);
    if (function == Builtin::rowargmax) return picked<RowArgmaxBody<T>>(isa);
    if (function == Builtin::cumsum) return picked<CumulativeSumBody<T>>(isa);
    return nullptr;
}

template <template <class> class Body>
RowLoop moving_loop(Isa isa, ScalarType type) {
    switch (bytes(type)) {
        case 1: return picked<Body<std::uint8_t>>(isa);
        case 2: return picked<Body<std::uint16_t>>(isa);
        case 4: return picked<Body<std::uint32_t>>(isa);
        default: return picked<Body<std::uint64_t>>(isa);
    }
}

}  // namespace

RowLoop row_loop(Isa isa, Builtin function, ScalarType type) {
    if (function == Builtin::tril) return moving_loop<LowerTriangleBody>(isa, type);
    if (function == Builtin::transpose) return moving_loop<TransposeBody>(isa, type);
    return with_host_type(type, [&]<class T>() -> RowLoop {
        if constexpr (std::is_same_v<T, Bool>)
            return nullptr;
        else
            return number_loop<T>(isa, function);
    });
}

}  // namespace phobos::interp::meaning
