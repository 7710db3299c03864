// SPDX-License-Identifier: Apache-2.0
// Blocks, declarations, assignments and statements that are calls (docs/spec/04-statements.md).
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lang/base/assert.h"
#include "lang/base/nearest.h"
#include "lang/base/overloaded.h"
#include "lang/check/elaborator.h"
#include "lang/check/flow.h"
#include "lang/check/messages.h"

namespace phobos::check {

using Node = std::optional<program::StatementNode>;

program::Block Elaborator::block(const syntax::Block& block) {
    program::Block result;
    ++nesting_;
    scope().open();
    const std::size_t reached = reachable_statements(block);
    if (reached < block.statements.size())
        warn(Code::unreachable_statement, block.statements[reached].span, "no path reaches this statement",
             {.notes = {{block.statements[reached - 1].span, "every path leaves here"}}, .fix = {}});
    for (const syntax::Statement& entry : block.statements) {
        if (is_exhausted_) break;
        count_node(entry.span);
        if (Node node = statement(entry)) result.statements.push_back({std::move(*node), entry.span});
    }
    scope().close();
    --nesting_;
    return result;
}

Node Elaborator::statement(const syntax::Statement& entry) {
    const Span span = entry.span;
    return std::visit(Overloaded{
                          [&](const syntax::Let& node) { return let(node, span); },
                          [&](const syntax::Var& node) { return var(node, span); },
                          [&](const syntax::Assign& node) { return assign(node, span); },
                          [&](const syntax::If& node) { return branch(node, 0, span); },
                          [&](const syntax::For& node) { return loop(node, span); },
                          [&](const syntax::While& node) { return loop(node, span); },
                          [&](const syntax::Break&) -> Node {
                              return is_in_loop("break", span) ? Node(program::Break{}) : std::nullopt;
                          },
                          [&](const syntax::Continue&) -> Node {
                              return is_in_loop("continue", span) ? Node(program::Continue{}) : std::nullopt;
                          },
                          [&](const syntax::Return& node) { return leave(node, span); },
                          [&](const syntax::Evaluate& node) { return evaluate(node, span); },
                      },
                      entry.node);
}

Node Elaborator::let(const syntax::Let& let, Span span) {
    if (const auto* type = let.type ? std::get_if<syntax::TileTypeUse>(&let.type->node) : nullptr)
        return declare_tile(let.name, *type, &let.value, VariableKind::let, span);
    return declare_scalar(let.name, let.type, let.value, VariableKind::let, span);
}

Node Elaborator::var(const syntax::Var& var, Span span) {
    const auto* tile_type = var.type ? std::get_if<syntax::TileTypeUse>(&var.type->node) : nullptr;
    if (tile_type != nullptr)
        return declare_tile(var.name, *tile_type, var.value ? &*var.value : nullptr, VariableKind::var, span);
    if (var.value) return declare_scalar(var.name, var.type, *var.value, VariableKind::var, span);
    declare(var.name, Rejected{});
    if (var.type && std::holds_alternative<syntax::TensorTypeUse>(var.type->node))
        return reject(Code::tensor_declared, var.type->span,
                      "only a parameter is a tensor: a shared buffer is a `tile`");
    return reject(Code::scalar_without_value, var.name.span,
                  fmt::format("`{}` needs a value: only a tile is declared without one", var.name.text));
}

Node Elaborator::declare_scalar(const syntax::Name& name, const std::optional<syntax::Type>& type,
                                const syntax::Expression& initialiser, VariableKind kind, Span span) {
    if (type && std::holds_alternative<syntax::TensorTypeUse>(type->node)) {
        declare(name, Rejected{});
        return reject(Code::tensor_declared, type->span, "only a parameter is a tensor");
    }
    const auto* declared = type ? std::get_if<syntax::ScalarTypeUse>(&type->node) : nullptr;
    Value value = declared != nullptr ? typed(initialiser, declared->type, fmt::format("`{}`", name.text))
                                      : expression(initialiser);
    if (!value) {
        declare(name, Rejected{});
        return std::nullopt;
    }
    if (value->type.form == program::Form::tile) return declare_inferred(name, std::move(*value), kind, span);
    const program::LocalId id = local(name, value->type.element);
    Variable variable{id, value->type.element, kind, std::nullopt};
    if (kind == VariableKind::let && is_number(variable.type)) {
        if (const auto* known = std::get_if<program::Constant>(&value->node)) variable.constant = known->value;
        known_in_call_[id.index] = is_known_in_call(*value);
    }
    if (kind == VariableKind::let) variable.let_word = Span{span.begin, span.begin + 3};
    const auto* literal = std::get_if<syntax::IntegerLiteral>(&initialiser.node);
    if (declared == nullptr && literal != nullptr && !literal->hexadecimal) variable.only_digits = initialiser.span;
    declare(name, variable);
    return program::Assign{id, std::move(*value), true};
}

Node Elaborator::assign(const syntax::Assign& assign, Span span) {
    if (const auto* use = std::get_if<syntax::NameUse>(&assign.target.node))
        return assign_name(assign, use->name, span);
    const auto* target = std::get_if<syntax::Subscript>(&assign.target.node);
    PHOBOS_ASSERT(target != nullptr);
    return assign_element(assign, *target, span);
}

Node Elaborator::assign_name(const syntax::Assign& assign, const syntax::Name& name, Span span) {
    const Symbol* symbol = scope().find(name.text);
    if (symbol == nullptr) {
        expression(assign.value);
        return assignment_to_unknown(assign, name);
    }
    if (std::holds_alternative<Rejected>(symbol->meaning)) {
        asked(assign.value, ScalarType::f32);
        return std::nullopt;
    }
    const auto* buffer_name = std::get_if<BufferName>(&symbol->meaning);
    if (const auto* id = buffer_name != nullptr ? std::get_if<program::TileId>(&buffer_name->buffer) : nullptr)
        return assign_tile(assign, {*id, {}, program_.tiles[id->index].shape}, span);
    const auto* variable = std::get_if<Variable>(&symbol->meaning);
    if (variable == nullptr || variable->kind != VariableKind::var) {
        Advice advice{.notes = {declared_note(name.text, *symbol)}, .fix = {}};
        if (variable != nullptr && variable->let_word)
            advice.fix = diagnostics::Fix{*variable->let_word, "var", "declare it with `var`"};
        return reject(Code::assignment_to_constant, name.span,
                      fmt::format("`{}` is {} and is not assigned", name.text, description(*symbol)),
                      std::move(advice));
    }
    const Variable target = *variable;
    const IntegerVariable integer{name, symbol->declared, target};
    const std::string described = fmt::format("`{}`", name.text);
    const auto is_float_for_integer = [&](const Value& value) {
        return value && is_integer(target.type) && is_float(value->type.element);
    };
    if (!assign.op) {
        Value value = scalar(asked(assign.value, target.type), described);
        if (is_float_for_integer(value))
            return reject(Code::wrong_type, assign.value.span,
                          fmt::format("{} is `{}`, but the value is `{}`", described, spelling(target.type),
                                      spelling(value->type.element)),
                          to_declare_a_float(integer, value->type.element));
        value = of_type(std::move(value), assign.value, target.type, described);
        return value ? Node(program::Assign{target.local, std::move(*value), false}) : std::nullopt;
    }
    program::Expression left =
        make(program::LocalUse{target.local}, {target.type, program::Form::scalar, 1}, name.span);
    Value right = scalar(compound_operand(assign, target.type), described);
    if (!right) return std::nullopt;
    if (shape(*assign.op) == OperatorShape::arithmetic && is_float_for_integer(right))
        return reject(Code::mixed_types, span,
                      fmt::format("`{}` of `{}` and `{}`: scalars never mix types", spelling(*assign.op),
                                  spelling(target.type), spelling(right->type.element)),
                      to_declare_a_float(integer, right->type.element));
    Value value = operation(*assign.op, std::move(left), std::move(*right), {nullptr, &assign.value}, span);
    return value ? Node(program::Assign{target.local, std::move(*value), false}) : std::nullopt;
}

Advice Elaborator::to_declare_a_float(const IntegerVariable& integer, ScalarType given) const {
    const auto& digits = integer.variable.only_digits;
    const std::string& name = integer.name.text;
    Advice advice{
        .notes = {{integer.declared, fmt::format("`{}` is declared here{}", name,
                                                 digits ? ", and its first value makes it an `i32`"
                                                        : fmt::format(" as `{}`", spelling(integer.variable.type)))}},
        .fix = {}};
    if (digits && given == ScalarType::f32)
        advice.fix = diagnostics::Fix{
            {digits->end, digits->end}, ".0", fmt::format("begin with a float, if `{}` is to be one", name)};
    else if (digits)
        advice.fix = diagnostics::Fix{{integer.declared.end, integer.declared.end},
                                      fmt::format(": {}", spelling(given)),
                                      fmt::format("give `{}` the type of its values", name)};
    return advice;
}

std::nullopt_t Elaborator::assignment_to_unknown(const syntax::Assign& assign, const syntax::Name& name) {
    if (assign.op || functions_.by_name.contains(name.text) || functions_.kernels.contains(name.text) ||
        has_reported_enough() || nearest(name.text, scope().names()))
        return unknown_name(name);
    const Span place{name.span.begin, name.span.begin};
    reject(Code::unknown_name, name.span, fmt::format("`{}` is not declared", name.text),
           {.notes = {}, .fix = diagnostics::Fix{place, "let ", "declare it; with `var` if it is assigned again"}});
    declare(name, Rejected{});
    return std::nullopt;
}

Value Elaborator::compound_operand(const syntax::Assign& assign, ScalarType target) {
    return shape(*assign.op) == OperatorShape::shift ? expression(assign.value) : asked(assign.value, target);
}

Node Elaborator::assign_element(const syntax::Assign& assign, const syntax::Subscript& target, Span span) {
    const bool is_element = std::all_of(target.places.begin(), target.places.end(), [](const syntax::Place& place) {
        return std::holds_alternative<syntax::Point>(place.node);
    });
    if (!is_element) {
        std::optional<Part> slice = part(target, assign.target.span);
        if (slice) return assign_tile(assign, std::move(*slice), span);
        asked(assign.value, ScalarType::f32);
        return std::nullopt;
    }
    std::optional<Element> place = element_places(target, assign.target.span);
    if (!place) {
        asked(assign.value, ScalarType::f32);
        return std::nullopt;
    }
    const ScalarType type = element(place->buffer);
    const std::string described = fmt::format("an element of `{}`", target.base.text);
    Value value = assign.op ? scalar(compound_operand(assign, type), described) : typed(assign.value, type, described);
    if (!value || !may_store(place->buffer, assign.target.span)) return std::nullopt;
    if (assign.op) {
        const Operand left{{type, program::Form::scalar, 1}, assign.target.span};
        if (!operation_type(*assign.op, left, {value->type, value->span}, {nullptr, &assign.value}, span))
            return std::nullopt;
        if (!is_defined(*assign.op, type, *value)) return std::nullopt;
    }
    note_access(place->buffer, assign.op ? Access::update : Access::write, assign.target.span);
    const program::SiteId store = site(program::SiteKind::store, assign.target.span);
    return program::Store{place->buffer, std::move(place->subscripts), assign.op, std::move(*value), store};
}

Node Elaborator::evaluate(const syntax::Evaluate& evaluate, Span span) {
    const auto* called = std::get_if<syntax::Call>(&evaluate.call.node);
    PHOBOS_ASSERT(called != nullptr);
    const std::optional<Builtin> name = called->over ? std::nullopt : builtin(called->callee.text);
    if (name == Builtin::store) return run_store(*called, span);
    if (name == Builtin::grid_barrier) return grid_barrier(*called, span);
    if (name == Builtin::barrier || name == Builtin::warp_barrier) {
        if (!has_arguments(*called, 0, 0, span)) return std::nullopt;
        if (name == Builtin::barrier) return program::Barrier{site(program::SiteKind::barrier, span)};
        return program::WarpBarrier{site(program::SiteKind::warp_barrier, span)};
    }
    Value value = call(*called, evaluate.call.span, Spans::slices);
    return value ? Node(program::Evaluate{std::move(*value)}) : std::nullopt;
}

Node Elaborator::run_store(const syntax::Call& call, Span span) {
    if (!has_arguments(call, 2, 2, span)) return std::nullopt;
    const syntax::Expression& target = call.arguments[0];
    const auto* subscript = std::get_if<syntax::Subscript>(&target.node);
    const bool is_run = subscript != nullptr && !std::holds_alternative<syntax::Point>(subscript->places.back().node);
    std::optional<Run> run = is_run ? run_places(*subscript, target.span) : std::nullopt;
    if (!is_run) reject(Code::store_without_run, target.span, "`store` writes a run: `store(A[i, k :+ n], e)`");
    Value value =
        run ? asked(call.arguments[1], element(run->buffer), Spans::runs) : expression(call.arguments[1], Spans::runs);
    if (!run || !value || !may_store(run->buffer, target.span)) return std::nullopt;
    const ScalarType type = element(run->buffer);
    if (value->type.element != type)
        return reject(Code::wrong_type, value->span,
                      fmt::format("the elements of `{}` are `{}`, but the value is {}", subscript->base.text,
                                  spelling(type), spelling(value->type)),
                      is_number(type) && is_number(value->type.element)
                          ? Advice{{}, conversion_fix(type, call.arguments[1])}
                          : Advice{});
    const std::array operands{Operand{{type, program::Form::run, run->elements}, target.span},
                              Operand{value->type, value->span}};
    if (!broadcast(type, operands)) return std::nullopt;
    note_access(run->buffer, Access::write, target.span);
    const program::SiteId store = site(program::SiteKind::run_store, target.span);
    return program::RunStore{run->buffer, std::move(run->subscripts), run->elements, std::move(*value), store};
}

}  // namespace phobos::check
