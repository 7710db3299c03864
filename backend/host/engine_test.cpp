// SPDX-License-Identifier: Apache-2.0
#include "backend/host/engine.h"

#include <array>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "backend/host/test_support.h"
#include "engine/assumptions.h"
#include "interp/plain/test_support.h"

namespace phobos::host::testing {
namespace {

using plain::bits_of;
using plain::checked;
using plain::tensor;
using program::CheckedProgram;

Options options() {
    Options result;
    result.worker = worker_program();
    result.jobs = 2;
    return result;
}

engine::Settings settings() {
    engine::Settings result;
    result.checks = {false, false, false};
    return result;
}

CheckedProgram doubling() {
    return checked(
        "@launch(64)\nkernel double_all(x: tensor<f32>[N], y: tensor<f32>[N]) {\n"
        "    let i = ctx.block.x * ctx.threads + ctx.thread\n"
        "    if i < N { y[i] = x[i] * 2.0 }\n}\n");
}

std::vector<float> counting(std::size_t count) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i);
    return values;
}

engine::Launch doubling_of(std::int64_t count, std::int64_t byte_offset = 0) {
    auto x = tensor<float>({count}, counting(static_cast<std::size_t>(count)));
    auto y = tensor<float>({count}, {});
    x.byte_offset = byte_offset;
    y.byte_offset = byte_offset;
    return {{std::move(x), std::move(y)}, {(count + 63) / 64, 1, 1}};
}

void expect_doubled(const engine::Ran& ran) {
    if (const auto* failed = std::get_if<engine::Failed>(&ran.outcome))
        FAIL() << failed->stage << ": " << failed->message;
    ASSERT_TRUE(std::holds_alternative<engine::Finished>(ran.outcome)) << engine::spelling(ran.outcome);
    for (std::uint64_t i = 0; i < ran.tensors[1].elements(); ++i)
        ASSERT_EQ(ran.tensors[1].load(i), bits_of(2.0F * static_cast<float>(i)));
    EXPECT_TRUE(ran.damaged.empty());
}

TEST(HostEngine, RunsAKernel) {
    expect_doubled(engine::run(*make_engine(options()), doubling(), doubling_of(200), settings()));
}

TEST(HostEngine, RunsOnMemoryThatBeginsAnywhere) {
    const auto engine = make_engine(options());
    const auto program = doubling();
    const std::array instances{engine::Instance{&program, {}}};
    const auto prepared = engine->prepare(instances);
    for (const std::int64_t offset : {4, 12, 256, 260}) {
        auto buffers = engine->upload(program.program(), doubling_of(130, offset), settings());
        auto& own = *std::get<0>(buffers);
        const auto outcome = std::get<0>(prepared[0])->launch(own, {3, 1, 1}, settings());
        expect_doubled({outcome, {own.download(0), own.download(1)}, own.damaged()});
    }
}

TEST(HostEngine, LaunchesThatKeepNoAssumptionRunToo) {
    const auto engine = make_engine(options());
    const auto program = doubling();
    const auto launch = doubling_of(128);
    const auto dims = engine::bind(program.program(), launch);
    const std::array instances{engine::Instance{&program, engine::assumptions_of(program.program(), launch, *dims)}};
    const auto prepared = engine->prepare(instances);
    for (const std::int64_t count : {128, 256, 129, 1}) {
        auto buffers = engine->upload(program.program(), doubling_of(count, count % 2 * 4), settings());
        auto& own = *std::get<0>(buffers);
        const auto outcome = std::get<0>(prepared[0])->launch(own, {(count + 63) / 64, 1, 1}, settings());
        expect_doubled({outcome, {own.download(0), own.download(1)}, own.damaged()});
    }
}

