// SPDX-License-Identifier: Apache-2.0
// Statements, calls and ctx that do something else (chapters 03, 04 and 11).
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "fuzz/mutation/changing.h"
#include "fuzz/mutation/registry.h"
#include "lang/vocabulary/context.h"
#include "lang/vocabulary/scalar_value.h"

namespace phobos::mutation {
namespace {

using program::Program;

Expression constant(std::int64_t value, const Expression& like) {
    const int unused = 64 - bits(like.type.element);
    return {program::Constant{{static_cast<std::uint64_t>(value) << unused >> unused}}, like.type, like.id, like.span};
}
/// left op right, of integers that have one type.
Expression combined(BinaryOperator op, Expression left, Expression right) {
    const program::Type type = left.type;
    const program::ExpressionId id = left.id;
    const Span span = left.span;
    return {program::Binary{op, std::move(left), std::move(right), std::nullopt}, type, id, span};
}
std::optional<std::int64_t> value_of(const Expression& expression) {
    if (const auto* minus = std::get_if<program::Unary>(&expression.node); minus != nullptr) {
        const auto operand = value_of(*minus->operand);
        if (!operand || minus->op != UnaryOperator::negate) return std::nullopt;
        return -*operand;
    }
    const auto* node = std::get_if<program::Constant>(&expression.node);
    if (node == nullptr) return std::nullopt;
    return integer_value(expression.type.element, node->value);
}

/// Takes statements of a kind out of every block.
template <class Node>
OnProgram dropping() {
    return {[](Program& program) {
        bool changed = false;
        rewrite(program.body, [&](Block& block) {
            changed = std::erase_if(block.statements,
                                    [](const Statement& statement) {
                                        return std::holds_alternative<Node>(statement.node);
                                    }) > 0 ||
                      changed;
        });
        return changed;
    }};
}

// --- ctx (ctx-31 to ctx-35) ---

void add_context(Faults& faults) {
    constexpr std::array<std::array<ContextField, 2>, 14> taken{{
        {ContextField::thread, ContextField::lane},
        {ContextField::thread, ContextField::warp},
        {ContextField::warp, ContextField::lane},
        {ContextField::warp, ContextField::thread},
        {ContextField::lane, ContextField::thread},
        {ContextField::lane, ContextField::warp},
        {ContextField::block_x, ContextField::block_y},
        {ContextField::block_x, ContextField::thread},
        {ContextField::block_y, ContextField::block_x},
        {ContextField::block_z, ContextField::block_y},
        {ContextField::grid_x, ContextField::grid_y},
        {ContextField::grid_y, ContextField::grid_x},
        {ContextField::grid_z, ContextField::grid_y},
        {ContextField::grid_x, ContextField::block_x},
    }};
    for (const auto& [field, other] : taken) {
        std::string rules = "ctx-31";
        if (field <= ContextField::lane) rules += " ctx-32";
        if (field >= ContextField::block_x && field <= ContextField::block_z) rules += " ctx-34 builtin-31";
        faults.push_back({id_of({spelling(field), "is", spelling(other)}), rules_of(rules),
                          changing<program::ContextUse>([field, other](program::ContextUse& node) {
                              if (node.field != field) return false;
                              node.field = other;
                              return true;
                          })});
    }
    faults.push_back({"warps-count-down",
                      {"ctx-31", "ctx-32"},
                      changing<program::ContextUse>([](program::ContextUse& node, Expression& part, Program& program) {
                          if (node.field != ContextField::warp || program.warps() == 1) return false;
                          part = combined(BinaryOperator::subtract, constant(program.warps() - 1, part), part);
                          return true;
                      })});
    faults.push_back({"lanes-count-down",
                      {"ctx-31", "ctx-32"},
                      changing<program::ContextUse>([](program::ContextUse& node, Expression& part, Program& program) {
                          if (node.field != ContextField::lane) return false;
                          part = combined(BinaryOperator::subtract, constant(program.lanes - 1, part), part);
                          return true;
                      })});
    faults.push_back(
        {"dim-is-one-more", {"ctx-5", "builtin-30"}, changing<program::DimUse>([](program::DimUse&, Expression& part) {
             part = combined(BinaryOperator::add, part, constant(1, part));
             return true;
         })});
    faults.push_back({"dims-are-taken-for-each-other",
                      {"ctx-5", "ctx-2"},
                      changing<program::DimUse>([](program::DimUse& node, Expression&, Program& program) {
                          if (program.dims.size() < 2) return false;
                          node.dim = {static_cast<std::uint32_t>((node.dim.index + 1) % program.dims.size())};
                          return true;
                      })});
}

// --- loops (stmt-17 to stmt-25, exec-7, exec-8) ---

/// A loop over a range as a `while` that counts its variable in its own type.
bool counted(program::For& loop, Statement& statement) {
    const auto step = value_of(loop.step);
    if (!step || *step == 0) return false;
    bool jumps = false;
    for (const Statement& inner : loop.body->statements)
        jumps = jumps || std::holds_alternative<program::Continue>(inner.node) ||
                std::holds_alternative<program::If>(inner.node);
    if (jumps) return false;
    const Span span = statement.span;
    const Expression variable{program::LocalUse{loop.variable}, loop.start.type, loop.start.id, span};
    Expression more = combined(*step > 0 ? BinaryOperator::less : BinaryOperator::greater, variable, loop.end);
    more.type.element = ScalarType::boolean;
    Block body = std::move(*loop.body);
    body.statements.push_back(
        {program::Assign{loop.variable, combined(BinaryOperator::add, variable, loop.step), false}, span});
    Block both{{Statement{program::Assign{loop.variable, loop.start, true}, span},
                Statement{program::While{std::move(more), std::move(body), loop.site}, span}}};
    Expression always{program::Constant{{1}}, {ScalarType::boolean, program::Form::scalar, 1, {}}, loop.start.id, span};
    statement.node = program::If{std::move(always), std::move(both), Block{}, loop.site};
    return true;
}

void add_loops(Faults& faults) {
    using program::For;
    const auto add = [&](std::string_view id, std::string_view rules, Seam seam) {
        faults.push_back({std::string(id), rules_of(rules), std::move(seam)});
    };
    add("range-includes-its-end", "stmt-17 stmt-18", changing<For>([](For& loop) {
            loop.end = combined(BinaryOperator::add, loop.end, constant(1, loop.end));
            return true;
        }));
    add("range-leaves-out-its-start", "stmt-17 stmt-18", changing<For>([](For& loop) {
            loop.start = combined(BinaryOperator::add, loop.start, loop.step);
            return true;
        }));
    add("range-begins-at-one", "stmt-18", changing<For>([](For& loop) {
            if (value_of(loop.start) != 0) return false;
            loop.start = constant(1, loop.start);
            return true;
        }));
    add("range-step-is-one", "stmt-17", changing<For>([](For& loop) {
            if (value_of(loop.step) == 1) return false;
            loop.step = constant(1, loop.step);
            return true;
        }));
    add("range-downward-is-empty", "stmt-17 stmt-21", changing<For>([](For& loop) {
            const auto step = value_of(loop.step);
            if (!step || *step >= 0) return false;
            loop.end = loop.start;
            return true;
        }));
    add("range-goes-one-turn-at-least", "stmt-21", changing<For>([](For& loop, Statement& statement) {
            const Span span = statement.span;
            Block body = *loop.body;
            bool jumps = false;
            rewrite(body, [&](Statement& inner) {
                jumps = jumps || std::holds_alternative<program::Break>(inner.node) ||
                        std::holds_alternative<program::Continue>(inner.node);
            });
            if (jumps) return false;
            For rest = loop;
            rest.start = combined(BinaryOperator::add, rest.start, rest.step);
            body.statements.insert(body.statements.begin(),
                                   Statement{program::Assign{loop.variable, loop.start, true}, span});
            body.statements.push_back({std::move(rest), span});
            Expression always{
                program::Constant{{1}}, {ScalarType::boolean, program::Form::scalar, 1, {}}, loop.start.id, span};
            const program::SiteId site = loop.site;
            statement.node = program::If{std::move(always), std::move(body), Block{}, site};
            return true;
        }));
    add("range-wraps-and-is-judged-each-turn", "stmt-17 stmt-20 stmt-19", changing<For>(counted));
    add("loop-variable-keeps-its-start", "stmt-17 stmt-9", changing<For>([](For& loop, Statement& statement) {
            loop.body->statements.insert(loop.body->statements.begin(),
                                         Statement{program::Assign{loop.variable, loop.start, false}, statement.span});
            return true;
        }));
    add("unrolled-loop-goes-one-turn-more", "stmt-23", changing<For>([](For& loop) {
            if (!loop.unroll) return false;
            loop.end = combined(BinaryOperator::add, loop.end, loop.step);
            return true;
        }));
    add("unrolled-loop-leaves-out-the-rest", "stmt-23", changing<For>([](For& loop) {
            const auto start = value_of(loop.start);
            const auto end = value_of(loop.end);
            const auto step = value_of(loop.step);
            if (!loop.unroll || !start || !end || !step || *step <= 0) return false;
            const std::int64_t turns = (*end - *start + *step - 1) / *step;
            if (turns % *loop.unroll == 0) return false;
            loop.end = constant(*start + turns / *loop.unroll * *loop.unroll * *step, loop.end);
            return true;
        }));
    add("loop-over-a-range-goes-no-turn", "stmt-17 exec-7", changing<For>([](For& loop) {
            loop.end = loop.start;
            return true;
        }));
    add("while-goes-one-turn", "stmt-24 exec-7",
        changing<program::While>([](program::While& loop, Statement& statement) {
            bool jumps = false;
            for (const Statement& inner : loop.body->statements)
                jumps = jumps || std::holds_alternative<program::If>(inner.node) ||
                        std::holds_alternative<program::Break>(inner.node) ||
                        std::holds_alternative<program::Continue>(inner.node);
            if (jumps) return false;
            Block body = std::move(*loop.body);
            Expression condition = std::move(loop.condition);
            const program::SiteId site = loop.site;
            statement.node = program::If{std::move(condition), std::move(body), Block{}, site};
            return true;
        }));
    add("while-goes-no-turn", "stmt-24", dropping<program::While>());
    add("while-until", "stmt-24", changing<program::While>([](program::While& loop) {
            Expression condition = loop.condition;
            const Span span = condition.span;
            const program::Type type = condition.type;
            const program::ExpressionId id = condition.id;
            loop.condition = {program::Unary{UnaryOperator::logical_not, std::move(condition)}, type, id, span};
            return true;
        }));
    add("break-goes-on", "stmt-25 exec-7", dropping<program::Break>());
    add("continue-goes-on", "stmt-25 exec-8", dropping<program::Continue>());
    add("break-is-continue", "stmt-25", changing<program::Break>([](program::Break&, Statement& statement) {
            statement.node = program::Continue{};
            return true;
        }));
    add("continue-is-break", "stmt-25", changing<program::Continue>([](program::Continue&, Statement& statement) {
            statement.node = program::Break{};
            return true;
        }));
}

// --- the other statements ---

/// A return that goes on: the value is dropped.
OnProgram returns_go_on() {
    return {[](Program& program) {
        bool changed = false;
        const auto is_bare = [](const Statement& statement) {
            const auto* node = std::get_if<program::Return>(&statement.node);
            return node != nullptr && !node->value;
        };
        rewrite(program.body, [&](Block& block) { changed = std::erase_if(block.statements, is_bare) > 0 || changed; });
        return changed;
    }};
}

void add_statements(Faults& faults) {
    const auto add = [&](std::string_view id, std::string_view rules, Seam seam) {
        faults.push_back({std::string(id), rules_of(rules), std::move(seam)});
    };
    using program::If;
    add("arms-are-swapped", "stmt-16 exec-6", changing<If>([](If& branch) {
            std::swap(*branch.then, *branch.otherwise);
            return true;
        }));
    add("else-is-left-out", "stmt-16 exec-6 exec-9", changing<If>([](If& branch) {
            const bool changed = !branch.otherwise->statements.empty();
            branch.otherwise->statements.clear();
            return changed;
        }));
    add("both-arms-are-executed", "stmt-16 exec-5 exec-6 exec-9", changing<If>([](If& branch) {
            if (branch.otherwise->statements.empty()) return false;
            Block both = *branch.then;
            both.statements.insert(both.statements.end(), branch.otherwise->statements.begin(),
                                   branch.otherwise->statements.end());
            *branch.then = std::move(both);
            return true;
        }));
    add("condition-is-taken-for-true", "stmt-15 stmt-16 exec-5 exec-9 run-31", changing<If>([](If& branch) {
            branch.condition.node = program::Constant{{1}};
            return true;
        }));
    add("condition-is-that-of-the-first-lane", "exec-6 exec-9 stmt-16",
        changing<If>([](If& branch, Statement& statement, Program& program) {
            bool has_shuffle = false;
            rewrite(branch.condition, [&](Expression& part) {
                has_shuffle = has_shuffle || std::holds_alternative<program::Collective>(part.node);
            });
            if (has_shuffle) return false;
            bool changed = false;
            rewrite(branch.condition, [&](Expression& part) {
                const auto* use = std::get_if<program::ContextUse>(&part.node);
                if (use == nullptr) return;
                if (use->field == ContextField::lane)
                    part = constant(0, part), changed = true;
                else if (use->field == ContextField::thread) {
                    Expression warp = part;
                    warp.node = program::ContextUse{ContextField::warp};
                    part = combined(BinaryOperator::multiply, std::move(warp), constant(program.lanes, part));
                    changed = true;
                }
            });
            static_cast<void>(statement);
            return changed;
        }));
    add("return-goes-on", "stmt-26 exec-8 stmt-27 level-31", returns_go_on());
    add("second-assignment-is-lost", "stmt-10 stmt-5", changing<program::Assign>([](program::Assign& node) {
            if (node.declares || std::holds_alternative<program::LocalUse>(node.value.node)) return false;
            node.value.node = program::LocalUse{node.local};
            return node.value.type.form == program::Form::scalar;
        }));
    add("stores-are-lost", "stmt-10 type-12 ctx-3 exec-20", dropping<program::Store>());
    add("compound-stores-replace", "stmt-12 stmt-13 stmt-14", changing<program::Store>([](program::Store& node) {
            const bool changed = node.op.has_value() && shape(*node.op) != OperatorShape::shift;
            if (changed) node.op.reset();
            return changed;
        }));
    add("calls-as-statements-are-lost", "stmt-28 exec-4", dropping<program::Evaluate>());
    add("statements-are-executed-backwards", "stmt-1 exec-4", {OnProgram{[](Program& program) {
            bool changed = false;
            rewrite(program.body, [&](Block& block) {
                for (std::size_t i = 0; i + 1 < block.statements.size(); ++i) {
                    const bool are_stores = std::holds_alternative<program::Store>(block.statements[i].node) &&
                                            std::holds_alternative<program::Store>(block.statements[i + 1].node);
                    if (!are_stores) continue;
                    std::swap(block.statements[i], block.statements[i + 1]);
                    changed = true;
                    ++i;
                }
            });
            return changed;
        }}});
    add("barriers-are-left-out", "coll-19 coll-23 exec-22", dropping<program::Barrier>());
    add("warp-barriers-are-left-out", "coll-20 exec-22 builtin-52", dropping<program::WarpBarrier>());
    add("grid-barriers-are-left-out", "coll-21 coll-24 builtin-53", dropping<program::GridBarrier>());
    add("grid-barriers-are-of-the-block", "coll-21 coll-24 exec-22",
        changing<program::GridBarrier>([](program::GridBarrier& node, Statement& statement) {
            const program::SiteId site = node.site;
            statement.node = program::Barrier{site};
            return true;
        }));
    add("barriers-are-of-the-warp", "coll-19 exec-22",
        changing<program::Barrier>([](program::Barrier& node, Statement& statement) {
            const program::SiteId site = node.site;
            statement.node = program::WarpBarrier{site};
            return true;
        }));
}

// --- && and ||, calls ---

void add_expressions(Faults& faults) {
    const auto add = [&](std::string_view id, std::string_view rules, Seam seam) {
        faults.push_back({std::string(id), rules_of(rules), std::move(seam)});
    };
    add("both-sides-are-evaluated", "expr-20 exec-5",
        changing<program::Logical>([](program::Logical& node, Expression& part) {
            const BinaryOperator op =
                node.op == BinaryOperator::logical_and ? BinaryOperator::bit_and : BinaryOperator::bit_or;
            Expression left = *node.left;
            Expression right = *node.right;
            part.node = program::Binary{op, std::move(left), std::move(right), std::nullopt};
            return true;
        }));
    add("right-side-is-evaluated-first", "expr-20 expr-21", changing<program::Logical>([](program::Logical& node) {
            std::swap(*node.left, *node.right);
            return true;
        }));
    add("arguments-are-swapped", "expr-27 ctx-26", changing<program::Call>([](program::Call& node) {
            if (node.bindings.size() < 2) return false;
            if (!(node.bindings[0].argument->type == node.bindings[1].argument->type)) return false;
            std::swap(*node.bindings[0].argument, *node.bindings[1].argument);
            return true;
        }));
    add("arguments-are-evaluated-from-the-right", "expr-21", changing<program::Call>([](program::Call& node) {
            std::ranges::reverse(node.bindings);
            return node.bindings.size() > 1;
        }));
    add("first-argument-is-zero", "ctx-26 expr-27", changing<program::Call>([](program::Call& node) {
            if (node.bindings.empty()) return false;
            Expression& argument = *node.bindings.front().argument;
            if (argument.type.form != program::Form::scalar) return false;
            argument.node = program::Constant{};
            return true;
        }));
    add("functions-do-nothing", "ctx-25 ctx-1", changing<program::Call>([](program::Call& node, Expression& part) {
            if (part.type.form != program::Form::nothing) return false;
            node.body->statements.clear();
            return true;
        }));
    add("functions-give-zero", "ctx-25 expr-27", changing<program::Call>([](program::Call&, Expression& part) {
            if (part.type.form != program::Form::scalar) return false;
            part.node = program::Constant{};
            return true;
        }));
    add("operands-are-evaluated-twice", "expr-19",
        changing<program::Atomic>([](program::Atomic&, Expression& part, Program& program) {
            if (part.type.element == ScalarType::boolean) return false;
            Expression again = part;
            again.id = {program.expressions++};
            part = combined(BinaryOperator::add, std::move(again), part);
            part = combined(BinaryOperator::subtract, part, constant(0, part));
            return true;
        }));
    add("operands-are-evaluated-from-the-right", "expr-21 builtin-4",
        changing<program::Binary>([](program::Binary& node, Expression& part, Program& program) {
            const auto has_atomic = [](Expression& side) {
                bool found = false;
                rewrite(side, [&](Expression& inner) {
                    found = found || std::holds_alternative<program::Atomic>(inner.node);
                });
                return found;
            };
            if (part.type.form != program::Form::scalar || !has_atomic(*node.left) || !has_atomic(*node.right))
                return false;
            const Span span = part.span;
            std::vector<program::Binding> bindings;
            for (Expression* side : {&*node.right, &*node.left}) {
                const program::LocalId local{static_cast<std::uint32_t>(program.locals.size())};
                program.locals.push_back({"side", side->type.element, span});
                Expression use{program::LocalUse{local}, side->type, {program.expressions++}, span};
                bindings.push_back({local, std::exchange(*side, std::move(use))});
            }
            const program::SiteId site{static_cast<std::uint32_t>(program.sites.size())};
            program.sites.push_back({program::SiteKind::call, span});
            Expression value = part;
            value.id = {program.expressions++};
            Block body{{Statement{program::Return{std::move(value)}, span}}};
            part.node = program::Call{"sides", std::move(bindings), std::move(body), site};
            return true;
        }));
}

}  // namespace

Faults statement_faults() {
    Faults faults;
    add_context(faults);
    add_loops(faults);
    add_statements(faults);
    add_expressions(faults);
    return faults;
}

}  // namespace phobos::mutation
