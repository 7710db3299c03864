// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "interp/plain/arithmetic.h"
#include "lang/program/program.h"
#include "lang/source/span.h"

/// A program as one flat list of instructions for a stack machine: expressions in postfix, control flow as jumps. A
/// thread between two instructions is its address, its stack, its variables and its loops; nothing else, and so it can
/// be left there and taken up again. A scalar takes one slot of the stack, a run one for each element.
namespace phobos::plain {

using Address = std::uint32_t;

// --- values ---

struct PushConstant {
    ScalarBits value;
};
struct PushDim {
    program::DimId dim;
};
struct PushContext {
    ContextField field;
};
struct PushLocal {
    program::LocalId local;
};
struct PopLocal {
    program::LocalId local;
};
struct Drop {
    std::int32_t slots;
};

struct Apply {
    Function function;
    std::array<program::Type, 3> operands;  ///< in the order they were pushed; scalars are broadcast
    std::uint8_t operand_count;
    std::int32_t elements;
    program::SiteId site;  ///< of a function that may be undefined
};

// --- memory and runs ---

/// An element, or the first of a run, whose subscripts are on top of the stack.
struct Subscripts {
    std::uint32_t buffer;  ///< a tensor, or the number of tensors plus a tile
    std::array<ScalarType, 4> types;
    std::uint8_t rank;
    program::SiteId site;
};
struct Load {
    Subscripts subscripts;
    std::int32_t elements;
};
/// The value lies below the subscripts.
struct Store {
    Subscripts subscripts;
    std::optional<BinaryOperator> op;  ///< of a compound assignment
    ScalarType value_type;
};
/// The value lies above the subscripts.
struct StoreRun {
    Subscripts subscripts;
    std::int32_t elements;
    std::int32_t value_slots;  ///< 1 stores the same value in every element
};
/// The operand, and below it for compare_exchange the expected value, lie above the subscripts.
struct AtomicUpdate {
    Subscripts subscripts;
    program::AtomicOperator op;
};
struct SumRun {
    ScalarType element;
    std::int32_t elements;
};
/// The index lies above the run.
struct IndexRun {
    std::int32_t elements;
    ScalarType index;
    program::SiteId site;
};
struct WordOfRun {
    ScalarType element;
    std::int32_t elements;
    ScalarType index;
    program::SiteId site;
};

// --- control flow ---

struct Jump {
    enum class When : std::uint8_t {
        always,
        false_popped,
        false_kept,  ///< && : pops only when it goes on
        true_kept,   ///< || : likewise
    };
    When when;
    Address to = 0;
    program::SiteId site;  ///< of the branch or loop that decides
};
/// Counts one statement.
struct CountStep {};
/// Begins a while loop.
struct EnterLoop {
    std::uint32_t depth;
};
/// Begins the loop over the range of the three values on the stack.
struct EnterRange {
    std::uint32_t depth;
    ScalarType type;
    program::SiteId site;
};
/// Pushes whether there is another value, which it then gives the variable.
struct NextOfRange {
    std::uint32_t depth;
    program::LocalId variable;
    ScalarType type;
};
/// Begins another turn: what instances are told apart by.
struct NextTurn {
    std::uint32_t depth;
};
/// Pushes whether the thread has another element of a generated tile to compute, whose row and column it then gives
/// the variables: elements are shared out in row order.
struct NextElement {
    std::uint32_t depth;
    program::LocalId row;
    program::LocalId column;
    std::int64_t elements;
    std::int32_t columns;
};
struct End {};

// --- tiles: when all threads of the block have arrived, an operation is carried out once, on the block's own stack of
// tiles; its scalar operands are taken from the top of each thread's stack, and are the same on all ---

/// Pushes a slice. The starts' rank is that of the buffer, or 0 for all of it.
struct ReadSlice {
    Subscripts starts;
    program::TileShape shape;
};
/// Replaces tiles and scalars.
struct ApplyToTiles {
    Function function;
    std::array<program::Type, 3> operands;  ///< in the order they were pushed
    std::uint8_t operand_count;
    program::Type result;
};
/// Replaces tiles.
struct ApplyTileFunction {
    Builtin builtin;
    std::uint8_t operand_count;
    program::Type result;
};
/// The value, a tile or scalar, lies below the starts.
struct WriteSlice {
    Subscripts starts;
    program::TileShape shape;
    std::optional<BinaryOperator> op;  ///< of a compound assignment
    program::Type value;
};
/// The two operands of the dot lie below the starts.
struct AccumulateSlice {
    Subscripts starts;
    program::TileShape shape;
    Builtin dot;
    ScalarType chain;
};
/// Pushes a tile of what each thread has in its stack from a slot on, in the order of NextElement, and takes it off.
struct PutTogether {
    std::size_t first_slot;
    program::Type result;
};
struct DropTile {};
using TileOperation =
    std::variant<ReadSlice, ApplyToTiles, ApplyTileFunction, WriteSlice, AccumulateSlice, PutTogether, DropTile>;

// --- threads together: a thread stops here until all that belong together have arrived ---

/// Replaces the operand on top.
struct Combine {
    CollectiveOperator op;
    Scope scope;
    ScalarType type;
};
/// Replaces the value and, above it, the selector.
struct Exchange {
    program::ShuffleKind kind;
    ScalarType selector;
};
/// Replaces the predicate on top.
struct Vote {};
struct MeetWarp {};
struct MeetBlock {};
struct MeetGrid {};
/// A barrier of the block, and then a new buffer.
struct FreshTile {
    program::TileId tile;
};
using Meeting = std::variant<Combine, Exchange, Vote, MeetWarp, MeetBlock, MeetGrid, FreshTile, TileOperation>;
struct Wait {
    Meeting meeting;
    program::SiteId site;
};

/// Shows the value on top to the check of levels.
struct Observe {
    program::ExpressionId expression;
    program::Type type;
};

using Instruction = std::variant<PushConstant, PushDim, PushContext, PushLocal, PopLocal, Drop, Apply, Load, Store,
                                 StoreRun, AtomicUpdate, SumRun, IndexRun, WordOfRun, Jump, CountStep, EnterLoop,
                                 EnterRange, NextOfRange, NextTurn, NextElement, End, Wait, Observe>;

using LoopIndex = std::uint32_t;
inline constexpr LoopIndex no_loop = ~LoopIndex{0};

struct Loop {
    LoopIndex parent;
    std::uint32_t depth;  ///< number of loops around it
};

struct Code {
    std::vector<Instruction> instructions;
    std::vector<LoopIndex> loop_of;  ///< by address: the innermost loop around the instruction
    std::vector<Loop> loops;
    std::vector<Span> spans;  ///< by ExpressionId, where expressions are observed
    std::size_t stack_slots = 0;
    std::size_t loop_depth = 0;
};

}  // namespace phobos::plain
