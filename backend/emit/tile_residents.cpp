// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/tile_residents.h"

#include <algorithm>
#include <cstddef>
#include <variant>

#include "backend/emit/tile_expressions.h"
#include "backend/prelude/tile_dot_layout.h"
#include "lang/base/overloaded.h"
#include "lang/program/children.h"

namespace phobos::emit {

namespace {

using namespace program;

/// More would not leave enough for the products.
constexpr int most_registers = 128;

/// How a tile is used.
struct Uses {
    int named = 0;      ///< times that its elements are read
    int in_place = 0;   ///< those of them that one operation makes elements of the same place of
    bool held = false;  ///< something needs it in memory
    int dots = 0;
    int dots_t = 0;
    bool narrow_dots = true;  ///< no operand is an f64
};

class Survey {
public:
    explicit Survey(const Program& program) : program_(program), uses_(program.tiles.size()) {
        for_each_in(program.body, Overloaded{
                                      [&](const Statement& statement) { look(statement); },
                                      [&](const Expression& expression) { look(expression); },
                                  });
        for (std::size_t i = 0; i < uses_.size(); ++i) {
            const bool only_in_place = uses_[i].named == uses_[i].in_place;
            if (!only_in_place || !fits(program.tiles[i]) || uses_[i].dots + uses_[i].dots_t == 0) uses_[i].held = true;
        }
        while (leave_one_to_each_operation()) {
        }
    }

    [[nodiscard]] std::vector<std::optional<FragmentPurpose>> result() const {
        std::vector<std::optional<FragmentPurpose>> found(uses_.size());
        for (std::size_t i = 0; i < uses_.size(); ++i)
            if (!uses_[i].held) found[i] = purpose(uses_[i], program_.tiles[i].element);
        return found;
    }

private:
    void look(const Statement& statement) {
        std::visit(Overloaded{
                       [&](const DeclareTile& node) {
                           if (node.value) elementwise(*node.value, node.tile);
                       },
                       [&](const TileStore& node) { store(node); },
                       [&](const Accumulate& node) { accumulate(node); },
                       [&](const Store& node) { hold(node.buffer); },
                       [&](const RunStore& node) { hold(node.buffer); },
                       [](const program::Assign&) {},
                       [](const program::If&) {},
                       [](const program::For&) {},
                       [](const program::While&) {},
                       [](const program::Break&) {},
                       [](const program::Continue&) {},
                       [](const program::Return&) {},
                       [](const program::Evaluate&) {},
                       [](const program::Barrier&) {},
                       [](const program::WarpBarrier&) {},
                       [](const program::GridBarrier&) {},
                   },
                   statement.node);
    }
    void look(const Expression& expression) {
        std::visit(Overloaded{
                       [&](const Slice& node) {
                           if (const auto* tile = std::get_if<TileId>(&node.buffer)) ++uses_[tile->index].named;
                       },
                       [&](const Load& node) { hold(node.buffer); },
                       [&](const RunLoad& node) { hold(node.buffer); },
                       [&](const Atomic& node) { hold(node.buffer); },
                       [&](const program::Call& node) {
                           for (const Binding& binding : node.bindings)
                               if (const auto* tile = std::get_if<TileId>(&binding.parameter)) hold(*tile);
                       },
                       [](const program::Constant&) {},
                       [](const program::DimUse&) {},
                       [](const program::ContextUse&) {},
                       [](const program::LocalUse&) {},
                       [](const program::Unary&) {},
                       [](const program::Binary&) {},
                       [](const program::Convert&) {},
                       [](const program::Elementwise&) {},
                       [](const program::Logical&) {},
                       [](const program::RunSum&) {},
                       [](const program::RunElement&) {},
                       [](const program::RunWord&) {},
                       [](const program::Collective&) {},
                       [](const program::Shuffle&) {},
                       [](const program::Ballot&) {},
                       [](const program::TileFunction&) {},
                       [](const program::Generate&) {},
                   },
                   expression.node);
    }

