// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "interp/meaning/arithmetic.h"
#include "interp/meaning/dispatch.h"

namespace phobos::interp::meaning {

template <class T>
BinaryLoops arithmetic_loops(Isa isa, BinaryOperator op) {
    constexpr bool number = !std::is_same_v<T, Bool>;
    constexpr bool integer = std::integral<T>;
    constexpr bool bitwise = integer || std::is_same_v<T, Bool>;
    if constexpr (number) {
        if (op == BinaryOperator::add) return binary<Add, T>(isa);
        if (op == BinaryOperator::subtract) return binary<Subtract, T>(isa);
        if (op == BinaryOperator::multiply) return binary<Multiply, T>(isa);
        if (op == BinaryOperator::divide) return binary<Divide, T>(isa);
    }
    if constexpr (integer) {
        if (op == BinaryOperator::remainder) return binary<Remainder, T>(isa);
        if (op == BinaryOperator::shift_left) return binary<ShiftLeft, T>(isa);
        if (op == BinaryOperator::shift_right) return binary<ShiftRight, T>(isa);
    }
    if constexpr (bitwise) {
        if (op == BinaryOperator::bit_and) return binary<BitAnd, T>(isa);
        if (op == BinaryOperator::bit_or) return binary<BitOr, T>(isa);
        if (op == BinaryOperator::bit_xor) return binary<BitXor, T>(isa);
    }
    return {};
}

}  // namespace phobos::interp::meaning
