// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fuzz/mutation/fault.h"
#include "lang/program/program.h"
#include "lang/vocabulary/builtins.h"
#include "lang/vocabulary/operators.h"
#include "lang/vocabulary/scalar_type.h"

/// Faults of values, written in the language itself: an operation of a program, and the text that is computed in its
/// place. What is wrong can so be read, and every form of operand (scalar, run, tile) follows from one text.
namespace phobos::mutation {

// --- what is replaced ---

struct Conversion {};
struct CollectiveOf {
    CollectiveOperator op;
    Scope scope;
};
struct BallotOf {};
struct SumOfRun {};
struct ElementOfRun {};
struct WordOfRun {};
/// `x * y + z` as it is written: the operands are x, y and z.
struct ProductAndSum {};
struct AtomicOf {
    program::AtomicOperator op;
};
/// A builtin of BuiltinFamily::tile. It has no operands for the text, only its result.
struct TileFunctionOf {
    Builtin builtin;
};
/// An element or run of a tensor or tile that is read; no operands.
struct ElementRead {};
using Operation =
    std::variant<UnaryOperator, BinaryOperator, Builtin, Conversion, CollectiveOf, program::ShuffleKind, BallotOf,
                 SumOfRun, ElementOfRun, WordOfRun, ProductAndSum, AtomicOf, TileFunctionOf, ElementRead>;

/// A set of scalar types.
struct Types {
    std::uint16_t bits = 0;

    [[nodiscard]] constexpr bool has(ScalarType type) const { return (bits >> static_cast<unsigned>(type) & 1) != 0; }
    friend constexpr Types operator|(Types a, Types b) { return {static_cast<std::uint16_t>(a.bits | b.bits)}; }
};
constexpr Types only(ScalarType type) { return {static_cast<std::uint16_t>(1U << static_cast<unsigned>(type))}; }
inline constexpr Types f16 = only(ScalarType::f16);
inline constexpr Types bf16 = only(ScalarType::bf16);
inline constexpr Types f32 = only(ScalarType::f32);
inline constexpr Types f64 = only(ScalarType::f64);
inline constexpr Types i8 = only(ScalarType::i8);
inline constexpr Types u8 = only(ScalarType::u8);
inline constexpr Types i32 = only(ScalarType::i32);
inline constexpr Types u32 = only(ScalarType::u32);
inline constexpr Types i64 = only(ScalarType::i64);
inline constexpr Types boolean = only(ScalarType::boolean);
inline constexpr Types narrow_floats = f16 | bf16;
inline constexpr Types floats = narrow_floats | f32 | f64;
inline constexpr Types below_i64 = i8 | u8 | i32 | u32;
inline constexpr Types signed_integers = i8 | i32 | i64;
inline constexpr Types integers = below_i64 | i64;
inline constexpr Types numbers = floats | integers;
inline constexpr Types all_types = numbers | boolean;

/// An operation on a first operand of one of these types, with a result of one of those.
struct Pattern {
    Operation operation;
    Types of = all_types;
    Types to = all_types;
};

// --- what stands in its place ---

/// An expression, or the body of a function in braces, which is for scalars only. In it `a`, `b`, `c` are the operands
/// (of an atomic: the value, and the expected one), `r` is the result that would be right, and these words stand for
/// what the operation has: `T`, `U`, `V` the types of the operands, `R` that of the result; `LEAST_T`, `GREATEST_T`
/// and `_R` the bounds of an integer type or the finite ones of a float, `NORMAL_T` the least normal value, `WIDTH_T`
/// the bits, `UNSIGNED_T` the unsigned type of the same width, `LANES` ctx.lanes.
struct Replacement {
    Pattern pattern;
    std::string text;
};

/// Puts the text in the place of every operation that the pattern describes. Whether there was one.
bool replace(program::Program& program, const Replacement& replacement);

}  // namespace phobos::mutation
