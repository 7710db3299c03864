// SPDX-License-Identifier: Apache-2.0
// What is evaluated, read or written at another time, and memory that belongs to others than it should (chapters 04,
// 06, 10 and 11).
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "fuzz/mutation/changing.h"
#include "fuzz/mutation/registry.h"
#include "lang/base/overloaded.h"
#include "lang/program/children.h"

namespace phobos::mutation {
namespace {

using program::Program;

constexpr program::Type integer{ScalarType::i32, program::Form::scalar, 1, {}};
constexpr program::Type wide_integer{ScalarType::i64, program::Form::scalar, 1, {}};
constexpr program::Type truth{ScalarType::boolean, program::Form::scalar, 1, {}};

Expression made(Program& program, program::ExpressionNode node, const program::Type& type, Span span) {
    return {std::move(node), type, {program.expressions++}, span};
}
Expression number(Program& program, std::int64_t value, const program::Type& type, Span span) {
    const int unused = 64 - bits(type.element);
    return made(program, program::Constant{{static_cast<std::uint64_t>(value) << unused >> unused}}, type, span);
}
Expression binary(Program& program, BinaryOperator op, Expression left, Expression right) {
    const program::Type type = left.type;
    const Span span = left.span;
    return made(program, program::Binary{op, std::move(left), std::move(right), std::nullopt}, type, span);
}
Expression compared(Program& program, BinaryOperator op, Expression left, Expression right) {
    Expression result = binary(program, op, std::move(left), std::move(right));
    result.type = truth;
    return result;
}
Expression chosen(Program& program, Expression condition, Expression yes, Expression no) {
    const program::Type type = yes.type;
    const Span span = yes.span;
    std::vector<Expression> arms{std::move(condition), std::move(yes), std::move(no)};
    return made(program, program::Elementwise{Builtin::where, std::move(arms)}, type, span);
}
Expression as_i64(Program& program, Expression value) {
    const Span span = value.span;
    return made(program, program::Convert{std::move(value)}, wide_integer, span);
}
Expression extent(Program& program, const program::Buffer& buffer, std::size_t axis, Span span) {
    if (const auto* tile = std::get_if<program::TileId>(&buffer))
        return number(program, program.tiles[tile->index].shape.extents[axis], wide_integer, span);
    const program::Extent& found = program.tensors[std::get<program::TensorId>(buffer).index].shape[axis];
    if (const auto* fixed = std::get_if<std::int64_t>(&found)) return number(program, *fixed, wide_integer, span);
    return as_i64(program, made(program, program::DimUse{std::get<program::DimId>(found)}, integer, span));
}

bool has_effect(const Expression& expression) {
    bool found = false;
    program::for_each_in(expression, [&](const Expression& part) {
        found = found || std::holds_alternative<program::Atomic>(part.node) || program::body_of(part) != nullptr;
    });
    return found;
}

bool uses_variables(const Expression& expression) {
    bool found = false;
    program::for_each_in(expression, [&](const Expression& part) {
        found = found || std::holds_alternative<program::LocalUse>(part.node);
    });
    return found;
}

/// A tile may be declared later than where the expression is moved to.
bool reads_tiles(const Expression& expression) {
    bool found = false;
    program::for_each_in(expression, [&](const Expression& part) {
        const auto* run = std::get_if<program::RunLoad>(&part.node);
        const auto* load = std::get_if<program::Load>(&part.node);
        found = found || (run != nullptr && std::holds_alternative<program::TileId>(run->buffer)) ||
                (load != nullptr && std::holds_alternative<program::TileId>(load->buffer));
    });
    return found;
}

/// A new variable with the value of an expression, which then is its name; the statement that makes it.
Statement named(Program& program, Expression& value) {
    const program::LocalId local{static_cast<std::uint32_t>(program.locals.size())};
    const program::Type type = value.type;
    const Span span = value.span;
    program.locals.push_back({"early", type.element, span});
    Statement statement{program::Assign{local, std::move(value), true}, span};
    value = made(program, program::LocalUse{local}, type, span);
    return statement;
}

/// Puts statements before each one of a kind. `before` takes the node and the program, and gives them.
template <class Node, class Before>
OnProgram preceded(Before before) {
    return {[before](Program& program) {
        bool changed = false;
        rewrite(program.body, [&](Block& block) {
            std::vector<Statement> statements;
            for (Statement& statement : block.statements) {
                if (auto* node = std::get_if<Node>(&statement.node)) {
                    std::vector<Statement> first = before(*node, program);
                    changed = changed || !first.empty();
                    statements.insert(statements.end(), std::make_move_iterator(first.begin()),
                                      std::make_move_iterator(first.end()));
                }
                statements.push_back(std::move(statement));
            }
            block.statements = std::move(statements);
        });
        return changed;
    }};
}

/// Exchanges two statements that follow each other, where both are such.
template <class First, class Second>
OnProgram exchanged(First is_first, Second is_second) {
    return {[=](Program& program) {
        bool changed = false;
        rewrite(program.body, [&](Block& block) {
            for (std::size_t i = 0; i + 1 < block.statements.size(); ++i) {
                if (!is_first(block.statements[i]) || !is_second(block.statements[i + 1])) continue;
                std::swap(block.statements[i], block.statements[i + 1]);
                changed = true;
                ++i;
            }
        });
        return changed;
    }};
}
template <class Node>
bool is(const Statement& statement) {
    return std::holds_alternative<Node>(statement.node);
}
bool assigns_again(const Statement& statement) {
    const auto* node = std::get_if<program::Assign>(&statement.node);
    return is<program::Store>(statement) || (node != nullptr && !node->declares);
}

bool combines_threads(const Statement& statement) {
    const auto* node = std::get_if<program::Assign>(&statement.node);
    if (node == nullptr) return false;
    bool found = false;
    program::for_each_in(node->value, [&](const Expression& part) {
        const auto* collective = std::get_if<program::Collective>(&part.node);
        found = found || (collective != nullptr && collective->scope == Scope::threads);
    });
    return found;
}

void add_assignments(Faults& faults) {
    const auto add = [&](std::string_view id, std::string_view rules, Seam seam) {
        faults.push_back({std::string(id), rules_of(rules), std::move(seam)});
    };
    const auto early = [](std::vector<Expression>& places, const Expression& value, Program& program) {
        std::vector<Statement> first;
        const bool matters = has_effect(value) || std::ranges::any_of(places, has_effect);
        for (Expression& place : places)
            if (matters) first.push_back(named(program, place));
        return first;
    };
    add("subscripts-are-evaluated-before-the-right-side", "stmt-14 run-10 expr-23",
        preceded<program::Store>(
            [early](program::Store& node, Program& program) { return early(node.subscripts, node.value, program); }));
    add("starts-are-evaluated-before-the-right-side", "tile-18 tile-12",
        preceded<program::TileStore>(
            [early](program::TileStore& node, Program& program) { return early(node.starts, node.value, program); }));
    add("compound-targets-are-read-first", "stmt-14 tile-19",
        preceded<program::Store>([](program::Store& node, Program& program) {
            std::vector<Statement> first;
            if (!node.op || !has_effect(node.value) || shape(*node.op) == OperatorShape::shift) return first;
            std::vector<Expression> subscripts = node.subscripts;
            Expression old = made(program, program::Load{node.buffer, std::move(subscripts), node.site},
                                  node.value.type, node.value.span);
            first.push_back(named(program, old));
            node.value = binary(program, *node.op, std::move(old), std::move(node.value));
            node.op.reset();
            return first;
        }));
    add("assignments-are-executed-backwards", "stmt-1 exec-4 exec-21", exchanged(assigns_again, assigns_again));
    add("loads-come-before-the-stores-above-them", "stmt-1 exec-4 exec-21 exec-24",
        exchanged(is<program::Store>, is<program::Assign>));
    add("tile-operations-do-not-wait-for-stores", "tile-48 coll-23 tile-49",
        exchanged(is<program::Store>, [](const Statement& statement) {
            const auto* declared = std::get_if<program::DeclareTile>(&statement.node);
            return is<program::TileStore>(statement) || (declared != nullptr && declared->value);
        }));
    add("threads-do-not-wait-for-tile-operations", "tile-48 coll-23",
        exchanged(is<program::TileStore>, [](const Statement& statement) {
            return is<program::Store>(statement) || is<program::Assign>(statement) || is<program::For>(statement) ||
                   is<program::If>(statement) || is<program::TileStore>(statement);
        }));
    add("variables-are-those-of-the-first-thread", "exec-4 stmt-20",
        changing<program::Assign>([](program::Assign& node, Statement&, Program& program) {
            bool changed = false;
            rewrite(node.value, [&](Expression& part) {
                const auto* use = std::get_if<program::ContextUse>(&part.node);
                if (use == nullptr || use->field > ContextField::lane) return;
                part = number(program, 0, part.type, part.span);
                changed = true;
            });
            return changed;
        }));
    add("threads-do-not-wait-for-collectives", "coll-23 exec-22", exchanged(is<program::Store>, combines_threads));
    add("ends-of-ranges-are-evaluated-each-turn", "stmt-20",
        changing<program::For>([](program::For& loop, Statement& statement, Program& program) {
            if (has_effect(loop.end) || loop.end.type.element != ScalarType::i32) return false;
            Expression variable = made(program, program::LocalUse{loop.variable}, loop.end.type, statement.span);
            Block leave{{Statement{program::Break{}, statement.span}}};
            program::If over{compared(program, BinaryOperator::greater_equal, std::move(variable), loop.end),
                             std::move(leave), Block{}, loop.site};
            loop.body->statements.insert(loop.body->statements.begin(), Statement{std::move(over), statement.span});
            loop.end = number(program, std::numeric_limits<std::int32_t>::max(), loop.end.type, statement.span);
            return true;
        }));
    add("functions-with-a-result-store-nothing", "expr-23 ctx-26",
        changing<program::Call>([](program::Call& node, Expression& part) {
            if (part.type.form == program::Form::nothing) return false;
            bool changed = false;
            rewrite(*node.body, [&](Block& block) {
                changed = std::erase_if(block.statements, is<program::Store>) > 0 || changed;
            });
            return changed;
        }));
    add("tickets-are-those-of-the-first-thread", "coll-28",
        changing<program::Atomic>([](program::Atomic&, Expression& part, Program& program) {
            if (part.type.form != program::Form::scalar || is_float(part.type.element)) return false;
            Expression zero = number(program, 0, part.type, part.span);
            part = binary(program, BinaryOperator::multiply, part, std::move(zero));
            return true;
        }));
}

// --- bounds that are one off ---

template <class Change>
OnProgram accesses(Change change) {
    return {[change](Program& program) {
        bool changed = false;
        const auto visit = [&](auto& node) {
            if constexpr (requires { node.subscripts; }) changed = change(program, node) || changed;
        };
        rewrite(program.body, Overloaded{[&](Expression& part) { std::visit(visit, part.node); },
                                         [&](Statement& part) { std::visit(visit, part.node); }});
        return changed;
    }};
}
/// A subscript outside, where `reach` elements from it touch the end of its axis.
void refuse_the_end(Program& program, const program::Buffer& buffer, std::size_t axis, Expression& subscript,
                    std::int64_t reach) {
    const Span span = subscript.span;
    Expression at = as_i64(program, std::move(subscript));
    Expression end = binary(program, BinaryOperator::add, at, number(program, reach, wide_integer, span));
    Expression is_end = compared(program, BinaryOperator::equal, std::move(end), extent(program, buffer, axis, span));
    subscript = chosen(program, std::move(is_end), extent(program, buffer, axis, span), std::move(at));
}

void add_bounds(Faults& faults) {
    const auto add = [&](std::string_view id, std::string_view rules, Seam seam) {
        faults.push_back({std::string(id), rules_of(rules), std::move(seam)});
    };
    add("last-elements-are-outside", "run-4 run-2 coll-31 run-8 tile-49", accesses([](Program& program, auto& node) {
            using Node = std::remove_cvref_t<decltype(node)>;
            if constexpr (std::is_same_v<Node, program::RunLoad> || std::is_same_v<Node, program::RunStore>)
                return false;
            for (std::size_t axis = 0; axis < node.subscripts.size(); ++axis)
                refuse_the_end(program, node.buffer, axis, node.subscripts[axis], 1);
            return true;
        }));
    add("first-elements-are-outside", "run-4 run-2 coll-31", accesses([](Program& program, auto& node) {
            Expression& last = node.subscripts.back();
            const Span span = last.span;
            Expression at = as_i64(program, std::move(last));
            Expression is_first = compared(program, BinaryOperator::equal, at, number(program, 0, wide_integer, span));
            last = chosen(program, std::move(is_first), number(program, -1, wide_integer, span), std::move(at));
            return true;
        }));
    add("runs-may-not-reach-the-end", "run-17 run-25",
        changing<program::RunLoad>([](program::RunLoad& node, Expression& part, Program& program) {
            refuse_the_end(program, node.buffer, node.subscripts.size() - 1, node.subscripts.back(),
                           part.type.elements);
            return true;
        }));
    add("runs-in-arms-are-read-by-all", "run-31", preceded<program::If>([](program::If& branch, Program& program) {
            std::vector<Statement> first;
            program::for_each_in(*branch.then, [&](const Expression& part) {
                if (!std::holds_alternative<program::RunSum>(part.node) || uses_variables(part)) return;
                if (reads_tiles(part)) return;
                Expression early = part;
                early.id = {program.expressions++};
                first.push_back(named(program, early));
            });
            return first;
        }));
    add("runs-are-moved-inside", "run-15 run-17",
        changing<program::RunLoad>([](program::RunLoad& node, Expression& part, Program& program) {
            Expression& start = node.subscripts.back();
            const Span span = start.span;
            Expression last = binary(program, BinaryOperator::subtract,
                                     extent(program, node.buffer, node.subscripts.size() - 1, span),
                                     number(program, part.type.elements, wide_integer, span));
            std::vector<Expression> both{as_i64(program, std::move(start)), std::move(last)};
            start = made(program, program::Elementwise{Builtin::minimum, std::move(both)}, wide_integer, span);
            return true;
        }));
    add("starts-of-slices-divide-without-a-check", "tile-10",
        changing<program::Slice>([](program::Slice& node, Expression&, Program& program) {
            bool changed = false;
            for (Expression& start : node.starts)
                rewrite(start, [&](Expression& part) {
                    auto* division = std::get_if<program::Binary>(&part.node);
                    if (division == nullptr || division->op != BinaryOperator::divide) return;
                    Expression divisor = std::move(*division->right);
                    const Span span = divisor.span;
                    const program::Type type = divisor.type;
                    Expression is_zero =
                        compared(program, BinaryOperator::equal, divisor, number(program, 0, type, span));
                    *division->right =
                        chosen(program, std::move(is_zero), number(program, 1, type, span), std::move(divisor));
                    changed = true;
                });
            return changed;
        }));
    add("stored-runs-may-not-reach-the-end", "run-17 run-29",
        changing<program::RunStore>([](program::RunStore& node, Statement&, Program& program) {
            refuse_the_end(program, node.buffer, node.subscripts.size() - 1, node.subscripts.back(), node.elements);
            return true;
        }));
    add("elem-checks-its-element-only", "run-25 run-17",
        changing<program::RunElement>([](program::RunElement& node, Expression& part, Program& program) {
            auto* run = std::get_if<program::RunLoad>(&node.run->node);
            if (run == nullptr) return false;
            std::vector<Expression> subscripts = std::move(run->subscripts);
            subscripts.back() = binary(program, BinaryOperator::add, as_i64(program, std::move(subscripts.back())),
                                       as_i64(program, std::move(*node.index)));
            const program::Buffer buffer = run->buffer;
            const program::SiteId site = run->site;
            part.node = program::Load{buffer, std::move(subscripts), site};
            return true;
        }));
    add("last-elements-of-runs-have-no-index", "run-24",
        changing<program::RunElement>([](program::RunElement& node, Expression&, Program& program) {
            Expression at = as_i64(program, std::move(*node.index));
            const Span span = at.span;
            const auto count = node.run->type.elements;
            Expression is_last =
                compared(program, BinaryOperator::equal, at, number(program, count - 1, wide_integer, span));
            *node.index =
                chosen(program, std::move(is_last), number(program, count, wide_integer, span), std::move(at));
            return true;
        }));
    add("first-words-of-runs-have-no-index", "run-27",
        changing<program::RunWord>([](program::RunWord& node, Expression&, Program& program) {
            Expression at = as_i64(program, std::move(*node.index));
            const Span span = at.span;
            Expression is_first = compared(program, BinaryOperator::equal, at, number(program, 0, wide_integer, span));
            *node.index = chosen(program, std::move(is_first), number(program, -1, wide_integer, span), std::move(at));
            return true;
        }));
    add("steps-lose-their-lowest-bits", "stmt-22 stmt-17 stmt-21",
        changing<program::For>([](program::For& loop, Statement&, Program& program) {
            Expression mask = number(program, -4, loop.step.type, loop.step.span);
            loop.step = binary(program, BinaryOperator::bit_and, std::move(loop.step), std::move(mask));
            return true;
        }));
    constexpr std::array shifts{std::pair{"left", BinaryOperator::shift_left},
                                std::pair{"right", BinaryOperator::shift_right}};
    for (const auto& [name, op] : shifts)
        faults.push_back(fault_of({id_of({"shift", name, "by-width-less-one-is-outside"}),
                                   "num-5",
                                   {op, integers},
                                   op == BinaryOperator::shift_left
                                       ? "a << where(i64(b) == i64(WIDTH_T - 1), i64(WIDTH_T), i64(b))"
                                       : "a >> where(i64(b) == i64(WIDTH_T - 1), i64(WIDTH_T), i64(b))"}));
    for (const auto& [name, op] : shifts)
        faults.push_back(
            fault_of({id_of({"shift", name, "by-zero-is-outside"}),
                      "num-5",
                      {op, integers},
                      op == BinaryOperator::shift_left ? "a << where(i64(b) == i64(0), i64(-1), i64(b))"
                                                       : "a >> where(i64(b) == i64(0), i64(-1), i64(b))"}));
    faults.push_back(fault_of({"shift-left-by-half-the-width-is-outside",
                               "num-5",
                               {BinaryOperator::shift_left, integers},
                               "a << where(i64(b) > i64(WIDTH_T / 2), i64(WIDTH_T), i64(b))"}));
    faults.push_back(fault_of({"shift-right-by-half-the-width-is-outside",
                               "num-5",
                               {BinaryOperator::shift_right, integers},
                               "a >> where(i64(b) > i64(WIDTH_T / 2), i64(WIDTH_T), i64(b))"}));
    faults.push_back(fault_of(
        {"divisors-lose-their-lowest-bit", "num-3", {BinaryOperator::divide, integers}, "a / where(b == 1, T(0), b)"}));
    faults.push_back(fault_of({"moduli-lose-their-lowest-bit",
                               "num-3",
                               {BinaryOperator::remainder, integers},
                               "a % where(b == 1, T(0), b)"}));
}

// --- whose memory it is ---

/// The tiles that single elements reach only.
std::vector<bool> reached_by_elements(const Program& program, std::int64_t copies) {
    std::vector<bool> only(program.tiles.size(), true);
    const auto other = [&](const program::Buffer& buffer) {
        if (const auto* tile = std::get_if<program::TileId>(&buffer)) only[tile->index] = false;
    };
    for (std::size_t i = 0; i < only.size(); ++i)
        only[i] = program.tiles[i].shape.rank < 4 && program.tiles[i].shape.elements() * copies <= 1 << 20;
    program::for_each_in(program.body,
                         Overloaded{[&](const Expression& part) {
                                        if (const auto* slice = std::get_if<program::Slice>(&part.node))
                                            other(slice->buffer);
                                        if (const auto* call = std::get_if<program::Call>(&part.node))
                                            for (const program::Binding& binding : call->bindings)
                                                if (const auto* tile = std::get_if<program::TileId>(&binding.parameter))
                                                    other(*tile);
                                    },
                                    [&](const Statement& part) {
                                        if (const auto* store = std::get_if<program::TileStore>(&part.node))
                                            other(store->buffer);
                                        if (const auto* sum = std::get_if<program::Accumulate>(&part.node))
                                            other(sum->buffer);
                                        const auto* declared = std::get_if<program::DeclareTile>(&part.node);
                                        if (declared != nullptr && declared->value) other(declared->tile);
                                    }});
    return only;
}
/// Each value of a field of ctx has tiles of its own.
OnProgram tiles_by(ContextField field) {
    return {[field](Program& program) {
        const std::int32_t copies = field == ContextField::warp ? program.warps() : program.bounds.threads;
        if (copies < 2) return false;
        const std::vector<bool> mine = reached_by_elements(program, copies);
        const bool changed = accesses([&](Program& into, auto& node) {
                                 const auto* tile = std::get_if<program::TileId>(&node.buffer);
                                 if (tile == nullptr || !mine[tile->index]) return false;
                                 Expression whose =
                                     made(into, program::ContextUse{field}, integer, node.subscripts.front().span);
                                 node.subscripts.insert(node.subscripts.begin(), std::move(whose));
                                 return true;
                             }).change(program);
        for (std::size_t i = 0; i < mine.size(); ++i) {
            if (!mine[i]) continue;
            program::TileShape& shape = program.tiles[i].shape;
            std::ranges::copy_backward(shape.extents.begin(), shape.extents.begin() + 3, shape.extents.end());
            shape.extents[0] = copies;
            ++shape.rank;
        }
        return changed;
    }};
}
/// `let u = t` is another name of `t`.
OnProgram copies_are_names() {
    return {[](Program& program) {
        bool changed = false;
        std::vector<program::TileId> other(program.tiles.size());
        for (std::uint32_t i = 0; i < other.size(); ++i) other[i] = {i};
        rewrite(program.body, [&](Block& block) {
            changed = std::erase_if(block.statements,
                                    [&](const Statement& statement) {
                                        const auto* declared = std::get_if<program::DeclareTile>(&statement.node);
                                        if (declared == nullptr || !declared->value) return false;
                                        const auto* slice = std::get_if<program::Slice>(&declared->value->node);
                                        const auto* tile =
                                            slice == nullptr ? nullptr : std::get_if<program::TileId>(&slice->buffer);
                                        const program::Tile& mine = program.tiles[declared->tile.index];
                                        if (tile == nullptr || !(program.tiles[tile->index].shape == mine.shape))
                                            return false;
                                        if (program.tiles[tile->index].element != mine.element) return false;
                                        other[declared->tile.index] = other[tile->index];
                                        return true;
                                    }) > 0 ||
                      changed;
        });
        const auto visit = [&](auto& node) {
            if constexpr (requires { node.buffer; })
                if (auto* tile = std::get_if<program::TileId>(&node.buffer)) *tile = other[tile->index];
        };
        rewrite(program.body, Overloaded{[&](Expression& part) { std::visit(visit, part.node); },
                                         [&](Statement& part) { std::visit(visit, part.node); }});
        return changed;
    }};
}
template <class Node>
OnProgram first_operand(program::Form form) {
    return changing<Node>([form](Node&, Expression& part) {
        if (part.type.form != form) return false;
        std::optional<Expression> first;
        for_each_operand(part, [&](Expression& operand) {
            if (!first && operand.type == part.type) first = operand;
        });
        if (!first) return false;
        Expression value = *std::move(first);
        part = std::move(value);
        return true;
    });
}

void add_memory(Faults& faults) {
    const auto add = [&](std::string_view id, std::string_view rules, Seam seam) {
        faults.push_back({std::string(id), rules_of(rules), std::move(seam)});
    };
    add("tiles-are-of-a-warp", "exec-14 type-14 run-8 exec-13", tiles_by(ContextField::warp));
    add("tiles-are-of-a-thread", "exec-14 type-14 exec-24", tiles_by(ContextField::thread));
    add("copies-of-tiles-are-names", "tile-2 tile-13", copies_are_names());
    add("runs-are-of-the-first-thread", "run-16 run-15",
        changing<program::RunLoad>([](program::RunLoad& node, Expression&, Program& program) {
            bool changed = false;
            for (Expression& subscript : node.subscripts)
                rewrite(subscript, [&](Expression& part) {
                    if (!std::holds_alternative<program::LocalUse>(part.node) || is_float(part.type.element)) return;
                    part = number(program, 0, part.type, part.span);
                    changed = true;
                });
            return changed;
        }));
    add("operators-on-tiles-give-their-left-operand", "tile-1 tile-21 tile-23",
        first_operand<program::Binary>(program::Form::tile));
    add("builtins-on-tiles-give-their-first-argument", "tile-1 tile-23 tile-24 builtin-2 builtin-3",
        first_operand<program::Elementwise>(program::Form::tile));
    add("operators-on-runs-give-their-left-operand", "run-18 run-19 run-20",
        first_operand<program::Binary>(program::Form::run));
    add("builtins-on-runs-give-their-first-argument", "run-18 run-19 builtin-2 builtin-3",
        first_operand<program::Elementwise>(program::Form::run));
    const auto bytes = [&](std::string_view id, ScalarType from, ScalarType to) {
        add(id, "run-33 run-18",
            changing<program::RunSum>([from, to](program::RunSum& node, Expression&, Program& program) {
                bool changed = false;
                rewrite(*node.run, [&](Expression& part) {
                    auto* converted = std::get_if<program::Convert>(&part.node);
                    if (converted == nullptr || converted->operand->type.element != from) return;
                    program::Type type = converted->operand->type;
                    type.element = to;
                    Expression inner = std::move(*converted->operand);
                    *converted->operand = made(program, program::Convert{std::move(inner)}, type, part.span);
                    changed = true;
                });
                return changed;
            }));
    };
    bytes("signed-bytes-of-sums-are-taken-as-unsigned", ScalarType::i8, ScalarType::u8);
    bytes("unsigned-bytes-of-sums-are-taken-as-signed", ScalarType::u8, ScalarType::i8);
    faults.push_back(fault_of(
        {"word-of-a-nan-is-zero", "run-35 run-26", {WordOfRun{}}, "where((r & 0x7fffffff) > 0x7f800000, 0, r)"}));
    add("atomic-add-of-a-subnormal-adds-the-least-normal", "coll-30",
        changing<program::Atomic>([](program::Atomic& node, Expression&, Program& program) {
            if (node.op != program::AtomicOperator::add || node.operand->type.element != ScalarType::f32) return false;
            *node.operand = made(program, program::Constant{{0x0080'0000}}, node.operand->type, node.operand->span);
            return true;
        }));
    add("operands-of-dot-are-bf16", "tile-31 tile-29 tile-28",
        changing<program::TileFunction>([](program::TileFunction& node, Expression&, Program& program) {
            if (node.builtin != Builtin::dot && node.builtin != Builtin::dot_t) return false;
            bool changed = false;
            for (Expression& argument : node.arguments) {
                if (argument.type.element != ScalarType::f32 && argument.type.element != ScalarType::f16) continue;
                program::Type narrow = argument.type;
                narrow.element = ScalarType::bf16;
                const Span span = argument.span;
                Expression inner = std::move(argument);
                argument = made(program, program::Convert{std::move(inner)}, narrow, span);
                changed = true;
            }
            return changed;
        }));
    for (const Builtin builtin :
         {Builtin::exp, Builtin::tanh, Builtin::sin, Builtin::pow, Builtin::rsqrt, Builtin::log})
        faults.push_back(fault_of({id_of({spelling(builtin), "of-a-zero-result-has-the-other-sign"}),
                                   "num-28",
                                   {builtin, floats},
                                   "where(r == 0.0, -r, r)"}));
}

}  // namespace

Faults order_faults() {
    Faults faults;
    add_assignments(faults);
    add_bounds(faults);
    add_memory(faults);
    return faults;
}

}  // namespace phobos::mutation
