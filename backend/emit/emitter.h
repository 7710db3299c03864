// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backend/emit/emit.h"
#include "backend/emit/names.h"
#include "backend/emit/order.h"
#include "backend/emit/text.h"
#include "backend/emit/tile_state.h"
#include "backend/emit/writer.h"
#include "lang/program/checked_program.h"
#include "lang/program/facts.h"
#include "lang/program/program.h"
#include "lang/vocabulary/builtins.h"
#include "lang/vocabulary/level.h"
#include "lang/vocabulary/operators.h"
#include "lang/vocabulary/scalar_type.h"

/// The state of one emission and the functions of the folder that work on it.
///
/// A scalar expression becomes a Text, one C++ expression that is evaluated once and may have had statements written
/// before it (`const f32 t = ..;`). Texts of several operands are asked for together, by `operands`, which keeps the
/// order of evaluation. A tile expression becomes a buffer of shared memory (tile.h).
namespace phobos::emit {

/// The function whose body is being written, and what `return` is in it.
struct Function {
    bool jumps = true;                         ///< it is written as a `return`; otherwise it stands last
    std::string result{};                      ///< where it does not jump: the variable that gets a scalar result
    std::optional<std::string> tile_result{};  ///< of a function that gives a tile: the buffer that it fills
};

/// Everything that is known of one emission.
struct Emission {
    [[nodiscard]] const program::Program& program() const { return checked.program(); }
    [[nodiscard]] bool checks() const { return options.checking == Checking::faults; }
    [[nodiscard]] Level level(const program::Expression& expression) const { return checked.level(expression); }
    [[nodiscard]] Order order(const program::Expression& expression) const { return orders[expression.id.index]; }
    [[nodiscard]] const program::Fact& fact(const program::Expression& expression) const {
        return facts.expressions[expression.id.index];
    }
    /// The value that every launch under the assumptions gives the dim.
    [[nodiscard]] std::optional<std::int64_t> assumed_value(program::DimId dim) const;

    const program::CheckedProgram& checked;
    const Options& options;
    program::Facts facts;       ///< under the assumptions
    std::vector<Order> orders;  ///< by ExpressionId

