// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/text.h"

#include <fmt/format.h>

namespace phobos::emit {

std::string bracketed(const Text& text, Precedence least) {
    return text.precedence < least ? fmt::format("({})", text.text) : text.text;
}

Text call(std::string_view function, std::span<const Text> arguments) {
    std::string list;
    for (const Text& argument : arguments) list += (list.empty() ? "" : ", ") + argument.text;
    return {fmt::format("{}({})", function, list)};
}

}  // namespace phobos::emit
