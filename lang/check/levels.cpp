// SPDX-License-Identifier: Apache-2.0
#include "lang/check/levels.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "lang/base/overloaded.h"
#include "lang/check/level_rules.h"
#include "lang/check/level_walk.h"
#include "lang/check/level_why.h"

namespace phobos::check {

namespace {

using namespace program;
using diagnostics::Code;
using diagnostics::Diagnostic;

std::string shuffle(const Expression& expression) {
    const auto* node = std::get_if<Shuffle>(&expression.node);
    if (node == nullptr) return "ballot";
    switch (node->kind) {
        case ShuffleKind::lane: return "shuffle";
        case ShuffleKind::exclusive_or: return "shuffle_xor";
        case ShuffleKind::up: return "shuffle_up";
        case ShuffleKind::down: return "shuffle_down";
    }
    return {};
}

std::string tile_operation(const Demand& demand) {
    if (demand.statement == nullptr) return "a tile as an argument";
    const auto& node = demand.statement->node;
    if (std::holds_alternative<DeclareTile>(node)) return "the declaration of a tile";
    if (std::holds_alternative<Return>(node)) return "the return of a tile";
    const auto* store = std::get_if<TileStore>(&node);
    const bool is_slice = store != nullptr ? !store->starts.empty() : !std::get<Accumulate>(node).starts.empty();
    return is_slice ? "the assignment of a slice" : "the assignment of a tile";
}

/// What the operation of a demand is called in messages.
std::string operation(const Demand& demand) {
    switch (demand.kind) {
        case Demand::Kind::collective: {
            const auto& node = std::get<Collective>(demand.expression->node);
            return fmt::format("{}<over {}>", spelling(node.op), spelling(node.scope));
        }
        case Demand::Kind::shuffle: return shuffle(*demand.expression);
        case Demand::Kind::barrier: return "barrier()";
        case Demand::Kind::warp_barrier: return "warp_barrier()";
        case Demand::Kind::grid_barrier: return "grid_barrier";
        case Demand::Kind::tile: return tile_operation(demand);
        case Demand::Kind::tile_operand: return "a scalar operand of a tile operation";
        case Demand::Kind::slice_start: return "the start of a slice";
        case Demand::Kind::compound: return "a compound assignment";
        case Demand::Kind::atomic: return "an atomic";
    }
    return {};
}

Span place(const Demand& demand) {
    return demand.expression != nullptr ? demand.expression->span : demand.statement->span;
}

void add_calls(const Demand& demand, Diagnostic& diagnostic) {
    for (auto call = demand.calls.rbegin(); call != demand.calls.rend(); ++call)
        diagnostic.notes.push_back({*call, "in this call"});
}

/// level-45 to level-47
Diagnostic divergent(const Program& program, const LevelSolution& solution, const Demand& demand, Code code) {
    const Level allowed = level_rules::highest_control(demand.scope);
    const std::string_view whose = demand.scope == Scope::lanes ? "all lanes of a warp" : "all threads of the CTA";
    Diagnostic diagnostic{code,
                          place(demand),
                          fmt::format("{} needs {} together, but control flow is {} here", operation(demand), whose,
                                      spelling(demand.control)),
                          {},
                          std::nullopt};
    add_calls(demand, diagnostic);
    for (auto entry = demand.path.rbegin(); entry != demand.path.rend(); ++entry) {
        if (entry->level <= allowed) continue;
        WhyWalk why(program, solution);
        why.control(*entry, allowed);
        diagnostic.notes.insert(diagnostic.notes.end(), why.notes().begin(), why.notes().end());
        diagnostic.fix = why.fix();
        break;
    }
    return diagnostic;
}

/// level-47
Diagnostic divergent_tile(const Program& program, const LevelSolution& solution, const Demand& demand) {
    Diagnostic diagnostic = divergent(program, solution, demand, Code::tile_operation_divergent);
    diagnostic.notes.push_back({place(demand),
                                "a tile operation is one of the whole CTA and stands outside of such control flow; "
                                "a thread by itself reaches elements, as in `t[i, j]`"});
    return diagnostic;
}

/// level-48
Diagnostic divergent_operand(const Program& program, const LevelSolution& solution, const Demand& demand) {
    Diagnostic diagnostic{Code::tile_operand_divergent,
                          place(demand),
                          fmt::format("{} is the same in all threads of the CTA, but this is {}", operation(demand),
                                      spelling(demand.operands)),
                          {},
                          std::nullopt};
    add_calls(demand, diagnostic);
    WhyWalk why(program, solution);
    why.value(*demand.expression, Level::uniform);
    diagnostic.notes.insert(diagnostic.notes.end(), why.notes().begin(), why.notes().end());
    diagnostic.fix = why.fix();
    return diagnostic;
}

/// level-49
Diagnostic shared_compound(const Demand& demand) {
    Diagnostic diagnostic{
        Code::compound_assignment_shared,
        place(demand),
        fmt::format("every lane of a warp would read and write this one element, since its subscripts are {} "
                    "and control flow is {}",
                    spelling(demand.operands), spelling(demand.control)),
        {},
        std::nullopt};
    diagnostic.notes.push_back({place(demand), "let one thread do it (`if ctx.lane == 0`), or use an atomic"});
    add_calls(demand, diagnostic);
    return diagnostic;
}

/// level-50
Diagnostic uniform_atomic(const Demand& demand) {
    Diagnostic diagnostic{Code::atomic_uniform,
                          place(demand),
                          "every thread of the CTA performs this atomic on the same element",
                          {},
                          std::nullopt};
    diagnostic.notes.push_back({place(demand), "if one is meant, let one thread do it (`if ctx.thread == 0`)"});
    add_calls(demand, diagnostic);
    return diagnostic;
}

void judge(const Program& program, const LevelSolution& solution, const Demand& demand, diagnostics::List& list) {
    const Level meeting = join(demand.operands, demand.control);
    switch (demand.kind) {
        case Demand::Kind::collective:
        case Demand::Kind::shuffle:
        case Demand::Kind::barrier:
        case Demand::Kind::warp_barrier:
        case Demand::Kind::grid_barrier:
            if (demand.control > level_rules::highest_control(demand.scope))
                list.add(divergent(
                    program, solution, demand,
                    demand.scope == Scope::lanes ? Code::lane_operation_divergent : Code::block_operation_divergent));
            return;
        case Demand::Kind::tile:
            if (demand.control > Level::uniform) list.add(divergent_tile(program, solution, demand));
            return;
        case Demand::Kind::tile_operand:
        case Demand::Kind::slice_start: list.add(divergent_operand(program, solution, demand)); return;
        case Demand::Kind::compound:
            if (meeting <= Level::warp_uniform) list.add(shared_compound(demand));
            return;
        case Demand::Kind::atomic:
            if (meeting == Level::uniform) list.add(uniform_atomic(demand));
            return;
    }
}

}  // namespace

LevelAnalysis analyse_levels(const Program& program) {
    LevelSolution solution = solve_levels(program);
    LevelAnalysis analysis;
    for (const Demand& demand : solution.demands) judge(program, solution, demand, analysis.diagnostics);
    analysis.levels = std::move(solution.levels);
    return analysis;
}

}  // namespace phobos::check
