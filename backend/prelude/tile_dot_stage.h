// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/tile_dot_fragment.h"

/// From tensors into shared memory, ahead of the products that read it there.
namespace ph {

/// A place in a slice. Of sums of places the offsets in memory are sums.
struct Place {
    int i;
    int j;
};

/// How `threads` threads share a slice row after row: in pieces of `width` neighbours.
template <int threads, int rows, int columns, int width>
struct ByRows {
    static constexpr int in_row = columns / width;
    static constexpr int pieces = rows * in_row;
    static constexpr int turns = ceil_div(pieces, threads);
    static constexpr bool is_split = threads % in_row == 0;

    static PH_FN int piece(int thread, int turn) { return thread + turn * threads; }
    static PH_FN bool exists(int thread, int turn) { return pieces % threads == 0 || piece(thread, turn) < pieces; }
    /// Where a thread's piece of a turn is: the sum of a place that is, if it can be, the same in all turns, and one
    /// that is the same for all threads.
    static PH_FN Place of_thread(int thread, int turn) {
        const int p = is_split ? thread : piece(thread, turn);
        return {p / in_row, p % in_row * width};
    }
    static PH_FN Place of_turn(int turn) { return {is_split ? turn * (threads / in_row) : 0, 0}; }
};

/// How they share one that becomes a panel, in pieces of a step: a warp has few lines, side by side in the panel, and
/// of these so many steps that it reads whole sectors of the tensor and writes to all banks.
template <int threads, class To>
struct ByLines {
    static constexpr int steps_of_warp = To::columns % 8 == 0 ? 8 : 4;
    static constexpr int lines_of_warp = 32 / steps_of_warp;
    static constexpr int warps = threads / 32;
    static constexpr int line_blocks = To::rows / lines_of_warp;
    static constexpr int blocks = line_blocks * (To::columns / steps_of_warp);
    static constexpr int turns = ceil_div(blocks, warps);
    static constexpr bool is_split = lines_of_warp == To::group && To::spacing % warps == 0;

    static PH_FN bool exists(int thread, int turn) {
        return blocks % warps == 0 || thread / 32 + turn * warps < blocks;
    }
    static PH_FN Place of_thread(int thread, int turn) {
        const int lane = thread % 32;
        const int block = thread / 32 + (is_split ? 0 : turn * warps);
        if (is_split) return {block + lane / steps_of_warp * To::spacing, lane % steps_of_warp};
        return {To::line_at(block % line_blocks * lines_of_warp + lane / steps_of_warp),
                block / line_blocks * steps_of_warp + lane % steps_of_warp};
    }
    static PH_FN Place of_turn(int turn) {
        if (!is_split) return {0, 0};
        const int block = turn * warps;
        const int first = block % line_blocks;
        return {first / To::spacing * To::group * To::spacing + first % To::spacing,
                block / line_blocks * steps_of_warp};
    }
};

/// The same in pieces of `width` steps, which are no more than registers that each thread writes on its own: a warp has
/// lines side by side.
template <int threads, class To, int width>
struct ByWideLines {
    static constexpr int pieces = To::rows * (To::columns / width);
    static constexpr int turns = ceil_div(pieces, threads);
    static constexpr bool is_split = false;

    static PH_FN int piece(int thread, int turn) { return thread + turn * threads; }
    static PH_FN bool exists(int thread, int turn) { return pieces % threads == 0 || piece(thread, turn) < pieces; }
    static PH_FN Place of_thread(int thread, int turn) {
        const int p = piece(thread, turn);
        return {To::line_at(p % To::rows), p / To::rows * width};
    }
    static PH_FN Place of_turn(int) { return {0, 0}; }
};

/// How the threads of a block copy a slice into shared memory.
template <int threads, class From, class To>
struct Staging {
    using Source = typename From::Element;
    using Target = typename To::Element;
    static_assert(From::rows <= To::rows && From::columns <= To::columns);

    static constexpr int source_bytes = static_cast<int>(sizeof(Source));
    /// The machine copies by itself, without registers, what is not converted.
    static constexpr int widest = pack_width<Source>(From::alignment, From::columns);
    static constexpr bool is_asynchronous =
        machine::copies_asynchronously && same<Source, Target> &&
        (is_panel<To> ? source_bytes >= 4 : widest * source_bytes >= 4 && To::alignment % (widest * source_bytes) == 0);
    static constexpr int width = is_panel<To> && is_asynchronous ? 1 : widest;
    static constexpr int piece_bytes = width * source_bytes;
    using Shares = Chosen<!is_panel<To>, ByRows<threads, From::rows, From::columns, width>,
                          Chosen<is_asynchronous, ByLines<threads, To>, ByWideLines<threads, To, width>>>;
    static constexpr int turns = Shares::turns;
    /// Otherwise registers hold what was read, if not too many, until it is written.
    static constexpr bool is_held = !is_asynchronous && turns * width * greatest_of(source_bytes, 4) <= 128;

