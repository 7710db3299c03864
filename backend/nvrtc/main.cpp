// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "backend/nvrtc/worker.h"
#include "backend/process/helper.h"

/// phobos-nvrtc-worker: compiles the texts of one WorkerPool, which starts it with a socket as its standard input.
int main(int argc, char** argv) {
    if (argc > 1) {
        fmt::print(stderr, "phobos-nvrtc-worker: '{}': it takes no words, and a pool of compilers alone starts it\n",
                   argv[1]);
        return 2;
    }
    phobos::process::end_with(STDIN_FILENO);
    return phobos::nvrtc::serve(STDIN_FILENO);
}