    Writer writer;
    Names names{};
    std::vector<std::string> locals;   ///< names, by LocalId; set where the local is declared
    std::vector<std::string> tensors;  ///< names, by TensorId
    std::vector<std::string> tiles;    ///< names, by TileId: a T* into shared memory; set where the tile is declared
    std::vector<std::string> dims;     ///< names, by DimId
    std::vector<bool> assigned;        ///< by LocalId: it is assigned after its declaration
    std::vector<bool> constants;       ///< by LocalId (unrolled.h)
    std::vector<bool> used_dims;       ///< by DimId
    std::vector<Function> functions;   ///< innermost last; the first is the kernel
    TileState tile;
};

// --- emit.cpp, statements.cpp, control.cpp ---

/// Writes the statements of a block, in a scope of names of their own, without braces.
void block(Emission& e, const program::Block& block);
void statement(Emission& e, const program::Statement& statement);

/// Writes `header`, which ends with a brace, what `body` writes, in a scope of names of its own, and `footer`.
template <class Body>
void braced(Emission& e, std::string header, Body body, std::string footer = "}") {
    e.writer.open(std::move(header));
    e.names.open();
    body();
    e.names.close();
    e.writer.close(std::move(footer));
}

/// Writes the bindings of a call or `generate`, in their order, as declarations; what is a name or literal already
/// stands for the parameter itself.
void bind_parameters(Emission& e, std::span<const program::Binding> bindings);

// --- expressions.cpp, calls.cpp, together.cpp ---

/// A scalar. The text is to be used before the next statement that acts (Order); keep it in a temporary otherwise.
[[nodiscard]] Text operand(Emission& e, const program::Expression& expression);

/// Scalars that are evaluated in this order and used together: those whose order can be told are kept in temporaries.
[[nodiscard]] std::vector<Text> operands(Emission& e, std::span<const program::Expression* const> expressions);
[[nodiscard]] std::vector<Text> operands(Emission& e, const std::vector<program::Expression>& expressions);

/// Declares a constant of the type and gives its name; a name or literal stays as it is.
[[nodiscard]] Text keep(Emission& e, ScalarType type, std::string_view wish, Text value);
/// The same of the type that the text has.
[[nodiscard]] Text keep(Emission& e, std::string_view wish, Text value);

/// What an expression needs to have written before it, taken out of the text.
struct Captured {
    std::vector<Line> statements;
    Text text;
};
[[nodiscard]] Captured captured_operand(Emission& e, const program::Expression& expression);

// --- spelling.cpp: C++ for values and operations on scalars, without checks ---

[[nodiscard]] std::string_view type_name(ScalarType type);    ///< of values
[[nodiscard]] std::string_view memory_name(ScalarType type);  ///< of elements in memory
[[nodiscard]] Text literal(ScalarType type, ScalarBits value);
[[nodiscard]] Text integer_literal(ScalarType type, std::int64_t value);
[[nodiscard]] Text apply(UnaryOperator op, const Text& operand);
/// Operators without site or in unchecked texts; `operand` is the type of `left`.
[[nodiscard]] Text apply(BinaryOperator op, ScalarType operand, const Text& left, const Text& right);
[[nodiscard]] Text apply(Builtin builtin, std::span<const Text> arguments);  ///< BuiltinFamily::elementwise
[[nodiscard]] Text convert(ScalarType to, ScalarType from, const Text& value);
/// Either of the above for a node whose operands are these texts, of one element of a run or tile too; `divide` and the
/// like go to `checked_binary` where faults are looked for.
[[nodiscard]] Text apply_elementwise(Emission& e, const program::Expression& node, std::span<const Text> operands);

/// The value of an axis: a literal, or the name of a dim, which the text then uses.
[[nodiscard]] Text extent(Emission& e, const program::Extent& extent);

// --- accesses.cpp ---

/// An element of memory, or the first of a run.
struct Place {
    std::string pointer;               ///< of the buffer: `X`
    std::string offset;                ///< `ph::at(r, K, k)`, to be evaluated once
    std::optional<std::string> guard;  ///< a bool: the access may be done; none where nothing is to be asked
};
/// The place that subscripts name, checked where faults are looked for; `elements` is 1 or the length of a run.
[[nodiscard]] Place place(Emission& e, const program::Buffer& buffer, std::span<const Text> subscripts,
                          program::SiteId site, std::int32_t elements);
[[nodiscard]] std::string_view buffer_name(const Emission& e, const program::Buffer& buffer);
[[nodiscard]] ScalarType element_type(const Emission& e, const program::Buffer& buffer);

[[nodiscard]] Text load(Emission& e, const program::Expression& expression, const program::Load& node);
void store(Emission& e, const program::Store& node);

// --- runs.cpp ---

[[nodiscard]] Text run_sum(Emission& e, const program::Expression& expression, const program::RunSum& node);
[[nodiscard]] Text run_element(Emission& e, const program::Expression& expression, const program::RunElement& node);
[[nodiscard]] Text run_word(Emission& e, const program::Expression& expression, const program::RunWord& node);
void run_store(Emission& e, const program::RunStore& node);

// --- checks.cpp ---

/// Whether an operator is undefined for some operands of the type.
[[nodiscard]] bool may_fault(BinaryOperator op, ScalarType operand);

// the rest in checked texts only

/// Integer / and %, << and >>.
[[nodiscard]] Text checked_binary(Emission& e, BinaryOperator op, ScalarType operand, program::SiteId site,
                                  const Text& left, const Text& right);
/// Writes the check of a loop's step, all three of the type.
void check_step(Emission& e, program::SiteId site, ScalarType type, const Text& start, const Text& end,
                const Text& step);

// --- tile*.cpp: statements and expressions of tiles; each writes the barriers that it needs ---

void declare_tile(Emission& e, const program::DeclareTile& node);
void tile_store(Emission& e, const program::TileStore& node);
void accumulate(Emission& e, const program::Accumulate& node);
/// A tile parameter of a call gets the value of a tile expression.
void bind_tile(Emission& e, program::TileId parameter, const program::Expression& argument);
/// `return e` in a function that gives a tile: fills `e.functions.back().tile_result`; the jump is written by others.
void return_tile(Emission& e, const program::Expression& value);
/// Writes a loop that does nothing but add products to a tile, as a whole; false where that cannot be. `range`: start,
/// end and step.
[[nodiscard]] bool product_loop(Emission& e, const program::For& loop, std::span<const Text> range);
/// A tile expression as a statement.
void evaluate_tile(Emission& e, const program::Expression& expression);

// --- calls.cpp, for tile*.cpp ---

/// Writes a call whose result, if any, goes where `function` says: the bindings and the body, as a block or a lambda
/// that is called at once. The text is the value of a scalar result.
[[nodiscard]] Text expanded_call(Emission& e, const program::Call& node, const program::Type& result,
                                 Function function);
/// The body of a `generate` for the row and column, which are declared before: an expression of its result.
[[nodiscard]] Text generated_element(Emission& e, const program::Generate& node, ScalarType result);

}  // namespace phobos::emit
