// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "lang/diagnostics/list.h"

namespace phobos::diagnostics {

/// The program that reports, as SARIF names it.
struct ToolName {
    std::string_view name;
    std::string_view version;
};

/// The findings in several files as a SARIF 2.1.0 log of one run: every code of the table is a rule, notes are related
/// locations, columns are UTF-16 code units. Valid UTF-8 whatever the sources hold.
std::string to_sarif(std::span<const Findings> files, const ToolName& tool);

}  // namespace phobos::diagnostics
