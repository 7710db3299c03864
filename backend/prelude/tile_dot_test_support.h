// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <ucontext.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "backend/prelude/loop.h"
#include "backend/prelude/tile_dot.h"

/// Products of a block whose threads run here, and what their elements are.
namespace ph {

/// Runs a block's threads on one, each until it waits for the others.
class Block {
public:
    static constexpr int most_threads = 256;

    /// `body` is run by each of the threads.
    static void run(int threads, const std::function<void()>& body) {
        const std::unique_ptr<Block> block(new Block(body));
        running() = block.get();
        machine::table = &block->table_;
        for (int t = 0; t < threads; ++t) block->prepare(t);
        while (block->goes_on(threads)) {
        }
        machine::table = &machine::alone::table;
    }

private:
    static constexpr std::size_t stack_bytes = 1 << 17;

    explicit Block(const std::function<void()>& body)
        : body_(body), stacks_(std::make_unique_for_overwrite<unsigned char[]>(most_threads * stack_bytes)) {
        table_.wait = [](host::Table* of, host::Wait, unsigned) {
            swapcontext(&running()->contexts_[static_cast<std::size_t>(of->thread)], &running()->home_);
        };
    }

    static Block*& running() {
        static Block* block = nullptr;
        return block;
    }
    static void begin() {
        running()->body_();
        running()->is_done_[static_cast<std::size_t>(machine::table->thread)] = true;
    }
    void prepare(int thread) {
        ucontext_t& context = contexts_[static_cast<std::size_t>(thread)];
        getcontext(&context);
        context.uc_stack.ss_sp = &stacks_[static_cast<std::size_t>(thread) * stack_bytes];
        context.uc_stack.ss_size = stack_bytes;
        context.uc_link = &home_;
        makecontext(&context, &Block::begin, 0);
    }
    /// Runs each thread to its next wait; false if all had ended.
    bool goes_on(int threads) {
        bool any = false;
        for (int t = 0; t < threads; ++t) {
            if (is_done_[static_cast<std::size_t>(t)]) continue;
            any = true;
            table_.thread = t;
            swapcontext(&home_, &contexts_[static_cast<std::size_t>(t)]);
        }
        return any;
    }

    const std::function<void()>& body_;
    std::unique_ptr<unsigned char[]> stacks_;
    host::Table table_ = machine::alone::table;
    std::array<ucontext_t, most_threads> contexts_{};
    std::array<bool, most_threads> is_done_{};
    ucontext_t home_{};
};

/// Elements that a product may have: zeros of both signs, great and small values, all bits in use.
template <class T>
std::vector<T> elements(std::size_t count, std::mt19937& random) {
    std::vector<T> result(count);
    for (T& element : result) {
        if constexpr (is_integer<T>) {
            element = T(static_cast<unsigned>(random()));
        } else {
            const double fraction = std::ldexp(static_cast<double>(random()), -32) + 1;
            const double value =
                std::ldexp(random() % 2 == 0 ? fraction : -fraction, static_cast<int>(random() % 8) - 4);
            element = convert<T>(random() % 64 == 0 ? -0.0 : value);
        }
    }
    return result;
}

template <class T>
bool is_same(T a, T b) {
    if constexpr (is_integer<T>) {
        return a == b;
    } else {
        return pattern(a) == pattern(b) || (a != a && b != b);
    }
}

/// What tile-29 and tile-30 say, element by element; b is [K, N].
template <class Chain, class A, class B>
Chain chain_of(const std::vector<A>& a, const std::vector<B>& b, int n, int k, int i, int j, Chain c, Product product) {
    for (int s = 0; s < k; ++s) {
        const auto x = element_as<Chain>(a[static_cast<std::size_t>(i * k + s)]);
        const auto y = element_as<Chain>(b[static_cast<std::size_t>(product == Product::dot ? s * n + j : j * k + s)]);
        if constexpr (is_integer<Chain>) {
            c = c + x * y;
        } else {
            c = std::fma(x, y, c);
        }
    }
    return c;
}

/// How elements are judged: by their bits, or as the order of their chains is free (tile-31).
enum class Judge { bits, loosely };

template <Judge judge, class Chain, class T, class A, class B>
bool is_right(T element, const std::vector<A>& a, const std::vector<B>& b, int n, int k, int i, int j, Chain begin,
              Product product) {
    if constexpr (judge == Judge::bits) {
        return is_same(element, element_as<T>(chain_of(a, b, n, k, i, j, begin, product)));
    } else {
        auto exact = static_cast<f64>(begin);
        f64 magnitude = 0;
        for (int s = 0; s < k; ++s) {
            const int at_b = product == Product::dot ? s * n + j : j * k + s;
            const f64 step = element_as<f64>(a[static_cast<std::size_t>(i * k + s)]) *
                             element_as<f64>(b[static_cast<std::size_t>(at_b)]);
            exact += step;
            magnitude += std::abs(step);
        }
        const f64 operands = same<A, f32> || same<B, f32> ? 0x1p-10 : 0;
        const f64 loose = (operands + k * 0x1p-22) * magnitude;
        const f64 rounding = same<T, f16> ? 0x1p-11 : same<T, bf16> ? 0x1p-8 : 0x1p-24;
        return std::abs(element_as<f64>(element) - exact) <= loose + rounding * (std::abs(exact) + loose);
    }
}

/// A matrix with rows that are `stride` apart, in memory as a kernel has it.
template <class T, int rows, int columns, int stride, int alignment>
struct Held {
    explicit Held(const std::vector<T>& from) {
        std::memset(static_cast<void*>(memory.data()), 0xff, sizeof memory);
        for (int i = 0; i < rows; ++i) {
            for (int j = 0; j < columns; ++j) {
                memory[static_cast<std::size_t>(i * stride + j)] = from[static_cast<std::size_t>(i * columns + j)];
            }
        }
    }
    Matrix<T, rows, columns, stride, alignment> matrix() { return {memory.data()}; }
    T at(int i, int j) const { return memory[static_cast<std::size_t>(i * stride + j)]; }

