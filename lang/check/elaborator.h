// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lang/check/check.h"
#include "lang/check/functions.h"
#include "lang/check/literals.h"
#include "lang/check/scope.h"
#include "lang/diagnostics/list.h"
#include "lang/program/program.h"
#include "lang/syntax/tree.h"

namespace phobos::check {

/// What is elaborated: a kernel with its calls expanded, or a function by itself, of which only names and types are
/// judged (ctx-25): its dims, and whether its scalar parameters are constants, are known only in a call.
enum class Mode : std::uint8_t { kernel, function };

/// What a span in a subscript means (run-11, run-12).
enum class Spans : std::uint8_t { slices, runs };

/// Nothing: an error was reported, and whatever depends on the value is not judged.
using Value = std::optional<program::Expression>;

/// What a diagnostic has beside its message.
struct Advice {
    std::vector<diagnostics::Note> notes;
    std::optional<diagnostics::Fix> fix;
};

/// Whether the body of a function is put in the place of its call.
enum class Expansion : std::uint8_t { whole, signature };

/// What the elaborations of one file have come to, one after another.
struct Totals {
    std::int64_t nodes = 0;   ///< expressions and statements of the kernels
    std::size_t reports = 0;  ///< diagnostics
};

/// A constant expression of type i32; without a value where only a call decides it.
struct ConstantInteger {
    std::optional<std::int64_t> value;
};

/// The elaboration of one kernel or function. Each part is one chapter's: the methods stand in the files that the
/// comments name.
class Elaborator {
public:
    Elaborator(const Functions& functions, Target target, Mode mode, Totals before);

    /// kernels.cpp: the program of a kernel, if it has no error.
    std::optional<program::Program> kernel(const syntax::Kernel& kernel, const std::vector<Setting>& settings);
    /// calls.cpp: judges a function by itself.
    void function(const syntax::Function& function);

    [[nodiscard]] const diagnostics::List& diagnostics() const { return diagnostics_; }
    [[nodiscard]] Totals totals() const;

private:
    using Code = diagnostics::Code;

    // --- elaborator.cpp: diagnostics and the tables of the program ---
    std::nullopt_t reject(Code code, Span span, std::string message, Advice advice = {});
    void warn(Code code, Span span, std::string message, Advice advice = {});
    [[nodiscard]] diagnostics::Note declared_note(const std::string& name, const Symbol& symbol) const;
    /// " (did you mean `x`?)" as the fix of a misspelt name.
    [[nodiscard]] Advice nearest_advice(const syntax::Name& name, std::span<const std::string_view> candidates) const;
    void declare(const syntax::Name& name, Meaning meaning);
    void count_node(Span span);
    /// No more suggestions: what they cost would not be bounded by what is shown.
    [[nodiscard]] bool has_reported_enough() const;

    program::Expression make(program::ExpressionNode node, program::Type type, Span span);
    program::Expression constant(ScalarType type, ScalarBits value, Span span);
    program::Expression i32_constant(std::int64_t value, Span span);
    program::SiteId site(program::SiteKind kind, Span span);
    program::LocalId local(const syntax::Name& name, ScalarType type);
    program::DimId dim(const std::string& name, Span span);
    enum class Writing : std::uint8_t { stored_to, constant };
    program::TileId tile(const syntax::Name& name, ScalarType element, program::TileShape shape, Writing writing);

    // --- buffers.cpp: tensors and tiles ---
    [[nodiscard]] ScalarType element(const program::Buffer& buffer) const;
    [[nodiscard]] std::size_t rank(const program::Buffer& buffer) const;
    [[nodiscard]] const std::string& name(const program::Buffer& buffer) const;
    /// The extent of an axis where it is a constant.
    [[nodiscard]] std::optional<std::int64_t> constant_extent(const program::Buffer& buffer, std::size_t axis) const;
    enum class Access : std::uint8_t { read, write, update };
    void note_access(const program::Buffer& buffer, Access access, Span span);
    /// The tensor or tile that a name means.
    std::optional<program::Buffer> buffer(const syntax::Name& name);
    std::optional<program::Buffer> buffer_argument(const syntax::Expression& argument, std::string_view callee);
    /// Of a tile declaration or of a tile parameter's type; an extent is 0 where only a call decides it.
    std::optional<program::TileShape> tile_shape(const syntax::TileTypeUse& type, Span span);
    /// Whether elements are stored to at all: not those of a `let` (tile-17).
    bool may_store(const program::Buffer& buffer, Span span);
    program::Extent extent_of(const program::Buffer& base, std::size_t axis);
    [[nodiscard]] std::string extent_text(const program::Extent& extent) const;
    program::Expression extent_value(const program::Buffer& base, std::size_t axis, Span span);