    Pack<Source, width> held[is_held ? turns : 1]{};

    int thread;
    /// Where in a slice and in the copy the thread's first piece is.
    long long first_source;
    int first_target;
    From from;
    To to;

    /// `columns`: the last extent of the tensor that all slices are of.
    PH_FN Staging(int of, int columns) : thread(of) {
        const Place on = Shares::of_thread(thread, 0);
        first_source = machine::kept(From::offset(on.i, on.j, columns));
        first_target = machine::kept(To::offset(on.i, on.j));
    }

    PH_FN bool exists(int turn) const { return Shares::exists(thread, turn); }
    PH_FN bool has(int turn) const {
        const Place on = Shares::of_thread(thread, turn);
        const Place by = Shares::of_turn(turn);
        return from.has(on.i + by.i, on.j + by.j);
    }
    PH_FN const Source* source(int turn) const {
        const Place on = Shares::of_thread(thread, turn);
        const Place by = Shares::of_turn(turn);
        const long long first = Shares::is_split ? first_source : From::offset(on.i, on.j, from.d1);
        return machine::rows_after(from.first() + first, by.i, from.d1) + by.j;
    }
    /// `e` elements after the first of a piece.
    PH_FN Target* target(int turn, int e) const {
        const Place on = Shares::of_thread(thread, turn);
        const Place by = Shares::of_turn(turn);
        const int first = Shares::is_split ? first_target : To::offset(on.i, on.j);
        return to.pointer + first + To::offset(by.i, by.j) + To::offset(0, e);
    }

    PH_FN Pack<Source, width> read_piece(int turn, bool is_inside) const {
        Pack<Source, width> pack;
        if (is_inside || has(turn)) {
            read<piece_bytes>(source(turn), pack.elements);
        } else {
            PH_UNROLL
            for (int e = 0; e < width; ++e) pack.elements[e] = element_as<Source>(0.0F);
        }
        return pack;
    }
    PH_FN void write_piece(int turn, const Pack<Source, width>& pack) const {
        if constexpr (is_panel<To>) {
            PH_UNROLL
            for (int e = 0; e < width; ++e) *target(turn, e) = element_as<Target>(pack.elements[e]);
        } else {
            constexpr int bytes = width * static_cast<int>(sizeof(Target));
            write<To::alignment % bytes == 0 ? bytes : 1>(target(turn, 0), pack.elements);
        }
    }

    /// Reads the slice; an asynchronous copy also writes it.
    PH_FN void begin(From of, To target_matrix) {
        from = of;
        to = target_matrix;
        const bool is_inside = from.is_inside();
        if constexpr (is_asynchronous) {
#if defined(PH_TILE_HAS_CARD)
            if (is_inside) {
                PH_PRODUCT_UNROLL_BY(16)
                for (int t = 0; t < turns; ++t) {
                    if (exists(t)) machine::copy_async<piece_bytes>(target(t, 0), source(t));
                }
            } else {
                PH_PRODUCT_UNROLL_BY(4)
                for (int t = 0; t < turns; ++t) {
                    if (exists(t))
                        machine::copy_async<piece_bytes>(target(t, 0), has(t) ? source(t) : from.tensor, has(t));
                }
            }
#endif
        } else if constexpr (is_held) {
            PH_PRODUCT_UNROLL
            for (int t = 0; t < turns; ++t) {
                if (exists(t)) held[t] = read_piece(t, is_inside);
            }
        }
    }

