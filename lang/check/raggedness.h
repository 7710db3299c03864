// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lang/diagnostics/list.h"
#include "lang/program/program.h"

namespace phobos::check {

/// Hints where the zeros of a slice that may reach outside its tensor or tile change what follows (tile-53).
diagnostics::List ragged_hints(const program::Program& program);

}  // namespace phobos::check
