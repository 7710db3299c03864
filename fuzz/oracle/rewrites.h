// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "fuzz/oracle/judge.h"
#include "fuzz/oracle/way.h"

/// Metamorphic oracles: a case written in another way leaves the same, whoever runs it.
namespace phobos::fuzz {

/// The case in another form; the parameters it had stay in their places, and what it leaves in their tensors is the
/// same. Nothing where the form does not apply, or is no valid program.
std::optional<Trial> rewritten(const Trial& trial, Rewrite rewrite);

}  // namespace phobos::fuzz
