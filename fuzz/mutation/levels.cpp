// SPDX-License-Identifier: Apache-2.0
// Levels that are computed otherwise (chapter 08): the analysis is the right one, of a program that was changed before
// it, or a reading of the rules that leaves one out.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fuzz/mutation/changing.h"
#include "fuzz/mutation/level_changes.h"
#include "fuzz/mutation/registry.h"
#include "lang/check/elaborate.h"
#include "lang/check/level_oracle.h"
#include "lang/check/levels.h"
#include "lang/program/children.h"
#include "lang/syntax/parser.h"

namespace phobos::mutation {
namespace {

using diagnostics::Diagnostic;
using diagnostics::List;
using program::Program;

bool is_of_levels(const Diagnostic& diagnostic) {
    const auto number = static_cast<int>(diagnostic.code);
    return number >= 400 && number < 500;
}

check::Elaborated elaborated(const Question& question) {
    const syntax::Parsed parsed = syntax::parse(question.source);
    if (parsed.diagnostics.has_errors()) return {{}, parsed.diagnostics};
    return check::elaborate(parsed.file, {question.lanes}, question.settings);
}

}  // namespace

OnAnswer levels_after(OnProgram change) {
    return {[change = std::move(change.change)](const Question& question, List& list) {
        check::Elaborated found = elaborated(question);
        if (found.diagnostics.has_errors()) return false;
        List answer;
        for (Diagnostic& diagnostic : list.in_order())
            if (!is_of_levels(diagnostic)) answer.add(std::move(diagnostic));
        bool changed = false;
        for (Program& program : found.kernels) {
            changed = change(program) || changed;
            for (Diagnostic& diagnostic : check::analyse_levels(program).diagnostics.in_order())
                if (is_of_levels(diagnostic)) answer.add(std::move(diagnostic));
        }
        if (changed) list = std::move(answer);
        return changed;
    }};
}

OnAnswer forgiven_after(OnProgram change) {
    return {[change = std::move(change.change)](const Question& question, List& list) {
        std::vector<Diagnostic> before = list.in_order();
        if (std::ranges::none_of(before, is_of_levels)) return false;
        check::Elaborated found = elaborated(question);
        if (found.diagnostics.has_errors()) return false;
        std::vector<Diagnostic> still;
        for (Program& program : found.kernels) {
            change(program);
            for (Diagnostic& diagnostic : check::analyse_levels(program).diagnostics.in_order())
                still.push_back(std::move(diagnostic));
        }
        List answer;
        bool is_forgiven = false;
        for (Diagnostic& diagnostic : before) {
            const bool stays = !is_of_levels(diagnostic) || std::ranges::any_of(still, [&](const Diagnostic& other) {
                return is_of_levels(other) && other.span == diagnostic.span;
            });
            is_forgiven = is_forgiven || !stays;
            if (stays) answer.add(std::move(diagnostic));
        }
        if (is_forgiven) list = std::move(answer);
        return is_forgiven;
    }};
}

namespace {

/// A value that is varying.
OnProgram raised(const Pattern& pattern) {
    const Replacement replacement{pattern, "where(ctx.lane == 0, r, r)"};
    return {[replacement](Program& program) { return replace(program, replacement); }};
}
/// A field of ctx that is taken for another.
OnProgram taken_for(ContextField field, ContextField other) {
    return changing<program::ContextUse>([=](program::ContextUse& node) {
        if (node.field != field) return false;
        node.field = other;
        return true;
    });
}

bool is_zero(const Expression& expression) {
    const auto* constant = std::get_if<program::Constant>(&expression.node);
    return constant != nullptr && constant->value.bits == 0;
}

/// The statements of an arm stand in the place of an `if`.
template <class Chooses>
OnProgram without_branch(Chooses chooses) {
    return {[=](Program& program) {
        bool changed = false;
        rewrite(program.body, [&](Block& block) {
            for (std::size_t i = 0; i < block.statements.size(); ++i) {
                auto* branch = std::get_if<program::If>(&block.statements[i].node);
                if (branch == nullptr || !chooses(*branch)) continue;
                Block arm = std::move(*branch->then);
                block.statements.erase(block.statements.begin() + static_cast<std::ptrdiff_t>(i));
                block.statements.insert(block.statements.begin() + static_cast<std::ptrdiff_t>(i),
                                        std::make_move_iterator(arm.statements.begin()),
                                        std::make_move_iterator(arm.statements.end()));
                changed = true;
            }
        });
        return changed;
    }};
}

bool calls(const program::If& branch) {
    bool found = false;
    program::for_each_in(*branch.then, [&](const Expression& part) {
        found = found || std::holds_alternative<program::Call>(part.node);
    });
    return found;
}

// --- a reading that is too strict ---

constexpr program::Type truth{ScalarType::boolean, program::Form::scalar, 1, {}};
constexpr program::Type number{ScalarType::i32, program::Form::scalar, 1, {}};

/// `ctx.lane == ctx.warp`
Expression by_lane(Program& program, Span span) {
    const auto field = [&](ContextField name) {
        return Expression{program::ContextUse{name}, number, {program.expressions++}, span};
    };
    return {program::Binary{BinaryOperator::equal, field(ContextField::lane), field(ContextField::warp), std::nullopt},
            truth,
            {program.expressions++},
            span};
}
program::SiteId new_branch(Program& program, Span span) {
    program.sites.push_back({program::SiteKind::branch, span});
    return {static_cast<std::uint32_t>(program.sites.size() - 1)};
}

}  // namespace

bool make_varying(Program& program, Expression& part) {
    if (part.type.form != program::Form::scalar) return false;
    const program::Type type = part.type;
    const Span span = part.span;
    // A second copy of the part would double with every such part around it.
    Expression zero{program::Constant{{0}}, type, {program.expressions++}, span};
    std::vector<Expression> arms{by_lane(program, span), std::move(part), std::move(zero)};
    part = {program::Elementwise{Builtin::where, std::move(arms)}, type, {program.expressions++}, span};
    return true;
}

bool put_under_lanes(Program& program, Statement& statement) {
    const Span span = statement.span;
    Block arm{{std::move(statement)}};
    statement = {program::If{by_lane(program, span), std::move(arm), Block{}, new_branch(program, span)}, span};
    return true;
}

namespace {

/// The return with another value, where it has one that is a scalar: copies of the calls in it would make of a function
/// that a program calls often, and others in it, more than anyone can look at.
Statement early_return(Program& program, const Statement& late) {
    const auto& value = std::get<program::Return>(late.node).value;
    if (!value || value->type.form != program::Form::scalar) return late;
    return {program::Return{Expression{program::Constant{{0}}, value->type, {program.expressions++}, late.span}},
            late.span};
}

template <class Node>
OnProgram jumps_under_lanes() {
    return changing<Node>([](Node&, Statement& part, Program& program) { return put_under_lanes(program, part); });
}
/// What follows an `if` stands in its first arm.
OnProgram lanes_never_meet() {
    return {[](Program& program) {
        bool changed = false;
        rewrite(program.body, [&](Block& block) {
            for (std::size_t i = 0; i + 1 < block.statements.size(); ++i) {
                auto* branch = std::get_if<program::If>(&block.statements[i].node);
                if (branch == nullptr) continue;
                const auto rest = block.statements.begin() + static_cast<std::ptrdiff_t>(i) + 1;
                Block& arm = *branch->then;
                arm.statements.insert(arm.statements.end(), std::make_move_iterator(rest),
                                      std::make_move_iterator(block.statements.end()));
                block.statements.erase(rest, block.statements.end());
                changed = true;
            }
        });
        return changed;
    }};
}
/// Lanes that left a call early are taken to stay away behind it.
OnProgram calls_part_lanes() {
    return {[](Program& program) {
        bool changed = false;
        rewrite(program.body, [&](Block& block) {
            for (std::size_t i = 0; i < block.statements.size(); ++i) {
                bool found = false;
                rewrite(block.statements[i],
                        [&](Expression& part) { found = found || std::holds_alternative<program::Call>(part.node); });
                if (!found) continue;
                Statement leaves{program::Return{}, block.statements[i].span};
                put_under_lanes(program, leaves);
                block.statements.insert(block.statements.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                        std::move(leaves));
                changed = true;
                ++i;
            }
        });
        return changed;
    }};
}
/// Of variables that are assigned in an arm or a loop.
OnProgram assignments_inside_are_varying() {
    return {[](Program& program) {
        bool changed = false;
        const auto raise = Overloaded{[](Expression&) {},
                                      [&](Statement& inner) {
                                          auto* assigned = std::get_if<program::Assign>(&inner.node);
                                          if (assigned != nullptr)
                                              changed = make_varying(program, assigned->value) || changed;
                                      }};
        rewrite(program.body,
                [&](Statement& part) { mutation::for_each_block(part, [&](Block& block) { rewrite(block, raise); }); });
        return changed;
    }};
}
template <class Node>
OnProgram varying() {
    return changing<Node>([](Node&, Expression& part, Program& program) { return make_varying(program, part); });
}

void add_strict_readings(Faults& faults) {
    const auto add = [&](std::string id, std::string_view rules, OnProgram change) {
        faults.push_back({std::move(id), rules_of(rules), levels_after(std::move(change))});
    };
    add("conditions-are-varying", "level-22 level-36 level-45 level-9 level-10 level-13",
        changing<program::If>([](program::If& node, Statement& part, Program& program) {
            node.condition = by_lane(program, part.span);
            return true;
        }));
    add("sides-of-and-are-varying", "level-22 level-45 level-46",
        changing<program::Logical>([](program::Logical& node, Expression& part, Program& program) {
            *node.left = by_lane(program, part.span);
            return true;
        }));
    add("ranges-are-varying", "level-24 level-38",
        changing<program::For>(
            [](program::For& node, Statement&, Program& program) { return make_varying(program, node.end); }));
    add("conditions-of-while-are-varying", "level-23 level-25",
        changing<program::While>([](program::While& node, Statement& part, Program& program) {
            node.condition = by_lane(program, part.span);
            return true;
        }));
    add("breaks-are-of-lanes", "level-26 level-34", jumps_under_lanes<program::Break>());
    add("continues-are-of-lanes", "level-27 level-37 level-45 level-46", jumps_under_lanes<program::Continue>());
    add("returns-are-of-lanes", "level-26 level-28 level-31 level-42", {[](Program& program) {
            // A path must still end in a return: one more stands before each.
            bool changed = false;
            rewrite(program.body, [&](Block& block) {
                for (std::size_t i = 0; i < block.statements.size(); ++i) {
                    if (!std::holds_alternative<program::Return>(block.statements[i].node)) continue;
                    Statement early = early_return(program, block.statements[i]);
                    put_under_lanes(program, early);
                    block.statements.insert(block.statements.begin() + static_cast<std::ptrdiff_t>(i),
                                            std::move(early));
                    changed = true;
                    ++i;
                }
            });
            return changed;
        }});
    add("lanes-never-meet-after-an-if", "level-21 level-29", lanes_never_meet());
    add("calls-part-lanes", "level-43 level-29 level-30 level-20 level-8", calls_part_lanes());
    add("assignments-inside-are-varying", "level-35 level-37 level-39 level-6", assignments_inside_are_varying());
    add("variables-are-varying", "level-13 level-33 level-40", varying<program::LocalUse>());
    add("operators-are-varying", "level-15 level-2 level-1", varying<program::Binary>());
    add("arms-of-where-are-varying", "level-15", varying<program::Elementwise>());
    add("conversions-are-varying", "level-15", varying<program::Convert>());
    add("starts-of-slices-are-varying", "level-48 level-9 tile-48",
        changing<program::Slice>([](program::Slice& node, Expression&, Program& program) {
            bool changed = false;
            for (Expression& start : node.starts) changed = make_varying(program, start) || changed;
            return changed;
        }));
    add("starts-of-assigned-slices-are-varying", "level-48 level-9",
        changing<program::TileStore>([](program::TileStore& node, Statement&, Program& program) {
            bool changed = false;
            for (Expression& start : node.starts) changed = make_varying(program, start) || changed;
            return changed;
        }));
    add("scalars-beside-tiles-are-varying", "level-48",
        changing<program::TileStore>([](program::TileStore& node, Statement&, Program& program) {
            if (node.value.type.form == program::Form::scalar) return make_varying(program, node.value);
            bool changed = false;
            for_each_operand(node.value,
                             [&](Expression& operand) { changed = make_varying(program, operand) || changed; });
            return changed;
        }));
    add("subscripts-of-compounds-are-uniform", "level-49", changing<program::Store>([](program::Store& node) {
            if (!node.op) return false;
            for (Expression& subscript : node.subscripts)
                subscript = {program::Constant{}, subscript.type, subscript.id, subscript.span};
            return true;
        }));
    add("stored-values-are-levels-of-elements", "level-32 level-14", varying<program::Load>());
    add("results-of-tiles-are-of-lanes", "level-54 level-53 level-47",
        changing<program::TileStore>(
            [](program::TileStore&, Statement& part, Program& program) { return put_under_lanes(program, part); }));
}

/// Calls `visit` with the level that an operation stands at, and the highest it may have.
template <class Visit>
void for_each_operation(const Program& program, const check::level_oracle::Solution& solution, Visit visit) {
    const auto at = [&](program::SiteId site, Level highest) { visit(solution.control[site.index], highest); };
    const auto scoped = [&](Scope scope, program::SiteId site) {
        at(site, scope == Scope::lanes ? Level::warp_uniform : Level::uniform);
    };
    program::for_each_in(program.body, Overloaded{
                                           [&](const Expression& part) {
                                               if (const auto* node = std::get_if<program::Collective>(&part.node))
                                                   scoped(node->scope, node->site);
                                               if (const auto* node = std::get_if<program::Ballot>(&part.node))
                                                   scoped(Scope::lanes, node->site);
                                               if (const auto* node = std::get_if<program::Shuffle>(&part.node))
                                                   scoped(Scope::lanes, node->site);
                                               if (const auto* node = std::get_if<program::Slice>(&part.node)) {
                                                   scoped(Scope::threads, node->site);
                                                   for (const Expression& start : node->starts)
                                                       visit(solution.expressions[start.id.index], Level::uniform);
                                               }
                                               if (const auto* node = std::get_if<program::TileFunction>(&part.node))
                                                   scoped(Scope::threads, node->site);
                                           },
                                           [&](const Statement& part) {
                                               if (const auto* node = std::get_if<program::WarpBarrier>(&part.node))
                                                   scoped(Scope::lanes, node->site);
                                               if (const auto* node = std::get_if<program::Barrier>(&part.node))
                                                   scoped(Scope::threads, node->site);
                                               if (const auto* node = std::get_if<program::GridBarrier>(&part.node))
                                                   scoped(Scope::threads, node->site);
                                               if (const auto* node = std::get_if<program::DeclareTile>(&part.node))
                                                   scoped(Scope::threads, node->site);
                                               if (const auto* node = std::get_if<program::TileStore>(&part.node))
                                                   scoped(Scope::threads, node->site);
                                           },
                                       });
}

/// A front end that leaves out the joins of one rule: it accepts what nothing else forbids.
OnAnswer without_rule(int rule) {
    return {[rule](const Question& question, List& list) {
        List answer;
        bool has_errors = false;
        for (Diagnostic& diagnostic : list.in_order()) {
            if (!is_of_levels(diagnostic))
                answer.add(std::move(diagnostic));
            else
                has_errors = has_errors || diagnostic.code != diagnostics::Code::compound_assignment_shared;
        }
        if (!has_errors) return false;
        bool forbidden = false;
        for (const Program& program : elaborated(question).kernels) {
            const auto solution = check::level_oracle::solve(program, rule);
            forbidden = forbidden || solution.too_many_paths;
            for_each_operation(program, solution,
                               [&](Level level, Level highest) { forbidden = forbidden || level > highest; });
        }
        if (!forbidden) list = std::move(answer);
        return !forbidden;
    }};
}

}  // namespace

Faults level_faults() {
    using program::ShuffleKind;
    Faults faults;
    const auto add = [&](std::string id, std::string_view rules, Seam seam) {
        faults.push_back({std::move(id), rules_of(rules), std::move(seam)});
    };
    for (const int rule :
         {10, 11, 12, 13, 14, 15, 17, 18, 19, 20, 22, 23, 24, 25, 26, 27, 28, 33, 36, 37, 38, 39, 42, 53})
        add(fmt::format("levels-without-rule-{}", rule),
            fmt::format("level-{}{}", rule, rule >= 36 && rule <= 39 ? " level-34" : ""), without_rule(rule));
    // level-35 and level-30 say how the others are joined.
    add("meeting-points-raise-nothing", "level-35 level-34 level-40 level-2", without_rule(36));
    add("control-of-a-call-is-left-out", "level-30 level-8 level-21", levels_after(without_branch(calls)));
    add("warp-is-uniform", "level-10 level-1", levels_after(taken_for(ContextField::warp, ContextField::warps)));
    add("warp-is-varying", "level-10 level-1", levels_after(taken_for(ContextField::warp, ContextField::lane)));
    add("lane-is-warp-uniform", "level-11", levels_after(taken_for(ContextField::lane, ContextField::warp)));
    add("thread-is-warp-uniform", "level-11", levels_after(taken_for(ContextField::thread, ContextField::warp)));
    add("block-is-varying", "level-9", levels_after({[](Program& program) {
            bool changed = false;
            for (const ContextField field : {ContextField::block_x, ContextField::block_y, ContextField::grid_x})
                changed = taken_for(field, ContextField::lane).change(program) || changed;
            return changed;
        }}));
    add("dim-is-varying", "level-9", levels_after(changing<program::DimUse>([](program::DimUse&, Expression& part) {
            part.node = program::ContextUse{ContextField::lane};
            return true;
        })));
    add("element-is-varying", "level-14 level-32 level-44", levels_after(raised({ElementRead{}})));
    for (const Scope scope : {Scope::threads, Scope::lanes})
        add(scope == Scope::threads ? "collective-over-threads-is-varying" : "collective-over-lanes-is-varying",
            scope == Scope::threads ? "level-16" : "level-17", levels_after({[scope](Program& program) {
                bool changed = false;
                for (const CollectiveRow& row : collectives)
                    changed = raised({CollectiveOf{row.op, scope}}).change(program) || changed;
                return changed;
            }}));
    add("ballot-is-varying", "level-17", levels_after(raised({BallotOf{}})));
    add("shuffle-is-varying", "level-19 level-18", levels_after(raised({ShuffleKind::lane})));
    add("shuffle-xor-is-varying", "level-18", levels_after(raised({ShuffleKind::exclusive_or})));
    add("shuffle-up-is-varying", "level-18", levels_after(raised({ShuffleKind::up})));
    add("shuffle-down-is-varying", "level-18", levels_after(raised({ShuffleKind::down})));
    add("arguments-are-varying", "level-8 level-13", levels_after(changing<program::Call>([](program::Call& node) {
            for (program::Binding& binding : node.bindings) {
                if (binding.argument->type.form != program::Form::scalar) continue;
                binding.argument->node = program::ContextUse{ContextField::lane};
            }
            return !node.bindings.empty();
        })));
    add("result-of-a-call-is-varying", "level-20 level-42",
        levels_after(changing<program::Return>([](program::Return& node) {
            if (!node.value || node.value->type.form != program::Form::scalar) return false;
            node.value->node = program::ContextUse{ContextField::lane};
            return true;
        })));
    add("times-zero-is-uniform", "level-7",
        levels_after(changing<program::Binary>([](program::Binary& node, Expression& part) {
            if (node.op != BinaryOperator::multiply || !is_zero(*node.right)) return false;
            Expression zero = *node.right;
            part.node = std::move(zero.node);
            return true;
        })));
    add("thread-over-lanes-is-the-warp", "level-7",
        levels_after(changing<program::Binary>([](program::Binary& node, Expression& part) {
            const auto* thread = std::get_if<program::ContextUse>(&node.left->node);
            if (node.op != BinaryOperator::divide || thread == nullptr || thread->field != ContextField::thread)
                return false;
            part.node = program::ContextUse{ContextField::warp};
            return true;
        })));
    add("assignment-to-an-element-asks-as-a-compound-one", "level-51",
        levels_after(changing<program::Store>([](program::Store& node) {
            if (node.op || node.value.type.element == ScalarType::boolean) return false;
            node.op = BinaryOperator::add;
            return true;
        })));
    add("break-ends-the-function", "level-29 level-41",
        levels_after(changing<program::Break>([](program::Break&, Statement& part) {
            part.node = program::Return{};
            return true;
        })));
    add("continue-ends-the-function", "level-29 level-41",
        levels_after(changing<program::Continue>([](program::Continue&, Statement& part) {
            part.node = program::Return{};
            return true;
        })));
    add("break-is-left-out", "level-26 level-29",
        levels_after(changing<program::Break>([](program::Break&, Statement& part) {
            part.node = program::Continue{};
            return true;
        })));
    add_strict_readings(faults);
    return faults;
}

}  // namespace phobos::mutation
