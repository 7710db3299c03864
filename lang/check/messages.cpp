// SPDX-License-Identifier: Apache-2.0
#include "lang/check/messages.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <utility>
#include <vector>

#include "lang/base/overloaded.h"
#include "lang/syntax/printer.h"

namespace phobos::check {

std::string spelling(const program::Extent& extent, const program::Program& program) {
    return std::visit(Overloaded{
                          [](std::int64_t value) { return fmt::to_string(value); },
                          [&](program::DimId dim) { return fmt::format("`{}`", program.dims[dim.index].name); },
                      },
                      extent);
}

std::string extents_of(const program::TileShape& shape) {
    std::vector<std::string> extents;
    for (const std::int32_t extent : shape.axes()) extents.push_back(extent == 0 ? "?" : fmt::to_string(extent));
    return fmt::format("{}", fmt::join(extents, ", "));
}

std::string spelling(const program::Type& type) {
    std::string element = fmt::format("`{}`", spelling(type.element));
    switch (type.form) {
        case program::Form::nothing: return "no value";
        case program::Form::scalar: return element;
        case program::Form::tile: return fmt::format("a tile of {} [{}]", element, extents_of(type.shape));
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

namespace {

/// The digits of a literal like `1.0`, which is an integer in all but its form; empty for any other expression.
std::string_view whole_digits(const syntax::Expression& expression) {
    const auto* literal = std::get_if<syntax::FloatLiteral>(&expression.node);
    if (literal == nullptr) return "";
    const std::string_view text = literal->text;
    const std::string_view digits = text.substr(0, text.find_first_not_of("0123456789"));
    const std::string_view rest = text.substr(digits.size());
    return rest.starts_with('.') && rest.find_first_not_of('0', 1) == std::string_view::npos ? digits : "";
}

}  // namespace

diagnostics::Fix conversion_fix(ScalarType type, const syntax::Expression& expression) {
    const std::string_view digits = is_integer(type) ? whole_digits(expression) : "";
    if (!digits.empty()) return {expression.span, std::string(digits), "write an integer"};
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
