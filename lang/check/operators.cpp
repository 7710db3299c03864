// SPDX-License-Identifier: Apache-2.0
// Operators on scalars and runs (expr-2 to expr-7, expr-18, run-18, run-19).
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lang/check/constants.h"
#include "lang/check/elaborator.h"
#include "lang/check/messages.h"

namespace phobos::check {
namespace {

/// What an operator takes, as in "`%` takes integers".
struct Taken {
    bool numbers = false;
    bool floats = false;
    bool booleans = false;
    std::string_view words;
};

Taken taken(BinaryOperator op) {
    switch (shape(op)) {
        case OperatorShape::logical: return {.booleans = true, .words = "bool"};
        case OperatorShape::bitwise: return {.numbers = true, .booleans = true, .words = "integers and bool"};
        case OperatorShape::shift: return {.numbers = true, .words = "integers"};
        case OperatorShape::arithmetic:
            if (op == BinaryOperator::remainder) return {.numbers = true, .words = "integers"};
            return {.numbers = true, .floats = true, .words = "numbers"};
        case OperatorShape::comparison:
            if (op == BinaryOperator::equal || op == BinaryOperator::not_equal)
                return {.numbers = true, .floats = true, .booleans = true, .words = "numbers and bool"};
            return {.numbers = true, .floats = true, .words = "numbers"};
    }
    return {};
}

/// What is said of an operand that the operator does not take.
diagnostics::Code wrong_operand(BinaryOperator op) {
    switch (shape(op)) {
        case OperatorShape::logical:
        case OperatorShape::bitwise: return diagnostics::Code::bit_operand;
        case OperatorShape::shift: return diagnostics::Code::shift_operand;
        case OperatorShape::arithmetic:
        case OperatorShape::comparison: break;
    }
    return diagnostics::Code::operand_type;
}

bool may_be_undefined(BinaryOperator op, ScalarType type) {
    if (shape(op) == OperatorShape::shift) return true;
    return is_integer(type) && (op == BinaryOperator::divide || op == BinaryOperator::remainder);
}

/// The conversion that makes the operands of `left op right` one type.
std::optional<diagnostics::Fix> mixed_fix(std::string_view op, ScalarType left, ScalarType right,
                                          const syntax::Expression* left_tree, const syntax::Expression* right_tree,
                                          Span span) {
    const std::optional<ScalarType> common = common_type(left, right);
    if (!common) return std::nullopt;
    if (left_tree == nullptr) return conversion_fix(left, *right_tree);
    if (*common == left) return conversion_fix(*common, *right_tree);
    if (*common == right) return conversion_fix(*common, *left_tree);
    return diagnostics::Fix{
        span, fmt::format("{} {} {}", converted(*common, *left_tree), op, converted(*common, *right_tree)),
        fmt::format("convert both to `{}`", spelling(*common))};
}

}  // namespace

Value Elaborator::unary(const syntax::Unary& unary, Span span, Spans spans) {
    Value operand = expression(*unary.operand, spans);
    if (!operand) return std::nullopt;
    const ScalarType type = operand->type.element;
    const auto wrong = [&](std::string_view wanted) {
        return reject(unary.op == UnaryOperator::negate ? Code::operand_type : Code::bit_operand, operand->span,
                      fmt::format("`{}` takes {}, not `{}`", spelling(unary.op), wanted, spelling(type)));
    };
    switch (unary.op) {
        case UnaryOperator::negate:
            if (!is_number(type)) return wrong("numbers");
            if (const auto* known = std::get_if<program::Constant>(&operand->node))
                return constant(type, fold_negate(type, known->value), span);
            break;
        case UnaryOperator::logical_not:
            if (type != ScalarType::boolean) return wrong("bool");
            break;
        case UnaryOperator::bit_not:
            if (!is_integer(type)) return wrong("integers");
            break;
    }
    const program::Type result = operand->type;
    return make(program::Unary{unary.op, std::move(*operand)}, result, span);
}

Value Elaborator::binary(const syntax::Binary& binary, Span span, Spans spans) {
    const Trees trees{&*binary.left, &*binary.right};
    if (shape(binary.op) == OperatorShape::logical) return logical(binary, span, spans);
    if (shape(binary.op) == OperatorShape::shift) {
        Value left = expression(*binary.left, spans);
        Value right = expression(*binary.right, spans);
        if (!left || !right) return std::nullopt;
        return operation(binary.op, std::move(*left), std::move(*right), trees, span);
    }
    const std::array operands{trees.left, trees.right};
    std::optional<std::vector<program::Expression>> both = alike(operands, spans);
    if (!both) return std::nullopt;
    return operation(binary.op, std::move(both->front()), std::move(both->back()), trees, span);
}

Value Elaborator::logical(const syntax::Binary& binary, Span span, Spans spans) {
    Value left = asked(*binary.left, ScalarType::boolean, spans);
    const program::SiteId branch = site(program::SiteKind::branch, span);
    Value right = asked(*binary.right, ScalarType::boolean, spans);
    bool is_good = left && right;
    for (const Value* operand : {&left, &right}) {
        if (!*operand) continue;
        is_good = is_logical_operand(binary.op, {(*operand)->type, (*operand)->span}) && is_good;
    }
    if (!is_good) return std::nullopt;
    return make(program::Logical{binary.op, std::move(*left), std::move(*right), branch},
                {ScalarType::boolean, program::Form::scalar, 1}, span);
}

bool Elaborator::is_logical_operand(BinaryOperator op, Operand operand) {
    const bool is_tile = operand.type.form == program::Form::tile;
    if (!is_tile && !accepts(op, operand)) return false;
    if (operand.type.form == program::Form::scalar) return true;
    const std::string_view elementwise = op == BinaryOperator::logical_and ? "&" : "|";
    reject(is_tile ? Code::tile_as_scalar : Code::run_as_operand, operand.span,
           operand.type.element == ScalarType::boolean
               ? fmt::format("`{}` takes scalars, not {}: `{}` works element by element", spelling(op),
                             is_tile ? "tiles" : "runs", elementwise)
               : fmt::format("`{}` takes scalars, but the value is {}; tiles of `bool`, as comparisons give them, "
                             "combine by `{}`",
                             spelling(op), spelling(operand.type), elementwise));
    return false;
}

Value Elaborator::operation(BinaryOperator op, program::Expression left, program::Expression right, Trees trees,
                            Span span) {
    const std::array joining{&left, &right};
    if (shape(op) != OperatorShape::shift && !join(joining, spelling(op), span)) return std::nullopt;
    const ScalarType type = left.type.element;
    const std::optional<program::Type> result =
        operation_type(op, {left.type, left.span}, {right.type, right.span}, trees, span);
    if (!result || !is_defined(op, type, right)) return std::nullopt;
    const auto* left_constant = std::get_if<program::Constant>(&left.node);
    const auto* right_constant = std::get_if<program::Constant>(&right.node);
    if (shape(op) == OperatorShape::arithmetic && left_constant != nullptr && right_constant != nullptr)
        return constant(type, fold(op, type, left_constant->value, right_constant->value), span);
    std::optional<program::SiteId> place;
    if (may_be_undefined(op, type))
        place = site(shape(op) == OperatorShape::shift ? program::SiteKind::shift : program::SiteKind::division, span);
    return make(program::Binary{op, std::move(left), std::move(right), place}, *result, span);
}

std::optional<program::Type> Elaborator::operation_type(BinaryOperator op, Operand left, Operand right, Trees trees,
                                                        Span span) {
    const ScalarType type = left.type.element;
    const bool is_left_good = accepts(op, left);
    const bool is_right_good = accepts(op, right);
    if (!is_left_good || !is_right_good) return std::nullopt;
    if (shape(op) != OperatorShape::shift && type != right.type.element)
        return mixed_types(spelling(op), left, right, trees, span);
    if (op == BinaryOperator::multiply) warn_narrow_product(type, trees, span);
    const std::array operands{left, right};
    return broadcast(shape(op) == OperatorShape::comparison ? ScalarType::boolean : type, operands);
}

bool Elaborator::accepts(BinaryOperator op, Operand operand) {
    const ScalarType type = operand.type.element;
    const Taken kinds = taken(op);
    if (type == ScalarType::boolean ? kinds.booleans : is_float(type) ? kinds.floats : kinds.numbers) return true;
    reject(wrong_operand(op), operand.span,
           fmt::format("`{}` takes {}, not `{}`", spelling(op), kinds.words, spelling(type)));
    return false;
}

std::nullopt_t Elaborator::mixed_types(std::string_view op, Operand left, Operand right, Trees trees, Span span) {
    const ScalarType left_type = left.type.element;
    const ScalarType right_type = right.type.element;
    return reject(
        Code::mixed_types, span,
        fmt::format("`{}` of `{}` and `{}`: scalars never mix types", op, spelling(left_type), spelling(right_type)),
        {.notes = {{left.span, fmt::format("this is `{}`", spelling(left_type))},
                   {right.span, fmt::format("this is `{}`", spelling(right_type))}},
         .fix = mixed_fix(op, left_type, right_type, trees.left, trees.right, span)});
}

std::optional<program::Type> Elaborator::broadcast(ScalarType result, std::span<const Operand> operands) {
    const auto first_of = [&](program::Form form) {
        return std::ranges::find_if(operands, [&](const Operand& operand) { return operand.type.form == form; });
    };
    const auto tile = first_of(program::Form::tile);
    const auto run = first_of(program::Form::run);
    if (tile == operands.end()) return broadcast_runs(result, operands);
    if (run == operands.end()) return broadcast_tiles(result, operands);
    return reject(Code::tile_with_run, tile->span, "a tile does not combine with a run, which is a thread's own",
                  {.notes = {{run->span, fmt::format("this is {}", spelling(run->type))}}, .fix = {}});
}

std::optional<program::Type> Elaborator::broadcast_runs(ScalarType result, std::span<const Operand> operands) {
    program::Type type{result, program::Form::scalar, 1};
    const Operand* first = nullptr;
    for (const Operand& operand : operands) {
        if (operand.type.form != program::Form::run) continue;
        if (first == nullptr || type.elements == 0) type = {result, program::Form::run, operand.type.elements};
        if (first == nullptr) first = &operand;
        if (operand.type.elements == type.elements || operand.type.elements == 0) continue;
        return reject(Code::run_lengths_differ, operand.span,
                      fmt::format("this run has {} elements and another one of the expression {}",
                                  operand.type.elements, type.elements),
                      {.notes = {{first->span, fmt::format("this run has {}", first->type.elements)}}, .fix = {}});
    }
    return type;
}

bool Elaborator::is_defined(BinaryOperator op, ScalarType type, const program::Expression& right) {
    const auto* constant = std::get_if<program::Constant>(&right.node);
    if (constant == nullptr || !may_be_undefined(op, type)) return true;
    const std::int64_t value = integer_value(right.type.element, constant->value);
    if (shape(op) == OperatorShape::shift) {
        if (0 <= value && value < bits(type)) return true;
        reject(Code::constant_shift, right.span,
               fmt::format("the shift count {} is outside 0 to {}, the width of `{}` less 1", value, bits(type) - 1,
                           spelling(type)));
        return false;
    }
    if (value != 0) return true;
    reject(Code::constant_division, right.span,
           fmt::format("the {} by 0 is undefined", op == BinaryOperator::divide ? "division" : "remainder"));
    return false;
}

void Elaborator::warn_narrow_product(ScalarType type, Trees trees, Span span) {
    if (type != ScalarType::i8 && type != ScalarType::u8) return;
    Advice advice;
    if (trees.left != nullptr && !is_for_narrow_tile_)
        advice.fix = diagnostics::Fix{
            span,
            fmt::format("{} * {}", converted(ScalarType::i32, *trees.left), converted(ScalarType::i32, *trees.right)),
            "multiply in `i32`"};
    warn(Code::narrow_arithmetic, span, fmt::format("products of `{}` wrap at 8 bits", spelling(type)),
         std::move(advice));
}

}  // namespace phobos::check
