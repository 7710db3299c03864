// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace phobos {

/// Everything that is called by a reserved name, conversions (spelled like their type) excepted.
enum class Builtin : std::uint8_t {
    // elementwise: scalars, runs and tiles
    minimum,
    maximum,
    abs,
    fma,
    exp,
    log,
    tanh,
    sin,
    cos,
    pow,
    sqrt,
    rsqrt,
    round,
    floor,
    ceil,
    trunc,
    where,
    popcount,
    clz,
    byteperm,
    dp4a,
    bits,
    float_bits,
    f16bits,
    // queries
    extent,
    program_id,
    // consumers of runs; `sum` with `<over ..>` is a collective
    sum,
    elem,
    word,
    store,
    // collectives only
    prod,
    bit_and,
    bit_or,
    bit_xor,
    any,
    all,
    // lanes of one warp
    shuffle,
    shuffle_xor,
    shuffle_up,
    shuffle_down,
    ballot,
    // order
    barrier,
    warp_barrier,
    grid_barrier,
    // atomics
    atomic_add,
    atomic_min,
    atomic_max,
    atomic_and,
    atomic_or,
    atomic_xor,
    atomic_exchange,
    atomic_cas,
    // tiles
    dot,
    dot_t,
    rowsum,
    rowmax,
    rowmin,
    rowargmax,
    cumsum,
    tril,
    transpose,
    flat,
    iota,
    generate,
    tmax,
    tmin,
};

/// What the checker and every engine dispatch on first.
enum class BuiltinFamily : std::uint8_t { elementwise, query, run, collective, shuffle, order, atomic, tile };

/// How argument types decide the result type; T is one type for all arguments named T.
enum class TypeRule : std::uint8_t {
    number,          ///< (T...) -> T, numbers
    floating,        ///< (T...) -> T, floats
    integer_to_i32,  ///< (T) -> i32, integers
    select,          ///< (bool, T, T) -> T, any type
    bytes_u32,       ///< (u32, u32, u32) -> u32
    byte_dot,        ///< (u32|i32, u32|i32, T) -> T, T is u32 or i32
    float_to_bits,   ///< f16, bf16, f32 -> u32; f64 -> i64
    u32_to_f32,
    u32_to_f16,
    special,  ///< a case of its own in the checker
};

struct BuiltinRow {
    Builtin builtin;
    std::string_view spelling;
    BuiltinFamily family;
    TypeRule rule;
    std::uint8_t min_arguments;
    std::uint8_t max_arguments;
};

