// SPDX-License-Identifier: Apache-2.0
#include <regex>
#include <string>

#include <fmt/format.h>

#include "lang/check/joins.h"
#include "lang/check/test_support.h"
#include "lang/program/dump.h"

namespace phobos::check::testing {
namespace {

constexpr std::string_view tiles =
    "var t: tile<f32>[4, 8]\nvar q: tile<f16>[4, 8]\nvar i: tile<i32>[4, 8]\nvar m: tile<bool>[4, 8]\n"
    "var v: tile<f32>[8]\nlet w: tile<f32>[4, 8] = 0.0\n";

std::string with_tiles(std::string_view body) { return in_kernel(std::string(tiles) + std::string(body)); }

/// Bodies after the declarations above, which begin at line 8.
void expect_with_tiles(std::span<const Row> rows) {
    for (const Row& row : rows) {
        const std::string accepted = std::string(tiles) + std::string(row.accepted);
        const std::string rejected = std::string(tiles) + std::string(row.rejected);
        const Row whole{accepted, rejected, row.code, row.position};
        expect_bodies(std::span(&whole, 1));
    }
}

/// The dump of the last statement of a body after the declarations, without sites.
std::string last(std::string_view body) {
    const Judged judged = judge(with_tiles(body));
    EXPECT_EQ(judged.text, "");
    if (judged.kernels.empty()) return {};
    std::string text = program::dump(judged.kernels.front());
    text.resize(text.size() - std::string_view("\n}\n").size());
    return std::regex_replace(text.substr(text.rfind('\n') + 3), std::regex("@[0-9]+"), "");
}

TEST(Joins, AreThoseOfTheTypesTogether) {
    using enum ScalarType;
    const auto join = [](std::vector<ScalarType> types) { return joined(types); };
    EXPECT_EQ(join({f16, f32}), f32);
    EXPECT_EQ(join({f16, bf16}), f32);
    EXPECT_EQ(join({bf16, f64, f16}), f64);
    EXPECT_EQ(join({f16, i64}), f16);
    EXPECT_EQ(join({i32, u32, f32}), f32);
    EXPECT_EQ(join({i8, i64, i32}), i64);
    EXPECT_EQ(join({u8, u32}), u32);
    EXPECT_EQ(join({boolean, boolean}), boolean);
    EXPECT_EQ(join({i32, u8}), std::nullopt);
    EXPECT_EQ(join({boolean, i32}), std::nullopt);
    EXPECT_EQ(join({f32, boolean}), std::nullopt);
}

TEST(Tiles, AreDeclaredWithTheirElements) {
    EXPECT_EQ(last("let u: tile<f32>[4, 8] = x"), "new u#6 = x#1");
    EXPECT_EQ(last("let u: tile<f16>[4, 8] = 0.1"), "new u#6 = 0.1:f16");
    EXPECT_EQ(last("let u: tile<f16>[4, 8] = x"), "new u#6 = f16(x#1)");
    EXPECT_EQ(last("let u: tile<f64>[4, 8] = t"), "new u#6 = f64(t#0)");
    EXPECT_EQ(last("let u = t"), "new u#6 = t#0");
    EXPECT_EQ(last("var u = q + t"), "new u#6 = (f32(q#1) + t#0)");
}

TEST(Tiles, AreAssignedWholeAndInParts) {
    EXPECT_EQ(last("t = 0"), "t#0 = 0.0:f32");
    EXPECT_EQ(last("t = q"), "t#0 = f32(q#1)");
    EXPECT_EQ(last("t[1, :] = 1.0"), "t#0[1:i32 :+ 1, 0:i32 :+ 8] = 1.0:f32");
    EXPECT_EQ(last("A[n :+ 4, 0:8] = t"), "A[n#0 :+ 4, 0:i32 :+ 8] = t#0");
    EXPECT_EQ(last("q += t"), "q#1 += t#0");
    EXPECT_EQ(last("t += q"), "t#0 += f32(q#1)");
    EXPECT_EQ(last("t *= A[0:4, 0]"), "t#0 *= A[0:i32 :+ 4, 0:i32 :+ 1]");
    EXPECT_EQ(last("i <<= u"), "i#2 <<= u#3");
    EXPECT_EQ(last("m &= t > 0.0"), "m#3 &= (t#0 > 0.0:f32)");
}

TEST(Tiles, AreOperandsOfElementwiseOperations) {
    EXPECT_EQ(last("let u = t * x + 1"), "new u#6 = ((t#0 * x#1) + 1.0:f32)");
    EXPECT_EQ(last("let u = q * x"), "new u#6 = (f32(q#1) * x#1)");
    EXPECT_EQ(last("let u = i + x"), "new u#6 = (f32(i#2) + x#1)");
    EXPECT_EQ(last("let u = max(q, 0.0)"), "new u#6 = max(q#1, 0.0:f16)");
    EXPECT_EQ(last("let u = fma(q, 0.1, t)"), "new u#6 = fma(f32(q#1), 0.1:f32, t#0)");
    EXPECT_EQ(last("let u = where(m, t, 0)"), "new u#6 = where(m#3, t#0, 0.0:f32)");
    EXPECT_EQ(last("let u = where(p, q, t)"), "new u#6 = where(p#2, f32(q#1), t#0)");
    EXPECT_EQ(last("let u = where(m, h, x)"), "new u#6 = where(m#3, f32(h#5), x#1)");
    EXPECT_EQ(last("let u = tmax(t, q)"), "new u#6 = max(t#0, f32(q#1))");
    EXPECT_EQ(last("let u = i >> l"), "new u#6 = (i#2 >> l#4)");
    EXPECT_EQ(last("let u = !m | (i < 3)"), "new u#6 = ((!m#3) | (i#2 < 3:i32))");
    EXPECT_EQ(last("let u = i32(t)"), "new u#6 = i32(t#0)");
    EXPECT_EQ(last("let u = t[:, 0] - t[0, :]"),
              "new u#6 = (t#0[0:i32 :+ 4, 0:i32 :+ 1] - t#0[0:i32 :+ 1, 0:i32 :+ 8])");
}

TEST(Tiles, OfBroadcastOperandsHaveTheGreaterExtents) {
    const Judged judged = judge(with_tiles("let u = t[:, 0] - t[0, :]"));
    ASSERT_EQ(judged.kernels.size(), 1U) << judged.text;
    EXPECT_EQ(judged.kernels.front().tiles.back().shape, (program::TileShape{{4, 8}, 2}));
}

TEST(Tiles, StandWhereTilesDo) {
    static constexpr Row rows[]{
        {"let y: f32 = t[0, 0]", "let y: f32 = t", Code::tile_as_scalar, "8:14"},
        {"if m[0, 0] { }", "if m { }", Code::tile_as_scalar, "8:4"},
        {"while m[0, 0] { }", "while m { }", Code::tile_as_scalar, "8:7"},
        {"for k in range(i[0, 0]) { }", "for k in range(i) { }", Code::tile_as_scalar, "8:16"},
        {"A[0, 0] = t[0, 0]", "A[0, 0] = t", Code::tile_as_scalar, "8:11"},
        {"A[0, 0] += t[0, 0]", "A[0, 0] += t", Code::tile_as_scalar, "8:12"},
        {"var y = x\ny += t[0, 0]", "var y = x\ny += t", Code::tile_as_scalar, "9:6"},
        {"let y = A[i[0, 0], 0]", "let y = A[i, 0]", Code::tile_as_scalar, "8:11"},
        {"let y = sum<over ctx.lane>(t[0, 0])", "let y = sum<over ctx.lane>(t)", Code::tile_as_scalar, "8:28"},
        {"let y = shuffle(t[0, 0], 1)", "let y = shuffle(t, 1)", Code::tile_as_scalar, "8:17"},
        {"let y = ballot(m[0, 0])", "let y = ballot(m)", Code::tile_as_scalar, "8:16"},
        {"atomic_add(i, 0, 0, i[0, 0])", "atomic_add(i, 0, 0, i)", Code::tile_as_scalar, "8:21"},
        {"let y = m & p", "let y = m && p", Code::tile_as_scalar, "8:9"},
        {"let y = m | (t > 0)", "let y = p || t", Code::tile_as_scalar, "8:14"},
        {"let y = rowsum(t)", "let y = rowsum(x)", Code::scalar_as_tile, "8:16"},
        {"let y = dot_t(t, q)", "let y = dot_t(t, x)", Code::scalar_as_tile, "8:18"},
        {"let y = tmax(t, x)", "let y = tmax(x, x)", Code::scalar_as_tile, "8:14"},
        {"let y = t", "let y = A", Code::buffer_as_scalar, "8:9"},
        {"let y = sum(A[0, 0 :+ 4] * 2.0)", "let y = sum(A[0, 0 :+ 4] * t)", Code::tile_with_run, "8:28"},
        {"let y = sum(t[0, 0 :+ 4])", "let y = sum(t)", Code::run_missing, "8:13"},
    };
    expect_with_tiles(rows);
}

TEST(Tiles, HaveTheShapesOfTheirOperations) {
    static constexpr Row rows[]{
        {"let u = t + t[0, :]", "let u = t + t[0:2, :]", Code::tile_extents_differ, "8:13"},
        {"let u = t + t[:, 0]", "let u = t + t[:, 0:2]", Code::tile_extents_differ, "8:13"},
        {"let u = v + v[0]", "let u = t + v", Code::tile_ranks_differ, "8:13"},
        {"let u = where(m, t, t[0, :])", "let u = where(m, t, v)", Code::tile_ranks_differ, "8:21"},
        {"let u = fma(t, t, t[0, :])", "let u = fma(t, t, t[0:3, :])", Code::tile_extents_differ, "8:19"},
        {"let u: tile<f32>[4, 8] = t", "let u: tile<f32>[8, 4] = t", Code::tile_value_shape, "8:26"},
        {"let u: tile<f32>[1, 8] = t[0, :]", "let u: tile<f32>[8] = t[0, :]", Code::tile_value_shape, "8:23"},
        {"t = q", "t = q[0, :]", Code::tile_value_shape, "8:5"},
        {"A[0:4, 0:8] = t", "A[0:4, 0:4] = t", Code::tile_value_shape, "8:15"},
        {"t += t[0, :]", "t += t[0:2, :]", Code::tile_value_shape, "8:6"},
        {"t[0:4, :] += t", "t[0, :] += t", Code::tile_value_shape, "8:12"},
        {"let u: tile<i8>[1048576] = 0", "let u: tile<i8>[1048577] = 0", Code::tile_size, "8:1"},
        {"let u: tile<i8>[1024, 1024] = 0", "let u: tile<i8>[1024, 1025] = 0", Code::tile_size, "8:1"},
        {"let u = A[0 :+ 1024, 0] + A[0, 0 :+ 1024]", "let u = A[0 :+ 1024, 0] + A[0, 0 :+ 1025]", Code::tile_size,
         "8:27"},
    };
    expect_with_tiles(rows);
}

TEST(Tiles, JoinAndConvertByTheirTypes) {
    static constexpr Row rows[]{
        {"let u = i + c", "let u = i + b", Code::tile_join, "8:9"},
        {"let u = m == p", "let u = m == n", Code::tile_join, "8:9"},
        {"let u = max(i, l)", "let u = max(i, u)", Code::tile_join, "8:9"},
        {"let u = where(m, t, i)", "let u = where(m, t, m)", Code::tile_join, "8:9"},
        {"i += n", "i += u", Code::tile_join, "8:1"},
        {"let u: tile<f16>[4, 8] = t", "let u: tile<i32>[4, 8] = t", Code::tile_value_type, "8:26"},
        {"let u: tile<f32>[4, 8] = f32(i)", "let u: tile<f32>[4, 8] = i", Code::tile_value_type, "8:26"},
        {"let u: tile<f32>[4, 8] = f32(n)", "let u: tile<f32>[4, 8] = n", Code::tile_value_type, "8:26"},
        {"t = q", "m = q", Code::tile_value_type, "8:5"},
        {"i += c", "i += l", Code::tile_value_type, "8:6"},
        {"t += i", "i += t", Code::tile_value_type, "8:6"},
        {"i %= n", "t %= x", Code::operand_type, "8:1"},
        {"i &= n", "t &= t", Code::bit_operand, "8:1"},
        {"i <<= n", "i <<= x", Code::shift_operand, "8:7"},
        {"let u = i % n", "let u = t % n", Code::operand_type, "8:9"},
        {"i /= 2", "i /= 0", Code::constant_division, "8:6"},
        {"i >>= 31", "i >>= 32", Code::constant_shift, "8:7"},
        {"let u = i / 2", "let u = i / 0", Code::constant_division, "8:13"},
        {"let u = exp(t)", "let u = exp(i)", Code::argument_type, "8:13"},
        {"let u = where(m, t, 0)", "let u = where(i, t, 0)", Code::condition_type, "8:15"},
        {"let u = !m", "let u = !t", Code::bit_operand, "8:10"},
        {"let u = i << 1", "let u = t << 1", Code::shift_operand, "8:9"},
    };
    for (const Row& row : rows) {
        SCOPED_TRACE(row.rejected);
        EXPECT_EQ(judge(with_tiles(row.accepted)).text, "");
        const std::vector<std::string> all = found(with_tiles(row.rejected));
        ASSERT_FALSE(all.empty());
        EXPECT_EQ(all.front(), fmt::format("{} {}", row.position, diagnostics::row(row.code).name));
    }
}

TEST(Tiles, OfALetAreNotStoredTo) {
    static constexpr Row rows[]{
        {"t = 1.0", "w = 1.0", Code::tile_constant, "8:1"},
        {"t[0, :] = 1.0", "w[0, :] = 1.0", Code::tile_constant, "8:1"},
        {"t[0, 0] = 1.0", "w[0, 0] = 1.0", Code::tile_constant, "8:1"},
        {"t += dot_t(t, t[0:8, 0:8])", "w += dot_t(w, w[0:8, 0:8])", Code::tile_constant, "8:1"},
        {"store(t[0, 0 :+ 4], 1.0)", "store(w[0, 0 :+ 4], 1.0)", Code::tile_constant, "8:7"},
        {"atomic_add(t, 0, 0, 1.0)", "atomic_add(w, 0, 0, 1.0)", Code::tile_constant, "8:12"},
    };
    expect_with_tiles(rows);
}

/// The first diagnostic of a body after the declarations.
diagnostics::Diagnostic first_of(std::string_view body) {
    const Judged judged = judge(with_tiles(body));
    EXPECT_FALSE(judged.diagnostics.empty()) << body;
    return judged.diagnostics.empty() ? diagnostics::Diagnostic{} : judged.diagnostics.front();
}

TEST(Tiles, OfALetAreOfferedAVar) {
    for (const std::string_view body : {"w = t", "w[0, 0] = 1.0", "let a = t\na += t"}) {
        const std::optional<diagnostics::Fix> fix = first_of(body).fix;
        ASSERT_TRUE(fix) << body;
        EXPECT_EQ(fix->replacement, "var");
        EXPECT_EQ(with_tiles(body).substr(fix->span.begin, fix->span.end - fix->span.begin), "let");
    }
}

TEST(Tiles, AreNamedWhereAScalarOrABoolIsNeeded) {
    EXPECT_EQ(first_of("let y = t && t").message,
              "`&&` takes scalars, but the value is a tile of `f32` [4, 8]; tiles of `bool`, as comparisons give them, "
              "combine by `&`");
    EXPECT_EQ(first_of("let y = m || m").message, "`||` takes scalars, not tiles: `|` works element by element");
    EXPECT_EQ(first_of("let y = where(t, t, t)").message,
              "the condition of `where` is a `bool` or a tile of `bool`, but the value is a tile of `f32` [4, 8]");
}

TEST(Tiles, OfEightBitsAreNotOfferedElementsOfI32) {
    const std::string declared = "var e: tile<i8>[4, 8]\nvar s: tile<i8>[4, 1]\n";
    for (const std::string_view body : {"e += e * e", "e = -(e * e)", "let d: tile<i8>[4, 8] = max(e * e, e)",
                                        "s = rowsum(e)", "e[0:2, :] -= e[0:2, :] * 2"})
        EXPECT_FALSE(first_of(declared + std::string(body)).fix) << body;
    for (const std::string_view body :
         {"let d = e * e", "e = i8(e * e)", "e = where(e * e > 3, e, 0)", "i += e * e", "let d = rowsum(e)"}) {
        const diagnostics::Diagnostic warning = first_of(declared + std::string(body));
        ASSERT_TRUE(warning.fix) << body;
        std::string fixed = with_tiles(declared + std::string(body));
        fixed.replace(warning.fix->span.begin, warning.fix->span.end - warning.fix->span.begin,
                      warning.fix->replacement);
        EXPECT_EQ(judge(fixed).text, "") << body;
    }
}

TEST(Tiles, AreArgumentsAndResults) {
    const auto source = [](std::string_view function, std::string_view body) {
        return fmt::format("{}\nkernel k(x: f32) {{\nvar t: tile<f32>[4, 8]\nlet w = t + x\n{}\n}}\n", function, body);
    };
    constexpr std::string_view set = "fn f(t: tile<f32>[R, C]) { t[0, :] = 1.0 }";
    EXPECT_EQ(judge(source(set, "f(t)")).text, "");
    for (const std::string_view call : {"f(w)", "f(t + x)", "f(t[:, :])"})
        EXPECT_EQ(found(source(set, call)), (std::vector<std::string>{"1:28 tile_constant"})) << call;
    constexpr std::string_view swap = "fn f(t: tile<f32>[R, C]) -> tile<f32>[C, R] { return transpose(t) }";
    EXPECT_EQ(judge(source(swap, "let y: tile<f32>[8, 4] = f(t * 2)")).text, "");
    EXPECT_EQ(found(source(swap, "let y: tile<f32>[4, 8] = f(t)")),
              (std::vector<std::string>{"5:26 tile_value_shape"}));
    EXPECT_EQ(found(source("fn f(t: tile<f32>[R, C]) -> tile<f32>[R, C] { return transpose(t) }", "let y = f(t)")),
              (std::vector<std::string>{"1:54 tile_value_shape"}));
    EXPECT_EQ(found("fn f(t: tile<f32>[R, C]) -> tile<f16>[R, C] { return t }"),
              (std::vector<std::string>{"1:54 wrong_type"}));
    EXPECT_EQ(found("fn f(t: tile<f32>[R, C]) -> tile<f32>[R, C] { return 0.0 }"),
              (std::vector<std::string>{"1:54 scalar_as_tile"}));
    EXPECT_EQ(found("fn f(t: tile<f32>[R, C]) -> tile<f32>[R, C] { }"),
              (std::vector<std::string>{"1:4 missing_return"}));
    EXPECT_EQ(found(source("fn f(t: tile<f16>[R, C]) { }", "f(t + x)")),
              (std::vector<std::string>{"5:3 call_argument"}));
    EXPECT_EQ(found(source("fn f(t: tile<f32>[R, R]) { }", "f(t + x)")),
              (std::vector<std::string>{"5:3 call_extents"}));
}

TEST(Tiles, AsArgumentsAreNewTiles) {
    const Judged judged = judge(
        "fn f(u: tile<f32>[R, C], s: f32) -> tile<f32>[R, C] { return u * s }\nkernel k(A: tensor<f32>[N]) {\nlet y = "
        "f(A[0:4] + 1, 2)\n}\n"
        "fn g(u: tile<f32>[4]) { }");
    EXPECT_EQ(found("fn f(u: tile<f32>[R, C]) { }\nkernel k(A: tensor<f32>[N]) {\nf(A[0:4])\n}"),
              (std::vector<std::string>{"3:3 call_argument"}));
    const Judged good = judge(
        "fn f(u: tile<f32>[R], s: f32) -> tile<f32>[R] { return u * s }\nkernel k(A: tensor<f32>[N]) {\nlet y = "
        "f(A[0:4] + 1, 2)\n}\n");
    ASSERT_EQ(good.kernels.size(), 1U) << good.text;
    const std::string text = program::dump(good.kernels.front());
    EXPECT_EQ(text.substr(text.find("{\n")),
              "{\n  new y#1@3 = f@1(u#0 = (A[0:i32 :+ 4]@0 + 1.0:f32), s#0 = 2.0:f32) {\n    return (u#0@2 * "
              "2.0:f32)\n  }\n}\n");
    EXPECT_FALSE(judged.diagnostics.empty());
}

}  // namespace
}  // namespace phobos::check::testing
