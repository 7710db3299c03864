// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "lang/vocabulary/builtins.h"
#include "lang/vocabulary/operators.h"
#include "lang/vocabulary/scalar_type.h"

/// The meanings of chapter 05 and 07 over contiguous lanes: one loop for each shape, compiled for three levels of the
/// processor. Every level gives the same bits.
namespace phobos::interp::meaning {

/// What the loops may use of the processor.
enum class Isa : std::uint8_t { baseline, x86_64_v3, x86_64_v4 };

/// The highest level this processor has.
Isa best_isa();

// `n` elements of contiguous memory; `out` may be an operand's own memory where element sizes agree.
using UnaryLoop = void (*)(const void* a, void* out, std::size_t n);
using BinaryLoop = void (*)(const void* a, const void* b, void* out, std::size_t n);
using TernaryLoop = void (*)(const void* a, const void* b, const void* c, void* out, std::size_t n);

/// One operation for the three ways its operands may lie: both vectors, or one of them a single element.
struct BinaryLoops {
    BinaryLoop vector_vector = nullptr;
    BinaryLoop vector_scalar = nullptr;
    BinaryLoop scalar_vector = nullptr;
};

// Null loops where the language has no such operation.

/// Every operator but && and ||; the type is the operands', a shift count included.
BinaryLoops binary_loops(Isa isa, BinaryOperator op, ScalarType operands);
UnaryLoop unary_loop(Isa isa, UnaryOperator op, ScalarType operand);
UnaryLoop convert_loop(Isa isa, ScalarType from, ScalarType to);
/// Builtins of one argument.
UnaryLoop unary_loop(Isa isa, Builtin builtin, ScalarType argument);
/// min, max, pow
BinaryLoops binary_loops(Isa isa, Builtin builtin, ScalarType arguments);
/// fma, where, byteperm, dp4a; the type is that of the last argument
TernaryLoop ternary_loop(Isa isa, Builtin builtin, ScalarType last);

}  // namespace phobos::interp::meaning
