// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "backend/prelude/collectives.h"
#include "backend/prelude/shuffles.h"
#include "backend/prelude/test_support.h"

namespace phobos::prelude {
namespace {

/// Runs the threads of a block one after the other, and all of them again until each has found the words that the
/// others give at its every wait.
class Block {
public:
    explicit Block(int lanes) : lanes_(lanes), before_(*ph::machine::table) {
        current = this;
        ph::machine::table->wait = &wait;
    }
    ~Block() {
        *ph::machine::table = before_;
        current = nullptr;
    }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

    /// What `body` gives in each of the threads, with no more than `waits` waits.
    template <class Body>
    auto run(int threads, int waits, Body body) {
        std::vector<decltype(body())> results;
        for (int round = 0; round <= waits; ++round) {
            results.clear();
            for (int thread = 0; thread < threads; ++thread) {
                ph::machine::table->thread = thread;
                wait_ = 0;
                results.push_back(body());
            }
        }
        return results;
    }

private:
    using Words = std::array<unsigned long long, ph::host::Table::most_lanes>;

    static void wait(ph::host::Table* table, ph::host::Wait kind, unsigned) {
        if (kind != ph::host::Wait::warp) return;
        const int warp = table->thread / current->lanes_;
        const auto lane = static_cast<std::size_t>(table->thread % current->lanes_);
        Words& words = current->given_[{warp, current->wait_++}];
        words[lane] = table->exchange[lane];
        for (std::size_t i = 0; i < words.size(); ++i) table->exchange[i] = words[i];
    }

    static inline Block* current = nullptr;

