// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "engine/agreement.h"
#include "engine/engine.h"
#include "interp/exec/engine.h"
#include "interp/meaning/test_support.h"
#include "interp/plain/arithmetic.h"
#include "interp/plain/engine.h"
#include "interp/plain/test_support.h"

/// Tile operations give the same on the interpreter, at every level of the processor and for one and several workers,
/// as on the evaluator of single elements: outcome, steps, bits, and what stays unwritten.
namespace phobos::interp {
namespace {

struct Case {
    std::string name;
    std::string functions;
    std::string body;

    friend void PrintTo(const Case& each, std::ostream* out) { *out << each.name; }
};

constexpr std::int64_t rows = 60;     // of the inputs: 20 for each block
constexpr std::int64_t columns = 36;  // of the inputs, and of the outputs, which have as many rows

/// Numbers, some of them special.
double some_number(std::int64_t i) {
    if (i % 97 == 11) return std::nan("");
    if (i % 89 == 7) return -0.0;
    if (i % 101 == 5) return -INFINITY;
    return std::sin(static_cast<double>(i)) * 3.7;
}
engine::OwnTensor numbers(ScalarType type, std::int64_t first) {
    engine::OwnTensor own{*engine::make_zeroed(type, {rows, columns}), 0};
    for (std::int64_t i = 0; i < rows * columns; ++i) {
        const std::int64_t k = first + i;
        const ScalarBits real{std::bit_cast<std::uint64_t>(some_number(k))};
        const auto integer = static_cast<std::uint64_t>(k * 2654435761 >> 7);
        const std::uint64_t ones = ~std::uint64_t{0} >> (64 - bits(type));
        own.tensor.store(
            static_cast<std::uint64_t>(i),
            is_float(type) ? plain::convert(type, plain::Operand{ScalarType::f64, real}) : ScalarBits{integer & ones});
    }
    return own;
}

const std::string parameters =
    "X: tensor<f32>[M, N], Y: tensor<f32>[M, N], H: tensor<f16>[M, N], G: tensor<bf16>[M, N], D: tensor<f64>[M, N], "
    "I: tensor<i32>[M, N], J: tensor<i64>[M, N], B: tensor<i8>[M, N], U: tensor<u8>[M, N], V: tensor<u32>[M, N], "
    "P: tensor<bool>[M, N], OX: tensor<f32>[M, N], OH: tensor<f16>[M, N], OG: tensor<bf16>[M, N], "
    "OD: tensor<f64>[M, N], OI: tensor<i32>[M, N], OJ: tensor<i64>[M, N], OB: tensor<i8>[M, N], OU: tensor<u8>[M, N], "
    "OV: tensor<u32>[M, N], OP: tensor<bool>[M, N], OL: tensor<f32>[K]";

std::vector<engine::Argument> arguments() {
    using enum ScalarType;
    std::vector<engine::Argument> result;
    std::int64_t first = 0;
    for (const ScalarType type : {f32, f32, f16, bf16, f64, i32, i64, i8, u8, u32, boolean})
        result.emplace_back(numbers(type, first += 131));
    for (const ScalarType type : {f32, f16, bf16, f64, i32, i64, i8, u8, u32, boolean})
        result.emplace_back(engine::OwnTensor{*engine::make_unwritten(type, {rows, columns}), 0});
    result.emplace_back(plain::unwritten<float>({rows * columns}));
    return result;
}

std::string text_of(const Case& each, int threads) {
    return each.functions + "@launch(" + std::to_string(threads) + ")\nkernel k(" + parameters +
           ") {\n  let b = ctx.block.x\n  let r = b * 20\n" + each.body + "}\n";
}

/// The first difference, or nothing; of faults, everything that is told.
std::string difference(const engine::Ran& expected, const engine::Ran& actual) {
    if (expected.outcome.index() != actual.outcome.index()) return std::string(engine::spelling(actual.outcome));
    if (const auto* fault = std::get_if<engine::Trapped>(&expected.outcome)) {
        const auto& other = std::get<engine::Trapped>(actual.outcome);
        const bool same_place = fault->place.site == other.place.site && fault->place.block == other.place.block &&
                                fault->place.warp == other.place.warp && fault->place.lanes == other.place.lanes;
        return fault->kind == other.kind && same_place && fault->values == other.values &&
                       fault->message == other.message
                   ? ""
                   : "a fault: " + other.message + ", not: " + fault->message;
    }
    if (std::get<engine::Finished>(expected.outcome).steps != std::get<engine::Finished>(actual.outcome).steps)
        return "the number of steps";
    if (!actual.damaged.empty()) return "a guard zone";
    for (std::size_t i = 0; i < expected.tensors.size(); ++i)
        for (std::uint64_t k = 0; k < expected.tensors[i].elements(); ++k) {
            const engine::Tensor& a = expected.tensors[i];
            const engine::Tensor& b = actual.tensors[i];
            if (a.is_written(k) != b.is_written(k) ||
                !engine::agrees(a.element(), a.load(k), b.load(k), engine::SameBits{}))
                return "argument " + std::to_string(i) + ", element " + std::to_string(k);
        }
    return "";
}

/// The reference's outcome, with which everyone agrees.
engine::Outcome outcome_everywhere(const Case& each, bool checks_unwritten) {
    engine::Outcome outcome;
    for (const int lanes : {32, 64})
        for (const int threads : {64, 192}) {
            const std::string text = text_of(each, threads);
            const program::CheckedProgram program = plain::checked(text, lanes);
            const engine::Launch launch{arguments(), {3, 1, 1}};
            engine::Settings settings;
            settings.checks = {checks_unwritten, false, false};
            const auto reference = plain::make_engine();
            const engine::Ran expected = engine::run(*reference, program, launch, settings);
            outcome = expected.outcome;
            for (const meaning::Isa isa : meaning::levels_of_this_processor())
                for (const int jobs : {1, 3}) {
                    settings.jobs = jobs;
                    const auto engine = make_engine(isa);
                    EXPECT_EQ(difference(expected, engine::run(*engine, program, launch, settings)), "")
                        << text << "lanes " << lanes << ", level " << static_cast<int>(isa) << ", jobs " << jobs;
                }
        }
    return outcome;
}

class Tiles : public testing::TestWithParam<Case> {};
TEST_P(Tiles, AgreeWithTheReference) {
    for (const bool checks : {true, false}) {
        const engine::Outcome outcome = outcome_everywhere(GetParam(), checks);
        const auto* fault = std::get_if<engine::Trapped>(&outcome);
        EXPECT_EQ(engine::spelling(outcome), "finished") << (fault != nullptr ? fault->message : "");
        if (HasFailure()) return;
    }
}

constexpr auto name_of = [](const testing::TestParamInfo<Case>& each) { return each.param.name; };

const std::vector<Case> slices{
    {"SliceInside", "", "  OX[r :+ 5, 3 :+ 9] = X[r + 1 :+ 5, 2 :+ 9]\n"},
    {"SliceBeyondEverySide", "",
     "  OX[r - 3 :+ 8, 30 :+ 9] = X[r + 9 :+ 8, -4 :+ 9]\n  OI[r - 2 :+ 3, -2 :+ 3] = I[59 :+ 3, 35 :+ 3]\n"},
    {"SliceFarOutside", "",
     "  OX[r :+ 2, 0 :+ 4] = X[i64(9223372036854775807) :+ 2, i64(-9223372036854775808) :+ 4]\n"
     "  OX[i64(9223372036854775807) :+ 2, 0 :+ 1] = 5.0\n  OX[u32(4294967295) :+ 9, 0 :+ 1] = 5.0\n"},
    {"SliceOfEveryType", "",
     "  OH[r :+ 5, 0 :+ 36] = H[r :+ 5, 0 :+ 36]\n  OG[r :+ 5, 0 :+ 36] = G[r :+ 5, 0 :+ 36]\n"
     "  OD[r :+ 5, 0 :+ 36] = D[r :+ 5, 0 :+ 36]\n  OI[r :+ 5, 0 :+ 36] = I[r :+ 5, 0 :+ 36]\n"
     "  OJ[r :+ 5, 0 :+ 36] = J[r :+ 5, 0 :+ 36]\n  OB[r :+ 5, 0 :+ 36] = B[r :+ 5, 0 :+ 36]\n"
     "  OU[r :+ 5, 0 :+ 36] = U[r :+ 5, 0 :+ 36]\n  OV[r :+ 5, 0 :+ 36] = V[r :+ 5, 0 :+ 36]\n"
     "  OP[r :+ 5, 0 :+ 36] = P[r :+ 5, 0 :+ 36]\n"},
    {"PointsAndColumns", "", "  OX[r :+ 5, 3] = X[r :+ 5, 4] + X[b, 5]\n  OX[r, 5 :+ 7] = X[r + 1, 1 :+ 7]\n"},
    {"SliceOfATile", "",
     "  var t = X[r :+ 9, 0 :+ 12]\n  t[2 :+ 3, -1 :+ 5] = t[4 :+ 3, 8 :+ 5]\n  t[0, 3 :] = 1.5\n"
     "  OX[r :+ 9, 0 :+ 12] = t\n  OX[r :+ 7, 20 :+ 12] = t[-1 :+ 7, 2 :+ 12]\n"},
    {"OneAxis", "",
     "  OL[r :+ 20] = 0.5\n  var t: tile<f32>[7] = 3.0\n  t[2 :+ 9] = OL[r + 3 :+ 9] * 2.0\n"
     "  OL[r + 1 :+ 7] = t + 1.0\n  OL[r + 12 :+ 3] = t[4 :+ 3]\n"},
    {"FourAxes", "",
     "  var t: tile<i32>[2, 3, 4, 5]\n  t = 7\n  for i in range(0, 2) {\n"
     "    t[i, 0 :+ 3, 1 :+ 2, -1 :+ 4] = i32(B[r, 0]) + i\n    t[i, 1, :, 4 :+ 3] = 9\n  }\n"
     "  let u = t[1 : 3, 0 :+ 3, -2 :+ 4, :] + t[:, 1, :, 2]\n"
     "  OI[r, 0 :+ 120] = flat(u)\n  OI[r + 1, 0 :+ 40] = flat(t[:, 2, :, :])\n"},
    {"RawBytesOfTrueBools", "",
     "  OP[r :+ 6, 0 :+ 36] = !P[r :+ 6, 0 :+ 36]\n  OP[r + 6, 1 :+ 4] = P[0, 2 :+ 4]\n"
     "  var t = P[r :+ 3, 0 :+ 7]\n  t[1, 3 :+ 2] = true\n  OX[r :+ 3, 0 :+ 7] = where(t, 1.0, 2.0)\n"},
    {"FillsOfAllKinds", "",
     "  var t: tile<f16>[3, 5] = 0.1\n  t[1, :] = 2.0\n  OH[r :+ 3, 1 :+ 5] = t\n  OX[r + 3 :+ 2, 33 :+ 9] = X[b, b]\n"
     "  OD[r :+ 3, 1 :+ 5] = t\n  let s = X[r, 1]\n  OG[r :+ 3, 1 :+ 5] = s\n"},
    {"ElementsOfTiles", "",
     "  var t: tile<f32>[2, 64]\n  if ctx.thread < 64 {\n    t[0, ctx.thread] = X[r, ctx.thread % 36]\n"
     "    t[1, ctx.thread] = 2.0\n  }\n  let u = t * 2.0\n  if ctx.thread < 36 {\n    OX[r, ctx.thread] = u[0, 63 - "
     "ctx.thread]\n"
     "  }\n  OX[r + 1, 0 :+ 36] = u[1, 3 :+ 36]\n"},
};
INSTANTIATE_TEST_SUITE_P(Slices, Tiles, testing::ValuesIn(slices), name_of);

/// One statement for each operator, on three ways of broadcasting.
std::string every_operator(const std::string& in, const std::string& out, const std::vector<std::string>& operators) {
    std::string body =
        "  let a = " + in + "[r :+ 6, 0 :+ 34]\n  let c = " + in + "[3, 1 :+ 34]\n  let d = " + in + "[1 :+ 6, 7]\n";
    for (const std::string& op : operators) {
        body += "  " + out + "[r :+ 6, 0 :+ 34] = a " + op + " c\n  " + out + "[r + 1 :+ 6, 0 :+ 34] = d " + op +
                " a\n  " + out + "[r :+ 3, 1 :+ 34] = c " + op + " d[0 :+ 3, :]\n  " + out + "[r, 2 :+ 34] = " + in +
                "[2, 2] " + op + " c\n";
    }
    return body;
}

const std::vector<Case> elementwise{
    {"ArithmeticF32", "", every_operator("X", "OX", {"+", "-", "*", "/"})},
    {"ArithmeticF16", "", every_operator("H", "OH", {"+", "-", "*", "/"})},
    {"ArithmeticBf16", "", every_operator("G", "OG", {"+", "-", "*", "/"})},
    {"ArithmeticF64", "", every_operator("D", "OD", {"+", "-", "*", "/"})},
    {"ArithmeticI32", "", every_operator("I", "OI", {"+", "-", "*", "&", "|", "^"})},
    {"ArithmeticI8", "", every_operator("B", "OB", {"+", "-", "*", "&", "|", "^"})},
    {"ArithmeticI64", "", every_operator("J", "OJ", {"+", "-", "*", "&", "|", "^"})},
    {"ArithmeticBool", "", every_operator("P", "OP", {"&", "|", "^", "==", "!="})},
    {"ComparisonF32", "", every_operator("X", "OP", {"==", "!=", "<", "<=", ">", ">="})},
    {"ComparisonU8", "", every_operator("U", "OP", {"==", "!=", "<", "<=", ">", ">="})},
    {"DivisionAndShift", "",
     "  let a = I[r :+ 6, 0 :+ 34]\n  let n = (I[2, 1 :+ 34] & 7) + 1\n  let m = (U[1 :+ 6, 3] & u8(7)) + u8(1)\n"
     "  OI[r :+ 6, 0 :+ 34] = a / n + a % (n + i32(m)) - (n / a[0 :+ 6, 4 :+ 1] + 1)\n"
     "  OI[r + 1 :+ 6, 0 :+ 34] = (a << n) + (a >> m) + (a >> 3) + (a << i64(n)) + (5 << n) + (a >> I[0, 0] % 2 * "
     "0)\n"},
    {"NanFreeDivision", "", "  OI[r :+ 4, 0 :+ 9] = I[r :+ 4, 0 :+ 9] / -1 + I[r :+ 4, 0 :+ 9] % 7\n"},
    {"Unary", "",
     "  OX[r :+ 5, 0 :+ 33] = -X[r :+ 5, 0 :+ 33]\n  OH[r :+ 5, 0 :+ 33] = -H[r :+ 5, 0 :+ 33]\n"
     "  OI[r :+ 5, 0 :+ 33] = ~(-I[r :+ 5, 0 :+ 33])\n  OP[r :+ 5, 0 :+ 33] = !(X[r :+ 5, 0 :+ 33] > 0.0)\n"},
    {"Builtins", "",
     "  let x = X[r :+ 4, 1 :+ 33]\n"
     "  OX[r :+ 4, 1 :+ 33] = exp(x * 0.1) + sqrt(abs(x)) - floor(x) * round(x) + tanh(x) + sin(x) * cos(x) + ceil(x)\n"
     "  OH[r :+ 4, 1 :+ 33] = exp(H[r :+ 4, 1 :+ 33]) + rsqrt(abs(H[r :+ 4, 1 :+ 33])) + trunc(H[r :+ 4, 1 :+ 33])\n"
     "  OX[r + 4 :+ 4, 1 :+ 33] = max(x, X[0, 1 :+ 33]) + min(X[3 :+ 4, 2], x) + max(x, 0.0) + pow(abs(x), 0.5)\n"
     "  OI[r :+ 4, 1 :+ 33] = popcount(I[r :+ 4, 1 :+ 33]) + clz(I[r :+ 4, 1 :+ 33])\n"},
    {"BuiltinsOfThree", "",
     "  let x = X[r :+ 4, 1 :+ 33]\n  OX[r :+ 4, 1 :+ 33] = fma(x, X[0, 1 :+ 33], X[3 :+ 4, 2]) + fma(x, 2.0, x)\n"
     "  OX[r + 4 :+ 4, 1 :+ 33] = where(x > X[0, 1 :+ 33], x, -inf) + where(X[2 :+ 4, 2] > 0.0, 1.0, x)\n"
     "  OX[r + 8 :+ 4, 1 :+ 33] = where(X[r, 0] > 0.0, x, 3.0)\n  OD[r :+ 4, 1 :+ 33] = where(x == x, x, 0.0)\n"
     "  OV[r :+ 4, 1 :+ 33] = byteperm(V[r :+ 4, 1 :+ 33], V[1, 1 :+ 33], u32(0x5410))\n"
     "  OI[r :+ 4, 1 :+ 33] = dp4a(I[r :+ 4, 1 :+ 33], I[1, 1 :+ 33], I[2 :+ 4, 3])\n"},
    {"Joins", "",
     "  let x = X[r :+ 4, 1 :+ 33]\n  OD[r :+ 4, 1 :+ 33] = x + D[r :+ 4, 1 :+ 33]\n"
     "  OX[r :+ 4, 1 :+ 33] = H[r :+ 4, 1 :+ 33] * G[r :+ 4, 1 :+ 33]\n  OX[r + 4 :+ 4, 1 :+ 33] = x * I[r :+ 4, 1 :+ "
     "33]\n"
     "  OJ[r :+ 4, 1 :+ 33] = B[r :+ 4, 1 :+ 33] + J[r :+ 4, 1 :+ 33]\n  OV[r :+ 4, 1 :+ 33] = U[r :+ 4, 1 :+ 33] * "
     "V[r :+ 4, 1 :+ 33]\n"
     "  OP[r :+ 4, 1 :+ 33] = H[r :+ 4, 1 :+ 33] < x\n"},
    {"Conversions", "",
     "  let x = X[r :+ 4, 1 :+ 33]\n  OI[r :+ 4, 1 :+ 33] = i32(x * 1000.0) + i32(B[r :+ 4, 1 :+ 33]) + i32(i32(x))\n"
     "  OB[r :+ 4, 1 :+ 33] = i8(J[r :+ 4, 1 :+ 33])\n  OG[r :+ 4, 1 :+ 33] = bf16(I[r :+ 4, 1 :+ 33])\n"
     "  OH[r :+ 4, 1 :+ 33] = x\n  OU[r :+ 4, 1 :+ 33] = u8(x)\n"},
    {"DeepAndWide", "",
     "  let x = X[r :+ 4, 1 :+ 33]\n  let y = Y[r :+ 4, 1 :+ 33]\n"
     "  OX[r :+ 4, 1 :+ 33] = ((x + y) * (x - y) - (y * (x + 1.0) - (x * (y - (x * y + 2.0))))) * (x - (y - (x - (y - "
     "x))))\n"},
};
INSTANTIATE_TEST_SUITE_P(Elementwise, Tiles, testing::ValuesIn(elementwise), name_of);

/// The functions of rows of one type.
std::string rows_of(const std::string& in, const std::string& out) {
    std::string body = "  let a = " + in + "[r :+ 6, -1 :+ 38]\n";
    int column = 0;
    for (const char* const function : {"rowsum", "rowmax", "rowmin"})
        body += "  " + out + "[r :+ 6, " + std::to_string(column++) + "] = " + function + "(a)\n";
    return body + "  OI[r :+ 6, 9] = rowargmax(a)\n  " + out + "[r :+ 6, 3 :+ 5] = cumsum(a[:, 4 :+ 5])\n  " + out +
           "[r + 6 :+ 6, 0 :+ 36] = tril(a[:, 2 :])\n  " + out + "[r :+ 5, 15 :+ 6] = transpose(a[:, 3 :+ 5])\n  " +
           out + "[r, 25 :+ 11] = flat(a[0 :+ 1, 1 :+ 11])\n  " + out +
           "[r + 1, 25 :+ 10] = flat(transpose(a[1 :+ 2, 3 :+ 5]))\n";
}
const std::vector<Case> by_rows{
    {"RowsOfF32", "", rows_of("X", "OX")},
    {"RowsOfF16", "", rows_of("H", "OH")},
    {"RowsOfBf16", "", rows_of("G", "OG")},
    {"RowsOfF64", "", rows_of("D", "OD")},
    {"RowsOfI32", "", rows_of("I", "OI")},
    {"RowsOfI8", "", rows_of("B", "OB")},
    {"RowsOfU8", "", rows_of("U", "OU")},
    {"RowsOfI64", "", rows_of("J", "OJ")},
    {"RowsOfBools", "",
     "  OP[r :+ 6, 0 :+ 6] = tril(P[r :+ 6, 3 :+ 6])\n  OP[r :+ 6, 9 :+ 5] = transpose(P[r :+ 5, 3 :+ 6])\n"},
    {"Iota", "",
     "  OI[r, 0 :+ 30] = iota(30)\n  OI[r + 1 :+ 5, 0 :+ 5] = transpose(iota(5)) * 10 + iota(5)\n"
     "  OX[r :+ 5, 0 :+ 5] = where(iota(5) <= transpose(iota(5)), X[r :+ 5, 0 :+ 5], -inf)\n"},
    {"Softmax", "",
     "  let x = X[r :+ 7, 0 :+ 36] + where(X[r :+ 7, 0 :+ 36] == X[r :+ 7, 0 :+ 36], 0.0, 1.0)\n"
     "  let e = exp(x - rowmax(x))\n  OX[r :+ 7, 0 :+ 36] = e / rowsum(e)\n"},
};
INSTANTIATE_TEST_SUITE_P(Rows, Tiles, testing::ValuesIn(by_rows), name_of);

const std::vector<Case> products{
    {"DotOfFloats", "",
     "  OX[r :+ 9, 0 :+ 36] = dot(X[r :+ 9, 0 :+ 20], Y[0 :+ 20, 0 :+ 36])\n"
     "  OX[r + 9 :+ 3, 0 :+ 7] = dot_t(X[r :+ 3, 2 :+ 33], Y[3 :+ 7, 2 :+ 33])\n"
     "  OD[r :+ 9, 0 :+ 36] = dot(X[r :+ 9, 0 :+ 20], D[0 :+ 20, 0 :+ 36])\n"
     "  OX[r :+ 3, 9 :+ 7] = dot_t(H[r :+ 3, 2 :+ 33], G[3 :+ 7, 2 :+ 33])\n"
     "  OH[r :+ 3, 9 :+ 7] = dot(H[r :+ 3, 2 :+ 20], Y[-1 :+ 20, 0 :+ 7])\n"},
    {"DotOfIntegers", "",
     "  OI[r :+ 9, 0 :+ 36] = dot(B[r :+ 9, 0 :+ 20], U[0 :+ 20, 0 :+ 36])\n"
     "  OI[r + 9 :+ 3, 0 :+ 7] = dot_t(I[r :+ 3, 2 :+ 33], B[3 :+ 7, 2 :+ 33])\n"},
    {"DotOfExpressions", "",
     "  let a = X[r :+ 5, 0 :+ 9]\n  OX[r :+ 5, 0 :+ 5] = dot(a * 2.0, transpose(a)) + dot_t(a, a - 1.0) * "
     "dot(tril(a[:, :5]), "
     "dot_t(a, a))\n  OD[r :+ 5, 0 :+ 5] = dot_t(a, a)\n"},
    {"DotOfOnes", "", "  OX[r :+ 1, 0 :+ 1] = dot(X[r :+ 1, 3 :+ 1], X[r :+ 1, 4 :+ 1])\n"},
    {"AccumulateInTiles", "",
     "  var t: tile<f32>[6, 34] = X[r :+ 6, 1 :+ 34]\n  var u: tile<f64>[6, 34] = 0.5\n  var h: tile<f16>[6, 34] = H[r "
     ":+ 6, 1 :+ 34]\n"
     "  var n: tile<i32>[6, 34] = -7\n"
     "  for k in range(0, 20, 4) {\n    t += dot(X[r :+ 6, k :+ 4], Y[k :+ 4, 0 :+ 34])\n"
     "    u += dot(X[r :+ 6, k :+ 4], Y[k :+ 4, 0 :+ 34])\n    h += dot(H[r :+ 6, k :+ 4], H[k :+ 4, 0 :+ 34])\n"
     "    n += dot(B[r :+ 6, k :+ 4], B[k :+ 4, 0 :+ 34])\n    t += dot_t(X[r :+ 6, k :+ 4], Y[0 :+ 34, k :+ 4])\n  }\n"
     "  OX[r :+ 6, 0 :+ 34] = t\n  OD[r :+ 6, 0 :+ 34] = u\n  OH[r :+ 6, 0 :+ 34] = h\n  OI[r :+ 6, 0 :+ 34] = n\n"},
    {"AccumulateInSlices", "",
     "  let k = r\n  OX[r :+ 7, 0 :+ 36] = 0.25\n  OX[r + 1 :+ 4, 30 :+ 9] += dot(X[r :+ 4, k :+ 6], Y[k :+ 6, 0 :+ "
     "9])\n"
     "  OG[r - 1 :+ 8, 0 :+ 36] = 0.25\n  OG[r - 1 :+ 4, -3 :+ 9] += dot_t(G[r :+ 4, k :+ 6], G[0 :+ 9, k :+ 6])\n"
     "  var t: tile<f32>[6, 9] = 1.0\n  t[1 :+ 9, 2 :+ 4] += dot(X[r :+ 9, 0 :+ 2], X[r :+ 2, 1 :+ 4])\n"
     "  OX[r + 7 :+ 6, 0 :+ 9] = t\n"},
    {"AccumulateOfItself", "",
     "  var t: tile<f32>[5, 5] = X[r :+ 5, 1 :+ 5]\n  t += dot(t, t)\n  OX[r :+ 5, 0 :+ 5] = t\n"
     "  t[0 :+ 3, 1 :+ 3] += dot_t(t[0 :+ 3, :], t[1 :+ 3, :])\n  OX[r :+ 5, 9 :+ 5] = t\n  t = dot(t, t)\n"
     "  OX[r :+ 5, 20 :+ 5] = t\n"},
    {"AddedAfterwards", "",
     "  var t: tile<f32>[5, 5] = X[r :+ 5, 1 :+ 5]\n  t = t + dot(X[r :+ 5, 0 :+ 9], Y[2 :+ 9, 0 :+ 5])\n"
     "  t -= dot(X[r :+ 5, 0 :+ 9], Y[2 :+ 9, 0 :+ 5])\n  t += dot(X[r :+ 5, 0 :+ 9], Y[2 :+ 9, 0 :+ 5]) * 1.0\n"
     "  OX[r :+ 5, 0 :+ 5] = t\n  OX[r + 5 :+ 5, 0 :+ 5] = t\n  OX[r + 5 :+ 5, 0 :+ 5] += dot(B[r :+ 5, 0 :+ 9], B[0 "
     ":+ 9, 0 :+ 5])\n"},
};
INSTANTIATE_TEST_SUITE_P(Products, Tiles, testing::ValuesIn(products), name_of);

const std::vector<Case> assignments{
    {"CompoundOfFloats", "",
     "  var t = X[r :+ 5, 1 :+ 9]\n  t += X[0 :+ 5, 0 :+ 9]\n  t *= X[0, 0 :+ 9]\n  t -= X[2 :+ 5, 3]\n  t /= 3.0\n"
     "  t *= X[1, 1]\n  t += t\n  OX[r :+ 5, 1 :+ 9] = t\n  OX[r + 2 :+ 2, -3 :+ 6] = 1.0\n"
     "  OX[r + 2 :+ 2, -3 :+ 6] += X[r :+ 2, 0 :+ 6]\n  OX[r + 2 :+ 2, -3 :+ 6] /= X[1, 0 :+ 6]\n"},
    {"CompoundThatJoins", "",
     "  var h = H[r :+ 5, 1 :+ 9]\n  h += X[0 :+ 5, 0 :+ 9]\n  h *= G[0, 0 :+ 9]\n  h -= D[2 :+ 5, 3]\n  h += I[0 :+ "
     "5, 0 :+ 9]\n"
     "  OH[r :+ 5, 1 :+ 9] = h\n  var d = D[r :+ 5, 1 :+ 9]\n  d *= h\n  d[1, 2 :+ 3] += X[0, 0 :+ 3]\n  OD[r :+ 5, 1 "
     ":+ 9] = d\n"},
    {"CompoundOfIntegers", "",
     "  var t = I[r :+ 5, 1 :+ 9]\n  t += 7\n  t <<= U[0 :+ 5, 0 :+ 9] & u8(7)\n  t >>= 1\n  t /= (I[0, 0 :+ 9] & 3) + "
     "1\n"
     "  t %= 1000\n  t ^= I[0 :+ 5, 2]\n  t &= -2\n  t |= 4\n  OI[r :+ 5, 1 :+ 9] = t\n  OI[r :+ 5, 1 :+ 9] -= t << 1\n"
     "  OI[r :+ 5, 1 :+ 9] <<= 3\n"},
    {"CompoundOfBools", "",
     "  var p = P[r :+ 5, 1 :+ 9]\n  p &= X[r :+ 5, 1 :+ 9] > 0.0\n  p |= P[0, 1 :+ 9]\n  p ^= true\n  OP[r :+ 5, 1 :+ "
     "9] = p\n"
     "  OP[r :+ 5, 1 :+ 9] ^= P[0 :+ 5, 2]\n"},
    {"RightSideBeforeLeft", "",
     "  var t = X[r :+ 6, 1 :+ 6]\n  t = transpose(t)\n  t = t - t[0, :]\n  t = t * t[:, 1] + t\n  t[1 :+ 5, :] = "
     "t[:5, :]\n"
     "  t[:, :5] += t[:, 1 :]\n  t = -t\n  OX[r :+ 6, 0 :+ 6] = t\n  OX[r :+ 6, 0 :+ 5] = OX[r :+ 6, 1 :+ 5]\n"
     "  OX[r + 1 :+ 4, 0 :+ 5] += OX[r :+ 4, 0 :+ 5]\n"},
    {"OneRowAssignedFlat", "",
     "  var t = X[r, 1 :+ 9]\n  t = flat(t)\n  t = flat(t) + t\n  t[:, 1 :] = flat(t[:, :8])\n  OX[r, 0 :+ 9] = t\n"},
    {"ValuesOutlastOthers",
     "fn set(T: tile<f32>[4, 8], v: f32) -> f32 {\n  T[1 :+ 2, :] = v\n  return v\n}\n"
     "fn put(T: tensor<f32>[R, C], v: f32) -> i32 {\n  T[3 :+ 2, 0 :+ 9] = v\n  return 1\n}\n",
     "  var t = X[r :+ 4, 0 :+ 8]\n  let u = t + set(t, 5.0)\n  OX[r :+ 4, 0 :+ 8] = u\n  OX[r :+ 4, 9 :+ 8] = t\n"
     "  t = t * set(t, 2.0) - t\n  OX[r :+ 4, 18 :+ 8] = t\n  t[i32(set(t, 1.0)) :+ 2, :] = t[0 :+ 2, :]\n"
     "  t += X[0 :+ 4, 0 :+ 8]\n  OX[r :+ 4, 27 :+ 8] = t\n"},
    {"StartsThatNeedRoom", "",
     "  OH[r :+ 12, 0 :+ 9] = H[r :+ 12, 0 :+ 9]\n"
     "  OH[r + i32(U[r, 3]) % 3 :+ 5, i32(B[r + 1, 2] & i8(3)) :+ 4] /= transpose(H[r :+ 4, 1 :+ 5])\n"
     "  OH[r + i32(U[r, 3]) % 3 :+ 5, i32(B[r + 1, 2] & i8(3)) :+ 4] += dot(H[r :+ 5, 0 :+ 3], H[r :+ 3, 9 :+ 4])\n"
     "  OX[r :+ 6, 0 :+ 9] = X[r :+ 6, 0 :+ 9]\n"
     "  OX[r + i32(U[r, 4]) % 3 :+ 4, i32(B[r, 2] & i8(3)) :+ 4] *= X[r, b] + X[r + 1, b]\n"},
    {"DeclaredAgainInLoops", "",
     "  var total: tile<f32>[3, 7] = 0.0\n  for i in range(0, 4) {\n    var t: tile<f32>[3, 7]\n    t[0 :+ 2, :] = X[i "
     "+ r :+ 2, 0 :+ 7]\n"
     "    if i < 2 {\n      t[2, :] = X[i, 1 :+ 7]\n    } else {\n      t[2, :] = 2.0\n    }\n    let s = t * f32(i)\n"
     "    total += s\n    if i == 2 {\n      continue\n    }\n    total = total + t\n  }\n  OX[r :+ 3, 0 :+ 7] = "
     "total\n"},
};

INSTANTIATE_TEST_SUITE_P(Assignments, Tiles, testing::ValuesIn(assignments), name_of);

const std::vector<Case> functions{
    {"TileParametersAndResults",
     "fn scaled(T: tile<f32>[R, C], by: f32) -> tile<f32>[R, C] {\n  return T * by\n}\n"
     "fn same(T: tile<f32>[R, C]) -> tile<f32>[R, C] {\n  return T\n}\n"
     "fn turned(T: tile<f32>[R, C]) -> tile<f32>[C, R] {\n  return transpose(same(T))\n}\n"
     "fn filled(T: tile<f32>[R, C], by: f32) {\n  T = scaled(T, by) + same(T)\n  T[0, :] = by\n}\n",
     "  var t = X[r :+ 4, 0 :+ 6]\n  let u = scaled(t, 2.0) + scaled(t + 1.0, 0.5) * same(t)\n  OX[r :+ 4, 0 :+ 6] = "
     "u\n"
     "  OX[r :+ 4, 6 :+ 6] = turned(turned(X[r :+ 4, 1 :+ 6] * 2.0))\n  filled(t, 3.0)\n  OX[r :+ 4, 12 :+ 6] = t\n"
     "  OX[r :+ 4, 18 :+ 6] = same(X[r :+ 4, 2 :+ 6])\n  t = same(t) - scaled(same(t), 4.0)\n  t = turned(turned(t))\n"
     "  OX[r :+ 4, 24 :+ 6] = t\n"},
    {"ResultsFromSeveralPlaces",
     "fn chosen(T: tile<f32>[R, C], n: i32) -> tile<f32>[R, C] {\n  if n == 0 {\n    return T\n  }\n"
     "  for i in range(0, 3) {\n    if i == n {\n      return T * f32(i)\n    }\n  }\n  return T - 1.0\n}\n"
     "fn within(T: tile<f32>[R, C], n: i32) -> tile<f32>[1, 24] {\n  return flat(chosen(T, n))\n}\n",
     "  let t = X[r :+ 4, 0 :+ 6]\n  for i in range(0, 4) {\n"
     "    OX[r + i :+ 4, i * 6 :+ 6] = chosen(t, i) + chosen(t * 2.0, b) * chosen(t, i)\n"
     "    OX[r + 4 + i, 0 :+ 24] = within(t, i) + within(t, b)\n  }\n  var u = t\n  u = chosen(u, b)\n  u = u + "
     "chosen(chosen(u, 1), 2)\n"
     "  OX[r + 9 :+ 2, 30 :+ 6] = u[0 :+ 2, :]\n"},
    {"WholeTilesInScalarFunctions",
     "fn most(T: tile<f32>[R, C]) -> f32 {\n  let m = rowmax(T)\n  var best: f32 = -inf\n  for i in range(0, R) {\n"
     "    best = max(best, m[i, 0])\n  }\n  return best\n}\n",
     "  let t = X[r :+ 4, 0 :+ 6]\n  OX[r :+ 4, 0 :+ 6] = t + most(t * 2.0) * most(X[0 :+ 3, 0 :+ 3])\n"},
    {"Generated",
     "fn at(i: i32, j: i32, n: i32, T: tensor<f32>[R, C]) -> f32 {\n  if i == j {\n    return 1.0\n  }\n"
     "  var sum: f32 = 0.0\n  for k in range(0, (i * 3 + j) % 5) {\n    sum += T[(i + k) % R, (j * n + k) % C]\n  }\n  "
     "return sum\n}\n"
     "fn plus(i: i32, j: i32) -> i32 {\n  return i * 100 + j\n}\nfn one(i: i32, j: i32) -> f32 {\n  return 1.0\n}\n"
     "fn small(i: i32, j: i32, h: f16) -> f16 {\n  return f16(i) * h + f16(j)\n}\n",
     "  let t: tile<f32>[7, 33] = generate(at, r + 1, X)\n  var u: tile<i32>[5, 3] = generate(plus)\n"
     "  let v: tile<f64>[3, 70] = generate(one)\n  let h: tile<f32>[6, 6] = generate(small, H[r, 0])\n  u += 1\n"
     "  OX[r :+ 7, 0 :+ 33] = t\n  OI[r :+ 5, 0 :+ 3] = u\n  OD[r :+ 3, 0 :+ 70] = v\n  OX[r :+ 6, 33 :+ 6] = h\n"
     "  for k in range(0, 3) {\n    let w: tile<i32>[2, 2] = generate(plus)\n    OI[r + 5 :+ 2, k * 2 :+ 2] = w + k\n  "
     "}\n"},
};
INSTANTIATE_TEST_SUITE_P(Functions, Tiles, testing::ValuesIn(functions), name_of);

// --- faults ---

class TileFaults : public testing::TestWithParam<Case> {};
TEST_P(TileFaults, AreToldLikeTheReference) {
    const engine::Outcome outcome = outcome_everywhere(GetParam(), true);
    EXPECT_EQ(engine::spelling(outcome), "trapped");
}

const std::vector<Case> faults{
    {"DivisionByAnElement", "",
     "  let t = I[r :+ 4, 0 :+ 30]\n  OI[r :+ 4, 0 :+ 30] = t / where(iota(30) == 17, 0, 3)\n"},
    {"DivisionByAColumn", "",
     "  let t = I[r :+ 9, 0 :+ 30]\n  OI[r :+ 9, 0 :+ 30] = t % where(transpose(iota(9)) == 5 + b, 0, 3)\n"},
    {"DivisionByAScalar", "", "  OI[r :+ 9, 0 :+ 30] = I[r :+ 9, 0 :+ 30] / (b - b)\n"},
    {"DivisionByWhatIsOutside", "", "  OI[r :+ 4, 0 :+ 30] = 9 / (I[r :+ 4, 10 :+ 30] | where(iota(30) < 26, 1, 0))\n"},
    {"ShiftByAnElement", "", "  OI[r :+ 4, 0 :+ 30] = I[r :+ 4, 0 :+ 30] << where(iota(30) == 21, 32, 3)\n"},
    {"ShiftByAScalar", "", "  OB[r :+ 4, 0 :+ 30] = B[r :+ 4, 0 :+ 30] >> (b + 8)\n"},
    {"CompoundDivision", "",
     "  var t = I[r :+ 4, 0 :+ 30]\n  t /= where(iota(30) == 12 + b, 0, 1)\n  OI[r :+ 4, 0 :+ 30] = t\n"},
    {"CompoundDivisionOfASlice", "",
     "  OI[r :+ 4, 0 :+ 36] = 5\n  OI[r + 1 :+ 2, 3 :+ 30] %= where(iota(30) == 12 + b, 0, 1)\n"},
    {"CompoundShift", "",
     "  var t = J[r :+ 4, 0 :+ 30]\n  t <<= where(iota(30) == 29, -1, 1)\n  OJ[r :+ 4, 0 :+ 30] = t\n"},
    {"SliceOfUnwrittenTensor", "",
     "  OX[r :+ 2, 0 :+ 36] = 1.0\n  OX[r + 2, 0 :+ 20] = 1.0\n  OD[r :+ 3, 0 :+ 36] = OX[r + 1 - b :+ 3, -2 :+ 36]\n"},
    {"UnwrittenTile", "",
     "  var t: tile<f32>[3, 40]\n  t[0 :+ 2, :] = 1.0\n  t[2, 0 :+ 7] = 1.0\n  OX[r :+ 3, 0 :+ 40] = t\n"},
    {"UnwrittenPartOfATile", "",
     "  var t: tile<f32>[3, 40]\n  t[0 :+ 2, :] = 1.0\n  OX[r :+ 3, 0 :+ 40] = t[-1 :+ 3, 3 :+ 40] + t[0 :+ 3, 0 :+ "
     "40]\n"},
    {"CompoundOfUnwritten", "", "  var t: tile<f32>[3, 40]\n  t[:, 1 :] = 1.0\n  t *= 2.0\n"},
    {"AccumulateOnUnwritten", "",
     "  var t: tile<f32>[3, 4]\n  t[0, :] = 1.0\n  t += dot(X[r :+ 3, 0 :+ 5], Y[0 :+ 5, 0 :+ 4])\n  OX[r :+ 3, 0 :+ "
     "4] = t\n"},
    {"AccumulateOnUnwrittenSlice", "", "  OH[r - 1 :+ 3, -1 :+ 4] += dot(X[r :+ 3, 0 :+ 5], Y[0 :+ 5, 0 :+ 4])\n"},
    {"DeclaredAgainUnwritten", "",
     "  for i in range(0, 3) {\n    var t: tile<i32>[2, 2]\n    if i < 2 {\n      t = 5\n    }\n    OI[r :+ 2, 0 :+ 2] "
     "= t\n  }\n"},
    {"InsideAGenerated", "fn f(i: i32, j: i32, n: i32) -> i32 {\n  return 7 / (i * 30 + j - n)\n}\n",
     "  let t: tile<i32>[7, 30] = generate(f, 199)\n  OI[r :+ 7, 0 :+ 30] = t\n"},
};
INSTANTIATE_TEST_SUITE_P(Operations, TileFaults, testing::ValuesIn(faults), name_of);

// --- limits ---

TEST(TileLimits, OfTimeEndALaunchInTheMiddleOfADot) {
    const Case each{"", "",
                    "  var a: tile<f64>[1024, 1024] = 1.0\n  var c: tile<f64>[1024, 1024] = 0.0\n  while true {\n"
                    "    c += dot(a, a)\n  }\n  OX[r, 0] = f32(c[0, 0])\n"};
    const program::CheckedProgram program = plain::checked(text_of(each, 64));
    engine::Settings settings;
    settings.checks = {true, false, false};
    settings.limits.time = std::chrono::milliseconds{20};
    const auto engine = make_engine(meaning::Isa::baseline);
    const auto start = std::chrono::steady_clock::now();
    const engine::Ran ran = engine::run(*engine, program, {arguments(), {1, 1, 1}}, settings);
    ASSERT_EQ(engine::spelling(ran.outcome), "limit");
    EXPECT_EQ(std::get<engine::Limited>(ran.outcome).kind, engine::LimitKind::time);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds{5});
}

TEST(TileLimits, OfMemoryCountTheRoomOfValues) {
    const auto limited = [](const std::string& body, std::uint64_t bytes) {
        const program::CheckedProgram program = plain::checked(text_of({"", "", body}, 64));
        engine::Settings settings;
        settings.checks = {true, false, false};
        settings.limits.memory_bytes = bytes;
        const auto engine = make_engine();
        return engine::spelling(engine::run(*engine, program, {arguments(), {1, 1, 1}}, settings).outcome) == "limit";
    };
    const std::string little = "  OX[r :+ 4, 0 :+ 4] = X[r :+ 4, 0 :+ 4] + 1.0\n";
    const std::string much = "  OX[r :+ 512, 0 :+ 512] = X[r :+ 512, 0 :+ 512] + 1.0\n";
    constexpr std::uint64_t of_tile = 512 * 512 * 4;
    EXPECT_FALSE(limited(little, of_tile));
    EXPECT_TRUE(limited(much, of_tile));
    EXPECT_FALSE(limited(much, 2 * of_tile));  // a chain of operations is computed in the room of one
}

}  // namespace
}  // namespace phobos::interp
