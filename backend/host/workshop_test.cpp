// SPDX-License-Identifier: Apache-2.0
#include "backend/host/workshop.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fstream>
#include <memory>
#include <numeric>
#include <optional>
#include <thread>

#include "backend/host/test_support.h"
#include "lang/base/transcendental.h"

namespace phobos::host::testing {
namespace {

using std::chrono::steady_clock;

std::vector<Unit> kernels() {
    return {
        kernel(
            "each_thread", 64,
            R"(words[ctx.block.x.value * 64 + ctx.thread.value] = i64(ctx.block.x.value * 1000 + ctx.thread.value);)"),
        kernel(
            "axes", 32,
            R"(if (ctx.thread == i32(0)) words[ctx.block.x.value + ctx.grid.x.value * (ctx.block.y.value + ctx.grid.y.value * ctx.block.z.value)] = i64(ctx.block.x.value + 10 * ctx.block.y.value + 100 * ctx.block.z.value);)"),
        kernel("rotate", 96, R"(words[ctx.thread.value] = i64(ctx.thread.value);
for (int turn = 0; turn < 3; ++turn) {
    ph::barrier(ctx);
    const i64 next = words[(ctx.thread.value + 33) % 96];
    ph::barrier(ctx);
    words[ctx.thread.value] = next;
})"),
        kernel("meet", 128, R"(ph::atomic_add(words, 0, i64(1));
const i64 seen = ph::shuffle_xor(ctx, i64(ctx.thread.value), i32(5));
ph::barrier(ctx);
words[1 + ctx.thread.value] = seen + words[0] * i64(1000);)"),
        kernel("order", 64, R"(words[ph::atomic_add(words, 64, i64(1)).value] = i64(ctx.thread.value);)"),
        kernel("exchange_32", 128, R"(const i64 mine(ctx.thread.value);
const i64 first = ph::shuffle(ctx, mine, i32(0));
const i64 above = ph::shuffle_down(ctx, mine, i32(1));
const i64 below = ph::shuffle_up(ctx, mine, i32(1));
words[ctx.thread.value] = first * i64(1000000) + above * i64(1000) + below;)"),
        kernel("exchange_64", 128, R"(const i64 mine(ctx.thread.value);
const i64 first = ph::shuffle(ctx, mine, i32(0));
const i64 above = ph::shuffle_down(ctx, mine, i32(1));
const i64 below = ph::shuffle_up(ctx, mine, i32(1));
words[ctx.thread.value] = first * i64(1000000) + above * i64(1000) + below;)",
               64),
        kernel("often", 64, R"(i64 sum(0);
for (int turn = 0; turn < 1 + ctx.warp.value * 4; ++turn)
    sum = sum + ph::shuffle(ctx, i64(ctx.lane.value), i32(turn));
words[ctx.thread.value] = sum;)"),
        kernel("collect", 64, R"(ph::Scratch scratch(ctx, 0);
words[ctx.thread.value] = ph::ballot(ctx, ctx.lane.value % 3 == 0);
words[64 + ctx.thread.value] = ph::reduce_lanes<ph::Sum>(ctx, i64(ctx.thread.value));
words[128 + ctx.thread.value] = ph::reduce_threads<ph::Max>(ctx, i64(ctx.thread.value), scratch);)",
               64),
        kernel("shared", 32, R"(i64* const tile = ph::shared<i64>(128);
words[ctx.block.x.value * 32 + ctx.thread.value] = tile[ctx.thread.value];
tile[ctx.thread.value] = i64(7);
if (reinterpret_cast<unsigned long long>(tile) % 128 != 0) words[100] = i64(1);)"),
        kernel("grid", 32, R"(if (ctx.thread == i32(0)) words[ctx.block.x.value] = i64(ctx.block.x.value + 1);
ph::grid_barrier(ctx, reinterpret_cast<i32*>(words + 4000), 3);
i64 sum(0);
for (int b = 0; b < ctx.grid.x.value; ++b) sum = sum + words[b];
ph::grid_barrier(ctx, reinterpret_cast<i32*>(words + 4000), 4);
if (ctx.thread == i32(0)) words[ctx.block.x.value] = sum;)"),
        kernel("missing", 32, R"(if (ctx.block.x != i32(2)) ph::grid_barrier(ctx, reinterpret_cast<i32*>(words), 3);)"),
        kernel("thread_missing", 64, R"(if (ctx.thread != i32(40)) ph::barrier(ctx);)"),
        kernel("warp_missing", 64, R"(if (words[0] == i64(0) || ctx.warp == i32(0)) ph::barrier(ctx);
words[1 + ctx.thread.value] = i64(5);)"),
        kernel("functions", 32, R"(words[0] = i64(__builtin_bit_cast(long long, ph::exp(f64(0x1.8p+0))));
words[1] = ph::convert<i64>(ph::bits(ph::pow(f32(0x1.8p+0), f32(0x1.4p+1f))));)"),
        kernel("crash", 32, R"(if (words[0] != i64(0)) *reinterpret_cast<volatile int*>(16) = 1;
words[1] = i64(2);)"),
        kernel("deep", 32, R"(volatile char bytes[1 << 20];
bytes[0] = 1;
words[0] = i64(bytes[0]);
ph::barrier(ctx);)"),
        kernel("endless", 32, R"(while (words[0] == i64(0)) ph::turn();)"),
        kernel("count", 32, R"(words[0] = words[0] + i64(ctx.thread.value == 0 ? 1 : 0);)"),
        kernel("endless_then_one", 32, R"(while (words[0] == i64(0)) ph::turn();
words[1] = i64(1);)"),
        kernel("one", 32, R"(words[0] = i64(1);)"),

    };
}

