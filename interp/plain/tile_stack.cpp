// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/tile_stack.h"

#include <array>
#include <cstddef>
#include <utility>

#include "interp/plain/scalar.h"
#include "lang/base/assert.h"

namespace phobos::plain {
namespace {

template <class Value>
std::uint64_t bytes_of(const Tile<Value>& tile) {
    return tile.elements.size() * sizeof(Value);
}

/// A conversion is defined for all values.
template <class Value>
Tile<Value> converted(Tile<Value> tile, ScalarType to) {
    if (tile.element == to) return tile;
    const program::TileShape shape = tile.shape;
    return *applied(to, std::span<const Tile<Value>>(&tile, 1), to, shape);
}

}  // namespace

// --- the stack ---

template <class Value>
void TileStack<Value>::push(Tile<Value> tile) {
    bytes_ += bytes_of(tile);
    tiles_.push_back(std::move(tile));
}

template <class Value>
std::optional<ElementFault> TileStack<Value>::push_or_fault(TileOrFault<Value> tile) {
    if (!tile) return tile.error();
    push(*std::move(tile));
    return std::nullopt;
}

template <class Value>
Tile<Value> TileStack<Value>::pop() {
    PHOBOS_ASSERT(!tiles_.empty());
    Tile<Value> tile = std::move(tiles_.back());
    tiles_.pop_back();
    bytes_ -= bytes_of(tile);
    return tile;
}

/// A tile, or a scalar as every thread has it on top.
template <class Value>
Tile<Value> TileStack<Value>::pop(const program::Type& type, std::span<Thread<Value>> threads) {
    if (type.form == program::Form::tile) return pop();
    for (Thread<Value>& thread : threads) --thread.height;
    return {type.element, {}, {threads[0].stack[threads[0].height]}};
}

/// Nothing where a start is not known.
template <class Value>
std::optional<SliceOf> TileStack<Value>::pop_slice(const Subscripts& starts, const program::TileShape& shape,
                                                   std::span<Thread<Value>> threads) {
    for (Thread<Value>& thread : threads) thread.height -= starts.rank;
    SliceOf slice{around_.buffers[starts.buffer], std::vector<std::int64_t>(shape.rank, 0), shape};
    for (std::size_t axis = 0; axis < starts.rank; ++axis) {
        const auto start = known(threads[0].stack[threads[0].height + axis]);
        if (!start) return std::nullopt;
        slice.starts[axis] = integer_value({starts.types[axis], *start});
    }
    return slice;
}

// --- operations ---

template <class Value>
std::optional<ElementFault> TileStack<Value>::execute(const TileOperation& operation,
                                                      std::span<Thread<Value>> threads) {
    return std::visit([&](const auto& node) { return execute(node, threads); }, operation);
}

template <class Value>
std::optional<ElementFault> TileStack<Value>::execute(const ReadSlice& operation, std::span<Thread<Value>> threads) {
    const auto slice = pop_slice(operation.starts, operation.shape, threads);
    if (!slice) return ElementFault{0, Undecided{}};
    return push_or_fault(read<Value>(*slice, unwritten()));
}

template <class Value>
std::optional<ElementFault> TileStack<Value>::execute(const ApplyToTiles& operation, std::span<Thread<Value>> threads) {
    std::array<Tile<Value>, 3> operands;
    for (std::size_t k = operation.operand_count; k-- > 0;) operands[k] = pop(operation.operands[k], threads);
    const std::span<const Tile<Value>> given = std::span(operands).first(operation.operand_count);
    return push_or_fault(applied(operation.function, given, operation.result.element, operation.result.shape));
}

template <class Value>
std::optional<ElementFault> TileStack<Value>::execute(const ApplyTileFunction& operation, std::span<Thread<Value>>) {
    std::array<Tile<Value>, 2> operands;
    for (std::size_t k = operation.operand_count; k-- > 0;) operands[k] = pop();
    const program::Type& type = operation.result;
    const bool is_dot = operation.builtin == Builtin::dot || operation.builtin == Builtin::dot_t;
    const std::span<const Tile<Value>> given = std::span(operands).first(operation.operand_count);
    push(is_dot ? chains(product(operation.builtin, given), zeros<Value>(type.element, type.shape), around_.meter)
                : tile_function(operation.builtin, given, type));
    return std::nullopt;
}

template <class Value>
std::optional<ElementFault> TileStack<Value>::execute(const WriteSlice& operation, std::span<Thread<Value>> threads) {
    const auto slice = pop_slice(operation.starts, operation.shape, threads);
    if (!slice) return ElementFault{0, Undecided{}};
    Tile<Value> value = pop(operation.value, threads);
    const ScalarType element = slice->view.element;
    if (operation.op) {
        auto old = read<Value>(*slice, unwritten());
        if (!old) return old.error();
        const ScalarType type = shape(*operation.op) == OperatorShape::shift ? element : value.element;
        const std::array<Tile<Value>, 2> operands{converted(*std::move(old), type), std::move(value)};
        auto result = applied(*operation.op, std::span<const Tile<Value>>(operands), type, operation.shape);
        if (!result) return result.error();
        value = *std::move(result);
    }
    write(*slice, converted(std::move(value), element));
    return std::nullopt;
}

template <class Value>
std::optional<ElementFault> TileStack<Value>::execute(const AccumulateSlice& operation,
                                                      std::span<Thread<Value>> threads) {
    const auto slice = pop_slice(operation.starts, operation.shape, threads);
    if (!slice) return ElementFault{0, Undecided{}};
    std::array<Tile<Value>, 2> operands;
    operands[1] = pop();
    operands[0] = pop();
    auto old = read<Value>(*slice, unwritten());
    if (!old) return old.error();
    const Tile<Value> sums =
        chains(product(operation.dot, operands), converted(*std::move(old), operation.chain), around_.meter);
    write(*slice, converted(sums, slice->view.element));
    return std::nullopt;
}

template <class Value>
std::optional<ElementFault> TileStack<Value>::execute(const PutTogether& operation, std::span<Thread<Value>> threads) {
    Tile<Value> tile = zeros<Value>(operation.result.element, operation.result.shape);
    for (std::size_t e = 0; e < tile.elements.size(); ++e)
        tile.elements[e] = threads[e % threads.size()].stack[operation.first_slot + e / threads.size()];
    for (Thread<Value>& thread : threads) thread.height = operation.first_slot;
    push(std::move(tile));
    return std::nullopt;
}

template <class Value>
std::optional<ElementFault> TileStack<Value>::execute(const DropTile&, std::span<Thread<Value>>) {
    pop();
    return std::nullopt;
}

template class TileStack<ScalarBits>;
template class TileStack<Interval>;

}  // namespace phobos::plain
