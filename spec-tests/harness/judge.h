// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/enclosure.h"
#include "engine/engine.h"
#include "spec-tests/harness/suite.h"
#include "spec-tests/harness/verdict.h"

namespace phobos::harness {

/// An engine, which of the checks it offers, and what computes enclosures to judge it by.
struct Subject {
    engine::Engine& engine;
    engine::Checks offers;
    engine::Encloser& encloser;
};

enum class LevelChecking : std::uint8_t { off, on };

/// Judges a case at every width it holds at. With LevelChecking::on every claimed level is checked on the way, and a
/// case that runs nothing is skipped.
Judgement judge(const LoadedCase& loaded, const Subject& subject, LevelChecking levels);

}  // namespace phobos::harness
