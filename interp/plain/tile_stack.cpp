// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/tile_stack.h"

#include <array>
#include <cstddef>
#include <utility>

#include "interp/plain/scalar.h"
#include "lang/base/assert.h"

namespace phobos::plain {

using engine::AccessKind;

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

/// The accesses to a tensor, each by the thread of its element (tile-45); those to a tile lie between barriers.
template <class Value>
std::optional<ElementFault> TileStack<Value>::access(const Subscripts& starts, const SliceOf& slice, AccessKind kind,
                                                     std::span<Thread<Value>> threads) {
    if (around_.races == nullptr || around_.races->is_tile(starts.buffer)) return std::nullopt;
    for (std::int64_t e = 0; e < slice.shape.elements(); ++e) {
        const auto position = position_of(slice, e);
        if (!position) continue;
        const Thread<Value>& thread = threads[static_cast<std::size_t>(e) % threads.size()];
        const ScalarBits written = kind == AccessKind::write ? slice.view.read(*position) : ScalarBits{};
        if (auto race = race_of(thread, around_, starts, *position, kind, written)) return ElementFault{e, *race};
    }
    return std::nullopt;
}

/// tile-48: a barrier stands before the first element is written.
template <class Value>
std::optional<ElementFault> TileStack<Value>::put(const Subscripts& starts, const SliceOf& slice,
                                                  const Tile<Value>& value, std::span<Thread<Value>> threads) {
    for (Thread<Value>& thread : threads) ++thread.passed.of_block;
    write(slice, value);
    return access(starts, slice, AccessKind::write, threads);
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
    if (auto race = access(operation.starts, *slice, AccessKind::read, threads)) return race;
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
        if (auto race = access(operation.starts, *slice, AccessKind::read, threads)) return race;
        auto old = read<Value>(*slice, unwritten());
        if (!old) return old.error();
        const ScalarType type = shape(*operation.op) == OperatorShape::shift ? element : value.element;
        const std::array<Tile<Value>, 2> operands{converted(*std::move(old), type), std::move(value)};
        auto result = applied(*operation.op, std::span<const Tile<Value>>(operands), type, operation.shape);
        if (!result) return result.error();
        value = *std::move(result);
    }
    return put(operation.starts, *slice, converted(std::move(value), element), threads);
}

template <class Value>
std::optional<ElementFault> TileStack<Value>::execute(const AccumulateSlice& operation,
                                                      std::span<Thread<Value>> threads) {
    const auto slice = pop_slice(operation.starts, operation.shape, threads);
    if (!slice) return ElementFault{0, Undecided{}};
    std::array<Tile<Value>, 2> operands;
    operands[1] = pop();
    operands[0] = pop();
    if (auto race = access(operation.starts, *slice, AccessKind::read, threads)) return race;
    auto old = read<Value>(*slice, unwritten());
    if (!old) return old.error();
    const Tile<Value> sums =
        chains(product(operation.dot, operands), converted(*std::move(old), operation.chain), around_.meter);
    return put(operation.starts, *slice, converted(sums, slice->view.element), threads);
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
