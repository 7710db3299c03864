// SPDX-License-Identifier: Apache-2.0
// Operands, literals in their places, names and constant expressions (docs/spec/05-expressions.md).
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lang/base/assert.h"
#include "lang/base/overloaded.h"
#include "lang/check/constants.h"
#include "lang/check/elaborator.h"
#include "lang/check/joins.h"
#include "lang/check/messages.h"

namespace phobos::check {
namespace {

/// Whether the type of what an expression is made of decides its own.
bool keeps_type(const syntax::Expression& expression) {
    if (const auto* binary = std::get_if<syntax::Binary>(&expression.node))
        return shape(binary->op) != OperatorShape::comparison;
    if (const auto* call = std::get_if<syntax::Call>(&expression.node))
        return !call->over && builtin(call->callee.text).has_value();
    return std::holds_alternative<syntax::Unary>(expression.node);
}

bool is_constant_operator(BinaryOperator op) { return shape(op) == OperatorShape::arithmetic; }

/// The part of an expression because of which it is not constant, and why.
diagnostics::Note not_constant_note(const program::Expression& expression, const program::Program& program) {
    using program::Expression;
    const auto here = [&](std::string text) { return diagnostics::Note{expression.span, std::move(text)}; };
    if (const auto* use = std::get_if<program::LocalUse>(&expression.node))
        return here(fmt::format("`{}` is not constant", program.locals[use->local.index].name));
    if (const auto* use = std::get_if<program::DimUse>(&expression.node))
        return here(fmt::format("the dim `{}` is known only at launch", program.dims[use->dim.index].name));
    if (const auto* use = std::get_if<program::ContextUse>(&expression.node))
        return here(fmt::format("`{}` is not constant", spelling(use->field)));
    if (const auto* unary = std::get_if<program::Unary>(&expression.node); unary && unary->op == UnaryOperator::negate)
        return not_constant_note(*unary->operand, program);
    if (const auto* binary = std::get_if<program::Binary>(&expression.node);
        binary && is_constant_operator(binary->op)) {
        const bool is_left = !std::holds_alternative<program::Constant>(binary->left->node);
        return not_constant_note(is_left ? *binary->left : *binary->right, program);
    }
    return here("a constant expression has only literals, constant names, `+ - * / %` and brackets");
}

std::string range_of(ScalarType type) {
    const std::int64_t greatest = is_signed_integer(type)
                                      ? static_cast<std::int64_t>((std::uint64_t{1} << (bits(type) - 1)) - 1)
                                      : (std::int64_t{1} << bits(type)) - 1;
    return fmt::format("{} to {}", is_signed_integer(type) ? -greatest - 1 : 0, greatest);
}

/// A literal of the same value that the place does take.
std::optional<diagnostics::Fix> literal_fix(const BareLiteral& literal, ScalarType type, LiteralError error,
                                            Span span) {
    const std::string text = spelling(literal);
    if (error == LiteralError::not_a_bool && (text == "0" || text == "1"))
        return diagnostics::Fix{span, text == "0" ? "false" : "true", "write the `bool`"};
    if (error == LiteralError::not_an_integer && text.size() > 2 && text.ends_with(".0"))
        return diagnostics::Fix{span, text.substr(0, text.size() - 2), "write the integer"};
    if (error != LiteralError::inexact || type != ScalarType::i32) return std::nullopt;
    const auto* integer = std::get_if<syntax::IntegerLiteral>(&literal.number);
    const ScalarType wider =
        integer->hexadecimal && is_exact(literal, ScalarType::u32) ? ScalarType::u32 : ScalarType::i64;
    if (!is_exact(literal, wider)) return std::nullopt;
    return diagnostics::Fix{span, fmt::format("{}({})", spelling(wider), text),
                            fmt::format("write an `{}`", spelling(wider))};
}

}  // namespace

Value Elaborator::expression(const syntax::Expression& expression, Spans spans) {
    if (const std::optional<BareLiteral> number = bare_literal(expression))
        return literal(*number, default_type(*number), expression.span);
    const Span span = expression.span;
    const bool was_for_narrow_tile = std::exchange(is_for_narrow_tile_, is_for_narrow_tile_ && keeps_type(expression));
    ++nesting_;
    Value value = std::visit(
        Overloaded{
            [](const syntax::IntegerLiteral&) -> Value { return std::nullopt; },  // a bare literal, as the next
            [](const syntax::FloatLiteral&) -> Value { return std::nullopt; },
            [&](const syntax::BoolLiteral& node) -> Value {
                return constant(ScalarType::boolean, {node.value ? 1U : 0U}, span);
            },
            [&](const syntax::NameUse& node) { return name_use(node.name, span); },
            [&](const syntax::ContextUse& node) { return context_use(node.field, span); },
            [&](const syntax::Unary& node) { return unary(node, span, spans); },
            [&](const syntax::Binary& node) { return binary(node, span, spans); },
            [&](const syntax::Call& node) { return call(node, span, spans); },
            [&](const syntax::Subscript& node) { return subscript(node, span, spans); },
        },
        expression.node);
    --nesting_;
    is_for_narrow_tile_ = was_for_narrow_tile;
    if (value && value->type.form == program::Form::nothing) {
        const auto& callee = std::get<syntax::Call>(expression.node).callee;
        return reject(Code::no_value, span, fmt::format("`{}` gives no value", callee.text));
    }
    return value;
}

Value Elaborator::asked(const syntax::Expression& operand, ScalarType type, Spans spans) {
    if (const std::optional<BareLiteral> number = bare_literal(operand)) return literal(*number, type, operand.span);
    return expression(operand, spans);
}

Value Elaborator::typed(const syntax::Expression& operand, ScalarType type, std::string_view place) {
    if (const std::optional<BareLiteral> number = bare_literal(operand))
        return literal(*number, type, operand.span, Wider::rejected);
    return of_type(scalar(expression(operand), place), operand, type, place);
}

Value Elaborator::of_type(Value value, const syntax::Expression& operand, ScalarType type, std::string_view place) {
    if (!value || value->type.element == type) return value;
    const ScalarType found = value->type.element;
    Advice advice;
    if (is_number(type) && is_number(found)) advice.fix = conversion_fix(type, operand);
    if (type == ScalarType::boolean && is_number(found))
        advice.fix = diagnostics::Fix{operand.span, fmt::format("{} != 0", source_of(operand)), "compare with zero"};
    return reject(Code::wrong_type, operand.span,
                  fmt::format("{} is `{}`, but the value is `{}`", place, spelling(type), spelling(found)),
                  std::move(advice));
}

Value Elaborator::integer(const syntax::Expression& operand, std::string_view place) {
    Value value = scalar(expression(operand), place);
    if (!value || is_integer(value->type.element)) return value;
    Advice advice;
    if (is_number(value->type.element)) advice.fix = conversion_fix(ScalarType::i32, operand);
    return reject(Code::wrong_type, operand.span,
                  fmt::format("{} is an integer, but the value is `{}`", place, spelling(value->type.element)),
                  std::move(advice));
}

Value Elaborator::condition(const syntax::Expression& operand, std::string_view place) {
    Value value = scalar(asked(operand, ScalarType::boolean), place);
    if (!value || value->type.element == ScalarType::boolean) return value;
    return reject(
        Code::condition_type, operand.span,
        fmt::format("{} is a `bool`, but the value is `{}`", place, spelling(value->type.element)),
        {.notes = {},
         .fix = diagnostics::Fix{operand.span, fmt::format("{} != 0", source_of(operand)), "compare with zero"}});
}

std::optional<std::vector<program::Expression>> Elaborator::alike(std::span<const syntax::Expression* const> operands,
                                                                  Spans spans) {
    std::vector<Value> values(operands.size());
    std::vector<ScalarType> types;
    bool has_tile = false;
    bool is_float = false;
    bool is_good = true;
    for (std::size_t index = 0; index < operands.size(); ++index) {
        if (const std::optional<BareLiteral> number = bare_literal(*operands[index])) {
            is_float = is_float || number->is_float();
            continue;
        }
        values[index] = expression(*operands[index], spans);
        is_good = is_good && values[index];
        if (!values[index]) continue;
        types.push_back(values[index]->type.element);
        has_tile = has_tile || values[index]->type.form == program::Form::tile;
    }
    if (!is_good) return std::nullopt;
    ScalarType asked_type = is_float ? ScalarType::f32 : ScalarType::i32;
    if (!types.empty()) asked_type = has_tile ? joined(types).value_or(types.front()) : types.front();
    std::vector<program::Expression> result;
    for (std::size_t index = 0; index < operands.size(); ++index) {
        if (!values[index]) values[index] = asked(*operands[index], asked_type, spans);
        if (values[index]) result.push_back(std::move(*values[index]));
    }
    if (result.size() != operands.size()) return std::nullopt;
    return result;
}

bool Elaborator::is_known_in_call(const program::Expression& expression) const {
    if (mode_ == Mode::kernel) return false;
    const auto& node = expression.node;
    if (std::holds_alternative<program::Constant>(node) || std::holds_alternative<program::DimUse>(node)) return true;
    if (const auto* use = std::get_if<program::LocalUse>(&node)) return known_in_call_[use->local.index];
    if (const auto* use = std::get_if<program::ContextUse>(&node))
        return use->field == ContextField::threads || use->field == ContextField::warps;
    if (const auto* unary = std::get_if<program::Unary>(&node))
        return unary->op == UnaryOperator::negate && is_known_in_call(*unary->operand);
    const auto* binary = std::get_if<program::Binary>(&node);
    return binary != nullptr && is_constant_operator(binary->op) && is_known_in_call(*binary->left) &&
           is_known_in_call(*binary->right);
}

std::optional<ConstantInteger> Elaborator::constant_integer(const syntax::Expression& operand, std::string_view place) {
    ++constants_;
    const Value value = typed(operand, ScalarType::i32, place);
    --constants_;
    if (!value) return std::nullopt;
    if (const auto* constant = std::get_if<program::Constant>(&value->node))
        return ConstantInteger{integer_value(ScalarType::i32, constant->value)};
    if (is_known_in_call(*value)) return ConstantInteger{std::nullopt};
    return reject(Code::not_constant, operand.span, fmt::format("{} is a constant expression", place),
                  {.notes = {not_constant_note(*value, program_)}, .fix = {}});
}

Value Elaborator::literal(const BareLiteral& literal, ScalarType type, Span span, Wider wider) {
    const auto value = literal_bits(literal, type);
    if (value) return constant(type, *value, span);
    const std::string text = spelling(literal);
    Advice advice;
    if (wider == Wider::offered || value.error() != LiteralError::inexact)
        advice.fix = literal_fix(literal, type, value.error(), span);
    switch (value.error()) {
        case LiteralError::inexact:
            return reject(Code::integer_literal_range, span,
                          is_float(type)
                              ? fmt::format("`{}` is not exact in `{}`", text, spelling(type))
                              : fmt::format("`{}` is outside `{}`, which has {}", text, spelling(type), range_of(type)),
                          std::move(advice));
        case LiteralError::overflow:
            return reject(Code::float_literal_range, span, fmt::format("`{}` overflows `{}`", text, spelling(type)),
                          std::move(advice));
        case LiteralError::not_an_integer:
            return reject(Code::literal_kind, span,
                          fmt::format("`{}` is a float, but `{}` is needed", text, spelling(type)), std::move(advice));
        case LiteralError::not_a_bool:
            return reject(Code::literal_kind, span, fmt::format("`{}` is a number, but `bool` is needed", text),
                          std::move(advice));
    }
    return std::nullopt;
}

Value Elaborator::name_use(const syntax::Name& name, Span span) {
    const Symbol* symbol = scope().find(name.text);
    if (symbol == nullptr) return unknown_name(name);
    return std::visit(
        Overloaded{
            [&](const Variable& variable) -> Value {
                if (variable.constant) return constant(variable.type, *variable.constant, span);
                return make(program::LocalUse{variable.local}, {variable.type, program::Form::scalar, 1}, span);
            },
            [&](const ConstantName& known) -> Value { return i32_constant(known.value, span); },
            [&](const DimName& dim) -> Value { return make(program::DimUse{dim.dim}, {}, span); },
            [&](const BufferName& found) -> Value {
                if (std::holds_alternative<program::TileId>(found.buffer)) return whole_tile(found.buffer, span);
                return reject(
                    Code::buffer_as_scalar, span,
                    fmt::format("`{}` is a tensor, not a scalar or tile: name an element or a slice of it", name.text),
                    {.notes = {declared_note(name.text, *symbol)}, .fix = {}});
            },
            [](const Rejected&) -> Value { return std::nullopt; },
        },
        symbol->meaning);
}

Value Elaborator::context_use(ContextField field, Span span) {
    switch (field) {
        case ContextField::lanes: return i32_constant(target_.lanes, span);
        case ContextField::threads:
        case ContextField::warps:
            if (mode_ == Mode::function) break;
            if (has_launch_bounds_)
                return i32_constant(field == ContextField::threads ? program_.bounds.threads : program_.warps(), span);
            return reject(Code::launch_in_terms_of_itself, span,
                          fmt::format("`{}` cannot stand here: `@launch` decides it", spelling(field)));
        case ContextField::block_x:
        case ContextField::block_y:
        case ContextField::block_z: program_.reads_block = true; break;
        case ContextField::thread:
        case ContextField::warp:
        case ContextField::lane:
        case ContextField::grid_x:
        case ContextField::grid_y:
        case ContextField::grid_z: break;
    }
    return make(program::ContextUse{field}, {}, span);
}

std::nullopt_t Elaborator::unknown_name(const syntax::Name& name) {
    if (functions_.by_name.contains(name.text) || functions_.kernels.contains(name.text))
        return reject(Code::unknown_name, name.span, fmt::format("`{}` is a function, not a value", name.text));
    const std::vector<std::string_view> names =
        has_reported_enough() ? std::vector<std::string_view>{} : scope().names();
    return reject(Code::unknown_name, name.span, fmt::format("`{}` is not declared", name.text),
                  nearest_advice(name, names));
}

}  // namespace phobos::check
