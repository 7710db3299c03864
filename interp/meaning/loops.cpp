// SPDX-License-Identifier: Apache-2.0
#include "interp/meaning/loops.h"

#include "interp/meaning/arithmetic.h"
#include "interp/meaning/dispatch.h"

namespace phobos::interp::meaning {

Isa best_isa() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("x86-64-v4")) return Isa::x86_64_v4;
    if (__builtin_cpu_supports("x86-64-v3")) return Isa::x86_64_v3;
#endif
    return Isa::baseline;
}

BinaryLoops binary_loops(Isa isa, BinaryOperator op, ScalarType operands) {
    return with_host_type(operands, [&]<class T>() -> BinaryLoops {
        switch (shape(op)) {
            case OperatorShape::logical: return {};
            case OperatorShape::comparison: return comparison_loops<T>(isa, op);
            case OperatorShape::bitwise:
            case OperatorShape::shift:
            case OperatorShape::arithmetic: return arithmetic_loops<T>(isa, op);
        }
        return {};
    });
}

UnaryLoop unary_loop(Isa isa, UnaryOperator op, ScalarType operand) {
    return with_host_type(operand, [&]<class T>() -> UnaryLoop {
        switch (op) {
            case UnaryOperator::negate:
                if constexpr (!std::is_same_v<T, Bool>) return unary<Negate, T>(isa);
                return nullptr;
            case UnaryOperator::logical_not:
                if constexpr (std::is_same_v<T, Bool>) return unary<LogicalNot, T>(isa);
                return nullptr;
            case UnaryOperator::bit_not:
                if constexpr (std::integral<T>) return unary<BitNot, T>(isa);
                return nullptr;
        }
        return nullptr;
    });
}

}  // namespace phobos::interp::meaning