    /// Writes what begin did not.
    PH_FN void finish() {
        if constexpr (is_held) {
            PH_PRODUCT_UNROLL
            for (int t = 0; t < turns; ++t) {
                if (exists(t)) write_piece(t, held[t]);
            }
        } else if constexpr (!is_asynchronous) {
            const bool is_inside = from.is_inside();
            for (int t = 0; t < turns; ++t) {
                if (exists(t)) write_piece(t, read_piece(t, is_inside));
            }
        }
    }
};
/// Begins to copy a slice into a matrix of its shape, converting; it is there after stage_commit, a stage_wait that
/// leaves fewer stage_commits pending than came since, and a barrier.
template <int threads, int lanes, class From, class To>
PH_FN void stage(const Cta<threads, lanes>& ctx, From from, To to) {
    Staging<threads, From, To> copy(ctx.thread.value, from.d1);
    copy.begin(from, to);
    copy.finish();
}
PH_FN void stage_commit() { machine::commit_copies(); }
template <int pending>
PH_FN void stage_wait() {
    machine::wait_for_copies<pending>();
}

/// The element type in which a loop stages an operand of this type: that of the chains, so that they convert each
/// element once; bytes stay bytes for products of bytes, and in a loose loop all are as they are.
template <class Operand, class Other, class Chain, class Purpose>
using StagedType = Chosen<same<Purpose, ForTensorcore> || (sizeof(Operand) == 1 && sizeof(Other) == 1), Operand, Chain>;

/// How a loop lays out its operands: as panels where the threads have whole groups of lines, otherwise row by row.
template <Product product, class Chain, class Layout, class RowsA, class RowsB>
struct LoopTypes {
    static constexpr bool is_transposed = product == Product::dot_t;
    static constexpr int k = RowsA::columns;
    static constexpr bool is_chain_type = same<typename RowsA::Element, Chain> && same<typename RowsB::Element, Chain>;
    /// Of what a warp copies at a time.
    static constexpr bool divides = k % 4 == 0 && Layout::rows % 8 == 0 && (!is_transposed || Layout::columns % 8 == 0);
    static constexpr bool has_panels =
        is_chain_type && divides && has_row_groups<Chain, Layout> &&
        (has_wide_neighbours<Chain, Layout> || (is_transposed && has_column_groups<Chain, Layout>));
    template <bool condition, class Panels>
    struct Select {
        using A = RowsA;
        using B = RowsB;
    };
    template <class Panels>
    struct Select<true, Panels> {
        using A = RowPanel<Chain, Layout, k>;
        using B = Chosen<is_transposed, ColumnPanel<Chain, Panels, k>, RowsB>;
    };
    using A = typename Select<has_panels, Layout>::A;
    using B = typename Select<has_panels, Layout>::B;
};

/// The shared memory of a loop's turns.
template <Product product, int stages, class Fragment, class SliceA, class SliceB>
struct LoopBuffers {
    using ElementA = typename SliceA::Element;
    using ElementB = typename SliceB::Element;
    using Chain = ChainType<typename Fragment::Element, ElementA, ElementB>;
    using StagedA = StagedType<ElementA, ElementB, Chain, typename Fragment::For>;
    using StagedB = StagedType<ElementB, ElementA, Chain, typename Fragment::For>;
    static constexpr bool is_loose = same<typename Fragment::For, ForTensorcore>;
    static constexpr bool is_transposed = product == Product::dot_t;
    static constexpr int m = Fragment::rows;
    static constexpr int n = Fragment::columns;
    static constexpr int k = SliceA::columns;
    static_assert(SliceA::rows == m && SliceB::rows == (is_transposed ? n : k));
    static_assert(SliceB::columns == (is_transposed ? k : n));

    /// What is reserved; the products read k_read steps of it.
    static constexpr int k_staged = is_loose ? rounded_up(k, loose_steps) : k;
    static constexpr int n_staged = is_loose ? rounded_up(n, loose_columns) : n;
    static constexpr int k_read = is_loose && multiplies_in_pieces<ElementA, ElementB> ? k_staged : k;
    static constexpr int a_bytes = staged_bytes(m, k_staged, sizeof(StagedA));
    static constexpr int b_bytes = is_transposed ? staged_bytes(n_staged, k_staged, sizeof(StagedB))
                                                 : staged_bytes(k_staged, n_staged, sizeof(StagedB));
    using RowsA = Matrix<StagedA, m, k_read, dot_stride(k_staged, sizeof(StagedA)), 16>;
    /// Pieces of an f32 operand across k are read word by word, four rows of eight words: in different banks if a row
    /// is 8 words longer than a multiple of 32.
    static constexpr int words_stride = rounded_up(n_staged - 8, 32) + 8;
    static constexpr bool is_by_words =
        is_loose && !is_transposed && same<StagedB, f32> && k_staged * words_stride * 4 <= b_bytes;
    static constexpr int b_stride =
        is_by_words ? words_stride : dot_stride(is_transposed ? k_staged : n_staged, sizeof(StagedB));
    using RowsB = Matrix<StagedB, is_transposed ? n : k_read, is_transposed ? k_read : n, b_stride, 16>;
    using Types = LoopTypes<product, Chain, typename Fragment::Layout, RowsA, RowsB>;
    using A = typename Types::A;
    using B = typename Types::B;

