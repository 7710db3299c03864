// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace phobos {

enum class UnaryOperator : std::uint8_t { negate, logical_not, bit_not };

struct UnaryOperatorRow {
    UnaryOperator op;
    std::string_view spelling;
};

inline constexpr std::array unary_operators{
    UnaryOperatorRow{UnaryOperator::negate, "-"},
    UnaryOperatorRow{UnaryOperator::logical_not, "!"},
    UnaryOperatorRow{UnaryOperator::bit_not, "~"},
};

constexpr const UnaryOperatorRow& row(UnaryOperator op) { return unary_operators[static_cast<std::size_t>(op)]; }
constexpr std::string_view spelling(UnaryOperator op) { return row(op).spelling; }

enum class BinaryOperator : std::uint8_t {
    logical_or,
    logical_and,
    bit_or,
    bit_xor,
    bit_and,
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    shift_left,
    shift_right,
    add,
    subtract,
    multiply,
    divide,
    remainder,
};

/// What decides operand types, result type and evaluation; every stage has one case per shape.
enum class OperatorShape : std::uint8_t {
    logical,     ///< bool x bool -> bool, the right side only when the left does not decide
    bitwise,     ///< T x T -> T, integers and bool
    comparison,  ///< T x T -> bool; bool only with == and !=
    shift,       ///< T x any integer -> T, integers
    arithmetic,  ///< T x T -> T, numbers; % integers only
};

struct BinaryOperatorRow {
    BinaryOperator op;
    std::string_view spelling;
    std::string_view compound;  ///< the compound assignment, "" where there is none
    std::uint8_t precedence;    ///< larger binds tighter
    OperatorShape shape;
};

inline constexpr std::array binary_operators{
    BinaryOperatorRow{BinaryOperator::logical_or, "||", "", 1, OperatorShape::logical},
    BinaryOperatorRow{BinaryOperator::logical_and, "&&", "", 2, OperatorShape::logical},
    BinaryOperatorRow{BinaryOperator::bit_or, "|", "|=", 3, OperatorShape::bitwise},
    BinaryOperatorRow{BinaryOperator::bit_xor, "^", "^=", 4, OperatorShape::bitwise},
    BinaryOperatorRow{BinaryOperator::bit_and, "&", "&=", 5, OperatorShape::bitwise},
    BinaryOperatorRow{BinaryOperator::equal, "==", "", 6, OperatorShape::comparison},
    BinaryOperatorRow{BinaryOperator::not_equal, "!=", "", 6, OperatorShape::comparison},
    BinaryOperatorRow{BinaryOperator::less, "<", "", 7, OperatorShape::comparison},
    BinaryOperatorRow{BinaryOperator::less_equal, "<=", "", 7, OperatorShape::comparison},
    BinaryOperatorRow{BinaryOperator::greater, ">", "", 7, OperatorShape::comparison},
    BinaryOperatorRow{BinaryOperator::greater_equal, ">=", "", 7, OperatorShape::comparison},
    BinaryOperatorRow{BinaryOperator::shift_left, "<<", "<<=", 8, OperatorShape::shift},
    BinaryOperatorRow{BinaryOperator::shift_right, ">>", ">>=", 8, OperatorShape::shift},
    BinaryOperatorRow{BinaryOperator::add, "+", "+=", 9, OperatorShape::arithmetic},
    BinaryOperatorRow{BinaryOperator::subtract, "-", "-=", 9, OperatorShape::arithmetic},
    BinaryOperatorRow{BinaryOperator::multiply, "*", "*=", 10, OperatorShape::arithmetic},
    BinaryOperatorRow{BinaryOperator::divide, "/", "/=", 10, OperatorShape::arithmetic},
    BinaryOperatorRow{BinaryOperator::remainder, "%", "%=", 10, OperatorShape::arithmetic},
};
inline constexpr std::uint8_t unary_precedence = 11;

constexpr const BinaryOperatorRow& row(BinaryOperator op) { return binary_operators[static_cast<std::size_t>(op)]; }
constexpr std::string_view spelling(BinaryOperator op) { return row(op).spelling; }
constexpr OperatorShape shape(BinaryOperator op) { return row(op).shape; }

}  // namespace phobos
