// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace phobos::host {

/// What a library of kernels offers: a ph::host::Attach and, for each kernel, a ph::host::Entry.
inline constexpr const char* attach_name = "phobos_attach";
inline std::string entry_name(const std::string& kernel) { return "phobos_run_" + kernel; }

}  // namespace phobos::host
