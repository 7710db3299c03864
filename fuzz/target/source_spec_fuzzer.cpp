// SPDX-License-Identifier: Apache-2.0
// The text after --in NAME=: recipes give a tensor of the type and shape asked for, twice the same, or an error.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>

#include "engine/io/source.h"
#include "lang/base/assert.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace phobos;
    constexpr std::uint64_t limit_bytes = 4096;
    const auto source = io::parse_source_spec({reinterpret_cast<const char*>(data), size});
    if (!source) {
        PHOBOS_ASSERT(!source.error().text.empty());
        return 0;
    }
    const auto* recipe = std::get_if<io::RecipeSource>(&*source);
    if (recipe == nullptr) return 0;
    for (const ScalarTypeRow& type : scalar_types) {
        const auto first = io::load(*source, type.type, limit_bytes);
        const auto second = io::load(*source, type.type, limit_bytes);
        PHOBOS_ASSERT(first.has_value() == second.has_value());
        if (!first) continue;
        PHOBOS_ASSERT(*first == *second);
        PHOBOS_ASSERT(first->element() == type.type && first->shape() == recipe->shape);
    }
    return 0;
}