inline constexpr std::array builtins{
    BuiltinRow{Builtin::minimum, "min", BuiltinFamily::elementwise, TypeRule::number, 2, 2},
    BuiltinRow{Builtin::maximum, "max", BuiltinFamily::elementwise, TypeRule::number, 2, 2},
    BuiltinRow{Builtin::abs, "abs", BuiltinFamily::elementwise, TypeRule::number, 1, 1},
    BuiltinRow{Builtin::fma, "fma", BuiltinFamily::elementwise, TypeRule::floating, 3, 3},
    BuiltinRow{Builtin::exp, "exp", BuiltinFamily::elementwise, TypeRule::floating, 1, 1},
    BuiltinRow{Builtin::log, "log", BuiltinFamily::elementwise, TypeRule::floating, 1, 1},
    BuiltinRow{Builtin::tanh, "tanh", BuiltinFamily::elementwise, TypeRule::floating, 1, 1},
    BuiltinRow{Builtin::sin, "sin", BuiltinFamily::elementwise, TypeRule::floating, 1, 1},
    BuiltinRow{Builtin::cos, "cos", BuiltinFamily::elementwise, TypeRule::floating, 1, 1},
    BuiltinRow{Builtin::pow, "pow", BuiltinFamily::elementwise, TypeRule::floating, 2, 2},
    BuiltinRow{Builtin::sqrt, "sqrt", BuiltinFamily::elementwise, TypeRule::floating, 1, 1},
    BuiltinRow{Builtin::rsqrt, "rsqrt", BuiltinFamily::elementwise, TypeRule::floating, 1, 1},
    BuiltinRow{Builtin::round, "round", BuiltinFamily::elementwise, TypeRule::floating, 1, 1},
    BuiltinRow{Builtin::floor, "floor", BuiltinFamily::elementwise, TypeRule::floating, 1, 1},
    BuiltinRow{Builtin::ceil, "ceil", BuiltinFamily::elementwise, TypeRule::floating, 1, 1},
    BuiltinRow{Builtin::trunc, "trunc", BuiltinFamily::elementwise, TypeRule::floating, 1, 1},
    BuiltinRow{Builtin::where, "where", BuiltinFamily::elementwise, TypeRule::select, 3, 3},
    BuiltinRow{Builtin::popcount, "popcount", BuiltinFamily::elementwise, TypeRule::integer_to_i32, 1, 1},
    BuiltinRow{Builtin::clz, "clz", BuiltinFamily::elementwise, TypeRule::integer_to_i32, 1, 1},
    BuiltinRow{Builtin::byteperm, "byteperm", BuiltinFamily::elementwise, TypeRule::bytes_u32, 3, 3},
    BuiltinRow{Builtin::dp4a, "dp4a", BuiltinFamily::elementwise, TypeRule::byte_dot, 3, 3},
    BuiltinRow{Builtin::bits, "bits", BuiltinFamily::elementwise, TypeRule::float_to_bits, 1, 1},
    BuiltinRow{Builtin::float_bits, "float_bits", BuiltinFamily::elementwise, TypeRule::u32_to_f32, 1, 1},
    BuiltinRow{Builtin::f16bits, "f16bits", BuiltinFamily::elementwise, TypeRule::u32_to_f16, 1, 1},
    BuiltinRow{Builtin::extent, "extent", BuiltinFamily::query, TypeRule::special, 2, 2},
    BuiltinRow{Builtin::program_id, "program_id", BuiltinFamily::query, TypeRule::special, 1, 1},
    BuiltinRow{Builtin::sum, "sum", BuiltinFamily::run, TypeRule::special, 1, 1},
    BuiltinRow{Builtin::elem, "elem", BuiltinFamily::run, TypeRule::special, 2, 2},
    BuiltinRow{Builtin::word, "word", BuiltinFamily::run, TypeRule::special, 2, 2},
    BuiltinRow{Builtin::store, "store", BuiltinFamily::run, TypeRule::special, 2, 2},
    BuiltinRow{Builtin::prod, "prod", BuiltinFamily::collective, TypeRule::special, 1, 1},
    BuiltinRow{Builtin::bit_and, "and", BuiltinFamily::collective, TypeRule::special, 1, 1},
    BuiltinRow{Builtin::bit_or, "or", BuiltinFamily::collective, TypeRule::special, 1, 1},
    BuiltinRow{Builtin::bit_xor, "xor", BuiltinFamily::collective, TypeRule::special, 1, 1},
    BuiltinRow{Builtin::any, "any", BuiltinFamily::collective, TypeRule::special, 1, 1},
    BuiltinRow{Builtin::all, "all", BuiltinFamily::collective, TypeRule::special, 1, 1},
    BuiltinRow{Builtin::shuffle, "shuffle", BuiltinFamily::shuffle, TypeRule::special, 2, 2},
    BuiltinRow{Builtin::shuffle_xor, "shuffle_xor", BuiltinFamily::shuffle, TypeRule::special, 2, 2},
    BuiltinRow{Builtin::shuffle_up, "shuffle_up", BuiltinFamily::shuffle, TypeRule::special, 2, 2},
    BuiltinRow{Builtin::shuffle_down, "shuffle_down", BuiltinFamily::shuffle, TypeRule::special, 2, 2},
    BuiltinRow{Builtin::ballot, "ballot", BuiltinFamily::shuffle, TypeRule::special, 1, 1},
    BuiltinRow{Builtin::barrier, "barrier", BuiltinFamily::order, TypeRule::special, 0, 0},
    BuiltinRow{Builtin::warp_barrier, "warp_barrier", BuiltinFamily::order, TypeRule::special, 0, 0},
    BuiltinRow{Builtin::grid_barrier, "grid_barrier", BuiltinFamily::order, TypeRule::special, 1, 1},
    BuiltinRow{Builtin::atomic_add, "atomic_add", BuiltinFamily::atomic, TypeRule::special, 3, 6},
    BuiltinRow{Builtin::atomic_min, "atomic_min", BuiltinFamily::atomic, TypeRule::special, 3, 6},
    BuiltinRow{Builtin::atomic_max, "atomic_max", BuiltinFamily::atomic, TypeRule::special, 3, 6},
    BuiltinRow{Builtin::atomic_and, "atomic_and", BuiltinFamily::atomic, TypeRule::special, 3, 6},
    BuiltinRow{Builtin::atomic_or, "atomic_or", BuiltinFamily::atomic, TypeRule::special, 3, 6},
    BuiltinRow{Builtin::atomic_xor, "atomic_xor", BuiltinFamily::atomic, TypeRule::special, 3, 6},
    BuiltinRow{Builtin::atomic_exchange, "atomic_exchange", BuiltinFamily::atomic, TypeRule::special, 3, 6},
    BuiltinRow{Builtin::atomic_cas, "atomic_cas", BuiltinFamily::atomic, TypeRule::special, 4, 7},
    BuiltinRow{Builtin::dot, "dot", BuiltinFamily::tile, TypeRule::special, 2, 2},
    BuiltinRow{Builtin::dot_t, "dot_t", BuiltinFamily::tile, TypeRule::special, 2, 2},
    BuiltinRow{Builtin::rowsum, "rowsum", BuiltinFamily::tile, TypeRule::special, 1, 1},
    BuiltinRow{Builtin::rowmax, "rowmax", BuiltinFamily::tile, TypeRule::special, 1, 1},
    BuiltinRow{Builtin::rowmin, "rowmin", BuiltinFamily::tile, TypeRule::special, 1, 1},
    BuiltinRow{Builtin::rowargmax, "rowargmax", BuiltinFamily::tile, TypeRule::special, 1, 1},
    BuiltinRow{Builtin::cumsum, "cumsum", BuiltinFamily::tile, TypeRule::special, 1, 1},
    BuiltinRow{Builtin::tril, "tril", BuiltinFamily::tile, TypeRule::special, 1, 1},
    BuiltinRow{Builtin::transpose, "transpose", BuiltinFamily::tile, TypeRule::special, 1, 1},
    BuiltinRow{Builtin::flat, "flat", BuiltinFamily::tile, TypeRule::special, 1, 1},
    BuiltinRow{Builtin::iota, "iota", BuiltinFamily::tile, TypeRule::special, 1, 1},
    BuiltinRow{Builtin::generate, "generate", BuiltinFamily::tile, TypeRule::special, 1, 16},
    BuiltinRow{Builtin::tmax, "tmax", BuiltinFamily::tile, TypeRule::special, 2, 2},
    BuiltinRow{Builtin::tmin, "tmin", BuiltinFamily::tile, TypeRule::special, 2, 2},
};

