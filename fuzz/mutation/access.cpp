// SPDX-License-Identifier: Apache-2.0
// Subscripts, runs and tiles that reach or compute other elements (chapters 06 and 10).
#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "fuzz/mutation/changing.h"
#include "fuzz/mutation/registry.h"
#include "lang/base/overloaded.h"

namespace phobos::mutation {
namespace {

using program::Program;

constexpr program::Type integer{ScalarType::i32, program::Form::scalar, 1, {}};
constexpr program::Type wide_integer{ScalarType::i64, program::Form::scalar, 1, {}};

Expression constant(std::int64_t value, program::Type type, Span span) {
    const int unused = 64 - bits(type.element);
    return {program::Constant{{static_cast<std::uint64_t>(value) << unused >> unused}}, type, {0}, span};
}
Expression binary(BinaryOperator op, Expression left, Expression right) {
    const program::Type type = left.type;
    const Span span = left.span;
    return {program::Binary{op, std::move(left), std::move(right), std::nullopt}, type, {0}, span};
}
/// A division has a place where it is undefined.
Expression quotient(BinaryOperator op, Expression left, Expression right, program::SiteId site) {
    Expression whole = binary(op, std::move(left), std::move(right));
    std::get<program::Binary>(whole.node).site = site;
    return whole;
}
Expression as_i64(Expression value) {
    const Span span = value.span;
    return {program::Convert{std::move(value)}, wide_integer, {0}, span};
}
Expression plus_one(Expression value) {
    Expression one = constant(1, value.type, value.span);
    return binary(BinaryOperator::add, std::move(value), std::move(one));
}

Expression extent(const Program& program, const program::Buffer& buffer, std::size_t axis, Span span) {
    if (const auto* tile = std::get_if<program::TileId>(&buffer))
        return constant(program.tiles[tile->index].shape.extents[axis], wide_integer, span);
    const program::Extent& found = program.tensors[std::get<program::TensorId>(buffer).index].shape[axis];
    if (const auto* fixed = std::get_if<std::int64_t>(&found)) return constant(*fixed, wide_integer, span);
    return as_i64({program::DimUse{std::get<program::DimId>(found)}, integer, {0}, span});
}

/// Changes every access to elements: what it subscripts, the subscripts, and the place.
template <class Change>
OnProgram accesses(Change change) {
    return {[change](Program& program) {
        bool changed = false;
        const auto visit = [&](auto& node) {
            if constexpr (requires { node.subscripts; })
                changed = change(program, node.buffer, node.subscripts, node.site) || changed;
        };
        rewrite(program.body, Overloaded{[&](Expression& part) { std::visit(visit, part.node); },
                                         [&](Statement& part) { std::visit(visit, part.node); }});
        return changed;
    }};
}
/// Changes the starts of slices that are read and stored to.
template <class Change>
OnProgram starts(Change change) {
    return {[change](Program& program) {
        bool changed = false;
        const auto visit = [&](auto& node) {
            if constexpr (requires { node.starts; }) changed = change(program, node) || changed;
        };
        rewrite(program.body, Overloaded{[&](Expression& part) { std::visit(visit, part.node); },
                                         [&](Statement& part) { std::visit(visit, part.node); }});
        return changed;
    }};
}

/// Converts subscripts of some types to another.
OnProgram subscripts_as(Types from, ScalarType to) {
    return accesses([from, to](Program&, program::Buffer&, std::vector<Expression>& subscripts, program::SiteId) {
        bool changed = false;
        for (Expression& subscript : subscripts) {
            if (!from.has(subscript.type.element)) continue;
            const Span span = subscript.span;
            Expression inner = std::move(subscript);
            subscript = {program::Convert{std::move(inner)}, {to, program::Form::scalar, 1, {}}, {0}, span};
            changed = true;
        }
        return changed;
    });
}

using Subscripts = std::vector<Expression>;

/// The two subscripts of what has two axes, by their position in memory.
template <class Position, class Split>
OnProgram two_axes(Position position, Split split) {
    return accesses([=](Program& program, program::Buffer& buffer, Subscripts& subscripts, program::SiteId site) {
        if (subscripts.size() != 2) return false;
        const Span span = subscripts[0].span;
        const auto of = [&](std::size_t axis) { return extent(program, buffer, axis, span); };
        Expression at = position(as_i64(subscripts[0]), as_i64(subscripts[1]), of);
        Expression divisor = split(of);
        subscripts[0] = quotient(BinaryOperator::divide, at, divisor, site);
        subscripts[1] = quotient(BinaryOperator::remainder, std::move(at), std::move(divisor), site);
        return true;
    });
}

Expression row_major(Expression i, Expression j, auto of) {
    return binary(BinaryOperator::add, binary(BinaryOperator::multiply, std::move(i), of(1)), std::move(j));
}
Expression column_major(Expression i, Expression j, auto of) {
    return binary(BinaryOperator::add, binary(BinaryOperator::multiply, std::move(j), of(0)), std::move(i));
}

void add_accesses(Faults& faults) {
    const auto add = [&](std::string_view id, std::string_view rules, Seam seam) {
        faults.push_back({std::string(id), rules_of(rules), std::move(seam)});
    };
    add("elements-lie-column-by-column", "run-5 type-10 type-3",
        two_axes([](Expression i, Expression j, auto of) { return column_major(std::move(i), std::move(j), of); },
                 [](auto of) { return of(1); }));
    add("only-the-position-is-checked", "run-4",
        two_axes([](Expression i, Expression j, auto of) { return row_major(std::move(i), std::move(j), of); },
                 [](auto of) { return of(1); }));
    add("subscripts-are-swapped", "run-1 run-5 type-10",
        accesses([](Program&, program::Buffer&, Subscripts& subscripts, program::SiteId) {
            if (subscripts.size() < 2) return false;
            std::swap(subscripts[0], subscripts[1]);
            return true;
        }));
    add("subscripts-count-from-one", "run-3 run-5",
        accesses([](Program&, program::Buffer&, Subscripts& subscripts, program::SiteId) {
            subscripts.back() = plus_one(subscripts.back());
            return true;
        }));
    add("subscripts-are-clamped", "run-4 run-8 tile-49",
        accesses([](Program& program, program::Buffer& buffer, Subscripts& subscripts, program::SiteId) {
            for (std::size_t axis = 0; axis < subscripts.size(); ++axis) {
                const Span span = subscripts[axis].span;
                Expression last = binary(BinaryOperator::subtract, extent(program, buffer, axis, span),
                                         constant(1, wide_integer, span));
                std::vector<Expression> low{as_i64(subscripts[axis]), constant(0, wide_integer, span)};
                std::vector<Expression> high{
                    Expression{program::Elementwise{Builtin::maximum, std::move(low)}, wide_integer, {0}, span},
                    std::move(last)};
                subscripts[axis] = {program::Elementwise{Builtin::minimum, std::move(high)}, wide_integer, {0}, span};
            }
            return true;
        }));
    add("negative-subscripts-count-from-the-end", "run-4",
        accesses([](Program& program, program::Buffer& buffer, Subscripts& subscripts, program::SiteId) {
            const std::size_t last = subscripts.size() - 1;
            const Span span = subscripts[last].span;
            Expression at = as_i64(subscripts[last]);
            Expression is_negative = binary(BinaryOperator::less, at, constant(0, wide_integer, span));
            is_negative.type.element = ScalarType::boolean;
            Expression from_end = binary(BinaryOperator::add, at, extent(program, buffer, last, span));
            std::vector<Expression> arms{std::move(is_negative), std::move(from_end), std::move(at)};
            subscripts[last] = {program::Elementwise{Builtin::where, std::move(arms)}, wide_integer, {0}, span};
            return true;
        }));
    add("subscripts-of-i64-wrap-to-32-bits", "run-2", subscripts_as(i64, ScalarType::i32));
    add("subscripts-of-u32-are-signed", "run-2", subscripts_as(u32, ScalarType::i32));
    add("subscripts-of-u8-are-signed", "run-2", subscripts_as(u8, ScalarType::i8));
    add("subscripts-of-i8-are-unsigned", "run-2", subscripts_as(i8, ScalarType::u8));
}

// --- runs ---

void add_runs(Faults& faults) {
    using program::RunElement;
    const auto add = [&](std::string_view id, std::string_view rules, Seam seam) {
        faults.push_back({std::string(id), rules_of(rules), std::move(seam)});
    };
    add("runs-begin-one-later", "run-15 run-13", changing<program::RunLoad>([](program::RunLoad& node) {
            node.subscripts.back() = plus_one(node.subscripts.back());
            return true;
        }));
    add("runs-are-of-the-first-lane", "run-16", changing<program::RunLoad>([](program::RunLoad& node) {
            bool changed = false;
            for (Expression& subscript : node.subscripts)
                rewrite(subscript, [&](Expression& part) {
                    const auto* use = std::get_if<program::ContextUse>(&part.node);
                    if (use == nullptr || use->field > ContextField::lane) return;
                    part = constant(0, part.type, part.span);
                    changed = true;
                });
            return changed;
        }));
    add("sum-goes-down", "run-22", changing<program::RunSum>([](program::RunSum& node, Expression& part) {
            const std::int32_t elements = node.run->type.elements;
            if (elements < 3) return false;
            const auto element = [&](std::int32_t at) {
                Expression run = *node.run;
                return Expression{
                    RunElement{std::move(run), constant(at, integer, part.span), {0}}, part.type, {0}, part.span};
            };
            Expression total = element(elements - 1);
            for (std::int32_t at = elements - 2; at >= 0; --at)
                total = binary(BinaryOperator::add, std::move(total), element(at));
            part = std::move(total);
            return true;
        }));
    add("sum-goes-by-pairs", "run-22", changing<program::RunSum>([](program::RunSum& node, Expression& part) {
            const std::int32_t elements = node.run->type.elements;
            if (elements % 4 != 0) return false;
            std::vector<Expression> parts;
            for (std::int32_t at = 0; at < elements; ++at) {
                Expression run = *node.run;
                parts.push_back(
                    {RunElement{std::move(run), constant(at, integer, part.span), {0}}, part.type, {0}, part.span});
            }
            while (parts.size() > 1 && parts.size() % 2 == 0) {
                std::vector<Expression> pairs;
                for (std::size_t at = 0; at < parts.size(); at += 2)
                    pairs.push_back(binary(BinaryOperator::add, std::move(parts[at]), std::move(parts[at + 1])));
                parts = std::move(pairs);
            }
            if (parts.size() != 1) return false;
            part = std::move(parts.front());
            return true;
        }));
    add("sum-is-of-i32", "run-22 run-33", changing<program::RunSum>([](program::RunSum& node, Expression& part) {
            const ScalarType type = part.type.element;
            if (type != ScalarType::f16 && type != ScalarType::bf16) return false;
            program::Type wide_run = node.run->type;
            wide_run.element = ScalarType::f32;
            Expression run = *node.run;
            Expression converted{program::Convert{std::move(run)}, wide_run, {0}, part.span};
            Expression total{
                program::RunSum{std::move(converted)}, {ScalarType::f32, program::Form::scalar, 1, {}}, {0}, part.span};
            part.node = program::Convert{std::move(total)};
            return true;
        }));
    faults.push_back(fault_of({"sum-starts-from-zero", "run-22", {SumOfRun{}, floats}, "r + 0.0"}));
    for (const auto& [name, type] : {std::pair{"f16", f16},
                                     {"bf16", bf16},
                                     {"f32", f32},
                                     {"f64", f64},
                                     {"i8", i8},
                                     {"u8", u8},
                                     {"i32", i32},
                                     {"u32", u32},
                                     {"i64", i64}}) {
        faults.push_back(
            fault_of({id_of({"sum-of-run", name, "wrong"}), "builtin-32 run-22", {SumOfRun{}, type}, "r + R(1)"}));
        faults.push_back(fault_of(
            {id_of({"element-of-run", name, "wrong"}), "builtin-33 run-24", {ElementOfRun{}, type}, "r + R(1)"}));
        faults.push_back(fault_of(
            {id_of({"element-read", name, "wrong"}), "type-17 type-1 run-3", {ElementRead{}, type}, "r + R(1)"}));
    }
    faults.push_back(fault_of({"element-read-bool-wrong", "type-17 type-4 run-7", {ElementRead{}, boolean}, "!r"}));
    faults.push_back(fault_of({"element-of-run-bool-wrong", "builtin-33", {ElementOfRun{}, boolean}, "!r"}));
    faults.push_back(fault_of(
        {"words-are-most-significant-first", "run-26 builtin-34 type-3", {WordOfRun{}}, "byteperm(r, r, 0x0123)"}));
    faults.push_back(
        fault_of({"words-have-their-halves-swapped", "run-26 builtin-34", {WordOfRun{}}, "(r << 16) | (r >> 16)"}));
    add("elem-counts-from-the-end", "run-24 builtin-33", changing<RunElement>([](RunElement& node) {
            if (node.index->type.element != ScalarType::i32) return false;
            Expression last = constant(node.run->type.elements - 1, node.index->type, node.index->span);
            Expression index = *node.index;
            *node.index = binary(BinaryOperator::subtract, std::move(last), std::move(index));
            return true;
        }));
    add("elem-takes-its-index-modulo-n", "run-24", changing<RunElement>([](RunElement& node) {
            if (node.index->type.element != ScalarType::i32) return false;
            Expression count = constant(node.run->type.elements, node.index->type, node.index->span);
            Expression index = *node.index;
            *node.index = quotient(BinaryOperator::remainder, std::move(index), std::move(count), node.site);
            return true;
        }));
    add("elem-takes-an-i64-index-in-32-bits", "run-24", changing<RunElement>([](RunElement& node) {
            if (node.index->type.element != ScalarType::i64) return false;
            Expression index = *node.index;
            *node.index = {program::Convert{std::move(index)}, integer, {0}, node.index->span};
            return true;
        }));
    add("word-counts-from-one", "run-26 run-27", changing<program::RunWord>([](program::RunWord& node) {
            *node.index = plus_one(*node.index);
            return true;
        }));
    add("store-writes-element-after-element", "run-29 run-30", {OnProgram{[](Program& program) {
            bool changed = false;
            rewrite(program.body, [&](Block& block) {
                std::vector<Statement> statements;
                for (Statement& statement : block.statements) {
                    auto* store = std::get_if<program::RunStore>(&statement.node);
                    if (store == nullptr || store->value.type.form != program::Form::run) {
                        statements.push_back(std::move(statement));
                        continue;
                    }
                    for (std::int32_t at = 0; at < store->elements; ++at) {
                        std::vector<Expression> subscripts = store->subscripts;
                        Expression& start = subscripts.back();
                        start = binary(BinaryOperator::add, as_i64(std::move(start)),
                                       constant(at, wide_integer, statement.span));
                        Expression run = store->value;
                        Expression value{RunElement{std::move(run), constant(at, integer, statement.span), store->site},
                                         {store->value.type.element, program::Form::scalar, 1, {}},
                                         {0},
                                         statement.span};
                        statements.push_back({program::Store{store->buffer, std::move(subscripts), std::nullopt,
                                                             std::move(value), store->site},
                                              statement.span});
                    }
                    changed = true;
                }
                block.statements = std::move(statements);
            });
            return changed;
        }}});
    add("store-leaves-out-the-last-element", "run-28 run-29", changing<program::RunStore>([](program::RunStore& node) {
            if (node.elements < 2 || node.value.type.form != program::Form::scalar) return false;
            node.elements -= 1;
            return true;
        }));
    add("store-writes-one-later", "run-28 run-15 builtin-35", changing<program::RunStore>([](program::RunStore& node) {
            node.subscripts.back() = plus_one(node.subscripts.back());
            return true;
        }));
}

// --- tiles ---

bool is_square(const program::TileShape& shape) { return shape.rank == 2 && shape.extents[0] == shape.extents[1]; }

/// Moves starts so that all elements lie inside, where the extents allow that.
template <class Node>
bool move_inside(Program& program, Node& node, const program::TileShape& shape) {
    for (std::size_t axis = 0; axis < node.starts.size(); ++axis) {
        const Span span = node.starts[axis].span;
        Expression last = binary(BinaryOperator::subtract, extent(program, node.buffer, axis, span),
                                 constant(shape.extents[axis], wide_integer, span));
        std::vector<Expression> low{as_i64(node.starts[axis]), constant(0, wide_integer, span)};
        std::vector<Expression> high{
            Expression{program::Elementwise{Builtin::maximum, std::move(low)}, wide_integer, {0}, span},
            std::move(last)};
        node.starts[axis] = {program::Elementwise{Builtin::minimum, std::move(high)}, wide_integer, {0}, span};
    }
    return !node.starts.empty();
}

void add_tiles(Faults& faults) {
    using program::TileFunction;
    using program::TileStore;
    const auto add = [&](std::string_view id, std::string_view rules, Seam seam) {
        faults.push_back({std::string(id), rules_of(rules), std::move(seam)});
    };
    const auto one_later = [](auto& node) {
        if (node.starts.empty()) return false;
        node.starts.back() = plus_one(node.starts.back());
        return true;
    };
    add("slices-begin-one-later", "tile-6 tile-10 tile-12", changing<program::Slice>(one_later));
    add("slices-are-stored-one-later", "tile-18", changing<TileStore>(one_later));
    add("starts-of-slices-are-swapped", "tile-6 tile-5", starts([](Program&, auto& node) {
            if (node.starts.size() < 2) return false;
            std::swap(node.starts[0], node.starts[1]);
            return true;
        }));
    add("slices-are-moved-inside", "tile-11 tile-20", starts([](Program& program, auto& node) {
            if constexpr (requires { node.shape; }) return move_inside(program, node, node.shape);
            return false;
        }));
    add("slices-that-are-read-are-moved-inside", "tile-11",
        changing<program::Slice>([](program::Slice& node, Expression& part, Program& program) {
            return move_inside(program, node, part.type.shape);
        }));
    add("compound-assignments-to-tiles-do-not-read-them", "tile-19", changing<TileStore>([](TileStore& node) {
            return node.value.type.form == program::Form::scalar && std::exchange(node.op, {}).has_value();
        }));
    add("starts-of-slices-wrap-to-32-bits", "tile-10", starts([](Program&, auto& node) {
            bool changed = false;
            for (Expression& start : node.starts) {
                if (start.type.element != ScalarType::i64 && start.type.element != ScalarType::u32) continue;
                const Span span = start.span;
                Expression inner = std::move(start);
                start = {program::Convert{std::move(inner)}, integer, {0}, span};
                changed = true;
            }
            return changed;
        }));
    add("stored-slices-are-lost", "tile-18 tile-1", {OnProgram{[](Program& program) {
            bool changed = false;
            rewrite(program.body, [&](Block& block) {
                changed = std::erase_if(block.statements,
                                        [](const Statement& statement) {
                                            const auto* store = std::get_if<TileStore>(&statement.node);
                                            return store != nullptr && !store->op;
                                        }) > 0 ||
                          changed;
            });
            return changed;
        }}});
    add("compound-slices-replace", "tile-19", changing<TileStore>([](TileStore& node) {
            if (!node.op || node.value.type.form != program::Form::tile || !(node.value.type.shape == node.shape))
                return false;
            node.op.reset();
            return true;
        }));
    add("compound-slices-subtract", "tile-19", changing<TileStore>([](TileStore& node) {
            if (node.op != BinaryOperator::add) return false;
            node.op = BinaryOperator::subtract;
            return true;
        }));
    add("declared-tiles-are-unwritten", "tile-13 tile-14 tile-50 exec-15 tile-2",
        changing<program::DeclareTile>([](program::DeclareTile& node) {
            const bool changed = node.value.has_value();
            node.value.reset();
            return changed;
        }));
    add("tiles-are-made-once", "tile-16 exec-15 type-16", {OnProgram{[](Program& program) {
            bool changed = false;
            std::vector<Statement> made;
            rewrite(program.body, [&](Statement& statement) {
                Block* body = nullptr;
                if (auto* loop = std::get_if<program::For>(&statement.node)) body = &*loop->body;
                if (auto* loop = std::get_if<program::While>(&statement.node)) body = &*loop->body;
                if (body == nullptr) return;
                for (Statement& inner : body->statements) {
                    const auto* declared = std::get_if<program::DeclareTile>(&inner.node);
                    if (declared == nullptr || declared->value) continue;
                    made.push_back(inner);
                    inner.node = program::Barrier{declared->site};
                    changed = true;
                }
            });
            program.body.statements.insert(program.body.statements.begin(), made.begin(), made.end());
            return changed;
        }}});
    add("tiles-are-filled-with-zero", "exec-15 run-9 type-16",
        changing<program::DeclareTile>([](program::DeclareTile& node, Statement& statement, Program& program) {
            if (node.value) return false;
            const ScalarType type = program.tiles[node.tile.index].element;
            node.value = constant(0, {type, program::Form::scalar, 1, {}}, statement.span);
            return true;
        }));
    add("generate-takes-rows-for-columns", "tile-41 tile-42 builtin-73",
        changing<program::Generate>([](program::Generate& node) {
            std::swap(node.row, node.column);
            return true;
        }));
    add("generated-tiles-are-zero", "tile-41 tile-43",
        changing<program::Generate>([](program::Generate&, Expression& part) {
            program::Type scalar{part.type.element, program::Form::scalar, 1, {}};
            part = constant(0, scalar, part.span);
            return true;
        }));
    add("chains-begin-at-zero", "tile-30",
        changing<program::Accumulate>([](program::Accumulate& node, Statement& statement) {
            program::Accumulate sum = std::move(node);
            statement.node = TileStore{sum.buffer,          std::move(sum.starts), sum.shape,
                                       BinaryOperator::add, std::move(sum.dot),    sum.site};
            return true;
        }));
    add("accumulated-products-are-lost", "tile-30", {OnProgram{[](Program& program) {
            bool changed = false;
            rewrite(program.body, [&](Block& block) {
                changed = std::erase_if(block.statements,
                                        [](const Statement& statement) {
                                            return std::holds_alternative<program::Accumulate>(statement.node);
                                        }) > 0 ||
                          changed;
            });
            return changed;
        }}});
    const auto taken_for = [&](std::string_view id, std::string_view rules, Builtin builtin, Builtin other) {
        add(id, rules, changing<TileFunction>([=](TileFunction& node, Expression& part) {
                if (node.builtin != builtin) return false;
                const bool is_product = builtin == Builtin::dot || builtin == Builtin::dot_t;
                if (is_product && !is_square(node.arguments[1].type.shape)) return false;
                static_cast<void>(part);
                node.builtin = other;
                return true;
            }));
    };
    taken_for("dot-is-dot-t", "tile-27 builtin-62", Builtin::dot, Builtin::dot_t);
    taken_for("dot-t-is-dot", "tile-27 builtin-63", Builtin::dot_t, Builtin::dot);
    taken_for("rowmax-is-rowmin", "tile-34 builtin-65", Builtin::rowmax, Builtin::rowmin);
    taken_for("rowmin-is-rowmax", "tile-34 builtin-66", Builtin::rowmin, Builtin::rowmax);
    taken_for("rowmax-is-rowsum", "tile-34 builtin-65", Builtin::rowmax, Builtin::rowsum);
    add("operands-of-dot-are-f16", "tile-29 tile-28", changing<TileFunction>([](TileFunction& node) {
            if (node.builtin != Builtin::dot && node.builtin != Builtin::dot_t) return false;
            bool changed = false;
            for (Expression& argument : node.arguments) {
                if (argument.type.element != ScalarType::f32) continue;
                program::Type narrow = argument.type;
                narrow.element = ScalarType::f16;
                const Span span = argument.span;
                Expression inner = std::move(argument);
                argument = {program::Convert{std::move(inner)}, narrow, {0}, span};
                changed = true;
            }
            return changed;
        }));
    add("operands-of-dot-are-swapped", "tile-27 tile-29", changing<TileFunction>([](TileFunction& node) {
            if (node.builtin != Builtin::dot || !is_square(node.arguments[0].type.shape) ||
                !(node.arguments[0].type.shape == node.arguments[1].type.shape))
                return false;
            std::swap(node.arguments[0], node.arguments[1]);
            return true;
        }));
    const auto in_a_wider_type = [](Builtin builtin) {
        return changing<TileFunction>([builtin](TileFunction& node, Expression& part) {
            const ScalarType type = part.type.element;
            if (node.builtin != builtin || !is_float(type) || type == ScalarType::f64) return false;
            const ScalarType wide = type == ScalarType::f32 ? ScalarType::f64 : ScalarType::f32;
            program::Type tile = node.arguments[0].type;
            tile.element = wide;
            program::Type result = part.type;
            result.element = wide;
            Expression inner = std::move(node.arguments[0]);
            std::vector<Expression> arguments{Expression{program::Convert{std::move(inner)}, tile, {0}, part.span}};
            Expression total{TileFunction{builtin, std::move(arguments), node.site}, result, {0}, part.span};
            part.node = program::Convert{std::move(total)};
            return true;
        });
    };
    add("rows-are-summed-in-a-wider-type", "tile-33 tile-32 builtin-78", in_a_wider_type(Builtin::rowsum));
    add("columns-are-summed-in-a-wider-type", "tile-36 tile-32 builtin-78", in_a_wider_type(Builtin::cumsum));
    const auto identity = [&](std::string_view id, std::string_view rules, Builtin builtin) {
        add(id, rules, changing<TileFunction>([builtin](TileFunction& node, Expression& part) {
                if (node.builtin != builtin || !(node.arguments[0].type.shape == part.type.shape)) return false;
                Expression argument = std::move(node.arguments[0]);
                part = std::move(argument);
                return true;
            }));
    };
    identity("transpose-does-nothing", "tile-38 builtin-70", Builtin::transpose);
    identity("tril-does-nothing", "tile-37 builtin-69", Builtin::tril);
    identity("cumsum-does-nothing", "tile-36 builtin-68", Builtin::cumsum);
    add("tril-is-of-the-transpose", "tile-37", changing<TileFunction>([](TileFunction& node, Expression& part) {
            if (node.builtin != Builtin::tril || !is_square(part.type.shape)) return false;
            const auto transposed = [&](Expression tile) {
                std::vector<Expression> arguments{std::move(tile)};
                return Expression{
                    TileFunction{Builtin::transpose, std::move(arguments), node.site}, part.type, {0}, part.span};
            };
            std::vector<Expression> arguments{transposed(std::move(node.arguments[0]))};
            Expression lower{TileFunction{Builtin::tril, std::move(arguments), node.site}, part.type, {0}, part.span};
            part = transposed(std::move(lower));
            return true;
        }));
    // What operands join to is a conversion around them.
    faults.push_back(fault_of({"f16-joins-bf16-in-bf16", "tile-22", {Conversion{}, f16, f32}, "f32(bf16(a))"}));
    faults.push_back(fault_of({"bf16-joins-f16-in-f16", "tile-22", {Conversion{}, bf16, f32}, "f32(f16(a))"}));
    faults.push_back(fault_of(
        {"integers-join-through-i8", "tile-22 tile-23", {Conversion{}, integers, f16 | f32 | i32 | i64}, "R(i8(a))"}));
    faults.push_back(fault_of({"f32-goes-into-f16-truncated",
                               "tile-15 num-22",
                               {Conversion{}, f32, f16},
                               "{ if abs(f32(r)) > abs(a) { return f16bits(bits(r) - 1) }\nreturn r }"}));
}

}  // namespace

Faults access_faults() {
    Faults faults;
    add_accesses(faults);
    add_runs(faults);
    add_tiles(faults);
    return faults;
}

}  // namespace phobos::mutation
