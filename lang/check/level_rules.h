// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lang/program/program.h"
#include "lang/vocabulary/builtins.h"
#include "lang/vocabulary/context.h"
#include "lang/vocabulary/level.h"

/// The level of a value by what computes it: chapter 08, "Expressions", one function per rule. Operators, conversions,
/// elementwise builtins, loads and runs (level-14, level-15) are the plain join of their operands.
namespace phobos::check::level_rules {

/// level-9 to level-11
constexpr Level context(ContextField field) { return row(field).level; }

/// level-12
constexpr Level atomic() { return Level::varying; }

/// level-13
constexpr Level loop_variable(Level start, Level step) { return join(start, step); }

/// level-16, level-17
constexpr Level collective(Scope scope, Level operand) {
    if (scope == Scope::threads || operand == Level::uniform) return Level::uniform;
    return Level::warp_uniform;
}

/// level-17
constexpr Level ballot(Level predicate) { return collective(Scope::lanes, predicate); }

/// level-18, level-19
constexpr Level shuffle(program::ShuffleKind kind, Level value, Level selector) {
    if (value != Level::varying) return value;
    if (kind == program::ShuffleKind::lane && selector != Level::varying) return Level::warp_uniform;
    return Level::varying;
}

/// level-45, level-46: the highest control level an operation of this scope may stand at
constexpr Level highest_control(Scope scope) { return scope == Scope::lanes ? Level::warp_uniform : Level::uniform; }

}  // namespace phobos::check::level_rules
