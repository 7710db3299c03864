// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "engine/engine.h"
#include "spec-tests/protocol/messages.h"

namespace phobos::adapter {

/// An argument lies where no launch can have it.
struct Misplaced {
    std::string text;
};

/// The launch that a request asks for, its arguments matched with the parameters by name; of those in one buffer the
/// longest owns its memory and the others lie in it. What is wrong with it as a launch of this kernel is told as
/// io::resolve does; the rest is left to engine::bind.
std::variant<engine::Launch, engine::LaunchError, Misplaced> launch_of(const program::Program& program,
                                                                       const protocol::RunRequest& run);

/// The request's buffers as a run left them.
std::vector<protocol::Buffer> buffers_after(const program::Program& program, const engine::Launch& launch,
                                            const protocol::RunRequest& run, const engine::Ran& ran);

}  // namespace phobos::adapter
