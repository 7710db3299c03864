// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/domain.h"

#include "interp/plain/scalar.h"
#include "lang/base/assert.h"

namespace phobos::plain {

Trouble told(ArithmeticFault fault, Operand left, Operand right) {
    switch (fault) {
        case ArithmeticFault::division_by_zero: return engine::divided_by_zero(integer_value(left));
        case ArithmeticFault::bad_shift: return engine::shifted_too_far(integer_value(right), bits(left.type));
        case ArithmeticFault::undecided: return Undecided{};
    }
    PHOBOS_ASSERT(false);
}

}  // namespace phobos::plain
