// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/io/error.h"
#include "lang/base/result.h"
#include "lang/check/check.h"
#include "lang/source/source_file.h"
#include "tools/common/command_line.h"

namespace phobos::tools {

/// The text of a source; "-" is the standard input. Above the limit of a source the beginning is enough, since the
/// checker refuses it. Fails where the file cannot be read, or a stream is longer than that.
Result<SourceFile, io::Error> read_source(const std::string& path);

/// What `--set NAME=V` and `--lanes N` say; both options are shared by every program that reads a source.
std::vector<Option> target_options();

/// The settings in the order of the command line. Fails on a malformed word or a name given twice.
Result<std::vector<check::Setting>, std::string> parse_settings(const Arguments& arguments);

/// The width, if one is given. Fails on another one than 32 and 64.
Result<std::optional<int>, std::string> parse_lanes(const Arguments& arguments);

/// An integer of 64 bits, in decimal or after 0x; nothing for any other text.
std::optional<std::int64_t> parse_integer(std::string_view text);

}  // namespace phobos::tools
