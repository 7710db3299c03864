// SPDX-License-Identifier: Apache-2.0
#include "backend/host/worker/protocol.h"
#include "backend/host/worker/serve.h"

int main() { phobos::host::serve(phobos::host::worker_socket); }
