// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "interp/plain/code.h"
#include "interp/plain/machine.h"
#include "interp/plain/memory.h"
#include "interp/plain/tiles.h"

namespace phobos::plain {

/// The tiles that a block is computing with, and how it carries out tile operations once for all of its threads.
template <class Value>
class TileStack {
public:
    /// What surrounds the threads outlives this.
    explicit TileStack(const Surroundings& around) : around_(around) {}

    void clear() { tiles_.clear(), bytes_ = 0; }
    /// Takes scalar operands off the stacks of all threads, which have arrived at the operation.
    [[nodiscard]] std::optional<ElementFault> execute(const TileOperation& operation, std::span<Thread<Value>> threads);
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

private:
    using Threads = std::span<Thread<Value>>;
    using Fault = std::optional<ElementFault>;

    Fault execute(const ReadSlice& operation, Threads threads);
    Fault execute(const ApplyToTiles& operation, Threads threads);
    Fault execute(const ApplyTileFunction& operation, Threads threads);
    Fault execute(const WriteSlice& operation, Threads threads);
    Fault execute(const AccumulateSlice& operation, Threads threads);
    Fault execute(const PutTogether& operation, Threads threads);
    Fault execute(const DropTile& operation, Threads threads);

    [[nodiscard]] Unwritten unwritten() const {
        return around_.checks_unwritten ? Unwritten::is_fault : Unwritten::is_read;
    }
    void push(Tile<Value> tile);
    Fault push_or_fault(TileOrFault<Value> tile);
    Tile<Value> pop();
    Tile<Value> pop(const program::Type& type, Threads threads);
    [[nodiscard]] Product<Value> product(Builtin dot, std::span<const Tile<Value>> operands) const {
        return {dot, operands[0], operands[1], around_.products_are_loose};
    }
    Fault access(const Subscripts& starts, const SliceOf& slice, engine::AccessKind kind, Threads threads);
    Fault put(const Subscripts& starts, const SliceOf& slice, const Tile<Value>& value, Threads threads);
    std::optional<SliceOf> pop_slice(const Subscripts& starts, const program::TileShape& shape, Threads threads);

    const Surroundings& around_;
    std::vector<Tile<Value>> tiles_;
    std::uint64_t bytes_ = 0;
};

}  // namespace phobos::plain
