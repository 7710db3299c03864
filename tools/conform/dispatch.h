// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace phobos::tools {

/// phobos-conform: its first word is a command, the others are the command's.
int conform_main(std::span<const char* const> words);

}  // namespace phobos::tools
