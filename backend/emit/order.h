// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "lang/program/program.h"

namespace phobos::emit {

/// What the order of evaluation can tell of an expression. Values of scalars cannot change under one: functions see
/// copies.
enum class Order : std::uint8_t {
    free,   ///< gives the same whenever it is evaluated; it may fault, and lanes may meet in it
    reads,  ///< reads memory that the kernel writes
    acts,   ///< writes memory, or is a barrier of the CTA
};

/// By ExpressionId.
[[nodiscard]] std::vector<Order> orders_of(const program::Program& program);

}  // namespace phobos::emit
