// SPDX-License-Identifier: Apache-2.0
#include "backend/prelude/tile_dot.h"

#include <gtest/gtest.h>
#include <ucontext.h>

#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "backend/prelude/loop.h"

namespace ph {
namespace {

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

template <Product product, Start start, class Mode, class A, class B, class T, int m, int n, int k, int threads,
          Rows kind>
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
            const T expected = element_as<T>(chain_of<Chain>(a, b, n, k, i, j, begin, product));
            ASSERT_TRUE(is_same(held_t->at(i, j), expected))
                << m << "x" << n << "x" << k << " by " << threads << " threads at " << i << ", " << j;
        }
    }
}

/// Both products and both starts.
template <class A, class B, class T, int m, int n, int k, int threads, Rows kind>
void expect_products() {
    expect_product<Product::dot, Start::zero, Exact, A, B, T, m, n, k, threads, kind>();
    expect_product<Product::dot, Start::target, Exact, A, B, T, m, n, k, threads, kind>();
    expect_product<Product::dot_t, Start::zero, Exact, A, B, T, m, n, k, threads, kind>();
    expect_product<Product::dot_t, Start::target, Exact, A, B, T, m, n, k, threads, kind>();
}

TEST(TileDot, HasTheDefinedOrderForShapesThatDivideNothing) {
    expect_products<f32, f32, f32, 1, 1, 1, 32, Rows::tight>();
    expect_products<f32, f32, f32, 1, 17, 31, 64, Rows::tight>();
    expect_products<f32, f32, f32, 33, 1, 3, 64, Rows::aligned>();
    expect_products<f32, f32, f32, 3, 65, 63, 96, Rows::tight>();
    expect_products<f32, f32, f32, 63, 31, 17, 128, Rows::aligned>();
    expect_products<f32, f32, f32, 65, 33, 5, 32, Rows::aligned>();
    expect_products<f32, f32, f32, 17, 63, 1, 256, Rows::tight>();
}

TEST(TileDot, HasTheDefinedOrderForShapesOfWholeVectors) {
    expect_products<f32, f32, f32, 64, 64, 16, 256, Rows::aligned>();
    expect_products<f32, f32, f32, 32, 128, 8, 64, Rows::tight>();
    expect_products<f32, f32, f32, 128, 64, 32, 32, Rows::aligned>();
}

TEST(TileDot, ConvertsFloatsToTheTypeOfTheChain) {
    expect_products<f16, f16, f32, 32, 32, 16, 128, Rows::aligned>();
    expect_products<bf16, f16, f16, 17, 33, 20, 64, Rows::aligned>();
    expect_products<f16, f32, bf16, 16, 64, 31, 128, Rows::tight>();
    expect_products<f64, f16, f64, 33, 20, 17, 64, Rows::aligned>();
    expect_products<f32, f32, f64, 32, 16, 12, 64, Rows::aligned>();
    expect_products<f64, f64, f32, 16, 40, 10, 32, Rows::aligned>();
}

TEST(TileDot, WrapsIntegers) {
    expect_products<i8, i8, i32, 32, 32, 32, 64, Rows::aligned>();
    expect_products<u8, i8, i32, 31, 20, 17, 64, Rows::aligned>();
    expect_products<u8, u8, i32, 16, 17, 4, 32, Rows::tight>();
    expect_products<i32, i8, i32, 33, 32, 12, 64, Rows::aligned>();
    expect_products<i32, i32, i32, 20, 31, 9, 32, Rows::tight>();
}

