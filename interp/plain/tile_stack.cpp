// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/tile_stack.h"

#include <array>
#include <cstddef>
#include <utility>

#include "interp/plain/scalar.h"
#include "lang/base/assert.h"

namespace phobos::plain {
namespace {

std::uint64_t bytes_of(const TileValue& tile) { return tile.elements.size() * sizeof(ScalarBits); }

/// A conversion is defined for all values.
TileValue converted(TileValue tile, ScalarType to) {
    if (tile.element == to) return tile;
    const program::TileShape shape = tile.shape;
    return *applied(Function{to}, std::span(&tile, 1), to, shape);
}

bool is_shift(BinaryOperator op) { return op == BinaryOperator::shift_left || op == BinaryOperator::shift_right; }

}  // namespace

// --- the stack ---

void TileStack::push(TileValue tile) {
    bytes_ += bytes_of(tile);
    tiles_.push_back(std::move(tile));
}

std::optional<ElementFault> TileStack::push_or_fault(Result<TileValue, ElementFault> tile) {
    if (!tile) return tile.error();
    push(*std::move(tile));
    return std::nullopt;
}

TileValue TileStack::pop() {
    PHOBOS_ASSERT(!tiles_.empty());
    TileValue tile = std::move(tiles_.back());
    tiles_.pop_back();
    bytes_ -= bytes_of(tile);
    return tile;
}

/// A tile, or a scalar as every thread has it on top.
TileValue TileStack::pop(const program::Type& type, Threads threads) {
    if (type.form == program::Form::tile) return pop();
    for (Thread& thread : threads) --thread.height;
    return {type.element, {}, {threads[0].stack[threads[0].height]}};
}

SliceOf TileStack::pop_slice(const Subscripts& starts, const program::TileShape& shape, Threads threads) {
    for (Thread& thread : threads) thread.height -= starts.rank;
    SliceOf slice{around_.buffers[starts.buffer], std::vector<std::int64_t>(shape.rank, 0), shape};
    for (std::size_t axis = 0; axis < starts.rank; ++axis)
        slice.starts[axis] = integer_value({starts.types[axis], threads[0].stack[threads[0].height + axis]});
    return slice;
}

// --- operations ---

std::optional<ElementFault> TileStack::execute(const TileOperation& operation, Threads threads) {
    return std::visit([&](const auto& node) { return execute(node, threads); }, operation);
}

std::optional<ElementFault> TileStack::execute(const ReadSlice& operation, Threads threads) {
    return push_or_fault(read(pop_slice(operation.starts, operation.shape, threads), unwritten()));
}

std::optional<ElementFault> TileStack::execute(const ApplyToTiles& operation, Threads threads) {
    std::array<TileValue, 3> operands;
    for (std::size_t k = operation.operand_count; k-- > 0;) operands[k] = pop(operation.operands[k], threads);
    return push_or_fault(applied(operation.function, std::span(operands).first(operation.operand_count),
                                 operation.result.element, operation.result.shape));
}

std::optional<ElementFault> TileStack::execute(const ApplyTileFunction& operation, Threads) {
    std::array<TileValue, 2> operands;
    for (std::size_t k = operation.operand_count; k-- > 0;) operands[k] = pop();
    const program::Type& type = operation.result;
    const bool is_dot = operation.builtin == Builtin::dot || operation.builtin == Builtin::dot_t;
    push(is_dot ? chains(operation.builtin, operands[0], operands[1], zeros(type.element, type.shape), around_.meter)
                : tile_function(operation.builtin, std::span(operands).first(operation.operand_count), type));
    return std::nullopt;
}

std::optional<ElementFault> TileStack::execute(const WriteSlice& operation, Threads threads) {
    const SliceOf slice = pop_slice(operation.starts, operation.shape, threads);
    TileValue value = pop(operation.value, threads);
    const ScalarType element = slice.view.element;
    if (operation.op) {
        auto old = read(slice, unwritten());
        if (!old) return old.error();
        const ScalarType type = is_shift(*operation.op) ? element : value.element;
        const std::array<TileValue, 2> operands{converted(*std::move(old), type), std::move(value)};
        auto result = applied(Function{*operation.op}, operands, type, operation.shape);
        if (!result) return result.error();
        value = *std::move(result);
    }
    write(slice, converted(std::move(value), element));
    return std::nullopt;
}

std::optional<ElementFault> TileStack::execute(const AccumulateSlice& operation, Threads threads) {
    const SliceOf slice = pop_slice(operation.starts, operation.shape, threads);
    const TileValue right = pop();
    const TileValue left = pop();
    auto old = read(slice, unwritten());
    if (!old) return old.error();
    const TileValue sums =
        chains(operation.dot, left, right, converted(*std::move(old), operation.chain), around_.meter);
    write(slice, converted(sums, slice.view.element));
    return std::nullopt;
}

std::optional<ElementFault> TileStack::execute(const PutTogether& operation, Threads threads) {
    TileValue tile = zeros(operation.result.element, operation.result.shape);
    for (std::size_t e = 0; e < tile.elements.size(); ++e)
        tile.elements[e] = threads[e % threads.size()].stack[operation.first_slot + e / threads.size()];
    for (Thread& thread : threads) thread.height = operation.first_slot;
    push(std::move(tile));
    return std::nullopt;
}

std::optional<ElementFault> TileStack::execute(const DropTile&, Threads) {
    pop();
    return std::nullopt;
}

}  // namespace phobos::plain
