// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string_view>

#include "fuzz/generate/kernel_generator.h"

namespace phobos::fuzz {

namespace {

constexpr std::array<std::string_view, 18> float_texts{"0.0",   "-0.0",   "1.0",    "-1.0",  "0.5",     "1.5",
                                                       "-2.25", "3.0",    "100.0",  "-7.0",  "inf",     "-inf",
                                                       "nan",   "0.0001", "6.0e-8", "1e-40", "65504.0", "0.1"};

constexpr std::array<std::string_view, 10> dyadic_texts{"0.0", "-0.0", "1.0", "-1.0", "0.5",
                                                        "1.5", "-2.0", "3.0", "-3.5", "4.0"};

std::int64_t lowest(ScalarType type) {
    return is_signed_integer(type) ? static_cast<std::int64_t>(~std::uint64_t{0} << (bits(type) - 1)) : 0;
}
std::int64_t highest(ScalarType type) {
    if (is_signed_integer(type)) return ~lowest(type);
    return static_cast<std::int64_t>((std::uint64_t{1} << bits(type)) - 1);
}

}  // namespace

ScalarType KernelGenerator::any_type() { return random_.pick(scalar_types).type; }
ScalarType KernelGenerator::any_number() {
    for (;;)
        if (const ScalarType type = any_type(); is_number(type)) return type;
}
ScalarType KernelGenerator::any_integer() {
    for (;;)
        if (const ScalarType type = any_type(); is_integer(type)) return type;
}
ScalarType KernelGenerator::any_float() {
    for (;;)
        if (const ScalarType type = any_type(); is_float(type)) return type;
}

Expression KernelGenerator::bare_literal(ScalarType type) {
    if (type == ScalarType::boolean) return boolean(random_.chance(50));
    if (is_float(type)) return decimal(is_exact() ? random_.pick(dyadic_texts) : random_.pick(float_texts));
    switch (random_.below(6)) {
        case 0: return integer(lowest(type));
        case 1: return integer(highest(type));
        case 2: return integer(is_signed_integer(type) ? -random_.between(1, 100) : random_.between(100, 255));
        case 3: return {syntax::IntegerLiteral{random_.below(128), true}, {}};
        default: return integer(random_.between(0, 9));
    }
}

/// One that has its type wherever it stands.
Expression KernelGenerator::literal(ScalarType type) {
    if (type == ScalarType::boolean) return bare_literal(type);
    return convert(type, bare_literal(type));
}

std::optional<Expression> KernelGenerator::variable_of(ScalarType type, Level level) {
    std::vector<const Variable*> fitting;
    for (const Variable& variable : variables_)
        if (variable.type == type && variable.level <= level && (is_loose_ || !variable.loose))
            fitting.push_back(&variable);
    if (fitting.empty()) return std::nullopt;
    return name(random_.pick(fitting)->name);
}

std::optional<Expression> KernelGenerator::context_field(Level level) {
    const ContextFieldRow& row = random_.pick(context_fields);
    if (row.level > (in_generator_ ? Level::uniform : level)) return std::nullopt;
    return field(row.field);
}

std::optional<Expression> KernelGenerator::extent_of_array() {
    if (in_function_ || arrays_.empty()) return std::nullopt;
    const Array& array = random_.pick(arrays_);
    return call("extent", list(name(array.name), integer(static_cast<std::int64_t>(random_.below(array.axes.size())))));
}

Expression KernelGenerator::leaf(Need need) {
    if (need.type == ScalarType::i32 && random_.chance(4))
        if (auto extent = extent_of_array()) return std::move(*extent);
    if (random_.chance(65))
        if (auto variable = variable_of(need.type, need.level)) return *std::move(variable);
    if (need.type == ScalarType::i32 && random_.chance(60))
        if (auto read = context_field(need.level)) return *std::move(read);
    if (random_.chance(60))
        if (auto read = load({need.type, need.level, 0})) return *std::move(read);
    if (need.type == ScalarType::boolean && random_.chance(70)) {
        const ScalarType type = any_number();
        Expression left = random_.chance(50) ? leaf({type, need.level, 0}) : literal(type);
        return binary(BinaryOperator::less, std::move(left), bare_literal(type));
    }
    if (is_number(need.type) && random_.chance(40)) {
        const ScalarType from = any_number();
        if (auto variable = variable_of(from, need.level)) return converted(from, need.type, *std::move(variable));
    }
    return literal(need.type);
}

Expression KernelGenerator::value_of(Need need, bool loose) {
    const Within within(is_loose_, loose);
    return rest(need.type, expression(need));
}

bool KernelGenerator::may_be_loose(ScalarType type) {
    return options_.bounded == Bounded::enclosed && is_float(type) && !in_function_ && random_.chance(85);
}

Expression KernelGenerator::expression(Need need) {
    const Within within(is_loose_, is_loose_ && is_float(need.type));
    return need.depth <= 0 || random_.chance(20) ? leaf(need) : compound(need);
}

Expression KernelGenerator::compound(Need need) {
    const std::size_t roll = random_.below(100);
    std::optional<Expression> result;
    if (roll < 12)
        result = load(need);
    else if (roll < 24)
        result = run_value(need);
    else if (roll < 40)
        result = together(need);
    else if (roll < 48)
        result = function_call(need);
    else if (roll < 60 && need.type == ScalarType::boolean)
        result = logical(need);
    if (result) return *std::move(result);
    return elementwise(need.type, [&](ScalarType type) { return expression(need.of(type)); });
}

Expression KernelGenerator::elementwise(ScalarType type, const Operand& operand) {
    const Within within(is_loose_, is_loose_ && is_float(type));
    const std::size_t roll = random_.below(100);
    if (is_loose_ && random_.chance(40)) {
        const Builtin function = random_.pick(bounded_functions);
        if (auto result = builtin(row(function), type, operand)) return *std::move(result);
    }
    if (roll < 40)
        for (int tries = 0; tries < 12; ++tries) {
            const BuiltinRow& row = random_.pick(builtins);
            if (row.family != BuiltinFamily::elementwise) continue;
            if (auto result = builtin(row, type, operand)) return unrounded(type, *std::move(result));
        }
    if (roll < 60 && is_number(type)) return conversion(type, operand);
    return unrounded(type, operation(type, operand));
}

Expression KernelGenerator::operation(ScalarType type, const Operand& operand) {
    if (random_.chance(12)) {
        if (type == ScalarType::boolean) return unary(UnaryOperator::logical_not, operand(type));
        const bool flips = is_integer(type) && random_.chance(50);
        return unary(flips ? UnaryOperator::bit_not : UnaryOperator::negate, operand(type));
    }
    for (;;) {
        const BinaryOperatorRow& row = random_.pick(binary_operators);
        switch (row.shape) {
            case OperatorShape::logical: continue;
            case OperatorShape::comparison:
                if (type == ScalarType::boolean) return comparison(operand);
                continue;
            case OperatorShape::bitwise:
                if (is_float(type)) continue;
                break;
            case OperatorShape::shift:
                if (!is_integer(type)) continue;
                break;
            case OperatorShape::arithmetic:
                if (type == ScalarType::boolean || (row.op == BinaryOperator::remainder && is_float(type))) continue;
                break;
        }
        Expression left = operand(type);
        if (row.shape == OperatorShape::shift) return binary(row.op, std::move(left), good_count(type, operand));
        const bool divides = row.op == BinaryOperator::divide || row.op == BinaryOperator::remainder;
        if (divides && is_integer(type)) return binary(row.op, std::move(left), good_divisor(type, operand));
        if (divides && is_exact()) return binary(row.op, std::move(left), power_of_two());
        Expression right = random_.chance(25) ? bare_literal(type) : operand(type);
        return binary(row.op, std::move(left), std::move(right));
    }
}

Expression KernelGenerator::comparison(const Operand& operand) {
    const ScalarType type = any_type();
    for (;;) {
        const BinaryOperatorRow& row = random_.pick(binary_operators);
        if (row.shape != OperatorShape::comparison) continue;
        const bool equality = row.op == BinaryOperator::equal || row.op == BinaryOperator::not_equal;
        if (type == ScalarType::boolean && !equality) continue;
        Expression left = operand(type);
        Expression right = random_.chance(30) ? bare_literal(type) : operand(type);
        return binary(row.op, std::move(left), std::move(right));
    }
}

Expression KernelGenerator::good_divisor(ScalarType type, const Operand& operand) {
    return binary(BinaryOperator::bit_or, operand(type), integer(1));
}

/// By which an exact float is divided.
Expression KernelGenerator::power_of_two() {
    constexpr std::array<std::string_view, 4> texts{"2.0", "4.0", "-2.0", "0.5"};
    return decimal(random_.pick(texts));
}

bool KernelGenerator::may_differ() const {
    if (is_exact()) return false;
    return options_.bounded == Bounded::anywhere || (options_.bounded == Bounded::enclosed && is_loose_);
}

Expression KernelGenerator::good_count(ScalarType type, const Operand& operand) {
    if (random_.chance(30)) return integer(random_.between(0, bits(type) - 1));
    return binary(BinaryOperator::bit_and, operand(any_integer()), integer(bits(type) - 1));
}

Expression KernelGenerator::conversion(ScalarType type, const Operand& operand) {
    const ScalarType from = any_number();
    return converted(from, type, operand(from));
}

/// The call of a row where it gives the type.
std::optional<Expression> KernelGenerator::builtin(const BuiltinRow& row, ScalarType type, const Operand& operand) {
    if (has_bound(row.builtin) && !may_differ()) return std::nullopt;
    std::vector<ScalarType> types;
    switch (row.rule) {
        case TypeRule::number:
            if (!is_number(type)) return std::nullopt;
            types.assign(row.min_arguments, type);
            break;
        case TypeRule::floating:
            if (!is_float(type)) return std::nullopt;
            types.assign(row.min_arguments, type);
            break;
        case TypeRule::integer_to_i32:
            if (type != ScalarType::i32) return std::nullopt;
            types = {any_integer()};
            break;
        case TypeRule::select: types = {ScalarType::boolean, type, type}; break;
        case TypeRule::bytes_u32:
            if (type != ScalarType::u32) return std::nullopt;
            types = {type, type, type};
            break;
        case TypeRule::byte_dot: {
            if (type != ScalarType::u32 && type != ScalarType::i32) return std::nullopt;
            const ScalarType a = random_.chance(50) ? ScalarType::u32 : ScalarType::i32;
            const ScalarType b = random_.chance(50) ? ScalarType::u32 : ScalarType::i32;
            types = {a, b, type};
            break;
        }
        case TypeRule::float_to_bits:
            if (type == ScalarType::i64)
                types = {ScalarType::f64};
            else if (type == ScalarType::u32)
                types = {std::array{ScalarType::f16, ScalarType::bf16, ScalarType::f32}[random_.below(3)]};
            else
                return std::nullopt;
            break;
        case TypeRule::u32_to_f32:
            if (type != ScalarType::f32) return std::nullopt;
            types = {ScalarType::u32};
            break;
        case TypeRule::u32_to_f16:
            if (type != ScalarType::f16) return std::nullopt;
            types = {ScalarType::u32};
            break;
        case TypeRule::special: return std::nullopt;
    }
    if (is_exact())
        if (auto made = roundabout(row, type, operand)) return made;
    std::vector<Expression> arguments;
    for (const ScalarType argument : types) arguments.push_back(operand(argument));
    return call(row.spelling, std::move(arguments));
}

/// && and ||: the right side is under the left's level.
Expression KernelGenerator::logical(Need need) {
    const Level level = need.level;
    Expression left = expression(need.deeper());
    frames_.push_back({FrameKind::arm, level});
    Expression right = expression(need.deeper());
    frames_.pop_back();
    const auto op = random_.chance(50) ? BinaryOperator::logical_and : BinaryOperator::logical_or;
    return binary(op, std::move(left), std::move(right));
}

std::optional<Expression> KernelGenerator::function_call(Need need) {
    if (need.level != Level::varying) return std::nullopt;
    std::vector<const FunctionSignature*> fitting;
    for (const FunctionSignature& signature : functions_)
        if (signature.result == need.type && control() <= signature.control) fitting.push_back(&signature);
    if (fitting.empty()) return std::nullopt;
    const FunctionSignature& signature = *random_.pick(fitting);
    std::vector<Expression> arguments;
    for (const ScalarType type : signature.parameters) arguments.push_back(value_of(need.of(type)));
    return call(signature.name, std::move(arguments));
}

}  // namespace phobos::fuzz
