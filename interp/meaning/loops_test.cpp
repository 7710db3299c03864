// SPDX-License-Identifier: Apache-2.0
#include "interp/meaning/loops.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "interp/meaning/test_support.h"
#include "interp/plain/arithmetic.h"
#include "lang/vocabulary/scalar_value.h"

/// Every row of the vocabulary on every type, at every level of the processor and at even and odd counts of lanes,
/// against the arithmetic of the plain evaluator, which shares no code with it. A row or type without a loop fails.
namespace phobos::interp::meaning {
namespace {

using plain::Operand;

constexpr std::array<std::size_t, 9> counts{1, 2, 31, 32, 33, 63, 64, 65, 255};
constexpr std::size_t most = 255;

std::uint64_t ones(ScalarType type) { return ~std::uint64_t{0} >> (64 - bits(type)); }

/// Zeros, ones, ends, subnormals, infinities, NaNs, and around each.
std::vector<std::uint64_t> structured(ScalarType type) {
    if (type == ScalarType::boolean) return {0, 1};
    std::vector<std::uint64_t> values;
    std::vector<std::uint64_t> corners{0, std::uint64_t{1} << (bits(type) - 1), 8, 100, 0x40};
    if (is_float(type)) {
        const FloatLayout form = layout(float_format(type));
        const std::uint64_t one = form.infinity() / 2 >> form.significand_bits << form.significand_bits;
        for (const std::uint64_t corner : {form.infinity(), one, one + (std::uint64_t{1} << form.significand_bits),
                                           std::uint64_t{1} << form.significand_bits, form.quiet_nan()}) {
            corners.push_back(corner);
            corners.push_back(corner | form.sign());
        }
    }
    for (const std::uint64_t corner : corners)
        for (const std::uint64_t step : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}})
            values.push_back((corner + step) & ones(type));
    return values;
}

/// Lanes with bytes behind them that no loop may touch.
class Lanes {
public:
    explicit Lanes(ScalarType type)
        : type_(type), bytes_((most + 1) * static_cast<std::size_t>(bytes(type)), std::byte{0xA5}) {}

    [[nodiscard]] ScalarBits get(std::size_t i) const {
        ScalarBits value;
        std::memcpy(&value.bits, bytes_.data() + i * size(), size());
        return value;
    }
    [[nodiscard]] Operand operand(std::size_t i) const { return {type_, get(i)}; }
    void set(std::size_t i, std::uint64_t value) { std::memcpy(bytes_.data() + i * size(), &value, size()); }
    [[nodiscard]] const void* data() const { return bytes_.data(); }
    void* data() { return bytes_.data(); }
    [[nodiscard]] ScalarType type() const { return type_; }
    [[nodiscard]] bool untouched_from(std::size_t i) const {
        for (std::size_t at = i * size(); at < bytes_.size(); ++at)
            if (bytes_[at] != std::byte{0xA5}) return false;
        return true;
    }

private:
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(bytes(type_)); }

    ScalarType type_;
    std::vector<std::byte> bytes_;
};

/// Structured values in an order of chance, then any bits.
Lanes filled(ScalarType type, std::mt19937_64& random) {
    const std::vector<std::uint64_t> values = structured(type);
    Lanes lanes(type);
    for (std::size_t i = 0; i < most; ++i)
        lanes.set(i, type == ScalarType::boolean || random() % 4 != 0 ? values[random() % values.size()]
                                                                      : random() & ones(type));
    return lanes;
}

bool same(ScalarType type, ScalarBits a, ScalarBits b) {
    if (is_float(type)) {
        const FloatLayout form = layout(float_format(type));
        if (form.is_nan(a.bits) || form.is_nan(b.bits)) return form.is_nan(a.bits) && form.is_nan(b.bits);
    }
    return a == b;
}

template <class Expected>
void expect_lanes(const Lanes& actual, std::size_t n, const std::string& about, const Expected& expected) {
    for (std::size_t i = 0; i < n; ++i)
        ASSERT_TRUE(same(actual.type(), expected(i), actual.get(i)))
            << about << ", lane " << i << " of " << n << ": " << std::hex << expected(i).bits << " expected, "
            << actual.get(i).bits << " found";
    ASSERT_TRUE(actual.untouched_from(n)) << about << " writes behind its " << n << " lanes";
}

