// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <utility>

#include "backend/emit/emitter.h"
#include "lang/base/assert.h"
#include "lang/base/overloaded.h"
#include "lang/program/children.h"

namespace phobos::emit {
namespace {

using program::Form;

/// The `return`s of a function's own statements.
int returns_in(const program::Block& block) {
    int count = 0;
    for (const program::Statement& statement : block.statements) {
        count += std::holds_alternative<program::Return>(statement.node) ? 1 : 0;
        program::for_each_block(statement, [&](const program::Block& inner) { count += returns_in(inner); });
    }
    return count;
}

bool returns_at_most_at_end(const program::Block& body) {
    const bool ends_with_return =
        !body.statements.empty() && std::holds_alternative<program::Return>(body.statements.back().node);
    return returns_in(body) == (ends_with_return ? 1 : 0);
}

/// The e of a body that is `return e` and nothing else.
const program::Expression* only_value(const program::Block& body) {
    if (body.statements.size() != 1) return nullptr;
    const auto* node = std::get_if<program::Return>(&body.statements.front().node);
    return node != nullptr && node->value ? &*node->value : nullptr;
}

void body_of(Emission& e, const program::Block& body, Function function) {
    e.functions.push_back(std::move(function));
    block(e, body);
    e.functions.pop_back();
}

/// A body with its bindings, if any are still to be written, in braces of their own; and its scalar result.
Text body_in_braces(Emission& e, const std::string& name, std::span<const program::Binding> bindings,
                    const program::Block& body, const program::Type& type, Function function) {
    const bool has_value = type.form == Form::scalar;
    function.jumps = !returns_at_most_at_end(body);
    Text result;
    if (has_value) result = {.text = e.names.declare(name), .is_plain = true};
    const auto write = [&] {
        bind_parameters(e, bindings);
        body_of(e, body, std::move(function));
    };
    const std::string_view spelled = has_value ? type_name(type.element) : std::string_view("void");
    if (function.jumps) {
        const std::string target = has_value ? fmt::format("const {} {} = ", spelled, result.text) : std::string();
        braced(e, fmt::format("{}[&]() -> {} {{  // {}", target, spelled, name), write, "}();");
        return result;
    }
    function.result = result.text;
    if (has_value) e.writer.line(fmt::format("{} {};", spelled, result.text));
    braced(e, fmt::format("{{  // {}", name), write);
    return result;
}

}  // namespace

void bind_parameters(Emission& e, std::span<const program::Binding> bindings) {
    for (const program::Binding& binding : bindings)
        std::visit(Overloaded{
                       [&](program::LocalId local) {
                           const program::Local& parameter = e.program().locals[local.index];
                           // the caller's variables do not change while the function runs
                           const Text kept = keep(e, parameter.type, parameter.name, operand(e, *binding.argument));
                           e.locals[local.index] = bracketed(kept, Precedence::primary());
                       },
                       [&](program::TileId tile) { bind_tile(e, tile, *binding.argument); },
                   },
                   binding.parameter);
}

Text expanded_call(Emission& e, const program::Call& node, const program::Type& result, Function function) {
    if (const program::Expression* value = only_value(*node.body); value != nullptr && result.form == Form::scalar) {
        bind_parameters(e, node.bindings);
        return operand(e, *value);
    }
    return body_in_braces(e, node.function, node.bindings, *node.body, result, std::move(function));
}

Text generated_element(Emission& e, const program::Generate& node, ScalarType result) {
    if (const program::Expression* value = only_value(*node.body)) return operand(e, *value);
    return body_in_braces(e, node.function, {}, *node.body, {.element = result}, {});
}

}  // namespace phobos::emit
