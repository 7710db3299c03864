// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "engine/engine.h"
#include "interp/plain/level_check.h"
#include "lang/program/program.h"
#include "lang/vocabulary/level.h"

namespace phobos::plain {

/// The engine "reference": each thread for itself, block after block, obvious and slow. It checks unwritten elements
/// and levels when asked; a launch that asks for races is Unsupported.
std::unique_ptr<engine::Engine> make_engine();

struct Observed {
    engine::Ran ran;
    LevelPrecision precision;  ///< filled where settings.checks.levels
};

/// Runs a program like engine::run. The claims, by ExpressionId, are what settings.checks.levels compares the values
/// with; none are needed otherwise.
Observed observe(const program::Program& program, std::span<const Level> claims, const engine::Launch& launch,
                 const engine::Settings& settings);

}  // namespace phobos::plain
