// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/tile_expressions.h"

#include <algorithm>
#include <variant>

#include "lang/base/overloaded.h"
#include "lang/program/children.h"

namespace phobos::emit {

namespace {

using namespace program;

bool is_tile_statement(const Statement& statement) {
    return std::holds_alternative<DeclareTile>(statement.node) || std::holds_alternative<TileStore>(statement.node) ||
           std::holds_alternative<Accumulate>(statement.node);
}

bool writes_memory(const Statement& statement) {
    return std::holds_alternative<TileStore>(statement.node) || std::holds_alternative<Accumulate>(statement.node) ||
           std::holds_alternative<Store>(statement.node) || std::holds_alternative<RunStore>(statement.node);
}

Access access_to(const Buffer& buffer, bool writes) {
    const auto memory = std::visit(Overloaded{
                                       [](TensorId tensor) -> decltype(Access::memory) { return tensor; },
                                       [](TileId tile) -> decltype(Access::memory) { return SharedId{tile.index}; },
                                   },
                                   buffer);
    return {memory, writes, Owner::anyone};
}

void collect_own(const Expression& expression, std::vector<Access>& found) {
    if (const auto* load = std::get_if<Load>(&expression.node)) found.push_back(access_to(load->buffer, false));
    if (const auto* load = std::get_if<RunLoad>(&expression.node)) found.push_back(access_to(load->buffer, false));
    if (const auto* atomic = std::get_if<Atomic>(&expression.node)) found.push_back(access_to(atomic->buffer, true));
}

}  // namespace

bool TileOperations::scan(const Block& block) {
    bool any = false;
    for (const Statement& statement : block.statements) any |= scan(statement);
    if (any) blocks_.insert(&block);
    return any;
}

bool TileOperations::scan(const Statement& statement) {
    bool any = is_tile_statement(statement);
    for_each_expression(statement, [&](const Expression& expression) { any |= scan(expression); });
    for_each_block(statement, [&](const Block& block) { any |= scan(block); });
    if (any) statements_.insert(&statement);
    return any;
}

bool TileOperations::scan(const Expression& expression) {
    bool any = expression.type.form == Form::tile;
    for_each_child(expression, [&](const Expression& child) { any |= scan(child); });
    if (const Block* const body = body_of(expression)) any |= scan(*body);
    if (any) expressions_.insert(expression.id.index);
    return any;
}

bool acts(const Expression& expression) {
    bool any = std::holds_alternative<Atomic>(expression.node);
    for_each_child(expression, [&](const Expression& child) { any |= acts(child); });
    if (const Block* const body = body_of(expression))
        for_each_in(*body, Overloaded{
                               [&](const Statement& each) { any |= writes_memory(each); },
                               [&](const Expression& each) { any |= std::holds_alternative<Atomic>(each.node); },
                           });
    return any;
}

bool is_costly(const Expression& expression) {
    if (expression.type.form != Form::tile || !is_fused(expression)) return false;
    bool any = std::holds_alternative<Elementwise>(expression.node);
    if (const auto* binary = std::get_if<Binary>(&expression.node))
        any = binary->op == BinaryOperator::divide || binary->op == BinaryOperator::remainder;
    for_each_child(expression, [&](const Expression& child) { any |= is_costly(child); });
    return any;
}

bool may_fault(const Expression& expression) {
    const auto* const binary = std::get_if<Binary>(&expression.node);
    bool any = binary != nullptr && binary->site && expression.type.form == Form::tile;
    for_each_child(expression, [&](const Expression& child) { any |= may_fault(child); });
    return any;
}

bool is_fused(const Expression& expression) {
    if (expression.type.form != Form::tile) return true;
    const auto* const function = std::get_if<TileFunction>(&expression.node);
    if (function == nullptr) return !std::holds_alternative<Call>(expression.node);
    return function->builtin == Builtin::tril || function->builtin == Builtin::transpose ||
           function->builtin == Builtin::flat || function->builtin == Builtin::iota;
}

namespace {

bool same_value(const Expression& a, const Expression& b);

bool same_values(const std::vector<Expression>& a, const std::vector<Expression>& b) {
    return std::ranges::equal(a, b, same_value);
}

/// Of scalars that give the same whenever they are evaluated in one statement.
bool same_value(const Expression& a, const Expression& b) {
    if (a.type != b.type || a.node.index() != b.node.index()) return false;
    const auto same = Overloaded{
        [](const Constant& x, const Constant& y) { return x.value == y.value; },
        [](const DimUse& x, const DimUse& y) { return x.dim == y.dim; },
        [](const ContextUse& x, const ContextUse& y) { return x.field == y.field; },
        [](const LocalUse& x, const LocalUse& y) { return x.local == y.local; },
        [](const Unary& x, const Unary& y) { return x.op == y.op && same_value(*x.operand, *y.operand); },
        [](const Binary& x, const Binary& y) {
            return x.op == y.op && same_value(*x.left, *y.left) && same_value(*x.right, *y.right);
        },
        [](const Convert& x, const Convert& y) { return same_value(*x.operand, *y.operand); },
        [](const Elementwise& x, const Elementwise& y) {
            return x.builtin == y.builtin && same_values(x.arguments, y.arguments);
        },
        [](const auto&, const auto&) { return false; },
    };
    return std::visit(same, a.node, b.node);
}

}  // namespace

bool has_loose_products(const Program& program) {
    return std::ranges::find(program.attributes, Attribute::tensorcore) != program.attributes.end();
}

bool is_plain_scalar(const Expression& expression) {
    const auto has_nothing_else = Overloaded{
        [](const Constant&) { return true; },      [](const DimUse&) { return true; },
        [](const ContextUse&) { return true; },    [](const LocalUse&) { return true; },
        [](const Unary&) { return true; },         [](const Binary& node) { return !node.site; },
        [](const Convert&) { return true; },       [](const Elementwise&) { return true; },
        [](const Logical&) { return false; },      [](const Load&) { return false; },
        [](const RunLoad&) { return false; },      [](const RunSum&) { return false; },
        [](const RunElement&) { return false; },   [](const RunWord&) { return false; },
        [](const Collective&) { return false; },   [](const Shuffle&) { return false; },
        [](const Ballot&) { return false; },       [](const Atomic&) { return false; },
        [](const Call&) { return false; },         [](const Slice&) { return false; },
        [](const TileFunction&) { return false; }, [](const Generate&) { return false; },
    };
    bool all = std::visit(has_nothing_else, expression.node);
    for_each_child(expression, [&](const Expression& child) { all = all && is_plain_scalar(child); });
    return all;
}

bool is_staged(const Expression& operand) {
    const auto* const slice = std::get_if<Slice>(&operand.node);
    return slice != nullptr && std::holds_alternative<TensorId>(slice->buffer) && operand.type.shape.rank == 2 &&
           std::ranges::all_of(slice->starts, is_plain_scalar);
}

bool same_starts(const SliceStarts& a, const SliceStarts& b) { return same_values(a, b); }

void collect_accesses(const Expression& expression, const TileOperations& tiles, std::vector<Access>& found) {
    collect_own(expression, found);
    for_each_child(expression, [&](const Expression& child) {
        if (child.type.form != Form::tile) collect_accesses(child, tiles, found);
    });
    const Block* const body = body_of(expression);
    if (body == nullptr || tiles.in(*body)) return;
    collect_accesses(*body, found);
}

void collect_accesses(const Block& block, std::vector<Access>& found) {
    for_each_in(block, Overloaded{
                           [&](const Expression& each) { collect_own(each, found); },
                           [&](const Statement& each) { collect_stores(each, found); },
                       });
}

void collect_stores(const Statement& statement, std::vector<Access>& found) {
    if (const auto* store = std::get_if<Store>(&statement.node)) {
        found.push_back(access_to(store->buffer, true));
        if (store->op) found.push_back(access_to(store->buffer, false));
    }
    if (const auto* store = std::get_if<RunStore>(&statement.node)) found.push_back(access_to(store->buffer, true));
}

}  // namespace phobos::emit