TEST(HostEngine, CollectivesInMemoryGiveTheSame) {
    auto in_memory = options();
    in_memory.toggles.collectives = emit::Collectives::memory;
    for (const int lanes : {32, 64}) {
        const auto program = checked(
            "@launch(192)\nkernel k(x: tensor<f32>[N], s: tensor<f32>[N], b: tensor<i32>[N], w: tensor<i64>[N]) {\n"
            "    var t: tile<i32>[2, 2] = 3\n"
            "    s[ctx.thread] = sum<over ctx.thread>(x[ctx.thread])\n"
            "    b[ctx.thread] = where(any<over ctx.lane>(ctx.thread == 77), t[1, 1], 0)\n"
            "    w[ctx.thread] = max<over ctx.lane>(i64(ctx.thread) << 33) + i64(prod<over ctx.lane>(i8(3)))\n}\n",
            lanes);
        const engine::Launch launch{{tensor<float>({192}, counting(192)), tensor<float>({192}, {}),
                                     tensor<std::int32_t>({192}, {}), tensor<std::int64_t>({192}, {})},
                                    {2, 1, 1}};
        const auto ran = engine::run(*make_engine(in_memory), program, launch, settings());
        const auto expected = engine::run(*plain::make_engine(), program, launch, settings());
        ASSERT_TRUE(std::holds_alternative<engine::Finished>(ran.outcome)) << engine::spelling(ran.outcome);
        for (std::size_t i = 1; i < 4; ++i)
            for (std::uint64_t k = 0; k < 192; ++k)
                ASSERT_EQ(ran.tensors[i].load(k), expected.tensors[i].load(k)) << lanes << ": " << i << ", " << k;
    }
}

TEST(HostEngine, TellsAFaultByItsPlaceAndValues) {
    const auto program = checked(
        "@launch(64)\nkernel shift_up(x: tensor<i32>[N], y: tensor<i32>[N]) {\n"
        "    y[ctx.thread] = x[ctx.thread + 1]\n}\n");
    const engine::Launch launch{{tensor<std::int32_t>({64}, {}), tensor<std::int32_t>({64}, {})}, {2, 1, 1}};
    const auto ran = engine::run(*make_engine(options()), program, launch, settings());
    const auto expected = engine::run(*plain::make_engine(), program, launch, settings());
    const auto& fault = std::get<engine::Trapped>(ran.outcome);
    const auto& reference = std::get<engine::Trapped>(expected.outcome);
    EXPECT_EQ(fault.kind, reference.kind);
    EXPECT_EQ(fault.place, reference.place);
    EXPECT_EQ(fault.values, reference.values);
    EXPECT_EQ(fault.message, reference.message);
    EXPECT_TRUE(ran.damaged.empty());
}

TEST(HostEngine, TextsWithoutChecksCanDamageGuardZones) {
    auto unchecked = options();
    unchecked.checking = emit::Checking::nothing;
    const auto program = checked("@launch(32)\nkernel k(x: tensor<i32>[N]) {\n    x[ctx.thread + 1] = 5\n}\n");
    const auto ran =
        engine::run(*make_engine(unchecked), program, {{tensor<std::int32_t>({32}, {})}, {1, 1, 1}}, settings());
    EXPECT_TRUE(std::holds_alternative<engine::Finished>(ran.outcome)) << engine::spelling(ran.outcome);
    EXPECT_EQ(ran.damaged, std::vector<std::size_t>{0});
}

CheckedProgram meeting(int lanes) {
    return checked(
        "@launch(128)\nkernel k(x: tensor<f32>[N], y: tensor<f32>[4, N], n: tensor<i64>[4]) {\n"
        "    let i = ctx.block.x * ctx.threads + ctx.thread\n"
        "    var t: tile<f32>[1, 128]\n"
        "    t[0, ctx.thread] = x[i]\n"
        "    barrier()\n"
        "    y[0, i] = t[0, ctx.threads - 1 - ctx.thread]\n"
        "    y[1, i] = sum<over ctx.lane>(x[i])\n"
        "    y[2, i] = sum<over ctx.thread>(x[i])\n"
        "    y[3, i] = shuffle_xor(x[i], 3)\n"
        "    let b = ballot(x[i] > 2.0)\n"
        "    atomic_xor(n, 0, b)\n"
        "    atomic_add(n, 1, i64(ctx.thread))\n"
        "    let place = atomic_add(n, 2, i64(1))\n"
        "    if place == 77 { n[3] = i64(i) }\n"
        "}\n",
        lanes);
}

TEST(HostEngine, AgreesWithTheReferenceWhereThreadsMeet) {
    const auto engine = make_engine(options());
    for (const int lanes : {32, 64}) {
        const auto program = meeting(lanes);
        std::vector<float> values = counting(256);
        for (float& value : values) value = value * 0.37F - 3;
        const engine::Launch launch{
            {tensor<float>({256}, values), tensor<float>({4, 256}, {}), tensor<std::int64_t>({4}, {})}, {2, 1, 1}};
        const auto ran = engine::run(*engine, program, launch, settings());
        const auto expected = engine::run(*plain::make_engine(), program, launch, settings());
        ASSERT_TRUE(std::holds_alternative<engine::Finished>(ran.outcome)) << engine::spelling(ran.outcome);
        ASSERT_TRUE(std::holds_alternative<engine::Finished>(expected.outcome));
        EXPECT_EQ(ran.tensors, expected.tensors);
    }
}

