// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <variant>

#include "backend/emit/emitter.h"
#include "lang/base/overloaded.h"

namespace phobos::emit {

namespace {

Text axis_extent(Emission& e, const program::Buffer& buffer, std::size_t axis) {
    return std::visit(
        Overloaded{
            [&](program::TensorId id) { return extent(e, e.program().tensors[id.index].shape[axis]); },
            [&](program::TileId id) { return extent(e, std::int64_t{e.program().tiles[id.index].shape.axes()[axis]}); },
        },
        buffer);
}

/// run-4, run-17: each axis for itself
std::string write_guard(Emission& e, const program::Buffer& buffer, std::span<const Text> subscripts,
                        program::SiteId site, std::int32_t elements) {
    std::string condition;
    for (std::size_t axis = 0; axis < subscripts.size(); ++axis) {
        const bool is_run = elements > 1 && axis + 1 == subscripts.size();
        condition += fmt::format("{}faults.inside({}, {}, {}, {}{})", axis == 0 ? "" : " && ", site.index, axis,
                                 subscripts[axis].text, axis_extent(e, buffer, axis).text,
                                 is_run ? fmt::format(", {}", elements) : "");
    }
    std::string guard = e.names.declare("inside");
    e.writer.line(fmt::format("const bool {} = {};", guard, condition));
    return guard;
}

std::vector<Text> kept_subscripts(Emission& e, std::span<const Text> texts) {
    std::vector<Text> names;
    for (const Text& text : texts) names.push_back(keep(e, "i", text));
    return names;
}

/// stmt-14: the new value of a compound assignment
Text compound(Emission& e, const program::Store& node, BinaryOperator op, const Text& target, const Text& value) {
    const ScalarType element = element_type(e, node.buffer);
    return e.checks() && may_fault(op, element) ? checked_binary(e, op, element, node.site, target, value)
                                                : apply(op, element, target, value);
}

}  // namespace

Text keep(Emission& e, std::string_view wish, Text value) {
    if (value.is_plain) return value;
    std::string name = e.names.declare(wish);
    e.writer.line(fmt::format("const auto {} = {};", name, value.text));
    return {.text = std::move(name), .is_plain = true};
}

std::string_view buffer_name(const Emission& e, const program::Buffer& buffer) {
    return std::visit(Overloaded{
                          [&](program::TensorId id) { return std::string_view(e.tensors[id.index]); },
                          [&](program::TileId id) { return std::string_view(e.tiles[id.index]); },
                      },
                      buffer);
}

ScalarType element_type(const Emission& e, const program::Buffer& buffer) {
    return std::visit(Overloaded{
                          [&](program::TensorId id) { return e.program().tensors[id.index].element; },
                          [&](program::TileId id) { return e.program().tiles[id.index].element; },
                      },
                      buffer);
}

Place place(Emission& e, const program::Buffer& buffer, std::span<const Text> subscripts, program::SiteId site,
            std::int32_t elements) {
    Place place{std::string(buffer_name(e, buffer)), {}, {}};
    std::vector<Text> points(subscripts.begin(), subscripts.end());
    if (e.checks()) {  // which uses them twice, and once where not every lane comes
        points = kept_subscripts(e, subscripts);
        place.guard = write_guard(e, buffer, points, site, elements);
    }
    std::string list = points[0].text;  // run-5
    for (std::size_t axis = 1; axis < points.size(); ++axis)
        list += fmt::format(", {}, {}", axis_extent(e, buffer, axis).text, points[axis].text);
    place.offset = fmt::format("ph::at({})", list);
    return place;
}

Text load(Emission& e, const program::Expression& expression, const program::Load& node) {
    const Place from = place(e, node.buffer, operands(e, node.subscripts), node.site, 1);
    const ScalarType type = expression.type.element;
    const std::string element = fmt::format("{}[{}]", from.pointer, from.offset);
    if (from.guard && type == ScalarType::boolean)
        return {.text = fmt::format("{} && {}", *from.guard, element),
                .precedence = Precedence::of(BinaryOperator::logical_and)};
    if (from.guard)
        return {.text = fmt::format("{} ? {} : {}", *from.guard, element, literal(type, {}).text),
                .precedence = Precedence::conditional()};
    return {.text = type == ScalarType::boolean ? fmt::format("bool({})", element) : element};
}

void store(Emission& e, const program::Store& node) {
    std::vector<const program::Expression*> in_order{&node.value};
    for (const program::Expression& subscript : node.subscripts) in_order.push_back(&subscript);
    std::vector<Text> texts = operands(e, in_order);
    // A compound target is read after its value is there, and named twice; behind a guard not every lane comes.
    if (e.checks() || (node.op && e.order(node.value) == Order::acts))
        texts[0] = keep(e, node.value.type.element, "value", texts[0]);
    if (node.op) std::ranges::copy(kept_subscripts(e, std::span(texts).subspan(1)), texts.begin() + 1);
    const Place to = place(e, node.buffer, std::span(texts).subspan(1), node.site, 1);
    const std::string element = fmt::format("{}[{}]", to.pointer, to.offset);
    const Text value = node.op ? compound(e, node, *node.op, {.text = element}, texts[0]) : texts[0];
    e.writer.line(fmt::format("{}{} = {};", to.guard ? fmt::format("if ({}) ", *to.guard) : "", element, value.text));
}

}  // namespace phobos::emit