/// All kernels of these tests, compiled once.
struct Compiled {
    Scratch scratch = folder();
    std::vector<Unit> units = kernels();
    std::shared_ptr<host::Workshop> workshop;
    std::vector<Built> built;

    Compiled() {
        auto opened = host::Workshop::open(scratch.path(), compiler(), worker_program());
        PHOBOS_ASSERT(opened.has_value());
        workshop = *opened;
        built = workshop->build(units, std::nullopt);
    }
};

class Workshop : public ::testing::Test {
protected:
    static void SetUpTestSuite() { compiled = std::make_unique<Compiled>(); }
    static void TearDownTestSuite() { compiled.reset(); }

    static std::unique_ptr<Compiled> compiled;
};
std::unique_ptr<Compiled> Workshop::compiled;

/// One kernel and the memory it is run on.
class Bench {
public:
    Bench(const Compiled& compiled, const std::string& entry) : workshop_(compiled.workshop), entry_(entry) {
        const auto found = std::ranges::find(compiled.units, entry, &Unit::entry);
        const Built& built = compiled.built[static_cast<std::size_t>(found - compiled.units.begin())];
        if (!built) ADD_FAILURE() << engine::spelling(built.error());
        library_ = *built;
    }

    std::variant<Reply, engine::Failed> run(const Shape& shape, std::optional<steady_clock::time_point> end = {}) {
        return workshop_->run({shape, library_->path(), entry_, {{0, true}}, words.file(), words.bytes()}, end);
    }
    /// That of a run which is answered.
    Answer answer(const Shape& shape) {
        const auto ran = run(shape);
        if (const auto* failed = std::get_if<engine::Failed>(&ran)) ADD_FAILURE() << failed->message;
        const Reply& reply = std::get<Reply>(ran);
        if (const auto* died = std::get_if<Died>(&reply)) ADD_FAILURE() << died->text;
        return std::get<Answer>(reply);
    }

    Words words{4096};

private:
    std::shared_ptr<host::Workshop> workshop_;
    std::string entry_;
    std::shared_ptr<const LibraryFile> library_;
};

std::vector<std::int64_t> filled(std::size_t count, std::int64_t value) { return std::vector(count, value); }

TEST_F(Workshop, RunsEachThreadOfEachBlock) {
    Bench bench(*compiled, "each_thread");
    ASSERT_EQ(bench.answer(shape(64, 5)).answered, Answered::completed);
    for (std::int64_t i = 0; i < 320; ++i)
        ASSERT_EQ(bench.words.all()[static_cast<std::size_t>(i)], i / 64 * 1000 + i % 64);
    EXPECT_EQ(bench.words.all()[320], 0);
}

TEST_F(Workshop, TellsThreadsTheThreeAxesOfTheirBlock) {
    Bench bench(*compiled, "axes");
    Shape three = shape(32);
    std::ranges::copy(std::array{3, 2, 2}, three.grid);
    ASSERT_EQ(bench.answer(three).answered, Answered::completed);
    EXPECT_EQ(bench.words.first(13), (std::vector<std::int64_t>{0, 1, 2, 10, 11, 12, 100, 101, 102, 110, 111, 112, 0}));
}

TEST_F(Workshop, ThreadsMeetAtABarrierOfTheBlock) {
    Bench bench(*compiled, "rotate");
    ASSERT_EQ(bench.answer(shape(96)).answered, Answered::completed);
    for (std::int64_t i = 0; i < 96; ++i) ASSERT_EQ(bench.words.all()[static_cast<std::size_t>(i)], (i + 99) % 96);
}