    // --- expressions.cpp ---
    /// An operand: it has a value, and a bare literal its default type.
    Value expression(const syntax::Expression& expression, Spans spans = Spans::slices);
    /// The same, but a bare literal takes the type asked for; another expression may have another type.
    Value asked(const syntax::Expression& operand, ScalarType type, Spans spans = Spans::slices);
    /// A scalar of exactly that type; `place` names it in messages, as in "the initialiser of `x`".
    Value typed(const syntax::Expression& operand, ScalarType type, std::string_view place);
    Value of_type(Value value, const syntax::Expression& operand, ScalarType type, std::string_view place);
    /// A scalar of any integer type.
    Value integer(const syntax::Expression& operand, std::string_view place);
    Value condition(const syntax::Expression& operand, std::string_view place);
    /// Operands of which bare literals take the type of the others (expr-9, expr-10).
    std::optional<std::vector<program::Expression>> alike(std::span<const syntax::Expression* const> operands,
                                                          Spans spans);
    std::optional<ConstantInteger> constant_integer(const syntax::Expression& operand, std::string_view place);
    [[nodiscard]] bool is_known_in_call(const program::Expression& expression) const;
    /// Whether a literal that does not fit may be offered in a wider type: not where exactly one type is taken.
    enum class Wider : std::uint8_t { offered, rejected };
    Value literal(const BareLiteral& literal, ScalarType type, Span span, Wider wider = Wider::offered);
    Value name_use(const syntax::Name& name, Span span);
    Value context_use(ContextField field, Span span);
    std::nullopt_t unknown_name(const syntax::Name& name);
    /// A name that nothing resembles is taken for a declaration that lacks its `let` and is not reported again.
    std::nullopt_t assignment_to_unknown(const syntax::Assign& assign, const syntax::Name& name);

    // --- operators.cpp ---
    Value unary(const syntax::Unary& unary, Span span, Spans spans);
    Value binary(const syntax::Binary& binary, Span span, Spans spans);
    Value logical(const syntax::Binary& binary, Span span, Spans spans);
    /// The operation on elaborated operands; `trees` are what they were written as, left and right, for fixes.
    struct Trees {
        const syntax::Expression* left;
        const syntax::Expression* right;
    };
    Value operation(BinaryOperator op, program::Expression left, program::Expression right, Trees trees, Span span);
    /// The type of the result; the operands' places are those of `trees`.
    struct Operand {
        program::Type type;
        Span span;
    };
    /// Whether `&&` or `||` takes an operand: a scalar `bool`.
    bool is_logical_operand(BinaryOperator op, Operand operand);
    std::optional<program::Type> operation_type(BinaryOperator op, Operand left, Operand right, Trees trees, Span span);
    bool accepts(BinaryOperator op, Operand operand);
    std::nullopt_t mixed_types(std::string_view op, Operand left, Operand right, Trees trees, Span span);
    /// What operands give together: the one length of runs, or the one shape of tiles; a scalar has neither.
    std::optional<program::Type> broadcast(ScalarType result, std::span<const Operand> operands);
    std::optional<program::Type> broadcast_runs(ScalarType result, std::span<const Operand> operands);
    /// Division by a constant 0 and shifts by a constant outside the width (expr-18).
    bool is_defined(BinaryOperator op, ScalarType type, const program::Expression& right);
    void warn_narrow_product(ScalarType type, Trees trees, Span span);

    // --- builtins.cpp ---
    Value call(const syntax::Call& call, Span span, Spans spans);
    Value builtin_call(Builtin builtin, const syntax::Call& call, Span span, Spans spans);
    Value conversion(ScalarType type, const syntax::Call& call, Span span, Spans spans);
    Value elementwise(Builtin builtin, const syntax::Call& call, Span span, Spans spans);
    /// The builtin of arguments that are elaborated already.
    Value elementwise_of(Builtin builtin, std::vector<program::Expression> arguments, const syntax::Call& call,
                         Span span);
    Value select(const syntax::Call& call, Span span, Spans spans);
    Value extent(const syntax::Call& call, Span span);
    Value program_id(const syntax::Call& call, Span span);
    bool has_arguments(const syntax::Call& call, std::size_t least, std::size_t most, Span span);
    std::optional<std::vector<program::Expression>> elementwise_arguments(Builtin builtin, const syntax::Call& call,
                                                                          Spans spans);
    std::optional<ScalarType> elementwise_result(Builtin builtin, const std::vector<program::Expression>& arguments,
                                                 const syntax::Call& call);
    std::nullopt_t wrong_argument(std::string_view callee, std::string_view wanted,
                                  const program::Expression& argument);
    std::nullopt_t unknown_function(const syntax::Call& call);

