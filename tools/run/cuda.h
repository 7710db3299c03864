// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "tools/run/engines.h"

namespace phobos::tools {

/// Fails with the reason where no kernel can run on a GPU: no driver, no such device, no compiler of its own.
Result<std::unique_ptr<engine::Engine>, std::string> make_cuda(const EngineOptions& given);

}  // namespace phobos::tools