std::string about(std::string_view what, ScalarType type, Isa isa) {
    return std::string(what) + " on " + std::string(spelling(type)) + ", level " +
           std::to_string(static_cast<int>(isa));
}

void check_unary(UnaryLoop loop, ScalarType from, ScalarType to, const std::string& text, std::mt19937_64& random,
                 const auto& meaning) {
    ASSERT_NE(loop, nullptr) << text;
    for (const std::size_t n : counts) {
        const Lanes a = filled(from, random);
        Lanes out(to);
        loop(a.data(), out.data(), n);
        expect_lanes(out, n, text, [&](std::size_t i) { return meaning(a.operand(i)); });
    }
    if (bytes(from) != bytes(to)) return;
    const Lanes a = filled(from, random);
    auto in_place = Lanes(a);
    loop(in_place.data(), in_place.data(), 65);
    for (std::size_t i = 0; i < most; ++i)
        ASSERT_TRUE(i < 65 ? same(to, meaning(a.operand(i)), in_place.get(i)) : a.get(i) == in_place.get(i)) << text;
}

void check_binary(const BinaryLoops& loops, ScalarType result, const Lanes& a, const Lanes& b, const std::string& text,
                  const auto& meaning) {
    ASSERT_NE(loops.vector_vector, nullptr) << text;
    ASSERT_NE(loops.vector_scalar, nullptr) << text;
    ASSERT_NE(loops.scalar_vector, nullptr) << text;
    for (const std::size_t n : counts) {
        Lanes both(result);
        Lanes left(result);
        Lanes right(result);
        loops.vector_vector(a.data(), b.data(), both.data(), n);
        loops.vector_scalar(a.data(), b.data(), left.data(), n);
        loops.scalar_vector(a.data(), b.data(), right.data(), n);
        expect_lanes(both, n, text, [&](std::size_t i) { return meaning(a.operand(i), b.operand(i)); });
        expect_lanes(left, n, text, [&](std::size_t i) { return meaning(a.operand(i), b.operand(0)); });
        expect_lanes(right, n, text, [&](std::size_t i) { return meaning(a.operand(0), b.operand(i)); });
    }
}

/// expr: what the language has
bool exists(BinaryOperator op, ScalarType type) {
    switch (shape(op)) {
        case OperatorShape::logical: return false;
        case OperatorShape::bitwise: return !is_float(type);
        case OperatorShape::comparison:
            return type != ScalarType::boolean || op == BinaryOperator::equal || op == BinaryOperator::not_equal;
        case OperatorShape::shift: return is_integer(type);
        case OperatorShape::arithmetic: return op == BinaryOperator::remainder ? is_integer(type) : is_number(type);
    }
    return false;
}
bool exists(UnaryOperator op, ScalarType type) {
    switch (op) {
        case UnaryOperator::negate: return is_number(type);
        case UnaryOperator::logical_not: return type == ScalarType::boolean;
        case UnaryOperator::bit_not: return is_integer(type);
    }
    return false;
}

/// Right operands with which the operation is defined.
Lanes right_operands(BinaryOperator op, ScalarType type, std::mt19937_64& random) {
    Lanes lanes = filled(type, random);
    const bool divides = op == BinaryOperator::divide || op == BinaryOperator::remainder;
    for (std::size_t i = 0; i < most; ++i) {
        if (shape(op) == OperatorShape::shift) lanes.set(i, random() % static_cast<std::uint64_t>(bits(type)));
        if (divides && is_integer(type) && lanes.get(i).bits == 0) lanes.set(i, ones(type));
    }
    return lanes;
}

TEST(Loops, CarryOutEveryBinaryOperator) {
    std::mt19937_64 random(1);
    for (const Isa isa : levels_of_this_processor())
        for (const BinaryOperatorRow& row : binary_operators)
            for (const ScalarTypeRow& type : scalar_types) {
                if (!exists(row.op, type.type)) continue;
                const bool compares = row.shape == OperatorShape::comparison;
                const Lanes a = filled(type.type, random);
                const Lanes b = right_operands(row.op, type.type, random);
                check_binary(binary_loops(isa, row.op, type.type), compares ? ScalarType::boolean : type.type, a, b,
                             about(row.spelling, type.type, isa),
                             [&](Operand x, Operand y) { return *plain::binary(row.op, x, y); });
            }
}

