// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lang/base/result.h"
#include "spec-tests/protocol/adapter.h"
#include "tools/common/command_line.h"

namespace phobos::tools {

/// `--adapter`, `--one-shot` and `--budget`, which all commands share that ask an implementation.
std::vector<Option> adapter_options();

/// Fails with exit code 2 and what is malformed. `program`: as in "phobos-conform run".
Result<protocol::AdapterOptions, Stop> read_adapter_options(const Arguments& arguments, std::string_view program);

}  // namespace phobos::tools
