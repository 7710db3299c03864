// SPDX-License-Identifier: Apache-2.0
// Calls: what a callee is, conversions, elementwise builtins and queries (docs/spec/07-builtins.md).
#include <fmt/format.h>

#include <array>

#include "lang/check/advice.h"
#include "lang/check/elaborator.h"
#include "lang/check/messages.h"
#include "lang/syntax/suggestions.h"

namespace phobos::check {
namespace {

std::string_view wanted(TypeRule rule) {
    switch (rule) {
        case TypeRule::number: return "numbers";
        case TypeRule::floating:
        case TypeRule::float_to_bits: return "floats";
        case TypeRule::integer_to_i32: return "integers";
        case TypeRule::byte_dot: return "`u32` and `i32`";
        case TypeRule::bytes_u32:
        case TypeRule::u32_to_f32:
        case TypeRule::u32_to_f16: return "`u32`";
        case TypeRule::select:
        case TypeRule::special: break;
    }
    return "other types";
}

bool takes(TypeRule rule, ScalarType type) {
    switch (rule) {
        case TypeRule::number: return is_number(type);
        case TypeRule::floating:
        case TypeRule::float_to_bits: return is_float(type);
        case TypeRule::integer_to_i32: return is_integer(type);
        case TypeRule::byte_dot: return type == ScalarType::u32 || type == ScalarType::i32;
        case TypeRule::bytes_u32:
        case TypeRule::u32_to_f32:
        case TypeRule::u32_to_f16: return type == ScalarType::u32;
        case TypeRule::select:
        case TypeRule::special: break;
    }
    return true;
}

/// The result of a builtin whose arguments are right; `last` is the type of the last one.
ScalarType result_of(TypeRule rule, ScalarType last) {
    switch (rule) {
        case TypeRule::integer_to_i32: return ScalarType::i32;
        case TypeRule::bytes_u32: return ScalarType::u32;
        case TypeRule::float_to_bits: return last == ScalarType::f64 ? ScalarType::i64 : ScalarType::u32;
        case TypeRule::u32_to_f32: return ScalarType::f32;
        case TypeRule::u32_to_f16: return ScalarType::f16;
        case TypeRule::number:
        case TypeRule::floating:
        case TypeRule::byte_dot:
        case TypeRule::select:
        case TypeRule::special: break;
    }
    return last;
}

bool has_one_type(TypeRule rule) { return rule == TypeRule::number || rule == TypeRule::floating; }

std::vector<const syntax::Expression*> pointers(const std::vector<syntax::Expression>& expressions) {
    std::vector<const syntax::Expression*> result;
    for (const syntax::Expression& expression : expressions) result.push_back(&expression);
    return result;
}

}  // namespace

Value Elaborator::call(const syntax::Call& call, Span span, Spans spans) {
    if (call.over) return collective(call, span);
    if (const std::optional<Builtin> found = builtin(call.callee.text)) return builtin_call(*found, call, span, spans);
    if (const std::optional<ScalarType> type = scalar_type(call.callee.text))
        return conversion(*type, call, span, spans);
    if (const FunctionEntry* entry = functions_.find(call.callee.text)) return function_call(*entry, call, span);
    return unknown_function(call);
}

Value Elaborator::builtin_call(Builtin builtin, const syntax::Call& call, Span span, Spans spans) {
    const Span name = call.callee.span;
    if (family(builtin) == BuiltinFamily::tile) return tile_builtin(builtin, call, span);
    if (family(builtin) == BuiltinFamily::collective)
        return reject(
            Code::collective_without_scope, name,
            fmt::format("`{}` is a collective: it needs `<over ctx.lane>` or `<over ctx.thread>`", spelling(builtin)),
            {.notes = {},
             .fix = diagnostics::Fix{{name.end, name.end}, "<over ctx.lane>", "combine over the lanes of each warp"}});
    if (family(builtin) == BuiltinFamily::order || builtin == Builtin::store)
        return reject(Code::statement_as_operand, span,
                      fmt::format("`{}` is a statement and gives no value", spelling(builtin)));
    if (family(builtin) == BuiltinFamily::atomic) return atomic(builtin, call, span);
    if (!has_arguments(call, row(builtin).min_arguments, row(builtin).max_arguments, span)) return std::nullopt;
    if (builtin == Builtin::where) return select(call, span, spans);
    if (builtin == Builtin::extent) return extent(call, span);
    if (builtin == Builtin::program_id) return program_id(call, span);
    if (builtin == Builtin::sum) return run_sum(call, span);
    if (builtin == Builtin::elem) return run_element(call, span);
    if (builtin == Builtin::word) return run_word(call, span);
    if (builtin == Builtin::ballot) return ballot(call, span);
    if (family(builtin) == BuiltinFamily::shuffle) return shuffle(builtin, call, span);
    return elementwise(builtin, call, span, spans);
}

bool Elaborator::has_arguments(const syntax::Call& call, std::size_t least, std::size_t most, Span span) {
    const std::size_t given = call.arguments.size();
    if (least <= given && given <= most) return true;
    const std::string takes =
        least == most ? count_of(least, "argument") : fmt::format("{} to {}", least, count_of(most, "argument"));
    reject(Code::argument_count, span,
           fmt::format("`{}` takes {}, but {} given", call.callee.text, takes,
                       given == 1 ? "1 is" : fmt::format("{} are", given)));
    return false;
}

Value Elaborator::conversion(ScalarType type, const syntax::Call& call, Span span, Spans spans) {
    if (!has_arguments(call, 1, 1, span)) return std::nullopt;
    const syntax::Expression& argument = call.arguments.front();
    if (type == ScalarType::boolean)
        return reject(Code::conversion_of_bool, span, "there is no conversion to `bool`",
                      {.notes = {}, .fix = diagnostics::Fix{span, source_of(argument) + " != 0", "compare with zero"}});
    const std::optional<BareLiteral> number = bare_literal(argument);
    Value operand =
        number && is_exact(*number, type) ? literal(*number, type, argument.span) : expression(argument, spans);
    if (!operand) return std::nullopt;
    if (operand->type.element == ScalarType::boolean) {
        const std::string_view numbers = is_float(type) ? "1.0, 0.0" : "1, 0";
        const std::string selection = fmt::format("{}(where({}, {}))", spelling(type), source_of(argument), numbers);
        return reject(Code::conversion_of_bool, span, "there is no conversion from `bool`",
                      {.notes = {}, .fix = diagnostics::Fix{span, selection, "select a number"}});
    }
    program::Type result = operand->type;
    result.element = type;
    return make(program::Convert{std::move(*operand)}, result, span);
}

Value Elaborator::elementwise(Builtin builtin, const syntax::Call& call, Span span, Spans spans) {
    std::optional<std::vector<program::Expression>> arguments = elementwise_arguments(builtin, call, spans);
    if (!arguments) return std::nullopt;
    return elementwise_of(builtin, std::move(*arguments), call, span);
}

Value Elaborator::elementwise_of(Builtin builtin, std::vector<program::Expression> arguments, const syntax::Call& call,
                                 Span span) {
    std::vector<program::Expression*> joining;
    for (program::Expression& argument : arguments) joining.push_back(&argument);
    if (has_one_type(row(builtin).rule) && !join(joining, call.callee.text, span)) return std::nullopt;
    const std::optional<ScalarType> result = elementwise_result(builtin, arguments, call);
    if (!result) return std::nullopt;
    std::vector<Operand> operands;
    for (const program::Expression& argument : arguments) operands.push_back({argument.type, argument.span});
    const std::optional<program::Type> type = broadcast(*result, operands);
    if (!type) return std::nullopt;
    return make(program::Elementwise{builtin, std::move(arguments)}, *type, span);
}

std::optional<std::vector<program::Expression>> Elaborator::elementwise_arguments(Builtin builtin,
                                                                                  const syntax::Call& call,
                                                                                  Spans spans) {
    const TypeRule rule = row(builtin).rule;
    if (has_one_type(rule)) return alike(pointers(call.arguments), spans);
    const bool asks_u32 = wanted(rule) == "`u32`";
    std::vector<program::Expression> arguments;
    for (const syntax::Expression& argument : call.arguments) {
        Value value = asks_u32 ? asked(argument, ScalarType::u32, spans) : expression(argument, spans);
        if (value) arguments.push_back(std::move(*value));
    }
    if (arguments.size() != call.arguments.size()) return std::nullopt;
    return arguments;
}

std::optional<ScalarType> Elaborator::elementwise_result(Builtin builtin,
                                                         const std::vector<program::Expression>& arguments,
                                                         const syntax::Call& call) {
    const TypeRule rule = row(builtin).rule;
    bool is_good = true;
    for (const program::Expression& argument : arguments) {
        if (takes(rule, argument.type.element)) continue;
        wrong_argument(spelling(builtin), wanted(rule), argument);
        is_good = false;
    }
    if (!is_good) return std::nullopt;
    const program::Type first = arguments.front().type;
    for (const program::Expression& argument : arguments)
        if (has_one_type(rule) && argument.type.element != first.element)
            return mixed_types(spelling(builtin), {first, arguments.front().span}, {argument.type, argument.span},
                               {nullptr, &call.arguments[static_cast<std::size_t>(&argument - arguments.data())]},
                               argument.span);
    return result_of(rule, arguments.back().type.element);
}

std::nullopt_t Elaborator::wrong_argument(std::string_view callee, std::string_view wanted,
                                          const program::Expression& argument) {
    return reject(Code::argument_type, argument.span,
                  fmt::format("`{}` takes {}, not {}", callee, wanted, spelling(argument.type)));
}

Value Elaborator::select(const syntax::Call& call, Span span, Spans spans) {
    const std::array arm_trees{&call.arguments[1], &call.arguments[2]};
    Value condition = asked(call.arguments[0], ScalarType::boolean, spans);
    std::optional<std::vector<program::Expression>> arms = alike(arm_trees, spans);
    if (condition && condition->type.element != ScalarType::boolean) {
        reject(Code::condition_type, condition->span,
               fmt::format("the condition of `where` is a `bool`{}, but the value is {}",
                           condition->type.form == program::Form::tile ? " or a tile of `bool`" : "",
                           spelling(condition->type)));
        condition.reset();
    }
    if (!condition || !arms) return std::nullopt;
    if (!join_arms(*arms, condition->type, span)) return std::nullopt;
    const Operand first{arms->front().type, arms->front().span};
    const Operand second{arms->back().type, arms->back().span};
    if (first.type.element != second.type.element)
        return mixed_types("where", first, second, {nullptr, &call.arguments[2]}, second.span);
    const std::array operands{Operand{condition->type, condition->span}, first, second};
    const std::optional<program::Type> type = broadcast(first.type.element, operands);
    if (!type) return std::nullopt;
    for (const program::Expression& arm : *arms)
        if (const std::optional<TestedOperand> tested = tested_operand(*condition, arm))
            warn(Code::where_as_guard, tested->span,
                 fmt::format("this {} is evaluated whatever the condition of `where` says",
                             tested->kind == TestedOperand::Kind::divisor ? "division" : "subscript"),
                 {.notes = {{condition->span, "the condition tests it, but both arms are evaluated: an `if` guards"}},
                  .fix = {}});
    std::vector<program::Expression> arguments;
    arguments.push_back(std::move(*condition));
    for (program::Expression& arm : *arms) arguments.push_back(std::move(arm));
    return make(program::Elementwise{Builtin::where, std::move(arguments)}, *type, span);
}

Value Elaborator::extent(const syntax::Call& call, Span span) {
    const std::optional<program::Buffer> buffer = buffer_argument(call.arguments[0], "extent");
    const std::optional<ConstantInteger> axis = constant_integer(call.arguments[1], "the axis of `extent`");
    if (!buffer || !axis) return std::nullopt;
    if (!axis->value) return make(program::DimUse{dim("extent", span)}, {}, span);
    if (*axis->value < 0 || *axis->value >= static_cast<std::int64_t>(rank(*buffer)))
        return reject(
            Code::axis_range, call.arguments[1].span,
            fmt::format("`{}` has no axis {}: its axes are 0 to {}", name(*buffer), *axis->value, rank(*buffer) - 1));
    return extent_value(*buffer, static_cast<std::size_t>(*axis->value), span);
}

Value Elaborator::program_id(const syntax::Call& call, Span span) {
    const std::optional<ConstantInteger> axis = constant_integer(call.arguments[0], "the argument of `program_id`");
    if (!axis) return std::nullopt;
    constexpr std::array fields{ContextField::block_x, ContextField::block_y, ContextField::block_z};
    const std::int64_t place = axis->value.value_or(0);
    if (place < 0 || place >= static_cast<std::int64_t>(fields.size()))
        return reject(Code::program_id_range, call.arguments[0].span,
                      fmt::format("the argument of `program_id` is 0, 1 or 2, not {}", place));
    return context_use(fields[static_cast<std::size_t>(place)], span);
}

std::nullopt_t Elaborator::unknown_function(const syntax::Call& call) {
    const syntax::Name& name = call.callee;
    for (const std::string_view retired : retired_builtins)
        if (name.text == retired)
            return reject(Code::retired_builtin, name.span,
                          fmt::format("`{}` is not part of the language: a run in `sum(..)` does its work, as in "
                                      "`sum(i32(A[r, k :+ 16]) * i32(W[c, k :+ 16]))`",
                                      name.text));
    if (functions_.kernels.contains(name.text))
        return reject(Code::kernel_called, name.span,
                      fmt::format("`{}` is a kernel, which is launched and not called", name.text));
    if (has_reported_enough())
        return reject(Code::unknown_function, name.span, fmt::format("there is no function `{}`", name.text));
    std::vector<std::string_view> candidates;
    for (const BuiltinRow& entry : builtins) candidates.push_back(entry.spelling);
    for (const ScalarTypeRow& entry : scalar_types) candidates.push_back(entry.spelling);
    for (const FunctionEntry& entry : functions_.all) candidates.push_back(entry.tree->name.text);
    Advice advice = nearest_advice(name, candidates);
    if (const std::optional<std::string_view> meant = syntax::suggested_function(name.text))
        advice.fix = diagnostics::Fix{name.span, std::string(*meant), fmt::format("did you mean `{}`?", *meant)};
    if (const Symbol* symbol = scope().find(name.text))
        advice = {.notes = {declared_note(name.text, *symbol)}, .fix = {}};
    return reject(Code::unknown_function, name.span, fmt::format("there is no function `{}`", name.text),
                  std::move(advice));
}

}  // namespace phobos::check
