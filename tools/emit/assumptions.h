// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/outcome.h"
#include "lang/base/result.h"
#include "lang/program/facts.h"
#include "lang/program/program.h"
#include "tools/emit/options.h"

namespace phobos::tools {

/// What --dim, --multiple and --align say of this kernel. Fails for a name that it does not have, and for what no
/// launch can keep.
Result<program::LaunchAssumptions, engine::LaunchError> assumptions_of(const program::Program& program,
                                                                       const EmitOptions& options);

}  // namespace phobos::tools
