// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backend/emit/emit.h"
#include "engine/launch.h"
#include "lang/program/program.h"

namespace phobos::launch {

/// Where a launch has its memory, as the kernel sees it.
struct Addresses {
    std::vector<std::uint64_t> tensors;  ///< by TensorId
    std::uint64_t fault_records = 0;     ///< of checked texts
};

/// The values of a kernel's parameters, 8 bytes each of which the first bytes are the value's. The launch is one that
/// engine::bind accepted, with the dims that it gave.
std::vector<std::uint64_t> packed(std::span<const emit::Parameter> parameters, const program::Program& program,
                                  const engine::Launch& launch, const engine::BoundDims& dims,
                                  const Addresses& addresses);

}  // namespace phobos::launch
