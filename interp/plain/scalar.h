// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "interp/plain/arithmetic.h"
#include "lang/vocabulary/scalar_value.h"

namespace phobos::plain {

inline std::int64_t integer_value(Operand operand) { return phobos::integer_value(operand.type, operand.value); }

}  // namespace phobos::plain
