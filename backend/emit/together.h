// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/emit/emitter.h"

/// What threads do together: chapter 09.
namespace phobos::emit {

[[nodiscard]] Text collective(Emission& e, const program::Collective& node);
[[nodiscard]] Text shuffle(Emission& e, const program::Shuffle& node);
[[nodiscard]] Text ballot(Emission& e, const program::Ballot& node);
[[nodiscard]] Text atomic(Emission& e, const program::Atomic& node);

/// Whether the program has a collective over threads, which needs the `scratch` of the text.
[[nodiscard]] bool needs_scratch(const program::Program& program);

}  // namespace phobos::emit
