// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/tiles.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "interp/plain/together.h"
#include "lang/base/assert.h"
#include "lang/vocabulary/builtins.h"

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
template <class Value>
const Value& broadcast(const Tile<Value>& operand, const std::array<std::int64_t, 4>& indices) {
    std::int64_t number = 0;
    for (std::size_t axis = 0; axis < operand.shape.rank; ++axis) {
        const std::int64_t extent = operand.shape.extents[axis];
        number = number * extent + (extent == 1 ? 0 : indices[axis]);
    }
    return operand.elements[static_cast<std::size_t>(number)];
}

struct Rows {
    std::size_t rows;
    std::size_t columns;
};
template <class Value>
Rows rows_of(const Tile<Value>& tile) {
    PHOBOS_ASSERT(tile.shape.rank == 2);
    return {static_cast<std::size_t>(tile.shape.extents[0]), static_cast<std::size_t>(tile.shape.extents[1])};
}

template <class Value>
Value of_two(const Function& function, ScalarType type, const Value& a, const Value& b) {
    return *applied(function, std::array{OperandOf<Value>{type, a}, OperandOf<Value>{type, b}});
}

template <class Value>
Value row_sum(ScalarType type, std::span<const Value> row) {
    std::array<Value, 32> partial{};
    for (std::size_t j = 0; j < row.size(); ++j)
        partial[j % 32] = of_two(BinaryOperator::add, type, partial[j % 32], row[j]);
    combine<Value>(CollectiveOperator::sum, type, partial);
    return partial[0];
}

template <class Value, Builtin min_or_max>
Value row_fold(ScalarType type, std::span<const Value> row) {
    Value result = row[0];
    for (const Value& value : row.subspan(1)) result = of_two(min_or_max, type, result, value);
    return result;
}

template <class Value>
Value row_argmax(ScalarType type, std::span<const Value> row) {
    if (!std::ranges::all_of(row, [](const Value& value) { return known(value).has_value(); })) {
        if constexpr (is_interval<Value>) return {{0}, {row.size() - 1}};
    }
    const Value greatest = row_fold<Value, Builtin::maximum>(type, row);
    for (std::size_t j = 0; j < row.size(); ++j)
        if (some(of_two(BinaryOperator::equal, type, row[j], greatest)).bits != 0) return ScalarBits{j};
    return ScalarBits{0};
}

template <class Value>
using Operands = std::span<const Tile<Value>>;

template <class Value, Value (*of_row)(ScalarType, std::span<const Value>)>
Tile<Value> by_row(Operands<Value> operands, const program::Type& type) {
    const Tile<Value>& tile = operands[0];
    const auto [rows, columns] = rows_of(tile);
    Tile<Value> result = zeros<Value>(type.element, type.shape);
    for (std::size_t i = 0; i < rows; ++i)
        result.elements[i] = of_row(tile.element, std::span(tile.elements).subspan(i * columns, columns));
    return result;
}

template <class Value>
Tile<Value> cumulative_sum(Operands<Value> operands, const program::Type&) {
    Tile<Value> tile = operands[0];
    const auto [rows, columns] = rows_of(tile);
    for (std::size_t e = columns; e < rows * columns; ++e)
        tile.elements[e] = of_two(BinaryOperator::add, tile.element, tile.elements[e - columns], tile.elements[e]);
    return tile;
}

template <class Value>
Tile<Value> lower_triangle(Operands<Value> operands, const program::Type&) {
    Tile<Value> tile = operands[0];
    const auto [rows, columns] = rows_of(tile);
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = i + 1; j < columns; ++j) tile.elements[i * columns + j] = {};
    return tile;
}

template <class Value>
Tile<Value> transposed(Operands<Value> operands, const program::Type& type) {
    const Tile<Value>& tile = operands[0];
    const auto [rows, columns] = rows_of(tile);
    Tile<Value> result = zeros<Value>(type.element, type.shape);
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j) result.elements[j * rows + i] = tile.elements[i * columns + j];
    return result;
}

template <class Value>
Tile<Value> flattened(Operands<Value> operands, const program::Type& type) {
    return {operands[0].element, type.shape, operands[0].elements};
}

template <class Value>
Tile<Value> counted(Operands<Value>, const program::Type& type) {
    Tile<Value> result = zeros<Value>(type.element, type.shape);
    for (std::size_t j = 0; j < result.elements.size(); ++j) result.elements[j] = ScalarBits{j};
    return result;
}

