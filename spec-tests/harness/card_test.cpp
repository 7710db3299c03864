// SPDX-License-Identifier: Apache-2.0
// What only a visit to a card runs (tools/card-visit), each test in a process of its own: a share of the cases for the
// tools that watch memory, faults that those tools must report, and what leaves the card of no use to the process.
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "backend/device/device.h"
#include "lang/check/check.h"
#include "spec-tests/harness/card_test_support.h"
#include "spec-tests/harness/test_support.h"

namespace phobos::harness {
namespace {

/// PHOBOS_CARD_VISIT is one in how many cases the tools that watch memory are shown; without it nothing is run.
class CardVisit : public testing::Test {
protected:
    void SetUp() override {
        const char* const given = std::getenv("PHOBOS_CARD_VISIT");  // NOLINT(concurrency-mt-unsafe): nobody sets it
        if (given == nullptr) GTEST_SKIP() << "only a visit to a card runs this, each test in a process of its own";
        one_in_ = std::strtoull(given, nullptr, 10);
        ASSERT_GT(one_in_, 0U);
        auto card = Card::open();
        if (!card) GTEST_SKIP() << card.error();
        card_.emplace(std::move(*card));
    }

    [[nodiscard]] const Card& card() const { return *card_; }
    [[nodiscard]] std::unique_ptr<engine::Engine> engine(emit::Checking checking,
                                                         device::Guards guards = device::Guards::zones) const {
        auto engine = card_->engine(checking, guards);
        PHOBOS_ASSERT(engine.has_value());
        return std::move(*engine);
    }
    /// The share's kernels with what launches let their texts assume and without.
    void expect_share_holds_without_zones(emit::Checking checking) const {
        const auto engine = this->engine(checking, device::Guards::none);
        Docket docket;
        add_cases(docket, [&](const std::string& name) {
            return name.starts_with("examples/") || hash_of(name) % one_in_ == 0;
        });
        for (std::size_t trial = 0; trial < docket.trials(); ++trial) {
            if (!is_for(Machine::card, docket, trial)) continue;
            if (docket.loaded(trial).expectations.kind != io::CaseKind::run) continue;
            docket.call(trial, {Assumed::nothing, 0});
            docket.call(trial, {Assumed::values, 0});
        }
        engine::Settings settings = settings_of_texts();
        settings.limits.time = std::chrono::seconds{120};
        expect_holds(docket, Machine::card, *engine, settings);
    }

private:
    std::uint64_t one_in_ = 0;
    std::optional<Card> card_;
};

program::CheckedProgram checked(const std::string& text) {
    const SourceFile source("planted.ph", text);
    check::Checked result = check::check(source, {32}, {});
    PHOBOS_ASSERT(result.kernels.size() == 1);
    return std::move(result.kernels.front());
}

const std::string filling =
    "@launch(32)\n"
    "kernel planted_out_of_bounds(O: tensor<i32>[N], at: i64) {\n"
    "    O[at + i64(ctx.thread)] = 1\n"
    "}\n";

engine::Launch filling_at(std::int64_t elements, std::int64_t at) {
    engine::Launch launch;
    launch.grid = {1, 1, 1};
    launch.arguments.emplace_back(engine::OwnTensor{*engine::make_zeroed(ScalarType::i32, {elements}), 0});
    launch.arguments.emplace_back(engine::Scalar{ScalarType::i64, {static_cast<std::uint64_t>(at)}});
    return launch;
}

engine::Launch on_zeros(std::int64_t elements) {
    engine::Launch launch;
    launch.grid = {1, 1, 1};
    launch.arguments.emplace_back(engine::OwnTensor{*engine::make_zeroed(ScalarType::i32, {elements}), 0});
    return launch;
}

class CardShare : public CardVisit {};

TEST_F(CardShare, HoldsInCheckedTexts) { expect_share_holds_without_zones(emit::Checking::faults); }

TEST_F(CardShare, HoldsInTextsWithoutChecks) { expect_share_holds_without_zones(emit::Checking::nothing); }

/// Each holds a fault that a tool must report, in a kernel named planted_...; what the run comes to is the tool's.
class CardPlant : public CardVisit {
protected:
    /// A text by hand, where the language has no way to write the fault.
    void run_text(const std::string& text, const std::string& entry, unsigned threads, int buffers) const {
        auto device = device::Device::open(card().driver, 0);
        ASSERT_TRUE(device.has_value()) << device.error();
        const nvrtc::Job job{entry, text, entry, (*device)->properties().architecture, nvrtc::Output::cubin};
        const auto compiled = card().compile()(std::span(&job, 1), std::nullopt);
        ASSERT_TRUE(compiled.at(0).has_value()) << compiled[0].error().log;
        const auto kernel = device::Kernel::load(**device, compiled[0]->cubin, entry, 0);
        ASSERT_TRUE(kernel.has_value());
        std::vector<device::Memory> memory;
        std::vector<std::uint64_t> addresses;
        for (int i = 0; i < buffers; ++i) {
            auto allocated = device::Memory::allocate(**device, threads * sizeof(int));
            ASSERT_TRUE(allocated.has_value());
            memory.push_back(std::move(*allocated));
        }
        for (const device::Memory& each : memory) addresses.push_back(each.address());
        std::vector<void*> parameters;
        for (std::uint64_t& address : addresses) parameters.push_back(&address);
        const device::Api& api = (*device)->api();
        EXPECT_EQ(
            api.launch(kernel->function(), 1, 1, 1, threads, 1, 1, 0, (*device)->stream(), parameters.data(), nullptr),
            device::Status::success);
        (void)api.synchronise_stream((*device)->stream());
    }
};

TEST_F(CardPlant, WritesOutOfBounds) {
    const auto engine = this->engine(emit::Checking::nothing, device::Guards::none);
    (void)engine::run(*engine, checked(filling), filling_at(64, 64), settings_of_texts());
}

TEST_F(CardPlant, RacesInSharedMemory) {
    const auto program = checked(
        "@launch(64)\n"
        "kernel planted_race(O: tensor<i32>[N]) {\n"
        "    var s: tile<i32>[64]\n"
        "    s[ctx.thread] = ctx.thread\n"
        "    O[ctx.thread] = s[63 - ctx.thread]\n"
        "}\n");
    const auto engine = this->engine(emit::Checking::nothing);
    (void)engine::run(*engine, program, on_zeros(64), settings_of_texts());
}

TEST_F(CardPlant, ReadsWhatNobodyWrote) {
    run_text(
        "extern \"C\" __global__ void planted_uninitialised(const int* in, int* out) {\n"
        "    out[threadIdx.x] = in[threadIdx.x];\n"
        "}\n",
        "planted_uninitialised", 64, 2);
}

TEST_F(CardPlant, DivergesAtABarrier) {
    run_text(
        "extern \"C\" __global__ void planted_divergence(int* out) {\n"
        "    if (threadIdx.x < 16) __syncthreads();\n"
        "    out[threadIdx.x] = 1;\n"
        "}\n",
        "planted_divergence", 32, 1);
}

class CardLimits : public CardVisit {};

TEST_F(CardLimits, AnEndlessKernelEndsAtItsTimeAndTheNextLaunchSaysWhyItCannotRun) {
    const auto program = checked(
        "@launch(32)\n"
        "kernel endless(O: tensor<i32>[N]) {\n"
        "    var turns = 0\n"
        "    while turns >= 0 {\n"
        "        turns = O[0]\n"
        "    }\n"
        "    O[0] = turns\n"
        "}\n");
    const auto engine = this->engine(emit::Checking::faults);
    engine::Settings settings = settings_of_texts();
    settings.limits.time = std::chrono::seconds{1};
    const auto begin = std::chrono::steady_clock::now();
    const engine::Ran ran = engine::run(*engine, program, on_zeros(32), settings);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds{10});
    const auto* limited = std::get_if<engine::Limited>(&ran.outcome);
    ASSERT_NE(limited, nullptr) << engine::spelling(ran.outcome);
    EXPECT_EQ(limited->kind, engine::LimitKind::time);
    const engine::Ran next = engine::run(*engine, checked(filling), filling_at(64, 0), settings);
    const auto* failed = std::get_if<engine::Failed>(&next.outcome);
    ASSERT_NE(failed, nullptr) << engine::spelling(next.outcome);
    EXPECT_EQ(failed->message, "nothing runs there any more: a kernel that reached its limit of time still runs there");
}

TEST_F(CardLimits, AnIllegalAddressIsToldOnceAndThenWhyNothingRuns) {
    const auto engine = this->engine(emit::Checking::nothing);
    const engine::Settings settings = settings_of_texts();
    const engine::Ran ran = engine::run(*engine, checked(filling), filling_at(64, std::int64_t{1} << 44), settings);
    const auto* failed = std::get_if<engine::Failed>(&ran.outcome);
    ASSERT_NE(failed, nullptr) << engine::spelling(ran.outcome);
    EXPECT_EQ(failed->stage, "run");
    EXPECT_NE(failed->message.find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string::npos) << failed->message;
    const engine::Ran next = engine::run(*engine, checked(filling), filling_at(64, 0), settings);
    const auto* after = std::get_if<engine::Failed>(&next.outcome);
    ASSERT_NE(after, nullptr) << engine::spelling(next.outcome);
    EXPECT_EQ(after->stage, "device");
    EXPECT_NE(after->message.find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string::npos) << after->message;
}

TEST_F(CardLimits, WhereAllMemoryIsTakenALaunchSaysSoAndTheNextRuns) {
    const auto program = checked(filling);
    const auto engine = this->engine(emit::Checking::faults);
    const engine::Settings settings = settings_of_texts();
    const std::int64_t elements = std::int64_t{1} << 26;
    EXPECT_EQ(engine::spelling(engine::run(*engine, program, filling_at(elements, 0), settings).outcome), "finished");
    auto device = device::Device::open(card().driver, 0);
    ASSERT_TRUE(device.has_value()) << device.error();
    {
        std::vector<device::Memory> taken;
        for (std::size_t bytes = std::size_t{1} << 36; bytes >= std::size_t{1} << 21; bytes /= 2)
            while (auto memory = device::Memory::allocate(**device, bytes)) taken.push_back(std::move(*memory));
        const engine::Ran ran = engine::run(*engine, program, filling_at(elements, 0), settings);
        const auto* limited = std::get_if<engine::Limited>(&ran.outcome);
        ASSERT_NE(limited, nullptr) << engine::spelling(ran.outcome);
        EXPECT_EQ(limited->kind, engine::LimitKind::memory);
    }
    EXPECT_EQ(engine::spelling(engine::run(*engine, program, filling_at(elements, 0), settings).outcome), "finished");
}

}  // namespace
}  // namespace phobos::harness
