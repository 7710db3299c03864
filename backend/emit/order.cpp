// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/order.h"

#include <algorithm>

#include "lang/base/overloaded.h"
#include "lang/program/children.h"

namespace phobos::emit {
namespace {

class OrderWalk {
public:
    explicit OrderWalk(const program::Program& program) : program_(program), orders_(program.expressions) {}

    Order block(const program::Block& block) {
        Order order = Order::free;
        for (const program::Statement& statement : block.statements) {
            order = std::max(order, of(statement));
            program::for_each_expression(statement, [&](const program::Expression& expression) {
                order = std::max(order, this->expression(expression));
            });
            program::for_each_block(statement,
                                    [&](const program::Block& inner) { order = std::max(order, this->block(inner)); });
        }
        return order;
    }

    [[nodiscard]] std::vector<Order> orders() && { return std::move(orders_); }

private:
    Order expression(const program::Expression& expression) {
        Order order = of(expression);
        program::for_each_child(
            expression, [&](const program::Expression& child) { order = std::max(order, this->expression(child)); });
        if (const program::Block* body = program::body_of(expression)) order = std::max(order, block(*body));
        orders_[expression.id.index] = order;
        return order;
    }

    [[nodiscard]] Order of(const program::Buffer& buffer) const {
        return std::visit(
            Overloaded{
                [&](program::TensorId id) { return program_.tensors[id.index].written ? Order::reads : Order::free; },
                [](program::TileId) { return Order::reads; },
            },
            buffer);
    }

    /// Of the node alone.
    [[nodiscard]] Order of(const program::Expression& expression) const {
        using namespace program;
        if (expression.type.form == Form::tile) return Order::acts;
        return std::visit(
            Overloaded{
                [](const Constant&) { return Order::free; },
                [](const DimUse&) { return Order::free; },
                [](const ContextUse&) { return Order::free; },
                [](const LocalUse&) { return Order::free; },
                [](const Unary&) { return Order::free; },
                [](const Binary&) { return Order::free; },
                [](const Convert&) { return Order::free; },
                [](const Elementwise&) { return Order::free; },
                [](const Logical&) { return Order::free; },
                [&](const Load& node) { return of(node.buffer); },
                [&](const RunLoad& node) { return of(node.buffer); },
                [](const RunSum&) { return Order::free; },
                [](const RunElement&) { return Order::free; },
                [](const RunWord&) { return Order::free; },
                [](const Collective& node) { return node.scope == Scope::threads ? Order::acts : Order::free; },
                [](const Shuffle&) { return Order::free; },
                [](const Ballot&) { return Order::free; },
                [](const Atomic&) { return Order::acts; },
                [](const Call&) { return Order::free; },
                [](const Slice&) { return Order::acts; },
                [](const TileFunction&) { return Order::acts; },
                [](const Generate&) { return Order::acts; },
            },
            expression.node);
    }

    /// Of the node alone.
    [[nodiscard]] static Order of(const program::Statement& statement) {
        using namespace program;
        return std::visit(Overloaded{
                              [](const Assign&) { return Order::free; },
                              [](const DeclareTile&) { return Order::acts; },
                              [](const TileStore&) { return Order::acts; },
                              [](const Accumulate&) { return Order::acts; },
                              [](const Store&) { return Order::acts; },
                              [](const RunStore&) { return Order::acts; },
                              [](const If&) { return Order::free; },
                              [](const For&) { return Order::free; },
                              [](const While&) { return Order::free; },
                              [](const Break&) { return Order::free; },
                              [](const Continue&) { return Order::free; },
                              [](const Return&) { return Order::free; },
                              [](const Evaluate&) { return Order::free; },
                              [](const Barrier&) { return Order::acts; },
                              [](const WarpBarrier&) { return Order::acts; },
                              [](const GridBarrier&) { return Order::acts; },
                          },
                          statement.node);
    }

    const program::Program& program_;
    std::vector<Order> orders_;
};

}  // namespace

std::vector<Order> orders_of(const program::Program& program) {
    OrderWalk walk(program);
    walk.block(program.body);
    return std::move(walk).orders();
}

}  // namespace phobos::emit
