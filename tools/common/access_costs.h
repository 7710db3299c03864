// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lang/base/json.h"
#include "lang/base/memory_cost.h"

namespace phobos::tools {

/// One member for each sum, and `conflicts`; docs/guide.md describes them.
Json json_of(const cost::AccessCosts& costs);

}  // namespace phobos::tools
