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

    /// How far an element is from the first one.
    static PH_FN int offset(int i, int j) { return i * stride + j; }

    T* pointer;
};

/// An operand in shared memory that is read step after step: `line_count` rows of [M, K] (columns of [K, N]), those
/// that one thread has side by side. A thread has every `line_spacing`-th line, and reads `line_group` of them at once.
template <class T, int line_count, int step_count, int line_spacing, int line_group>
struct Panel {
    using Element = T;
    static constexpr int rows = line_count;
    static constexpr int columns = step_count;
    static constexpr int spacing = line_spacing;
    static constexpr int group = line_group;
    static constexpr int stride = dot_stride(rows, sizeof(T));
    static constexpr int alignment = 16;
    static_assert(rows % (spacing * group) == 0);

    /// Where in a step a line stands. Over sums of lines whose parts by the three factors do not carry it is linear.
    static PH_FN int place(int line) {
        return line / (spacing * group) * (spacing * group) + line % spacing * group + line / spacing % group;
    }
    static PH_FN int line_at(int place) {
        return place / (spacing * group) * (spacing * group) + place % group * spacing + place / group % spacing;
    }
    static PH_FN int offset(int line, int step) { return step * stride + place(line); }

    T* pointer;
};
template <class M>
inline constexpr bool is_panel = false;
template <class T, int lines, int steps, int spacing, int group>
inline constexpr bool is_panel<Panel<T, lines, steps, spacing, group>> = true;

/// The elements [row, row + rows) x [column, column + columns) of a tensor with the extents d0 and d1 (tile-5), of
/// which those outside are 0 and are not written (tile-11). The tensor's address, and d1 and `column` counted in bytes,
/// are multiples of `byte_alignment`: of as many neighbours all are inside or none.
template <class T, int row_count, int column_count, int byte_alignment, class Position>
struct Slice {
    using Element = typename WithoutConst<T>::Type;
    using Unsigned = Chosen<same<Position, int>, unsigned, unsigned long long>;
    static constexpr int rows = row_count;
    static constexpr int columns = column_count;
    static constexpr int alignment = byte_alignment;
    static_assert(alignment >= static_cast<int>(sizeof(T)) && 16 % alignment == 0);

    T* tensor;
    int d0;
    int d1;
    Position row;
    Position column;

    /// Whether no element lies outside.
    PH_FN bool is_inside() const { return row >= 0 && row <= d0 - rows && column >= 0 && column <= d1 - columns; }
    PH_FN bool has(int i, int j) const {
        return static_cast<Unsigned>(row) + static_cast<Unsigned>(i) < static_cast<Unsigned>(d0) &&
               static_cast<Unsigned>(column) + static_cast<Unsigned>(j) < static_cast<Unsigned>(d1);
    }
    PH_FN T* first() const { return tensor + offset(row, column, d1); }
    PH_FN T* at(int i, int j) const { return first() + offset(i, j, d1); }
    /// Of an element, in a tensor of that many columns.
    static PH_FN long long offset(int row, int column, int extent) { return machine::wide_sum(row, extent, column); }
    static PH_FN long long offset(long long row, long long column, int extent) { return row * extent + column; }
};

/// Positions of these types in a type that has them all.
template <class I>
inline constexpr bool is_within_int = sizeof(I) < sizeof(int) || same<I, int> || same<I, i32>;
template <class I, class J>
using PositionOf = Chosen<is_within_int<I> && is_within_int<J>, int, long long>;

template <int rows, int columns, int alignment, class T, class D0, class D1, class Row, class Column>
PH_FN Slice<T, rows, columns, alignment, PositionOf<Row, Column>> slice(T* tensor, D0 d0, D1 d1, Row row,
                                                                        Column column) {
    using Position = PositionOf<Row, Column>;
    return {tensor, static_cast<int>(wide(d0)), static_cast<int>(wide(d1)), static_cast<Position>(wide(row)),
            static_cast<Position>(wide(column))};
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

/// On the host an access that the card would not have ends the process.
template <class T, int width>
PH_FN void expect_pack([[maybe_unused]] const void* address) {
#if !defined(__CUDACC__)
    machine::expect_multiple<static_cast<int>(sizeof(Pack<T, width>))>(address);
#endif
}

/// `count` neighbours from an address that is a multiple of `alignment`.
template <int alignment, int count, class To, class T>
PH_FN void read(const T* from, To (&to)[count]) {
    constexpr int width = pack_width<T>(alignment, count);
    PH_UNROLL
    for (int p = 0; p < count; p += width) {
        expect_pack<T, width>(from + p);
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
        expect_pack<T, width>(to + p);
        *reinterpret_cast<Pack<T, width>*>(to + p) = pack;
    }
}

}  // namespace ph
