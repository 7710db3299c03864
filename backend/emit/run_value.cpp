// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/run_value.h"

#include <algorithm>
#include <bit>
#include <variant>

#include "backend/emit/shared_layout.h"
#include "lang/check/alignment.h"
#include "lang/program/children.h"

namespace phobos::emit {

using program::Congruence;
using program::Expression;
using program::Form;
using program::RunLoad;

std::string run_type(ScalarType element, std::int32_t elements) {
    return fmt::format("ph::Run<{}, {}>", type_name(element), elements);
}

std::string shape_of_access(ScalarType element, Congruence address, std::int32_t elements) {
    constexpr unsigned widest_bytes = 16;
    const auto run_bytes = static_cast<unsigned>(elements * bytes(element));
    const int useful_bits = std::countr_zero(std::min(widest_bytes, std::bit_floor(run_bytes)));
    const int bits = std::min<int>(address.log2_modulus, useful_bits);
    return fmt::format("{}, {}, {}", elements, bits, address.residue & ((1U << bits) - 1));
}

std::string shape_of_access(const Emission& e, const program::Buffer& buffer, std::span<const Expression> subscripts,
                            std::int32_t elements) {
    return shape_of_access(element_type(e, buffer), address_of(e, buffer, subscripts), elements);
}

Congruence address_of(const Emission& e, const program::Buffer& buffer, std::span<const Expression> subscripts) {
    static_assert(SharedLayout::alignment == check::tile_alignment);
    if (e.options.toggles.accesses == Accesses::elements)
        return {static_cast<std::uint8_t>(std::countr_zero(static_cast<unsigned>(bytes(element_type(e, buffer))))), 0};
    return check::address_of(e.program(), e.options.assumptions, buffer, subscripts, e.facts);
}

std::string load_call(std::string_view shape, std::string_view pointer, std::string_view offset) {
    return fmt::format("ph::load_run<{}>({}, {})", shape, pointer, offset);
}

std::string write_first(Emission& e, const Expression& expression, const RunLoad& node) {
    const Place at = place(e, node.buffer, operands(e, node.subscripts), node.site, expression.type.elements);
    std::string first = e.names.declare(fmt::format("{}_run", at.pointer));
    e.writer.line(fmt::format("const auto* const {} = {} + {};", first, at.pointer, at.offset));
    return first;
}

Text ElementNumber::of(const std::string& run) const {
    return {.text = is_int ? fmt::format("{}[{}]", run, text) : fmt::format("ph::elem({}, {})", run, text)};
}

std::string RunValue::whole() const {
    if (std::holds_alternative<RunLoad>(expression_.node)) return name(expression_);
    std::string run = e_.names.declare("run");
    e_.writer.line(fmt::format("{} {};", run_type(expression_.type.element, expression_.type.elements), run));
    write_loop(0, [&](const ElementNumber& j) { return fmt::format("{}.set({}, {});", run, j.text, element(j).text); });
    return run;
}

void RunValue::evaluate(const Expression& expression) {
    const std::uint32_t id = expression.id.index;
    if (const auto* load = std::get_if<RunLoad>(&expression.node)) {
        leaves_[id] = {in_ == In::registers ? loaded(expression, *load) : write_first(e_, expression, *load)};
    } else if (expression.type.form == Form::scalar) {
        leaves_[id] = keep(e_, expression.type.element, "value", operand(e_, expression));
    } else {
        program::for_each_child(expression, [&](const Expression& child) { evaluate(child); });
    }
}

std::string RunValue::loaded(const Expression& expression, const RunLoad& node) {
    const std::int32_t elements = expression.type.elements;
    const std::string type = run_type(expression.type.element, elements);
    const Place from = place(e_, node.buffer, operands(e_, node.subscripts), node.site, elements);
    const std::string shape = shape_of_access(e_, node.buffer, node.subscripts, elements);
    std::string value = load_call(shape, from.pointer, from.offset);
    if (from.guard) value = fmt::format("{} ? {} : {}()", *from.guard, value, type);
    std::string run = e_.names.declare(fmt::format("{}_run", from.pointer));
    e_.writer.line(fmt::format("const {} {} = {};", type, run, value));
    return run;
}

Text RunValue::element(const Expression& expression, const ElementNumber& j) const {
    if (const auto leaf = leaves_.find(expression.id.index); leaf != leaves_.end()) {
        const std::string& text = leaf->second.text;
        if (expression.type.form == Form::scalar) return leaf->second;
        if (in_ == In::registers) return j.of(text);
        const std::string element = fmt::format("{}[ph::wide({})]", text, j.text);
        return {.text = expression.type.element == ScalarType::boolean ? fmt::format("bool({})", element) : element};
    }
    std::vector<Text> parts;
    program::for_each_child(expression, [&](const Expression& child) { parts.push_back(element(child, j)); });
    return apply_elementwise(e_, expression, parts);
}

}  // namespace phobos::emit
