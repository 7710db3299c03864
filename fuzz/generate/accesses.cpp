// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fuzz/generate/kernel_generator.h"

namespace phobos::fuzz {

Expression KernelGenerator::subscript(const Axis& axis, int reserved, Level level, int depth) {
    const Within within(is_loose_, false);
    const std::int64_t last = axis.extent - 1 - reserved;
    const bool varying = level == Level::varying;
    for (int tries = 0; tries < 8; ++tries) switch (random_.below(9)) {
            case 0: return integer(static_cast<std::int64_t>(random_.below(static_cast<std::size_t>(last + 1))));
            case 1:
                if (varying && last >= lanes_ - 1) return field(ContextField::lane);
                break;
            case 2:
                if (varying && last >= threads() - 1) return field(ContextField::thread);
                break;
            case 3:
                if (level >= Level::warp_uniform && last >= warps_ - 1) return field(ContextField::warp);
                break;
            case 4:
                if (!in_function_ && last >= blocks() - 1) return name("b");
                break;
            case 5:
                if (!in_function_ && varying && last >= blocks() * threads() - 1) return name("g");
                break;
            case 6: {
                const std::int64_t stride = random_.between(2, 8);
                if (!varying || last < stride * (lanes_ - 1)) break;
                Expression scaled = binary(BinaryOperator::multiply, field(ContextField::lane), integer(stride));
                const auto rest = static_cast<std::size_t>(last - stride * (lanes_ - 1));
                return binary(BinaryOperator::add, std::move(scaled),
                              integer(static_cast<std::int64_t>(random_.below(rest + 1))));
            }
            case 7: {
                std::int64_t mask = 1;
                while (mask * 2 - 1 <= last && mask < 64) mask *= 2;
                Expression any = expression({any_integer(), level, depth - 1});
                return binary(BinaryOperator::bit_and, std::move(any), integer(mask - 1));
            }
            default: {
                const ScalarType type = random_.chance(70) ? ScalarType::i32 : ScalarType::i64;
                Expression low = call("max", list(expression({type, level, depth - 1}), integer(0)));
                const bool by_name = type == ScalarType::i32 && random_.chance(50);
                Expression end =
                    by_name ? binary(BinaryOperator::subtract, axis.spelling, integer(1 + reserved)) : integer(last);
                return call("min", list(std::move(low), std::move(end)));
            }
        }
    return integer(last);
}

std::vector<Expression> KernelGenerator::subscripts(const Array& array, int reserved, Level level, int depth) {
    if (array.use == Use::output) return own_element(array, reserved);
    std::vector<Expression> result;
    for (std::size_t i = 0; i < array.axes.size(); ++i) {
        const bool is_last = i + 1 == array.axes.size();
        result.push_back(subscript(array.axes[i], is_last ? reserved : 0, level, depth));
    }
    return result;
}

std::vector<Expression> KernelGenerator::own_element(const Array& array, int reserved) {
    std::vector<Expression> result = array.own;
    if (array.row) result.push_back(subscript(array.axes.back(), reserved, Level::varying, 1));
    return result;
}

std::optional<Expression> KernelGenerator::load(Need need) {
    if (in_function_) return std::nullopt;
    std::vector<const Array*> fitting;
    for (const Array& array : arrays_)
        if (array.element == need.type && array.use != Use::counter && array.use != Use::rows && array.initialised &&
            (is_loose_ || !array.loose) && (array.use == Use::input || need.level == Level::varying))
            fitting.push_back(&array);
    if (fitting.empty()) return std::nullopt;
    const Array array = *random_.pick(fitting);
    return element(array.name, subscripts(array, 0, need.level, need.depth));
}

std::optional<Expression> KernelGenerator::run_leaf(ScalarType type, int elements, Need need) {
    std::vector<const Array*> fitting;
    for (const Array& array : arrays_) {
        const bool readable =
            array.use == Use::input || (array.use == Use::output && array.row && need.level == Level::varying);
        if (array.element == type && readable && array.initialised && (is_loose_ || !array.loose) &&
            array.axes.back().extent >= elements)
            fitting.push_back(&array);
    }
    if (fitting.empty()) return std::nullopt;
    const Array array = *random_.pick(fitting);
    return run(array.name, subscripts(array, elements - 1, need.level, std::min(need.depth, 1)), elements);
}

/// Holds at least one run: a leaf is one, and the first operand of an operation.
Expression KernelGenerator::run_expression(ScalarType type, int elements, Need need) {
    const Within within(is_loose_, is_loose_ && is_float(type));
    if (need.depth <= 0 || random_.chance(35)) {
        if (auto leaf = run_leaf(type, elements, need)) return *std::move(leaf);
        const std::size_t first = random_.below(scalar_types.size());
        for (std::size_t i = 0; i < scalar_types.size(); ++i) {
            const ScalarType from = scalar_types[(first + i) % scalar_types.size()].type;
            auto leaf = is_number(from) ? run_leaf(from, elements, need) : std::nullopt;
            if (!leaf) continue;
            if (type == ScalarType::boolean) return binary(BinaryOperator::less, *std::move(leaf), bare_literal(from));
            return converted(from, type, *std::move(leaf));
        }
        return expression(need);  // there is nothing to read
    }
    int operands = 0;
    return elementwise(type, [&](ScalarType operand) {
        if (operands++ == 0 || random_.chance(60)) return run_expression(operand, elements, need.of(operand));
        return expression(need.of(operand));
    });
}

/// In 0 .. end-1.
Expression KernelGenerator::run_index(int end, Need need) {
    if (random_.chance(50)) return integer(random_.between(0, end - 1));
    return subscript({end, integer(end)}, 0, need.level, 1);
}

/// Of floats only where the bits of a NaN are known (num-17).
std::optional<Expression> KernelGenerator::word_of_run(int elements, Need need) {
    std::vector<const Array*> fitting;
    for (const Array& array : arrays_) {
        const bool known = array.given || (array.use == Use::input && is_integer(array.element));
        const int size = elements * bytes(array.element);
        if (known && is_number(array.element) && size % 4 == 0 && array.axes.back().extent >= elements)
            fitting.push_back(&array);
    }
    if (fitting.empty()) return std::nullopt;
    const Array array = *random_.pick(fitting);
    Expression read = run(array.name, subscripts(array, elements - 1, need.level, std::min(need.depth, 1)), elements);
    return call("word", list(std::move(read), run_index(elements * bytes(array.element) / 4, need)));
}

/// A scalar out of a run.
std::optional<Expression> KernelGenerator::run_value(Need need) {
    std::int64_t longest = 0;
    for (const Array& array : arrays_)
        if (array.use == Use::input && is_number(array.element)) longest = std::max(longest, array.axes.back().extent);
    if (in_function_ || longest < 1) return std::nullopt;
    const auto elements = static_cast<int>(
        std::min<std::int64_t>(longest, random_.chance(40) ? 4 << random_.below(3) : random_.between(1, 20)));
    Need inner = need;
    inner.depth = std::min(need.depth - 1, 2);
    if (need.type == ScalarType::u32 && random_.chance(50))
        if (auto word = word_of_run(elements, inner)) return word;
    Expression found = run_expression(need.type, elements, inner);
    if (need.type != ScalarType::boolean && random_.chance(60))
        return call("sum", list(summand_of_run(need.type, std::move(found))));
    return call("elem", list(std::move(found), run_index(elements, inner)));
}

}  // namespace phobos::fuzz
