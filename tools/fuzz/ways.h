// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "fuzz/oracle/way.h"
#include "lang/base/result.h"
#include "tools/run/engines.h"

namespace phobos::tools {

/// Engines and the ways in which they run cases, the first of which says what is right.
struct Contest {
    std::vector<std::unique_ptr<engine::Engine>> engines;
    std::vector<fuzz::Way> ways;
    std::map<const engine::Engine*, EngineOptions> made_with{};  ///< those that compile
};

/// The ways of the named engines, `reference` first where it is one of them. Fails with the reason why an engine is not
/// available here; the names are known.
Result<Contest, std::string> make_contest(std::span<const std::string> engines);

/// "reference,interp" as names of engines, each once. Fails with what is wrong with the list.
Result<std::vector<std::string>, std::string> parse_engines(std::string_view list);

}  // namespace phobos::tools