TEST(Loops, CarryOutEveryUnaryOperator) {
    std::mt19937_64 random(2);
    for (const Isa isa : levels_of_this_processor())
        for (const UnaryOperatorRow& row : unary_operators)
            for (const ScalarTypeRow& type : scalar_types)
                if (exists(row.op, type.type))
                    check_unary(unary_loop(isa, row.op, type.type), type.type, type.type,
                                about(row.spelling, type.type, isa), random,
                                [&](Operand x) { return plain::unary(row.op, x); });
}

TEST(Loops, CarryOutEveryConversion) {
    std::mt19937_64 random(3);
    for (const Isa isa : levels_of_this_processor())
        for (const ScalarTypeRow& from : scalar_types)
            for (const ScalarTypeRow& to : scalar_types) {
                if (!is_number(from.type) || !is_number(to.type)) continue;
                check_unary(convert_loop(isa, from.type, to.type), from.type, to.type,
                            about(to.spelling, from.type, isa), random,
                            [&](Operand x) { return plain::convert(to.type, x); });
            }
}

/// A row's argument types and its result, for one choice of T.
struct Signature {
    std::vector<ScalarType> arguments;
    ScalarType result;
};
std::optional<Signature> signature(const BuiltinRow& row, ScalarType type) {
    using enum ScalarType;
    const std::size_t arguments = row.min_arguments;
    switch (row.rule) {
        case TypeRule::number:
            if (!is_number(type)) return std::nullopt;
            return Signature{std::vector(arguments, type), type};
        case TypeRule::floating:
            if (!is_float(type)) return std::nullopt;
            return Signature{std::vector(arguments, type), type};
        case TypeRule::integer_to_i32:
            if (!is_integer(type)) return std::nullopt;
            return Signature{{type}, i32};
        case TypeRule::select: return Signature{{boolean, type, type}, type};
        case TypeRule::bytes_u32:
            if (type != u32) return std::nullopt;
            return Signature{{u32, u32, u32}, u32};
        case TypeRule::byte_dot:
            if (type != u32 && type != i32) return std::nullopt;
            return Signature{{u32, u32, type}, type};
        case TypeRule::float_to_bits:
            if (!is_float(type)) return std::nullopt;
            return Signature{{type}, type == f64 ? i64 : u32};
        case TypeRule::u32_to_f32:
            if (type != u32) return std::nullopt;
            return Signature{{u32}, f32};
        case TypeRule::u32_to_f16:
            if (type != u32) return std::nullopt;
            return Signature{{u32}, f16};
        case TypeRule::special: return std::nullopt;
    }
    return std::nullopt;
}

void check_builtin(const BuiltinRow& row, const Signature& types, Isa isa, std::mt19937_64& random) {
    const std::string text = about(row.spelling, types.arguments.back(), isa);
    const auto meaning = [&](auto... operands) {
        const std::array<Operand, sizeof...(operands)> all{operands...};
        return plain::elementwise(row.builtin, all);
    };
    if (types.arguments.size() == 1)
        return check_unary(unary_loop(isa, row.builtin, types.arguments[0]), types.arguments[0], types.result, text,
                           random, meaning);
    const Lanes a = filled(types.arguments[0], random);
    const Lanes b = filled(types.arguments[1], random);
    if (types.arguments.size() == 2)
        return check_binary(binary_loops(isa, row.builtin, types.arguments[0]), types.result, a, b, text, meaning);
    const Lanes c = filled(types.arguments[2], random);
    const TernaryLoop loop = ternary_loop(isa, row.builtin, types.arguments[2]);
    ASSERT_NE(loop, nullptr) << text;
    for (const std::size_t n : counts) {
        Lanes out(types.result);
        loop(a.data(), b.data(), c.data(), out.data(), n);
        expect_lanes(out, n, text, [&](std::size_t i) { return meaning(a.operand(i), b.operand(i), c.operand(i)); });
    }
}

TEST(Loops, CarryOutEveryElementwiseBuiltin) {
    std::mt19937_64 random(4);
    for (const Isa isa : levels_of_this_processor())
        for (const BuiltinRow& row : builtins) {
            if (row.family != BuiltinFamily::elementwise) continue;
            int signatures = 0;
            for (const ScalarTypeRow& type : scalar_types)
                if (const auto types = signature(row, type.type)) {
                    ++signatures;
                    check_builtin(row, *types, isa, random);
                }
            EXPECT_GT(signatures, 0) << row.spelling;
        }
}

}  // namespace
}  // namespace phobos::interp::meaning
