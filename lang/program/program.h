// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lang/base/box.h"
#include "lang/base/ids.h"
#include "lang/source/span.h"
#include "lang/vocabulary/attributes.h"
#include "lang/vocabulary/builtins.h"
#include "lang/vocabulary/context.h"
#include "lang/vocabulary/operators.h"
#include "lang/vocabulary/scalar_type.h"

/// One kernel, resolved and typed for one target: names are ids, constants are folded, functions are expanded at their
/// calls, literals have types, and each access, collective, branch, loop and barrier has a site. Data only.
namespace phobos::program {

using DimId = Id<struct DimTag>;
using TensorId = Id<struct TensorTag>;
using TileId = Id<struct TileTag>;
using LocalId = Id<struct LocalTag>;
using SiteId = Id<struct SiteTag>;
using ExpressionId = Id<struct ExpressionTag>;  ///< dense over a program, expanded calls each their own

/// What one evaluation of an expression gives.
enum class Form : std::uint8_t { nothing, scalar, run };

struct Type {
    ScalarType element = ScalarType::i32;
    Form form = Form::scalar;
    std::int32_t elements = 1;  ///< of a run, 1 to 64

    friend bool operator==(const Type&, const Type&) = default;
};

/// Memory that subscripts reach: a tensor parameter or a shared tile.
using Buffer = std::variant<TensorId, TileId>;

struct Expression;
struct Block;

// --- scalars (docs/spec/05-expressions.md) ---

struct Constant {
    ScalarBits value;
};
/// A symbolic dim: an i32, the same for a whole launch.
struct DimUse {
    DimId dim;
};
struct ContextUse {
    ContextField field;
};
struct LocalUse {
    LocalId local;
};

// --- elementwise: operands are scalars, or runs of one length with scalars broadcast ---

struct Unary {
    UnaryOperator op;
    Box<Expression> operand;
};
/// Every operator but && and ||; the operand type is that of `left`, of a shift count that of `right`.
struct Binary {
    BinaryOperator op;
    Box<Expression> left;
    Box<Expression> right;
    std::optional<SiteId> site;  ///< present where it may be undefined: integer / and %, << and >>
};
/// `f32(e)`; the destination is the expression's type.
struct Convert {
    Box<Expression> operand;
};
/// A builtin of BuiltinFamily::elementwise.
struct Elementwise {
    Builtin builtin;
    std::vector<Expression> arguments;
};
/// `&&` and `||`: the right side is evaluated by the lanes that need it.
struct Logical {
    BinaryOperator op;
    Box<Expression> left;
    Box<Expression> right;
    SiteId site;  ///< of the branch
};

// --- memory and runs (docs/spec/06-subscripts-and-runs.md) ---

/// `A[i, j]`
struct Load {
    Buffer buffer;
    std::vector<Expression> subscripts;  ///< one integer of any type per axis
    SiteId site;
};
/// `A[i, k :+ n]`; n is the type's element count
struct RunLoad {
    Buffer buffer;
    std::vector<Expression> subscripts;  ///< one per axis, the last is the start
    SiteId site;
};
/// `sum(run)`
struct RunSum {
    Box<Expression> run;
};
/// `elem(run, index)`
struct RunElement {
    Box<Expression> run;
    Box<Expression> index;
    SiteId site;
};
/// `word(run, index)`; the operand is a RunLoad
struct RunWord {
    Box<Expression> run;
    Box<Expression> index;
    SiteId site;
};

// --- threads together (docs/spec/09-collectives.md) ---

struct Collective {
    CollectiveOperator op;
    Scope scope;
    Box<Expression> operand;
    SiteId site;
};
enum class ShuffleKind : std::uint8_t { lane, exclusive_or, up, down };
struct Shuffle {
    ShuffleKind kind;
    Box<Expression> value;
    Box<Expression> selector;  ///< lane, mask or distance, of any integer type
    SiteId site;
};
struct Ballot {
    Box<Expression> predicate;
    SiteId site;
};
enum class AtomicOperator : std::uint8_t {
    add,
    minimum,
    maximum,
    bit_and,
    bit_or,
    bit_xor,
    exchange,
    compare_exchange
};
/// Its value is the element's before.
struct Atomic {
    AtomicOperator op;
    Buffer buffer;
    std::vector<Expression> subscripts;
    std::optional<Box<Expression>> expected;  ///< of compare_exchange
    Box<Expression> operand;
    SiteId site;
};

// --- functions (docs/spec/03-kernels.md) ---

/// A scalar parameter of an expanded call and its argument.
struct Binding {
    LocalId parameter;
    Box<Expression> argument;
};
/// A call with the function's body in its place; tensors and tiles in it are already the caller's own.
struct Call {
    std::string function;
    std::vector<Binding> bindings;  ///< evaluated in this order
    Box<Block> body;                ///< its `return`s end here; every path returns where there is a result
    SiteId site;
};

using ExpressionNode =
    std::variant<Constant, DimUse, ContextUse, LocalUse, Unary, Binary, Convert, Elementwise, Logical, Load, RunLoad,
                 RunSum, RunElement, RunWord, Collective, Shuffle, Ballot, Atomic, Call>;

struct Expression {
    ExpressionNode node;
    Type type;
    ExpressionId id;
    Span span;
};

// --- statements (docs/spec/04-statements.md) ---

/// `let`, `var` of a scalar; a declaration is an assignment.
struct Assign {
    LocalId local;
    Expression value;  ///< of a compound assignment the whole `x op e`
    bool declares = false;
};
/// A new shared buffer with unwritten elements, each time it is executed.
struct DeclareTile {
    TileId tile;
    SiteId site;
};
/// `A[i, j] = e` or `A[i, j] op= e`: the value, the subscripts, then a compound target is read.
struct Store {
    Buffer buffer;
    std::vector<Expression> subscripts;
    std::optional<BinaryOperator> op;
    Expression value;
    SiteId site;
};
/// `store(A[i, k :+ n], e)`: the subscripts, then e completely, then the elements are written.
struct RunStore {
    Buffer buffer;
    std::vector<Expression> subscripts;  ///< one per axis, the last is the start
    std::int32_t elements;
    Expression value;  ///< a run of that many elements, or a scalar for all
    SiteId site;
};
struct If {
    Expression condition;
    Box<Block> then;
    Box<Block> otherwise;  ///< empty where there is no else
    SiteId site;
};
/// `for i in range(start, end, step)`; the three have the variable's type
struct For {
    LocalId variable;
    Expression start;
    Expression end;
    Expression step;
    Box<Block> body;
    std::optional<std::int64_t> unroll;
    SiteId site;
};
struct While {
    Expression condition;
    Box<Block> body;
    SiteId site;
};
struct Break {};
struct Continue {};
struct Return {
    std::optional<Expression> value;
};
/// A call or an atomic for its effect; the value, if any, is dropped.
struct Evaluate {
    Expression expression;
};
struct Barrier {
    SiteId site;
};
struct WarpBarrier {
    SiteId site;
};
struct GridBarrier {
    TensorId bar;
    SiteId site;
};

using StatementNode = std::variant<Assign, DeclareTile, Store, RunStore, If, For, While, Break, Continue, Return,
                                   Evaluate, Barrier, WarpBarrier, GridBarrier>;

struct Statement {
    StatementNode node;
    Span span;
};
struct Block {
    std::vector<Statement> statements;
};

// --- tables ---

enum class SiteKind : std::uint8_t {
    load,
    store,
    run_load,
    run_store,
    atomic,
    run_index,
    division,
    shift,
    collective,
    shuffle,
    branch,
    loop,
    barrier,
    warp_barrier,
    grid_barrier,
    tile,
    call,
};
struct Site {
    SiteKind kind;
    Span span;  ///< the operation, in the source
};

/// A symbolic dim, bound at launch from the shapes of the arguments.
struct Dim {
    std::string name;
    std::int64_t multiple = 1;  ///< of @aligned; another value is a launch error
    Span span;
};
/// An axis: a constant or a dim.
using Extent = std::variant<std::int64_t, DimId>;

struct Tensor {
    std::string name;
    ScalarType element;
    std::vector<Extent> shape;
    bool read = false;
    bool written = false;
    Span span;
};
struct Tile {
    std::string name;
    ScalarType element;
    std::vector<std::int32_t> extents;
    Span span;
};
/// A scalar variable, loop variable or scalar parameter of the kernel or of an expanded function.
struct Local {
    std::string name;
    ScalarType type;
    Span span;
};
struct Tunable {
    std::string name;
    std::int64_t value;  ///< in this program
};
struct LaunchBounds {
    int threads = 256;
    std::optional<int> min_blocks;
    std::optional<int> max_registers;
};
using Parameter = std::variant<TensorId, LocalId>;

struct Program {
    std::string kernel;
    int lanes = 32;
    LaunchBounds bounds;
    std::vector<Parameter> parameters;  ///< in the order of the source
    std::vector<Dim> dims;
    std::vector<Tensor> tensors;
    std::vector<Tile> tiles;
    std::vector<Local> locals;
    std::vector<Tunable> tunables;
    std::vector<Attribute> attributes;  ///< those present
    std::vector<TensorId> bars;         ///< the counter of each grid_barrier
    std::vector<Site> sites;
    std::uint32_t expressions = 0;  ///< ids are below it
    bool reads_block = false;       ///< ctx.block or program_id occurs
    Block body;

    [[nodiscard]] int warps() const { return bounds.threads / lanes; }
};

}  // namespace phobos::program
