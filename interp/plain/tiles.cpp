// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/tiles.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "interp/plain/scalar.h"
#include "interp/plain/together.h"
#include "lang/base/assert.h"

namespace phobos::plain {
namespace {

using program::TileShape;

/// Along each axis of a shape where the element is that has this number in row order.
std::array<std::int64_t, 4> indices_of(const TileShape& shape, std::int64_t number) {
    std::array<std::int64_t, 4> indices{};
    for (std::size_t axis = shape.rank; axis-- > 0; number /= shape.extents[axis])
        indices[axis] = number % shape.extents[axis];
    return indices;
}

/// The element of an operand at a position of the result: an axis of extent 1 is broadcast, and so is a scalar.
ScalarBits broadcast(const TileValue& operand, const std::array<std::int64_t, 4>& indices) {
    std::int64_t number = 0;
    for (std::size_t axis = 0; axis < operand.shape.rank; ++axis) {
        const std::int64_t extent = operand.shape.extents[axis];
        number = number * extent + (extent == 1 ? 0 : indices[axis]);
    }
    return operand.elements[static_cast<std::size_t>(number)];
}

/// The position in the view of the element of a slice, or nothing where it lies outside.
std::optional<std::int64_t> position_of(const SliceOf& slice, std::int64_t number) {
    const auto indices = indices_of(slice.shape, number);
    std::int64_t position = 0;
    for (std::size_t axis = 0; axis < slice.shape.rank; ++axis) {
        std::int64_t index = 0;
        if (__builtin_add_overflow(slice.starts[axis], indices[axis], &index)) return std::nullopt;
        if (index < 0 || index >= slice.view.extents[axis]) return std::nullopt;
        position = position * slice.view.extents[axis] + index;
    }
    return position;
}

struct Rows {
    std::size_t rows;
    std::size_t columns;
};
Rows rows_of(const TileValue& tile) {
    PHOBOS_ASSERT(tile.shape.rank == 2);
    return {static_cast<std::size_t>(tile.shape.extents[0]), static_cast<std::size_t>(tile.shape.extents[1])};
}

ScalarBits add(ScalarType type, ScalarBits a, ScalarBits b) {
    return *binary(BinaryOperator::add, {type, a}, {type, b});
}

ScalarBits row_sum(ScalarType type, std::span<const ScalarBits> row) {
    std::array<ScalarBits, 32> partial{};
    for (std::size_t j = 0; j < row.size(); ++j) partial[j % 32] = add(type, partial[j % 32], row[j]);
    combine(CollectiveOperator::sum, type, partial);
    return partial[0];
}

template <Builtin min_or_max>
ScalarBits row_fold(ScalarType type, std::span<const ScalarBits> row) {
    ScalarBits result = row[0];
    for (const ScalarBits value : row.subspan(1))
        result = elementwise(min_or_max, std::array{Operand{type, result}, Operand{type, value}});
    return result;
}

ScalarBits row_argmax(ScalarType type, std::span<const ScalarBits> row) {
    const ScalarBits greatest = row_fold<Builtin::maximum>(type, row);
    for (std::size_t j = 0; j < row.size(); ++j)
        if (binary(BinaryOperator::equal, {type, row[j]}, {type, greatest})->bits != 0) return {j};
    return {0};
}

using Operands = std::span<const TileValue>;

template <ScalarBits (*of_row)(ScalarType, std::span<const ScalarBits>)>
TileValue by_row(Operands operands, const program::Type& type) {
    const TileValue& tile = operands[0];
    const auto [rows, columns] = rows_of(tile);
    TileValue result = zeros(type.element, type.shape);
    for (std::size_t i = 0; i < rows; ++i)
        result.elements[i] = of_row(tile.element, std::span(tile.elements).subspan(i * columns, columns));
    return result;
}

TileValue cumulative_sum(Operands operands, const program::Type&) {
    TileValue tile = operands[0];
    const auto [rows, columns] = rows_of(tile);
    for (std::size_t e = columns; e < rows * columns; ++e)
        tile.elements[e] = add(tile.element, tile.elements[e - columns], tile.elements[e]);
    return tile;
}

TileValue lower_triangle(Operands operands, const program::Type&) {
    TileValue tile = operands[0];
    const auto [rows, columns] = rows_of(tile);
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = i + 1; j < columns; ++j) tile.elements[i * columns + j] = {};
    return tile;
}

TileValue transposed(Operands operands, const program::Type& type) {
    const TileValue& tile = operands[0];
    const auto [rows, columns] = rows_of(tile);
    TileValue result = zeros(type.element, type.shape);
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j) result.elements[j * rows + i] = tile.elements[i * columns + j];
    return result;
}