constexpr const BuiltinRow& row(Builtin builtin) { return builtins[static_cast<std::size_t>(builtin)]; }
constexpr std::string_view spelling(Builtin builtin) { return row(builtin).spelling; }
constexpr BuiltinFamily family(Builtin builtin) { return row(builtin).family; }

constexpr std::optional<Builtin> builtin(std::string_view spelling) {
    for (const BuiltinRow& entry : builtins)
        if (entry.spelling == spelling) return entry.builtin;
    return std::nullopt;
}

/// Names of the older language that get a message of their own instead of "unknown function".
inline constexpr std::array<std::string_view, 2> retired_builtins{"qdot_t", "qmma_t"};

/// The operation of `op<over ctx.lane>(e)` and `op<over ctx.thread>(e)`.
enum class CollectiveOperator : std::uint8_t { sum, prod, minimum, maximum, bit_and, bit_or, bit_xor, any, all };

/// Operand types a collective takes; the result has the operand's type.
enum class OperandClass : std::uint8_t { number, integer_or_bool, boolean };

struct CollectiveRow {
    CollectiveOperator op;
    Builtin name;
    OperandClass operands;
};

inline constexpr std::array collectives{
    CollectiveRow{CollectiveOperator::sum, Builtin::sum, OperandClass::number},
    CollectiveRow{CollectiveOperator::prod, Builtin::prod, OperandClass::number},
    CollectiveRow{CollectiveOperator::minimum, Builtin::minimum, OperandClass::number},
    CollectiveRow{CollectiveOperator::maximum, Builtin::maximum, OperandClass::number},
    CollectiveRow{CollectiveOperator::bit_and, Builtin::bit_and, OperandClass::integer_or_bool},
    CollectiveRow{CollectiveOperator::bit_or, Builtin::bit_or, OperandClass::integer_or_bool},
    CollectiveRow{CollectiveOperator::bit_xor, Builtin::bit_xor, OperandClass::integer_or_bool},
    CollectiveRow{CollectiveOperator::any, Builtin::any, OperandClass::boolean},
    CollectiveRow{CollectiveOperator::all, Builtin::all, OperandClass::boolean},
};

constexpr const CollectiveRow& row(CollectiveOperator op) { return collectives[static_cast<std::size_t>(op)]; }
constexpr std::string_view spelling(CollectiveOperator op) { return spelling(row(op).name); }

constexpr std::optional<CollectiveOperator> collective(Builtin name) {
    for (const CollectiveRow& entry : collectives)
        if (entry.name == name) return entry.op;
    return std::nullopt;
}

/// The threads a collective runs over.
enum class Scope : std::uint8_t { lanes, threads };

constexpr std::string_view spelling(Scope scope) { return scope == Scope::lanes ? "ctx.lane" : "ctx.thread"; }

}  // namespace phobos
