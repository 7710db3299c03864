// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "engine/io/trace.h"
#include "lang/base/result.h"
#include "tools/common/command_line.h"

namespace phobos::tools {

/// A trace file, or that it cannot be read (exit code 4).
Result<io::Trace, Stop> load_trace(const std::string& path);

/// A failure of ours with files: exit code 4, and its code.
Stop input_failure(const io::Error& error);

/// "block 0, 0, 0; warp 1; k.ph:3:5: load X, lanes 0-31 at 0 + 1 * lane".
std::string text_of(const io::TraceRow& row, const io::TraceManifest& manifest);

/// A line of the source that the manifest has; the empty text where there is none.
std::string_view line_text(const io::TraceManifest& manifest, std::uint32_t line);

}  // namespace phobos::tools
