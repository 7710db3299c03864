// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/together.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "lang/program/children.h"

namespace phobos::emit {
namespace {

using program::AtomicOperator;
using program::ShuffleKind;

struct CollectiveSpelling {
    std::string_view operation;
    bool is_idempotent;  ///< a value combined with itself is that value
};

CollectiveSpelling collective_spelling(CollectiveOperator op) {
    switch (op) {
        case CollectiveOperator::sum: return {"ph::Sum", false};
        case CollectiveOperator::prod: return {"ph::Prod", false};
        case CollectiveOperator::minimum: return {"ph::Min", true};
        case CollectiveOperator::maximum: return {"ph::Max", true};
        case CollectiveOperator::bit_and: return {"ph::And", true};
        case CollectiveOperator::bit_or: return {"ph::Or", true};
        case CollectiveOperator::bit_xor: return {"ph::Xor", false};
        case CollectiveOperator::any: return {"ph::Any", true};
        case CollectiveOperator::all: return {"ph::All", true};
    }
    return {};
}

std::string_view function_name(ShuffleKind kind) {
    switch (kind) {
        case ShuffleKind::lane: return "ph::shuffle";
        case ShuffleKind::exclusive_or: return "ph::shuffle_xor";
        case ShuffleKind::up: return "ph::shuffle_up";
        case ShuffleKind::down: return "ph::shuffle_down";
    }
    return {};
}

std::string_view function_name(AtomicOperator op) {
    switch (op) {
        case AtomicOperator::add: return "ph::atomic_add";
        case AtomicOperator::minimum: return "ph::atomic_min";
        case AtomicOperator::maximum: return "ph::atomic_max";
        case AtomicOperator::bit_and: return "ph::atomic_and";
        case AtomicOperator::bit_or: return "ph::atomic_or";
        case AtomicOperator::bit_xor: return "ph::atomic_xor";
        case AtomicOperator::exchange: return "ph::atomic_exchange";
        case AtomicOperator::compare_exchange: return "ph::atomic_cas";
    }
    return {};
}

/// Whether an expression does nothing but give a value, so that it may be left out.
bool may_be_left_out(const Emission& e, const program::Expression& expression) {
    if (e.order(expression) == Order::acts) return false;
    bool has_site = false;
    program::for_each_in(expression, [&](const program::Expression& inner) {
        has_site |= std::visit([](const auto& node) { return requires { node.site; }; }, inner.node);
    });
    return !has_site;
}

}  // namespace

/// coll-5, coll-6. Lanes that all have the value combine it with itself.
Text collective(Emission& e, const program::Collective& node) {
    const CollectiveSpelling row = collective_spelling(node.op);
    Text value = operand(e, *node.operand);
    if (node.scope == Scope::threads)
        return {fmt::format("ph::reduce_threads<{}>(ctx, {}, scratch)", row.operation, value.text)};
    const bool is_same = e.level(*node.operand) != Level::varying;
    if (is_same && row.is_idempotent) return value;
    return {fmt::format("ph::reduce_{}lanes<{}>(ctx, {})", is_same ? "same_" : "", row.operation, value.text)};
}

/// coll-11 to coll-15. Where all lanes have one value, each has that of any other.
Text shuffle(Emission& e, const program::Shuffle& node) {
    if (e.level(*node.value) != Level::varying && may_be_left_out(e, *node.selector)) return operand(e, *node.value);
    const std::array<const program::Expression*, 2> arguments{&*node.value, &*node.selector};
    const std::vector<Text> texts = operands(e, arguments);
    return {fmt::format("{}(ctx, {}, {})", function_name(node.kind), texts[0].text, texts[1].text)};
}

/// coll-16
Text ballot(Emission& e, const program::Ballot& node) {
    return {fmt::format("ph::ballot(ctx, {})", operand(e, *node.predicate).text)};
}

/// coll-31. Outside, nothing is done, and the old value is 0.
Text atomic(Emission& e, const program::Atomic& node) {
    std::vector<const program::Expression*> arguments;
    for (const program::Expression& subscript : node.subscripts) arguments.push_back(&subscript);
    if (node.expected) arguments.push_back(&**node.expected);
    arguments.push_back(&*node.operand);
    std::vector<Text> texts = operands(e, arguments);
    if (e.checks())  // behind the guard not every lane comes
        for (std::size_t i = node.subscripts.size(); i < texts.size(); ++i)
            texts[i] = keep(e, arguments[i]->type.element, "value", std::move(texts[i]));
    const auto subscripts = std::span(texts).first(node.subscripts.size());
    const Place target = place(e, node.buffer, subscripts, node.site, 1);
    std::string call = fmt::format("{}({}, {}", function_name(node.op), target.pointer, target.offset);
    for (const Text& value : std::span(texts).subspan(node.subscripts.size())) call += ", " + value.text;
    call += ")";
    if (!target.guard) return {std::move(call)};
    const ScalarType type = element_type(e, node.buffer);
    const Text old{.text = e.names.declare("old"), .is_plain = true};
    e.writer.line(fmt::format("{} {} = {};", type_name(type), old.text, literal(type, {}).text));
    e.writer.line(fmt::format("if ({}) {} = {};", *target.guard, old.text, call));
    return old;
}

bool needs_scratch(const program::Program& program) {
    bool result = false;
    program::for_each_in(program.body, [&](const program::Expression& expression) {
        const auto* collective = std::get_if<program::Collective>(&expression.node);
        result |= collective != nullptr && collective->scope == Scope::threads;
    });
    return result;
}

}  // namespace phobos::emit
