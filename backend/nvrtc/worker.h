// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace phobos::nvrtc {

/// Answers the jobs of a WorkerPool that come on a stream, until it ends: first a Setup, then a Job at a time, each in
/// a frame and answered by a frame. The exit code: 0, or 1 where the stream is no pool's.
int serve(int stream);

}  // namespace phobos::nvrtc