    // --- subscripts.cpp: elements, runs and their consumers ---
    Value subscript(const syntax::Subscript& subscript, Span span, Spans spans);
    Value run_load(const syntax::Subscript& subscript, Span span);
    struct Element {
        program::Buffer buffer;
        std::vector<program::Expression> subscripts;
    };
    std::optional<Element> element_places(const syntax::Subscript& subscript, Span span);
    struct Run {
        program::Buffer buffer;
        std::vector<program::Expression> subscripts;
        std::int32_t elements;  ///< 0 where only a call decides
    };
    std::optional<Run> run_places(const syntax::Subscript& subscript, Span span);
    std::optional<std::int32_t> run_length(const syntax::Expression& length);
    bool has_places(const program::Buffer& base, std::size_t places, Span span);
    Value point(const syntax::Expression& index);
    bool is_inside(const program::Buffer& base, std::size_t axis, const program::Expression& index,
                   std::int64_t elements);
    /// The first argument of a consumer: a run expression.
    Value run_expression(const syntax::Expression& argument, std::string_view consumer);
    Value run_sum(const syntax::Call& call, Span span);
    Value run_element(const syntax::Call& call, Span span);
    Value run_word(const syntax::Call& call, Span span);
    bool is_run_index(const program::Expression& index, std::int64_t count, std::string_view of);

    // --- tile_operands.cpp: what operands of tile operations have in common ---
    /// A value that is a scalar; `place` names it in messages.
    Value scalar(Value value, std::string_view place);
    bool is_scalar(const program::Expression& value, std::string_view place);
    /// A value that is a tile; `taker` is what asks for one.
    Value tile_value(Value value, std::string_view taker);
    Value tile_argument(const syntax::Call& call, std::size_t place);
    bool join_arms(std::vector<program::Expression>& arms, program::Type condition, Span span);
    /// Converts the operands of an operation with a tile among them to the type that they join to (tile-22).
    bool join(std::span<program::Expression* const> operands, std::string_view op, Span span);
    bool join_all(std::span<program::Expression* const> operands, std::string_view op, Span span);
    std::nullopt_t no_join(std::string_view op, std::span<const Operand> operands, Span span);
    program::Expression convert(program::Expression value, ScalarType type);
    std::optional<program::Type> broadcast_tiles(ScalarType result, std::span<const Operand> operands);
    bool has_tile_size(const program::TileShape& shape, Span span);

    // --- slices.cpp ---
    struct Part {
        program::Buffer buffer;
        program::SliceStarts starts;
        program::TileShape shape;
    };
    struct PartAxis {
        program::Expression start;
        std::int32_t extent;  ///< 0 where only a call decides
    };
    Value slice(const syntax::Subscript& subscript, Span span);
    Value whole_tile(const program::Buffer& buffer, Span span);
    std::optional<Part> part(const syntax::Subscript& subscript, Span span);
    std::optional<PartAxis> part_axis(const syntax::Place& place, const program::Buffer& base, std::size_t axis);
    std::optional<PartAxis> part_between(const syntax::RangeSpan& range, Span span, const program::Buffer& base,
                                         std::size_t axis);
    std::optional<std::int32_t> part_extent(std::int64_t extent, Span span);

