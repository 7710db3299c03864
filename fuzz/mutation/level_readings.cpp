// SPDX-License-Identifier: Apache-2.0
// Single rules of chapter 08 that are read too leniently, or in one place too strictly.
#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "fuzz/mutation/changing.h"
#include "fuzz/mutation/level_changes.h"
#include "fuzz/mutation/registry.h"

namespace phobos::mutation {
namespace {

using program::Program;

bool is_of_threads(ContextField field) { return field == ContextField::thread || field == ContextField::lane; }
bool is_scalar(const Expression& part) { return part.type.form == program::Form::scalar; }
bool make_uniform(Expression& part) {
    if (!is_scalar(part)) return false;
    part.node = program::Constant{};
    return true;
}

// --- jumps ---

template <class Is>
OnProgram without(Is is) {
    return {[is](Program& program) {
        bool changed = false;
        rewrite(program.body, [&](Block& block) { changed = std::erase_if(block.statements, is) > 0 || changed; });
        return changed;
    }};
}
bool is_break(const Statement& statement) { return std::holds_alternative<program::Break>(statement.node); }
bool returns_nothing(const Statement& statement) {
    const auto* node = std::get_if<program::Return>(&statement.node);
    return node != nullptr && !node->value;
}

bool returns_to_breaks(Block& block) {
    bool changed = false;
    for (Statement& statement : block.statements) {
        if (returns_nothing(statement)) {
            statement.node = program::Break{};
            changed = true;
        }
        for_each_block(statement, [&](Block& inner) { changed = returns_to_breaks(inner) || changed; });
    }
    return changed;
}
/// A `return` in a loop of the kernel leaves that loop only.
bool returns_end_their_loop(Block& block) {
    bool changed = false;
    for (Statement& statement : block.statements) {
        const bool is_loop = std::holds_alternative<program::For>(statement.node) ||
                             std::holds_alternative<program::While>(statement.node);
        for_each_block(statement, [&](Block& inner) {
            changed = (is_loop ? returns_to_breaks(inner) : returns_end_their_loop(inner)) || changed;
        });
    }
    return changed;
}

bool no_path_goes_on(const Statement& statement) {
    if (const auto* branch = std::get_if<program::If>(&statement.node)) {
        const auto ends = [](const Block& arm) {
            return !arm.statements.empty() && no_path_goes_on(arm.statements.back());
        };
        return ends(*branch->then) && ends(*branch->otherwise);
    }
    return is_break(statement) || std::holds_alternative<program::Continue>(statement.node) ||
           std::holds_alternative<program::Return>(statement.node);
}
OnProgram without_unreached_places() {
    return {[](Program& program) {
        bool changed = false;
        rewrite(program.body, [&](Block& block) {
            const auto last = std::ranges::find_if(block.statements, no_path_goes_on);
            if (last == block.statements.end() || last + 1 == block.statements.end()) return;
            block.statements.erase(last + 1, block.statements.end());
            changed = true;
        });
        return changed;
    }};
}

bool has_jump(Block& block) {
    bool found = false;
    rewrite(block, [&](Statement& inner) {
        found = found || is_break(inner) || std::holds_alternative<program::Continue>(inner.node);
    });
    return found;
}
/// The levels that a first turn alone would give.
OnProgram loops_of_one_turn() {
    return changing<program::For>([](program::For& loop, Statement& statement, Program& program) {
        if (has_jump(*loop.body)) return false;
        Block body = std::move(*loop.body);
        body.statements.insert(body.statements.begin(),
                               Statement{program::Assign{loop.variable, loop.start, true}, statement.span});
        const program::Type truth{ScalarType::boolean, program::Form::scalar, 1, {}};
        Expression always{program::Constant{{1}}, truth, {program.expressions++}, statement.span};
        const program::SiteId site = loop.site;
        statement.node = program::If{std::move(always), std::move(body), Block{}, site};
        return true;
    });
}

// --- expressions ---

template <class Node>
OnProgram arguments_are_uniform() {
    return changing<Node>([](Node& node) {
        bool changed = false;
        for (program::Binding& binding : node.bindings) changed = make_uniform(*binding.argument) || changed;
        return changed;
    });
}
OnProgram fields_are_uniform() {
    return changing<program::ContextUse>([](program::ContextUse& node) {
        if (node.field != ContextField::warp && !is_of_threads(node.field)) return false;
        node.field = ContextField::threads;
        return true;
    });
}
/// The join of a warp-uniform and a varying operand is taken for warp-uniform.
OnProgram warp_uniform_is_above_varying() {
    return changing<program::Binary>([](program::Binary& node, Expression& part, Program&) {
        bool has_warp = false;
        rewrite(part, [&](Expression& inner) {
            const auto* use = std::get_if<program::ContextUse>(&inner.node);
            has_warp = has_warp || (use != nullptr && use->field == ContextField::warp);
        });
        if (!has_warp) return false;
        bool changed = false;
        for (Expression* side : {&*node.left, &*node.right})
            rewrite(*side, [&](Expression& inner) {
                auto* use = std::get_if<program::ContextUse>(&inner.node);
                if (use == nullptr || !is_of_threads(use->field)) return;
                use->field = ContextField::threads;
                changed = true;
            });
        return changed;
    });
}

// --- what is too strict in one place ---

/// Lanes that a call parts are taken not to be together in the statement around it.
OnProgram calls_part_their_statement() {
    return {[](Program& program) {
        bool changed = false;
        rewrite(program.body, [&](Block& block) {
            for (std::size_t i = 0; i < block.statements.size(); ++i) {
                bool has_call = false;
                for_each_expression(block.statements[i], [&](Expression& whole) {
                    rewrite(whole, [&](Expression& part) {
                        has_call = has_call || std::holds_alternative<program::Call>(part.node);
                    });
                });
                if (!has_call) continue;
                Statement leaves{program::Return{}, block.statements[i].span};
                put_under_lanes(program, leaves);
                block.statements.insert(block.statements.begin() + static_cast<std::ptrdiff_t>(i), std::move(leaves));
                changed = true;
                ++i;
            }
        });
        return changed;
    }};
}
OnProgram scalars_of_kernels_are_varying() {
    return {[](Program& program) {
        bool changed = false;
        rewrite(program.body, [&](Expression& part) {
            const auto* use = std::get_if<program::LocalUse>(&part.node);
            if (use == nullptr) return;
            for (const program::Parameter& parameter : program.parameters) {
                const auto* scalar = std::get_if<program::LocalId>(&parameter);
                if (scalar == nullptr || scalar->index != use->local.index) continue;
                changed = make_varying(program, part) || changed;
                return;
            }
        });
        return changed;
    }};
}

}  // namespace

Faults level_reading_faults() {
    Faults faults;
    const auto forgiven = [&](std::string id, std::string_view rules, OnProgram change) {
        faults.push_back({std::move(id), rules_of(rules), forgiven_after(std::move(change))});
    };
    const auto strict = [&](std::string id, std::string_view rules, OnProgram change) {
        faults.push_back({std::move(id), rules_of(rules), levels_after(std::move(change))});
    };
    forgiven("every-field-of-ctx-is-uniform", "level-9 level-10 level-11", fields_are_uniform());
    forgiven("warp-uniform-is-above-varying", "level-1 level-2", warp_uniform_is_above_varying());
    forgiven("operators-have-the-level-of-their-left-operand", "level-2 level-15",
             changing<program::Binary>([](program::Binary& node) { return make_uniform(*node.right); }));
    forgiven("levels-are-those-of-a-first-turn", "level-6 level-39", loops_of_one_turn());
    forgiven("arguments-carry-no-level", "level-8 level-13 level-44", arguments_are_uniform<program::Call>());
    forgiven("arguments-of-generate-ask-nothing", "tile-43 level-48", arguments_are_uniform<program::Generate>());
    forgiven("results-carry-no-level", "level-20 level-42", changing<program::Return>([](program::Return& node) {
                 return node.value.has_value() && make_uniform(*node.value);
             }));
    forgiven("elements-have-no-level", "level-14 level-32",
             changing<program::Load>([](program::Load&, Expression& part) { return make_uniform(part); }));
    forgiven("collectives-over-lanes-are-as-those-over-threads", "level-16 level-17",
             changing<program::Collective>(
                 [](program::Collective& node) { return std::exchange(node.scope, Scope::threads) == Scope::lanes; }));
    forgiven("shuffles-of-all-values-are-uniform", "level-18 level-19",
             changing<program::Shuffle>([](program::Shuffle& node) { return make_uniform(*node.value); }));
    forgiven("breaks-raise-nothing", "level-26 level-29", without(is_break));
    forgiven("returns-raise-nothing", "level-26 level-28", without(returns_nothing));
    forgiven("returns-end-their-loop", "level-28 level-29",
             {[](Program& program) { return returns_end_their_loop(program.body); }});
    forgiven("unreached-places-are-not-held", "level-31 stmt-27", without_unreached_places());
    forgiven("compound-assignments-ask-as-plain-ones", "level-49 level-51",
             changing<program::Store>([](program::Store& node) { return std::exchange(node.op, {}).has_value(); }));
    strict("calls-part-their-statement", "level-43", calls_part_their_statement());
    strict("scalars-of-kernels-are-varying", "level-9", scalars_of_kernels_are_varying());
    return faults;
}

}  // namespace phobos::mutation
