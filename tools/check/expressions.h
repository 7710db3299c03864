// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lang/program/program.h"

namespace phobos::tools {

/// Every expression of a program, an outer one before its operands, those in the bodies of calls included.
std::vector<const program::Expression*> all_expressions(const program::Program& program);

}  // namespace phobos::tools
