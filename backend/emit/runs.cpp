// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "backend/emit/emitter.h"
#include "backend/emit/run_value.h"
#include "backend/emit/unrolled.h"
#include "lang/program/byte_products.h"
#include "lang/program/children.h"
#include "lang/vocabulary/scalar_value.h"

namespace phobos::emit {

namespace {

using program::Expression;
using program::Form;
using program::RunLoad;

std::optional<std::int64_t> constant(const Expression& expression) {
    const auto* node = std::get_if<program::Constant>(&expression.node);
    return node == nullptr ? std::nullopt : std::optional(integer_value(expression.type.element, node->value));
}

// --- elem and word ---

/// Whether a part of a run is taken from memory and not from a run in registers, which have no addresses: where only
/// the running kernel knows its number, and nothing asks for the rest of the run.
bool is_taken_from_memory(const Emission& e, const Expression& index) {
    return !e.checks() && e.order(index) != Order::acts && !is_constant(index, e.constants);
}

/// run-24, run-27: the guard of the number of a part.
std::string write_guard(Emission& e, program::SiteId site, const Text& number, std::int64_t parts) {
    std::string guard = e.names.declare("inside");
    e.writer.line(fmt::format("const bool {} = faults.index({}, {}, {});", guard, site.index, number.text, parts));
    return guard;
}

Text where_inside(const std::string& guard, const Text& value, ScalarType type) {
    return {.text = fmt::format("{} ? {} : {}", guard, bracketed(value, Precedence::of(BinaryOperator::logical_or)),
                                literal(type, {}).text),
            .precedence = Precedence::conditional()};
}

/// Whether some elements may be undefined where others are not.
bool may_fault_within(const Expression& run) {
    bool may = false;
    program::for_each_in(run, [&](const Expression& part) {
        const auto* binary = std::get_if<program::Binary>(&part.node);
        may = may || (part.type.form == Form::run && binary != nullptr && binary->site);
    });
    return may;
}

Text checked_element(Emission& e, const Expression& expression, const program::RunElement& node) {
    const RunValue run(e, *node.run, RunValue::In::registers);
    const bool is_whole = may_fault_within(*node.run);  // run-25
    const std::string whole = is_whole ? run.whole() : "";
    const ScalarType type = node.index->type.element;
    const Text number = keep(e, type, "j", operand(e, *node.index));
    const std::string guard = write_guard(e, node.site, number, node.run->type.elements);
    const ElementNumber j{number.text, false};
    return where_inside(guard, is_whole ? j.of(whole) : run.element(j), expression.type.element);
}

/// A word of a plain run: the bytes of one element or more, or half of one.
Text word_in_memory(Emission& e, const program::RunWord& node) {
    const auto& run = std::get<RunLoad>(node.run->node);
    const std::string first = write_first(e, *node.run, run);
    const Text number = keep(e, node.index->type.element, "w", operand(e, *node.index));
    const ScalarType type = node.run->type.element;
    constexpr int word_bytes = 4;
    const int elements = std::max(word_bytes / bytes(type), 1);
    const int words = std::max(bytes(type) / word_bytes, 1);  // of an element
    std::string offset = fmt::format("ph::wide({})", number.text);
    if (elements > 1) offset += fmt::format(" * {}", elements);
    if (words > 1) offset += fmt::format(" / {}", words);
    const std::string shape = shape_of_access(type, address_of(e, run.buffer, run.subscripts), elements);
    const std::string within = words > 1 ? fmt::format("ph::wide({}) % {}", number.text, words) : "0";
    return {.text = fmt::format("ph::word({}, {})", load_call(shape, first, offset), within)};
}

}  // namespace

Text run_sum(Emission& e, const Expression& expression, const program::RunSum& node) {
    const RunValue run(e, *node.run, RunValue::In::registers);
    if (std::holds_alternative<RunLoad>(node.run->node)) return {.text = fmt::format("ph::sum({})", run.whole())};
    if (const auto operands = program::byte_product(*node.run))
        return {.text =
                    fmt::format("ph::dot_bytes({}, {})", run.name(*operands->front()), run.name(*operands->back()))};
    // run-22
    const ScalarType type = expression.type.element;
    const Text total{.text = e.names.declare("total"), .is_plain = true};
    e.writer.line(fmt::format("{} {} = {};", type_name(type), total.text, run.element({"0", true}).text));
    if (node.run->type.elements > 1)
        run.write_loop(1, [&](const ElementNumber& j) {
            return fmt::format("{} = {};", total.text, apply(BinaryOperator::add, type, total, run.element(j)).text);
        });
    return total;
}

Text run_element(Emission& e, const Expression& expression, const program::RunElement& node) {
    const auto number = constant(*node.index);
    if (!number && e.checks()) return checked_element(e, expression, node);
    if (!number) {
        const bool in_memory = is_taken_from_memory(e, *node.index);
        const RunValue run(e, *node.run, in_memory ? RunValue::In::memory : RunValue::In::registers);
        const Text j = keep(e, node.index->type.element, "j", operand(e, *node.index));
        return run.element({j.text, false});
    }
    const RunValue run(e, *node.run, RunValue::In::registers);
    const ElementNumber j{fmt::to_string(*number), true};
    return e.checks() && may_fault_within(*node.run) ? j.of(run.whole()) : run.element(j);
}

Text run_word(Emission& e, const Expression&, const program::RunWord& node) {
    const auto number = constant(*node.index);
    if (!number && is_taken_from_memory(e, *node.index)) return word_in_memory(e, node);
    const RunValue run(e, *node.run, RunValue::In::registers);
    if (number) return {.text = fmt::format("ph::word({}, {})", run.whole(), *number)};
    const Text w = keep(e, node.index->type.element, "w", operand(e, *node.index));
    Text word{.text = fmt::format("ph::word({}, {})", run.whole(), w.text)};
    if (!e.checks()) return word;
    const std::int64_t words = std::int64_t{node.run->type.elements} * bytes(node.run->type.element) / 4;
    return where_inside(write_guard(e, node.site, w, words), word, ScalarType::u32);
}

/// run-29, run-30
void run_store(Emission& e, const program::RunStore& node) {
    std::vector<Text> subscripts = operands(e, node.subscripts);
    if (e.order(node.value) == Order::acts)
        for (std::size_t axis = 0; axis < subscripts.size(); ++axis)
            subscripts[axis] = keep(e, node.subscripts[axis].type.element, "i", subscripts[axis]);
    const ScalarType element = element_type(e, node.buffer);
    std::string value;
    if (node.value.type.form == Form::run)
        value = RunValue(e, node.value, RunValue::In::registers).whole();
    else
        value = fmt::format("ph::splat<{}>({})", node.elements, keep(e, element, "value", operand(e, node.value)).text);
    const Place to = place(e, node.buffer, subscripts, node.site, node.elements);
    e.writer.line(fmt::format("{}ph::store_run<{}>({}, {}, {});", to.guard ? fmt::format("if ({}) ", *to.guard) : "",
                              shape_of_access(e, node.buffer, node.subscripts, node.elements), to.pointer, to.offset,
                              value));
}

}  // namespace phobos::emit
