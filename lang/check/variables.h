// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lang/program/program.h"

namespace phobos::check {

/// By LocalId: whether the local is assigned after its declaration. The others have one value in each scope.
std::vector<bool> reassigned_locals(const program::Program& program);

}  // namespace phobos::check
