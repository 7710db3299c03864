// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/engine.h"
#include "fuzz/mutation/fault.h"
#include "lang/check/check.h"
#include "lang/source/source_file.h"

/// A whole implementation with one planted fault: what an adapter serves.
namespace phobos::mutation {

/// What it looks for while it runs a kernel, as an adapter and where cases are tried.
inline constexpr engine::Checks offered_checks{.uninitialised = true, .races = true, .levels = false};

/// As check::check, with the fault where it is one of the front end.
check::Checked faulty_check(const Fault& fault, const SourceFile& source, check::Target target,
                            const std::vector<check::Setting>& settings);

/// The plain evaluator, with the fault where it is one of an engine. The fault outlives it.
std::unique_ptr<engine::Engine> make_faulty_engine(const Fault& fault);

/// Which launches it refuses: `error` is what a right implementation says of the launch, and what this one says.
void judge_launch(const Fault& fault, const program::Program& program, const engine::Launch& launch,
                  std::optional<engine::LaunchError>& error);

}  // namespace phobos::mutation