template <class Value>
struct Meaning {
    Builtin builtin;
    Tile<Value> (*evaluate)(Operands<Value>, const program::Type&);
};
template <class Value>
constexpr std::array meanings{
    Meaning<Value>{Builtin::rowsum, by_row<Value, row_sum<Value>>},
    Meaning<Value>{Builtin::rowmax, by_row<Value, row_fold<Value, Builtin::maximum>>},
    Meaning<Value>{Builtin::rowmin, by_row<Value, row_fold<Value, Builtin::minimum>>},
    Meaning<Value>{Builtin::rowargmax, by_row<Value, row_argmax<Value>>},
    Meaning<Value>{Builtin::cumsum, cumulative_sum<Value>},
    Meaning<Value>{Builtin::tril, lower_triangle<Value>},
    Meaning<Value>{Builtin::transpose, transposed<Value>},
    Meaning<Value>{Builtin::flat, flattened<Value>},
    Meaning<Value>{Builtin::iota, counted<Value>},
};

/// What is no function of whole tiles: chains, the bodies of `generate`, and elementwise operations.
constexpr std::array others{Builtin::dot, Builtin::dot_t, Builtin::generate, Builtin::tmax, Builtin::tmin};
static_assert(std::ranges::all_of(builtins, [](const BuiltinRow& row) {
    return row.family != BuiltinFamily::tile || std::ranges::find(others, row.builtin) != others.end() ||
           std::ranges::find(meanings<ScalarBits>, row.builtin, &Meaning<ScalarBits>::builtin) !=
               meanings<ScalarBits>.end();
}));

/// One step of a chain, in its type: operands are converted to it exactly.
template <class Value>
Value chain_step(ScalarType type, const OperandOf<Value>& a, const OperandOf<Value>& b, const Value& sum) {
    const Value left = *applied(type, std::array{a});
    const Value right = *applied(type, std::array{b});
    if (!is_float(type))
        return of_two(BinaryOperator::add, type, sum, of_two(BinaryOperator::multiply, type, left, right));
    return *applied(Builtin::fma, std::array{OperandOf<Value>{type, left}, OperandOf<Value>{type, right},
                                             OperandOf<Value>{type, sum}});
}

/// tile-31: how far the sum of these products may be off.
double slack_of(ScalarType left, ScalarType right, double magnitudes, std::size_t steps) {
    const bool rounds = left == ScalarType::f32 || right == ScalarType::f32;
    return ((rounds ? 0x1p-10 : 0) + static_cast<double>(steps) * 0x1p-22) * magnitudes;
}

/// The chain of one element; the operand's elements are those with these numbers.
template <class Value>
class Chain {
public:
    Chain(const Product<Value>& product, ScalarType type) : product_(product), type_(type) {}

    [[nodiscard]] Value from(Value sum, std::size_t row, std::size_t column) const {
        const std::size_t steps = rows_of(product_.left).columns;
        double magnitudes = 0;
        for (std::size_t k = 0; k < steps; ++k) {
            const Value& a = product_.left.elements[row * steps + k];
            const Value& b = product_.right.elements[right_at(k, column)];
            sum = chain_step(type_, {product_.left.element, a}, {product_.right.element, b}, sum);
            if constexpr (is_interval<Value>)
                if (product_.is_loose && is_float(type_))
                    magnitudes +=
                        greatest_magnitude(product_.left.element, a) * greatest_magnitude(product_.right.element, b);
        }
        if constexpr (is_interval<Value>)
            if (product_.is_loose && is_float(type_))
                sum = widened(type_, sum, slack_of(product_.left.element, product_.right.element, magnitudes, steps));
        return sum;
    }

private:
    [[nodiscard]] std::size_t right_at(std::size_t k, std::size_t column) const {
        const std::size_t columns = rows_of(product_.right).columns;
        return product_.dot == Builtin::dot_t ? column * columns + k : k * columns + column;
    }

    const Product<Value>& product_;
    ScalarType type_;
};

}  // namespace

template <class Value>
Tile<Value> zeros(ScalarType element, const TileShape& shape) {
    return {element, shape, std::vector<Value>(static_cast<std::size_t>(shape.elements()))};
}

