// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lang/base/box.h"
#include "lang/source/span.h"
#include "lang/vocabulary/builtins.h"
#include "lang/vocabulary/context.h"
#include "lang/vocabulary/operators.h"
#include "lang/vocabulary/scalar_type.h"

/// The tree of one source file as it was written: nothing is resolved, typed or folded, and only the parser and the
/// fuzzer's generators build it. Two trees are equal when they print alike: spans do not count.
namespace phobos::syntax {

struct Name {
    std::string text;
    Span span;

    friend bool operator==(const Name& a, const Name& b) { return a.text == b.text; }
};

struct Expression;

// --- expressions (docs/spec/05-expressions.md) ---

struct IntegerLiteral {
    std::uint64_t magnitude = 0;  ///< literals above 2^64 - 1 are lexical errors
    bool hexadecimal = false;

    friend bool operator==(const IntegerLiteral&, const IntegerLiteral&) = default;
};
struct FloatLiteral {
    std::string text;  ///< as written, without '_'; "inf" and "nan" included

    friend bool operator==(const FloatLiteral&, const FloatLiteral&) = default;
};
struct BoolLiteral {
    bool value = false;

    friend bool operator==(const BoolLiteral&, const BoolLiteral&) = default;
};
struct NameUse {
    Name name;

    friend bool operator==(const NameUse&, const NameUse&) = default;
};
struct ContextUse {
    ContextField field;

    friend bool operator==(const ContextUse&, const ContextUse&) = default;
};
struct Unary {
    UnaryOperator op;
    Box<Expression> operand;

    friend bool operator==(const Unary&, const Unary&) = default;
};
struct Binary {
    BinaryOperator op;
    Box<Expression> left;
    Box<Expression> right;

    friend bool operator==(const Binary&, const Binary&) = default;
};
/// `f(a, b)`, `sum<over ctx.lane>(e)`, `i32(e)`: the checker tells builtins, conversions and functions apart.
struct Call {
    Name callee;
    std::optional<Scope> over;
    std::vector<Expression> arguments;

    friend bool operator==(const Call&, const Call&);
};
/// One place of a subscript list.
struct Point {
    Box<Expression> index;

    friend bool operator==(const Point&, const Point&) = default;
};
/// `start :+ length`
struct LengthSpan {
    Box<Expression> start;
    Box<Expression> length;

    friend bool operator==(const LengthSpan&, const LengthSpan&) = default;
};
/// `begin : end`, each of which may be missing
struct RangeSpan {
    std::optional<Box<Expression>> begin;
    std::optional<Box<Expression>> end;

    friend bool operator==(const RangeSpan&, const RangeSpan&);
};
struct Place {
    std::variant<Point, LengthSpan, RangeSpan> node;
    Span span;

    friend bool operator==(const Place& a, const Place& b) { return a.node == b.node; }
};
/// `A[i, k :+ 16]`
struct Subscript {
    Name base;
    std::vector<Place> places;

    friend bool operator==(const Subscript&, const Subscript&) = default;
};

struct Expression {
    std::variant<IntegerLiteral, FloatLiteral, BoolLiteral, NameUse, ContextUse, Unary, Binary, Call, Subscript> node;
    Span span;

    friend bool operator==(const Expression& a, const Expression& b) { return a.node == b.node; }
};

inline bool operator==(const Call& a, const Call& b) {
    return a.callee == b.callee && a.over == b.over && a.arguments == b.arguments;
}

inline bool operator==(const RangeSpan& a, const RangeSpan& b) { return a.begin == b.begin && a.end == b.end; }

// --- types (docs/spec/02-types.md) ---

struct ScalarTypeUse {
    ScalarType type;

    friend bool operator==(const ScalarTypeUse&, const ScalarTypeUse&) = default;
};
/// `tensor<f32>[R, K]`; a dim is a name or an integer, which the checker demands
struct TensorTypeUse {
    ScalarType element;
    std::vector<Expression> dims;

    friend bool operator==(const TensorTypeUse&, const TensorTypeUse&) = default;
};
/// `tile<f32>[16, N]`; dims are constant expressions
struct TileTypeUse {
    ScalarType element;
    std::vector<Expression> dims;

    friend bool operator==(const TileTypeUse&, const TileTypeUse&) = default;
};
struct Type {
    std::variant<ScalarTypeUse, TensorTypeUse, TileTypeUse> node;
    Span span;

