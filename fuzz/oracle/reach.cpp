// SPDX-License-Identifier: Apache-2.0
#include "fuzz/oracle/reach.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "lang/base/overloaded.h"
#include "lang/program/children.h"

namespace phobos::fuzz {
namespace {

using program::Block;
using program::Buffer;
using program::Expression;
using program::Statement;

/// Variables and shared buffers that somebody reads later.
class Live {
public:
    explicit Live(const program::Program& program) : locals_(program.locals.size()), tiles_(program.tiles.size()) {}

    void add(program::LocalId local) { locals_[local.index] = true; }
    void add(program::TileId tile) { tiles_[tile.index] = true; }
    void remove(program::LocalId local) { locals_[local.index] = false; }
    void remove(program::TileId tile) { tiles_[tile.index] = false; }
    [[nodiscard]] bool has(program::LocalId local) const { return locals_[local.index]; }
    /// Tensors are compared.
    [[nodiscard]] bool has(const Buffer& buffer) const {
        const auto* tile = std::get_if<program::TileId>(&buffer);
        return tile == nullptr || tiles_[tile->index];
    }
    void add(const Live& other) {
        for (std::size_t i = 0; i < locals_.size(); ++i) locals_[i] = locals_[i] || other.locals_[i];
        for (std::size_t i = 0; i < tiles_.size(); ++i) tiles_[i] = tiles_[i] || other.tiles_[i];
    }

    friend bool operator==(const Live&, const Live&) = default;

private:
    std::vector<bool> locals_;
    std::vector<bool> tiles_;
};

/// Where the jumps of a body lead.
struct Exits {
    const Live* loop_end = nullptr;
    const Live* next_turn = nullptr;
    const Live* function_end = nullptr;
    bool has_value = false;  ///< somebody needs what a function returns
};

/// Walks backwards from the end: what is live behind a statement decides what is live before it.
class Walk {
public:
    explicit Walk(const program::Program& program) : program_(program), reaching_(program.expressions) {}

    Reach run() {
        const Live nothing(program_);
        (void)before(program_.body, nothing, {nullptr, nullptr, &nothing});
        Reach reach;
        program::for_each_in(program_.body, [&](const Expression& expression) {
            ++reach.expressions;
            reach.reaching += reaching_[expression.id.index] ? 1 : 0;
        });
        return reach;
    }

private:
    [[nodiscard]] Live before(const Block& block, Live live, const Exits& exits) {
        for (std::size_t i = block.statements.size(); i-- > 0;) before(block.statements[i], live, exits);
        return live;
    }

    /// From what is live behind the statement to what is live before it.
    void before(const Statement& statement, Live& live, const Exits& exits) {
        std::visit(Overloaded{
                       [&](const program::Assign& node) {
                           const bool is_needed = live.has(node.local);
                           live.remove(node.local);
                           take(node.value, is_needed, live);
                       },
                       [&](const program::DeclareTile& node) {
                           const bool is_needed = live.has(node.tile);
                           live.remove(node.tile);
                           if (node.value) take(*node.value, is_needed, live);
                       },
                       [&](const program::If& node) { before_branch(node, live, exits); },
                       [&](const program::For& node) {
                           before_loop(*node.body, {&node.start, &node.end, &node.step}, node.variable, live, exits);
                       },
                       [&](const program::While& node) {
                           before_loop(*node.body, {&node.condition}, std::nullopt, live, exits);
                       },
                       [&](const program::Break&) { jump(live, *exits.loop_end); },
                       [&](const program::Continue&) { jump(live, *exits.next_turn); },
                       [&](const program::Return& node) {
                           jump(live, *exits.function_end);
                           if (node.value) take(*node.value, exits.has_value, live);
                       },
                       [&](const program::TileStore& node) { before_store(statement, node.buffer, live); },
                       [&](const program::Accumulate& node) { before_store(statement, node.buffer, live); },
                       [&](const program::Store& node) { before_store(statement, node.buffer, live); },
                       [&](const program::RunStore& node) { before_store(statement, node.buffer, live); },
                       [&](const program::Evaluate& node) { take(node.expression, false, live); },
                       [](const program::Barrier&) {},
                       [](const program::WarpBarrier&) {},
                       [](const program::GridBarrier&) {},
                   },
                   statement.node);
    }

