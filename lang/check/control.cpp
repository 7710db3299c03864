// SPDX-License-Identifier: Apache-2.0
// Branches, loops and what leaves them (docs/spec/04-statements.md).
#include <fmt/format.h>

#include "lang/check/constants.h"
#include "lang/check/elaborator.h"
#include "lang/check/messages.h"
#include "lang/vocabulary/limits.h"

namespace phobos::check {

using Node = std::optional<program::StatementNode>;

Node Elaborator::branch(const syntax::If& branch, std::size_t arm, Span span) {
    program::Block result;
    const syntax::Arm& taken = branch.arms[arm];
    Value test = condition(taken.condition, "the condition of `if`");
    const program::SiteId place = site(program::SiteKind::branch, taken.condition.span);
    program::Block then = block(taken.body);
    program::Block otherwise;
    if (arm + 1 < branch.arms.size()) {
        const Span rest{branch.arms[arm + 1].condition.span.begin, span.end};
        if (nesting_ >= limits::call_nesting)
            return reject(
                Code::blocks_too_deep, branch.arms[arm + 1].condition.span,
                fmt::format("blocks, operators and `else if`s nest more than {} levels deep", limits::call_nesting));
        ++nesting_;  // an `else if` is an `if` in the block of an `else`
        if (Node next = this->branch(branch, arm + 1, rest)) otherwise.statements.push_back({std::move(*next), rest});
        --nesting_;
    } else if (branch.otherwise) {
        otherwise = block(*branch.otherwise);
    }
    if (!test) return std::nullopt;
    return program::If{std::move(*test), std::move(then), std::move(otherwise), place};
}

Node Elaborator::loop(const syntax::For& loop, Span span) {
    std::optional<std::vector<program::Expression>> bounds = range(loop);
    const std::optional<std::int64_t> turns = unroll(loop);
    const Span head{span.begin, loop.body.span.begin};
    const program::SiteId place = site(program::SiteKind::loop, head);
    scope().open();
    std::optional<program::LocalId> variable;
    if (bounds) variable = local(loop.variable, bounds->front().type.element);
    if (variable)
        declare(loop.variable,
                Variable{*variable, bounds->front().type.element, VariableKind::loop_variable, std::nullopt});
    else
        declare(loop.variable, Rejected{});
    ++body().loops;
    program::Block turn = block(loop.body);
    --body().loops;
    scope().close();
    if (!bounds) return std::nullopt;
    return program::For{
        *variable, std::move((*bounds)[0]), std::move((*bounds)[1]), std::move((*bounds)[2]), std::move(turn), turns,
        place};
}

std::optional<std::vector<program::Expression>> Elaborator::range(const syntax::For& loop) {
    std::vector<const syntax::Expression*> given;
    if (loop.start) given.push_back(&*loop.start);
    given.push_back(&loop.end);
    if (loop.step) given.push_back(&*loop.step);
    std::optional<std::vector<program::Expression>> bounds = alike(given, Spans::slices);
    if (!bounds) return std::nullopt;
    const program::Expression& first = bounds->front();
    const ScalarType type = first.type.element;
    for (const program::Expression& bound : *bounds) {
        if (!is_scalar(bound, "a bound of a range")) return std::nullopt;
        const ScalarType found = bound.type.element;
        if (found != ScalarType::i32 && found != ScalarType::u32 && found != ScalarType::i64)
            return reject(Code::loop_type, bound.span,
                          fmt::format("a range is of `i32`, `u32` or `i64`, not `{}`", spelling(found)));
        if (found != type)
            return mixed_types("range", {first.type, first.span}, {bound.type, bound.span},
                               {nullptr, given[static_cast<std::size_t>(&bound - bounds->data())]}, bound.span);
    }
    if (!loop.start) bounds->insert(bounds->begin(), constant(type, {0}, loop.end.span));
    if (!loop.step) bounds->push_back(constant(type, {1}, loop.end.span));
    const auto* step = std::get_if<program::Constant>(&bounds->back().node);
    if (step != nullptr && step->value.bits == 0)
        return reject(Code::constant_step, bounds->back().span, "a range with step 0 is undefined");
    return bounds;
}

std::optional<std::int64_t> Elaborator::unroll(const syntax::For& loop) {
    if (!loop.unroll) return std::nullopt;
    const std::optional<ConstantInteger> turns = constant_integer(*loop.unroll, "the number of `unroll`");
    if (!turns || !turns->value) return std::nullopt;
    if (*turns->value >= 1) return turns->value;
    return reject(Code::unroll_range, loop.unroll->span,
                  fmt::format("the number of `unroll` is at least 1, not {}", *turns->value));
}

Node Elaborator::loop(const syntax::While& loop, Span span) {
    const program::SiteId place = site(program::SiteKind::loop, {span.begin, loop.body.span.begin});
    Value test = condition(loop.condition, "the condition of `while`");
    ++body().loops;
    program::Block turn = block(loop.body);
    --body().loops;
    if (!test) return std::nullopt;
    return program::While{std::move(*test), std::move(turn), place};
}

bool Elaborator::is_in_loop(std::string_view word, Span span) {
    if (body().loops > 0) return true;
    reject(Code::jump_outside_loop, span, fmt::format("`{}` stands outside of a loop", word));
    return false;
}

Node Elaborator::leave(const syntax::Return& leave, Span span) {
    const syntax::Function* function = body().function;
    const bool has_result = function != nullptr && function->result;
    if (!has_result && !leave.value) return program::Return{};
    if (!has_result) {
        const std::string owner = function == nullptr ? "a kernel" : fmt::format("`{}`", function->name.text);
        return reject(Code::return_value, leave.value->span,
                      fmt::format("{} has no result, so `return` has no value", owner));
    }
    const diagnostics::Note declared{function->result->span, "the result is declared here"};
    if (!leave.value)
        return reject(Code::return_value, span,
                      fmt::format("`{}` has a result, so `return` needs a value", function->name.text),
                      {.notes = {declared}, .fix = {}});
    if (std::holds_alternative<syntax::TileTypeUse>(function->result->node)) return leave_with_tile(leave);
    const auto* type = std::get_if<syntax::ScalarTypeUse>(&function->result->node);
    if (type == nullptr) return std::nullopt;
    Value value = typed(*leave.value, type->type, fmt::format("the result of `{}`", function->name.text));
    return value ? Node(program::Return{std::move(value)}) : std::nullopt;
}

}  // namespace phobos::check
