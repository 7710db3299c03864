// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <span>

#include "tools/conform/dispatch.h"

int main(int argc, char** argv) {
    return phobos::tools::conform_main(std::span<const char* const>(argv, static_cast<std::size_t>(argc)));
}
