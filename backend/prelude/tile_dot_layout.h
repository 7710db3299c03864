// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How matrix products lay out shared memory and spread over threads: constants, without any library, that the emitter
/// and the kernels both compute.
#if defined(__CUDACC__)
#define PH_LAYOUT_FN __host__ __device__ constexpr
#else
#define PH_LAYOUT_FN constexpr
#endif

namespace ph {

PH_LAYOUT_FN int ceil_div(int a, int b) { return (a + b - 1) / b; }
PH_LAYOUT_FN int least_of(int a, int b) { return a < b ? a : b; }
PH_LAYOUT_FN int greatest_of(int a, int b) { return a < b ? b : a; }

/// The elements from row to row of an operand in shared memory: rows begin on 16 bytes and are an odd number of 16-byte
/// pieces long, so that pieces of eight consecutive rows lie in different banks.
PH_LAYOUT_FN int dot_stride(int columns, int element_bytes) {
    return (ceil_div(columns * element_bytes, 16) | 1) * 16 / element_bytes;
}

/// A product where the order of k is free is computed in pieces of this many steps and columns; a loop stages its
/// operands rounded up to them.
inline constexpr int loose_steps = 16;
inline constexpr int loose_columns = 8;

PH_LAYOUT_FN int rounded_up(int extent, int multiple) { return ceil_div(extent, multiple) * multiple; }

/// One operand of one turn of a loop, as it is staged: row after row or column after column.
PH_LAYOUT_FN int staged_bytes(int rows, int columns, int element_bytes) {
    const int by_rows = rows * dot_stride(columns, element_bytes);
    const int by_columns = columns * dot_stride(rows, element_bytes);
    return rounded_up(greatest_of(by_rows, by_columns) * element_bytes, 128);
}

enum class Product { dot, dot_t };

/// The shared bytes of accumulate_loop_dot and accumulate_loop_dot_t: of `stages` turns both operands, whose elements
/// take the given bytes as they are staged.
PH_LAYOUT_FN int loop_bytes(Product product, int stages, int m, int n, int k, int a_element_bytes, int b_element_bytes,
                            int is_loose) {
    if (is_loose != 0) {
        k = rounded_up(k, loose_steps);
        n = rounded_up(n, loose_columns);
    }
    const int b_bytes =
        product == Product::dot ? staged_bytes(k, n, b_element_bytes) : staged_bytes(n, k, b_element_bytes);
    return stages * (staged_bytes(m, k, a_element_bytes) + b_bytes);
}

/// How threads share a matrix without regard to tensor cores. Groups of 32 threads form a grid, the 32 of one another;
/// a thread has every thread_rows-th row, and of the columns every thread_columns-th group of `vector` neighbours.
struct ThreadGrid {
    int lane_rows;
    int lane_columns;
    int warp_rows;
    int warp_columns;
    int vector;

    PH_LAYOUT_FN int rows() const { return lane_rows * warp_rows; }
    PH_LAYOUT_FN int columns() const { return lane_columns * warp_columns; }
    PH_LAYOUT_FN int rows_of_thread(int m) const { return ceil_div(m, rows()); }
    PH_LAYOUT_FN int groups_of_thread(int n) const { return ceil_div(n, columns() * vector); }
};

/// Issue slots of one step of k, in quarters: the products, and loads of four bytes at a time and thread along k or of
/// a group along n.
PH_LAYOUT_FN long long cost_of(ThreadGrid grid, int m, int n) {
    const long long rows = grid.rows_of_thread(m);
    const long long groups = grid.groups_of_thread(n);
    return 4 * rows * groups * grid.vector + 4 * (rows + (grid.vector == 1 ? 1 : 4) * groups);
}

PH_LAYOUT_FN ThreadGrid cheapest_lanes(ThreadGrid best, ThreadGrid grid, int m, int n) {
    constexpr int orders[] = {4, 8, 2, 16, 1, 32};
    for (const int lane_rows : orders) {
        grid.lane_rows = lane_rows;
        grid.lane_columns = 32 / lane_rows;
        if (best.vector == 0 || cost_of(grid, m, n) < cost_of(best, m, n)) best = grid;
    }
    return best;
}

/// The grid that leaves the least work to a thread. `most_neighbours`: the widest group, 4, 2 or 1; it divides n.
PH_LAYOUT_FN ThreadGrid thread_grid(int m, int n, int threads, int most_neighbours) {
    const int warps = threads / 32;
    ThreadGrid best{1, 32, 1, warps, 0};
    for (int vector = most_neighbours; vector >= 1; vector /= 2) {
        if (n % vector != 0) continue;
        // From square to oblong, so that of grids with equal cost the squarest is taken.
        for (int warp_columns = 1; warp_columns <= warps; ++warp_columns) {
            if (warps % warp_columns != 0) continue;
            best = cheapest_lanes(best, ThreadGrid{1, 32, warps / warp_columns, warp_columns, vector}, m, n);
        }
    }
    return best;
}

/// How warps share a matrix of m16n8 pieces, those of a tensor core.
struct WarpGrid {
    int rows;
    int columns;

    PH_LAYOUT_FN int row_pieces(int m) const { return ceil_div(m, 16 * rows); }
    PH_LAYOUT_FN int column_pieces(int n) const { return ceil_div(n, 8 * columns); }
};

PH_LAYOUT_FN long long cost_of(WarpGrid grid, int m, int n) {
    const long long rows = grid.row_pieces(m);
    const long long columns = grid.column_pieces(n);
    return 2 * rows * columns + 2 * rows + columns;
}

PH_LAYOUT_FN WarpGrid warp_grid(int m, int n, int threads) {
    const int warps = threads / 32;
    WarpGrid best{1, warps};
    for (int rows = 2; rows <= warps; ++rows) {
        const WarpGrid grid{rows, warps / rows};
        if (warps % rows == 0 && cost_of(grid, m, n) < cost_of(best, m, n)) best = grid;
    }
    return best;
}

/// The registers of a thread that a Fragment takes, at most.
PH_LAYOUT_FN int fragment_registers(int m, int n, int threads, int element_bytes) {
    const ThreadGrid grid = thread_grid(m, n, threads, 4);
    const WarpGrid warps = warp_grid(m, n, threads);
    const int plain = grid.rows_of_thread(m) * grid.groups_of_thread(n) * grid.vector;
    const int pieces = 4 * warps.row_pieces(m) * warps.column_pieces(n);
    return greatest_of(plain, pieces) * greatest_of(element_bytes, 4) / 4;
}

}  // namespace ph
