// SPDX-License-Identifier: Apache-2.0
// What goes wrong with numbers: chapter 12, and the meaning of operators and elementwise builtins. Each row is an
// operation and the text that is computed in its place.
#include <array>
#include <string>

#include <fmt/format.h>

#include "fuzz/mutation/changing.h"
#include "fuzz/mutation/registry.h"

namespace phobos::mutation {
namespace {

using enum BinaryOperator;
constexpr UnaryOperator negate = UnaryOperator::negate;

constexpr std::string_view wider =
    "for + - * / sqrt computing in f32 and rounding once more gives the same bits (num-10)";

constexpr ValueRow integer_rows[]{
    {"add-saturates", "num-1", {add, below_i64}, "T(min(max(i64(a) + i64(b), i64(LEAST_T)), i64(GREATEST_T)))"},
    {"subtract-saturates",
     "num-1",
     {subtract, below_i64},
     "T(min(max(i64(a) - i64(b), i64(LEAST_T)), i64(GREATEST_T)))"},
    {"multiply-saturates",
     "num-1",
     {multiply, i8 | u8 | i32},
     "T(min(max(i64(a) * i64(b), i64(LEAST_T)), i64(GREATEST_T)))"},
    {"add-i64-in-32-bits", "num-1 type-1", {add, i64}, "i64(i32(a) + i32(b))"},
    {"multiply-i64-in-32-bits", "num-1 type-1", {multiply, i64}, "i64(i32(a) * i32(b))"},
    {"add-i64-saturates",
     "num-1",
     {add, i64},
     "{ if (a > 0) && (b > GREATEST_T - a) { return GREATEST_T }\nif (a < 0) && (b < LEAST_T - a) { return LEAST_T }\n"
     "return a + b }"},
    {"divide-rounds-down",
     "num-2",
     {divide, signed_integers},
     "a / b - where((a % b != 0) & ((a < 0) != (b < 0)), T(1), 0)"},
    {"divide-rounds-to-nearest",
     "num-2",
     {divide, i32},
     "{ let q = a / b\nif abs(a % b) * 2 > abs(b) { "
     "return q + where((a < 0) != (b < 0), T(-1), 1) }\nreturn q }"},
    {"remainder-has-sign-of-divisor",
     "num-2",
     {remainder, signed_integers},
     "a % b + where((a % b != 0) & (((a % b) < 0) != (b < 0)), b, 0)"},
    {"remainder-is-never-negative",
     "num-2",
     {remainder, signed_integers},
     "{ let m = a % b\nif m < 0 { return m + abs(b) }\nreturn m }"},
    {"divide-least-by-minus-one-traps",
     "num-2",
     {divide, signed_integers},
     "a / where((a == LEAST_T) & (b == -1), 0, b)"},
    {"divide-least-by-minus-one-is-zero",
     "num-2",
     {divide, signed_integers},
     "where((a == LEAST_T) & (b == -1), 0, a / b)"},
    {"remainder-of-least-by-minus-one-traps",
     "num-2",
     {remainder, signed_integers},
     "a % where((a == LEAST_T) & (b == -1), 0, b)"},
    {"divide-u32-as-signed", "num-2 type-1", {divide, u32}, "u32(i32(a) / i32(b))"},
    {"divide-u8-as-signed", "num-2 type-1", {divide, u8}, "u8(i8(a) / i8(b))"},
    {"remainder-u32-as-signed", "num-2 type-1", {remainder, u32}, "u32(i32(a) % i32(b))"},
    {"remainder-u8-as-signed", "num-2 type-1", {remainder, u8}, "u8(i8(a) % i8(b))"},
    {"divide-by-zero-gives-zero", "num-3", {divide, integers}, "where(b == 0, 0, a / where(b == 0, 1, b))"},
    {"divide-by-zero-gives-ones", "num-3", {divide, integers}, "where(b == 0, ~(a ^ a), a / where(b == 0, 1, b))"},
    {"remainder-by-zero-gives-dividend", "num-3", {remainder, integers}, "where(b == 0, a, a % where(b == 0, 1, b))"},
    {"shift-left-rotates", "num-4", {shift_left, u32}, "where(b == 0, a, (a << b) | (a >> ((32 - i64(b)) & 31)))"},
    {"shift-left-fills-with-ones", "num-4", {shift_left, integers}, "~(~a << b)"},
    {"shift-right-of-i32-fills-with-zeros", "num-4", {shift_right, i32}, "i32(u32(a) >> b)"},
    {"shift-right-of-i8-fills-with-zeros", "num-4", {shift_right, i8}, "i8(u8(a) >> b)"},
    {"shift-right-of-i64-fills-with-zeros",
     "num-4",
     {shift_right, i64},
     "(a >> b) & ~((i64(-1) << (63 - i64(b))) << 1)"},
    {"shift-right-of-u32-copies-the-top-bit", "num-4", {shift_right, u32}, "u32(i32(a) >> b)"},
    {"shift-right-of-u8-copies-the-top-bit", "num-4", {shift_right, u8}, "u8(i8(a) >> b)"},
    {"shift-right-rounds-toward-zero",
     "num-4",
     {shift_right, i32},
     "{ let s = a >> b\nif (a < 0) && (s << b != a) { return s + 1 }\nreturn s }"},
    {"shift-left-count-modulo-width", "num-5", {shift_left, integers}, "a << (i64(b) & i64(WIDTH_T - 1))"},
    {"shift-right-count-modulo-width", "num-5", {shift_right, integers}, "a >> (i64(b) & i64(WIDTH_T - 1))"},
    {"shift-left-of-all-bits-is-zero",
     "num-5",
     {shift_left, integers},
     "where((i64(b) < 0) | (i64(b) >= WIDTH_T), 0, a << (i64(b) & i64(WIDTH_T - 1)))"},
    {"shift-right-of-all-bits-is-zero",
     "num-5",
     {shift_right, integers},
     "where((i64(b) < 0) | (i64(b) >= WIDTH_T), 0, a >> (i64(b) & i64(WIDTH_T - 1)))"},
    {"shift-left-count-in-32-bits", "num-5 expr-4", {shift_left, i64}, "a << i32(b)"},
    {"shift-left-of-i64-counts-to-31", "num-4 num-5", {shift_left, i64}, "a << (i64(b) & 31)"},
    {"shift-right-of-i64-counts-to-31", "num-4 num-5", {shift_right, i64}, "a >> (i64(b) & 31)"},
    {"shift-left-count-as-u32", "num-5", {shift_left, all_types}, "a << where(i64(b) < 0, i64(u32(b) & 31), i64(b))"},
    {"less-u32-as-signed", "expr-6 type-1", {less, u32}, "i32(a) < i32(b)"},
    {"less-u8-as-signed", "expr-6 type-1", {less, u8}, "i8(a) < i8(b)"},
    {"less-i8-as-unsigned", "expr-6 type-1", {less, i8}, "u8(a) < u8(b)"},
    {"less-i32-as-unsigned", "expr-6 type-1", {less, i32}, "u32(a) < u32(b)"},
    {"less-i64-in-32-bits", "expr-6 type-1", {less, i64}, "i32(a) < i32(b)"},
    {"less-by-difference", "expr-6", {less, i32}, "a - b < 0"},
    {"equal-i64-in-32-bits", "expr-6 type-1", {equal, i64}, "i32(a) == i32(b)"},
    {"minus-of-least-is-greatest", "expr-7 num-1", {negate, signed_integers}, "where(a == LEAST_T, GREATEST_T, -a)"},
    {"minus-of-unsigned-is-zero", "expr-7", {negate, u8 | u32}, "a - a"},
    {"complement-is-minus", "num-6 expr-5", {UnaryOperator::bit_not, integers}, "-a"},
    {"abs-of-least-is-greatest", "builtin-8", {Builtin::abs, signed_integers}, "where(a == LEAST_T, GREATEST_T, r)"},
    {"abs-of-u32-as-signed", "builtin-8", {Builtin::abs, u32}, "u32(abs(i32(a)))"},
    {"abs-of-u8-as-signed", "builtin-8", {Builtin::abs, u8}, "u8(abs(i8(a)))"},
    {"min-u32-as-signed", "builtin-6", {Builtin::minimum, u32}, "u32(min(i32(a), i32(b)))"},
    {"max-u32-as-signed", "builtin-7", {Builtin::maximum, u32}, "u32(max(i32(a), i32(b)))"},
    {"min-u8-as-signed", "builtin-6", {Builtin::minimum, u8}, "u8(min(i8(a), i8(b)))"},
    {"max-u8-as-signed", "builtin-7", {Builtin::maximum, u8}, "u8(max(i8(a), i8(b)))"},
    {"popcount-extends-the-sign", "builtin-23", {Builtin::popcount, i8}, "popcount(i32(a))"},
    {"popcount-of-i64-in-32-bits", "builtin-23", {Builtin::popcount, i64}, "popcount(u32(a))"},
    {"clz-in-32-bits", "builtin-24", {Builtin::clz, i8 | u8}, "clz(i32(a))"},
    {"clz-of-i64-in-32-bits", "builtin-24", {Builtin::clz, i64}, "clz(u32(a))"},
    {"clz-of-zero-is-one-less", "builtin-24", {Builtin::clz, integers}, "where(a == 0, r - 1, r)"},
    {"clz-counts-behind", "builtin-24", {Builtin::clz, integers}, "popcount(~a & (a - 1))"},
    {"byteperm-copies-no-sign", "builtin-25", {Builtin::byteperm}, "byteperm(a, b, c & 0x7777)"},
    {"byteperm-reads-the-upper-half", "builtin-25", {Builtin::byteperm}, "byteperm(a, b, c | (c >> 16))"},
    {"byteperm-numbers-from-the-top", "builtin-25", {Builtin::byteperm}, "byteperm(a, b, c ^ 0x3333)"},
    {"dp4a-of-i32-takes-unsigned-bytes",
     "builtin-26",
     {Builtin::dp4a, i32 | u32, i32},
     "i32(dp4a(u32(a), u32(b), u32(c)))"},
    {"dp4a-of-u32-takes-signed-bytes",
     "builtin-26",
     {Builtin::dp4a, i32 | u32, u32},
     "u32(dp4a(i32(a), i32(b), i32(c)))"},
    {"dp4a-leaves-out-the-third", "builtin-26", {Builtin::dp4a}, "r - c"},
    {"dp4a-saturates",
     "builtin-26",
     {Builtin::dp4a, i32 | u32, i32},
     "i32(min(max(i64(c) + i64(dp4a(a, b, 0)), -2147483648), 2147483647))"},
    {"bits-of-16-bit-types-lie-above", "builtin-27", {Builtin::bits, narrow_floats}, "r << 16"},
    {"bits-of-16-bit-types-extend-the-sign", "builtin-27", {Builtin::bits, narrow_floats}, "u32(i32(r << 16) >> 16)"},
    {"bits-of-nan-have-the-sign", "builtin-27 type-7", {Builtin::bits, f32}, "where(a != a, r | 0x80000000, r)"},
    {"f16bits-takes-the-upper-half", "builtin-29", {Builtin::f16bits}, "f16bits(a >> 16)"},
    {"f16bits-saturates", "builtin-29", {Builtin::f16bits}, "f16bits(min(a, 0xffff))"},
    {"float-bits-converts", "builtin-28", {Builtin::float_bits}, "f32(a)"},
};

constexpr ValueRow float_rows[]{
    {"divide-by-reciprocal", "num-9", {divide, floats}, "a * (T(1) / b)"},
    {"sum-and-product-contracted", "num-11", {ProductAndSum{}, floats}, "fma(a, b, c)"},
    {"product-kept-in-f32", "num-10", {ProductAndSum{}, narrow_floats}, "T(f32(a) * f32(b) + f32(c))"},
    {"product-and-sum-of-f32-in-f64", "num-10", {ProductAndSum{}, f32}, "f32(f64(a) * f64(b) + f64(c))"},
    {"fma-is-two-roundings", "builtin-9 builtin-5 num-9 num-11", {Builtin::fma, floats}, "a * b + c"},
    {"fma-of-16-bit-types-through-f32",
     "builtin-9 num-9 num-10",
     {Builtin::fma, narrow_floats},
     "T(fma(f32(a), f32(b), f32(c)))"},
    {"fma-of-f32-through-f64", "builtin-9 num-9", {Builtin::fma, f32}, "f32(f64(a) * f64(b) + f64(c))"},
    {"add-of-16-bit-types-through-f32", "num-9 num-10", {add, narrow_floats}, "T(f32(a) + f32(b))", wider},
    {"multiply-of-16-bit-types-through-f32", "num-9 num-10", {multiply, narrow_floats}, "T(f32(a) * f32(b))", wider},
    {"divide-of-16-bit-types-through-f32", "num-9 num-10", {divide, narrow_floats}, "T(f32(a) / f32(b))", wider},
    {"sqrt-of-16-bit-types-through-f32", "num-9 num-10", {Builtin::sqrt, narrow_floats}, "T(sqrt(f32(a)))", wider},
    {"add-of-f64-in-f32", "num-10 type-1", {add, f64}, "f64(f32(a) + f32(b))"},
    {"multiply-of-f64-in-f32", "num-10 type-1", {multiply, f64}, "f64(f32(a) * f32(b))"},
    {"divide-of-f64-in-f32", "num-10 type-1", {divide, f64}, "f64(f32(a) / f32(b))"},
    {"sqrt-of-f64-in-f32", "num-10 builtin-16", {Builtin::sqrt, f64}, "f64(sqrt(f32(a)))"},
    {"sqrt-as-power", "num-9 builtin-16", {Builtin::sqrt, f32}, "pow(a, 0.5)"},
    {"sqrt-by-reciprocal", "num-9 builtin-16", {Builtin::sqrt, f32}, "a * rsqrt(a)"},
    {"sqrt-of-negative-of-magnitude", "builtin-16 num-27", {Builtin::sqrt, floats}, "sqrt(abs(a))"},
    {"sqrt-of-minus-zero-is-zero", "builtin-16 num-27", {Builtin::sqrt, floats}, "where(a == 0.0, 0.0, r)"},
    {"add-zero-is-dropped", "num-12", {add, floats}, "where(b == 0.0, a, where(a == 0.0, b, r))"},
    {"times-zero-is-zero", "num-12", {multiply, floats}, "where((a == 0.0) | (b == 0.0), 0.0, r)"},
    {"times-one-or-zero-keeps-no-sign", "num-12 num-16", {multiply, floats}, "where(r == 0.0, 0.0, r)"},
    {"equal-operands-subtract-to-zero", "num-12", {subtract, floats}, "where((a == b) | (a != a), 0.0, r)"},
    {"equal-operands-divide-to-one", "num-12", {divide, floats}, "where(a == b, 1.0, r)"},
    {"divide-by-zero-is-nan", "num-13", {divide, floats}, "where(b == 0.0, nan, r)"},
    {"divide-zero-by-zero-is-zero", "num-13", {divide, floats}, "where((a == 0.0) & (b == 0.0), 0.0, r)"},
    {"divide-by-zero-has-no-sign", "num-13", {divide, floats}, "where((b == 0.0) & (a != 0.0), abs(r), r)"},
    {"divide-by-zero-is-the-greatest",
     "num-13",
     {divide, floats},
     "where((b == 0.0) & (a > 0.0), GREATEST_T, where((b == 0.0) & (a < 0.0), LEAST_T, r))"},
    {"divide-by-zero-traps", "num-13", {divide, floats}, "{ if b == 0.0 { return T(1 / i32(b)) }\nreturn r }"},
    {"equal-of-nans", "num-14", {equal, floats}, "r | ((a != a) & (b != b))"},
    {"unequal-of-nans", "num-14 type-7", {not_equal, floats}, "r & (a == a) & (b == b)"},
    {"less-of-nans", "num-14", {less, floats}, "!(a >= b)"},
    {"at-most-of-nans", "num-14", {less_equal, floats}, "!(a > b)"},
    {"more-of-nans", "num-14", {greater, floats}, "!(a <= b)"},
    {"at-least-of-nans", "num-14", {greater_equal, floats}, "!(a < b)"},
    {"equal-tells-zeros-apart", "num-14", {equal, floats}, "r & (bits(a) == bits(b))"},
    {"less-tells-zeros-apart", "num-14", {less, f32}, "r | ((a == b) & (bits(a) > bits(b)))"},
    {"min-gives-nan", "num-15 builtin-6", {Builtin::minimum, floats}, "where(a != a, a, where(b != b, b, r))"},
    {"max-gives-nan", "num-15 builtin-7", {Builtin::maximum, floats}, "where(a != a, a, where(b != b, b, r))"},
    {"min-by-less", "num-15 builtin-6", {Builtin::minimum, floats}, "where(a < b, a, b)"},
    {"max-by-more", "num-15 builtin-7", {Builtin::maximum, floats}, "where(a > b, a, b)"},
    {"min-takes-the-first-zero", "num-15 builtin-6", {Builtin::minimum, floats}, "where(a == b, a, r)"},
    {"min-takes-the-second-zero", "num-15 builtin-6", {Builtin::minimum, floats}, "where(a == b, b, r)"},
    {"max-takes-the-first-zero", "num-15 builtin-7", {Builtin::maximum, floats}, "where(a == b, a, r)"},
    {"max-takes-the-second-zero", "num-15 builtin-7", {Builtin::maximum, floats}, "where(a == b, b, r)"},
    {"minus-subtracts-from-zero", "num-16 expr-7", {negate, floats}, "0.0 - a"},
    {"abs-by-comparison", "num-16 builtin-8", {Builtin::abs, floats}, "where(a < 0.0, -a, a)"},
    {"nan-plus-is-zero", "num-17", {add, floats}, "where(r != r, 0.0, r)"},
    {"nan-times-is-zero", "num-17", {multiply, floats}, "where((a != a) | (b != b), 0.0, r)"},
    {"nan-over-is-zero", "num-17", {divide, floats}, "where((a != a) | (b != b), 0.0, r)"},
    {"fma-of-nan-is-zero", "num-17", {Builtin::fma, floats}, "where((a != a) | (b != b) | (c != c), 0.0, r)"},
    {"nan-loses-its-payload",
     "num-17 num-18 type-7",
     {add, floats},
     "where(r != r, nan, r)",
     "which NaN it is does not count (num-18)"},
    {"nan-is-negative",
     "num-17 num-18 type-7",
     {multiply, floats},
     "where(r != r, -r, r)",
     "which NaN it is does not count (num-18)"},
    {"round-away-from-zero",
     "builtin-18",
     {Builtin::round, floats},
     "where(abs(a - trunc(a)) == 0.5, trunc(a) + where(a < 0.0, T(-1), 1.0), r)"},
    {"round-up-at-a-half", "builtin-18", {Builtin::round, f32 | f64}, "where(a - floor(a) == 0.5, ceil(a), r)"},
    {"round-by-adding-a-half", "builtin-18", {Builtin::round, f32 | f64}, "floor(a + 0.5)"},
    {"round-loses-minus-zero", "builtin-18", {Builtin::round, floats}, "r + 0.0"},
    {"floor-loses-minus-zero", "builtin-19", {Builtin::floor, floats}, "r + 0.0"},
    {"ceil-loses-minus-zero", "builtin-20", {Builtin::ceil, floats}, "r + 0.0"},
    {"trunc-loses-minus-zero", "builtin-21", {Builtin::trunc, floats}, "r + 0.0"},
    {"floor-through-i32",
     "builtin-19",
     {Builtin::floor, f32 | f64},
     "where(a < T(i32(a)), T(i32(a)) - 1.0, T(i32(a)))"},
    {"trunc-through-i64", "builtin-21", {Builtin::trunc, f32 | f64}, "T(i64(a))"},
    {"trunc-rounds-down", "builtin-21", {Builtin::trunc, floats}, "floor(a)"},
    {"ceil-is-floor-and-one", "builtin-20", {Builtin::ceil, floats}, "floor(a) + 1.0"},
};

struct Named {
    std::string_view name;
    BinaryOperator op;
};
constexpr std::array arithmetic{Named{"add", add}, Named{"subtract", subtract}, Named{"multiply", multiply},
                                Named{"divide", divide}};
struct NamedType {
    std::string_view name;
    Types types;
};
constexpr std::array float_types{NamedType{"f16", f16}, NamedType{"bf16", bf16}, NamedType{"f32", f32},
                                 NamedType{"f64", f64}};

/// For + - * / of every float type.
void add_arithmetic(Faults& faults) {
    for (const auto& [name, op] : arithmetic)
        for (const NamedType& type : float_types) {
            const Pattern pattern{op, type.types};
            const std::string flushed = id_of({name, type.name, "flushes-subnormal-results"});
            const std::string inputs = id_of({name, type.name, "flushes-subnormal-operands"});
            const std::string bounded = id_of({name, type.name, "overflow-is-the-greatest"});
            faults.push_back(fault_of({flushed, "num-8 type-6", pattern, "where(abs(r) < NORMAL_T, r * 0.0, r)"}));
            faults.push_back(fault_of(
                {inputs, "num-8 type-6", pattern,
                 op == multiply ? "where(abs(a) < NORMAL_T, a * 0.0, a) * where(abs(b) < NORMAL_T, b * 0.0, b)"
                 : op == divide ? "where(abs(a) < NORMAL_T, a * 0.0, a) / where(abs(b) < NORMAL_T, b * 0.0, b)"
                 : op == add    ? "where(abs(a) < NORMAL_T, a * 0.0, a) + where(abs(b) < NORMAL_T, b * 0.0, b)"
                                : "where(abs(a) < NORMAL_T, a * 0.0, a) - where(abs(b) < NORMAL_T, b * 0.0, b)"}));
            faults.push_back(fault_of({bounded, "num-8", pattern,
                                       "where((abs(r) == inf) & (abs(a) < inf) & (abs(b) < inf) & (b != 0.0), "
                                       "min(max(r, LEAST_T), GREATEST_T), r)"}));
        }
}

/// Rounding toward zero, by the exact result or one that is much more exact.
void add_roundings(Faults& faults) {
    for (const auto& [name, op] : arithmetic) {
        const std::string_view sign = spelling(op);
        faults.push_back(fault_of({id_of({name, "f32-rounds-toward-zero"}),
                                   "num-8 num-9",
                                   {op, f32},
                                   fmt::format("{{ let e = abs(f64(a) {} f64(b))\n"
                                               "if abs(f64(r)) > e {{ return float_bits(bits(r) - 1) }}\nreturn r }}",
                                               sign)}));
        faults.push_back(fault_of({id_of({name, "f16-rounds-toward-zero"}),
                                   "num-8 num-9 num-10",
                                   {op, f16},
                                   fmt::format("{{ let e = abs(f64(a) {} f64(b))\n"
                                               "if abs(f64(r)) > e {{ return f16bits(bits(r) - 1) }}\nreturn r }}",
                                               sign)}));
        faults.push_back(fault_of({id_of({name, "bf16-rounds-toward-zero"}),
                                   "num-8 num-9 num-10",
                                   {op, bf16},
                                   fmt::format("{{ let e = f32(a) {} f32(b)\nif e != e {{ return r }}\n"
                                               "return bf16(float_bits(bits(e) & 0xffff0000)) }}",
                                               sign)}));
    }
    faults.push_back(fault_of({"sqrt-f32-rounds-toward-zero",
                               "num-9 builtin-16",
                               {Builtin::sqrt, f32},
                               "{ if f64(r) * f64(r) > f64(a) { return float_bits(bits(r) - 1) }\nreturn r }"}));
}

/// `where` that evaluates only the arm it selects.
Fault lazy_where() {
    return {"where-evaluates-one-arm",
            {"expr-29", "builtin-4", "builtin-22"},
            changing<program::Elementwise>([](program::Elementwise& node, Expression& expression,
                                              program::Program& program) {
                if (node.builtin != Builtin::where || expression.type.form != program::Form::scalar) return false;
                const Span span = expression.span;
                const auto given = [&](std::size_t number) {
                    return Block{{Statement{program::Return{std::move(node.arguments[number])}, span}}};
                };
                const auto site = [&](program::SiteKind kind) {
                    program.sites.push_back({kind, span});
                    return program::SiteId{static_cast<std::uint32_t>(program.sites.size() - 1)};
                };
                program::If branch{std::move(node.arguments[0]), given(1), given(2), site(program::SiteKind::branch)};
                Block body{{Statement{std::move(branch), span}}};
                expression.node = program::Call{"where", {}, std::move(body), site(program::SiteKind::call)};
                return true;
            })};
}

}  // namespace

Faults number_faults() {
    Faults faults;
    for (const ValueRow& row : integer_rows) faults.push_back(fault_of(row));
    for (const ValueRow& row : float_rows) faults.push_back(fault_of(row));
    add_arithmetic(faults);
    add_roundings(faults);
    faults.push_back(lazy_where());
    return faults;
}

}  // namespace phobos::mutation
