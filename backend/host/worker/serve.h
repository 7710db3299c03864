// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace phobos::host {

/// Runs the kernels that are asked for over the socket until its other end is closed; then, also amid a kernel, the
/// process ends.
void serve(int socket);

}  // namespace phobos::host
