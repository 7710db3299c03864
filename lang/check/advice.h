// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "lang/program/program.h"
#include "lang/source/span.h"

namespace phobos::check {

/// What a condition tests though it is evaluated whatever the condition says.
struct TestedOperand {
    enum class Kind : std::uint8_t { divisor, subscript };
    Kind kind;
    Span span;
};

/// The first divisor or subscript of `arm` that is made of something that a comparison in `condition` is made of too.
std::optional<TestedOperand> tested_operand(const program::Expression& condition, const program::Expression& arm);

}  // namespace phobos::check
