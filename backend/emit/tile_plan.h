// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

#include "backend/emit/emit.h"
#include "backend/emit/tile_order.h"
#include "backend/emit/tile_residents.h"
#include "lang/program/program.h"
#include "lang/vocabulary/scalar_type.h"

/// What tile operations become, decided before any text is written: the steps of each, the buffers of tiles and of
/// temporaries, and the barriers.
namespace phobos::emit {

/// A tile or temporary in shared memory: in row order, each row from a multiple of its stride on.
struct SharedBuffer {
    ScalarType element;
    program::TileShape shape;
    std::int32_t row_stride;   ///< in elements; the last extent where rows lie close together
    std::uint64_t offset = 0;  ///< in bytes, divisible by 128
};

// --- the steps of a tile operation; every thread takes part in each ---

/// A scalar operand goes into a temporary.
struct KeepScalar {
    const program::Expression* scalar;
};
/// The starts of a slice are evaluated.
struct OpenWindow {
    program::Buffer buffer;
    const program::SliceStarts* starts;
    program::TileShape shape;
};
/// The arguments of a `generate` are evaluated, once.
struct BindArguments {
    const program::Generate* generate;
};
/// A slice of a tensor, of rank 2, is copied into a buffer, in accesses as wide as its place allows.
struct StageSlice {
    const program::Expression* slice;
    SharedId target;
};
/// The elements of a tile expression, or a scalar for all, go into a buffer.
struct Compute {
    const program::Expression* value;
    SharedId target;
};
/// A function that gives a tile is executed.
struct CallTile {
    const program::Expression* call;
    SharedId result;
};
struct WriteSlice {
    const program::TileStore* store;
};
/// What is made of a tile in registers, of its type, goes from registers to a slice of a tensor.
struct StoreFragment {
    const program::TileStore* store;
    const program::Expression* value;  ///< before it is converted for the tensor
    SharedId resident;
};
/// Chains of a product go on from the elements of a buffer, and end there.
struct Chain {
    const program::Accumulate* node;
    SharedId target;
};
/// The target of an Accumulate goes into a buffer before the chains, and back after them.
struct ReadTarget {
    const program::Accumulate* node;
    SharedId copy;
};
struct WriteTarget {
    const program::Accumulate* node;
    SharedId copy;
};

struct Step {
    std::variant<KeepScalar, OpenWindow, BindArguments, StageSlice, Compute, CallTile, WriteSlice, StoreFragment, Chain,
                 ReadTarget, WriteTarget>
        work;
    std::optional<MomentId> moment;  ///< before it
};

/// A loop whose turns do nothing but add a product of slices to a tile in registers: the slices of later turns are
/// copied while those of one are multiplied.
struct ProductLoop {
    const program::Accumulate* node;
    SharedId stages;  ///< bytes for the slices
    int stage_count;
    MomentId moment;
};

struct TilePlan {
    [[nodiscard]] bool barrier_at(std::optional<MomentId> moment) const { return moment && barriers[moment->index]; }
    /// A barrier stands before the statement.
    [[nodiscard]] bool barrier_before(const program::Statement& statement) const { return found(before, &statement); }
    /// One stands before each evaluation of the loop's condition.
    [[nodiscard]] bool barrier_before_condition(const program::While& loop) const { return found(conditions, &loop); }
    /// One stands at the end of an arm of a branch.
    [[nodiscard]] bool barrier_at_end(const program::Block& arm) const { return found(ends, &arm); }
    /// One stands after a call, or after the steps of a tile expression.
    [[nodiscard]] bool barrier_after(program::ExpressionId expression) const { return found(after, expression); }

    /// What registers are laid out for that hold a tile, if they do; it has no buffer then.
    [[nodiscard]] std::optional<FragmentPurpose> resident(SharedId buffer) const {
        return buffer.index < residents.size() ? residents[buffer.index] : std::nullopt;
    }
    /// The tile in registers whose elements are used for those of the same place of the expression, if there is one.
    [[nodiscard]] std::optional<SharedId> resident_in(const program::Expression& value) const;
    /// The same of the operands only, where the expression has a buffer.
    [[nodiscard]] std::optional<SharedId> resident_in_operands(const program::Expression& value) const;

    [[nodiscard]] SharedId buffer_of(program::TileId tile) const { return {tile.index}; }
    [[nodiscard]] const SharedBuffer& buffer(SharedId id) const { return buffers[id.index]; }

    std::vector<std::optional<FragmentPurpose>> residents;  ///< by TileId
    std::unordered_map<const program::For*, ProductLoop> loops;
    std::vector<SharedBuffer> buffers;                                   ///< by SharedId; those of tiles first
    std::uint64_t shared_bytes = 0;                                      ///< of all buffers, divisible by 128
    std::unordered_map<program::ExpressionId, std::vector<Step>> steps;  ///< by the value of the operation
    std::unordered_map<program::ExpressionId, SharedId> results;         ///< tile expressions that a step computed
    std::unordered_map<const program::Statement*, MomentId> before;
    std::unordered_map<const program::While*, MomentId> conditions;
    std::unordered_map<const program::Block*, MomentId> ends;
    std::unordered_map<program::ExpressionId, MomentId> after;
    std::vector<bool> barriers;  ///< by MomentId

private:
    template <class Key>
    [[nodiscard]] bool found(const std::unordered_map<Key, MomentId>& moments, const Key& key) const {
        const auto moment = moments.find(key);
        return moment != moments.end() && barriers[moment->second.index];
    }
};

[[nodiscard]] TilePlan plan_tiles(const program::Program& program, Checking checking, std::uint64_t most_shared_bytes);

}  // namespace phobos::emit