    unsigned char* bytes;

    PH_FN A a(int stage) const { return {reinterpret_cast<StagedA*>(bytes + stage * (a_bytes + b_bytes))}; }
    PH_FN B b(int stage) const { return {reinterpret_cast<StagedB*>(bytes + stage * (a_bytes + b_bytes) + a_bytes)}; }

    /// Zeros for the steps that are read and never staged.
    template <int threads>
    PH_FN void clear_rest(int thread) const {
        for (int e = thread; e < stages * (m + n) * (k_read - k); e += threads) {
            const int step = k + e % (k_read - k);
            const int line = e / (k_read - k);
            const int stage = line / (m + n);
            const int i = line % (m + n);
            if (i < m) {
                a(stage).pointer[A::offset(i, step)] = element_as<StagedA>(0.0F);
            } else {
                const int j = i - m;
                b(stage).pointer[is_transposed ? B::offset(j, step) : B::offset(step, j)] = element_as<StagedB>(0.0F);
            }
        }
    }
};

/// `for k in range { fragment += product(a(k), b(k)) }`, where a and b give the slices of a turn: while a turn is
/// multiplied, those of the next stages - 1 turns are on their way.
template <Product product, int stages, int threads, int lanes, class Fragment, class Range, class SliceA, class SliceB>
PH_FN void accumulate_loop(const Cta<threads, lanes>& ctx, Fragment& fragment, Range range, SliceA slice_a,
                           SliceB slice_b, int byte_offset) {
    static_assert(stages >= 2 && stages <= 4);
    using FromA = decltype(slice_a(range.value()));
    using FromB = decltype(slice_b(range.value()));
    using Buffers = LoopBuffers<product, stages, Fragment, FromA, FromB>;
    const Buffers buffers{shared<unsigned char>(static_cast<unsigned>(byte_offset))};
    const int thread = ctx.thread.value;
    using Into = ProductInto<product, Fragment, typename Buffers::A, typename Buffers::B>;
    const typename Into::By by(thread);
    Staging<threads, FromA, typename Buffers::A> copy_a(thread, slice_a(range.value()).d1);
    Staging<threads, FromB, typename Buffers::B> copy_b(thread, slice_b(range.value()).d1);

    if constexpr (Buffers::k_read != Buffers::k) buffers.template clear_rest<threads>(thread);
    Range ahead = range;
    PH_PRODUCT_UNROLL
    for (int s = 0; s < stages - 1; ++s) {
        if (ahead.more()) {
            copy_a.begin(slice_a(ahead.value()), buffers.a(s));
            copy_a.finish();
            copy_b.begin(slice_b(ahead.value()), buffers.b(s));
            copy_b.finish();
            ahead.next();
        }
        stage_commit();
    }
    int reading = 0;
    int writing = stages - 1;
    for (; range.more(); range.next()) {
        stage_wait<stages - 2>();
        machine::block_barrier();
        const bool is_ahead = ahead.more();
        if (is_ahead) {
            copy_a.begin(slice_a(ahead.value()), buffers.a(writing));
            copy_b.begin(slice_b(ahead.value()), buffers.b(writing));
        }
        stage_commit();
        accumulate<typename Into::Chain>(by, fragment, buffers.a(reading), buffers.b(reading));
        if (is_ahead) {
            copy_a.finish();
            copy_b.finish();
            ahead.next();
        }
        reading = reading + 1 == stages ? 0 : reading + 1;
        writing = writing + 1 == stages ? 0 : writing + 1;
    }
}

template <int stages, class Ctx, class Fragment, class Range, class SliceA, class SliceB>
PH_FN void accumulate_loop_dot(const Ctx& ctx, Fragment& fragment, Range range, SliceA slice_a, SliceB slice_b,
                               int byte_offset) {
    accumulate_loop<Product::dot, stages>(ctx, fragment, range, slice_a, slice_b, byte_offset);
}
template <int stages, class Ctx, class Fragment, class Range, class SliceA, class SliceB>
PH_FN void accumulate_loop_dot_t(const Ctx& ctx, Fragment& fragment, Range range, SliceA slice_a, SliceB slice_b,
                                 int byte_offset) {
    accumulate_loop<Product::dot_t, stages>(ctx, fragment, range, slice_a, slice_b, byte_offset);
}

}  // namespace ph
