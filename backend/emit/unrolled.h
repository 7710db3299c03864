// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lang/program/program.h"

namespace phobos::emit {

/// By LocalId: whether the local is a constant wherever it is used, once the loops that the program asks to unroll are:
/// their variables, where all of their turns are written out, and what is computed from such and constants alone.
[[nodiscard]] std::vector<bool> unrolled_locals(const program::Program& program);

/// Whether an expression is one where these locals are.
[[nodiscard]] bool is_constant(const program::Expression& expression, const std::vector<bool>& constants);

}  // namespace phobos::emit
