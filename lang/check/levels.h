// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lang/diagnostics/list.h"
#include "lang/program/checked_program.h"
#include "lang/program/program.h"

namespace phobos::check {

struct LevelAnalysis {
    program::Levels levels;
    diagnostics::List diagnostics;  ///< operations that stand where their level rule forbids them
};

/// The least solution of chapter 08 over one program.
LevelAnalysis analyse_levels(const program::Program& program);

}  // namespace phobos::check
