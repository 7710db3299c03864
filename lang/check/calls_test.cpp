// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "lang/check/test_support.h"
#include "lang/program/dump.h"
#include "lang/vocabulary/limits.h"

namespace phobos::check::testing {
namespace {

std::string body_of(const std::string& source) {
    const Judged judged = judge(source);
    EXPECT_EQ(judged.text, "");
    if (judged.kernels.empty()) return {};
    const std::string text = program::dump(judged.kernels.front());
    return text.substr(text.find("{\n"));
}

TEST(Calls, PutTheBodyInTheirPlace) {
    EXPECT_EQ(
        body_of("fn f(a: f32, n: i32) -> f32 { return a * f32(n) }\nkernel k(x: f32, y: i32) { let z = f(x, y) }"),
        "{\n  new z#4 = f@0(a#2 = x#0, n#3 = y#1) {\n    return (a#2 * f32(n#3))\n  }\n}\n");
    EXPECT_EQ(body_of("fn put(A: tensor<f32>[R], v: f32) { A[0] = v }\nkernel k(X: tensor<f32>[N], Y: tensor<f32>[N]) "
                      "{ put(X, 1)\n put(Y, 2) }"),
              "{\n  put@0(v#0 = 1.0:f32) {\n    X[0:i32]@1 = 1.0:f32\n  }\n  put@2(v#1 = 2.0:f32) {\n    Y[0:i32]@3 = "
              "2.0:f32\n  }\n}\n");
}

TEST(Calls, HaveFreshVariablesEach) {
    const Judged judged =
        judge("fn f(a: i32) -> i32 { var b = a; b += 1; return b }\nkernel k(n: i32) { let c = f(n) + f(n) }");
    ASSERT_EQ(judged.kernels.size(), 1U);
    EXPECT_EQ(judged.kernels.front().locals.size(), 6U);  // n, c, and a and b of each call
    EXPECT_EQ(judged.kernels.front().sites.size(), 2U);
}

TEST(Calls, BindDimsToTheExtentsOfTheirArguments) {
    EXPECT_EQ(body_of("fn f(A: tensor<f32>[R, C]) -> i32 { return R * 2 + C + extent(A, 1) }\nkernel k(X: "
                      "tensor<f32>[N, 3]) { let y = f(X) }"),
              "{\n  new y#0 = f@0() {\n    return (((N * 2:i32) + 3:i32) + 3:i32)\n  }\n}\n");
    EXPECT_EQ(
        body_of("fn f(t: tile<i32>[T]) -> i32 { return t[T - 1] }\nkernel k() { var s: tile<i32>[8]; let y = f(s) }"),
        "{\n  new s#0@0\n  new y#0 = f@1() {\n    return s#0[7:i32]@2\n  }\n}\n");
}

TEST(Calls, GiveConstantsToConstantPlaces) {
    EXPECT_EQ(body_of("fn f(A: tensor<f32>[R], n: i32) -> f32 { let m = n * 2; return sum(A[0 :+ m]) }\nkernel k(X: "
                      "tensor<f32>[N]) { let y = f(X, 4) }"),
              "{\n  new y#2 = f@0(n#0 = 4:i32) {\n    new m#1 = 8:i32\n    return sum(X[0:i32 :+ 8]@1)\n  }\n}\n");
    EXPECT_EQ(
        judge("fn f(A: tensor<f32>[R, 8]) -> f32 { return A[0, 7] }\nkernel k(X: tensor<f32>[N, 8]) { let y = f(X) }")
            .text,
        "");
    EXPECT_EQ(
        judge("fn f(t: tile<f32>[R, C]) { var u: tile<f32>[C, R] }\nkernel k() { var t: tile<f32>[2, 3]; f(t) }").text,
        "");
    EXPECT_EQ(judge("fn f(t: tile<f32>[ctx.threads, 2]) { }\nkernel k() { var t: tile<f32>[256, 2]; f(t) }").text, "");
}

/// What only a call decides is judged in the call, with a note there.
TEST(Calls, AreJudgedWithTheirConstants) {
    const Judged judged = judge(
        "fn f(A: tensor<f32>[R], n: i32) -> f32 { return sum(A[0 :+ n]) }\nkernel k(X: tensor<f32>[N]) {\n  let y = "
        "f(X, 4)\n"
        "  let z = f(X, 65)\n}\n");
    ASSERT_EQ(judged.diagnostics.size(), 1U) << judged.text;
    const diagnostics::Diagnostic& diagnostic = judged.diagnostics.front();
    EXPECT_EQ(diagnostic.code, Code::run_length);
    ASSERT_EQ(diagnostic.notes.size(), 1U);
    EXPECT_EQ(diagnostic.notes.front().text, "in this call of `f`");
    EXPECT_EQ(found("fn f(A: tensor<f32>[R], n: i32) -> f32 { return sum(A[0 :+ n]) }\nkernel k(X: tensor<f32>[N], n: "
                    "i32) { let y = f(X, n) }"),
              (std::vector<std::string>{"1:60 not_constant"}));
    EXPECT_EQ(found("fn f(n: i32, d: i32) -> i32 { return n / d }\nkernel k(n: i32) { let y = f(n, 0) }"),
              (std::vector<std::string>{"1:42 constant_division"}));
    EXPECT_EQ(found("fn f(t: tile<f32>[C]) -> f32 { return t[4] }\nkernel k() { var t: tile<f32>[4]; let y = f(t) }"),
              (std::vector<std::string>{"1:41 constant_index"}));
    EXPECT_EQ(found("fn f(A: tensor<f32>[C]) { var t: tile<f32>[C] }\nkernel k(A: tensor<f32>[N]) { f(A) }"),
              (std::vector<std::string>{"1:44 not_constant"}));
}

TEST(Calls, AreJudgedAlsoWhereNothingCalls) {
    static constexpr std::string_view rows[][2]{
        {"fn f(x: f32) -> f32 { return x + 1 + n }", "1:38 unknown_name"},
        {"fn f(x: f32, n: i32) -> f32 { return x + n }", "1:38 mixed_types"},
        {"fn f(A: tensor<f32>[R]) -> f32 { return A[0, 0] }", "1:41 subscript_count"},
        {"fn f(A: tensor<f32>[R]) -> f32 { return g(A) }", "1:41 unknown_function"},
        {"fn f(t: tile<f32>[R]) -> f32 { return t[0, 0] }", "1:39 subscript_count"},
        {"fn f(A: tensor<f32>[4]) -> f32 { return A[4] }", "1:43 constant_index"},
        {"fn f(A: tensor<f32>[R]) -> f32 { var n = 4; return sum(A[0 :+ n]) }", "1:63 not_constant"},
        {"fn f(A: tensor<f32>[R, C], n: i32) -> f32 { return sum(A[0, 0 :+ n] + A[0, 0 :+ 4]) + n }",
         "1:52 mixed_types"},
        {"fn f(n: i32) -> i32 { return extent(n, 0) }", "1:37 not_a_buffer"},
        {"fn f() { f32(1) }\nfn g() { let y = f() }", "2:18 no_value"},
        {"fn f(n: i32) { g(n) }\nfn g(x: f32) { }", "1:18 wrong_type"},
    };
    for (const auto& [source, expected] : rows)
        EXPECT_EQ(found(std::string(source)), std::vector<std::string>{std::string(expected)}) << source;
}

TEST(Calls, SeeOnlyTheirOwnNames) {
    EXPECT_EQ(found("fn f() -> i32 { return n }\nkernel k(n: i32) { let y = f() }"),
              (std::vector<std::string>{"1:24 unknown_name"}));
    EXPECT_EQ(found("@autotune(X in [1])\nkernel k() { f() }\nfn f() { let y = X }"),
              (std::vector<std::string>{"3:18 unknown_name"}));
    EXPECT_EQ(
        judge("kernel k() { let a = 1; f(2) }\nfn f(b: i32) { let a = b; g() }\nfn g() { let a = ctx.lane }").text, "");
}

TEST(Calls, TakeTheArgumentsOfTheirParameters) {
    const std::string functions =
        "fn s(a: f32) { }\nfn t(A: tensor<f32>[R, C]) { }\nfn l(t: tile<f32>[R]) { }\nfn q(A: tensor<f32>[R, R]) { }\n"
        "fn e(A: tensor<f32>[R, 8]) { }\nfn b(A: tensor<f32>[R, C], B: tensor<f32>[C, R]) { }\n"
        "kernel k(X: tensor<f32>[N, M], Y: tensor<f32>[M, N], Z: tensor<f32>[8, 8], V: tensor<i32>[N, M], n: i32) {\n"
        "var u: tile<f32>[4]\nvar w: tile<f32>[4, 4]\n";
    static constexpr Row rows[]{
        {"s(1)", "s()", Code::argument_count, "10:1"},
        {"s(1)", "s(1, 2)", Code::argument_count, "10:1"},
        {"s(f32(n))", "s(n)", Code::wrong_type, "10:3"},
        {"s(1)", "s(true)", Code::wrong_type, "10:3"},
        {"s(X[0, 0])", "s(X)", Code::buffer_as_scalar, "10:3"},
        {"t(X)", "t(V)", Code::call_argument, "10:3"},
        {"t(X)", "t(u)", Code::call_argument, "10:3"},
        {"t(X)", "t(n)", Code::not_a_buffer, "10:3"},
        {"t(X)", "t(1.0)", Code::call_argument, "10:3"},
        {"l(u)", "l(w)", Code::call_argument, "10:3"},
        {"l(u)", "l(X)", Code::call_argument, "10:3"},
        {"l(u[0 :+ 4])", "l(u[0])", Code::call_argument, "10:3"},
        {"q(Z)", "q(X)", Code::call_extents, "10:3"},
        {"e(Z)", "e(X)", Code::call_extents, "10:3"},
        {"b(X, Y)", "b(X, X)", Code::call_extents, "10:6"},
        {"b(Z, Z)", "b(X, Z)", Code::call_extents, "10:6"},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(judge(functions + std::string(row.accepted) + "\n}").text, "");
        const std::vector<std::string> all = found(functions + std::string(row.rejected) + "\n}");
        ASSERT_FALSE(all.empty()) << row.rejected;
        EXPECT_EQ(all.front(), fmt::format("{} {}", row.position, diagnostics::row(row.code).name)) << row.rejected;
    }
}

TEST(Calls, OfFunctionsWithoutResultAreStatements) {
    EXPECT_EQ(found("fn f() { }\nkernel k() { let y = f() }"), (std::vector<std::string>{"2:22 no_value"}));
    EXPECT_EQ(found("fn f() { }\nkernel k() { let y = 1 + f() }"), (std::vector<std::string>{"2:26 no_value"}));
    EXPECT_EQ(judge("fn f() -> i32 { return 1 }\nkernel k() { f() }").text, "");
}

TEST(Functions, ReturnOnEveryPath) {
    static constexpr std::string_view good[]{
        "return 1",
        "if n > 0 { return 1 } else { return 2 }",
        "if n > 0 { return 1 } else if n < 0 { return 2 } else { return 3 }",
        "while n > 0 { return 1 }\nreturn 2",
        "if n > 0 { return 1 }\nreturn 2",
        "for i in range(n) { if i == 2 { return i } }\nreturn 0",
    };
    for (const std::string_view body : good)
        EXPECT_EQ(judge(fmt::format("fn f(n: i32) -> i32 {{\n{}\n}}", body)).text, "");
    static constexpr std::string_view bad[]{
        "",
        "if n > 0 { return 1 }",
        "if n > 0 { return 1 } else { }",
        "if n > 0 { return 1 } else if n < 0 { return 2 }",
        "while true { return 1 }",
        "for i in range(1) { return 1 }",
        "while true { if n > 0 { break } else { return 1 } }",
    };
    for (const std::string_view body : bad)
        EXPECT_EQ(found(fmt::format("fn f(n: i32) -> i32 {{\n{}\n}}", body)),
                  (std::vector<std::string>{"1:4 missing_return"}))
            << body;
}

TEST(Functions, AreNotCalledByTheirTypes) {
    EXPECT_EQ(found("fn f() -> tile<i32>[f(), f()] { return f() }"),
              (std::vector<std::string>{"1:21 not_constant", "1:26 not_constant", "1:40 recursive_function"}));
    EXPECT_EQ(found("fn f() -> tile<i32>[g()] { let t: tile<i32>[4] = 0; return t }\n"
                    "fn g() -> i32 { let n: tile<i32>[f() + 1] = 0; return 1 }"),
              (std::vector<std::string>{"1:21 not_constant", "2:34 not_constant"}));
}

TEST(Functions, DoNotCallThemselves) {
    const Judged direct = judge("fn f(n: i32) -> i32 { return f(n - 1) }\nkernel k(n: i32) { let y = f(n) }");
    ASSERT_EQ(direct.diagnostics.size(), 1U) << direct.text;
    EXPECT_EQ(direct.diagnostics.front().message, "`f` calls itself: functions do not call themselves");
    EXPECT_TRUE(direct.kernels.empty());
    const Judged through = judge("fn a() { b() }\nfn b() { c() }\nfn c() { a() }\nkernel k() { b() }");
    ASSERT_EQ(through.diagnostics.size(), 1U) << through.text;
    EXPECT_EQ(through.diagnostics.front().code, Code::recursive_function);
    EXPECT_EQ(through.diagnostics.front().message,
              "`a` calls `b`, which calls `c`, which calls `a`: functions do not call themselves");
    EXPECT_EQ(through.diagnostics.front().notes.size(), 2U);
    EXPECT_EQ(judge("fn a() { b(); c() }\nfn b() { c() }\nfn c() { }\nkernel k() { a() }").text, "");
}

/// The work of a file is bounded, however many of its kernels are large.
TEST(Limits, OfTheSizeOfAllKernelsAreErrors) {
    std::string source = "fn f(a: i32) {\n";
    for (int line = 0; line < 1000; ++line) source += fmt::format("  let y{} = a + a\n", line);
    source += "}\n";
    for (int kernel = 0; kernel < 6; ++kernel) {
        source += fmt::format("kernel k{}(n: i32) {{\n", kernel);
        for (int line = 0; line < 100; ++line) source += "  f(n)\n";
        source += "}\n";
    }
    const Judged judged = judge(source);
    ASSERT_EQ(judged.diagnostics.size(), 1U) << judged.text;
    EXPECT_EQ(judged.diagnostics.front().code, Code::program_too_large);
    EXPECT_EQ(judged.kernels.size(), 4U);
}

/// Suggestions are looked for only as long as diagnostics are shown.
TEST(Limits, OfDiagnosticsBoundTheirCost) {
    std::string source;
    for (int function = 0; function < 3000; ++function)
        source += fmt::format("fn name{}() {{ nam{}() }}\n", function, function);
    const Judged judged = judge(source);
    EXPECT_EQ(judged.diagnostics.size(), static_cast<std::size_t>(limits::diagnostics));
}

/// Functions f0 to fn, each with two calls of the next: f0 expands to 2^n - 1 calls and more.
std::string doubling(int depth) {
    std::string source = fmt::format("fn f{}() {{ }}\n", depth);
    for (int level = 0; level < depth; ++level)
        source += fmt::format("fn f{0}() {{ f{1}(); f{1}() }}\n", level, level + 1);
    return source + "kernel k() { f0() }";
}

TEST(Limits, OfCallsAreErrors) {
    EXPECT_EQ(judge(doubling(12)).text, "");  // 8,191 calls
    const Judged many = judge(doubling(13));
    ASSERT_EQ(many.diagnostics.size(), 1U) << many.text;
    EXPECT_EQ(many.diagnostics.front().code, Code::too_many_calls);
    EXPECT_TRUE(many.kernels.empty());
    const auto chain = [](int depth) {
        std::string source = fmt::format("fn g{}() {{ }}\n", depth);
        for (int level = 1; level < depth; ++level) source += fmt::format("fn g{}() {{ g{}() }}\n", level, level + 1);
        return source + "kernel k() { g1() }";
    };
    EXPECT_EQ(judge(chain(limits::call_depth)).text, "");
    const Judged deep = judge(chain(limits::call_depth + 1));
    ASSERT_EQ(deep.diagnostics.size(), 1U) << deep.text;
    EXPECT_EQ(deep.diagnostics.front().code, Code::calls_too_deep);
    EXPECT_LE(deep.diagnostics.front().notes.size(), 8U);
}

/// What is around a call is bounded too, so that no engine needs a deep stack.
TEST(Limits, OfNestingAroundCallsAreErrors) {
    const auto chain = [](int functions) {
        const std::string around(100, '~');
        std::string source = fmt::format("fn g{}(a: i32) -> i32 {{ return a }}\n", functions);
        for (int level = 1; level < functions; ++level)
            source += fmt::format("fn g{}(a: i32) -> i32 {{ return {}g{}(a) }}\n", level, around, level + 1);
        return source + "kernel k(n: i32) { let y = g1(n) }";
    };
    EXPECT_EQ(judge(chain(5)).text, "");
    const Judged deep = judge(chain(7));
    ASSERT_EQ(deep.diagnostics.size(), 1U) << deep.text;
    EXPECT_EQ(deep.diagnostics.front().code, Code::calls_too_deep);
}

TEST(Limits, OfChainsOfElseIfAreErrors) {
    const auto chain = [](std::size_t arms) {
        std::string text = "kernel k(n: i32) { if n == 0 { }";
        for (std::size_t i = 0; i < arms; ++i) text += " else if n == 1 { }";
        return text + " }";
    };
    EXPECT_EQ(judge(chain(400)).text, "");
    for (const std::size_t arms : {600U, 100'000U}) {
        const std::vector<std::string> all = found(chain(arms));
        ASSERT_EQ(all.size(), 1U) << arms;
        EXPECT_TRUE(all.front().ends_with(" blocks_too_deep")) << all.front();
    }
}

TEST(Limits, OfTheSizeAfterExpansionAreErrors) {
    std::string source = "fn f(a: i32) -> i32 {\n";
    for (int line = 0; line < 100; ++line)
        source += "  let y" + std::to_string(line) + " = a + a + a + a + a + a + a + a\n";
    source += "  return a\n}\nfn g(a: i32) {\n";
    for (int line = 0; line < 90; ++line) source += "  f(a)\n";
    source += "}\nkernel k(n: i32) {\n";
    for (int line = 0; line < 90; ++line) source += "  g(n)\n";
    const Judged judged = judge(source + "}\n");
    ASSERT_EQ(judged.diagnostics.size(), 1U) << judged.text;
    EXPECT_EQ(judged.diagnostics.front().code, Code::program_too_large);
    EXPECT_TRUE(judged.kernels.empty());
}

}  // namespace
}  // namespace phobos::check::testing