TileValue flattened(Operands operands, const program::Type& type) {
    return {operands[0].element, type.shape, operands[0].elements};
}

TileValue counted(Operands, const program::Type& type) {
    TileValue result = zeros(type.element, type.shape);
    for (std::size_t j = 0; j < result.elements.size(); ++j) result.elements[j] = {j};
    return result;
}

struct Meaning {
    Builtin builtin;
    TileValue (*evaluate)(Operands, const program::Type&);
};
constexpr std::array meanings{
    Meaning{Builtin::rowsum, by_row<row_sum>},
    Meaning{Builtin::rowmax, by_row<row_fold<Builtin::maximum>>},
    Meaning{Builtin::rowmin, by_row<row_fold<Builtin::minimum>>},
    Meaning{Builtin::rowargmax, by_row<row_argmax>},
    Meaning{Builtin::cumsum, cumulative_sum},
    Meaning{Builtin::tril, lower_triangle},
    Meaning{Builtin::transpose, transposed},
    Meaning{Builtin::flat, flattened},
    Meaning{Builtin::iota, counted},
};

/// One step of a chain, in its type: operands are converted to it exactly.
ScalarBits chain_step(ScalarType type, Operand a, Operand b, ScalarBits sum) {
    const Operand left{type, convert(type, a)};
    const Operand right{type, convert(type, b)};
    if (is_float(type)) return elementwise(Builtin::fma, std::array{left, right, Operand{type, sum}});
    return add(type, sum, *binary(BinaryOperator::multiply, left, right));
}

engine::FaultText told(ArithmeticFault fault, Operand left, Operand right) {
    switch (fault) {
        case ArithmeticFault::division_by_zero: return engine::divided_by_zero(integer_value(left));
        case ArithmeticFault::bad_shift: return engine::shifted_too_far(integer_value(right), bits(left.type));
    }
    PHOBOS_ASSERT(false);
}

}  // namespace

TileValue zeros(ScalarType element, const TileShape& shape) {
    return {element, shape, std::vector<ScalarBits>(static_cast<std::size_t>(shape.elements()))};
}

Result<TileValue, ElementFault> applied(const Function& function, Operands operands, ScalarType element,
                                        const TileShape& shape) {
    TileValue result = zeros(element, shape);
    for (std::int64_t e = 0; e < shape.elements(); ++e) {
        const auto indices = indices_of(shape, e);
        std::array<Operand, 3> values;
        for (std::size_t k = 0; k < operands.size(); ++k)
            values[k] = {operands[k].element, broadcast(operands[k], indices)};
        const auto value = applied(function, std::span(values).first(operands.size()));
        if (!value) return Failure{ElementFault{e, told(value.error(), values[0], values[1])}};
        result.elements[static_cast<std::size_t>(e)] = *value;
    }
    return result;
}

Result<TileValue, ElementFault> read(const SliceOf& slice, Unwritten unwritten) {
    const View& view = slice.view;
    TileValue result = zeros(view.element, slice.shape);
    for (std::int64_t e = 0; e < slice.shape.elements(); ++e) {
        const auto position = position_of(slice, e);
        if (!position) continue;
        if (unwritten == Unwritten::is_fault && !view.is_written(*position))
            return Failure{
                ElementFault{e, engine::never_written(view.name, std::span(view.extents).first(view.rank), *position)}};
        result.elements[static_cast<std::size_t>(e)] = view.read(*position);
    }
    return result;
}

void write(const SliceOf& slice, const TileValue& value) {
    for (std::int64_t e = 0; e < slice.shape.elements(); ++e)
        if (const auto position = position_of(slice, e))
            slice.view.write(*position, broadcast(value, indices_of(slice.shape, e)));
}

TileValue tile_function(Builtin builtin, Operands operands, const program::Type& type) {
    const auto meaning = std::ranges::find(meanings, builtin, &Meaning::builtin);
    PHOBOS_ASSERT(meaning != meanings.end());
    return meaning->evaluate(operands, type);
}

TileValue chains(Builtin dot, const TileValue& a, const TileValue& b, TileValue start, Meter& meter) {
    const auto [rows, columns] = rows_of(start);
    const std::size_t steps = rows_of(a).columns;
    for (std::size_t i = 0; i < rows && meter.poll(); ++i) {
        for (std::size_t j = 0; j < columns; ++j) {
            ScalarBits& sum = start.elements[i * columns + j];
            for (std::size_t k = 0; k < steps; ++k) {
                const std::size_t at = dot == Builtin::dot_t ? j * steps + k : k * columns + j;
                sum =
                    chain_step(start.element, {a.element, a.elements[i * steps + k]}, {b.element, b.elements[at]}, sum);
            }
        }
    }
    return start;
}

}  // namespace phobos::plain
