// SPDX-License-Identifier: Apache-2.0
#include "interp/meaning/arithmetic.h"
#include "interp/meaning/dispatch.h"

namespace phobos::interp::meaning {

template <class T>
BinaryLoops comparison_loops(Isa isa, BinaryOperator op) {
    if (op == BinaryOperator::equal) return binary<Equal, T>(isa);
    if (op == BinaryOperator::not_equal) return binary<NotEqual, T>(isa);
    if constexpr (!std::is_same_v<T, Bool>) {
        if (op == BinaryOperator::less) return binary<Less, T>(isa);
        if (op == BinaryOperator::less_equal) return binary<LessEqual, T>(isa);
        if (op == BinaryOperator::greater) return binary<Greater, T>(isa);
        if (op == BinaryOperator::greater_equal) return binary<GreaterEqual, T>(isa);
    }
    return {};
}

template BinaryLoops comparison_loops<F16>(Isa, BinaryOperator);
template BinaryLoops comparison_loops<Bf16>(Isa, BinaryOperator);
template BinaryLoops comparison_loops<float>(Isa, BinaryOperator);
template BinaryLoops comparison_loops<double>(Isa, BinaryOperator);
template BinaryLoops comparison_loops<std::int8_t>(Isa, BinaryOperator);
template BinaryLoops comparison_loops<std::uint8_t>(Isa, BinaryOperator);
template BinaryLoops comparison_loops<std::int32_t>(Isa, BinaryOperator);
template BinaryLoops comparison_loops<std::uint32_t>(Isa, BinaryOperator);
template BinaryLoops comparison_loops<std::int64_t>(Isa, BinaryOperator);
template BinaryLoops comparison_loops<Bool>(Isa, BinaryOperator);

}  // namespace phobos::interp::meaning