    /// `value` is computed element by element and goes to the places of a tile.
    void elementwise(const Expression& value, TileId target) {
        if (!is_fused(value)) hold(target);
        std::vector<TileId> together{target};
        read(value, program_.tiles[target.index].shape, together);
        together_.push_back(std::move(together));
    }
    void store(const TileStore& node) {
        const auto* const tile = std::get_if<TileId>(&node.buffer);
        if (tile != nullptr && node.starts.empty()) return elementwise(node.value, *tile);
        hold(node.buffer);
        std::vector<TileId> together;
        read(node.value, node.shape, together);
        together_.push_back(std::move(together));
    }
    void accumulate(const Accumulate& node) {
        const auto* const tile = std::get_if<TileId>(&node.buffer);
        if (tile == nullptr || !node.starts.empty()) return hold(node.buffer);
        Uses& uses = uses_[tile->index];
        const auto& dot = std::get<TileFunction>(node.dot.node);
        ++(dot.builtin == Builtin::dot ? uses.dots : uses.dots_t);
        for (const Expression& operand : dot.arguments)
            uses.narrow_dots = uses.narrow_dots && operand.type.element != ScalarType::f64;
    }

    /// Tiles whose element at a place is read for that of the same place of the shape.
    void read(const Expression& value, const TileShape& shape, std::vector<TileId>& together) {
        if (value.type.form != Form::tile || value.type.shape != shape || !is_fused(value)) return;
        if (const auto* const slice = std::get_if<Slice>(&value.node)) {
            const auto* const tile = std::get_if<TileId>(&slice->buffer);
            if (tile == nullptr || !slice->starts.empty()) return;
            ++uses_[tile->index].in_place;
            together.push_back(*tile);
            return;
        }
        const auto* const function = std::get_if<TileFunction>(&value.node);
        if (function != nullptr && function->builtin != Builtin::tril) return;
        for_each_child(value, [&](const Expression& operand) { read(operand, shape, together); });
    }

    /// Registers of different tiles are laid out alike only if they are for one purpose: an operation has one of them.
    bool leave_one_to_each_operation() {
        bool changed = false;
        for (const std::vector<TileId>& together : together_) {
            const auto is_free = [&](TileId tile) { return !uses_[tile.index].held; };
            const auto first = std::ranges::find_if(together, is_free);
            const bool is_alone =
                std::ranges::all_of(together, [&](TileId tile) { return !is_free(tile) || tile == *first; });
            if (is_alone) continue;
            for (const TileId tile : together) hold(tile);
            changed = true;
        }
        return changed;
    }

    void hold(TileId tile) { uses_[tile.index].held = true; }
    void hold(const Buffer& buffer) {
        if (const auto* const tile = std::get_if<TileId>(&buffer)) hold(*tile);
    }

    [[nodiscard]] bool fits(const Tile& tile) const {
        return tile.shape.rank == 2 &&
               ph::fragment_registers(tile.shape.extents[0], tile.shape.extents[1], program_.bounds.threads,
                                      bytes(tile.element)) <= most_registers;
    }
    [[nodiscard]] FragmentPurpose purpose(const Uses& uses, ScalarType element) const {
        const bool is_narrow_float = is_float(element) && element != ScalarType::f64;
        if (has_loose_products(program_) && is_narrow_float && uses.narrow_dots) return FragmentPurpose::tensorcore;
        return uses.dots > 0 ? FragmentPurpose::dot : FragmentPurpose::dot_t;
    }

    const Program& program_;
    std::vector<Uses> uses_;                     ///< by TileId
    std::vector<std::vector<TileId>> together_;  ///< those that one operation uses element by element
};

}  // namespace

std::vector<std::optional<FragmentPurpose>> resident_tiles(const Program& program) { return Survey(program).result(); }

}  // namespace phobos::emit