    friend bool operator==(const Type& a, const Type& b) { return a.node == b.node; }
};

// --- statements (docs/spec/04-statements.md) ---

struct Statement;
struct Block {
    std::vector<Statement> statements;
    Span span;  ///< from { to }

    friend bool operator==(const Block& a, const Block& b);
};

struct Let {
    Name name;
    std::optional<Type> type;
    Expression value;

    friend bool operator==(const Let&, const Let&) = default;
};
struct Var {
    Name name;
    std::optional<Type> type;
    std::optional<Expression> value;  ///< missing only for tiles, which the checker demands

    friend bool operator==(const Var&, const Var&) = default;
};
/// `target = value` or `target op= value`; the target is a name or a subscript, which the parser demands
struct Assign {
    Expression target;
    std::optional<BinaryOperator> op;
    Expression value;

    friend bool operator==(const Assign&, const Assign&) = default;
};
struct Arm {
    Expression condition;
    Block body;

    friend bool operator==(const Arm&, const Arm&) = default;
};
/// `if a { } else if b { } else { }`
struct If {
    std::vector<Arm> arms;  ///< at least one
    std::optional<Block> otherwise;

    friend bool operator==(const If&, const If&) = default;
};
/// `for<unroll 4> i in range(start, end, step) { }`
struct For {
    std::optional<Expression> unroll;
    Name variable;
    std::optional<Expression> start;
    Expression end;
    std::optional<Expression> step;
    Block body;

    friend bool operator==(const For&, const For&) = default;
};
struct While {
    Expression condition;
    Block body;

    friend bool operator==(const While&, const While&) = default;
};
struct Break {
    friend bool operator==(Break, Break) = default;
};
struct Continue {
    friend bool operator==(Continue, Continue) = default;
};
struct Return {
    std::optional<Expression> value;

    friend bool operator==(const Return&, const Return&) = default;
};
/// A call for its effect.
struct Evaluate {
    Expression call;

    friend bool operator==(const Evaluate&, const Evaluate&) = default;
};

struct Statement {
    std::variant<Let, Var, Assign, If, For, While, Break, Continue, Return, Evaluate> node;
    Span span;

    friend bool operator==(const Statement& a, const Statement& b) { return a.node == b.node; }
};

inline bool operator==(const Block& a, const Block& b) { return a.statements == b.statements; }

// --- kernels and functions (docs/spec/03-kernels.md) ---

struct Parameter {
    Name name;
    Type type;

    friend bool operator==(const Parameter&, const Parameter&) = default;
};

/// `X in [64, 128]`
struct Choices {
    Name name;
    std::vector<Expression> values;

    friend bool operator==(const Choices&, const Choices&) = default;
};
/// `K = 16`
struct Alignment {
    Name name;
    Expression multiple;

    friend bool operator==(const Alignment&, const Alignment&) = default;
};
struct AttributeUse {
    Name name;                            ///< without the @; need not be known
    std::vector<Expression> expressions;  ///< of @launch
    std::vector<Choices> choices;         ///< of @autotune
    std::vector<Alignment> alignments;    ///< of @aligned
    std::string text;                     ///< what any other attribute has in its brackets, spaces folded
    Span span;

    friend bool operator==(const AttributeUse& a, const AttributeUse& b) {
        return a.name == b.name && a.expressions == b.expressions && a.choices == b.choices &&
               a.alignments == b.alignments && a.text == b.text;
    }
};

struct Kernel {
    std::vector<AttributeUse> attributes;
    Name name;
    std::vector<Parameter> parameters;
    Block body;
    Span span;

    friend bool operator==(const Kernel& a, const Kernel& b) {
        return a.attributes == b.attributes && a.name == b.name && a.parameters == b.parameters && a.body == b.body;
    }
};
struct Function {
    Name name;
    std::vector<Parameter> parameters;
    std::optional<Type> result;
    Block body;
    Span span;

    friend bool operator==(const Function& a, const Function& b) {
        return a.name == b.name && a.parameters == b.parameters && a.result == b.result && a.body == b.body;
    }
};
using Item = std::variant<Kernel, Function>;

struct File {
    std::vector<Item> items;  ///< in the order of the source

    friend bool operator==(const File&, const File&) = default;
};

}  // namespace phobos::syntax
