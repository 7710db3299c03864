// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/generate/build.h"
#include "fuzz/generate/dyadic.h"
#include "fuzz/generate/generate.h"
#include "fuzz/generate/random.h"
#include "fuzz/generate/values.h"
#include "lang/vocabulary/level.h"

namespace phobos::fuzz {

struct Variable {
    std::string name;
    ScalarType type;
    Level level;
    bool assignable;
    bool loose = false;  ///< an implementation may have other bits, which an enclosure judges
};

struct Axis {
    std::int64_t extent;
    Expression spelling;  ///< a dim or a literal
};

/// How elements of a tensor or shared buffer are used, so that no two threads meet.
enum class Use {
    input,    ///< read by everyone
    output,   ///< a thread writes to elements of its own, and may read them where they were given a value
    counter,  ///< one atomic that commutes, and nothing else
    rows,     ///< as many rows as block_rows are a block's own, which it writes to by tile operations, and nothing else
};

constexpr std::int64_t block_rows = 8;

struct Array {
    std::string name;
    ScalarType element;
    std::vector<Axis> axes;
    Use use;
    bool initialised = true;
    bool given = false;                    ///< elements come from the launch: a NaN has the same bits everywhere
    std::vector<Expression> own{};         ///< of an output: the thread's subscripts
    bool row = false;                      ///< of an output: one more axis is wholly the thread's own
    Builtin atomic = Builtin::atomic_add;  ///< of a counter
    bool loose = false;                    ///< as of a variable
};

using Shape = std::vector<std::int64_t>;

struct TileVariable {
    std::string name;
    ScalarType element;
    Shape shape;
    bool assignable;
    bool loose = false;
};

/// Holds a value until its end, which then is what it was before.
template <class T>
class Within {
public:
    Within(T& place, T value) : place_(place), before_(std::exchange(place, value)) {}
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;
    ~Within() { place_ = before_; }

private:
    T& place_;
    T before_;
};

struct FunctionSignature {
    std::string name;
    std::vector<ScalarType> parameters;
    ScalarType result;
    Level control;  ///< the highest level of control flow it may be called under
};

/// What an expression is asked to be.
struct Need {
    ScalarType type;
    Level level;
    int depth;

    [[nodiscard]] Need of(ScalarType other) const { return {other, level, depth - 1}; }
    [[nodiscard]] Need at(Level other) const { return {type, other, depth - 1}; }
    [[nodiscard]] Need deeper() const { return {type, level, depth - 1}; }
};

class KernelGenerator {
public:
    KernelGenerator(std::uint64_t seed, const Options& options);
    Generated generate();

private:
    /// Makes an operand of a type: a scalar, or part of a run expression.
    using Operand = std::function<Expression(ScalarType)>;

    // --- expressions.cpp ---
    ScalarType any_type();
    ScalarType any_number();
    ScalarType any_integer();
    ScalarType any_float();
    Expression bare_literal(ScalarType type);
    Expression literal(ScalarType type);
    Expression leaf(Need need);
    std::optional<Expression> variable_of(ScalarType type, Level level);
    std::optional<Expression> context_field(Level level);
    std::optional<Expression> extent_of_array();
    Expression expression(Need need);
    /// An expression of what a variable or element holds.
    Expression value_of(Need need, bool loose = false);
    /// Whether what is declared now may be loose.
    bool may_be_loose(ScalarType type);
    Expression compound(Need need);
    /// Operators, builtins and conversions that give a type.
    Expression elementwise(ScalarType type, const Operand& operand);
    Expression operation(ScalarType type, const Operand& operand);
    Expression comparison(const Operand& operand);
    std::optional<Expression> builtin(const BuiltinRow& row, ScalarType type, const Operand& operand);
    Expression conversion(ScalarType type, const Operand& operand);
    Expression logical(Need need);
    Expression good_divisor(ScalarType type, const Operand& operand);
    Expression good_count(ScalarType type, const Operand& operand);
    Expression power_of_two();
    /// Whether a function that has a bound may stand here.
    [[nodiscard]] bool may_differ() const;
    std::optional<Expression> function_call(Need need);

    // --- exact.cpp: of exact floats; else expressions stay as they are ---
    [[nodiscard]] bool is_exact() const { return options_.floats == Floats::exact; }
    [[nodiscard]] ScalarType type_of(const std::string& variable) const;
    [[nodiscard]] Dyadic dyadic_of(const Expression& expression) const;
    [[nodiscard]] Dyadic dyadic_of_binary(const syntax::Binary& node) const;
    [[nodiscard]] Dyadic dyadic_of_call(const syntax::Call& node) const;
    Expression limited(Expression expression, const Dyadic& have, const Dyadic& most);
    Expression rest(ScalarType type, Expression expression);
    Statement settle(ScalarType type, Expression target);
    Expression unrounded(ScalarType type, Expression expression);
    Expression summand(ScalarType type, Expression expression, double copies);
    Expression summand_of_run(ScalarType type, Expression expression);
    Expression summand_of_tile(ScalarType type, Expression expression);
    Expression factor(ScalarType type, Expression expression);
    Expression sign(ScalarType type, Expression expression);
    Expression converted(ScalarType from, ScalarType to, Expression expression);
    std::optional<Expression> roundabout(const BuiltinRow& function, ScalarType type, const Operand& operand);