    int lanes_;
    int wait_ = 0;
    std::map<std::pair<int, int>, Words> given_;
    ph::host::Table before_;
};

/// coll-5, for all lanes at once, word for word.
template <class Op, class T>
std::vector<T> butterfly(std::vector<T> values) {
    for (std::size_t offset = values.size() / 2; offset > 0; offset /= 2) {
        const std::vector<T> before = values;
        for (std::size_t lane = 0; lane < values.size(); ++lane)
            values[lane] = Op::template step<T>(before[lane], before[lane ^ offset]);
    }
    return values;
}

/// coll-6.
template <class Op, class T>
T over_threads(const std::vector<T>& values, int lanes) {
    std::vector<T> warps;
    for (auto warp = values.begin(); warp != values.end(); warp += lanes)
        warps.push_back(butterfly<Op>(std::vector<T>(warp, warp + lanes))[0]);
    while ((warps.size() & (warps.size() - 1)) != 0) warps.push_back(Op::template identity<T>());
    return butterfly<Op>(warps)[0];
}

template <class T>
std::vector<T> random_values(std::size_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<T> values;
    for (std::size_t i = 0; i < count; ++i) {
        if constexpr (ph::same<T, bool>)
            values.push_back(random() % 32 == 0);
        else
            values.push_back(random_value<T>(random));
    }
    return values;
}

template <class T>
std::uint64_t comparable(T value) {
    if constexpr (ph::same<T, bool>)
        return value ? 1 : 0;
    else
        return bits_of(value);
}

template <class Op, class T, int threads, int lanes>
void expect_reductions() {
    constexpr std::uint64_t seeds = threads > 512 ? 1 : 4;  // each thread is one of the system's
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        const std::vector<T> values = random_values<T>(threads, seed);
        const auto own = [&] { return values[static_cast<std::size_t>(ph::machine::table->thread)]; };
        const auto over_lanes = Block(lanes).run(threads, 1, [&] {
            const ph::Cta<threads, lanes> ctx;
            return ph::reduce_lanes<Op>(ctx, own());
        });
        for (int thread = 0; thread < threads; ++thread) {
            const auto warp = values.begin() + thread / lanes * lanes;
            ASSERT_EQ(comparable(over_lanes[static_cast<std::size_t>(thread)]),
                      comparable(butterfly<Op>(std::vector<T>(warp, warp + lanes))[0]));
        }
        // The second takes the other row of the scratch, the third the first one again.
        const auto over_block = Block(lanes).run(threads, 7, [&] {
            const ph::Cta<threads, lanes> ctx;
            ph::Scratch scratch(ctx, 64);
            const T first = ph::reduce_threads<Op>(ctx, own(), scratch);
            const T second = ph::reduce_threads<Op>(ctx, first, scratch);
            return std::pair{first, ph::reduce_threads<Op>(ctx, own(), scratch) == first || second != second};
        });
        for (const auto& [result, repeats] : over_block)
            ASSERT_EQ(comparable(result), comparable(over_threads<Op>(values, lanes)));
    }
}

template <class Op, class T>
void expect_reductions() {
    expect_reductions<Op, T, 32, 32>();
    expect_reductions<Op, T, 96, 32>();
    expect_reductions<Op, T, 1024, 32>();
    expect_reductions<Op, T, 64, 64>();
    expect_reductions<Op, T, 320, 64>();
}

TEST(Collectives, CombineByTheButterfly) {
    expect_reductions<ph::Sum, f32>();
    expect_reductions<ph::Sum, f16>();
    expect_reductions<ph::Sum, i8>();
    expect_reductions<ph::Prod, bf16>();
    expect_reductions<ph::Prod, u32>();
    expect_reductions<ph::Min, f64>();
    expect_reductions<ph::Min, i32>();
    expect_reductions<ph::Max, f32>();
    expect_reductions<ph::Max, i64>();
    expect_reductions<ph::And, u8>();
    expect_reductions<ph::Or, i64>();
    expect_reductions<ph::Xor, bool>();
    expect_reductions<ph::Any, bool>();
    expect_reductions<ph::All, bool>();
}

TEST(Collectives, AddInTheOrderOfTheSpec) {
    const auto sums = Block(32).run(32, 1, [] {
        const ph::Cta<32, 32> ctx;
        const int lane = ctx.lane.value;
        return ph::reduce_lanes<ph::Sum>(ctx, lane == 0 ? 0x1p24f : lane == 1 || lane == 17 ? 1.0f : 0.0f);
    });
    for (const float sum : sums) EXPECT_EQ(sum, 16777218.0f);
}

template <class T>
struct Identities : testing::Test {};
TYPED_TEST_SUITE(Identities, NumberTypes);

TYPED_TEST(Identities, ChangeNoValue) {
    using T = TypeParam;
    for (const T x : corners<T>()) {
        EXPECT_EQ(bits_of(ph::Sum::step(x, ph::Sum::identity<T>())), bits_of(x));
        EXPECT_EQ(bits_of(ph::Prod::step(x, ph::Prod::identity<T>())), bits_of(x));
        EXPECT_EQ(bits_of(ph::Min::step(x, ph::Min::identity<T>())), bits_of(x));
        EXPECT_EQ(bits_of(ph::Max::step(x, ph::Max::identity<T>())), bits_of(x));
        if constexpr (ph::is_integer<T>) {
            EXPECT_EQ(ph::And::step(x, ph::And::identity<T>()), x);
            EXPECT_EQ(ph::Or::step(x, ph::Or::identity<T>()), x);
            EXPECT_EQ(ph::Xor::step(x, ph::Xor::identity<T>()), x);
        }
    }
}

/// Which lane's value each shuffle gives, by coll-11 to coll-13.
struct Sources {
    int shuffle;
    int by_xor;
    int up;
    int down;
};

Sources sources(std::int64_t selector, int lane, int lanes) {
    const int low = static_cast<int>((selector % lanes + lanes) % lanes);
    const bool is_up = selector <= lane && lane - lanes < selector;
    const bool is_down = selector >= -lane && selector < lanes - lane;
    return {low, lane ^ low, is_up ? lane - static_cast<int>(selector) : lane,
            is_down ? lane + static_cast<int>(selector) : lane};
}

template <int lanes, class T, class I>
void expect_shuffles(I selector) {
    const std::vector<T> values = random_values<T>(lanes, 9);
    const auto given = [&] { return values[static_cast<std::size_t>(ph::machine::table->thread)]; };
    const auto results = Block(lanes).run(lanes, 4, [&] {
        const ph::Cta<lanes, lanes> ctx;
        return std::array{ph::shuffle(ctx, given(), selector), ph::shuffle_xor(ctx, given(), selector),
                          ph::shuffle_up(ctx, given(), selector), ph::shuffle_down(ctx, given(), selector)};
    });
    for (int lane = 0; lane < lanes; ++lane) {
        const auto [any, by_xor, up, down] = sources(ph::wide(selector), lane, lanes);
        const auto& found = results[static_cast<std::size_t>(lane)];
        const auto expected = [&](int source) { return ph::pattern(values[static_cast<std::size_t>(source)]); };
        ASSERT_EQ(ph::pattern(found[0]), expected(any)) << lane;
        ASSERT_EQ(ph::pattern(found[1]), expected(by_xor)) << lane;
        ASSERT_EQ(ph::pattern(found[2]), expected(up)) << lane;
        ASSERT_EQ(ph::pattern(found[3]), expected(down)) << lane;
    }
}

template <int lanes>
void expect_shuffles() {
    for (const int n : {0, 1, -1, 5, -5, 31, 32, 33, 37, 63, 64, 65, -64, -31, 127, -128})
        expect_shuffles<lanes, f32>(i8(n));
    expect_shuffles<lanes, i8>(u8(200));
    expect_shuffles<lanes, i64>(u32(0xffffffffU));
    expect_shuffles<lanes, f64>(u32(0x80000001U));
    expect_shuffles<lanes, f16>(i32::least());
    expect_shuffles<lanes, bf16>(i64::least());
    expect_shuffles<lanes, u32>(i64::greatest());
    expect_shuffles<lanes, bool>(i64((1LL << 32) + 3));
}

TEST(Shuffles, TakeTheirSelectorAsAnUnboundedInteger) {
    expect_shuffles<32>();
    expect_shuffles<64>();
}

TEST(Ballot, HasABitForEachLane) {
    const auto narrow = Block(32).run(32, 1, [] {
        const ph::Cta<32, 32> ctx;
        return ph::ballot(ctx, ctx.lane % i32(3) == i32(1) || ctx.lane == i32(31));
    });
    for (const i64 found : narrow) EXPECT_EQ(found, i64(0x92492492LL));
    const auto wide = Block(64).run(64, 1, [] {
        const ph::Cta<64, 64> ctx;
        return ph::ballot(ctx, ctx.lane == i32(63) || ctx.lane == i32(0));
    });
    for (const i64 found : wide) EXPECT_EQ(found, i64::least() + i64(1));
}

}  // namespace
}  // namespace phobos::prelude