    void jump(Live& live, const Live& to) {
        live = to;
        ++effects_;  // what stands behind it depends on whether it is executed
    }

    void before_store(const Statement& statement, const Buffer& buffer, Live& live) {
        const bool is_needed = live.has(buffer);
        effects_ += is_needed ? 1 : 0;
        program::for_each_expression(statement,
                                     [&](const Expression& expression) { take(expression, is_needed, live); });
    }

    void before_branch(const program::If& node, Live& live, const Exits& exits) {
        const std::size_t effects = effects_;
        const Live then = before(*node.then, live, exits);
        live = before(*node.otherwise, std::move(live), exits);
        const bool differs = !(then == live);
        live.add(then);
        take(node.condition, differs || effects_ != effects, live);
    }

    void before_loop(const Block& body, const std::vector<const Expression*>& range,
                     std::optional<program::LocalId> variable, Live& live, const Exits& exits) {
        const std::size_t effects = effects_;
        const Live after = live;
        while (true) {
            const Live head = live;
            const Exits inner{&after, &head, exits.function_end, exits.has_value};
            Live turn = before(body, live, inner);
            if (variable) turn.remove(*variable);
            const bool matters = effects_ != effects || !(turn == after);
            live.add(turn);
            for (const Expression* expression : range) take(*expression, matters, live);
            if (live == head) return;
        }
    }

    /// An expression, and what it changes though nobody needs its value.
    void take(const Expression& expression, bool is_needed, Live& live) {
        const bool is_atomic = std::holds_alternative<program::Atomic>(expression.node);
        if (const auto* atomic = std::get_if<program::Atomic>(&expression.node))
            is_needed = is_needed || live.has(atomic->buffer);
        if (is_needed) reaching_[expression.id.index] = true;
        if (is_needed || is_atomic) effects_ += is_atomic ? 1 : 0;
        if (is_needed) read(expression, live);
        if (const Block* body = program::body_of(expression)) return take_call(expression, *body, is_needed, live);
        program::for_each_child(expression, [&](const Expression& child) { take(child, is_needed, live); });
    }

    void read(const Expression& expression, Live& live) {
        const auto buffer = [&](const Buffer& read) {
            if (const auto* tile = std::get_if<program::TileId>(&read)) live.add(*tile);
        };
        if (const auto* use = std::get_if<program::LocalUse>(&expression.node)) live.add(use->local);
        if (const auto* load = std::get_if<program::Load>(&expression.node)) buffer(load->buffer);
        if (const auto* load = std::get_if<program::RunLoad>(&expression.node)) buffer(load->buffer);
        if (const auto* slice = std::get_if<program::Slice>(&expression.node)) buffer(slice->buffer);
        if (const auto* atomic = std::get_if<program::Atomic>(&expression.node)) buffer(atomic->buffer);
    }

    /// A function in its place: its parameters get their arguments before its body.
    void take_call(const Expression& expression, const Block& body, bool is_needed, Live& live) {
        const std::size_t effects = effects_;
        const Live after = live;
        live = before(body, after, {nullptr, nullptr, &after, is_needed});
        if (effects_ != effects) reaching_[expression.id.index] = true;
        const auto* call = std::get_if<program::Call>(&expression.node);
        const auto& bindings = call != nullptr ? call->bindings : std::get<program::Generate>(expression.node).bindings;
        for (std::size_t i = bindings.size(); i-- > 0;) {
            const bool is_read = std::visit(Overloaded{
                                                [&](program::LocalId local) { return live.has(local); },
                                                [&](program::TileId tile) { return live.has(Buffer{tile}); },
                                            },
                                            bindings[i].parameter);
            std::visit([&](auto parameter) { live.remove(parameter); }, bindings[i].parameter);
            take(*bindings[i].argument, is_read, live);
        }
    }

    const program::Program& program_;
    std::vector<bool> reaching_;  ///< by id
    std::size_t effects_ = 0;     ///< seen so far: stores that are read or compared, and jumps
};

}  // namespace

Reach reach_of(const program::Program& program) { return Walk(program).run(); }

}  // namespace phobos::fuzz