TEST_F(Workshop, EveryOrderOfThreadsMeets) {
    for (const Order order : {Order::ascending, Order::descending, Order::seeded}) {
        Bench bench(*compiled, "meet");
        Shape ordered = shape(128);
        ordered.order = order;
        ordered.seed = 7;
        ASSERT_EQ(bench.answer(ordered).answered, Answered::completed);
        for (std::int64_t i = 0; i < 128; ++i)
            ASSERT_EQ(bench.words.all()[static_cast<std::size_t>(1 + i)], 128'000 + (i ^ 5));
    }
}

TEST_F(Workshop, OrdersOfThreadsAreAsTheySay) {
    const auto order_of = [&](Order order, std::uint64_t seed) {
        Bench bench(*compiled, "order");
        Shape ordered = shape(64);
        ordered.order = order;
        ordered.seed = seed;
        EXPECT_EQ(bench.answer(ordered).answered, Answered::completed);
        return bench.words.first(64);
    };
    std::vector<std::int64_t> ascending(64);
    std::iota(ascending.begin(), ascending.end(), 0);
    std::vector<std::int64_t> descending(ascending.rbegin(), ascending.rend());
    EXPECT_EQ(order_of(Order::ascending, 1), ascending);
    EXPECT_EQ(order_of(Order::descending, 1), descending);
    std::vector<std::int64_t> seeded = order_of(Order::seeded, 1);
    EXPECT_EQ(order_of(Order::seeded, 1), seeded);
    EXPECT_NE(order_of(Order::seeded, 2), seeded);
    std::ranges::sort(seeded);
    EXPECT_EQ(seeded, ascending);
}

TEST_F(Workshop, LanesExchangeAtBothWidths) {
    for (const int lanes : {32, 64}) {
        Bench bench(*compiled, lanes == 32 ? "exchange_32" : "exchange_64");
        ASSERT_EQ(bench.answer(shape(128, 1, lanes)).answered, Answered::completed);
        for (std::int64_t i = 0; i < 128; ++i) {
            const std::int64_t lane = i % lanes;
            const std::int64_t above = lane + 1 < lanes ? i + 1 : i;
            const std::int64_t below = lane > 0 ? i - 1 : i;
            ASSERT_EQ(bench.words.all()[static_cast<std::size_t>(i)], (i - lane) * 1'000'000 + above * 1000 + below);
        }
    }
}

TEST_F(Workshop, WarpsExchangeAsOftenAsTheyLike) {
    Bench bench(*compiled, "often");
    ASSERT_EQ(bench.answer(shape(64)).answered, Answered::completed);
    EXPECT_EQ(bench.words.all()[5], 0);
    EXPECT_EQ(bench.words.all()[37], 0 + 1 + 2 + 3 + 4);
}

TEST_F(Workshop, BallotsAndCollectivesSeeEachLane) {
    Bench bench(*compiled, "collect");
    ASSERT_EQ(bench.answer(shape(64, 1, 64)).answered, Answered::completed);
    std::int64_t third = 0;
    for (int lane = 0; lane < 64; lane += 3) third |= std::int64_t{1} << lane;
    const auto words = bench.words.first(192);
    EXPECT_EQ(std::vector(words.begin(), words.begin() + 64), filled(64, third));
    EXPECT_EQ(std::vector(words.begin() + 64, words.begin() + 128), filled(64, 63 * 32));
    EXPECT_EQ(std::vector(words.begin() + 128, words.end()), filled(64, 63));
}

TEST_F(Workshop, SharedMemoryStartsUnwrittenInEachBlock) {
    Bench bench(*compiled, "shared");
    ASSERT_EQ(bench.answer(shape(32, 3)).answered, Answered::completed);
    EXPECT_EQ(bench.words.first(96), filled(96, -1));
    EXPECT_EQ(bench.words.all()[100], 0);
}

TEST_F(Workshop, AllBlocksMeetAtABarrierOfTheGrid) {
    Bench bench(*compiled, "grid");
    Shape resident = shape(32, 10);
    resident.resident = true;
    ASSERT_EQ(bench.answer(resident).answered, Answered::completed);
    EXPECT_EQ(bench.words.first(10), filled(10, 55));
}

TEST_F(Workshop, ABlockThatMissesABarrierOfTheGridIsTold) {
    Bench bench(*compiled, "missing");
    Shape resident = shape(32, 4);
    resident.resident = true;
    const Answer answer = bench.answer(resident);
    EXPECT_EQ(answer.answered, Answered::block_missing);
    EXPECT_EQ(answer.block, 2);
    EXPECT_EQ(answer.site, 3);
}

TEST_F(Workshop, AGridThatNeedsMoreStacksThanThereAreIsTold) {
#ifdef PHOBOS_SANITIZED
    GTEST_SKIP() << "the sanitizer itself ends where no more can be mapped";
#endif
    std::int64_t most_mappings = 0;  // a stack and its guard are two
    std::ifstream("/proc/sys/vm/max_map_count") >> most_mappings;
    if (most_mappings == 0 || most_mappings > 70'000) GTEST_SKIP() << "this system has more than are tried";
    Bench bench(*compiled, "grid");
    Shape resident = shape(32, most_mappings / 64 + 10);
    resident.resident = true;
    EXPECT_EQ(bench.answer(resident).answered, Answered::no_memory);
    resident.grid[0] = 10;
    EXPECT_EQ(bench.answer(resident).answered, Answered::completed);
}

TEST_F(Workshop, ThreadsThatMissABarrierAreTold) {
    Bench bench(*compiled, "thread_missing");
    const Answer answer = bench.answer(shape(64, 2));
    EXPECT_EQ(answer.answered, Answered::threads_disagree);
    EXPECT_EQ(answer.text, "block (0, 0, 0): thread 32 waits for its block while thread 40 has ended");
}

TEST_F(Workshop, AWorkerGoesOnAfterThreadsWereLeftAmidTheirWork) {
    Bench bench(*compiled, "warp_missing");
    bench.words.all()[0] = 1;
    const Answer answer = bench.answer(shape(64));
    EXPECT_EQ(answer.answered, Answered::threads_disagree);
    EXPECT_EQ(answer.text, "block (0, 0, 0): warp 0 waits for its block while warp 1 has ended");
    bench.words.all()[0] = 0;
    ASSERT_EQ(bench.answer(shape(64)).answered, Answered::completed);
    EXPECT_EQ(bench.words.all()[1], 5);
}

TEST_F(Workshop, FunctionsWithABoundAreTheSharedOnes) {
    Bench bench(*compiled, "functions");
    ASSERT_EQ(bench.answer(shape(32)).answered, Answered::completed);
    EXPECT_EQ(bench.words.all()[0], std::bit_cast<std::int64_t>(exp_f64(1.5)));
    EXPECT_EQ(bench.words.all()[1], std::bit_cast<std::int32_t>(static_cast<float>(pow_f64(1.5, 2.5))));
}

TEST_F(Workshop, AKernelThatCrashesEndsItsWorkerAndNothingElse) {
    Bench bench(*compiled, "crash");
    bench.words.all()[0] = 1;
    const auto ran = bench.run(shape(32));
    const auto& died = std::get<Died>(std::get<Reply>(ran));
    EXPECT_NE(died.text.find("signal"), std::string::npos) << died.text;
    bench.words.all()[0] = 0;
    EXPECT_EQ(bench.answer(shape(32)).answered, Answered::completed);
    EXPECT_EQ(bench.words.all()[1], 2);
}

TEST_F(Workshop, AStackThatRunsOverEndsTheWorker) {
    Bench bench(*compiled, "deep");
    EXPECT_TRUE(std::holds_alternative<Died>(std::get<Reply>(bench.run(shape(32)))));
}

TEST_F(Workshop, AnEndlessKernelIsEndedInTime) {
    Bench bench(*compiled, "endless");
    const auto begin = steady_clock::now();
    const auto ran = bench.run(shape(32), begin + 200ms);
    EXPECT_TRUE(std::holds_alternative<TimeOver>(std::get<Reply>(ran)));
    EXPECT_LT(steady_clock::now() - begin, 5s);
    bench.words.all()[0] = 1;
    EXPECT_EQ(bench.answer(shape(32)).answered, Answered::completed);
}

std::size_t open_descriptors() {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
}

TEST_F(Workshop, LaunchesLeaveNothingOpen) {
    Bench bench(*compiled, "count");
    ASSERT_EQ(bench.answer(shape(32)).answered, Answered::completed);
    const std::size_t before = open_descriptors();
    for (int i = 0; i < 500; ++i) ASSERT_EQ(bench.answer(shape(32)).answered, Answered::completed);
    EXPECT_EQ(open_descriptors(), before);
    EXPECT_EQ(bench.words.all()[0], 501);
}

TEST_F(Workshop, ThreadsOfTheProgramRunKernelsAtOnce) {
    Bench bench(*compiled, "endless_then_one");
    std::jthread waiting([&] { EXPECT_EQ(bench.answer(shape(32)).answered, Answered::completed); });
    Bench other(*compiled, "one");
    EXPECT_EQ(other.answer(shape(32)).answered, Answered::completed);
    bench.words.all()[0] = 1;
}

TEST_F(Workshop, AWorkerThatCannotBeStartedFailsTheLaunch) {
    const Scratch scratch = folder();
    const auto workshop = host::Workshop::open(scratch.path(), compiler(), "/nowhere/phobos-host-worker");
    const Words words(1);
    const auto ran = (*workshop)->run({shape(32), "library.so", "k", {}, words.file(), words.bytes()}, std::nullopt);
    EXPECT_EQ(std::get<engine::Failed>(ran).stage, "run");
    EXPECT_EQ(std::get<engine::Failed>(ran).message,
              "'/nowhere/phobos-host-worker' cannot be started: No such file or directory");
}

}  // namespace
}  // namespace phobos::host::testing
