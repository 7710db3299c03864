// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
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

/// What one evaluation of an expression gives: each thread a scalar or a run, or the whole CTA one tile.
enum class Form : std::uint8_t { nothing, scalar, run, tile };

/// The extents of a tile, each at least 1, in row-major order.
struct TileShape {
    std::array<std::int32_t, 4> extents{};  ///< those beyond the rank are 0
    std::uint8_t rank = 0;                  ///< 1 to 4; 0 of what is no tile

    [[nodiscard]] std::span<const std::int32_t> axes() const { return std::span(extents).first(rank); }
    [[nodiscard]] std::int64_t elements() const {
        std::int64_t product = 1;
        for (const std::int32_t extent : axes()) product *= extent;
        return product;
    }

    friend bool operator==(const TileShape&, const TileShape&) = default;
};

struct Type {
    ScalarType element = ScalarType::i32;
    Form form = Form::scalar;
    std::int32_t elements = 1;  ///< of a run, 1 to 64; 1 of anything else
    TileShape shape{};          ///< of a tile

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

// --- elementwise: operands are scalars, or runs of one length with scalars broadcast, or tiles of one rank with
// scalars and extents of 1 broadcast. What operands of tiles join to is in Convert nodes around them: element types are
// those of scalars. ---

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

/// A scalar parameter of an expanded call and its argument, or a tile parameter that gets the value of a tile
/// expression: a new tile, never written to otherwise.
struct Binding {
    std::variant<LocalId, TileId> parameter;
    Box<Expression> argument;
};
/// A call with the function's body in its place; tensors and tiles in it are already the caller's own.
struct Call {
    std::string function;
    std::vector<Binding> bindings;  ///< evaluated in this order
    Box<Block> body;                ///< its `return`s end here; every path returns where there is a result
    SiteId site;
};

// --- tiles (docs/spec/10-tiles.md): every scalar in these is uniform, and so is control flow ---

/// Where a slice begins: one integer of any type per axis, which may lie outside; none for a whole tile.
using SliceStarts = std::vector<Expression>;

/// The elements of a tensor or tile from `starts` on, as many as the type's shape says; those outside are 0.
struct Slice {
    Buffer buffer;
    SliceStarts starts;
    SiteId site;
};
/// A builtin of BuiltinFamily::tile but `generate tmax tmin`. `iota` has no argument: the type's shape tells. `dot` and
/// `dot_t` are computed in the type's element type, which their operands may have or not.
struct TileFunction {
    Builtin builtin;
    std::vector<Expression> arguments;  ///< tiles
    SiteId site;
};
/// `generate(f, args...)`: element [i, j] is what the body returns for row i and column j, which the threads share out
/// among them: element e, in row-major order, is computed by thread e mod ctx.threads.
struct Generate {
    std::string function;
    LocalId row;     ///< varying
    LocalId column;  ///< varying
    std::vector<Binding> bindings;
    Box<Block> body;  ///< its control flow is varying
    SiteId site;
};

using ExpressionNode =
    std::variant<Constant, DimUse, ContextUse, LocalUse, Unary, Binary, Convert, Elementwise, Logical, Load, RunLoad,
                 RunSum, RunElement, RunWord, Collective, Shuffle, Ballot, Atomic, Call, Slice, TileFunction, Generate>;

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
/// A new shared buffer each time it is executed: with unwritten elements, or with those of the value.
struct DeclareTile {
    TileId tile;
    std::optional<Expression> value;  ///< of the tile's element type: a tile of its shape, or a scalar for all elements
    SiteId site;
};
/// `t = e`, `A[i :+ n] = e`, `t op= e`: e, the starts, then a compound target is read; elements outside are not
/// written. A compound one computes in the element type of `value` (a shift in the target's) and converts back.
struct TileStore {
    Buffer buffer;
    SliceStarts starts;
    TileShape shape;
    std::optional<BinaryOperator> op;
    Expression
        value;  ///< a scalar for all elements, or a tile of the shape; of a compound one extents of 1 are broadcast
    SiteId site;
};
/// `t += dot(a, b)`: the chain of each element starts at the target's and is rounded once to its type.
struct Accumulate {
    Buffer buffer;
    SliceStarts starts;
    TileShape shape;
    Expression dot;  ///< a TileFunction of the shape; its element type is that of the chain
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

using StatementNode = std::variant<Assign, DeclareTile, TileStore, Accumulate, Store, RunStore, If, For, While, Break,
                                   Continue, Return, Evaluate, Barrier, WarpBarrier, GridBarrier>;

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
    slice,
    slice_store,
    tile,  ///< a declaration or tile function
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
    TileShape shape;
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
