// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/io/case.h"
#include "engine/io/case_reader.h"

namespace phobos::io {

/// 32 and 64, each once.
std::vector<int> read_lanes(const CaseValue& value);
/// An object of integers.
std::vector<NamedValue> read_named_integers(const CaseValue& value, std::int64_t least);
/// One launch of a case of the given kind, which holds at `lanes` and has `settings`.
CaseLaunch read_launch(const CaseValue& value, CaseKind kind, const std::vector<int>& lanes,
                       const std::vector<NamedValue>& settings);

}  // namespace phobos::io
