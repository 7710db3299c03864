// SPDX-License-Identifier: Apache-2.0
// Functions by themselves and expanded at their calls (ctx-22 to ctx-30).
#include <fmt/format.h>

#include "lang/base/overloaded.h"
#include "lang/check/elaborator.h"
#include "lang/check/flow.h"
#include "lang/check/messages.h"
#include "lang/syntax/printer.h"
#include "lang/vocabulary/limits.h"

namespace phobos::check {

using Node = std::optional<program::StatementNode>;

namespace {

struct BufferType {
    ScalarType element;
    const std::vector<syntax::Expression>* dims;
    bool is_tile;
};

std::optional<BufferType> buffer_type(const syntax::Type& type) {
    if (const auto* tensor = std::get_if<syntax::TensorTypeUse>(&type.node))
        return BufferType{tensor->element, &tensor->dims, false};
    if (const auto* tile = std::get_if<syntax::TileTypeUse>(&type.node))
        return BufferType{tile->element, &tile->dims, true};
    return std::nullopt;
}

}  // namespace

void Elaborator::function(const syntax::Function& function) {
    bodies_.back().function = &function;
    for (const syntax::Parameter& entry : function.parameters) parameter(entry);
    if (function.result && std::holds_alternative<syntax::TensorTypeUse>(function.result->node))
        reject(Code::tensor_declared, function.result->span, "a function does not return a tensor");
    body().result = result_type(function);
    program_.body = block(function.body);
    if (!function.result || std::holds_alternative<syntax::TensorTypeUse>(function.result->node)) return;
    if (returns(function.body)) return;
    const Span end{function.body.span.end == 0 ? 0 : function.body.span.end - 1, function.body.span.end};
    reject(Code::missing_return, function.name.span,
           fmt::format("`{}` has a result, but a path ends without a `return`", function.name.text),
           {.notes = {{end, "the end is reached here"}}, .fix = {}});
}

Value Elaborator::function_call(const FunctionEntry& entry, const syntax::Call& call, Span span) {
    const syntax::Function& function = *entry.tree;
    if (constants_ > 0)  // expr-16; the dims of a result type may hold calls of the function itself
        return reject(Code::not_constant, span,
                      "a constant expression is needed here, and no call of a function is one");
    if (!has_arguments(call, function.parameters.size(), function.parameters.size(), span)) return std::nullopt;
    std::vector<Argument> arguments;
    for (std::size_t place = 0; place < function.parameters.size(); ++place)
        if (auto value = argument(function, function.parameters[place], call.arguments[place]))
            arguments.push_back(std::move(*value));
    if (arguments.size() != function.parameters.size()) return std::nullopt;
    if (function.result && std::holds_alternative<syntax::TensorTypeUse>(function.result->node)) return std::nullopt;
    const bool is_expanded = mode_ == Mode::kernel && entry.is_sound;
    const Expansion expansion = is_expanded ? Expansion::whole : Expansion::signature;
    if (mode_ == Mode::kernel && !entry.is_sound) is_incomplete_ = true;
    if (is_expanded && !may_expand(function, span)) return std::nullopt;
    bodies_.push_back({&function, span, Scope(), 0});
    Value result = bind_dims(arguments) ? expand(function, std::move(arguments), span, expansion) : std::nullopt;
    bodies_.pop_back();
    return result;
}

std::optional<Elaborator::Argument> Elaborator::argument(const syntax::Function& function,
                                                         const syntax::Parameter& parameter,
                                                         const syntax::Expression& value) {
    const std::string place = fmt::format("the parameter `{}` of `{}`", parameter.name.text, function.name.text);
    if (const auto* scalar = std::get_if<syntax::ScalarTypeUse>(&parameter.type.node)) {
        Value result = typed(value, scalar->type, place);
        if (!result) return std::nullopt;
        return Argument{&parameter, value.span, std::move(result), std::nullopt};
    }
    const std::optional<BufferType> type = buffer_type(parameter.type);
    const auto* use = std::get_if<syntax::NameUse>(&value.node);
    const auto wrong = [&](std::string found) {
        return reject(Code::call_argument, value.span,
                      fmt::format("{} is a `{}`, but {}", place, syntax::print(parameter.type), found),
                      {.notes = {{parameter.type.span, "the parameter is declared here"}}, .fix = {}});
    };
    if (use == nullptr && type->is_tile) {
        Value given = expression(value);
        if (!given) return std::nullopt;
        const program::Type& found = given->type;
        if (found.form != program::Form::tile || found.element != type->element ||
            found.shape.rank != type->dims->size())
            return wrong(fmt::format("the argument is {}", spelling(found)));
        const program::TileId id = tile(parameter.name, found.element, found.shape, Writing::constant);
        return Argument{&parameter, value.span, std::move(given), id};
    }
    if (use == nullptr) return wrong("an expression is given");
    const std::optional<program::Buffer> base = buffer(use->name);
    if (!base) return std::nullopt;
    const bool is_tile = std::holds_alternative<program::TileId>(*base);
    if (is_tile != type->is_tile)
        return wrong(fmt::format("`{}` is a {}", use->name.text, is_tile ? "tile" : "tensor"));
    if (element(*base) != type->element)
        return wrong(fmt::format("`{}` has elements of `{}`", use->name.text, spelling(element(*base))));
    if (rank(*base) != type->dims->size())
        return wrong(fmt::format("`{}` has {} {}", use->name.text, rank(*base), rank(*base) == 1 ? "axis" : "axes"));
    return Argument{&parameter, value.span, std::nullopt, base};
}

bool Elaborator::bind_dims(const std::vector<Argument>& arguments) {
    bool is_good = true;
    for (const Argument& argument : arguments) {
        if (!argument.buffer) continue;
        const std::vector<syntax::Expression>& dims = *buffer_type(argument.parameter->type)->dims;
        for (std::size_t axis = 0; axis < dims.size(); ++axis)
            is_good = bind_dim(dims[axis], extent_of(*argument.buffer, axis), argument) && is_good;
    }
    return is_good;
}

bool Elaborator::bind_dim(const syntax::Expression& dim, const program::Extent& extent, const Argument& argument) {
    const auto* use = std::get_if<syntax::NameUse>(&dim.node);
    if (use != nullptr && scope().find(use->name.text) == nullptr) {
        const Meaning meaning = std::visit(Overloaded{
                                               [](std::int64_t value) -> Meaning { return ConstantName{value, false}; },
                                               [](program::DimId id) -> Meaning { return DimName{id}; },
                                           },
                                           extent);
        declare(use->name, meaning);
        return true;
    }
    const std::optional<program::Extent> demanded = demanded_extent(dim);
    if (!demanded) return false;
    if (*demanded == extent) return true;
    const bool are_constant =
        std::holds_alternative<std::int64_t>(*demanded) && std::holds_alternative<std::int64_t>(extent);
    if (mode_ == Mode::function && !are_constant) return true;
    reject(Code::call_extents, argument.place,
           fmt::format("the parameter `{}` demands the extent {} here, but the argument has {}",
                       argument.parameter->name.text, spelling(*demanded, program_), spelling(extent, program_)),
           {.notes = {{dim.span, "the dim is declared here"}}, .fix = {}});
    return false;
}

std::optional<program::Extent> Elaborator::demanded_extent(const syntax::Expression& dim) {
    if (const auto* use = std::get_if<syntax::NameUse>(&dim.node)) {
        const Symbol& symbol = *scope().find(use->name.text);
        if (const auto* known = std::get_if<ConstantName>(&symbol.meaning)) return known->value;
        if (const auto* bound = std::get_if<DimName>(&symbol.meaning)) return bound->dim;
        return std::nullopt;
    }
    if (const auto* literal = std::get_if<syntax::IntegerLiteral>(&dim.node))
        return static_cast<std::int64_t>(literal->magnitude);
    const std::optional<ConstantInteger> value = constant_integer(dim, "an extent of a tile");
    if (!value) return std::nullopt;
    if (!value->value) return this->dim("extent", {});
    return *value->value;
}

bool Elaborator::may_expand(const syntax::Function& function, Span span) {
    if (is_exhausted_) return false;
    if (bodies_.size() > limits::call_depth || nesting_ > limits::call_nesting) {
        reject(Code::calls_too_deep, span,
               fmt::format("calls nest deeper than {}, or {} blocks and operators, at this call of `{}`",
                           limits::call_depth, limits::call_nesting, function.name.text));
        is_exhausted_ = true;
    } else if (++calls_ > limits::expanded_calls) {
        reject(Code::too_many_calls, span,
               fmt::format("the kernel expands to more than {} calls", limits::expanded_calls));
        is_exhausted_ = true;
    }
    return !is_exhausted_;
}

Value Elaborator::expand(const syntax::Function& function, std::vector<Argument> arguments, Span span,
                         Expansion expansion) {
    program::Call call{function.name.text, {}, program::Block{}, site(program::SiteKind::call, span)};
    call.bindings = bind(std::move(arguments));
    const std::optional<program::Type> result = result_type(function);
    if (!result) return std::nullopt;
    body().result = result;
    if (expansion == Expansion::whole) call.body = block(function.body);
    return make(std::move(call), *result, span);
}

std::vector<program::Binding> Elaborator::bind(std::vector<Argument> arguments) {
    std::vector<program::Binding> bindings;
    for (Argument& argument : arguments) {
        const syntax::Name& name = argument.parameter->name;
        if (argument.buffer) {
            declare(name, BufferName{*argument.buffer});
            if (argument.value)
                bindings.push_back({std::get<program::TileId>(*argument.buffer), std::move(*argument.value)});
            continue;
        }
        const ScalarType type = argument.value->type.element;
        const program::LocalId id = local(name, type);
        known_in_call_[id.index] = is_known_in_call(*argument.value);
        Variable variable{id, type, VariableKind::parameter, std::nullopt};
        const auto* known = std::get_if<program::Constant>(&argument.value->node);
        if (known != nullptr && is_number(type)) variable.constant = known->value;
        declare(name, variable);
        bindings.push_back({id, std::move(*argument.value)});
    }
    return bindings;
}

std::optional<program::Type> Elaborator::result_type(const syntax::Function& function) {
    if (!function.result) return program::Type{ScalarType::i32, program::Form::nothing, 1};
    if (const auto* tile = std::get_if<syntax::TileTypeUse>(&function.result->node)) {
        const std::optional<program::TileShape> shape = tile_shape(*tile, function.result->span);
        if (!shape) return std::nullopt;
        return program::Type{tile->element, program::Form::tile, 1, *shape};
    }
    const auto* scalar = std::get_if<syntax::ScalarTypeUse>(&function.result->node);
    return program::Type{scalar != nullptr ? scalar->type : ScalarType::f32, program::Form::scalar, 1};
}

Node Elaborator::leave_with_tile(const syntax::Return& leave) {
    const std::optional<program::Type> result = body().result;
    const syntax::Function& function = *body().function;
    const std::string described = fmt::format("the result of `{}`", function.name.text);
    Value value = tile_value(asked(*leave.value, result ? result->element : ScalarType::f32), described);
    if (!value || !result) return std::nullopt;
    if (!has_shape(*value, {result->element, result->shape, described, function.result->span})) return std::nullopt;
    if (value->type.element == result->element) return program::Return{std::move(value)};
    Advice advice{.notes = {{function.result->span, "the result is declared here"}}, .fix = {}};
    if (is_number(value->type.element) && is_number(result->element))
        advice.fix = conversion_fix(result->element, *leave.value);
    return reject(Code::wrong_type, value->span,
                  fmt::format("{} has elements of `{}`, but the value is {}", described, spelling(result->element),
                              spelling(value->type)),
                  std::move(advice));
}

}  // namespace phobos::check
