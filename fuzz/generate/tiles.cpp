// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "fuzz/generate/kernel_generator.h"

// Tile operations: docs/spec/10-tiles.md.
namespace phobos::fuzz {

namespace {

constexpr std::int64_t most_elements = 400;

std::int64_t elements(const Shape& shape) {
    std::int64_t product = 1;
    for (const std::int64_t extent : shape) product *= extent;
    return product;
}

}  // namespace

Shape KernelGenerator::any_shape() {
    constexpr std::array<std::int64_t, 14> extents{1, 1, 2, 3, 4, 5, 7, 8, 16, 17, 31, 32, 33, 40};
    for (;;) {
        const auto rank = static_cast<std::size_t>(random_.chance(80) ? 2 : random_.between(1, 3));
        if (rank != 2 && !has_input(rank)) continue;
        Shape shape;
        for (std::size_t axis = 0; axis < rank; ++axis) shape.push_back(random_.pick(extents));
        if (elements(shape) <= most_elements) return shape;
    }
}

bool KernelGenerator::has_input(std::size_t rank) const {
    return std::ranges::any_of(arrays_, [&](const Array& array) {
        return array.use == Use::input && array.axes.size() == rank && is_number(array.element);
    });
}

void KernelGenerator::add_tile(TileVariable variable) {
    Array array{variable.name, variable.element, {}, Use::input};
    for (const std::int64_t extent : variable.shape) array.axes.push_back({extent, integer(extent)});
    array.loose = variable.loose;
    arrays_.push_back(std::move(array));
    tiles_.push_back(std::move(variable));
}

void KernelGenerator::tile_statement(Block& block) {
    const std::size_t roll = random_.below(100);
    if (roll < 45 || tiles_.empty()) return declare_tile(block);
    return roll < 80 ? assign_tile(block) : store_slice(block);
}

void KernelGenerator::declare_tile(Block& block) {
    const bool is_column = random_.chance(8);  // of indices, which little else gives
    const ScalarType type = is_column ? ScalarType::i32 : any_type();
    const Shape shape = is_column ? Shape{random_.between(1, 8), 1} : any_shape();
    const std::string variable = fresh("t");
    std::vector<const FunctionSignature*> fitting;
    for (const FunctionSignature& signature : generators_)
        if (signature.result == type && shape.size() == 2) fitting.push_back(&signature);
    const bool generated = !fitting.empty() && random_.chance(50);
    const bool loose = may_be_loose(type);
    Expression value = generated            ? generate_call(*random_.pick(fitting))
                       : random_.chance(80) ? tile_value(type, shape, loose)
                                            : value_of({type, Level::uniform, 2}, loose);
    const bool assignable = random_.chance(70);
    if (!generated && assignable && random_.chance(20)) {  // unwritten until it is assigned as a whole
        block.statements.push_back({syntax::Var{{variable, {}}, tile(type, shape), std::nullopt}, {}});
        block.statements.push_back(assign(name(variable), std::nullopt, std::move(value)));
    } else if (assignable) {
        block.statements.push_back({syntax::Var{{variable, {}}, tile(type, shape), std::move(value)}, {}});
    } else {
        block.statements.push_back({syntax::Let{{variable, {}}, tile(type, shape), std::move(value)}, {}});
    }
    add_tile({variable, type, shape, assignable, loose});
}

/// What a tile holds.
Expression KernelGenerator::tile_value(ScalarType type, const Shape& shape, bool loose) {
    const Within within(is_loose_, loose);
    return rest(type, tile_expression(type, shape, options_.depth));
}

Expression KernelGenerator::generate_call(const FunctionSignature& signature) {
    return call("generate", list(name(signature.name), value_of({signature.parameters[2], Level::uniform, 1})));
}

/// The value of `x op= value` for a tile x of the shape.
Expression KernelGenerator::compound_tile_operand(ScalarType type, BinaryOperator op, const Shape& shape) {
    const Operand operand = [&](ScalarType other) { return tile_operand(other, shape, 1); };
    if (phobos::shape(op) == OperatorShape::shift) return good_count(type, operand);
    const bool divides = op == BinaryOperator::divide || op == BinaryOperator::remainder;
    if (divides && is_integer(type)) return good_divisor(type, operand);
    return divides && is_exact() ? power_of_two() : rest(type, operand(type));
}

void KernelGenerator::assign_tile(Block& block) {
    std::vector<const TileVariable*> fitting;
    for (const TileVariable& variable : tiles_)
        if (variable.assignable) fitting.push_back(&variable);
    if (fitting.empty()) return declare_tile(block);
    const TileVariable variable = *random_.pick(fitting);
    const Within within(is_loose_, variable.loose);
    const bool settles = is_exact() && is_float(variable.element);
    Shape shape = variable.shape;
    Expression target = name(variable.name);
    if (random_.chance(40)) {
        for (std::int64_t& extent : shape)
            if (random_.chance(60)) extent = random_.between(1, static_cast<int>(extent));
        target = any_slice(variable.name, shape);
    }
    const bool chains = is_float(variable.element) || variable.element == ScalarType::i32;
    if (shape.size() == 2 && chains && random_.chance(30)) {
        const ScalarType type = variable.element == ScalarType::f64 || variable.element == ScalarType::i32
                                    ? variable.element
                                    : ScalarType::f32;
        block.statements.push_back(assign(std::move(target), BinaryOperator::add, product(type, shape, 2)));
        if (settles) block.statements.push_back(settle(variable.element, name(variable.name)));
        return;
    }
    std::optional<BinaryOperator> op;
    if (random_.chance(50)) op = compound_operator(variable.element);
    Expression value = op                   ? compound_tile_operand(variable.element, *op, shape)
                       : random_.chance(85) ? tile_value(variable.element, shape, variable.loose)
                                            : value_of({variable.element, Level::uniform, 2}, variable.loose);
    block.statements.push_back(assign(std::move(target), op, std::move(value)));
    if (op && settles) block.statements.push_back(settle(variable.element, name(variable.name)));
}

/// To the block's own rows, and over the edges of the columns.
void KernelGenerator::store_slice(Block& block) {
    std::vector<const Array*> fitting;
    for (const Array& array : arrays_)
        if (array.use == Use::rows) fitting.push_back(&array);
    const Array array = *random_.pick(fitting);
    const int rows = random_.between(1, static_cast<int>(block_rows));
    const Shape shape{rows, random_.between(1, 20)};
    Expression first = binary(BinaryOperator::multiply, name("b"), integer(block_rows));
    first =
        binary(BinaryOperator::add, std::move(first), integer(random_.between(0, static_cast<int>(block_rows) - rows)));
    Expression target = slice(array.name, {length_span(std::move(first), shape[0]), any_span(shape[1])});
    std::optional<BinaryOperator> op;
    if (array.initialised && random_.chance(40) && !(is_exact() && is_float(array.element)))
        op = compound_operator(array.element);
    const Within within(is_loose_, array.loose);
    Expression value =
        op ? compound_tile_operand(array.element, *op, shape) : tile_value(array.element, shape, array.loose);
    block.statements.push_back(assign(std::move(target), op, std::move(value)));
}

/// So many elements from somewhere on, perhaps outside on either side.
syntax::Place KernelGenerator::any_span(std::int64_t extent) {
    const ScalarType type = random_.chance(80) ? ScalarType::i32 : any_integer();
    Expression start = random_.chance(30)   ? integer(0)
                       : random_.chance(30) ? integer(random_.between(-3, 12))
                                            : expression({type, Level::uniform, 1});
    if (random_.chance(80) &&
        (std::holds_alternative<syntax::Call>(start.node) || std::holds_alternative<syntax::Binary>(start.node)))
        start = binary(BinaryOperator::bit_and, std::move(start), integer(15));
    if (extent == 1 && random_.chance(50)) return {syntax::Point{std::move(start)}, {}};
    return length_span(std::move(start), extent);
}

/// With a span at least, else it would be an element.
Expression KernelGenerator::any_slice(const std::string& base, const Shape& shape) {
    std::vector<syntax::Place> places;
    for (const std::int64_t extent : shape) places.push_back(any_span(extent));
    const auto is_point = [](const syntax::Place& place) { return std::holds_alternative<syntax::Point>(place.node); };
    if (std::ranges::all_of(places, is_point)) places.back() = length_span(integer(0), 1);
    return slice(base, std::move(places));
}

/// Made of one tile, slice or row of numbers; of a rank other than 2 there is an input.
Expression KernelGenerator::tile_leaf(ScalarType type, const Shape& shape) {
    const auto converted = [&](ScalarType from, Expression value) {
        if (from == type) return value;
        if (type == ScalarType::boolean) return binary(BinaryOperator::less, std::move(value), bare_literal(from));
        return this->converted(from, type, std::move(value));
    };
    std::vector<const TileVariable*> whole;
    for (const TileVariable& variable : tiles_)
        if (variable.element == type && variable.shape == shape && (is_loose_ || !variable.loose))
            whole.push_back(&variable);
    if (!whole.empty() && random_.chance(60)) {
        const TileVariable& variable = *random_.pick(whole);
        if (random_.chance(80)) return name(variable.name);
        return slice(variable.name, std::vector<syntax::Place>(shape.size(), whole_span()));
    }
    std::vector<const Array*> fitting;
    for (const Array& array : arrays_)
        if (array.use == Use::input && array.axes.size() == shape.size() && (is_loose_ || !array.loose) &&
            (array.element == type || is_number(array.element)))
            fitting.push_back(&array);
    if (fitting.empty() || (shape.size() == 2 && random_.chance(15))) {  // column - row
        Expression row = call("transpose", list(call("iota", list(integer(shape[0])))));
        return converted(ScalarType::i32,
                         binary(BinaryOperator::subtract, call("iota", list(integer(shape[1]))), std::move(row)));
    }
    Array array = *random_.pick(fitting);
    for (int tries = 0; tries < 4 && array.element != type; ++tries) array = *random_.pick(fitting);
    return converted(array.element, any_slice(array.name, shape));
}

/// A tile of the shape, or what is broadcast to it.
Expression KernelGenerator::tile_operand(ScalarType type, const Shape& shape, int depth) {
    const std::size_t roll = random_.below(100);
    if (roll < 25) return expression({type, Level::uniform, std::min(depth, 1)});
    if (roll < 40) {
        Shape smaller = shape;
        smaller[random_.below(smaller.size())] = 1;
        return tile_expression(type, smaller, depth);
    }
    const bool joins = type == ScalarType::f32 || type == ScalarType::f64;
    if (joins && roll < 48)
        return tile_expression(random_.chance(50) || is_exact() ? ScalarType::f16 : ScalarType::i32, shape, depth);
    return tile_expression(type, shape, depth);
}

Expression KernelGenerator::tile_expression(ScalarType type, const Shape& shape, int depth) {
    const Within within(is_loose_, is_loose_ && is_float(type));
    if (depth <= 0 || random_.chance(30)) return tile_leaf(type, shape);
    if (random_.chance(35))
        if (auto found = tile_function(type, shape, depth - 1)) return *std::move(found);
    int operands = 0;
    return elementwise(type, [&](ScalarType operand) {
        return operands++ == 0 ? tile_expression(operand, shape, depth - 1) : tile_operand(operand, shape, depth - 1);
    });
}

Expression KernelGenerator::product(ScalarType type, const Shape& shape, int depth) {
    constexpr std::array floats{ScalarType::f16, ScalarType::bf16, ScalarType::f32};
    constexpr std::array integers{ScalarType::i8, ScalarType::u8, ScalarType::i32};
    const auto operand = [&] { return type == ScalarType::i32 ? random_.pick(integers) : random_.pick(floats); };
    const ScalarType left = type == ScalarType::f64 ? type : operand();
    const std::int64_t steps = random_.between(1, 12);
    const bool transposed = random_.chance(50);
    Expression a = tile_expression(left, {shape[0], steps}, depth - 1);
    const ScalarType right = operand();
    Expression b = tile_expression(right, transposed ? Shape{shape[1], steps} : Shape{steps, shape[1]}, depth - 1);
    return call(transposed ? "dot_t" : "dot", list(factor(left, std::move(a)), factor(right, std::move(b))));
}

std::optional<Expression> KernelGenerator::tile_function(ScalarType type, const Shape& shape, int depth) {
    if (shape.size() != 2) return std::nullopt;
    const std::int64_t rows = shape[0];
    const std::int64_t columns = shape[1];
    const auto of = [&](std::string_view function, const Shape& operand) {
        return call(function, list(tile_expression(type, operand, depth)));
    };
    const auto added = [&](std::string_view function, const Shape& operand) {
        return call(function, list(summand_of_tile(type, tile_expression(type, operand, depth))));
    };
    switch (random_.below(8)) {
        case 0: return of("transpose", {columns, rows});
        case 1: return of("tril", shape);
        case 2: return is_number(type) ? std::optional(added("cumsum", shape)) : std::nullopt;
        case 3: {
            if (!is_number(type)) return std::nullopt;
            const std::string_view extreme = random_.chance(50) ? "tmax" : "tmin";
            Expression left = tile_expression(type, shape, depth);
            Expression right = tile_operand(type, shape, depth);
            return unrounded(type, call(extreme, list(std::move(left), std::move(right))));
        }
        case 4:
        case 5: {
            constexpr std::array<std::string_view, 3> of_rows{"rowsum", "rowmax", "rowmin"};
            if (columns != 1 || !is_number(type)) return std::nullopt;
            const Shape operand{rows, random_.between(1, random_.chance(30) ? 70 : 20)};
            if (type == ScalarType::i32 && random_.chance(40))
                return call("rowargmax", list(tile_expression(any_number(), operand, depth)));
            const std::string_view function = random_.pick(of_rows);
            return function == "rowsum" ? added(function, operand) : of(function, operand);
        }
        case 6:
            if (rows != 1) {
                if (columns != 1 || type != ScalarType::i32) return std::nullopt;
                return call("rowargmax", list(tile_expression(any_number(), {rows, random_.between(2, 20)}, depth)));
            }
            if (has_input(1) && random_.chance(30)) return of("flat", {columns});
            if (has_input(3) && random_.chance(30)) return of("flat", {columns, 1, 1});
            return of("flat", columns % 2 == 0 ? Shape{2, columns / 2} : Shape{columns, 1});
        default:
            if (type != ScalarType::f32 && type != ScalarType::f64 && type != ScalarType::i32) return std::nullopt;
            return product(type, shape, depth);
    }
}

/// A function of the row, the column and one more argument.
syntax::Function KernelGenerator::generator(const std::string& function_name) {
    const std::vector<Variable> outside = std::move(variables_);
    FunctionSignature signature{
        function_name, {ScalarType::i32, ScalarType::i32, any_type()}, any_type(), Level::uniform};
    syntax::Function result{{function_name, {}}, {}, scalar(signature.result), {}, {}};
    variables_.clear();
    for (const ScalarType type : signature.parameters) {
        const std::string parameter = fresh("x");
        result.parameters.push_back({{parameter, {}}, scalar(type)});
        variables_.push_back({parameter, type, Level::varying, false});
    }
    const std::vector<FunctionSignature> callable = std::move(functions_);
    functions_.clear();
    in_function_ = in_generator_ = true;
    frames_ = {{FrameKind::function, Level::varying}};
    for (int i = random_.between(0, 2); i > 0; --i) statement(result.body);
    result.body.statements.push_back({syntax::Return{value_of({signature.result, Level::varying, 2})}, {}});
    in_function_ = in_generator_ = false;
    functions_ = callable;
    variables_ = outside;
    generators_.push_back(std::move(signature));
    return result;
}

/// What two of the tiles hold at the end, exactly.
void KernelGenerator::finish_tiles(Block& block) {
    for (const bool floats : {false, true})
        for (const TileVariable& variable : tiles_) {
            if (is_float(variable.element) != floats || !is_number(variable.element) || variable.shape.size() != 2)
                continue;
            Expression first = binary(BinaryOperator::multiply, name("b"), integer(block_rows));
            const std::int64_t rows = std::min(variable.shape[0], block_rows);
            Expression value = slice(variable.name, {length_span(integer(0), rows), whole_span()});
            block.statements.push_back(
                assign(slice(floats ? "FLOAT_TILES" : "INTEGER_TILES",
                             {length_span(std::move(first), rows), length_span(integer(0), variable.shape[1])}),
                       std::nullopt, convert(floats ? ScalarType::f64 : ScalarType::i64, std::move(value))));
            break;
        }
}

/// A tile operation that divides by 0 outside a tensor, or reads elements that nobody wrote.
void KernelGenerator::plant_tile(Block& block) {
    const Shape shape{random_.between(1, 8), random_.between(2, 9)};
    const ScalarType type = any_integer();
    const std::string variable = fresh("t");
    if (random_.chance(50)) {
        Expression divisor = binary(BinaryOperator::bit_or, tile_expression(type, shape, 1), integer(1));
        block.statements.push_back({syntax::Var{{variable, {}}, tile(type, shape), std::move(divisor)}, {}});
        std::vector<syntax::Place> places{length_span(integer(0), shape[0]), length_span(integer(1), shape[1])};
        const BinaryOperator op = random_.chance(50) ? BinaryOperator::divide : BinaryOperator::remainder;
        Expression dividend = tile_expression(type, shape, 1);
        Expression quotient = binary(op, std::move(dividend), slice(variable, std::move(places)));
        block.statements.push_back(let(fresh("f"), std::move(quotient)));
        return;
    }
    block.statements.push_back({syntax::Var{{variable, {}}, tile(type, shape), std::nullopt}, {}});
    Expression inner = slice(variable, {length_span(integer(0), shape[0]), length_span(integer(0), shape[1] - 1)});
    block.statements.push_back(assign(std::move(inner), std::nullopt, literal(type)));
    block.statements.push_back(let(fresh("f"), binary(BinaryOperator::add, name(variable), literal(type))));
}

}  // namespace phobos::fuzz