template <class Value>
TileOrFault<Value> applied(const Function& function, std::span<const Tile<Value>> operands, ScalarType element,
                           const TileShape& shape) {
    Tile<Value> result = zeros<Value>(element, shape);
    for (std::int64_t e = 0; e < shape.elements(); ++e) {
        const auto indices = indices_of(shape, e);
        std::array<OperandOf<Value>, 3> values;
        for (std::size_t k = 0; k < operands.size(); ++k)
            values[k] = {operands[k].element, broadcast(operands[k], indices)};
        const std::span<const OperandOf<Value>> given = std::span(values).first(operands.size());
        const auto value = applied(function, given);
        if (!value)
            return Failure{ElementFault{e, told(value.error(), {values[0].type, some(values[0].value)},
                                                {values[1].type, some(values[1].value)})}};
        result.elements[static_cast<std::size_t>(e)] = *value;
    }
    return result;
}

std::optional<std::int64_t> position_of(const SliceOf& slice, std::int64_t element) {
    const auto indices = indices_of(slice.shape, element);
    std::int64_t position = 0;
    for (std::size_t axis = 0; axis < slice.shape.rank; ++axis) {
        std::int64_t index = 0;
        if (__builtin_add_overflow(slice.starts[axis], indices[axis], &index)) return std::nullopt;
        if (index < 0 || index >= slice.view.extents[axis]) return std::nullopt;
        position = position * slice.view.extents[axis] + index;
    }
    return position;
}

template <class Value>
TileOrFault<Value> read(const SliceOf& slice, Unwritten unwritten) {
    const View& view = slice.view;
    Tile<Value> result = zeros<Value>(view.element, slice.shape);
    for (std::int64_t e = 0; e < slice.shape.elements(); ++e) {
        const auto position = position_of(slice, e);
        if (!position) continue;
        if (unwritten == Unwritten::is_fault && !view.is_written(*position))
            return Failure{
                ElementFault{e, engine::never_written(view.name, std::span(view.extents).first(view.rank), *position)}};
        result.elements[static_cast<std::size_t>(e)] = load<Value>(view, *position);
    }
    return result;
}

template <class Value>
void write(const SliceOf& slice, const Tile<Value>& value) {
    for (std::int64_t e = 0; e < slice.shape.elements(); ++e)
        if (const auto position = position_of(slice, e))
            store(slice.view, *position, broadcast(value, indices_of(slice.shape, e)));
}

template <class Value>
Tile<Value> tile_function(Builtin builtin, std::span<const Tile<Value>> operands, const program::Type& type) {
    const auto meaning = std::ranges::find(meanings<Value>, builtin, &Meaning<Value>::builtin);
    PHOBOS_ASSERT(meaning != meanings<Value>.end());
    return meaning->evaluate(operands, type);
}

template <class Value>
Tile<Value> chains(const Product<Value>& product, Tile<Value> start, Meter& meter) {
    const auto [rows, columns] = rows_of(start);
    const Chain<Value> chain{product, start.element};
    for (std::size_t i = 0; i < rows && meter.poll(); ++i)
        for (std::size_t j = 0; j < columns; ++j)
            start.elements[i * columns + j] = chain.from(start.elements[i * columns + j], i, j);
    return start;
}

template Tile<ScalarBits> zeros(ScalarType, const TileShape&);
template TileOrFault<ScalarBits> applied(const Function&, std::span<const Tile<ScalarBits>>, ScalarType,
                                         const TileShape&);
template TileOrFault<ScalarBits> read(const SliceOf&, Unwritten);
template void write(const SliceOf&, const Tile<ScalarBits>&);
template Tile<ScalarBits> tile_function(Builtin, std::span<const Tile<ScalarBits>>, const program::Type&);
template Tile<ScalarBits> chains(const Product<ScalarBits>&, Tile<ScalarBits>, Meter&);

template Tile<Interval> zeros(ScalarType, const TileShape&);
template TileOrFault<Interval> applied(const Function&, std::span<const Tile<Interval>>, ScalarType, const TileShape&);
template TileOrFault<Interval> read(const SliceOf&, Unwritten);
template void write(const SliceOf&, const Tile<Interval>&);
template Tile<Interval> tile_function(Builtin, std::span<const Tile<Interval>>, const program::Type&);
template Tile<Interval> chains(const Product<Interval>&, Tile<Interval>, Meter&);

}  // namespace phobos::plain
