// SPDX-License-Identifier: Apache-2.0
// Any text is read as each thing that a command line gives: a grid, and a scalar or constant of every type.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/io/grid_expression.h"
#include "engine/io/literal.h"
#include "engine/io/value_text.h"
#include "lang/base/assert.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace phobos;
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    const std::array names{io::NamedValue{"N", 1000}, io::NamedValue{"R", 0}, io::NamedValue{"ctx.lanes", 32}};
    const auto grid = io::parse_grid(text);
    PHOBOS_ASSERT(grid.has_value() || !grid.error().text.empty());
    if (grid)
        for (const io::GridExpression& extent : *grid) {
            const auto value = extent.evaluate(names);
            PHOBOS_ASSERT(value.has_value() || !value.error().text.empty());
        }
    for (const ScalarTypeRow& type : scalar_types) {
        const auto fits = [&](const auto& read) {
            PHOBOS_ASSERT(!read.has_value() || type.bits == 64 || read->bits >> (8 * type.bytes) == 0);
            PHOBOS_ASSERT(read.has_value() || !read.error().text.empty());
        };
        if (!text.empty() && io::literal_length(text) == text.size()) fits(io::exact_bits(text, type.type));
        fits(io::parse_bits(text, type.type));
        if (io::is_literal(text)) fits(io::literal_bits(text, type.type));
    }
    return 0;
}
