// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/tile_dot_plain.h"

/// Products by tensor cores, whose order of k is free (tile-31).
namespace ph {

/// Which elements of an M x N matrix a thread has where warps share it in pieces of 16 x 8: those that a tensor core
/// gives it. The names are those of PlainLayout.
template <int m, int n, int threads>
struct PieceLayout {
    static constexpr WarpGrid grid = warp_grid(m, n, threads);
    static constexpr int warp_columns = grid.columns;
    static constexpr int row_pieces = grid.row_pieces(m);
    static constexpr int column_pieces = grid.column_pieces(n);
    static constexpr int rows = m;
    static constexpr int columns = n;
    static constexpr int neighbours = 2;
    static constexpr int row_count = 2 * row_pieces;
    static constexpr int group_count = column_pieces;
    static constexpr bool rows_exist = row_pieces * 16 * grid.rows == m;
    static constexpr bool columns_exist = column_pieces * 8 * grid.columns == n;

    int lane;
    int first_piece_row;
    int first_piece_column;

    PH_FN explicit PieceLayout(int thread) {
        const unsigned warp = static_cast<unsigned>(thread) / 32;
        lane = static_cast<int>(static_cast<unsigned>(thread) % 32);
        first_piece_row = static_cast<int>(warp / warp_columns) * row_pieces * 16;
        first_piece_column = static_cast<int>(warp % warp_columns) * column_pieces * 8;
    }

    PH_FN int row(int i) const { return first_piece_row + lane / 4 + i * 8; }
    PH_FN int column(int g) const { return first_piece_column + lane % 4 * 2 + g * 8; }
    PH_FN bool has_elements() const { return has_pieces() && (columns_exist || column(0) < n); }
    /// Whether any of the warp's threads has elements.
    PH_FN bool has_pieces() const {
        return (rows_exist || first_piece_row < m) && (columns_exist || first_piece_column < n);
    }
};

/// Whether the products of these operands are those of a tensor core of the machine.
template <class ElementA, class ElementB>
inline constexpr bool multiplies_in_pieces =
    machine::has_wide_tensor_cores || (machine::has_tensor_cores && same<ElementA, f16> && same<ElementB, f16>);

/// Adds to the sums c of a thread the product of a and b; b is [K, N], or for dot_t [N, K].
template <Product product, class Layout, class A, class B>
struct PieceProduct;

#if defined(PH_TILE_HAS_CARD)

template <Product product, class Layout, class A, class B>
struct PieceProduct {
    using ElementA = typename A::Element;
    using ElementB = typename B::Element;
    /// The operands of the instruction: of one 16-bit type as they are, others as f32.
    using Operand = Chosen<same<ElementA, ElementB> && is_float16<ElementA>, ElementA, f32>;
    static constexpr bool is_transposed = product == Product::dot_t;
    static constexpr bool is_narrow = is_float16<Operand>;
    static constexpr int m = A::rows;
    static constexpr int n = is_transposed ? B::rows : B::columns;
    static constexpr int k = A::columns;
    static constexpr int steps = is_narrow ? 16 : 8;
    static constexpr int row_pieces = Layout::row_pieces;
    static constexpr int column_pieces = Layout::column_pieces;
    /// Neighbours along k in a word, and of these words in a piece's row of 16 bytes.
    static constexpr int in_word = is_narrow ? 2 : 1;
    static constexpr int in_row = 4 * in_word;
    using Chains = float[2 * row_pieces][2 * column_pieces];

    static_assert(k == (is_transposed ? B::columns : B::rows));
    static_assert(same<Operand, f16> || machine::has_wide_tensor_cores);

    /// An operand along k that needs no conversion and has whole pieces is read piece by piece.
    template <class M>
    static constexpr bool has_whole_pieces =
        same<typename M::Element, Operand> && M::alignment % 16 == 0 && k % steps == 0;
    static constexpr int n_of_pieces = rounded_up(n, loose_columns);
    static constexpr bool b_has_whole_pieces =
        has_whole_pieces<B> && (is_transposed || (is_narrow && n_of_pieces <= B::stride));

    /// Pieces of columns are read two at a time; of an odd number the last one has no neighbour.
    static constexpr bool reads_pairs = Layout::columns_exist && column_pieces % 2 == 0;

    Layout layout;
    /// Where in a and b the thread's word or row of its first pieces is.
    int first_a;
    int first_b;

    PH_FN explicit PieceProduct(int thread) : layout(thread) {
        const int lane = layout.lane;
        first_a = machine::kept((layout.first_piece_row + lane % 16) * A::stride + lane / 16 * in_row);
        first_b = machine::kept(is_transposed ? (layout.first_piece_column + lane % 8 + lane / 16 * 8) * B::stride +
                                                    lane / 8 % 2 * in_row
                                              : lane % 16 * B::stride + layout.first_piece_column + lane / 16 * 8);
    }

    /// A row of a, and a column of the product, to read: where none is past the matrix, itself.
    static PH_FN int existing_row(int row) { return Layout::rows_exist || row < m ? row : m - 1; }
    static PH_FN int existing_column(int column) { return reads_pairs || column < n ? column : n - 1; }

