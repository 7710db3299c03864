// SPDX-License-Identifier: Apache-2.0
#include "interp/meaning/arithmetic_loops.h"

namespace phobos::interp::meaning {

template BinaryLoops arithmetic_loops<std::int8_t>(Isa, BinaryOperator);
template BinaryLoops arithmetic_loops<std::uint8_t>(Isa, BinaryOperator);
template BinaryLoops arithmetic_loops<std::int32_t>(Isa, BinaryOperator);
template BinaryLoops arithmetic_loops<std::uint32_t>(Isa, BinaryOperator);
template BinaryLoops arithmetic_loops<std::int64_t>(Isa, BinaryOperator);

}  // namespace phobos::interp::meaning
