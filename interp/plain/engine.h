// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "engine/engine.h"
#include "interp/plain/level_check.h"
#include "interp/plain/races.h"
#include "interp/plain/schedule.h"
#include "lang/program/program.h"
#include "lang/vocabulary/level.h"

namespace phobos::plain {

/// The engine "reference": each thread for itself, block after block, obvious and slow. It checks unwritten elements,
/// races and levels when asked. Of a program without races every schedule gives the same, but for what the order of
/// atomics decides (coll-33) and for which of several faults is met.
std::unique_ptr<engine::Engine> make_engine(Schedule schedule = Schedule::ascending);

struct Observed {
    engine::Ran ran;
    LevelPrecision precision;  ///< filled where settings.checks.levels
};

/// Runs a program like engine::run. The claims, by ExpressionId, are what settings.checks.levels compares the values
/// with; none are needed otherwise. The race rules are what settings.checks.races goes by.
Observed observe(const program::Program& program, std::span<const Level> claims, const engine::Launch& launch,
                 const engine::Settings& settings, const RaceRules& race_rules = {});

}  // namespace phobos::plain
