// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "lang/base/result.h"
#include "spec-tests/harness/trial.h"
#include "spec-tests/protocol/messages.h"

/// Cases as requests to an implementation, and what it left as what the harness judges.
namespace phobos::runner {

/// The bytes before and behind the memory of each argument that has its own. They hold junk that must stay.
inline constexpr std::uint64_t guard_bytes = 256;

/// The case's source at a width.
protocol::Program program_of(const harness::LoadedCase& loaded, int lanes, const std::vector<io::NamedValue>& settings);

/// The trial with junk in every element that has no value: negative numbers, neither 0 nor 1 nor NaN, other ones in
/// each place. An element that is not written is told by them.
harness::Trial with_junk(harness::Trial trial);

/// The launch of a trial with junk.
protocol::RunRequest request_of(const harness::Trial& trial);

/// A launch that does not fit its kernel, such as one without an argument, as it stands in the case. Fails where it
/// cannot be said in a request, with the reason.
Result<protocol::RunRequest, std::string> misfit_request_of(const harness::LoadedCase& loaded,
                                                            const io::CaseLaunch& launch,
                                                            const program::Program& program);

/// What is left of the buffers that the request sent, as a run that finished.
engine::Ran ran_of(const harness::Trial& trial, const protocol::RunRequest& request,
                   const protocol::Finished& finished);

/// The first parameter that the kernel does not write and whose memory is another now, if there is one.
std::optional<std::string> changed_input(const harness::Trial& trial, const protocol::RunRequest& request,
                                         const protocol::Finished& finished);

}  // namespace phobos::runner
