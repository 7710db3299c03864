// SPDX-License-Identifier: Apache-2.0
#include "interp/meaning/arithmetic_loops.h"

namespace phobos::interp::meaning {

template BinaryLoops arithmetic_loops<F16>(Isa, BinaryOperator);
template BinaryLoops arithmetic_loops<Bf16>(Isa, BinaryOperator);
template BinaryLoops arithmetic_loops<float>(Isa, BinaryOperator);
template BinaryLoops arithmetic_loops<double>(Isa, BinaryOperator);
template BinaryLoops arithmetic_loops<Bool>(Isa, BinaryOperator);

}  // namespace phobos::interp::meaning
