// SPDX-License-Identifier: Apache-2.0
#include "lang/check/level_why.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "lang/program/children.h"

namespace phobos::check {

namespace {

using namespace program;

constexpr std::size_t most_notes = 12;

/// The operands that decide the level of an expression.
std::vector<const Expression*> operands(const Expression& expression) {
    std::vector<const Expression*> found;
    if (std::holds_alternative<Atomic>(expression.node) || std::holds_alternative<Call>(expression.node)) return found;
    for_each_child(expression, [&](const Expression& operand) { found.push_back(&operand); });
    return found;
}

/// `ctx.thread / ctx.lanes`, which is varying by level-7.
bool divides_thread_by_lanes(const Expression& expression, int lanes) {
    const auto* binary = std::get_if<Binary>(&expression.node);
    if (binary == nullptr || binary->op != BinaryOperator::divide) return false;
    const auto* left = std::get_if<ContextUse>(&binary->left->node);
    const auto* right = std::get_if<Constant>(&binary->right->node);
    return left != nullptr && left->field == ContextField::thread && right != nullptr &&
           right->value.bits == static_cast<std::uint64_t>(lanes);
}

std::string_view difference(ContextField field) {
    return field == ContextField::warp ? "differs between the warps of a CTA" : "differs between the lanes of a warp";
}

}  // namespace

void WhyWalk::control(const ControlEntry& entry, Level allowed) { cause(entry.cause, allowed, {}); }

void WhyWalk::cause(const Cause& cause, Level allowed, const std::string& subject) {
    if (notes_.size() >= most_notes || cause.expression == nullptr) return;
    const std::string_view spelled = spelling(level(*cause.expression));
    const auto note = [&](Span span, std::string text) { notes_.push_back({span, std::move(text)}); };
    switch (cause.kind) {
        case Cause::Kind::none: return;
        case Cause::Kind::value: note(cause.span, fmt::format("{} gets its value here", subject)); break;
        case Cause::Kind::condition:
            note(cause.expression->span,
                 subject.empty() ? fmt::format("this condition is {}", spelled)
                                 : fmt::format("threads part at this {} condition, and {} is assigned before they meet",
                                               spelled, subject));
            break;
        case Cause::Kind::trip:
            note(cause.expression->span,
                 fmt::format("this is {}, so threads leave the loop at different turns", spelled));
            if (!subject.empty()) notes_.back().text += fmt::format(", and {} is assigned in it", subject);
            break;
        case Cause::Kind::exit:
            note(cause.span, "only some threads leave here");
            note(cause.expression->span, fmt::format("which ones depends on this, which is {}", spelled));
            break;
    }
    value(*cause.expression, allowed);
}

const Expression* WhyWalk::source_in(const Expression& expression, Level allowed) {
    const Expression* current = &expression;
    for (bool descended = true; descended;) {
        if (divides_thread_by_lanes(*current, program_.lanes) && !fix_)
            fix_ = {current->span, "ctx.warp", "ctx.warp is the same number and known to be warp-uniform"};
        descended = false;
        for (const Expression* operand : operands(*current)) {
            if (level(*operand) <= allowed) continue;
            current = operand;
            descended = true;
            break;
        }
    }
    return current;
}

void WhyWalk::value(const Expression& expression, Level allowed) {
    const Expression& source = *source_in(expression, allowed);
    if (notes_.size() >= most_notes || !seen_.insert(source.id.index).second) return;
    if (const auto* context = std::get_if<ContextUse>(&source.node)) {
        notes_.push_back({source.span, fmt::format("`{}` {}", spelling(context->field), difference(context->field))});
    } else if (std::holds_alternative<Atomic>(source.node)) {
        notes_.push_back({source.span, "the result of an atomic differs between threads"});
    } else if (const auto* use = std::get_if<LocalUse>(&source.node)) {
        const std::string name = fmt::format("`{}`", program_.locals[use->local.index].name);
        notes_.push_back({source.span, fmt::format("{} is {}", name, spelling(level(source)))});
        cause(solution_.causes[source.id.index], allowed, name);
    } else if (const auto* call = std::get_if<Call>(&source.node)) {
        const std::string name = fmt::format("the result of `{}`", call->function);
        notes_.push_back({source.span, fmt::format("{} is {}", name, spelling(level(source)))});
        cause(solution_.causes[source.id.index], allowed, name);
    } else {
        notes_.push_back({source.span, fmt::format("this is {}", spelling(level(source)))});
    }
}

}  // namespace phobos::check
