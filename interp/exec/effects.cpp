// SPDX-License-Identifier: Apache-2.0
#include "interp/exec/effects.h"

#include <algorithm>
#include <optional>

#include "lang/base/overloaded.h"
#include "lang/program/children.h"

namespace phobos::interp {

namespace {

using namespace program;

/// Whether an expression or an operand at any depth is what `judge` looks for; bodies of calls are not looked into.
template <class Judge>
bool any_part(const Expression& expression, const Judge& judge) {
    bool found = judge(expression);
    if (!found) for_each_child(expression, [&](const Expression& part) { found = found || any_part(part, judge); });
    return found;
}

/// The memory that an expression itself, but for its operands, writes to.
std::optional<Buffer> written_by(const Expression& expression) {
    if (const auto* atomic = std::get_if<Atomic>(&expression.node)) return atomic->buffer;
    return std::nullopt;
}
std::optional<Buffer> written_by(const Statement& statement) {
    return std::visit(Overloaded{
                          [](const DeclareTile& node) { return std::optional<Buffer>(node.tile); },
                          [](const TileStore& node) { return std::optional(node.buffer); },
                          [](const Accumulate& node) { return std::optional(node.buffer); },
                          [](const Store& node) { return std::optional(node.buffer); },
                          [](const RunStore& node) { return std::optional(node.buffer); },
                          [](const GridBarrier& node) { return std::optional<Buffer>(node.bar); },
                          [](const auto&) { return std::optional<Buffer>(); },
                      },
                      statement.node);
}
std::optional<Buffer> read_by(const Expression& expression) {
    if (const auto* load = std::get_if<Load>(&expression.node)) return load->buffer;
    if (const auto* load = std::get_if<RunLoad>(&expression.node)) return load->buffer;
    if (const auto* slice = std::get_if<Slice>(&expression.node)) return slice->buffer;
    return std::nullopt;
}

/// Whether a statement or expression at any depth, bodies of calls included, writes to what `judge` accepts.
template <class Judge>
bool any_written(std::span<const Statement> statements, const Judge& judge) {
    bool found = false;
    const auto look = [&](const auto& part) {
        const std::optional<Buffer> buffer = written_by(part);
        found = found || (buffer && judge(*buffer));
    };
    const auto look_at_either =
        Overloaded{[&](const Expression& part) { look(part); }, [&](const Statement& part) { look(part); }};
    for (const Statement& statement : statements) {
        look(statement);
        for_each_expression(statement, [&](const Expression& each) { for_each_in(each, look_at_either); });
        for_each_block(statement, [&](const Block& block) { for_each_in(block, look_at_either); });
    }
    return found;
}

bool has_own_effect(const Expression& expression) {
    if (std::holds_alternative<Atomic>(expression.node)) return true;
    const Block* const body = body_of(expression);
    return body != nullptr && write_memory(body->statements);
}

bool may_trap_or_wait(const Expression& expression) {
    const auto* binary = std::get_if<Binary>(&expression.node);
    return (binary != nullptr && binary->site) || std::holds_alternative<Load>(expression.node) ||
           std::holds_alternative<RunLoad>(expression.node) || std::holds_alternative<RunElement>(expression.node) ||
           std::holds_alternative<RunWord>(expression.node) || std::holds_alternative<Collective>(expression.node) ||
           std::holds_alternative<Shuffle>(expression.node) || std::holds_alternative<Ballot>(expression.node) ||
           std::holds_alternative<Call>(expression.node);
}

}  // namespace

bool has_effects(const Expression& expression) { return any_part(expression, has_own_effect); }

bool any_has_effects(std::span<const Expression> expressions) { return std::ranges::any_of(expressions, has_effects); }

bool is_total(const Expression& expression) {
    return !any_part(expression, [](const Expression& part) { return has_own_effect(part) || may_trap_or_wait(part); });
}

bool write_memory(std::span<const Statement> statements) {
    return any_written(statements, [](const Buffer&) { return true; });
}

bool write_to(std::span<const Statement> statements, const Buffer& buffer) {
    return any_written(statements, [&](const Buffer& written) { return written == buffer; });
}

bool touches(const Expression& expression, const Buffer& buffer) {
    bool found = false;
    const auto look = [&](const std::optional<Buffer>& touched) { found = found || touched == buffer; };
    for_each_in(expression, Overloaded{[&](const Expression& part) { look(read_by(part)), look(written_by(part)); },
                                       [&](const Statement& part) { look(written_by(part)); }});
    return found;
}

}  // namespace phobos::interp
