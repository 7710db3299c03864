// SPDX-License-Identifier: Apache-2.0
// What goes wrong with conversions (num-19 to num-23) and with the functions that have a bound (num-24 to num-29).
#include <array>
#include <string>

#include <fmt/format.h>

#include "fuzz/mutation/registry.h"

namespace phobos::mutation {
namespace {

constexpr Conversion conversion{};

constexpr ValueRow conversion_rows[]{
    {"integer-to-narrower-saturates",
     "num-19",
     {conversion, i32 | u32 | i64, below_i64},
     "R(min(max(i64(a), i64(LEAST_R)), i64(GREATEST_R)))"},
    {"negative-to-unsigned-is-zero", "num-19", {conversion, signed_integers, u8 | u32}, "where(a < 0, 0, r)"},
    {"i8-extended-by-zeros", "num-19", {conversion, i8, i32 | u32 | i64}, "R(u8(a))"},
    {"i32-extended-by-zeros", "num-19", {conversion, i32, i64}, "i64(u32(a))"},
    {"u32-extended-by-its-top-bit", "num-19", {conversion, u32, i64}, "i64(i32(a))"},
    {"u8-extended-by-its-top-bit", "num-19", {conversion, u8, i32 | u32 | i64}, "R(i8(a))"},
    {"i64-to-narrower-takes-the-upper-half", "num-19", {conversion, i64, i32 | u32}, "R(a >> 32)"},
    {"integer-to-f16-is-finite",
     "num-20",
     {conversion, integers, f16},
     "where(r == inf, 65504.0, where(r == -inf, -65504.0, r))"},
    {"integer-to-float-truncates",
     "num-20",
     {conversion, i32 | u32, f32},
     "{ if abs(f64(r)) > abs(f64(a)) { return float_bits(bits(r) - 1) }\nreturn r }"},
    {"integer-to-narrow-float-through-f32", "num-20 num-23", {conversion, i32 | u32 | i64, narrow_floats}, "R(f32(a))"},
    {"i64-to-f32-through-f64", "num-20", {conversion, i64, f32}, "f32(f64(a))"},
    {"u32-to-float-as-signed", "num-20", {conversion, u32, floats}, "R(i32(a))"},
    {"u8-to-float-as-signed", "num-20", {conversion, u8, floats}, "R(i8(a))"},
    {"i64-to-f64-through-f32", "num-20", {conversion, i64, f64}, "f64(f32(a))"},
    {"i32-to-f64-through-f32", "num-20", {conversion, i32 | u32, f64}, "f64(f32(a))"},
    {"float-to-integer-rounds", "num-21", {conversion, floats, integers}, "R(round(a))"},
    {"float-to-integer-rounds-down", "num-21", {conversion, floats, integers}, "R(floor(a))"},
    {"float-to-integer-rounds-up", "num-21", {conversion, floats, integers}, "R(ceil(a))"},
    {"float-to-narrow-integer-wraps", "num-21 num-23", {conversion, floats, below_i64}, "R(i64(a))"},
    {"float-to-u8-through-i32", "num-21", {conversion, floats, u8}, "u8(i32(a))"},
    {"float-to-u32-through-i32", "num-21", {conversion, floats, u32}, "u32(i32(a))"},
    {"nan-to-integer-is-least", "num-21", {conversion, floats, signed_integers}, "where(a != a, LEAST_R, r)"},
    {"nan-to-integer-is-greatest", "num-21", {conversion, floats, integers}, "where(a != a, GREATEST_R, r)"},
    {"infinity-to-integer-is-zero", "num-21", {conversion, floats, integers}, "where(abs(a) == inf, 0, r)"},
    {"too-large-to-integer-is-least",
     "num-21",
     {conversion, floats, signed_integers},
     "where((a > 0.0) & (r == GREATEST_R), LEAST_R, r)"},
    {"f64-to-i64-through-f32", "num-21", {conversion, f64, i64}, "i64(f32(a))"},
    {"f64-to-narrow-through-f32", "num-22", {conversion, f64, narrow_floats}, "R(f32(a))"},
    {"f32-to-f16-truncates",
     "num-22",
     {conversion, f32, f16},
     "{ if abs(f32(r)) > abs(a) { return f16bits(bits(r) - 1) }\nreturn r }"},
    {"f32-to-bf16-truncates",
     "num-22",
     {conversion, f32, bf16},
     "{ if a != a { return r }\nreturn bf16(float_bits(bits(a) & 0xffff0000)) }"},
    {"f32-to-bf16-rounds-half-up",
     "num-22",
     {conversion, f32, bf16},
     "{ if (a != a) || (abs(a) == inf) { return r }\nreturn bf16(float_bits((bits(a) + 0x8000) & 0xffff0000)) }"},
    {"f64-to-f32-truncates",
     "num-22",
     {conversion, f64, f32},
     "{ if abs(f64(r)) > abs(a) { return float_bits(bits(r) - 1) }\nreturn r }"},
    {"float-to-narrower-is-finite",
     "num-22 num-23",
     {conversion, f32 | f64, f16 | bf16 | f32},
     "where((abs(r) == inf) & (abs(a) < inf), min(max(r, LEAST_R), GREATEST_R), r)"},
    {"float-to-narrower-flushes-subnormals",
     "num-22 type-6",
     {conversion, f32 | f64, f16 | bf16 | f32},
     "where(abs(r) < NORMAL_R, r * 0.0, r)"},
    {"float-to-float-loses-minus-zero", "num-22", {conversion, floats, floats}, "r + 0.0"},
    {"float-to-float-loses-nan", "num-22", {conversion, floats, floats}, "where(a != a, 0.0, r)"},
    {"infinity-to-narrower-is-finite",
     "num-22",
     {conversion, floats, floats},
     "where(a == inf, GREATEST_R, where(a == -inf, LEAST_R, r))"},
    {"bf16-to-f16-saturates",
     "num-22",
     {conversion, bf16, f16},
     "where((abs(r) == inf) & (abs(a) < inf), min(max(r, LEAST_R), GREATEST_R), r)"},
    {"f16-to-bf16-truncates",
     "num-22",
     {conversion, f16, bf16},
     "{ if a != a { return r }\nreturn bf16(float_bits(bits(f32(a)) & 0xffff0000)) }"},
};

struct Function {
    Builtin builtin;
    std::string_view call;
    std::array<int, 3> bounds;  ///< of num-25, in ULP: f16, bf16, f32
};
constexpr std::array functions{
    Function{Builtin::exp, "exp(a)", {1, 1, 2}},     Function{Builtin::log, "log(a)", {1, 1, 1}},
    Function{Builtin::tanh, "tanh(a)", {1, 1, 2}},   Function{Builtin::sin, "sin(a)", {1, 1, 2}},
    Function{Builtin::cos, "cos(a)", {1, 1, 2}},     Function{Builtin::pow, "pow(a, b)", {1, 1, 4}},
    Function{Builtin::rsqrt, "rsqrt(a)", {1, 1, 2}},
};

/// One step and more beyond the bound, where the result is no special one.
void add_bounds(Faults& faults) {
    constexpr std::string_view guard = "if (r != r) || (abs(r) == inf) || (r == 0.0) || (abs(r) == 1.0) { return r }";
    for (const Function& function : functions) {
        const auto add = [&](std::string_view type, Types types, const std::string& farther) {
            faults.push_back(fault_of({id_of({spelling(function.builtin), type, "beyond-its-bound"}),
                                       "num-24 num-25 builtin-5",
                                       {function.builtin, types},
                                       fmt::format("{{ {}\nreturn {} }}", guard, farther)}));
        };
        add("f16", f16, fmt::format("f16bits(bits(r) + {})", 2 * function.bounds[0] + 1));
        add("bf16", bf16, fmt::format("bf16(float_bits((bits(r) + {}) << 16))", 2 * function.bounds[1] + 1));
        add("f32", f32, fmt::format("float_bits(bits(r) + {})", 2 * function.bounds[2] + 1));
        add("f64", f64, "r * 1.000000000000004");
    }
}

/// In f64 with one rounding, where the bound of the type allows it.
void add_approximations(Faults& faults) {
    constexpr ValueRow rows[]{
        {"exp-by-squaring-of-e", "num-25", {Builtin::exp, f32}, "pow(2.718282, a)"},
        {"exp-of-f64-in-f32", "num-25", {Builtin::exp, f64}, "f64(exp(f32(a)))"},
        {"log-of-f64-in-f32", "num-25", {Builtin::log, f64}, "f64(log(f32(a)))"},
        {"tanh-of-f64-in-f32", "num-25", {Builtin::tanh, f64}, "f64(tanh(f32(a)))"},
        {"sin-of-f64-in-f32", "num-25 num-29", {Builtin::sin, f64}, "f64(sin(f32(a)))"},
        {"cos-of-f64-in-f32", "num-25 num-29", {Builtin::cos, f64}, "f64(cos(f32(a)))"},
        {"pow-of-f64-in-f32", "num-25", {Builtin::pow, f64}, "f64(pow(f32(a), f32(b)))"},
        {"rsqrt-of-f64-in-f32", "num-25", {Builtin::rsqrt, f64}, "f64(rsqrt(f32(a)))"},
        {"pow-by-exp-and-log", "num-25 builtin-15", {Builtin::pow, f32}, "exp(b * log(a))"},
        {"tanh-by-exp",
         "num-25 builtin-12",
         {Builtin::tanh, f32},
         "where(a > 9.0, 1.0, (exp(a + a) - 1.0) / (exp(a + a) + 1.0))"},
        {"sin-reduces-in-f32", "num-29 builtin-13", {Builtin::sin, f32}, "sin(a - 6.2831855 * round(a / 6.2831855))"},
        {"cos-reduces-in-f32", "num-29 builtin-14", {Builtin::cos, f32}, "cos(a - 6.2831855 * round(a / 6.2831855))"},
        {"sin-reduces-in-f64",
         "num-29 builtin-13",
         {Builtin::sin, f64},
         "sin(a - 6.283185307179586 * round(a / 6.283185307179586))"},
        {"cos-reduces-in-f64",
         "num-29 builtin-14",
         {Builtin::cos, f64},
         "cos(a - 6.283185307179586 * round(a / 6.283185307179586))"},
        {"sin-of-large-is-zero",
         "num-29 builtin-13",
         {Builtin::sin, f32 | f64 | bf16},
         "where(abs(a) > 105615.0, 0.0, r)"},
        {"cos-of-large-is-one",
         "num-29 builtin-14",
         {Builtin::cos, f32 | f64 | bf16},
         "where(abs(a) > 105615.0, 1.0, r)"},
        {"pow-of-zero-result-has-no-sign", "num-28 num-27", {Builtin::pow, floats}, "where(r == 0.0, 0.0, r)"},
        {"exp-of-subnormal-result-is-zero", "num-8 num-25", {Builtin::exp, floats}, "where(r < NORMAL_T, 0.0, r)"},
        {"pow-flushes-subnormal-results",
         "num-8 num-25",
         {Builtin::pow, floats},
         "where(abs(r) < NORMAL_T, r * 0.0, r)"},
        {"log-of-subnormal-is-infinite",
         "num-8 num-25",
         {Builtin::log, f32 | f64},
         "where((a > 0.0) & (a < NORMAL_T), -inf, r)"},
        {"rsqrt-of-subnormal-is-infinite",
         "num-8 num-25",
         {Builtin::rsqrt, floats},
         "where((a > 0.0) & (a < NORMAL_T), inf, r)"},
        {"sqrt-of-subnormal-is-zero", "num-8 num-9", {Builtin::sqrt, floats}, "where(abs(a) < NORMAL_T, a * 0.0, r)"},
    };
    for (const ValueRow& row : rows) faults.push_back(fault_of(row));
}

/// A row of the table of num-27 with another result.
struct Special {
    std::string_view id;
    Builtin builtin;
    std::string_view when;
    std::string_view wrong;
};
constexpr Special specials[]{
    {"exp-of-zero", Builtin::exp, "a == 0.0", "0.0"},
    {"exp-of-minus-infinity", Builtin::exp, "a == -inf", "nan"},
    {"exp-of-infinity", Builtin::exp, "a == inf", "nan"},
    {"exp-of-nan", Builtin::exp, "a != a", "1.0"},
    {"log-of-zero", Builtin::log, "a == 0.0", "nan"},
    {"log-of-minus-zero", Builtin::log, "(a == 0.0) & (bits(a) != 0)", "nan"},
    {"log-of-one", Builtin::log, "a == 1.0", "-0.0"},
    {"log-of-negative", Builtin::log, "a < 0.0", "-inf"},
    {"log-of-infinity", Builtin::log, "a == inf", "nan"},
    {"log-of-nan", Builtin::log, "a != a", "0.0"},
    {"tanh-of-minus-zero", Builtin::tanh, "(a == 0.0) & (bits(a) != 0)", "0.0"},
    {"tanh-of-zero", Builtin::tanh, "(a == 0.0) & (bits(a) == 0)", "-0.0"},
    {"tanh-of-infinity", Builtin::tanh, "a == inf", "nan"},
    {"tanh-of-minus-infinity", Builtin::tanh, "a == -inf", "1.0"},
    {"tanh-of-nan", Builtin::tanh, "a != a", "1.0"},
    {"sin-of-minus-zero", Builtin::sin, "(a == 0.0) & (bits(a) != 0)", "0.0"},
    {"sin-of-zero", Builtin::sin, "(a == 0.0) & (bits(a) == 0)", "-0.0"},
    {"sin-of-infinity", Builtin::sin, "abs(a) == inf", "0.0"},
    {"sin-of-nan", Builtin::sin, "a != a", "0.0"},
    {"cos-of-zero", Builtin::cos, "a == 0.0", "0.0"},
    {"cos-of-infinity", Builtin::cos, "abs(a) == inf", "1.0"},
    {"cos-of-nan", Builtin::cos, "a != a", "1.0"},
    {"sqrt-of-minus-zero", Builtin::sqrt, "(a == 0.0) & (bits(a) != 0)", "nan"},
    {"sqrt-of-negative", Builtin::sqrt, "a < 0.0", "0.0"},
    {"sqrt-of-infinity", Builtin::sqrt, "a == inf", "nan"},
    {"sqrt-of-nan", Builtin::sqrt, "a != a", "0.0"},
    {"rsqrt-of-zero", Builtin::rsqrt, "a == 0.0", "nan"},
    {"rsqrt-of-minus-zero", Builtin::rsqrt, "(a == 0.0) & (bits(a) != 0)", "inf"},
    {"rsqrt-of-negative", Builtin::rsqrt, "a < 0.0", "0.0"},
    {"rsqrt-of-infinity", Builtin::rsqrt, "a == inf", "nan"},
    {"rsqrt-of-nan", Builtin::rsqrt, "a != a", "0.0"},
    {"pow-to-zero", Builtin::pow, "b == 0.0", "a * 0.0"},
    {"pow-of-nan-to-zero", Builtin::pow, "(a != a) & (b == 0.0)", "nan"},
    {"pow-of-one-to-nan", Builtin::pow, "(a == 1.0) & (b != b)", "nan"},
    {"pow-of-minus-one-to-infinity", Builtin::pow, "(a == -1.0) & (abs(b) == inf)", "nan"},
    {"pow-of-minus-zero-to-odd-negative", Builtin::pow, "(a == 0.0) & (b < 0.0) & (r == -inf)", "inf"},
    {"pow-of-zero-to-negative", Builtin::pow, "(a == 0.0) & (b < 0.0) & (r == inf)", "nan"},
    {"pow-of-zero-to-minus-infinity", Builtin::pow, "(a == 0.0) & (b == -inf)", "nan"},
    {"pow-of-minus-zero-to-odd-positive", Builtin::pow, "(a == 0.0) & (b > 0.0) & (bits(r) != 0)", "0.0"},
    {"pow-of-zero-to-positive", Builtin::pow, "(a == 0.0) & (b > 0.0)", "nan"},
    {"pow-of-negative-to-fraction", Builtin::pow, "(a < 0.0) & (abs(a) < inf) & (b != floor(b))", "pow(-a, b)"},
    {"pow-to-minus-infinity", Builtin::pow, "(b == -inf) & (abs(a) < 1.0)", "0.0"},
    {"pow-of-more-than-one-to-minus-infinity", Builtin::pow, "(b == -inf) & (abs(a) > 1.0)", "inf"},
    {"pow-to-infinity", Builtin::pow, "(b == inf) & (abs(a) < 1.0)", "inf"},
    {"pow-of-more-than-one-to-infinity", Builtin::pow, "(b == inf) & (abs(a) > 1.0)", "nan"},
    {"pow-of-minus-infinity-to-odd-negative", Builtin::pow, "(a == -inf) & (b < 0.0) & (bits(r) != 0)", "0.0"},
    {"pow-of-minus-infinity-to-negative", Builtin::pow, "(a == -inf) & (b < 0.0) & (bits(r) == 0)", "-0.0"},
    {"pow-of-minus-infinity-to-odd-positive", Builtin::pow, "(a == -inf) & (b > 0.0) & (r < 0.0)", "inf"},
    {"pow-of-minus-infinity-to-positive", Builtin::pow, "(a == -inf) & (b > 0.0) & (r > 0.0)", "-inf"},
    {"pow-of-infinity-to-negative", Builtin::pow, "(a == inf) & (b < 0.0)", "-0.0"},
    {"pow-of-infinity-to-positive", Builtin::pow, "(a == inf) & (b > 0.0)", "nan"},
    {"pow-of-nan", Builtin::pow, "(a != a) & (b != 0.0)", "1.0"},
};

}  // namespace

Faults conversion_faults() {
    Faults faults;
    for (const ValueRow& row : conversion_rows) faults.push_back(fault_of(row));
    add_bounds(faults);
    add_approximations(faults);
    for (const Special& special : specials)
        faults.push_back(fault_of({id_of({special.id, "wrong"}),
                                   "num-27 builtin-5",
                                   {special.builtin, floats},
                                   fmt::format("where({}, {}, r)", special.when, special.wrong)}));
    return faults;
}

}  // namespace phobos::mutation
