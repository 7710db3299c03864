// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "backend/emit/emitter.h"
#include "backend/emit/together.h"
#include "lang/base/assert.h"
#include "lang/base/overloaded.h"
#include "lang/program/children.h"

namespace phobos::emit {
namespace {

/// Nodes of runs and tiles are no scalars: their consumers write them.
Text no_scalar() {
    PHOBOS_ASSERT(false);
    return {};
}

std::vector<const program::Expression*> children_of(const program::Expression& expression) {
    std::vector<const program::Expression*> children;
    program::for_each_child(expression, [&](const program::Expression& child) { children.push_back(&child); });
    return children;
}

Text elementwise(Emission& e, const program::Expression& expression) {
    return apply_elementwise(e, expression, operands(e, children_of(expression)));
}

/// expr-20: what the right side has written before it is executed where the left side does not decide.
Text logical(Emission& e, const program::Logical& node) {
    const Text left = operand(e, *node.left);
    Captured right = captured_operand(e, *node.right);
    if (right.statements.empty()) return apply(node.op, ScalarType::boolean, left, right.text);
    const bool is_and = node.op == BinaryOperator::logical_and;
    const Text result{.text = e.names.declare(is_and ? "both" : "either"), .is_plain = true};
    e.writer.line(fmt::format("bool {} = {};", result.text, left.text));
    braced(e, fmt::format("if ({}{}) {{", is_and ? "" : "!", result.text), [&] {
        e.writer.append(std::move(right.statements));
        e.writer.line(fmt::format("{} = {};", result.text, right.text.text));
    });
    return result;
}

/// `0 - x`: written as the minus that no card's compiler makes a magnitude of (ph::machine::opposite).
bool is_opposite(const program::Binary& node) {
    const auto* zero = std::get_if<program::Constant>(&node.left->node);
    return node.op == BinaryOperator::subtract && is_integer(node.left->type.element) && zero != nullptr &&
           zero->value.bits == 0;
}

/// A barrier may have to stand between what a function does with tiles and what is evaluated after it.
Text called(Emission& e, const program::Expression& expression, const program::Call& node) {
    Text value = expanded_call(e, node, expression.type, {});
    if (!e.tile.plan.barrier_after(expression.id)) return value;
    if (expression.type.form == program::Form::scalar) value = keep(e, expression.type.element, "value", value);
    e.writer.line("ph::barrier(ctx);");
    return value;
}

}  // namespace

Text operand(Emission& e, const program::Expression& expression) {
    using namespace program;
    return std::visit(
        Overloaded{
            [&](const Constant& node) { return literal(expression.type.element, node.value); },
            [&](const DimUse& node) { return extent(e, node.dim); },
            [](const ContextUse& node) { return Text{.text = std::string(spelling(node.field)), .is_plain = true}; },
            [&](const LocalUse& node) { return Text{.text = e.locals[node.local.index], .is_plain = true}; },
            [&](const Unary&) { return elementwise(e, expression); },
            [&](const Binary&) { return elementwise(e, expression); },
            [&](const Convert&) { return elementwise(e, expression); },
            [&](const Elementwise&) { return elementwise(e, expression); },
            [&](const Logical& node) { return logical(e, node); },
            [&](const Load& node) { return load(e, expression, node); },
            [](const RunLoad&) { return no_scalar(); },
            [&](const RunSum& node) { return run_sum(e, expression, node); },
            [&](const RunElement& node) { return run_element(e, expression, node); },
            [&](const RunWord& node) { return run_word(e, expression, node); },
            [&](const Collective& node) { return collective(e, node); },
            [&](const Shuffle& node) { return shuffle(e, node); },
            [&](const Ballot& node) { return ballot(e, node); },
            [&](const Atomic& node) { return atomic(e, node); },
            [&](const program::Call& node) { return called(e, expression, node); },
            [](const Slice&) { return no_scalar(); },
            [](const TileFunction&) { return no_scalar(); },
            [](const Generate&) { return no_scalar(); },
        },
        expression.node);
}

std::vector<Text> operands(Emission& e, std::span<const program::Expression* const> expressions) {
    const auto can_be_told = [&](const program::Expression* expression) { return e.order(*expression) != Order::free; };
    const auto acts = [&](const program::Expression* expression) { return e.order(*expression) == Order::acts; };
    const bool order_matters = std::ranges::count_if(expressions, can_be_told) > 1;
    std::vector<Text> texts;
    for (std::size_t i = 0; i < expressions.size(); ++i) {
        const program::Expression& expression = *expressions[i];
        Text text = operand(e, expression);
        const bool is_followed = std::ranges::any_of(expressions.subspan(i + 1), acts);
        const bool keeps = order_matters && (acts(&expression) || (can_be_told(&expression) && is_followed));
        texts.push_back(keeps ? keep(e, expression.type.element, "value", std::move(text)) : std::move(text));
    }
    return texts;
}

std::vector<Text> operands(Emission& e, const std::vector<program::Expression>& expressions) {
    std::vector<const program::Expression*> pointers;
    for (const program::Expression& expression : expressions) pointers.push_back(&expression);
    return operands(e, pointers);
}

Text keep(Emission& e, ScalarType type, std::string_view wish, Text value) {
    if (value.is_plain) return value;
    const Text name{.text = e.names.declare(wish), .is_plain = true};
    e.writer.line(fmt::format("const {} {} = {};", type_name(type), name.text, value.text));
    return name;
}

Captured captured_operand(Emission& e, const program::Expression& expression) {
    const std::size_t mark = e.writer.mark();
    Text text = operand(e, expression);
    return {.statements = e.writer.take(mark), .text = std::move(text)};
}

Text apply_elementwise(Emission& e, const program::Expression& node, std::span<const Text> operands) {
    if (const auto* unary = std::get_if<program::Unary>(&node.node)) return apply(unary->op, operands[0]);
    if (const auto* conversion = std::get_if<program::Convert>(&node.node))
        return convert(node.type.element, conversion->operand->type.element, operands[0]);
    if (const auto* builtin = std::get_if<program::Elementwise>(&node.node)) return apply(builtin->builtin, operands);
    const auto* binary = std::get_if<program::Binary>(&node.node);
    PHOBOS_ASSERT(binary != nullptr);
    const ScalarType type = binary->left->type.element;
    if (e.checks() && binary->site) return checked_binary(e, binary->op, type, *binary->site, operands[0], operands[1]);
    if (is_opposite(*binary)) return apply(UnaryOperator::negate, operands[1]);
    return apply(binary->op, type, operands[0], operands[1]);
}

Text extent(Emission& e, const program::Extent& extent) {
    if (const auto* value = std::get_if<std::int64_t>(&extent)) return integer_literal(ScalarType::i32, *value);
    const program::DimId dim = std::get<program::DimId>(extent);
    e.used_dims[dim.index] = true;
    return {.text = e.dims[dim.index], .is_plain = true};
}

}  // namespace phobos::emit
