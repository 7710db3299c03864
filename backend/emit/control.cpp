// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/control.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace phobos::emit {
namespace {

/// The `if` that is all of an `else`.
const program::Statement* only_branch(const program::Block& block) {
    if (block.statements.size() != 1) return nullptr;
    const program::Statement& statement = block.statements.front();
    return std::holds_alternative<program::If>(statement.node) ? &statement : nullptr;
}

void otherwise(Emission& e, const program::Block& block);

/// The arms after `if (..) {`, up to the last closing brace.
void arms(Emission& e, const program::If& node) {
    block(e, *node.then);
    if (node.otherwise->statements.empty()) {
        e.writer.close();
    } else {
        otherwise(e, *node.otherwise);
    }
}

void otherwise(Emission& e, const program::Block& block) {
    const program::Statement* const chained = only_branch(block);
    if (chained != nullptr && !e.tile.plan.barrier_before(*chained)) {
        const std::uint32_t outer = e.writer.enter(chained->span);
        const auto& node = std::get<program::If>(chained->node);
        Captured condition = captured_operand(e, node.condition);
        if (condition.statements.empty()) {
            e.writer.reopen(fmt::format("}} else if ({}) {{", condition.text.text));
            arms(e, node);
        } else {
            e.writer.reopen("} else {");
            e.writer.append(std::move(condition.statements));
            e.writer.open(fmt::format("if ({}) {{", condition.text.text));
            arms(e, node);
            e.writer.close();
        }
        e.writer.restore(outer);
        return;
    }
    e.writer.reopen("} else {");
    emit::block(e, block);
    e.writer.close();
}

}  // namespace

/// stmt-16
void branch(Emission& e, const program::If& node) {
    const Text condition = operand(e, node.condition);
    e.writer.open(fmt::format("if ({}) {{", condition.text));
    arms(e, node);
}

/// stmt-17 to stmt-23
void counted_loop(Emission& e, const program::For& node) {
    const program::Local& variable = e.program().locals[node.variable.index];
    const std::array<const program::Expression*, 3> arguments{&node.start, &node.end, &node.step};
    std::vector<Text> texts = operands(e, arguments);
    // a constant step of 0 is an error of the checker (stmt-22)
    if (e.checks() && !std::holds_alternative<program::Constant>(node.step.node)) {
        constexpr std::array<std::string_view, 3> wishes{"start", "end", "step"};
        for (std::size_t i = 0; i < texts.size(); ++i)
            texts[i] = keep(e, variable.type, wishes[i], std::move(texts[i]));
        check_step(e, node.site, variable.type, texts[0], texts[1], texts[2]);
    }
    if (product_loop(e, node, texts)) return;
    if (node.unroll && e.options.toggles.unrolling == Unrolling::asked)
        e.writer.line(fmt::format("#pragma unroll {}", *node.unroll));
    e.names.open();
    const std::string range = e.names.declare(variable.name + "_range");
    const std::string header =
        fmt::format("for (ph::Range<{}> {}({}, {}, {}); {}.more(); {}.next()) {{", type_name(variable.type), range,
                    texts[0].text, texts[1].text, texts[2].text, range, range);
    braced(e, header, [&] {
        e.locals[node.variable.index] = e.names.declare(variable.name);
        e.writer.line(
            fmt::format("const {} {} = {}.value();", type_name(variable.type), e.locals[node.variable.index], range));
        block(e, *node.body);
    });
    e.names.close();
}

/// stmt-24, stmt-25: `continue` goes on with what the condition has written before it.
void conditional_loop(Emission& e, const program::While& node) {
    Captured condition = captured_operand(e, node.condition);
    const bool has_barrier = e.tile.plan.barrier_before_condition(node);
    const bool is_plain = condition.statements.empty() && !has_barrier;
    braced(e, fmt::format("while ({}) {{", is_plain ? condition.text.text : "true"), [&] {
        e.writer.line("ph::turn();");
        if (has_barrier) e.writer.line("ph::barrier(ctx);");
        if (!is_plain) {
            e.writer.append(std::move(condition.statements));
            e.writer.line(fmt::format("if ({}) break;", apply(UnaryOperator::logical_not, condition.text).text));
        }
        block(e, *node.body);
    });
}

}  // namespace phobos::emit
