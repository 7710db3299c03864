// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "lang/check/check.h"
#include "spec-tests/protocol/messages.h"

/// An implementation in this process as an adapter.
namespace phobos::adapter {

/// What answers: a checker and an engine.
struct Implementation {
    std::string name;
    std::string version;
    /// As check::check.
    std::function<check::Checked(const SourceFile&, check::Target, const std::vector<check::Setting>&)> check;
    engine::Engine* engine;
    engine::Checks checks;                    ///< that it offers
    std::optional<std::vector<int>> lanes{};  ///< other widths are refused
    int jobs = 1;
    /// Told of every launch that a kernel is asked for, empty where the arguments are none of its parameters, with the
    /// error that refuses it; may refuse it by another, or not at all: then it is answered without being run.
    std::function<void(const program::Program&, const engine::Launch&, std::optional<engine::LaunchError>&)>
        judge_launch{};
};

/// The answer to a request.
protocol::Answer answer(const Implementation& implementation, const protocol::Request& request);

/// Answers line by line until bye or the end of the input; `read` gives the next line, nothing at the end, and `write`
/// takes a line without its end.
void serve(const Implementation& implementation, const std::function<std::optional<std::string>()>& read,
           const std::function<void(std::string_view)>& write);

/// The same on the standard input and output.
void serve(const Implementation& implementation);

}  // namespace phobos::adapter
