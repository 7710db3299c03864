// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdlib>

#include "fuzz/generate/dyadic.h"
#include "fuzz/generate/kernel_generator.h"
#include "fuzz/generate/walk.h"
#include "lang/base/assert.h"
#include "lang/base/overloaded.h"

// Floats whose arithmetic rounds nothing: every value is known to be a small multiple of a power of two.
namespace phobos::fuzz {

namespace {

constexpr double most_terms = 128;  ///< of a row or column of a tile that is added up
constexpr double most_steps = 16;   ///< of a product of tiles

/// Of an integer or a float, with a sign or not; 0 for anything else.
double literal_value(const Expression& expression) {
    if (const auto* number = std::get_if<syntax::IntegerLiteral>(&expression.node))
        return static_cast<double>(number->magnitude);
    if (const auto* number = std::get_if<syntax::FloatLiteral>(&expression.node))
        return std::strtod(number->text.c_str(), nullptr);
    const auto* negated = std::get_if<syntax::Unary>(&expression.node);
    return negated == nullptr ? 0 : -literal_value(*negated->operand);
}

Dyadic dyadic_of_literal(double value) {
    int fraction = 0;
    while (std::ldexp(value, fraction) != std::trunc(std::ldexp(value, fraction))) ++fraction;
    return {std::fabs(std::ldexp(value, fraction)), fraction};
}

/// `x & literal`, all that is converted from integers.
std::optional<Dyadic> dyadic_of_mask(const Expression& expression) {
    const auto* masked = std::get_if<syntax::Binary>(&expression.node);
    if (masked == nullptr || masked->op != BinaryOperator::bit_and) return std::nullopt;
    return Dyadic{literal_value(*masked->right), 0};
}

/// The elements of the first run in an expression.
double elements_of_run(const Expression& expression) {
    double elements = 0;
    for_each_within(expression, [&](const Expression& part) {
        const auto* subscript = std::get_if<syntax::Subscript>(&part.node);
        if (subscript == nullptr || elements != 0) return;
        const auto* span = std::get_if<syntax::LengthSpan>(&subscript->places.back().node);
        if (span != nullptr) elements = literal_value(*span->length);
    });
    return std::max(elements, 1.0);
}

bool is_text(const Expression& expression, std::string_view callee) {
    const auto* made = std::get_if<syntax::Call>(&expression.node);
    return made != nullptr && made->callee.text == callee;
}

/// `min(max(x, -end), end)`, as `limited` writes it: the end.
std::optional<double> end_of(const syntax::Call& node) {
    if (node.callee.text != "min" || !is_text(node.arguments[0], "max")) return std::nullopt;
    const auto& inner = std::get<syntax::Call>(node.arguments[0].node);
    if (inner.over) return std::nullopt;  // the greatest of what lanes or threads have
    const double end = literal_value(node.arguments[1]);
    const Expression& least = inner.arguments[1];
    return end > 0 && literal_value(least) == -end ? std::optional(end) : std::nullopt;
}

}  // namespace

ScalarType KernelGenerator::type_of(const std::string& variable) const {
    const auto found = std::ranges::find(variables_, variable, &Variable::name);
    if (found != variables_.end()) return found->type;
    const auto array = std::ranges::find(arrays_, variable, &Array::name);
    PHOBOS_ASSERT(array != arrays_.end());
    return array->element;
}

Dyadic KernelGenerator::dyadic_of(const Expression& expression) const {
    return std::visit(Overloaded{
                          [&](const syntax::IntegerLiteral&) { return dyadic_of_literal(literal_value(expression)); },
                          [&](const syntax::FloatLiteral&) { return dyadic_of_literal(literal_value(expression)); },
                          [](const syntax::BoolLiteral&) { return Dyadic{1, 0}; },
                          [&](const syntax::NameUse& node) { return at_rest(type_of(node.name.text)); },
                          [](const syntax::ContextUse&) { return Dyadic{HUGE_VAL, 0}; },
                          [&](const syntax::Unary& node) { return dyadic_of(*node.operand); },
                          [&](const syntax::Binary& node) { return dyadic_of_binary(node); },
                          [&](const syntax::Call& node) { return dyadic_of_call(node); },
                          [&](const syntax::Subscript& node) { return at_rest(type_of(node.base.text)); },
                      },
                      expression.node);
}

Dyadic KernelGenerator::dyadic_of_binary(const syntax::Binary& node) const {
    const Dyadic left = dyadic_of(*node.left);
    switch (node.op) {
        case BinaryOperator::add:
        case BinaryOperator::subtract: return left + dyadic_of(*node.right);
        case BinaryOperator::multiply: return left * dyadic_of(*node.right);
        case BinaryOperator::divide: {  // by a power of two
            const double divisor = std::fabs(literal_value(*node.right));
            PHOBOS_ASSERT(divisor > 0 && std::exp2(std::round(std::log2(divisor))) == divisor);
            return left * dyadic_of_literal(1 / divisor);
        }
        default: return {HUGE_VAL, 0};
    }
}

Dyadic KernelGenerator::dyadic_of_call(const syntax::Call& node) const {
    const auto argument = [&](std::size_t index) { return dyadic_of(node.arguments[index]); };
    if (scalar_type(node.callee.text)) {
        const auto mask = dyadic_of_mask(node.arguments[0]);
        return mask ? *mask : argument(0);
    }
    const auto found = phobos::builtin(node.callee.text);
    if (!found) {
        const auto signature = std::ranges::find(functions_, node.callee.text, &FunctionSignature::name);
        PHOBOS_ASSERT(signature != functions_.end());
        return at_rest(signature->result);
    }
    if (node.over) {
        const auto count = static_cast<double>(*node.over == Scope::lanes ? lanes_ : threads());
        return node.callee.text == "sum" ? times(argument(0), count) : argument(0);
    }
    switch (*found) {
        case Builtin::fma: return argument(0) * argument(1) + argument(2);
        case Builtin::minimum:
        case Builtin::maximum:
        case Builtin::tmin:
        case Builtin::tmax: {
            const Dyadic any = either(argument(0), argument(1));
            const auto end = end_of(node);
            return end ? Dyadic{std::min(any.units, std::ldexp(*end, any.fraction)), any.fraction} : any;
        }
        case Builtin::where: return either(argument(1), argument(2));
        case Builtin::round:
        case Builtin::floor:
        case Builtin::ceil:
        case Builtin::trunc: return whole(argument(0));
        case Builtin::sqrt: return dyadic_of(*std::get<syntax::Binary>(node.arguments[0].node).left);  // of a square
        case Builtin::sum: return times(argument(0), elements_of_run(node.arguments[0]));
        case Builtin::rowsum:
        case Builtin::cumsum: return times(argument(0), most_terms);
        case Builtin::dot:
        case Builtin::dot_t: return times(argument(0) * argument(1), most_steps);
        case Builtin::generate: {
            const auto& function = std::get<syntax::NameUse>(node.arguments[0].node).name.text;
            return at_rest(std::ranges::find(generators_, function, &FunctionSignature::name)->result);
        }
        default: return argument(0);  // its sign, its place, or which of many it is
    }
}

/// The expression, brought into the bounds: whole numbers, and no greater.
Expression KernelGenerator::limited(Expression expression, const Dyadic& have, const Dyadic& most) {
    PHOBOS_ASSERT(most.units >= 1);
    Dyadic now = have;
    if (now.fraction > most.fraction) {
        constexpr std::array<std::string_view, 4> functions{"round", "floor", "ceil", "trunc"};
        expression = call(random_.pick(functions), list(std::move(expression)));
        now = whole(now);
    }
    if (now.magnitude() <= most.magnitude()) return expression;
    const std::string end = std::to_string(std::floor(most.magnitude()));
    expression = call("max", list(std::move(expression), decimal("-" + end)));
    return call("min", list(std::move(expression), decimal(end)));
}

Expression KernelGenerator::rest(ScalarType type, Expression expression) {
    if (!is_exact() || !is_float(type)) return expression;
    const Dyadic have = dyadic_of(expression);
    return limited(std::move(expression), have, at_rest(type));
}

/// What is left in `target` by `target op= operand`, brought to rest.
Statement KernelGenerator::settle(ScalarType type, Expression target) {
    const double most = std::ldexp(1.0, row(type).significand);
    Expression value = limited(target, {most, at_rest(type).fraction + 1}, at_rest(type));
    return assign(std::move(target), std::nullopt, std::move(value));
}

/// An operation of operands that fit gives what fits, or is one of operands at rest.
Expression KernelGenerator::unrounded(ScalarType type, Expression expression) {
    if (!is_exact() || !is_float(type) || fits(type, dyadic_of(expression))) return expression;
    bool is_condition = is_text(expression, "where");
    for_each_operand(expression, [&](Expression& operand) {
        if (!std::exchange(is_condition, false)) operand = rest(type, std::move(operand));
    });
    PHOBOS_ASSERT(fits(type, dyadic_of(expression)));
    return expression;
}

/// So many of them, and one at rest, add up to what fits.
Expression KernelGenerator::summand(ScalarType type, Expression expression, double copies) {
    if (!is_exact() || !is_float(type)) return expression;
    const double most = std::ldexp(1.0, row(type).significand) - at_rest(type).units;
    const Dyadic have = dyadic_of(expression);
    if (times(have, copies).units <= most && have.fraction <= at_rest(type).fraction) return expression;
    const double units = std::exp2(std::floor(std::log2(most / copies)));
    return limited(std::move(expression), have, {std::min(units, at_rest(type).magnitude()), 0});
}

Expression KernelGenerator::summand_of_run(ScalarType type, Expression expression) {
    const double elements = elements_of_run(expression);
    return summand(type, std::move(expression), elements);
}
Expression KernelGenerator::summand_of_tile(ScalarType type, Expression expression) {
    return summand(type, std::move(expression), most_terms);
}
/// An operand of a product of tiles, which may be added to a tile of any type.
Expression KernelGenerator::factor(ScalarType type, Expression expression) {
    if (!is_exact() || !is_float(type)) return expression;
    const Dyadic have = dyadic_of(expression);
    return limited(std::move(expression), have, {2, 0});
}

/// Between -1 and 1, so that a product of many is.
Expression KernelGenerator::sign(ScalarType type, Expression expression) {
    if (!is_exact() || !is_float(type)) return expression;
    const Dyadic have = dyadic_of(expression);
    return limited(std::move(expression), have, {1, 0});
}

/// A number of another type as one of this.
Expression KernelGenerator::converted(ScalarType from, ScalarType to, Expression expression) {
    if (is_exact() && is_float(to)) {
        if (is_float(from)) {
            if (!fits(to, dyadic_of(expression))) expression = rest(to, std::move(expression));
        } else {
            expression = binary(BinaryOperator::bit_and, std::move(expression), integer(random_.chance(50) ? 3 : 4));
        }
    }
    return convert(to, std::move(expression));
}

/// A float out of the operand that has its value: a square's root, or its bits.
std::optional<Expression> KernelGenerator::roundabout(const BuiltinRow& function, ScalarType type,
                                                      const Operand& operand) {
    if (function.builtin == Builtin::sqrt) {
        const Expression root = rest(type, operand(type));
        return call("sqrt", list(binary(BinaryOperator::multiply, root, root)));
    }
    const bool is_made_of_bits = function.rule == TypeRule::u32_to_f32 || function.rule == TypeRule::u32_to_f16;
    if (is_made_of_bits) return call(function.spelling, list(call("bits", list(operand(type)))));
    return std::nullopt;
}

}  // namespace phobos::fuzz