    // --- accesses.cpp ---
    /// In 0 .. extent-1-reserved.
    Expression subscript(const Axis& axis, int reserved, Level level, int depth);
    std::vector<Expression> subscripts(const Array& array, int reserved, Level level, int depth);
    std::optional<Expression> load(Need need);
    Expression run_expression(ScalarType type, int elements, Need need);
    std::optional<Expression> run_leaf(ScalarType type, int elements, Need need);
    std::optional<Expression> word_of_run(int elements, Need need);
    std::optional<Expression> run_value(Need need);
    Expression run_index(int end, Need need);
    /// The subscripts of an element of the thread's own.
    std::vector<Expression> own_element(const Array& array, int reserved);

    // --- together.cpp ---
    std::optional<Expression> together(Need need);
    Expression collective_of(Need need, Scope scope);
    Expression shuffle(Need need);

    // --- statements.cpp ---
    void statement(Block& block);
    Block body(int statements);
    void hand_on(Block& block, std::size_t outside);
    void declare(Block& block);
    void assign_variable(Block& block);
    std::optional<BinaryOperator> compound_operator(ScalarType type);
    Expression compound_operand(ScalarType type, BinaryOperator op, Level level);
    void store_element(Block& block);
    void store_run(Block& block);
    void conditional(Block& block);
    void counted_loop(Block& block);
    void condition_loop(Block& block);
    void strided_sum(Block& block);
    void exchange(Block& block);
    void count(Block& block);
    void leave(Block& block);
    void meet(Block& block);
    /// All blocks, which then may read what others have written.
    void meet_grid(Block& block);
    std::vector<Expression> range_arguments(ScalarType type, Level level);
    std::vector<Expression> extreme_range(ScalarType type, Level level);

    // --- tiles.cpp ---
    /// A statement of the whole block, where control flow is uniform.
    void tile_statement(Block& block);
    void declare_tile(Block& block);
    Expression tile_value(ScalarType type, const Shape& shape, bool loose);
    Expression generate_call(const FunctionSignature& signature);
    void assign_tile(Block& block);
    void store_slice(Block& block);
    /// A declared tile is read by threads like any input of theirs.
    void add_tile(TileVariable variable);
    [[nodiscard]] bool has_input(std::size_t rank) const;
    Shape any_shape();
    Expression tile_expression(ScalarType type, const Shape& shape, int depth);
    Expression tile_operand(ScalarType type, const Shape& shape, int depth);
    Expression tile_leaf(ScalarType type, const Shape& shape);
    std::optional<Expression> tile_function(ScalarType type, const Shape& shape, int depth);
    Expression product(ScalarType type, const Shape& shape, int depth);
    syntax::Place any_span(std::int64_t extent);
    Expression any_slice(const std::string& base, const Shape& shape);
    Expression compound_tile_operand(ScalarType type, BinaryOperator op, const Shape& shape);
    syntax::Function generator(const std::string& function_name);
    void finish_tiles(Block& block);
    void plant_tile(Block& block);

    // --- faults.cpp ---
    void plant(Block& block);
    void plant_access(Block& block, const Expression& condition);
    void plant_arithmetic(Block& block, const Expression& condition);
    void plant_unwritten(Block& block, const Expression& condition);

    // --- kernel.cpp ---
    void choose_shape();
    [[nodiscard]] Numbers numbers_of(const Array& array) const;
    void add_inputs();
    void add_outputs();
    void add_counters();
    void add_view();
    void add_scalars();
    void add_bar();
    void add_array(Array array, std::optional<engine::Argument> argument);
    Axis axis(std::int64_t extent);
    syntax::Function function(const std::string& function_name);
    syntax::Function storing_function();
    Expression with(ScalarType type, Expression value, const Variable& variable);
    void finish(Block& block);

    [[nodiscard]] Level control() const;
    [[nodiscard]] Level any_level();
    std::string fresh(const char* prefix);
    std::int64_t threads() const { return std::int64_t{lanes_} * warps_; }
    std::int64_t blocks() const { return grid_.x * grid_.y; }

    enum class FrameKind { function, loop, arm };
    /// What raises the level of control flow.
    struct Frame {
        FrameKind kind;
        Level level;
    };
    Block arm(Level condition, int statements);
    /// The join of the conditions since the innermost loop.
    [[nodiscard]] Level since_loop() const;
    /// Whether a `return` under a condition leaves every loop at the level of its turns.
    [[nodiscard]] bool may_return(Level condition) const;
    Block loop_body(Level trip);

    Random random_;
    std::uint64_t seed_;
    Options options_;
    int lanes_ = 32;
    int warps_ = 1;
    engine::Block grid_{1, 1, 1};
    std::vector<Variable> variables_;
    std::vector<Array> arrays_;
    std::vector<TileVariable> tiles_;
    std::vector<FunctionSignature> generators_;  ///< for `generate`
    std::vector<FunctionSignature> functions_;
    std::vector<Frame> frames_;
    std::vector<syntax::Parameter> parameters_;
    std::vector<engine::Argument> arguments_;
    std::vector<syntax::AttributeUse> attributes_;
    std::optional<std::size_t> storing_target_;  ///< array that the storing function is called with
    int names_ = 0;
    int loops_ = 0;         ///< around here
    int budget_ = 0;        ///< statements left
    bool has_bar_ = false;  ///< of @persistent: there is a counter for grid_barrier
    bool may_end_ = false;  ///< a block may have returned before here
    int plant_after_ = -1;  ///< statements until the fault; -1: none is to come
    bool in_function_ = false;
    bool in_generator_ = false;  ///< nothing may ask for its thread
    bool is_loose_ = false;      ///< nothing but a loose float depends on what is generated now
};

}  // namespace phobos::fuzz