    // --- tiles.cpp: declarations and assignments of tiles ---
    std::optional<program::StatementNode> declare_tile(const syntax::Name& name, const syntax::TileTypeUse& type,
                                                       const syntax::Expression* value, VariableKind kind, Span span);
    program::TileId declared_tile(const syntax::Name& name, ScalarType element, program::TileShape shape,
                                  VariableKind kind, Span span);
    std::optional<program::StatementNode> declare_inferred(const syntax::Name& name, program::Expression value,
                                                           VariableKind kind, Span span);
    /// What a value of tiles goes into.
    struct TileTarget {
        ScalarType element;
        program::TileShape shape;
        std::string name;  ///< in messages
        Span declared;
    };
    /// A tile of the target's shape or a scalar, in the target's element type (tile-13, tile-15).
    Value fitting(const syntax::Expression& tree, const TileTarget& target);
    /// An expression whose elements go into a tile of that type. Of 8 bits they do not fit once they are `i32`
    /// (tile-15), and so no help offers that.
    Value elements(const syntax::Expression& tree, ScalarType type);
    Value fit(program::Expression value, const syntax::Expression& tree, const TileTarget& target);
    bool has_shape(const program::Expression& value, const TileTarget& target);
    std::optional<program::StatementNode> assign_tile(const syntax::Assign& assign, Part part, Span span);
    std::optional<program::StatementNode> compound_tile(const syntax::Assign& assign, Part part,
                                                        const TileTarget& target, Span span);
    std::optional<program::StatementNode> accumulate(Part part, const TileTarget& target, program::Expression dot,
                                                     Span span);
    /// What `target op= value` computes in, and the value in that type; a shift count keeps its own.
    struct CompoundValue {
        ScalarType type;
        program::Expression value;
    };
    std::optional<CompoundValue> compound_value(BinaryOperator op, program::Expression value, const TileTarget& target,
                                                Span span);

    // --- tile_functions.cpp ---
    Value tile_builtin(Builtin builtin, const syntax::Call& call, Span span);
    Value dot(Builtin builtin, const syntax::Call& call, Span span);
    std::optional<ScalarType> dot_type(std::string_view name, const program::Expression& left,
                                       const program::Expression& right);
    Value row_function(Builtin builtin, const syntax::Call& call, Span span);
    bool has_two_axes(std::string_view name, const program::Expression& argument);
    Value extreme(Builtin builtin, const syntax::Call& call, Span span);
    Value iota(const syntax::Call& call, Span span);

    // --- generate.cpp ---
    Value generate(const syntax::Call& call, const TileTarget& target, Span span);
    const FunctionEntry* generating_function(const syntax::Call& call, const TileTarget& target);
    void reject_effects(const program::Block& body, const std::string& function, Span span);

    // --- threads.cpp: collectives, shuffles, atomics ---
    Value collective(const syntax::Call& call, Span span);
    Value shuffle(Builtin builtin, const syntax::Call& call, Span span);
    Value ballot(const syntax::Call& call, Span span);
    Value atomic(Builtin builtin, const syntax::Call& call, Span span);
    std::optional<program::StatementNode> grid_barrier(const syntax::Call& call, Span span);

    // --- statements.cpp ---
    program::Block block(const syntax::Block& block);
    std::optional<program::StatementNode> statement(const syntax::Statement& entry);
    std::optional<program::StatementNode> let(const syntax::Let& let, Span span);
    std::optional<program::StatementNode> var(const syntax::Var& var, Span span);
    std::optional<program::StatementNode> declare_scalar(const syntax::Name& name,
                                                         const std::optional<syntax::Type>& type,
                                                         const syntax::Expression& initialiser, VariableKind kind,
                                                         Span span);
    std::optional<program::StatementNode> assign(const syntax::Assign& assign, Span span);
    std::optional<program::StatementNode> assign_name(const syntax::Assign& assign, const syntax::Name& name,
                                                      Span span);
    Value compound_operand(const syntax::Assign& assign, ScalarType target);
    /// A variable that floats are assigned to although it is an integer.
    struct IntegerVariable {
        const syntax::Name& name;
        Span declared;
        const Variable& variable;
    };
    /// To change its declaration: a conversion of the value would drop the fraction.
    Advice to_declare_a_float(const IntegerVariable& integer, ScalarType given) const;
    std::optional<program::StatementNode> assign_element(const syntax::Assign& assign, const syntax::Subscript& target,
                                                         Span span);
    std::optional<program::StatementNode> branch(const syntax::If& branch, std::size_t arm, Span span);
    std::optional<program::StatementNode> loop(const syntax::For& loop, Span span);
    std::optional<program::StatementNode> loop(const syntax::While& loop, Span span);
    std::optional<std::vector<program::Expression>> range(const syntax::For& loop);
    std::optional<std::int64_t> unroll(const syntax::For& loop);
    std::optional<program::StatementNode> leave(const syntax::Return& leave, Span span);
    std::optional<program::StatementNode> leave_with_tile(const syntax::Return& leave);
    std::optional<program::StatementNode> evaluate(const syntax::Evaluate& evaluate, Span span);
    std::optional<program::StatementNode> run_store(const syntax::Call& call, Span span);
    bool is_in_loop(std::string_view word, Span span);

