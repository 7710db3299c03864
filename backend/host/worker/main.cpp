// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstddef>
#include <cstdio>
#include <span>

#include "backend/host/worker/protocol.h"
#include "backend/host/worker/serve.h"
#include "backend/process/helper.h"

/// phobos-host-worker: runs the kernels of the host engine, which starts it with a socket as its standard input; and
/// is the helper of what else that starts.
int main(int argc, char** argv) {
    const auto words = std::span<const char* const>(argv, static_cast<std::size_t>(argc)).subspan(1);
    if (words.empty()) {
        phobos::host::serve(phobos::host::worker_socket);
        return 0;
    }
    if (const auto code = phobos::process::be_helper(words)) return *code;
    fmt::print(stderr, "phobos-host-worker: '{}' is no word of the host engine, which alone starts this program\n",
               words.front());
    return 2;
}
