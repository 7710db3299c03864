// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "tools/run/engines.h"

namespace phobos::tools {

/// Why no kernel can run on a GPU here, if none can: no driver, no device, no compiler of its own.
std::optional<std::string> cuda_obstacle(const EngineOptions& given);

/// There is no obstacle.
std::unique_ptr<engine::Engine> make_cuda(const EngineOptions& given);

}  // namespace phobos::tools
