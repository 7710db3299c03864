// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/launch.h"
#include "lang/program/facts.h"
#include "lang/program/program.h"

namespace phobos::engine {

/// What engines may specialise code for: the residue modulo 128 of every dim and of the address of every tensor, but no
/// value of a dim, so that launches of other sizes may share the code. `bind` has accepted the launch and given `dims`.
program::LaunchAssumptions assumptions_of(const program::Program& program, const Launch& launch, const BoundDims& dims);

/// What code that is compiled for more than one launch assumes of it: of dims whether they are multiples of 16, of
/// addresses their residue modulo 16.
program::LaunchAssumptions specialisation_of(const program::LaunchAssumptions& actual);

/// By TensorId: where the first element of the argument lies, in bytes from a multiple of 256 on.
std::vector<std::int64_t> addresses_of(const program::Program& program, const Launch& launch);

}  // namespace phobos::engine
