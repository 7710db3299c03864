// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include "engine/io/trace.h"
#include "tools/common/command_line.h"

namespace phobos::tools {

/// The trace as JSON in the form of Chrome's trace events, piece by piece: a process is a block, a thread a warp, and
/// time is the number of the event. tools/trace/chrome.schema.json describes it.
void write_chrome(const io::Trace& trace, const std::function<void(std::string_view)>& write);

CommandLine export_command_line();
ExitCode export_trace(const Arguments& arguments);

}  // namespace phobos::tools
