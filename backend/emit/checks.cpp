// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string_view>

#include "backend/emit/emitter.h"
#include "lang/base/assert.h"

namespace phobos::emit {

namespace {

/// The checking function of an operator that is undefined for some operands (num-3, num-5).
std::string_view checking_function(BinaryOperator op) {
    switch (op) {
        case BinaryOperator::divide: return "divide";
        case BinaryOperator::remainder: return "remainder";
        case BinaryOperator::shift_left: return "shift_left";
        case BinaryOperator::shift_right: return "shift_right";
        case BinaryOperator::logical_or:
        case BinaryOperator::logical_and:
        case BinaryOperator::bit_or:
        case BinaryOperator::bit_xor:
        case BinaryOperator::bit_and:
        case BinaryOperator::equal:
        case BinaryOperator::not_equal:
        case BinaryOperator::less:
        case BinaryOperator::less_equal:
        case BinaryOperator::greater:
        case BinaryOperator::greater_equal:
        case BinaryOperator::add:
        case BinaryOperator::subtract:
        case BinaryOperator::multiply: break;
    }
    PHOBOS_ASSERT(false);
    return {};
}

}  // namespace

bool may_fault(BinaryOperator op, ScalarType operand) {
    if (shape(op) == OperatorShape::shift) return true;
    return is_integer(operand) && (op == BinaryOperator::divide || op == BinaryOperator::remainder);
}

Text checked_binary(Emission&, BinaryOperator op, ScalarType operand, program::SiteId site, const Text& left,
                    const Text& right) {
    PHOBOS_ASSERT(may_fault(op, operand));
    return {.text = fmt::format("faults.{}({}, {}, {})", checking_function(op), site.index, left.text, right.text)};
}

void check_step(Emission& e, program::SiteId site, ScalarType, const Text& start, const Text& end, const Text& step) {
    e.writer.line(fmt::format("faults.step({}, {}, {}, {});", site.index, start.text, end.text, step.text));
}

}  // namespace phobos::emit