/// On a machine without tensor cores a loose product is the exact one.
TEST(TileDot, TakesLooseProducts) {
    expect_product<Product::dot, Start::target, Loose, f16, f16, f32, 64, 32, 32, 128, Rows::aligned>();
    expect_product<Product::dot_t, Start::zero, Loose, bf16, bf16, f16, 17, 33, 20, 64, Rows::aligned>();
    expect_product<Product::dot, Start::zero, Loose, f64, f32, f64, 16, 16, 16, 64, Rows::aligned>();
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

/// C = A B in tiles by a loop over k, or B transposed: one block, at every tile that reaches into C, and one turn more
/// than there are steps.
template <Product product, int stages, class For, class A, class B, class T, int m, int n, int k, int threads,
          int alignment>
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
            T expected = element_as<T>(0.0F);
            for (int first = 0; first < of.k + k; first += k) {
                auto sum = element_as<Chain>(expected);
                for (int s = first; s < first + k; ++s) {
                    const bool is_in = s < of.k;
                    const A x = is_in ? a[static_cast<std::size_t>(i * of.k + s)] : element_as<A>(0.0F);
                    const int at_b = is_transposed ? j * of.k + s : s * of.n + j;
                    const B y = is_in ? b[static_cast<std::size_t>(at_b)] : element_as<B>(0.0F);
                    sum = chain_step(element_as<Chain>(x), element_as<Chain>(y), sum);
                }
                expected = element_as<T>(sum);
            }
            ASSERT_TRUE(is_same(c[static_cast<std::size_t>(i * of.n + j)], expected)) << i << ", " << j;
        }
    }
}

TEST(TileDot, StagesSlicesOfTensorsInLoops) {
    expect_loop<Product::dot, 2, ForDot, f32, f32, f32, 32, 64, 16, 128, 4>({40, 72, 36}, 4, 4);
    expect_loop<Product::dot_t, 3, ForDotT, f32, f32, f32, 32, 16, 8, 64, 1>({33, 17, 21}, 4, 4);
    expect_loop<Product::dot, 4, ForDot, f16, bf16, f16, 16, 31, 17, 64, 1>({17, 33, 50}, 4, 4);
    expect_loop<Product::dot, 3, ForDotT, f64, f32, f64, 16, 16, 12, 32, 2>({18, 20, 38}, 8, 8);
    expect_loop<Product::dot_t, 2, ForDotT, i8, u8, i32, 32, 32, 32, 64, 16>({48, 48, 64}, 1, 1);
    expect_loop<Product::dot, 2, ForDot, i8, i32, i32, 17, 32, 8, 64, 4>({20, 36, 20}, 4, 4);
    expect_loop<Product::dot, 2, ForDot, f16, f16, f32, 64, 64, 16, 64, 8>({72, 80, 40}, 4, 4);
    expect_loop<Product::dot_t, 3, ForDotT, f32, f32, f32, 64, 64, 12, 64, 4>({72, 68, 28}, 4, 4);
    expect_loop<Product::dot_t, 2, ForDot, f64, f64, f64, 32, 32, 8, 32, 2>({34, 36, 10}, 8, 8);
    expect_loop<Product::dot, 3, ForTensorcore, f16, f16, f32, 32, 36, 20, 64, 4>({36, 40, 44}, 2, 2);
    expect_loop<Product::dot_t, 2, ForTensorcore, f32, bf16, f32, 32, 33, 8, 64, 8>({40, 40, 24}, 4, 2);
}

/// Every element of a panel is one thread's, in one turn, and its place is where the panel has it.
template <class Shares, class To, int width>
void expect_each_once(int threads) {
    std::vector<int> visits(static_cast<std::size_t>(To::rows * To::columns));
    for (int thread = 0; thread < threads; ++thread) {
        for (int turn = 0; turn < Shares::turns; ++turn) {
            if (!Shares::exists(thread, turn)) continue;
            const Place on = Shares::of_thread(thread, turn);
            const Place by = Shares::of_turn(turn);
            for (int e = 0; e < width; ++e) {
                const int i = on.i + by.i;
                const int j = on.j + by.j + e;
                ASSERT_TRUE(i >= 0 && i < To::rows && j >= 0 && j < To::columns);
                ASSERT_EQ(To::offset(i, j), To::offset(on.i, on.j) + To::offset(by.i, by.j) + To::offset(0, e));
                ++visits[static_cast<std::size_t>(i * To::columns + j)];
            }
        }
    }
    for (const int count : visits) ASSERT_EQ(count, 1);
}

