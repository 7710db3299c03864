// SPDX-License-Identifier: Apache-2.0
// Tiles whose elements a function computes (tile-41 to tile-45).
#include <fmt/format.h>

#include "lang/base/overloaded.h"
#include "lang/check/elaborator.h"
#include "lang/check/messages.h"
#include "lang/program/children.h"

namespace phobos::check {
namespace {

constexpr std::size_t places = 2;  ///< row and column, the function's first parameters

bool has_type(const syntax::Type& type, ScalarType wanted) {
    const auto* scalar = std::get_if<syntax::ScalarTypeUse>(&type.node);
    return scalar != nullptr && scalar->type == wanted;
}

bool gives(const syntax::Function& function, ScalarType element) {
    const auto* scalar = function.result ? std::get_if<syntax::ScalarTypeUse>(&function.result->node) : nullptr;
    return scalar != nullptr && (scalar->type == element || (is_float(scalar->type) && is_float(element)));
}

/// What an expression does that a function of `generate` must not (tile-44).
std::string_view effect(const program::Expression& expression) {
    if (expression.type.form == program::Form::tile) return "a tile operation";
    if (std::holds_alternative<program::Atomic>(expression.node)) return "an atomic";
    if (std::holds_alternative<program::Collective>(expression.node)) return "a collective";
    if (std::holds_alternative<program::Shuffle>(expression.node) ||
        std::holds_alternative<program::Ballot>(expression.node))
        return "a shuffle";
    const auto* use = std::get_if<program::ContextUse>(&expression.node);
    const bool is_thread = use != nullptr && (use->field == ContextField::thread || use->field == ContextField::warp ||
                                              use->field == ContextField::lane);
    return is_thread ? "a use of the executing thread" : std::string_view();
}

std::string_view effect(const program::Statement& statement) {
    const auto& node = statement.node;
    if (std::holds_alternative<program::Store>(node) || std::holds_alternative<program::RunStore>(node))
        return "a store";
    if (std::holds_alternative<program::Barrier>(node) || std::holds_alternative<program::WarpBarrier>(node) ||
        std::holds_alternative<program::GridBarrier>(node))
        return "a barrier";
    const bool is_of_tiles = std::holds_alternative<program::DeclareTile>(node) ||
                             std::holds_alternative<program::TileStore>(node) ||
                             std::holds_alternative<program::Accumulate>(node);
    return is_of_tiles ? "a tile operation" : std::string_view();
}

}  // namespace

Value Elaborator::generate(const syntax::Call& call, const TileTarget& target, Span span) {
    const FunctionEntry* entry = generating_function(call, target);
    if (entry == nullptr) return std::nullopt;
    const syntax::Function& function = *entry->tree;
    if (!has_arguments(call, function.parameters.size() - 1, function.parameters.size() - 1, span)) return std::nullopt;
    std::vector<Argument> arguments;
    for (std::size_t place = places; place < function.parameters.size(); ++place)
        if (auto value = argument(function, function.parameters[place], call.arguments[place - 1]))
            arguments.push_back(std::move(*value));
    if (arguments.size() + places != function.parameters.size()) return std::nullopt;
    if (mode_ == Mode::kernel && !entry->is_sound) is_incomplete_ = true;
    const bool is_expanded = mode_ == Mode::kernel && entry->is_sound;
    if (is_expanded && !may_expand(function, span)) return std::nullopt;
    bodies_.push_back({&function, span, Scope(), 0});
    const bool is_good = bind_dims(arguments);
    program::Generate node{function.name.text, {}, {}, {}, program::Block{}, site(program::SiteKind::tile, span)};
    const auto place = [&](const syntax::Parameter& parameter) {
        const program::LocalId id = local(parameter.name, ScalarType::i32);
        declare(parameter.name, Variable{id, ScalarType::i32, VariableKind::parameter, std::nullopt});
        return id;
    };
    node.row = place(function.parameters[0]);
    node.column = place(function.parameters[1]);
    node.bindings = bind(std::move(arguments));
    body().result = result_type(function);
    const ScalarType type = body().result->element;
    if (is_expanded && is_good) node.body = block(function.body);
    bodies_.pop_back();
    if (!is_good) return std::nullopt;
    reject_effects(*node.body, function.name.text, span);
    return convert(make(std::move(node), {type, program::Form::tile, 1, target.shape}, span), target.element);
}

/// The function that a call of `generate` names, if it gives elements of the target from their places.
const FunctionEntry* Elaborator::generating_function(const syntax::Call& call, const TileTarget& target) {
    const Span span = call.callee.span;
    if (!has_arguments(call, row(Builtin::generate).min_arguments, row(Builtin::generate).max_arguments, span))
        return nullptr;
    const syntax::Expression& named = call.arguments.front();
    const auto* use = std::get_if<syntax::NameUse>(&named.node);
    const FunctionEntry* entry = use != nullptr ? functions_.find(use->name.text) : nullptr;
    const auto wrong = [&](std::string message, Advice advice) -> const FunctionEntry* {
        reject(Code::generate_function, named.span, std::move(message), std::move(advice));
        return nullptr;
    };
    if (target.shape.rank != places) {
        reject(Code::tile_rank, span,
               fmt::format("`generate` makes tiles with 2 dims, but {} has the shape [{}]", target.name,
                           extents_of(target.shape)));
        return nullptr;
    }
    if (entry == nullptr) return wrong("the first argument of `generate` is the name of a function", {});
    const syntax::Function& function = *entry->tree;
    const Advice declared{.notes = {{function.name.span, "the function is declared here"}}, .fix = {}};
    if (function.parameters.size() < places || !has_type(function.parameters[0].type, ScalarType::i32) ||
        !has_type(function.parameters[1].type, ScalarType::i32))
        return wrong(fmt::format("`{}` does not begin with two `i32` parameters, the row and the column of an element",
                                 function.name.text),
                     declared);
    if (!gives(function, target.element))
        return wrong(fmt::format("`{}` does not return `{}`, the type of the elements of {}", function.name.text,
                                 spelling(target.element), target.name),
                     declared);
    for (std::size_t place = places; place < function.parameters.size(); ++place)
        if (const syntax::Parameter& parameter = function.parameters[place];
            std::holds_alternative<syntax::TileTypeUse>(parameter.type.node)) {
            reject(Code::generate_argument, named.span,
                   fmt::format("the arguments of `generate` are scalars and tensors, but `{}` of `{}` is a tile",
                               parameter.name.text, function.name.text),
                   {.notes = {{parameter.type.span, "the parameter is declared here"}}, .fix = {}});
            return nullptr;
        }
    return entry;
}

void Elaborator::reject_effects(const program::Block& body, const std::string& function, Span span) {
    const auto judge = [&](std::string_view what, Span place) {
        if (what.empty()) return;
        reject(Code::generate_effect, place,
               fmt::format("`{}` computes the elements of a tile here and does nothing else, but this is {}", function,
                           what),
               {.notes = {{span, "it is called by this `generate`"}}, .fix = {}});
    };
    program::for_each_in(body, Overloaded{
                                   [&](const program::Expression& part) { judge(effect(part), part.span); },
                                   [&](const program::Statement& part) { judge(effect(part), part.span); },
                               });
}

}  // namespace phobos::check
