// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "lang/check/test_support.h"

namespace phobos::check::testing {
namespace {

TEST(Types, OfOperandsDoNotMix) {
    static constexpr Row rows[]{
        {"let y = x + 1.0", "let y = x + n", Code::mixed_types, "2:9"},
        {"let y = n + 1", "let y = n + x", Code::mixed_types, "2:9"},
        {"let y = n - n", "let y = n - u", Code::mixed_types, "2:9"},
        {"let y = l * 2", "let y = l * n", Code::mixed_types, "2:9"},
        {"let y = x / x", "let y = x / d", Code::mixed_types, "2:9"},
        {"let y = h + h", "let y = h + g", Code::mixed_types, "2:9"},
        {"let y = c + c", "let y = c + b", Code::mixed_types, "2:9"},
        {"let y = n % 2", "let y = n % l", Code::mixed_types, "2:9"},
        {"let y = u & 1", "let y = u & n", Code::mixed_types, "2:9"},
        {"let y = n == 0", "let y = n == u", Code::mixed_types, "2:9"},
        {"let y = n < N", "let y = l < N", Code::mixed_types, "2:9"},
        {"let y = p == true", "let y = p == n", Code::mixed_types, "2:9"},
        {"let y = h + (h + 1)", "let y = h + (1 + 2)", Code::mixed_types, "2:9"},
        {"let y = max(x, 0)", "let y = max(x, n)", Code::mixed_types, "2:16"},
        {"let y = fma(h, 2.0, h)", "let y = fma(h, 2.0, x)", Code::mixed_types, "2:21"},
        {"let y = where(p, n, 0)", "let y = where(p, n, x)", Code::mixed_types, "2:21"},
        {"var y = x\ny += 1", "var y = x\ny += n", Code::mixed_types, "3:1"},
        {"A[0, 0] *= 2", "A[0, 0] *= n", Code::mixed_types, "2:1"},
        {"for i in range(l, 10) { }", "for i in range(l, n) { }", Code::mixed_types, "2:19"},
        {"for i in range(0, u) { }", "for i in range(0, u, n) { }", Code::mixed_types, "2:22"},
    };
    expect_bodies(rows);
}

/// The source after the only finding's fix.
std::string mended(const std::string& body) {
    const std::string source = in_kernel(body);
    const Judged judged = judge(source);
    if (judged.diagnostics.size() != 1 || !judged.diagnostics.front().fix) return judged.text;
    const diagnostics::Fix& fix = *judged.diagnostics.front().fix;
    const std::string after =
        std::string(source).replace(fix.span.begin, fix.span.end - fix.span.begin, fix.replacement);
    return after.substr(in_kernel("").size() - 3);
}

TEST(Types, OfAFloatThatIsAddedToAnIntegerVariableAreSoughtAtItsDeclaration) {
    EXPECT_EQ(mended("var s = 0\ns += x"), "var s = 0.0\ns += x\n}\n");
    EXPECT_EQ(mended("var s = 1\ns *= d"), "var s: f64 = 1\ns *= d\n}\n");
    const auto notes = [](const std::string& body) {
        const Judged judged = judge(in_kernel(body));
        EXPECT_EQ(judged.diagnostics.size(), 1U) << judged.text;
        return judged.diagnostics.front().notes.back().text;
    };
    EXPECT_EQ(notes("var s = 0\ns += x"), "`s` is declared here, and its first value makes it an `i32`");
    EXPECT_EQ(notes("var s: i64 = 0\ns += x"), "`s` is declared here as `i64`");
    EXPECT_EQ(mended("var s = 0\ns = x"), "var s = 0.0\ns = x\n}\n");
    EXPECT_FALSE(judge(in_kernel("var s: i64 = 0\ns += x")).diagnostics.front().fix);
    EXPECT_FALSE(judge(in_kernel("var s = 0x10\ns += x")).diagnostics.front().fix);
}

TEST(Types, OfAWholeFloatLiteralAreMendedByTheInteger) {
    EXPECT_EQ(mended("let y = B[1.0]"), "let y = B[1]\n}\n");
    EXPECT_EQ(mended("let y = B[2.00]"), "let y = B[2]\n}\n");
    EXPECT_EQ(mended("let y = B[1.5]"), "let y = B[i32(1.5)]\n}\n");
    EXPECT_EQ(mended("let y = n + 3.0"), "let y = n + 3\n}\n");
}

TEST(Types, OfOperandsAreThoseOfTheOperator) {
    static constexpr Row rows[]{
        {"let y = n % 3", "let y = x % 3.0", Code::operand_type, "2:9"},
        {"let y = n & 3", "let y = x & x", Code::bit_operand, "2:9"},
        {"let y = p ^ p", "let y = h ^ 1", Code::bit_operand, "2:9"},
        {"let y = n << 3", "let y = x << 3", Code::shift_operand, "2:9"},
        {"let y = n >> n", "let y = n >> x", Code::shift_operand, "2:14"},
        {"let y = n >> l", "let y = n >> p", Code::shift_operand, "2:14"},
        {"let y = n + n", "let y = p + p", Code::operand_type, "2:9"},
        {"let y = p == p", "let y = p < p", Code::operand_type, "2:9"},
        {"let y = p && p", "let y = n && p", Code::bit_operand, "2:9"},
        {"let y = p || p", "let y = p || x", Code::bit_operand, "2:14"},
        {"let y = !p", "let y = !n", Code::bit_operand, "2:10"},
        {"let y = ~n", "let y = ~x", Code::bit_operand, "2:10"},
        {"let y = ~u", "let y = ~p", Code::bit_operand, "2:10"},
        {"let y = -u", "let y = -p", Code::operand_type, "2:10"},
        {"var y = n\ny %= 2", "var y = x\ny %= 2", Code::operand_type, "3:1"},
        {"var y = n\ny <<= l", "var y = n\ny <<= x", Code::shift_operand, "3:7"},
        {"F[0, 0] |= p", "A[0, 0] |= x", Code::bit_operand, "2:1"},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(judge(in_kernel(row.accepted)).text, "");
        const std::vector<std::string> all = found(in_kernel(row.rejected));
        ASSERT_FALSE(all.empty()) << row.rejected;
        EXPECT_EQ(all.front(), fmt::format("{} {}", row.position, diagnostics::row(row.code).name)) << row.rejected;
    }
}

TEST(Types, OfValuesAreThoseOfTheirPlaces) {
    static constexpr Row rows[]{
        {"let y: f32 = x", "let y: f32 = n", Code::wrong_type, "2:14"},
        {"let y: i64 = i64(n)", "let y: i64 = n", Code::wrong_type, "2:14"},
        {"let y: bool = p", "let y: bool = n", Code::wrong_type, "2:15"},
        {"let y: i32 = n", "let y: i32 = p", Code::wrong_type, "2:14"},
        {"var y: f16 = h", "var y: f16 = x", Code::wrong_type, "2:14"},
        {"var y: f32 = 1", "var y: f32 = 1 + 2", Code::wrong_type, "2:14"},
        {"var y = 1\ny = n", "var y = 1\ny = x", Code::wrong_type, "3:5"},
        {"var y = p\ny = true", "var y = p\ny = n", Code::wrong_type, "3:5"},
        {"A[0, 0] = x", "A[0, 0] = n", Code::wrong_type, "2:11"},
        {"D[0, 0] = h", "D[0, 0] = x", Code::wrong_type, "2:11"},
        {"F[0, 0] = p", "F[0, 0] = n", Code::wrong_type, "2:11"},
        {"B[n] = 1", "B[x] = 1", Code::wrong_type, "2:3"},
        {"B[l] = 1", "B[p] = 1", Code::wrong_type, "2:3"},
        {"let y = A[u, c]", "let y = A[u, h]", Code::wrong_type, "2:14"},
        {"atomic_add(B, n, 1)", "atomic_add(B, x, 1)", Code::wrong_type, "2:15"},
        {"atomic_add(B, n, n)", "atomic_add(B, n, u)", Code::wrong_type, "2:18"},
        {"atomic_cas(B, n, 0, n)", "atomic_cas(B, n, l, n)", Code::wrong_type, "2:18"},
        {"let y = shuffle(x, n)", "let y = shuffle(x, x)", Code::wrong_type, "2:20"},
        {"let y = elem(C[n, 0 :+ 4], n)", "let y = elem(C[n, 0 :+ 4], x)", Code::wrong_type, "2:28"},
        {"store(A[n, 0 :+ 4], x)", "store(A[n, 0 :+ 4], n)", Code::wrong_type, "2:21"},
        {"store(A[n, 0 :+ 4], f32(C[n, 0 :+ 4]))", "store(A[n, 0 :+ 4], C[n, 0 :+ 4])", Code::wrong_type, "2:21"},
    };
    expect_bodies(rows);
}

TEST(Types, OfConditionsAreBool) {
    static constexpr Row rows[]{
        {"if n != 0 { }", "if n { }", Code::condition_type, "2:4"},
        {"if p { } else if p { }", "if p { } else if x { }", Code::condition_type, "2:18"},
        {"while p { }", "while n { }", Code::condition_type, "2:7"},
        {"if true { }", "if 1 { }", Code::literal_kind, "2:4"},
        {"while false { }", "while 0 { }", Code::literal_kind, "2:7"},
        {"let y = where(p, 1, 2)", "let y = where(n, 1, 2)", Code::condition_type, "2:15"},
        {"let y = ballot(p)", "let y = ballot(n)", Code::condition_type, "2:16"},
        {"let y = p && true", "let y = p && 1", Code::literal_kind, "2:14"},
    };
    expect_bodies(rows);
}

TEST(Types, HaveConversionsButOfBool) {
    static constexpr Row rows[]{
        {"let y = f32(n)", "let y = f32(p)", Code::conversion_of_bool, "2:9"},
        {"let y = i32(x)", "let y = i32(p)", Code::conversion_of_bool, "2:9"},
        {"let y = i32(n)", "let y = bool(n)", Code::conversion_of_bool, "2:9"},
        {"let y = f32(n)", "let y = f32(n, n)", Code::argument_count, "2:9"},
        {"let y = i64(5000000000)", "let y = i64(5000000000, 1)", Code::argument_count, "2:9"},
    };
    expect_bodies(rows);
    EXPECT_EQ(found(in_kernel("let y = bool(p)")), (std::vector<std::string>{"2:9 conversion_of_bool"}));
}

TEST(Types, MessageNamesBothAndOffersTheConversion) {
    const Judged judged = judge(in_kernel("let y = x * n"));
    ASSERT_EQ(judged.diagnostics.size(), 1U);
    const diagnostics::Diagnostic& diagnostic = judged.diagnostics.front();
    EXPECT_EQ(diagnostic.message, "`*` of `f32` and `i32`: scalars never mix types");
    ASSERT_EQ(diagnostic.notes.size(), 2U);
    EXPECT_EQ(diagnostic.notes[0].text, "this is `f32`");
    EXPECT_EQ(diagnostic.notes[1].text, "this is `i32`");
    ASSERT_TRUE(diagnostic.fix);
    EXPECT_EQ(diagnostic.fix->replacement, "f32(n)");
}

}  // namespace
}  // namespace phobos::check::testing
