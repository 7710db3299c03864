// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "fuzz/generate/generate.h"
#include "fuzz/oracle/judge.h"
#include "lang/syntax/tree.h"

/// Steps from a case to a smaller one: of its tree, its launch or its data. Statements, blocks and expressions are
/// numbered in the order of the text, outer ones first.
namespace phobos::fuzz {

struct DropStatements {
    std::size_t block;
    std::size_t first;
    std::size_t count;
};
/// One of its bodies in the place of an `if` or loop.
struct Unwrap {
    std::size_t statement;
    std::size_t body;
};
struct DropElse {
    std::size_t statement;
};
struct DropItem {
    std::size_t item;
};
/// With its argument.
struct DropParameter {
    std::size_t parameter;
};
struct DropAttribute {
    std::size_t attribute;
};
struct ReplaceExpression {
    std::size_t expression;
    syntax::Expression by;
};
struct SetGrid {
    engine::Block grid;
};
struct SetThreads {
    int lanes;
    std::int64_t threads;
};
/// With every axis of its name.
struct ShrinkAxis {
    std::size_t parameter;
    std::size_t axis;
    std::int64_t extent;
};
/// Elements of an argument become 0.
struct ZeroElements {
    std::size_t parameter;
    std::uint64_t first;
    std::uint64_t count;
};
struct DropOffset {
    std::size_t parameter;
};
using Edit = std::variant<DropStatements, Unwrap, DropElse, DropItem, DropParameter, DropAttribute, ReplaceExpression,
                          SetGrid, SetThreads, ShrinkAxis, ZeroElements, DropOffset>;

/// What a round of edits is about.
enum class Pass : std::uint8_t { statements, structure, launch, expressions, data };
inline constexpr std::array passes{Pass::statements, Pass::structure, Pass::launch, Pass::expressions, Pass::data};

/// The edits of a case that has a program, large ones first: halves, then quarters ... None of them makes threads meet
/// that did not: subscripts of what is written, and what they are computed from, stay.
std::vector<Edit> edits_of(const Trial& trial, Pass pass);

/// The smaller case; nothing where there is no such thing.
std::optional<Generated> applied(const Generated& given, const Edit& edit);

}  // namespace phobos::fuzz
