// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

#include "lang/base/result.h"
#include "tools/conform/suite_options.h"

namespace phobos::tools {

/// The ids that a file lists: one on a line, `#` begins a comment. Fails with what is wrong and on which line: a text
/// that is no id, an id that the suite does not have, an id that is listed twice.
Result<std::set<std::string>, std::string> parse_expected_failures(std::string_view text,
                                                                   std::span<const ChosenCase> suite);

}  // namespace phobos::tools
