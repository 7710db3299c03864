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
                          [&](const syntax::Let& node) { return let(node); },
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

Node Elaborator::let(const syntax::Let& let) {
    if (let.type && std::holds_alternative<syntax::TileTypeUse>(let.type->node)) {
        declare(let.name, Rejected{});
        return unsupported_tile_operation("initialiser", let.value.span);
    }
    return declare_scalar(let.name, let.type, let.value, VariableKind::let);
}

Node Elaborator::var(const syntax::Var& var, Span span) {
    const auto* tile_type = var.type ? std::get_if<syntax::TileTypeUse>(&var.type->node) : nullptr;
    if (tile_type != nullptr && !var.value) return declare_tile(var.name, *tile_type, span);
    if (tile_type != nullptr) {
        declare(var.name, Rejected{});
        return unsupported_tile_operation("initialiser", var.value->span);
    }
    if (var.value) return declare_scalar(var.name, var.type, *var.value, VariableKind::var);
    declare(var.name, Rejected{});
    if (var.type && std::holds_alternative<syntax::TensorTypeUse>(var.type->node))
        return reject(Code::tensor_declared, var.type->span,
                      "only a parameter is a tensor: a shared buffer is a `tile`");
    return reject(Code::scalar_without_value, var.name.span,
                  fmt::format("`{}` needs a value: only a tile is declared without one", var.name.text));
}

Node Elaborator::declare_scalar(const syntax::Name& name, const std::optional<syntax::Type>& type,
                                const syntax::Expression& initialiser, VariableKind kind) {
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
    const program::LocalId id = local(name, value->type.element);
    Variable variable{id, value->type.element, kind, std::nullopt};
    if (kind == VariableKind::let && is_number(variable.type)) {
        if (const auto* known = std::get_if<program::Constant>(&value->node)) variable.constant = known->value;
        known_in_call_[id.index] = is_known_in_call(*value);
    }
    declare(name, variable);
    return program::Assign{id, std::move(*value), true};
}

Node Elaborator::declare_tile(const syntax::Name& name, const syntax::TileTypeUse& type, Span span) {
    const std::optional<program::TileShape> shape = tile_shape(type, span);
    if (!shape) {
        declare(name, Rejected{});
        return std::nullopt;
    }
    const program::TileId id = tile(name, type.element, *shape);
    declare(name, BufferName{id});
    return program::DeclareTile{id, std::nullopt, site(program::SiteKind::tile, span)};
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
    if (buffer_name != nullptr && std::holds_alternative<program::TileId>(buffer_name->buffer))
        return unsupported_tile_operation("assignment of a whole tile", span);
    const auto* variable = std::get_if<Variable>(&symbol->meaning);
    if (variable == nullptr || variable->kind != VariableKind::var)
        return reject(Code::assignment_to_constant, name.span,
                      fmt::format("`{}` is {} and is not assigned", name.text, description(*symbol)),
                      {.notes = {declared_note(name.text, *symbol)}, .fix = {}});
    const Variable target = *variable;
    if (!assign.op) {
        Value value = typed(assign.value, target.type, fmt::format("`{}`", name.text));
        return value ? Node(program::Assign{target.local, std::move(*value), false}) : std::nullopt;
    }
    program::Expression left =
        make(program::LocalUse{target.local}, {target.type, program::Form::scalar, 1}, name.span);
    Value right = compound_operand(assign, target.type);
    if (!right) return std::nullopt;
    Value value = operation(*assign.op, std::move(left), std::move(*right), {nullptr, &assign.value}, span);
    return value ? Node(program::Assign{target.local, std::move(*value), false}) : std::nullopt;
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
    if (!is_element)
        return reject(Code::tile_operation_unsupported, assign.target.span,
                      "tile operation `assignment of a slice` is not supported by this version",
                      {.notes = {{assign.target.span, "a thread's own run is written by `store(..)`"}}, .fix = {}});
    std::optional<Element> place = element_places(target, assign.target.span);
    if (!place) {
        asked(assign.value, ScalarType::f32);
        return std::nullopt;
    }
    const ScalarType type = element(place->buffer);
    Value value = assign.op ? compound_operand(assign, type)
                            : typed(assign.value, type, fmt::format("an element of `{}`", target.base.text));
    if (!value) return std::nullopt;
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
    if (!is_run) reject(Code::run_missing, target.span, "`store` writes a run: `store(A[i, k :+ n], e)`");
    Value value =
        run ? asked(call.arguments[1], element(run->buffer), Spans::runs) : expression(call.arguments[1], Spans::runs);
    if (!run || !value) return std::nullopt;
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
