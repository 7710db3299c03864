// SPDX-License-Identifier: Apache-2.0
// A .npy file that is read is written and read again to the same tensor, whatever element type is asked for.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/io/npy.h"
#include "lang/base/assert.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace phobos;
    const auto view = std::as_bytes(std::span(data, size));
    for (const std::optional<ScalarType> wanted : {std::optional<ScalarType>(), std::optional(ScalarType::bf16)}) {
        const auto tensor = io::read_npy({view.begin(), view.end()}, wanted);
        if (!tensor) {
            PHOBOS_ASSERT(!tensor.error().text.empty());
            continue;
        }
        PHOBOS_ASSERT(!wanted || tensor->element() == *wanted);
        const auto again = io::read_npy(io::encode_npy(*tensor), tensor->element());
        PHOBOS_ASSERT(again.has_value());
        PHOBOS_ASSERT(*again == *tensor);
    }
    return 0;
}
