// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/tile_dot_fragment.h"

/// From tensors into shared memory, ahead of the products that read it there.
namespace ph {

/// How the threads of a block copy a slice: in pieces of neighbours, one thread a piece.
template <int threads, class From, class To>
struct Staging {
    using Source = typename From::Element;
    using Target = typename To::Element;
    static_assert(From::rows <= To::rows && From::columns <= To::columns);

    static constexpr int source_bytes = static_cast<int>(sizeof(Source));
    static constexpr int width = pack_width<Source>(From::alignment, From::columns);
    static constexpr int in_row = From::columns / width;
    static constexpr int pieces = From::rows * in_row;
    static constexpr int turns = ceil_div(pieces, threads);
    /// The machine copies by itself, without registers.
    static constexpr bool is_asynchronous = machine::copies_asynchronously && same<Source, Target> &&
                                            width * source_bytes >= 4 && To::alignment % (width * source_bytes) == 0;
    /// Otherwise registers hold what was read, if not too many, until it is written.
    static constexpr bool is_held = !is_asynchronous && turns * width * greatest_of(source_bytes, 4) <= 128;

    Pack<Source, width> held[is_held ? turns : 1];

    static PH_FN int piece(int thread, int turn) { return thread + turn * threads; }
    static PH_FN bool exists(int thread, int turn) { return pieces % threads == 0 || piece(thread, turn) < pieces; }
    static PH_FN int row(int thread, int turn) {
        if constexpr (threads % in_row == 0) {
            return thread / in_row + turn * (threads / in_row);
        } else {
            return piece(thread, turn) / in_row;
        }
    }
    static PH_FN int column(int thread, int turn) {
        return (threads % in_row == 0 ? thread : piece(thread, turn)) % in_row * width;
    }

    static PH_FN Pack<Source, width> read_piece(const From& from, int i, int j, bool is_inside) {
        Pack<Source, width> pack;
        if (is_inside || from.has(i, j)) {
            read<width * source_bytes>(from.at(i, j), pack.elements);
        } else {
            PH_UNROLL
            for (int e = 0; e < width; ++e) pack.elements[e] = element_as<Source>(0.0F);
        }
        return pack;
    }
    static PH_FN void write_piece(To to, int i, int j, const Pack<Source, width>& pack) {
        constexpr int bytes = width * static_cast<int>(sizeof(Target));
        write<To::alignment % bytes == 0 ? bytes : 1>(to.pointer + i * To::stride + j, pack.elements);
    }

    /// Reads the slice; an asynchronous copy also writes it.
    PH_FN void begin(int thread, From from, [[maybe_unused]] To to) {
        const bool is_inside = from.is_inside();
        if constexpr (is_asynchronous) {
#if defined(__CUDACC__)
            constexpr int bytes = width * source_bytes;
            if (is_inside) {
#pragma unroll 16
                for (int t = 0; t < turns; ++t) {
                    if (!exists(thread, t)) break;
                    const int i = row(thread, t);
                    const int j = column(thread, t);
                    machine::copy_async<bytes>(to.pointer + i * To::stride + j, from.at(i, j));
                }
            } else {
#pragma unroll 4
                for (int t = 0; t < turns; ++t) {
                    if (!exists(thread, t)) break;
                    const int i = row(thread, t);
                    const int j = column(thread, t);
                    const bool has = from.has(i, j);
                    machine::copy_async<bytes>(to.pointer + i * To::stride + j, has ? from.at(i, j) : from.tensor, has);
                }
            }
#endif
        } else if constexpr (is_held) {
            PH_PRODUCT_UNROLL
            for (int t = 0; t < turns; ++t) {
                if (exists(thread, t)) held[t] = read_piece(from, row(thread, t), column(thread, t), is_inside);
            }
        }
    }

    /// Writes what begin did not.
    PH_FN void finish(int thread, From from, To to) {
        if constexpr (is_held) {
            PH_PRODUCT_UNROLL
            for (int t = 0; t < turns; ++t) {
                if (exists(thread, t)) write_piece(to, row(thread, t), column(thread, t), held[t]);
            }
        } else if constexpr (!is_asynchronous) {
            const bool is_inside = from.is_inside();
            for (int t = 0; t < turns; ++t) {
                if (!exists(thread, t)) break;
                const int i = row(thread, t);
                const int j = column(thread, t);
                write_piece(to, i, j, read_piece(from, i, j, is_inside));
            }
        }
    }
};

/// Begins to copy a slice into a matrix of its shape, converting; it is there after stage_commit, a stage_wait that
/// leaves fewer stage_commits pending than came since, and a barrier.
template <int threads, int lanes, class From, class To>
PH_FN void stage(const Cta<threads, lanes>& ctx, From from, To to) {
    Staging<threads, From, To> staging;
    staging.begin(ctx.thread.value, from, to);
    staging.finish(ctx.thread.value, from, to);
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
    static constexpr int a_stride = dot_stride(k_staged, sizeof(StagedA));
    static constexpr int b_stride = dot_stride(is_transposed ? k_staged : n_staged, sizeof(StagedB));
    static constexpr int a_bytes = staged_bytes(m, k_staged, sizeof(StagedA));
    static constexpr int b_bytes = is_transposed ? staged_bytes(n_staged, k_staged, sizeof(StagedB))
                                                 : staged_bytes(k_staged, n_staged, sizeof(StagedB));
    using A = Matrix<StagedA, m, k_read, a_stride, 16>;
    using B = Matrix<StagedB, is_transposed ? n : k_read, is_transposed ? k_read : n, b_stride, 16>;

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
                a(stage).pointer[i * a_stride + step] = element_as<StagedA>(0.0F);
            } else {
                const int j = i - m;
                b(stage).pointer[is_transposed ? j * b_stride + step : step * b_stride + j] = element_as<StagedB>(0.0F);
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
    const Buffers buffers{machine::shared_memory() + byte_offset};
    const int thread = ctx.thread.value;
    Staging<threads, FromA, typename Buffers::A> staging_a;
    Staging<threads, FromB, typename Buffers::B> staging_b;

    if constexpr (Buffers::k_read != Buffers::k) buffers.template clear_rest<threads>(thread);
    Range ahead = range;
    PH_PRODUCT_UNROLL
    for (int s = 0; s < stages - 1; ++s) {
        if (ahead.more()) {
            stage(ctx, slice_a(ahead.value()), buffers.a(s));
            stage(ctx, slice_b(ahead.value()), buffers.b(s));
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
            staging_a.begin(thread, slice_a(ahead.value()), buffers.a(writing));
            staging_b.begin(thread, slice_b(ahead.value()), buffers.b(writing));
        }
        stage_commit();
        accumulate<product>(ctx, fragment, buffers.a(reading), buffers.b(reading));
        if (is_ahead) {
            staging_a.finish(thread, slice_a(ahead.value()), buffers.a(writing));
            staging_b.finish(thread, slice_b(ahead.value()), buffers.b(writing));
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
