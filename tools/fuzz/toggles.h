// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "fuzz/generate/generate.h"
#include "fuzz/oracle/verdict.h"
#include "fuzz/oracle/way.h"

namespace phobos::tools {

/// How a case that failed is judged with one thing otherwise, for each thing that the engine of the way may do
/// otherwise: "as it was differs, accesses by elements agrees, -O0 of ptxas differs". What differs alike is probably
/// one defect. Empty where no way of this engine is known.
std::string toggle_vector(const fuzz::Generated& given, const fuzz::Finding& finding, std::span<const fuzz::Way> ways);

}  // namespace phobos::tools
