// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "backend/emit/tile.h"
#include "lang/base/assert.h"
#include "lang/base/overloaded.h"
#include "lang/program/children.h"

// Elements of tile expressions: chapter 10, element by element.
namespace phobos::emit {

namespace {

using namespace program;

/// `i * 64 + j` with the distances of the axes; 0 where all places are.
std::string linear(std::span<const std::int64_t> strides, const Places& places) {
    std::string text;
    for (std::size_t axis = 0; axis < places.size(); ++axis) {
        if (places[axis] == "0") continue;
        text += fmt::format("{}{}", text.empty() ? "" : " + ", places[axis]);
        if (strides[axis] != 1) text += fmt::format(" * {}", strides[axis]);
    }
    return text.empty() ? "0" : text;
}

/// Of rows that are `row` elements apart.
std::array<std::int64_t, 4> strides_of(const TileShape& shape, std::int64_t row) {
    std::array<std::int64_t, 4> strides{};
    std::int64_t stride = 1;
    for (std::size_t axis = shape.rank; axis-- > 0;) {
        strides[axis] = stride;
        stride *= axis + 1 == shape.rank ? row : shape.extents[axis];
    }
    return strides;
}

/// The places of element `number`, which is a C++ int.
Places places_of(const TileShape& shape, const std::string& number) {
    Places places;
    const auto strides = strides_of(shape, shape.axes().back());
    for (std::size_t axis = 0; axis < shape.rank; ++axis) {
        if (shape.extents[axis] == 1) {
            places.emplace_back("0");
            continue;
        }
        std::string place = strides[axis] == 1 ? number : fmt::format("{} / {}", number, strides[axis]);
        const bool is_outermost = strides[axis] * shape.extents[axis] == shape.elements();
        if (!is_outermost) place += fmt::format(" % {}", shape.extents[axis]);
        places.push_back(place == number ? place : fmt::format("({})", place));
    }
    return places;
}

/// Where the operand's element lies that takes part in the result's at the places (tile-21).
Places broadcast(const TileShape& operand, const Places& places) {
    Places found = places;
    for (std::size_t axis = 0; axis < operand.rank; ++axis)
        if (operand.extents[axis] == 1) found[axis] = "0";
    return found;
}

Text slice_element(const Emission& e, const Expression& value, const Slice& slice, const Places& places) {
    if (slice.starts.empty()) return buffer_value(e, e.tile.plan.buffer_of(std::get<TileId>(slice.buffer)), places);
    const std::string& window = e.tile.windows.at(slice.starts.front().id);
    PHOBOS_ASSERT(places.size() == value.type.shape.rank);
    return {.text = fmt::format("{}.load({})", window, fmt::join(places, ", "))};
}

Text function_element(Emission& e, const Expression& value, const TileFunction& function, const Places& places) {
    if (function.builtin == Builtin::iota) return {.text = fmt::format("i32({})", places[1])};
    const Expression& operand = function.arguments[0];
    if (function.builtin == Builtin::transpose) return element(e, operand, {places[1], places[0]});
    if (function.builtin == Builtin::flat)
        return element(e, operand, broadcast(operand.type.shape, places_of(operand.type.shape, places[1])));
    PHOBOS_ASSERT(function.builtin == Builtin::tril);  // others have a step
    const std::array arguments{Text{.text = fmt::format("{} <= {}", places[1], places[0])}, element(e, operand, places),
                               literal(value.type.element, {})};
    return emit::apply(Builtin::where, arguments);
}

/// Integer / and %, << and >>, where faults are looked for (tile-51).
Text checked_element(Emission& e, const Expression& value, std::span<const Text> operands, const Places& places) {
    e.writer.line(fmt::format("faults.element({});", element_number(value.type.shape, places)));
    return keep(e, value.type.element, "value", apply_elementwise(e, value, operands));
}

Text elementwise(Emission& e, const Expression& value, const Places& places) {
    std::vector<Text> operands;
    for_each_child(value, [&](const Expression& operand) {
        const bool is_tile = operand.type.form == Form::tile;
        operands.push_back(element(e, operand, is_tile ? broadcast(operand.type.shape, places) : places));
    });
    const auto* const binary = std::get_if<Binary>(&value.node);
    if (e.checks() && binary != nullptr && binary->site) return checked_element(e, value, operands, places);
    return apply_elementwise(e, value, operands);
}

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool mentions(std::string_view text, std::string_view name) {
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        const bool begins = at == 0 || (!is_name_character(text[at - 1]) && text[at - 1] != '.');
        if (begins && (end == text.size() || !is_name_character(text[end]))) return true;
    }
    return false;
}

}  // namespace