TEST(HostEngine, TwoEnginesRunAtOnce) {
    const auto first = make_engine(options());
    const auto second = make_engine(options());
    expect_doubled(engine::run(*first, doubling(), doubling_of(200), settings()));
    expect_doubled(engine::run(*second, doubling(), doubling_of(70), settings()));
    expect_doubled(engine::run(*first, doubling(), doubling_of(1), settings()));
}

TEST(HostEngine, AGridOfNoBlocksRunsNone) {
    engine::Launch launch = doubling_of(64);
    launch.grid = {0, 1, 1};
    const auto ran = engine::run(*make_engine(options()), doubling(), launch, settings());
    EXPECT_TRUE(std::holds_alternative<engine::Finished>(ran.outcome));
    EXPECT_EQ(ran.tensors[1].load(1), bits_of(0.0F));
}

TEST(HostEngine, WhatItDoesNotOfferIsUnsupported) {
    const auto engine = make_engine(options());
    const auto program = doubling();
    const std::array instances{engine::Instance{&program, {}}};
    const auto prepared = engine->prepare(instances);
    const auto ask = [&](auto change) {
        engine::Settings asked = settings();
        change(asked);
        auto buffers = engine->upload(program.program(), doubling_of(64), asked);
        const auto outcome = std::get<0>(prepared[0])->launch(*std::get<0>(buffers), {1, 1, 1}, asked);
        const auto* unsupported = std::get_if<engine::Unsupported>(&outcome);
        return unsupported == nullptr ? std::string() : unsupported->construct;
    };
    EXPECT_EQ(ask([](auto& asked) { asked.checks.races = true; }), "check races");
    EXPECT_EQ(ask([](auto& asked) { asked.checks.uninitialised = true; }), "check uninit");
    EXPECT_EQ(ask([](auto& asked) { asked.checks.levels = true; }), "check levels");
    EXPECT_EQ(ask([](auto& asked) { asked.limits.steps = 10; }), "limit of steps");
}

TEST(HostEngine, LimitsOfMemoryAndTimeAreKept) {
    const auto engine = make_engine(options());
    engine::Settings small = settings();
    small.limits.memory_bytes = 1000;
    const auto large = engine::run(*engine, doubling(), doubling_of(200), small);
    EXPECT_EQ(std::get<engine::Limited>(large.outcome).kind, engine::LimitKind::memory);

    engine::Settings brief = settings();
    brief.limits.time = 100ms;
    const auto endless = checked("kernel k(x: tensor<i32>[1]) {\n    while x[0] == 0 {}\n}\n");
    const auto ran = engine::run(*engine, endless, {{tensor<std::int32_t>({1}, {})}, {1, 1, 1}}, brief);
    EXPECT_EQ(std::get<engine::Limited>(ran.outcome).kind, engine::LimitKind::time);
    expect_doubled(engine::run(*engine, doubling(), doubling_of(200), brief));
}

TEST(HostEngine, ABlockThatMissesABarrierOfTheGridIsAFault) {
    const auto program = checked(
        "@persistent\n@launch(32)\nkernel k(bar: tensor<i32>[2], n: i32) {\n"
        "    if ctx.block.x != n { grid_barrier(bar) }\n}\n");
    const auto engine = make_engine(options());
    const auto launch = [](std::int32_t missing) {
        return engine::Launch{{tensor<std::int32_t>({2}, {}), engine::Scalar{ScalarType::i32, bits_of(missing)}},
                              {4, 1, 1}};
    };
    EXPECT_TRUE(std::holds_alternative<engine::Finished>(engine::run(*engine, program, launch(9), settings()).outcome));
    engine::Launch crowd = launch(9);
    crowd.grid.x = 1'000'000'000;
    const auto refused = engine::run(*engine, program, crowd, settings());
    EXPECT_EQ(std::get<engine::Limited>(refused.outcome).kind, engine::LimitKind::memory);
    const auto ran = engine::run(*engine, program, launch(2), settings());
    const auto expected = engine::run(*plain::make_engine(), program, launch(2), settings());
    EXPECT_EQ(std::get<engine::Trapped>(ran.outcome).place, std::get<engine::Trapped>(expected.outcome).place);
    EXPECT_EQ(std::get<engine::Trapped>(ran.outcome).message, std::get<engine::Trapped>(expected.outcome).message);
}

}  // namespace
}  // namespace phobos::host::testing
