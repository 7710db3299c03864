// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "backend/emit/tile_order.h"
#include "lang/program/program.h"

/// What planning asks of expressions and statements.
namespace phobos::emit {

/// The statements, blocks and expressions that hold tile operations, in functions that they call too.
class TileOperations {
public:
    explicit TileOperations(const program::Program& program) { scan(program.body); }

    [[nodiscard]] bool in(const program::Block& block) const { return blocks_.contains(&block); }
    [[nodiscard]] bool in(const program::Statement& statement) const { return statements_.contains(&statement); }
    [[nodiscard]] bool in(const program::Expression& expression) const {
        return expressions_.contains(expression.id.index);
    }

private:
    bool scan(const program::Block& block);
    bool scan(const program::Statement& statement);
    bool scan(const program::Expression& expression);

    std::unordered_set<const program::Block*> blocks_;
    std::unordered_set<const program::Statement*> statements_;
    std::unordered_set<std::uint32_t> expressions_;  ///< by ExpressionId
};

constexpr bool is_dot(Builtin builtin) { return builtin == Builtin::dot || builtin == Builtin::dot_t; }

/// tile-31: whether the order and the precision of products are free.
[[nodiscard]] bool has_loose_products(const program::Program& program);

/// Whether the expression may write to memory, or make its caller see another order of writes.
[[nodiscard]] bool acts(const program::Expression& expression);

/// Whether it is costly to compute once for each element that it is broadcast to.
[[nodiscard]] bool is_costly(const program::Expression& expression);

/// Whether an elementwise operation in it may be undefined.
[[nodiscard]] bool may_fault(const program::Expression& expression);

/// Whether an element of the tile expression is computed where it is used, from elements of its operands; a scalar
/// operand is an element, too.
[[nodiscard]] bool is_fused(const program::Expression& expression);

/// Whether a scalar is made of constants, names, operators and builtins only.
[[nodiscard]] bool is_plain_scalar(const program::Expression& expression);

/// A slice of a tensor of rank 2 whose starts are such.
[[nodiscard]] bool is_staged(const program::Expression& operand);

/// Starts of slices that are the same at one time.
[[nodiscard]] bool same_starts(const program::SliceStarts& a, const program::SliceStarts& b);

/// The accesses of threads in an expression, in functions that it calls too, but not in tile operations.
void collect_accesses(const program::Expression& expression, const TileOperations& tiles, std::vector<Access>& found);
/// Those in a block without tile operations.
void collect_accesses(const program::Block& block, std::vector<Access>& found);
/// The write of a store by threads, and the read of a compound one.
void collect_stores(const program::Statement& statement, std::vector<Access>& found);

}  // namespace phobos::emit