    alignas(16) std::array<T, static_cast<std::size_t>(rows) * stride> memory;
};

/// With rows as close as can be, or on 16 bytes.
enum class Rows { tight, aligned };
template <class T, int rows, int columns, Rows kind>
using HeldAs = Held<T, rows, columns, kind == Rows::tight ? columns : dot_stride(columns, sizeof(T)),
                    kind == Rows::tight ? static_cast<int>(sizeof(T)) : 16>;

template <Judge judge, Product product, Start start, class Mode, class A, class B, class T, int m, int n, int k,
          int threads, Rows kind>
void expect_product() {
    constexpr bool is_transposed = product == Product::dot_t;
    std::mt19937 random(m * 1000 + n * 100 + k);
    const std::vector<A> a = elements<A>(m * k, random);
    const std::vector<B> b = elements<B>(n * k, random);
    const std::vector<T> before = elements<T>(m * n, random);
    const auto held_a = std::make_unique<HeldAs<A, m, k, kind>>(a);
    const auto held_b = std::make_unique<HeldAs<B, is_transposed ? n : k, is_transposed ? k : n, kind>>(b);
    const auto held_t = std::make_unique<HeldAs<T, m, n, kind>>(before);
    Block::run(threads, [&] {
        const Cta<threads, 32> ctx;
        WholeProduct<product, start, Mode, threads, decltype(held_a->matrix()), decltype(held_b->matrix()),
                     decltype(held_t->matrix())>{held_a->matrix(), held_b->matrix(), held_t->matrix()}
            .all(ctx);
    });
    using Chain = Chosen<start == Start::zero, ProductType<A, B>, ChainType<T, A, B>>;
    for (int i = 0; i < m; ++i) {
        for (int j = 0; j < n; ++j) {
            const Chain begin = start == Start::zero ? element_as<Chain>(0.0F)
                                                     : element_as<Chain>(before[static_cast<std::size_t>(i * n + j)]);
            ASSERT_TRUE(is_right<judge>(held_t->at(i, j), a, b, n, k, i, j, begin, product))
                << m << "x" << n << "x" << k << " by " << threads << " threads at " << i << ", " << j;
        }
    }
}

/// Both products and both starts.
template <Judge judge, class Mode, class A, class B, class T, int m, int n, int k, int threads, Rows kind>
void expect_products() {
    expect_product<judge, Product::dot, Start::zero, Mode, A, B, T, m, n, k, threads, kind>();
    expect_product<judge, Product::dot, Start::target, Mode, A, B, T, m, n, k, threads, kind>();
    expect_product<judge, Product::dot_t, Start::zero, Mode, A, B, T, m, n, k, threads, kind>();
    expect_product<judge, Product::dot_t, Start::target, Mode, A, B, T, m, n, k, threads, kind>();
}

/// Of neighbours, at most a vector's.
template <class T>
constexpr int bytes_of(int neighbours) {
    return least_of(16, neighbours * static_cast<int>(sizeof(T)));
}

/// How a loop over slices of tensors is laid out.
struct Extents3 {
    int m;
    int n;
    int k;
};

/// An element after turns of `turn` steps each, one more than there are, after each of which it is rounded to T.
template <class Chain, class T, class A, class B>
T after_turns(const std::vector<A>& a, const std::vector<B>& b, Extents3 of, int turn, int i, int j, Product product) {
    T element = element_as<T>(0.0F);
    for (int first = 0; first < of.k + turn; first += turn) {
        auto sum = element_as<Chain>(element);
        for (int s = first; s < first + turn; ++s) {
            const bool is_in = s < of.k;
            const A x = is_in ? a[static_cast<std::size_t>(i * of.k + s)] : element_as<A>(0.0F);
            const int at_b = product == Product::dot_t ? j * of.k + s : s * of.n + j;
            const B y = is_in ? b[static_cast<std::size_t>(at_b)] : element_as<B>(0.0F);
            sum = chain_step(element_as<Chain>(x), element_as<Chain>(y), sum);
        }
        element = element_as<T>(sum);
    }
    return element;
}

/// C = A B in tiles by a loop over k, or B transposed: one block, at every tile that reaches into C, and one turn more
/// than there are steps.
template <Judge judge, Product product, int stages, class For, class A, class B, class T, int m, int n, int k,
          int threads, int alignment>
void expect_loop(Extents3 of, int a_bytes, int b_bytes) {
    constexpr bool is_transposed = product == Product::dot_t;
    std::mt19937 random(static_cast<unsigned>(of.m * 1000 + of.n * 100 + of.k));
    const auto count = [](int x, int y) { return static_cast<std::size_t>(x) * static_cast<std::size_t>(y); };
    const std::vector<A> a = elements<A>(count(of.m, of.k), random);
    const std::vector<B> b = elements<B>(count(of.n, of.k), random);
    std::vector<T> c(count(of.m, of.n), element_as<T>(7.0F));
    constexpr int first_byte = 128;
    const int reserved = loop_bytes(product, stages, m, n, k, a_bytes, b_bytes, same<For, ForTensorcore>);
    unsigned char* const after = machine::alone::shared + first_byte + reserved;
    for (int row = 0; row < of.m; row += m) {
        for (int column = 0; column < of.n; column += n) {
            std::memset(machine::alone::shared, 0xff, sizeof machine::alone::shared);
            Block::run(threads, [&] {
                const Cta<threads, 32> ctx;
                Fragment<T, m, n, threads, For> sum;
                sum.fill(element_as<T>(0.0F));
                const auto slice_a = [&](i32 step) {
                    return slice<m, k, bytes_of<A>(alignment)>(a.data(), i32(of.m), i32(of.k), row, step);
                };
                const auto slice_b = [&](i32 step) {
                    constexpr int bytes = bytes_of<B>(alignment);
                    if constexpr (is_transposed) {
                        return slice<n, k, bytes>(b.data(), i32(of.n), i32(of.k), column, step);
                    } else {
                        return slice<k, n, bytes>(b.data(), i32(of.k), i32(of.n), step, column);
                    }
                };
                const Range<i32> range(i32(0), i32(of.k + k), i32(k));
                accumulate_loop<product, stages>(ctx, sum, range, slice_a, slice_b, first_byte);
                sum.store(ctx, slice<m, n, bytes_of<T>(alignment)>(c.data(), i32(of.m), i32(of.n), row, column));
            });
            for (int byte = 0; byte < first_byte; ++byte) ASSERT_EQ(machine::alone::shared[byte], 0xff);
            for (int byte = 0; byte < 128; ++byte) ASSERT_EQ(after[byte], 0xff) << byte;
        }
    }
    using Chain = ChainType<T, A, B>;
    for (int i = 0; i < of.m; ++i) {
        for (int j = 0; j < of.n; ++j) {
            const T element = c[static_cast<std::size_t>(i * of.n + j)];
            if constexpr (judge == Judge::bits) {
                ASSERT_TRUE(is_same(element, after_turns<Chain, T>(a, b, of, k, i, j, product))) << i << ", " << j;
            } else {
                const auto begin = element_as<Chain>(0.0F);
                ASSERT_TRUE(is_right<judge>(element, a, b, of.n, of.k, i, j, begin, product)) << i << ", " << j;
            }
        }
    }
}

}  // namespace ph
