// SPDX-License-Identifier: Apache-2.0
#include "backend/launch/refusal.h"

#include <fmt/format.h>

namespace phobos::launch {

std::optional<engine::Unsupported> refusal(std::string_view engine, const engine::Settings& settings) {
    const auto refuse = [&](const char* what, std::string_view does_not) {
        return engine::Unsupported{what, fmt::format("the engine \"{}\" does not {}", engine, does_not)};
    };
    if (settings.checks.races) return refuse("check races", "look for races");
    if (settings.checks.uninitialised) return refuse("check uninit", "track what is written");
    if (settings.checks.levels) return refuse("check levels", "check levels, the engine \"reference\" does");
    if (settings.limits.steps) return refuse("limit of steps", "count steps");
    return std::nullopt;
}

}  // namespace phobos::launch
