// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "lang/diagnostics/list.h"

namespace phobos::diagnostics {

/// The findings in several files as one JSON object (docs/diagnostics.md describes it): valid UTF-8 whatever the
/// sources hold, lines and columns from 1, columns in characters.
std::string to_json(std::span<const Findings> files);

}  // namespace phobos::diagnostics
