// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lang/program/facts.h"

namespace phobos::launch {

/// Whether a launch of which `actual` holds keeps what a text was emitted for. What `actual` does not say is not kept.
bool keeps(const program::LaunchAssumptions& assumed, const program::LaunchAssumptions& actual);

}  // namespace phobos::launch