std::string element_number(const TileShape& shape, const Places& places) {
    return linear(strides_of(shape, shape.axes().back()), places);
}

std::string buffer_element(const Emission& e, SharedId buffer, const Places& places) {
    if (e.tile.plan.resident(buffer)) return e.tile.elements.at(buffer);
    const SharedBuffer& layout = e.tile.plan.buffer(buffer);
    return fmt::format("{}[{}]", e.tile.buffers[buffer.index],
                       linear(strides_of(layout.shape, layout.row_stride), places));
}

Text buffer_value(const Emission& e, SharedId buffer, const Places& places) {
    if (e.tile.plan.resident(buffer)) return {.text = e.tile.elements.at(buffer), .is_plain = true};
    const bool is_boolean = e.tile.plan.buffer(buffer).element == ScalarType::boolean;
    return {.text = fmt::format("{}{}{}", is_boolean ? "bool(" : "", buffer_element(e, buffer, places),
                                is_boolean ? ")" : "")};
}

std::string extents_of(const TileShape& shape) { return fmt::format("{}", fmt::join(shape.axes(), ", ")); }

Text element(Emission& e, const Expression& value, const Places& places) {
    if (value.type.form == Form::tile) {
        const auto result = e.tile.plan.results.find(value.id);
        if (result != e.tile.plan.results.end()) return buffer_value(e, result->second, places);
        return computed_element(e, value, places);
    }
    if (const auto* const constant = std::get_if<Constant>(&value.node))
        return literal(value.type.element, constant->value);
    return e.tile.scalars.at(value.id);
}

Text computed_element(Emission& e, const Expression& value, const Places& places) {
    if (const auto* const slice = std::get_if<Slice>(&value.node)) return slice_element(e, value, *slice, places);
    if (const auto* const function = std::get_if<TileFunction>(&value.node))
        return function_element(e, value, *function, places);
    if (const auto* const generate = std::get_if<Generate>(&value.node)) {
        e.locals[generate->row.index] = e.names.declare(e.program().locals[generate->row.index].name);
        e.writer.line(fmt::format("const i32 {}({});", e.locals[generate->row.index], places[0]));
        e.locals[generate->column.index] = e.names.declare(e.program().locals[generate->column.index].name);
        e.writer.line(fmt::format("const i32 {}({});", e.locals[generate->column.index], places[1]));
        return generated_element(e, *generate, value.type.element);
    }
    return elementwise(e, value, places);
}

bool mentions(const std::vector<Line>& lines, const std::string& name) {
    return std::ranges::any_of(lines, [&](const Line& line) { return mentions(std::string_view(line.text), name); });
}

Places declare_places(Emission& e, const TileShape& shape) {
    constexpr std::array<std::string_view, 4> wishes{"i", "j", "k", "l"};
    Places places;
    for (std::size_t axis = 0; axis < shape.rank; ++axis)
        places.push_back(shape.extents[axis] == 1 ? "0" : e.names.declare(wishes[axis]));
    return places;
}

void open_elements(Emission& e, const TileShape& shape, const Places& places, const std::vector<Line>& lines) {
    const std::string name = e.names.declare("element");
    e.writer.open(fmt::format("for (ph::Elements<{}, {}> {}(ctx); {}.more(); {}.next()) {{", e.program().bounds.threads,
                              extents_of(shape), name, name, name));
    for (std::size_t axis = 0; axis < places.size(); ++axis)
        if (places[axis] != "0" && mentions(lines, places[axis]))
            e.writer.line(fmt::format("const int {} = {}.axis<{}>();", places[axis], name, axis));
}

void open_elements(Emission& e, SharedId resident, const Places& places, const std::vector<Line>& lines) {
    const auto declared = [&](const std::string& place) {
        return place != "0" && mentions(lines, place) ? "int " + place : "int";
    };
    e.writer.open(fmt::format("{}.for_each(ctx, [&]({}, {}, {}& {}) {{", e.tile.buffers[resident.index],
                              declared(places[0]), declared(places[1]), type_name(e.tile.plan.buffer(resident).element),
                              e.tile.elements.at(resident)));
}

}  // namespace phobos::emit