    static PH_FN unsigned word_of(f32 x) { return machine::rounded_to_11_bits(x); }
    template <class T>
    static PH_FN unsigned word_of(T low, T high) {
        return static_cast<unsigned>(low.pattern) | static_cast<unsigned>(high.pattern) << 16;
    }
    /// An element as an operand, 0 past the last step.
    template <class M>
    static PH_FN Operand element(M from, int row, int column, int step) {
        if (k % steps != 0 && step >= k) return element_as<Operand>(0.0F);
        return element_as<Operand>(from.pointer[row * M::stride + column]);
    }
    /// The word of an operand along k that begins at `step`.
    template <class M>
    static PH_FN unsigned word_along(M from, int row, int step) {
        if constexpr (is_narrow) {
            return word_of(element(from, row, step, step), element(from, row, step + 1, step + 1));
        } else {
            return word_of(element(from, row, step, step));
        }
    }
    static PH_FN unsigned word_across(B b, int step, int column) {
        if constexpr (is_narrow) {
            return word_of(element(b, step, column, step), element(b, step + 1, column, step + 1));
        } else {
            return word_of(element(b, step, column, step));
        }
    }
    static PH_FN void round_words(unsigned (&words)[4]) {
        if constexpr (!is_narrow) {
            PH_UNROLL
            for (int w = 0; w < 4; ++w) words[w] = machine::rounded_to_11_bits(machine::f32_of_bits(words[w]));
        }
    }

    /// Words 0 and 1 are of the first half of the steps, rows g and g + 8; words 2 and 3 of the second.
    PH_FN void read_a(A a, int piece, int step, unsigned (&words)[4]) const {
        const int first = layout.first_piece_row + piece * 16;
        const int lane = layout.lane;
        if constexpr (has_whole_pieces<A> && Layout::rows_exist) {
            machine::read_pieces(a.pointer + first_a + (piece * 16 * A::stride + step), words);
            round_words(words);
        } else if constexpr (has_whole_pieces<A>) {
            const int row = existing_row(first + lane % 16);
            machine::read_pieces(a.pointer + row * A::stride + step + lane / 16 * in_row, words);
            round_words(words);
        } else {
            PH_UNROLL
            for (int w = 0; w < 4; ++w) {
                const int row = existing_row(first + lane / 4 + w % 2 * 8);
                words[w] = word_along(a, row, step + lane % 4 * in_word + w / 2 * in_row);
            }
        }
    }

    /// Of two pieces side by side: words 0 and 1 are the two halves of the steps of the first, 2 and 3 of the second.
    PH_FN void read_b(B b, int pieces, int step, unsigned (&words)[4]) const {
        const int first = layout.first_piece_column + pieces * 16;
        const int lane = layout.lane;
        if constexpr (b_has_whole_pieces && reads_pairs && is_transposed) {
            machine::read_pieces(b.pointer + first_b + (pieces * 16 * B::stride + step), words);
            round_words(words);
        } else if constexpr (b_has_whole_pieces && reads_pairs) {
            machine::read_pieces_transposed(b.pointer + first_b + (step * B::stride + pieces * 16), words);
        } else if constexpr (b_has_whole_pieces && is_transposed) {
            const int row = existing_column(first + lane % 8 + lane / 16 * 8);
            machine::read_pieces(b.pointer + row * B::stride + step + lane / 8 % 2 * in_row, words);
            round_words(words);
        } else if constexpr (b_has_whole_pieces) {
            int column = first + lane / 16 * 8;
            if (column >= n_of_pieces) column = n_of_pieces - 8;
            machine::read_pieces_transposed(b.pointer + (step + lane % 16) * B::stride + column, words);
        } else {
            PH_UNROLL
            for (int w = 0; w < 4; ++w) {
                const int column = existing_column(first + lane / 4 + w / 2 * 8);
                const int first_step = step + lane % 4 * in_word + w % 2 * in_row;
                words[w] = is_transposed ? word_along(b, column, first_step) : word_across(b, first_step, column);
            }
        }
    }

    PH_FN void add_steps(Chains& c, A a, B b, int step) const {
        unsigned from_a[row_pieces][4];
        PH_UNROLL
        for (int i = 0; i < row_pieces; ++i) read_a(a, i, step, from_a[i]);
        PH_UNROLL
        for (int j = 0; j < column_pieces; j += 2) {
            unsigned from_b[4];
            read_b(b, j / 2, step, from_b);
            PH_UNROLL
            for (int piece = j; piece < least_of(column_pieces, j + 2); ++piece) {
                PH_UNROLL
                for (int i = 0; i < row_pieces; ++i) {
                    const int word = 2 * (piece - j);
                    add_piece(c, i, piece, from_a[i], from_b[word], from_b[word + 1]);
                }
            }
        }
    }

    static PH_FN void add_piece(Chains& c, int i, int j, const unsigned (&from_a)[4], unsigned b0, unsigned b1) {
        float sums[4] = {c[2 * i][2 * j], c[2 * i][2 * j + 1], c[2 * i + 1][2 * j], c[2 * i + 1][2 * j + 1]};
        machine::multiply_piece(Operand{}, sums, from_a, b0, b1);
        c[2 * i][2 * j] = sums[0];
        c[2 * i][2 * j + 1] = sums[1];
        c[2 * i + 1][2 * j] = sums[2];
        c[2 * i + 1][2 * j + 1] = sums[3];
    }

    PH_FN void add(Chains& c, A a, B b) const {
        if (!layout.has_pieces()) return;
        PH_PRODUCT_UNROLL_BY(4)
        for (int step = 0; step < k; step += steps) add_steps(c, a, b, step);
    }
};

#endif

}  // namespace ph
