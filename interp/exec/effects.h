// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "lang/program/program.h"

namespace phobos::interp {

/// Whether evaluating has an effect that another operand could see.
bool has_effects(const program::Expression& expression);
bool any_has_effects(std::span<const program::Expression> expressions);

/// Whether evaluating can neither trap nor wait nor have an effect, so that lanes that do not need the value may
/// compute it too.
bool is_total(const program::Expression& expression);

/// Whether statements, or functions that they call, write to a tensor or tile.
bool write_memory(std::span<const program::Statement> statements);
/// Whether they write to this one.
bool write_to(std::span<const program::Statement> statements, const program::Buffer& buffer);
/// Whether evaluating reads or writes this one.
bool touches(const program::Expression& expression, const program::Buffer& buffer);

}  // namespace phobos::interp