    // --- calls.cpp: functions ---
    struct Argument {
        const syntax::Parameter* parameter;
        Span place;
        std::optional<program::Expression> value;  ///< a scalar, or the tile that `buffer` gets
        std::optional<program::Buffer> buffer;
    };
    Value function_call(const FunctionEntry& entry, const syntax::Call& call, Span span);
    std::optional<Argument> argument(const syntax::Function& function, const syntax::Parameter& parameter,
                                     const syntax::Expression& value);
    /// Gives the dims of the parameters' types the extents of the arguments, in the scope of the callee.
    bool bind_dims(const std::vector<Argument>& arguments);
    bool bind_dim(const syntax::Expression& dim, const program::Extent& extent, const Argument& argument);
    std::optional<program::Extent> demanded_extent(const syntax::Expression& dim);
    /// Declares the parameters in the scope of the callee and puts its body there if the call is expanded.
    Value expand(const syntax::Function& function, std::vector<Argument> arguments, Span span, Expansion expansion);
    std::vector<program::Binding> bind(std::vector<Argument> arguments);
    /// What a function gives, in the scope of its parameters.
    std::optional<program::Type> result_type(const syntax::Function& function);
    bool may_expand(const syntax::Function& function, Span span);

    // --- kernels.cpp and attributes.cpp ---
    void parameter(const syntax::Parameter& parameter);
    void scalar_parameter(const syntax::Parameter& parameter, ScalarType type);
    void tensor_parameter(const syntax::Parameter& parameter, const syntax::TensorTypeUse& type);
    void tile_parameter(const syntax::Parameter& parameter, const syntax::TileTypeUse& type);
    program::Extent tensor_dim(const syntax::Expression& entry);
    program::Extent named_dim(const syntax::Name& name);
    void attributes(const syntax::Kernel& kernel, const std::vector<Setting>& settings);
    void autotune(const syntax::AttributeUse& use, const std::vector<Setting>& settings);
    std::int64_t set_value(const Setting& setting, Span declared);
    void launch_bounds(const syntax::AttributeUse& use);
    void aligned(const syntax::AttributeUse& use);
    void hint_attributes(const syntax::Kernel& kernel);

    /// What is elaborated now: the kernel's or a function's body.
    struct Body {
        const syntax::Function* function = nullptr;
        Span call;
        Scope scope;
        int loops = 0;
        std::optional<program::Type> result{};  ///< of a function; nothing where its type is wrong
    };
    [[nodiscard]] Body& body() { return bodies_.back(); }
    [[nodiscard]] Scope& scope() { return bodies_.back().scope; }

    const Functions& functions_;
    Target target_;
    Mode mode_;
    program::Program program_;
    diagnostics::List diagnostics_;
    std::vector<Body> bodies_;                                ///< the chain of calls, the kernel first
    std::vector<bool> known_in_call_;                         ///< by LocalId: a constant in some calls
    std::vector<Writing> tile_writing_;                       ///< by TileId
    std::unordered_map<std::uint32_t, Span> tile_let_words_;  ///< by TileId: of the declarations by let
    struct Bar {
        program::TensorId tensor;
        Span span;
    };
    std::vector<Bar> bars_;
    std::vector<std::optional<Span>> tensor_uses_;  ///< by TensorId: a use other than in grid_barrier
    std::int64_t nodes_ = 0;
    int calls_ = 0;
    Totals before_;
    std::size_t reports_ = 0;
    int nesting_ = 0;  ///< blocks and operands around the current place, those of the callers included
    std::uint32_t kernel_begin_ = 0;
    int constants_ = 0;                ///< places around the current one that need a constant expression
    bool has_launch_bounds_ = false;   ///< ctx.threads may be used
    bool is_for_narrow_tile_ = false;  ///< what is elaborated decides the type of elements of 8 bits
    bool has_dot_ = false;
    bool has_tiles_ = false;      ///< also such as have no name
    bool is_incomplete_ = false;  ///< a call is not expanded because its function has an error
    bool is_exhausted_ = false;   ///< a limit was passed: nothing is expanded any more
};

}  // namespace phobos::check
