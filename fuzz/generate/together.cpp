// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "fuzz/generate/kernel_generator.h"

namespace phobos::fuzz {

/// What the threads of a warp or CTA find out together, where control flow and the asked level allow it.
std::optional<Expression> KernelGenerator::together(Need need) {
    if (control() == Level::varying || need.level == Level::uniform) {
        if (control() != Level::uniform || need.level != Level::uniform) return std::nullopt;
        return collective_of(need, Scope::threads);
    }
    if (need.type == ScalarType::i64 && random_.chance(40))
        return call("ballot", list(expression({ScalarType::boolean, Level::varying, need.depth - 1})));
    if (random_.chance(45)) return shuffle(need);
    const bool whole = control() == Level::uniform && random_.chance(50);
    return collective_of(need, whole ? Scope::threads : Scope::lanes);
}

Expression KernelGenerator::collective_of(Need need, Scope scope) {
    for (;;) {
        const CollectiveRow& row = random_.pick(collectives);
        const bool boolean = need.type == ScalarType::boolean;
        if (row.operands == OperandClass::number && boolean) continue;
        if (row.operands == OperandClass::integer_or_bool && is_float(need.type)) continue;
        if (row.operands == OperandClass::boolean && !boolean) continue;
        Expression operand = expression({need.type, Level::varying, need.depth - 1});
        if (row.op == CollectiveOperator::sum)
            operand =
                summand(need.type, std::move(operand), static_cast<double>(scope == Scope::lanes ? lanes_ : threads()));
        if (row.op == CollectiveOperator::prod) operand = sign(need.type, std::move(operand));
        return collective(spelling(row.op), scope, std::move(operand));
    }
}

Expression KernelGenerator::shuffle(Need need) {
    constexpr std::array kinds{Builtin::shuffle, Builtin::shuffle_xor, Builtin::shuffle_up, Builtin::shuffle_down};
    const Builtin kind = random_.pick(kinds);
    // A warp-uniform result asks for a warp-uniform value, or one lane for all.
    const bool one_lane = kind == Builtin::shuffle && need.level == Level::warp_uniform && random_.chance(70);
    const Level value_level = one_lane ? Level::varying : need.level;
    const Level selector_level = one_lane ? Level::warp_uniform : Level::varying;
    Expression value = expression({need.type, value_level, need.depth - 1});
    Expression selector = random_.chance(40) ? integer(random_.between(0, 70))
                                             : expression({any_integer(), selector_level, need.depth - 2});
    return call(spelling(kind), list(std::move(value), std::move(selector)));
}

}  // namespace phobos::fuzz