TEST(TileDot, SharesThePiecesOfASlice) {
    using Wide = Panel<f32, 128, 16, 16, 4>;
    static_assert(ByLines<256, Wide>::is_split);
    expect_each_once<ByLines<256, Wide>, Wide, 1>(256);
    expect_each_once<ByLines<96, Wide>, Wide, 1>(96);
    expect_each_once<ByWideLines<256, Wide, 8>, Wide, 8>(256);
    using Narrow = Panel<f64, 24, 12, 12, 2>;
    static_assert(!ByLines<32, Narrow>::is_split);
    expect_each_once<ByLines<32, Narrow>, Narrow, 1>(32);
    expect_each_once<ByWideLines<32, Narrow, 2>, Narrow, 2>(32);
    using AsTheyAre = Panel<f32, 64, 8, 1, 4>;
    expect_each_once<ByLines<128, AsTheyAre>, AsTheyAre, 1>(128);
    using ByRow = Matrix<f16, 33, 24, 40>;
    expect_each_once<ByRows<64, 33, 24, 8>, ByRow, 8>(64);
    expect_each_once<ByRows<128, 33, 24, 3>, ByRow, 3>(128);
}

TEST(TileDot, TakesNoTurnOfAnEmptyRange) {
    Block::run(64, [] {
        const Cta<64, 32> ctx;
        Fragment<f32, 16, 16, 64, ForDot> sum;
        sum.fill(3.0F);
        const auto none = [](i32) { return slice<16, 16>(static_cast<const f32*>(nullptr), 0, 0, 0, 0); };
        accumulate_loop_dot<3>(ctx, sum, Range<i32>(i32(0), i32(0), i32(16)), none, none, 0);
        sum.for_each(ctx, [](int, int, f32 element) { EXPECT_EQ(element, 3.0F); });
    });
}

TEST(TileDot, GivesEachElementToOneThread) {
    std::vector<int> visits(33 * 20);
    Block::run(96, [&] {
        const Cta<96, 32> ctx;
        Fragment<i32, 33, 20, 96, ForDot> fragment;
        fragment.fill(i32(0));
        fragment.for_each(ctx, [&](int i, int j, i32&) { ++visits[static_cast<std::size_t>(i * 20 + j)]; });
    });
    for (const int count : visits) EXPECT_EQ(count, 1);
}

TEST(TileDot, CopiesWhatLiesInsideOfASliceAndZeros) {
    std::vector<f16> tensor(static_cast<std::size_t>(5 * 6));
    for (std::size_t e = 0; e < tensor.size(); ++e) tensor[e] = convert<f16>(i32(static_cast<int>(e) + 1));
    std::array<f32, static_cast<std::size_t>(8 * 9)> copy{};
    copy.fill(-1.0F);
    Block::run(32, [&] {
        const Cta<32, 32> ctx;
        const Matrix<f32, 8, 7, 9> matrix{copy.data()};
        stage(ctx, slice<8, 7>(tensor.data(), i32(5), i32(6), i64(-2), i32(1)), matrix);
        stage_commit();
        stage_wait<0>();
    });
    for (int i = 0; i < 8; ++i) {
        for (int j = 0; j < 7; ++j) {
            const bool is_in = i >= 2 && i < 7 && j < 5;
            EXPECT_EQ(copy[static_cast<std::size_t>(i * 9 + j)], is_in ? static_cast<f32>((i - 2) * 6 + j + 2) : 0.0F);
        }
        EXPECT_EQ(copy[static_cast<std::size_t>(i * 9 + 8)], -1.0F);
    }
}

/// What the emitter reserves a fragment's registers by.
static_assert(fragment_registers(128, 128, 256, 4) == 64);
static_assert(fragment_registers(64, 64, 256, 8) == 32);
static_assert(dot_stride(16, 4) == 20 && dot_stride(128, 4) == 132 && dot_stride(64, 2) == 72);

}  // namespace
}  // namespace ph
