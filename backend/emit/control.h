// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/emit/emitter.h"

/// Branches and loops: chapter 04.
namespace phobos::emit {

void branch(Emission& e, const program::If& node);
void counted_loop(Emission& e, const program::For& node);
void conditional_loop(Emission& e, const program::While& node);

}  // namespace phobos::emit
