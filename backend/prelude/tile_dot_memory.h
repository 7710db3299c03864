// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/convert.h"
#include "backend/prelude/cta.h"
#include "backend/prelude/tile_dot_layout.h"
#include "backend/prelude/tile_dot_machine.h"

/// Where products read and write: matrices in shared memory and slices of tensors.
namespace ph {

/// An operand or target in shared memory, row after row. The buffer has rows * stride elements, and every row's first
/// one lies on a multiple of `row_alignment` bytes.
template <class T, int row_count, int column_count, int row_stride = column_count,
          int row_alignment = static_cast<int>(sizeof(T))>
struct Matrix {
    using Element = T;
    static constexpr int rows = row_count;
    static constexpr int columns = column_count;
    static constexpr int stride = row_stride;
    static constexpr int alignment = row_alignment;
    static_assert(stride >= columns && alignment >= static_cast<int>(sizeof(T)));
    static_assert(rows == 1 || stride * static_cast<int>(sizeof(T)) % alignment == 0);

    T* pointer;
};

/// The elements [row, row + rows) x [column, column + columns) of a tensor with the extents d0 and d1 (tile-5), of
/// which those outside are 0 and are not written (tile-11). The tensor's address, and d1 and `column` counted in bytes,
/// are multiples of `byte_alignment`: of as many neighbours all are inside or none.
template <class T, int row_count, int column_count, int byte_alignment>
struct Slice {
    using Element = typename WithoutConst<T>::Type;
    static constexpr int rows = row_count;
    static constexpr int columns = column_count;
    static constexpr int alignment = byte_alignment;
    static_assert(alignment >= static_cast<int>(sizeof(T)) && 16 % alignment == 0);

    T* tensor;
    long long d0;
    long long d1;
    long long row;
    long long column;

    /// Whether no element lies outside.
    PH_FN bool is_inside() const { return row >= 0 && row + rows <= d0 && column >= 0 && column + columns <= d1; }
    PH_FN bool has(int i, int j) const {
        return static_cast<unsigned long long>(row + i) < static_cast<unsigned long long>(d0) &&
               static_cast<unsigned long long>(column + j) < static_cast<unsigned long long>(d1);
    }
    PH_FN T* at(int i, int j) const { return tensor + (row * d1 + column) + (i * d1 + j); }
};

template <int rows, int columns, int alignment, class T, class D0, class D1, class Row, class Column>
PH_FN Slice<T, rows, columns, alignment> slice(T* tensor, D0 d0, D1 d1, Row row, Column column) {
    return {tensor, wide(d0), wide(d1), wide(row), wide(column)};
}
template <int rows, int columns, class T, class D0, class D1, class Row, class Column>
PH_FN auto slice(T* tensor, D0 d0, D1 d1, Row row, Column column) {
    return slice<rows, columns, static_cast<int>(sizeof(T))>(tensor, d0, d1, row, column);
}

/// `convert`, which between equal types is nothing.
template <class To, class From>
PH_FN To element_as(From x) {
    if constexpr (same<To, From>) {
        return x;
    } else {
        return convert<To>(x);
    }
}

/// Neighbours that are read or written by one instruction.
template <class T, int count>
struct alignas(count * sizeof(T)) Pack {
    T elements[count];
};

/// The widest access of neighbours that `alignment` allows, of at most `count` elements, which it divides.
template <class T>
PH_LAYOUT_FN int pack_width(int alignment, int count) {
    int width = greatest_of(1, least_of(alignment, 16) / static_cast<int>(sizeof(T)));
    while (count % width != 0) width /= 2;
    return width;
}

/// `count` neighbours from an address that is a multiple of `alignment`.
template <int alignment, int count, class To, class T>
PH_FN void read(const T* from, To (&to)[count]) {
    constexpr int width = pack_width<T>(alignment, count);
    PH_UNROLL
    for (int p = 0; p < count; p += width) {
        const Pack<T, width> pack = *reinterpret_cast<const Pack<T, width>*>(from + p);
        PH_UNROLL
        for (int e = 0; e < width; ++e) to[p + e] = element_as<To>(pack.elements[e]);
    }
}

template <int alignment, int count, class T, class From>
PH_FN void write(T* to, const From (&from)[count]) {
    constexpr int width = pack_width<T>(alignment, count);
    PH_UNROLL
    for (int p = 0; p < count; p += width) {
        Pack<T, width> pack;
        PH_UNROLL
        for (int e = 0; e < width; ++e) pack.elements[e] = element_as<T>(from[p + e]);
        *reinterpret_cast<Pack<T, width>*>(to + p) = pack;
    }
}

}  // namespace ph
