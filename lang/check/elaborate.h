// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lang/check/check.h"
#include "lang/program/program.h"

namespace phobos::check {

struct Elaborated {
    std::vector<program::Program> kernels;  ///< those without an error, in the order of the source
    diagnostics::List diagnostics;
};

/// Resolves names, types and constants and expands functions: every static rule but those of chapter 08.
Elaborated elaborate(const syntax::File& file, Target target, const std::vector<Setting>& settings);

}  // namespace phobos::check
