// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "lang/check/test_support.h"
#include "lang/vocabulary/builtins.h"

namespace phobos::check::testing {
namespace {

TEST(Builtins, TakeTheirNumberOfArguments) {
    static constexpr Row rows[]{
        {"let y = exp(x)", "let y = exp()", Code::argument_count, "2:9"},
        {"let y = exp(x)", "let y = exp(x, x)", Code::argument_count, "2:9"},
        {"let y = min(x, x)", "let y = min(x)", Code::argument_count, "2:9"},
        {"let y = fma(x, x, x)", "let y = fma(x, x)", Code::argument_count, "2:9"},
        {"let y = where(p, x, x)", "let y = where(p, x)", Code::argument_count, "2:9"},
        {"let y = extent(A, 0)", "let y = extent(A)", Code::argument_count, "2:9"},
        {"let y = program_id(0)", "let y = program_id()", Code::argument_count, "2:9"},
        {"let y = sum<over ctx.lane>(x)", "let y = sum<over ctx.lane>()", Code::argument_count, "2:9"},
        {"let y = shuffle(x, 0)", "let y = shuffle(x)", Code::argument_count, "2:9"},
        {"let y = ballot(p)", "let y = ballot(p, p)", Code::argument_count, "2:9"},
        {"let y = elem(A[0, 0 :+ 4], 0)", "let y = elem(A[0, 0 :+ 4])", Code::argument_count, "2:9"},
        {"barrier()", "barrier(n)", Code::argument_count, "2:1"},
        {"warp_barrier()", "warp_barrier(n)", Code::argument_count, "2:1"},
        {"store(A[0, 0 :+ 4], x)", "store(A[0, 0 :+ 4])", Code::argument_count, "2:1"},
        {"atomic_add(B, 0, 1)", "atomic_add(B, 1)", Code::argument_count, "2:1"},
        {"atomic_add(B, 0, 1)", "atomic_add()", Code::argument_count, "2:1"},
        {"atomic_cas(B, 0, 1, 2)", "atomic_cas(B, 0, 1)", Code::argument_count, "2:1"},
        {"atomic_max(B, 0, 1)", "atomic_max(B, 0, 0, 1)", Code::argument_count, "2:1"},
    };
    expect_bodies(rows);
}

TEST(Builtins, TakeTheirTypes) {
    static constexpr Row rows[]{
        {"let y = exp(h)", "let y = exp(n)", Code::argument_type, "2:13"},
        {"let y = exp(1.0)", "let y = exp(1)", Code::argument_type, "2:13"},
        {"let y = sqrt(d)", "let y = sqrt(p)", Code::argument_type, "2:14"},
        {"let y = floor(g)", "let y = floor(n)", Code::argument_type, "2:15"},
        {"let y = popcount(n)", "let y = popcount(x)", Code::argument_type, "2:18"},
        {"let y = clz(u)", "let y = clz(p)", Code::argument_type, "2:13"},
        {"let y = abs(c)", "let y = abs(p)", Code::argument_type, "2:13"},
        {"let y = min(n, n)", "let y = min(n, p)", Code::argument_type, "2:16"},
        {"let y = bits(d)", "let y = bits(n)", Code::argument_type, "2:14"},
        {"let y = float_bits(u)", "let y = float_bits(n)", Code::argument_type, "2:20"},
        {"let y = f16bits(u)", "let y = f16bits(h)", Code::argument_type, "2:17"},
        {"let y = byteperm(u, u, 0x5410)", "let y = byteperm(u, n, 0x5410)", Code::argument_type, "2:21"},
        {"let y = dp4a(n, u, n)", "let y = dp4a(n, l, n)", Code::argument_type, "2:17"},
        {"let y = dp4a(u, n, u)", "let y = dp4a(u, n, x)", Code::argument_type, "2:20"},
        {"let y = where(p, p, true)", "let y = where(p, p, n)", Code::mixed_types, "2:21"},
        {"let y = any<over ctx.lane>(p)", "let y = any<over ctx.lane>(n)", Code::argument_type, "2:28"},
        {"let y = and<over ctx.lane>(p)", "let y = and<over ctx.lane>(x)", Code::argument_type, "2:28"},
        {"let y = sum<over ctx.lane>(x)", "let y = sum<over ctx.lane>(p)", Code::argument_type, "2:28"},
        {"let y = min<over ctx.thread>(l)", "let y = min<over ctx.thread>(p)", Code::argument_type, "2:30"},
        {"let y = sum(A[0, 0 :+ 4])", "let y = sum(F[0, 0 :+ 4])", Code::argument_type, "2:13"},
        {"atomic_add(B, 0, 1)", "atomic_add(C, 0, 0, 1)", Code::atomic_type, "2:12"},
        {"atomic_add(A, 0, 0, 1)", "atomic_max(A, 0, 0, 1)", Code::atomic_type, "2:12"},
        {"atomic_min(L, 0, 1)", "atomic_min(D, 0, 0, 1)", Code::atomic_type, "2:12"},
        {"atomic_or(W, 0, 1)", "atomic_or(F, 0, 0, true)", Code::atomic_type, "2:11"},
    };
    expect_bodies(rows);
}

TEST(Builtins, GiveTheirTypes) {
    static constexpr std::string_view rows[][2]{
        {"popcount(l)", "i32"},
        {"clz(c)", "i32"},
        {"abs(c)", "i8"},
        {"bits(x)", "u32"},
        {"bits(h)", "u32"},
        {"bits(d)", "i64"},
        {"bits(g)", "u32"},
        {"float_bits(u)", "f32"},
        {"f16bits(1)", "f16"},
        {"dp4a(u, n, 0)", "i32"},
        {"dp4a(n, n, u)", "u32"},
        {"byteperm(u, u, u)", "u32"},
        {"ballot(p)", "i64"},
        {"x < x", "bool"},
        {"shuffle(p, 0)", "bool"},
        {"atomic_add(A, 0, 0, 1)", "f32"},
        {"sum(C[0, 0 :+ 4] & 1)", "i8"},
        {"elem(C[0, 0 :+ 4] == 1, 0)", "bool"},
        {"word(C[0, 0 :+ 4], 0)", "u32"},
        {"c << l", "i8"},
        {"program_id(2)", "i32"},
        {"extent(A, 0)", "i32"},
        {"i64(x)", "i64"},
        {"where(p, g, g)", "bf16"},
        {"sum<over ctx.thread>(d)", "f64"},
        {"pow(h, h)", "f16"},
    };
    for (const auto& [expression, type] : rows) {
        const Judged judged = judge(in_kernel(fmt::format("var y = {}\nlet z: {} = y", expression, type)));
        const bool only_warnings = !judged.kernels.empty();
        EXPECT_TRUE(only_warnings) << judged.text;
    }
}

TEST(Builtins, ThatAreStatementsAreNoOperands) {
    static constexpr Row rows[]{
        {"barrier()", "let y = barrier()", Code::statement_as_operand, "2:9"},
        {"warp_barrier()", "let y = 1 + warp_barrier()", Code::statement_as_operand, "2:13"},
        {"store(A[0, 0 :+ 4], x)", "let y = store(A[0, 0 :+ 4], x)", Code::statement_as_operand, "2:9"},
        {"let y = sum<over ctx.lane>(x)", "let y = prod(x)", Code::collective_without_scope, "2:9"},
        {"let y = any<over ctx.lane>(p)", "let y = any(p)", Code::collective_without_scope, "2:9"},
        {"let y = max<over ctx.lane>(x)", "let y = exp<over ctx.lane>(x)", Code::not_a_collective, "2:9"},
        {"let y = sum<over ctx.lane>(x)", "let y = summ<over ctx.lane>(x)", Code::not_a_collective, "2:9"},
        {"let y = sum(A[0, 0 :+ 4])", "let y = qdot_t(A, A)", Code::retired_builtin, "2:9"},
        {"let y = sum(A[0, 0 :+ 4])", "let y = qmma_t(A, A)", Code::retired_builtin, "2:9"},
        {"let y = sin(x)", "let y = sine(x)", Code::unknown_function, "2:9"},
        {"let y = sqrt(x)", "let y = n(x)", Code::unknown_function, "2:9"},
        {"let y = sqrt(x)", "let y = k(x)", Code::kernel_called, "2:9"},
        {"let y = extent(A, 1)", "let y = extent(A, 2)", Code::axis_range, "2:19"},
        {"let y = extent(B, 0)", "let y = extent(B, -1)", Code::axis_range, "2:19"},
        {"let y = program_id(2)", "let y = program_id(3)", Code::program_id_range, "2:20"},
    };
    expect_bodies(rows);
}

TEST(Builtins, AreSuggestedForTheirNamesInOtherLanguages) {
    for (const auto& [called, meant] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
             {"__syncthreads()", "barrier"},
             {"let y = fmaxf(x, 0.0)", "max"},
             {"let y = expf(x)", "exp"},
             {"let y = float(n)", "f32"},
             {"let y = int(x)", "i32"},
             {"let y = __shfl_xor_sync(x, 1)", "shuffle_xor"},
         }) {
        const Judged judged = judge(in_kernel(called));
        ASSERT_EQ(judged.diagnostics.size(), 1U) << judged.text;
        ASSERT_TRUE(judged.diagnostics.front().fix) << called;
        EXPECT_EQ(judged.diagnostics.front().fix->replacement, meant);
    }
}

/// Every elementwise builtin applies to runs as it does to scalars.
TEST(Builtins, ThatAreElementwiseTakeRuns) {
    for (const BuiltinRow& row : builtins) {
        if (row.family != BuiltinFamily::elementwise) continue;
        const bool is_select = row.rule == TypeRule::select;
        const bool is_float = row.rule == TypeRule::floating || row.rule == TypeRule::float_to_bits;
        const std::string_view run = is_float ? "A[0, 0 :+ 4]" : "u32(C[0, 0 :+ 4])";
        const std::string_view scalar = is_float ? "x" : "u";
        std::string arguments = is_select ? "F[0, 0 :+ 4]" : std::string(run);
        for (std::uint8_t more = 1; more < row.min_arguments; ++more) arguments += fmt::format(", {}", scalar);
        const Judged judged = judge(in_kernel(fmt::format("let y = elem({}({}), 3)", row.spelling, arguments)));
        EXPECT_EQ(judged.text, "") << row.spelling;
    }
}

TEST(Builtins, WarnWhereWhereDoesNotGuard) {
    static constexpr Row rows[]{
        {"let y = where(n > 0, n / 2, 0)", "let y = where(n > 0, 2 / n, 0)", Code::where_as_guard, "2:26"},
        {"let y = where(n > 0, x / f32(n), 0)", "let y = where(u != 0, n, n % i32(u))", Code::where_as_guard, "2:30"},
        {"let y = where(n < N, B[0], 0)", "let y = where(n < N, B[n], 0)", Code::where_as_guard, "2:24"},
        {"let y = where(p, B[ctx.thread], 0)", "let y = where(ctx.thread < N, B[ctx.thread], 0)", Code::where_as_guard,
         "2:33"},
        {"let y = where(p && n < N, B[N - 1], 0)", "let y = where(p && n < N, B[n + 1], 0)", Code::where_as_guard,
         "2:29"},
        {"let y = where(n > 0, sum(A[0, 0 :+ 2]), 0)", "let y = where(n > 0, sum(A[0, n :+ 2]), 0)",
         Code::where_as_guard, "2:31"},
        {"let y = where(B[n] > 0, B[n], 0)", "let y = where(B[n] < N, B[B[n]], 0)", Code::where_as_guard, "2:27"},
        {"let y = where(B[n] != 0, n, B[n])", "let y = where(B[n] != 0, n / B[n], 0)", Code::where_as_guard, "2:30"},
    };
    expect_bodies(rows);
}

TEST(Builtins, WarnOfArithmeticInEightBits) {
    static constexpr Row rows[]{
        {"let y = i32(c) * i32(c)", "let y = c * c", Code::narrow_arithmetic, "2:9"},
        {"let y = c + c", "let y = b * 2", Code::narrow_arithmetic, "2:9"},
        {"var y = n\ny *= 2", "var y = b\ny *= 2", Code::narrow_arithmetic, "3:1"},
        {"let y = sum(i32(C[0, 0 :+ 4]))", "let y = sum(C[0, 0 :+ 4])", Code::narrow_arithmetic, "2:13"},
        {"let y = sum(i32(C[0, 0 :+ 4]) * i32(C[1, 0 :+ 4]))", "let y = sum(C[0, 0 :+ 4] * C[1, 0 :+ 4])",
         Code::narrow_arithmetic, "2:13"},
        {"let y = sum(i32(U[0, 0 :+ 4]) + 1)", "let y = sum(U[0, 0 :+ 4] + 1)", Code::narrow_arithmetic, "2:13"},
        {"let y = sum<over ctx.lane>(i32(c))", "let y = sum<over ctx.lane>(c)", Code::narrow_arithmetic, "2:28"},
        {"let y = max<over ctx.lane>(c)", "let y = prod<over ctx.thread>(b)", Code::narrow_arithmetic, "2:31"},
    };
    expect_bodies(rows);
}

}  // namespace
}  // namespace phobos::check::testing
