// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lang/diagnostics/list.h"
#include "lang/program/checked_program.h"
#include "lang/source/source_file.h"
#include "lang/syntax/tree.h"

namespace phobos::check {

/// The machine a program is checked for: constant expressions see it.
struct Target {
    int lanes = 32;
};
/// An autotune constant set at launch.
struct Setting {
    std::string name;
    std::int64_t value;
};

struct Checked {
    std::vector<program::CheckedProgram> kernels;  ///< in the order of the source; empty when there are errors
    diagnostics::List diagnostics;
};

/// Judges a file by every static rule of docs/spec for one target.
Checked check(const syntax::File& file, Target target, const std::vector<Setting>& settings);

/// Lexes, parses and checks.
Checked check(const SourceFile& source, Target target, const std::vector<Setting>& settings);

}  // namespace phobos::check
