// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "engine/launch.h"
#include "engine/outcome.h"

namespace phobos::launch {

/// What a launch asks for that emitted text does not offer, if it does; `engine` is who says so.
std::optional<engine::Unsupported> refusal(std::string_view engine, const engine::Settings& settings);

}  // namespace phobos::launch
