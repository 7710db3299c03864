// SPDX-License-Identifier: Apache-2.0
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <thread>

#include "backend/nvrtc/worker.h"

namespace {

/// Ends the process when the other side of the stream is gone, also while it compiles.
void end_with_the_pool() {
    struct pollfd stream{STDIN_FILENO, POLLRDHUP, 0};
    while (::poll(&stream, 1, -1) < 0 && errno == EINTR) continue;
    ::_exit(0);
}

}  // namespace

/// phobos-nvrtc-worker: compiles the texts of one WorkerPool, which starts it with a socket as its standard input.
int main() {
    std::thread(end_with_the_pool).detach();
    return phobos::nvrtc::serve(STDIN_FILENO);
}
