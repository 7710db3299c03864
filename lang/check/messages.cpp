// SPDX-License-Identifier: Apache-2.0
#include "lang/check/messages.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "lang/syntax/printer.h"

namespace phobos::check {

std::string spelling(const program::Type& type) {
    std::string element = fmt::format("`{}`", spelling(type.element));
    switch (type.form) {
        case program::Form::nothing: return "no value";
        case program::Form::scalar: return element;
        case program::Form::tile: return fmt::format("a tile of {} [{}]", element, fmt::join(type.shape.axes(), ", "));
        case program::Form::run:
            return type.elements == 0 ? "a run of " + element : fmt::format("a run of {} {}", type.elements, element);
    }
    return element;
}

std::string count_of(std::size_t count, std::string_view thing) {
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string source_of(const syntax::Expression& expression) { return syntax::print(expression); }

std::string converted(ScalarType type, const syntax::Expression& expression) {
    return fmt::format("{}({})", spelling(type), source_of(expression));
}

diagnostics::Fix conversion_fix(ScalarType type, const syntax::Expression& expression) {
    return {expression.span, converted(type, expression), fmt::format("convert it to `{}`", spelling(type))};
}

std::optional<ScalarType> common_type(ScalarType left, ScalarType right) {
    if (!is_number(left) || !is_number(right)) return std::nullopt;
    if (is_float(left) != is_float(right)) return is_float(left) ? left : right;
    if (bits(left) != bits(right)) return bits(left) > bits(right) ? left : right;
    if (left == right || bits(left) == 32) return left;
    return is_float(left) ? ScalarType::f32 : ScalarType::i32;
}

}  // namespace phobos::check
