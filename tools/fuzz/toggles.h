// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "fuzz/oracle/judge.h"
#include "tools/fuzz/ways.h"

namespace phobos::tools {

/// Judges a case that failed in the named way once more with one thing otherwise, the index-th that the engine of the
/// way may do otherwise: "accesses by elements differs", "-O0 of ptxas agrees". The first is the way as it was. What
/// differs alike is probably one defect. `before` is told the thing alone, before anything is run. Empty where there is
/// no such thing or no such way.
///
/// The process must run nothing else afterwards where kernels run on a device: one that fails there may take the device
/// from whatever else of the process uses it.
std::string judge_toggle(const fuzz::Trial& trial, std::string_view way, const Contest& contest, std::size_t index,
                         const std::function<void(std::string_view thing)>& before);

}  // namespace phobos::tools
