// SPDX-License-Identifier: Apache-2.0
// What a checked text tells of undefined behaviour is what the plain evaluator tells, word for word.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "backend/host/engine.h"
#include "engine/engine.h"
#include "interp/plain/engine.h"
#include "lang/base/assert.h"
#include "lang/check/check.h"
#include "lang/source/source_file.h"

namespace phobos::host {
namespace {

/// Kernels over A, 3 x 24 of i32 that count from 0, B of 40 bytes, and O and P of 64; s is 0.
program::CheckedProgram kernel(std::string_view body) {
    const SourceFile source{"k.ph", fmt::format("@launch(64)\nkernel k(A: tensor<i32>[N, K], B: tensor<u8>[40], "
                                                "O: tensor<i32>[M], P: tensor<i64>[M], s: i32) {{\n{}\n}}\n",
                                                body)};
    check::Checked result = check::check(source, check::Target{}, {});
    PHOBOS_ASSERT(result.kernels.size() == 1);
    return std::move(result.kernels.front());
}

engine::OwnTensor counted(ScalarType type, std::vector<std::int64_t> shape) {
    engine::Tensor tensor = *engine::make_zeroed(type, std::move(shape));
    for (std::uint64_t i = 0; i < tensor.elements(); ++i) tensor.store(i, {i});
    return {std::move(tensor), 0};
}

engine::Launch launch() {
    return {{counted(ScalarType::i32, {3, 24}), counted(ScalarType::u8, {40}), counted(ScalarType::i32, {64}),
             counted(ScalarType::i64, {64}), engine::Scalar{ScalarType::i32, {0}}},
            {2, 2, 1}};
}

/// Each has one fault, in some lanes.
constexpr std::string_view bodies[] = {
    // elements
    "let x = A[ctx.warp, ctx.lane]\nO[ctx.thread] = x",
    "let x = A[ctx.warp * 3 - 1, 2]\nO[ctx.thread] = x",
    "if ctx.lane > 20 { O[ctx.thread * 2] = 1 }",
    "if ctx.block.x + ctx.block.y == 1 { O[i64(ctx.thread) + 4294967296] = 1 }",
    "O[ctx.thread] += A[s, ctx.lane]",
    "O[ctx.thread + 3] -= 1",
    "atomic_add(O, ctx.thread * 2, 1)",
    "let old = atomic_cas(A, s + 3, s, 0, 1)",
    "var t: tile<i32>[2, 8] = 0\nt[ctx.warp, ctx.lane / 3] = 1",
    "var t: tile<i32>[2, 8] = 0\nO[ctx.thread] = t[ctx.warp + 1, 7]",
    "var t: tile<i32>[4] = 0\natomic_max(t, ctx.lane - 1, 3)",
    "if ctx.thread < 60 && A[2, ctx.thread] > 0 { O[ctx.thread] = 1 }",
    // runs
    "O[ctx.thread] = sum(A[ctx.warp, ctx.lane :+ 4])",
    "O[ctx.thread] = sum(i32(B[ctx.lane * 2 :+ 4]) * i32(B[s :+ 4]))",
    "O[ctx.thread] = elem(A[ctx.warp, 21 + ctx.lane % 2 :+ 3], 0)",
    "store(O[ctx.thread * 4 :+ 4], A[0, 0 :+ 4])",
    "store(P[ctx.thread - 1 :+ 2], 7)",
    "O[ctx.thread] = i32(word(B[ctx.thread :+ 4], 0))",
    "var t: tile<i32>[2, 8] = 1\nO[ctx.thread] = sum(t[ctx.warp, ctx.lane % 8 :+ 2])",
    // elem and word
    "O[ctx.thread] = elem(A[0, 0 :+ 24], ctx.lane)",
    "O[ctx.thread] = elem(A[0, 0 :+ 4] + 1, s - 1 - ctx.warp)",
    "O[ctx.thread] = i32(word(B[0 :+ 16], ctx.lane / 7))",
    "O[ctx.thread] = i32(word(P[0 :+ 3], ctx.lane - 31))",
    // division
    "O[ctx.thread] = 100 / A[0, ctx.lane / 2]",
    "P[ctx.thread] %= P[63 - ctx.thread]",
    "O[ctx.thread] /= ctx.lane - 7",
    "O[ctx.thread] = sum(100 / A[0, ctx.lane / 2 :+ 3])",
    "O[ctx.thread] = elem(100 % (A[0, 0 :+ 3] - 2), 0)",
    "O[ctx.thread] = i32(B[ctx.lane] / u8(s))",
    // shifts
    "O[ctx.thread] = 1 << ctx.lane * 2",
    "O[ctx.thread] = i32(B[ctx.lane] >> P[ctx.lane])",
    "P[ctx.thread] <<= i64(ctx.thread) + 4294967296",
    "P[ctx.thread] >>= ctx.lane - 1",
    "O[ctx.thread] = sum(A[0, 0 :+ 3] << A[0, ctx.lane / 4 * 3 :+ 3] * 4)",
    // steps
    "for i in range(0, 9, ctx.lane - 5) { O[ctx.thread] = 1 }",
    "for i in range(i64(9), i64(ctx.lane), i64(s)) { }",
    // tiles
    "var t: tile<i32>[2, 40] = 3\nt[0, 33] = 0\nt /= 1\nvar u: tile<i32>[2, 40] = 100 / t",
    "var t: tile<i32>[2, 40] = 3\nif ctx.thread == 9 { t[1, 30] = 32 }\nt = 5 << t",
    "var t: tile<i32>[2, 40] = 3\nif ctx.thread == 9 { t[1, 30] = 32 }\nt <<= t",
    // loops that would not end with harmless values, and blocks after the one at fault
    "var i = 0\nwhile P[i] >= 0 { i += 1 }\nO[ctx.thread] = i",
    "var i = 9 + s\nwhile i > 0 { i = i / s + 1 }",
    "var i = 9 + s\nwhile i > 0 { for j in range(0, 9, s) { i -= 1 } }\nbarrier()\nO[ctx.thread] = i",
    // what comes of a fault is not told
    "let x = A[s, 20 + ctx.lane / 31 * 4] + 1\nO[ctx.thread] = 100 / (min<over ctx.lane>(x) - 1)",
    "let x = A[2, 20 + ctx.thread / 63 * 4]\nO[ctx.thread] = 100 / min<over ctx.thread>(x)",
    "let x = A[2, 20 + ctx.lane / 30 * 4]\nO[ctx.thread] = 100 / shuffle(x, 31)",
    "var t: tile<i32>[64]\nt[ctx.thread] = A[2, 20 + ctx.thread / 63 * 4]\nbarrier()\nO[ctx.thread] = 7 / t[63 - s]",
};

std::string text(const engine::Outcome& outcome) {
    const auto* trapped = std::get_if<engine::Trapped>(&outcome);
    if (trapped == nullptr) return std::string(engine::spelling(outcome));
    const engine::Place& place = trapped->place;
    std::string result = fmt::format("{} at site {} in block {} {} {}, warp {}, lanes {:x}: {}",
                                     engine::row(trapped->kind).spelling, place.site.index, place.block.x,
                                     place.block.y, place.block.z, place.warp, place.lanes, trapped->message);
    for (const engine::FaultValue& value : trapped->values)
        result += fmt::format(", {} {}", value.name, static_cast<std::int64_t>(value.bits.bits));
    return result;
}

TEST(HostFaults, AreToldAsByThePlainEvaluator) {
    std::vector<program::CheckedProgram> programs;
    for (const std::string_view body : bodies) programs.push_back(kernel(body));
    std::vector<engine::Instance> instances;
    for (const program::CheckedProgram& program : programs) instances.push_back({&program, {}});
    const auto host = make_engine({.worker = std::filesystem::path(PHOBOS_BIN_DIR) / "phobos-host-worker"});
    const auto plain = plain::make_engine();
    engine::Settings settings;
    settings.checks = {.uninitialised = false, .races = false, .levels = false};
    const auto prepared = host->prepare(instances);
    for (std::size_t i = 0; i < programs.size(); ++i) {
        auto* const runnable = std::get_if<std::unique_ptr<engine::Prepared>>(&prepared[i]);
        ASSERT_NE(runnable, nullptr) << bodies[i];
        const engine::Ran ran = engine::run(*host, **runnable, programs[i].program(), launch(), settings);
        const engine::Ran expected = engine::run(*plain, programs[i], launch(), settings);
        EXPECT_TRUE(std::holds_alternative<engine::Trapped>(expected.outcome)) << bodies[i];
        EXPECT_EQ(text(ran.outcome), text(expected.outcome)) << bodies[i];
        EXPECT_TRUE(ran.damaged.empty()) << bodies[i];
    }
}

}  // namespace
}  // namespace phobos::host
