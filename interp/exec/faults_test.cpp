// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "interp/exec/engine.h"
#include "interp/plain/engine.h"
#include "lang/check/check.h"
#include "lang/source/source_file.h"

/// Both engines tell of every fault the same: place, lanes, values and sentence.
namespace phobos::interp {
namespace {

struct Case {
    std::string statement;
    std::string message;
    std::string values;  ///< "name value, name value"
    int warp = 0;
    std::uint64_t lanes = 0xFFFF'FFFF;
};

/// U is never written; the elements of the others are their own indices, those of Z are 0.
std::string kernel_of(const std::string& statement) {
    return "@launch(64)\n"
           "kernel k(A: tensor<i32>[64], B: tensor<i8>[4, 8], W: tensor<i64>[64], Z: tensor<u32>[4],\n"
           "         U: tensor<i32>[2, 3, 4], n: i32) {\n"
           "    var s: tile<i32>[64]\n"
           "    var t = 100\n"
           "    let thread = ctx.thread\n    " +
           statement +
           "\n    A[thread] = t\n"
           "}\n";
}

engine::Tensor counted(ScalarType type, std::vector<std::int64_t> shape) {
    engine::Tensor tensor = *engine::make_zeroed(type, std::move(shape));
    for (std::uint64_t i = 0; i < tensor.elements(); ++i) tensor.store(i, {i});
    return tensor;
}

std::vector<engine::Argument> arguments() {
    return {engine::OwnTensor{counted(ScalarType::i32, {64})},
            engine::OwnTensor{counted(ScalarType::i8, {4, 8})},
            engine::OwnTensor{counted(ScalarType::i64, {64})},
            engine::OwnTensor{*engine::make_zeroed(ScalarType::u32, {4})},
            engine::OwnTensor{*engine::make_unwritten(ScalarType::i32, {2, 3, 4})},
            engine::Scalar{ScalarType::i32, {0}}};
}

engine::Outcome outcome_of(engine::Engine& engine, const std::string& text) {
    const SourceFile source{"k.ph", text};
    const check::Checked checked = check::check(source, check::Target{32}, {});
    if (checked.kernels.size() != 1) return engine::Failed{"check", checked.diagnostics.in_order().front().message};
    engine::Settings settings;
    settings.checks = {.uninitialised = true, .races = false, .levels = false};
    return engine::run(engine, checked.kernels.front(), {arguments(), {1, 1, 1}}, settings).outcome;
}

std::string values_text(const engine::Trapped& trapped) {
    std::string text;
    for (const engine::FaultValue& value : trapped.values) {
        EXPECT_EQ(value.type, ScalarType::i64) << value.name;
        if (!text.empty()) text += ", ";
        text += value.name + " " + std::to_string(static_cast<std::int64_t>(value.bits.bits));
    }
    return text;
}

const std::vector<Case> cases{
    // out of bounds
    {"t = A[thread + 1]", "index 64 is outside axis 0 of A, which has 64 elements", "index 64, axis 0, extent 64", 1,
     0x8000'0000},
    {"t = A[n - 1]", "index -1 is outside axis 0 of A, which has 64 elements", "index -1, axis 0, extent 64"},
    {"t = A[ctx.warp * 64]", "index 64 is outside axis 0 of A, which has 64 elements", "index 64, axis 0, extent 64",
     1},
    {"B[thread / 16, thread] = i8(1)", "index 8 is outside axis 1 of B, which has 8 elements",
     "index 8, axis 1, extent 8", 0, 0xFFFF'FF00},
    {"B[i64(thread) - 2, 0] += i8(1)", "index -2 is outside axis 0 of B, which has 4 elements",
     "index -2, axis 0, extent 4", 0, 0xFFFF'FFC3},
    {"s[thread * 2] = 1", "index 64 is outside axis 0 of s, which has 64 elements", "index 64, axis 0, extent 64", 1},
    {"t = i32(Z[u32(n) - u32(1)])", "index 4294967295 is outside axis 0 of Z, which has 4 elements",
     "index 4294967295, axis 0, extent 4"},
    {"t = i32(W[W[thread] * 9223372036854775807])",
     "index 9223372036854775807 is outside axis 0 of W, which has 64 elements",
     "index 9223372036854775807, axis 0, extent 64", 0, 0xFFFF'FFFE},
    {"t = atomic_add(A, n + 64, 1)", "index 64 is outside axis 0 of A, which has 64 elements",
     "index 64, axis 0, extent 64"},
    // runs
    {"t = sum(A[thread * 4 :+ 4])", "elements 64 :+ 4 are not inside axis 0 of A, which has 64 elements",
     "index 64, axis 0, extent 64, elements 4", 0, 0xFFFF'0000},
    {"t = i32(elem(B[1, n + 5 :+ 4], 0))", "elements 5 :+ 4 are not inside axis 1 of B, which has 8 elements",
     "index 5, axis 1, extent 8, elements 4"},
    {"t = i32(elem(B[n + 4, 0 :+ 4], 0))", "index 4 is outside axis 0 of B, which has 4 elements",
     "index 4, axis 0, extent 4"},
    {"store(A[thread + 61 :+ 4], 1)", "elements 61 :+ 4 are not inside axis 0 of A, which has 64 elements",
     "index 61, axis 0, extent 64, elements 4"},
    {"t = elem(A[n + 64 :+ 1], 0)", "index 64 is outside axis 0 of A, which has 64 elements",
     "index 64, axis 0, extent 64"},
    // elem and word
    {"t = elem(A[0 :+ 8], thread - 1)", "index -1 is outside the run of 8 elements", "index -1, elements 8", 0,
     0xFFFF'FE01},
    {"t = elem(A[0 :+ 1], n + 1)", "index 1 is outside the run of 1 element", "index 1, elements 1"},
    {"t = i32(word(B[0, 0 :+ 8], n + 2))", "index 2 is outside the run of 2 words", "index 2, words 2"},
    {"t = i32(word(B[0, 0 :+ 4], W[thread]))", "index 1 is outside the run of 1 word", "index 1, words 1", 0,
     0xFFFF'FFFE},
    // division
    {"t = 17 / (thread - 3)", "17 is divided by 0", "dividend 17, divisor 0", 0, 8},
    {"t = A[thread] % (thread - 40)", "40 is divided by 0", "dividend 40, divisor 0", 1, 0x100},
    {"t /= n", "100 is divided by 0", "dividend 100, divisor 0"},
    {"t = thread / n", "0 is divided by 0", "dividend 0, divisor 0"},
    {"t = (thread - 5) / ctx.warp", "-5 is divided by 0", "dividend -5, divisor 0"},
    {"t = ctx.warp % (thread - 33)", "1 is divided by 0", "dividend 1, divisor 0", 1, 2},
    {"t = i32((u32(thread) + u32(4294967290)) / Z[0])", "4294967290 is divided by 0", "dividend 4294967290, divisor 0"},
    {"t = i32((i8(0) - B[3, 7]) % i8(n))", "-31 is divided by 0", "dividend -31, divisor 0"},
    {"W[thread] /= W[0]", "0 is divided by 0", "dividend 0, divisor 0"},
    {"W[thread] %= i64(thread - 7)", "7 is divided by 0", "dividend 7, divisor 0", 0, 0x80},
    {"t = sum(100 / A[n :+ 4])", "100 is divided by 0", "dividend 100, divisor 0"},
    {"t = sum(A[4 :+ 4] / (A[0 :+ 4] - 2))", "6 is divided by 0", "dividend 6, divisor 0"},
    {"t = sum(A[4 :+ 4] / n)", "4 is divided by 0", "dividend 4, divisor 0"},
    {"if thread >= 5 { t = thread / n }", "5 is divided by 0", "dividend 5, divisor 0", 0, 0xFFFF'FFE0},
    {"t = atomic_add(A, thread, 5) / (thread - 9)", "9 is divided by 0", "dividend 9, divisor 0", 0, 0x200},
    // shifts
    {"t = 1 << thread", "the shift count 32 is outside 0 to 31", "count 32, width 32", 1},
    {"t = i32(B[0, 0] >> (n + 8))", "the shift count 8 is outside 0 to 7", "count 8, width 8"},
    {"t <<= W[thread] - 1", "the shift count -1 is outside 0 to 31", "count -1, width 32", 0, 1},
    {"W[thread] >>= n + 64", "the shift count 64 is outside 0 to 63", "count 64, width 64"},
    {"t = sum(A[0 :+ 4] << (A[30 :+ 4]))", "the shift count 32 is outside 0 to 31", "count 32, width 32"},
    // steps
    {"for i in range(5, 0, thread - 40) { t += i }", "the step of the range from 5 to 0 is 0", "start 5, end 0, step 0",
     1, 0x100},
    {"for i in range(thread, 64, n) { t += i }", "the step of the range from 0 to 64 is 0", "start 0, end 64, step 0"},
    {"for i in range(W[3], W[thread], i64(ctx.warp)) { t += 1 }", "the step of the range from 3 to 0 is 0",
     "start 3, end 0, step 0"},
    // tile operations
    {"var q: tile<i8>[4, 8] = B[0 :+ 4, 0 :+ 8]\n    q = q / i8(n)", "0 is divided by 0",
     "dividend 0, divisor 0, element 0", 0, 1},
    {"var q: tile<i8>[4, 8] = B[0 :+ 4, 0 :+ 8]\n    q %= q - i8(9)", "9 is divided by 0",
     "dividend 9, divisor 0, element 9", 0, 0x200},
    {"var q: tile<i8>[4, 8] = B[0 :+ 4, 0 :+ 8]\n    q = q << (q + i8(5))", "the shift count 8 is outside 0 to 7",
     "count 8, width 8, element 3", 0, 8},
    {"var q: tile<i8>[4, 8]\n    let r = q + q", "q[0, 0] is read but was never written",
     "index_0 0, index_1 0, element 0", 0, 1},
    // elements that were never written
    {"t = U[1, 2, thread % 4]", "U[1, 2, 0] is read but was never written", "index_0 1, index_1 2, index_2 0"},
    {"t = s[63 - thread]", "s[63] is read but was never written", "index 63"},
    {"U[ctx.warp, thread / 16 % 2, thread % 4] += 1", "U[0, 0, 0] is read but was never written",
     "index_0 0, index_1 0, index_2 0"},
    {"t = sum(U[0, n, 0 :+ 4])", "U[0, 0, 0] is read but was never written", "index_0 0, index_1 0, index_2 0"},
    {"if thread == 0 { s[2] = 1 }\n    barrier()\n    t = sum(s[2 :+ 2])", "s[3] is read but was never written",
     "index 3"},
    {"t = atomic_max(s, thread, 1)", "s[0] is read but was never written", "index 0"},
};

class Faults : public ::testing::TestWithParam<Case> {};

TEST_P(Faults, AreToldAlikeByBothEngines) {
    const Case& each = GetParam();
    const auto interpreter = make_engine();
    const auto reference = plain::make_engine();
    for (engine::Engine* const engine : {&*interpreter, &*reference}) {
        const engine::Outcome outcome = outcome_of(*engine, kernel_of(each.statement));
        const auto* failed = std::get_if<engine::Failed>(&outcome);
        ASSERT_EQ(failed, nullptr) << each.statement << ": " << failed->message;
        const auto* trapped = std::get_if<engine::Trapped>(&outcome);
        ASSERT_NE(trapped, nullptr) << engine->name() << ", " << each.statement << ": " << engine::spelling(outcome);
        EXPECT_EQ(trapped->message, each.message) << engine->name() << ", " << each.statement;
        EXPECT_EQ(values_text(*trapped), each.values) << engine->name() << ", " << each.statement;
        EXPECT_EQ(trapped->place.warp, each.warp) << engine->name() << ", " << each.statement;
        EXPECT_EQ(trapped->place.lanes, each.lanes) << engine->name() << ", " << each.statement;
    }
}

INSTANTIATE_TEST_SUITE_P(Each, Faults, ::testing::ValuesIn(cases));

TEST(Limits, AreToldAlikeByBothEngines) {
    const SourceFile source{"k.ph", "kernel k() {\n    while true {\n    }\n}\n"};
    const check::Checked checked = check::check(source, check::Target{32}, {});
    engine::Settings settings;
    settings.checks.races = false;
    settings.limits.steps = 5000;
    const auto interpreter = make_engine();
    const auto reference = plain::make_engine();
    for (engine::Engine* const engine : {&*interpreter, &*reference}) {
        const engine::Outcome outcome =
            engine::run(*engine, checked.kernels.front(), {{}, {1, 1, 1}}, settings).outcome;
        const auto* limited = std::get_if<engine::Limited>(&outcome);
        ASSERT_NE(limited, nullptr) << engine::spelling(outcome);
        EXPECT_EQ(limited->kind, engine::LimitKind::steps);
        EXPECT_EQ(limited->message, "the limit of 5000 steps was reached") << engine->name();
    }
}

}  // namespace
}  // namespace phobos::interp
