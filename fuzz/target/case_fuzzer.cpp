// SPDX-License-Identifier: Apache-2.0
// Any bytes are read as a case; what is refused is refused with a reason.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/io/case.h"
#include "lang/base/assert.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace phobos;
    const auto read = io::parse_case({reinterpret_cast<const char*>(data), size});
    PHOBOS_ASSERT(read.has_value() || !read.error().text.empty());
    return 0;
}
