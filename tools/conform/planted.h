// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/common/command_line.h"

/// The commands about planted faults: they are carried out by phobos-mutants, a program of its own that stands beside
/// this one, so that no fault is linked into what users run.
namespace phobos::tools {

CommandLine mutants_of_suite_command_line();
/// phobos-conform mutants
ExitCode mutants_of_suite(const Arguments& arguments);

CommandLine coverage_command_line();
/// phobos-conform coverage
ExitCode coverage_of_suite(const Arguments& arguments);

CommandLine explain_command_line();
/// phobos-conform explain
ExitCode explain_case(const Arguments& arguments);

}  // namespace phobos::tools
