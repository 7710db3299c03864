// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <utility>

#include "backend/emit/control.h"
#include "backend/emit/emitter.h"
#include "lang/base/overloaded.h"

namespace phobos::emit {
namespace {

using program::Form;

void assign(Emission& e, const program::Assign& node) {
    const Text value = operand(e, node.value);
    std::string& name = e.locals[node.local.index];
    if (!node.declares) {
        e.writer.line(fmt::format("{} = {};", name, value.text));
        return;
    }
    // declared after the value, in which an outer variable of the name may stand
    const program::Local& local = e.program().locals[node.local.index];
    name = e.names.declare(local.name);
    const std::string_view constant = e.assigned[node.local.index] ? "" : "const ";
    e.writer.line(fmt::format("{}{} {} = {};", constant, type_name(local.type), name, value.text));
}

void evaluate(Emission& e, const program::Expression& expression) {
    if (expression.type.form == Form::tile) return evaluate_tile(e, expression);
    const Text value = operand(e, expression);
    if (value.is_plain || value.text.empty()) return;
    const bool is_call = std::holds_alternative<program::Atomic>(expression.node);
    e.writer.line(is_call ? value.text + ";" : fmt::format("static_cast<void>({});", value.text));
}

void return_from(Emission& e, const program::Return& node) {
    const Function function = e.functions.back();  // calls in the value add to the stack
    if (!node.value) {
        if (function.jumps) e.writer.line("return;");
    } else if (node.value->type.form == Form::tile) {
        return_tile(e, *node.value);
        if (function.jumps) e.writer.line("return;");
    } else {
        const Text value = operand(e, *node.value);
        e.writer.line(function.jumps ? fmt::format("return {};", value.text)
                                     : fmt::format("{} = {};", function.result, value.text));
    }
}

}  // namespace

void statement(Emission& e, const program::Statement& statement) {
    using namespace program;
    const std::uint32_t outer = e.writer.enter(statement.span);
    if (e.tile.plan.barrier_before(statement)) e.writer.line("ph::barrier(ctx);");
    std::visit(Overloaded{
                   [&](const Assign& node) { assign(e, node); },
                   [&](const DeclareTile& node) { declare_tile(e, node); },
                   [&](const TileStore& node) { tile_store(e, node); },
                   [&](const Accumulate& node) { accumulate(e, node); },
                   [&](const Store& node) { store(e, node); },
                   [&](const RunStore& node) { run_store(e, node); },
                   [&](const If& node) { branch(e, node); },
                   [&](const For& node) { counted_loop(e, node); },
                   [&](const While& node) { conditional_loop(e, node); },
                   [&](const Break&) { e.writer.line("break;"); },
                   [&](const Continue&) { e.writer.line("continue;"); },
                   [&](const Return& node) { return_from(e, node); },
                   [&](const Evaluate& node) { evaluate(e, node.expression); },
                   [&](const Barrier&) { e.writer.line("ph::barrier(ctx);"); },
                   [&](const WarpBarrier&) { e.writer.line("ph::warp_barrier(ctx);"); },
                   [&](const GridBarrier& node) {
                       e.writer.line(
                           fmt::format("ph::grid_barrier(ctx, {}, {});", e.tensors[node.bar.index], node.site.index));
                   },
               },
               statement.node);
    e.writer.restore(outer);
}

void block(Emission& e, const program::Block& block) {
    e.names.open();
    for (const program::Statement& statement : block.statements) emit::statement(e, statement);
    if (e.tile.plan.barrier_at_end(block)) e.writer.line("ph::barrier(ctx);");
    e.names.close();
}

}  // namespace phobos::emit
