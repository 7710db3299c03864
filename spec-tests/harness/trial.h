// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/enclosure.h"
#include "engine/engine.h"
#include "lang/base/result.h"
#include "lang/check/check.h"
#include "spec-tests/harness/suite.h"
#include "spec-tests/harness/verdict.h"

namespace phobos::harness {

/// Ends a run that goes wrong and would not end.
inline constexpr std::uint64_t most_steps = 200'000'000;

/// One launch of a case at one width, up to where an engine runs it: `bind` has accepted it.
struct Trial {
    const LoadedCase* loaded;
    const io::CaseLaunch* launch;  ///< of the case
    const program::CheckedProgram* kernel;
    engine::Launch given;
};

/// The case's source at one width.
check::Checked checked(const LoadedCase& loaded, int lanes, const std::vector<io::NamedValue>& settings);

/// The kernel that the case is about; null where it must name one.
const program::CheckedProgram* find_kernel(const io::Case& expectations, const check::Checked& checked);

/// What is wrong with how a launch was refused, if the case does not say so.
Judgement judge_launch_error(const LoadedCase& loaded, const engine::LaunchError& error);

/// Whether the launch is judged by enclosures that are to be computed.
bool wants_enclosures(const io::CaseLaunch& launch);

/// By parameter; or why there are none.
Result<std::vector<engine::Enclosure>, std::string> enclose(const Trial& trial, engine::Encloser& encloser);

/// Judges what a launch left. The enclosures are those of `enclose` where the launch wants them, otherwise none.
Judgement judge_run(const Trial& trial, const engine::Ran& ran, std::span<const engine::Enclosure> enclosures);

}  // namespace phobos::harness
