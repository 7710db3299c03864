// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "lang/base/result.h"
#include "tools/common/command_line.h"

namespace phobos::tools {

/// The normative rules of the specification, in the order of its chapters: those of docs/spec beside the suite. Fails
/// with exit code 4 where there is none.
Result<std::vector<std::string>, Stop> rules_of_specification(const Arguments& arguments);

}  // namespace phobos::tools
