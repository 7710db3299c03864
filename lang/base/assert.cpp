// SPDX-License-Identifier: Apache-2.0
#include "lang/base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace phobos {

void fail_assertion(const char* condition, const char* file, int line) {
    std::fprintf(stderr,
                 "internal error: %s does not hold at %s:%d\nthis is a bug of Phobos Reference, please report it\n",
                 condition, file, line);
    std::fflush(nullptr);
    std::_Exit(5);
}

}  // namespace phobos
