// SPDX-License-Identifier: Apache-2.0
// Faults that break one rule in the one place that its own case is about, where others break much at once.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "fuzz/mutation/changing.h"
#include "fuzz/mutation/registry.h"
#include "lang/base/overloaded.h"
#include "lang/check/check.h"
#include "lang/diagnostics/code.h"
#include "lang/diagnostics/list.h"
#include "lang/program/children.h"
#include "lang/vocabulary/builtins.h"

namespace phobos::mutation {
namespace {

using diagnostics::Code;
using diagnostics::Diagnostic;
using diagnostics::List;
using engine::Launch;
using engine::LaunchError;
using engine::Ran;
using program::Program;

// --- answers of the front end ---

/// Leaves out the errors with this code of which `is_it`, of the question and the error, holds.
template <class Is>
OnAnswer silent_where(Code code, Is is_it) {
    return {[code, is_it](const Question& question, List& list) {
        List kept;
        bool found = false;
        for (Diagnostic& diagnostic : list.in_order()) {
            const bool is_left_out = diagnostic.code == code && is_it(question, diagnostic);
            found = found || is_left_out;
            if (!is_left_out) kept.add(std::move(diagnostic));
        }
        if (found) list = std::move(kept);
        return found;
    }};
}
bool says(const Diagnostic& diagnostic, std::string_view phrase) {
    return diagnostic.message.find(phrase) != std::string::npos;
}
/// The last item that begins before the error is a function.
bool is_in_function(const Question& question, const Diagnostic& diagnostic) {
    const std::string_view before = question.source.text().substr(0, diagnostic.span.begin);
    const std::size_t function = before.rfind("fn ");
    const std::size_t kernel = before.rfind("kernel ");
    return function != std::string_view::npos && (kernel == std::string_view::npos || kernel < function);
}
bool is_name(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; });
}
bool is_of_function(const Question&, const Diagnostic& diagnostic) {
    return std::ranges::none_of(
        builtins, [&](const BuiltinRow& row) { return says(diagnostic, fmt::format("`{}` takes", row.spelling)); });
}
/// The program is judged with the defaults of its constants.
bool judge_by_defaults(const Question& question, List& list) {
    if (question.settings.empty()) return false;
    List answer = check::check(question.source, {question.lanes}, {}).diagnostics;
    if (answer.has_errors() == list.has_errors()) return false;
    list = std::move(answer);
    return true;
}

void add_answers(Faults& faults) {
    const auto add = [&](std::string_view id, std::string_view rules, Seam seam) {
        faults.push_back({std::string(id), rules_of(rules), std::move(seam)});
    };
    add("functions-see-names-of-others", "ctx-23", silent_where(Code::unknown_name, is_in_function));
    add("parameters-of-functions-may-share-names", "ctx-22", silent_where(Code::duplicate_name, is_in_function));
    add("functions-take-any-number-of-arguments", "expr-27", silent_where(Code::argument_count, is_of_function));
    add("extents-are-constants", "expr-15 builtin-30",
        silent_where(Code::not_constant, [](const Question& question, const Diagnostic& diagnostic) {
            return question.source.text(diagnostic.span).starts_with("extent");
        }));
    add("names-are-constants", "expr-15",
        silent_where(Code::not_constant, [](const Question& question, const Diagnostic& diagnostic) {
            return is_name(question.source.text(diagnostic.span));
        }));
    add("programs-are-judged-by-their-defaults", "ctx-18", OnAnswer{judge_by_defaults});
    // What asks for a level, one operation at a time.
    constexpr std::array lanes_and_threads{std::tuple{Scope::lanes, Code::lane_operation_divergent, "level-45"},
                                           std::tuple{Scope::threads, Code::block_operation_divergent, "level-46"}};
    for (const auto& [scope, code, rule] : lanes_and_threads)
        for (const CollectiveRow& row : collectives)
            faults.push_back(
                {id_of({spelling(row.op), scope == Scope::lanes ? "over-lanes" : "over-threads", "asks-for-no-level"}),
                 {rule, "coll-9"},
                 silent_where(code, [operation = fmt::format("{}<over", spelling(row.op))](
                                        const Question&, const Diagnostic& diagnostic) {
                     return diagnostic.message.starts_with(operation);
                 })});
    constexpr std::array operations{std::tuple{"shuffle ", Code::lane_operation_divergent, "level-45"},
                                    std::tuple{"shuffle_xor", Code::lane_operation_divergent, "level-45"},
                                    std::tuple{"shuffle_up", Code::lane_operation_divergent, "level-45"},
                                    std::tuple{"shuffle_down", Code::lane_operation_divergent, "level-45"},
                                    std::tuple{"ballot", Code::lane_operation_divergent, "level-45"},
                                    std::tuple{"warp_barrier", Code::lane_operation_divergent, "level-45"},
                                    std::tuple{"barrier", Code::block_operation_divergent, "level-46"},
                                    std::tuple{"grid_barrier", Code::block_operation_divergent, "level-46"}};
    for (const auto& [operation, code, rule] : operations) {
        std::string_view name = operation;
        if (name.ends_with(' ')) name.remove_suffix(1);
        faults.push_back(
            {id_of({name, "asks-for-no-level"}),
             {rule},
             silent_where(code, [start = std::string(operation)](const Question&, const Diagnostic& diagnostic) {
                 return diagnostic.message.starts_with(start);
             })});
    }
}

// --- launches ---

bool has_call(const Program& program) {
    bool found = false;
    program::for_each_in(program.body, Overloaded{[&](const Expression& part) {
                                                      found = found || std::holds_alternative<program::Call>(part.node);
                                                  },
                                                  [](const Statement&) {}});
    return found;
}

void add_launches(Faults& faults) {
    const auto add = [&](std::string_view id, std::string_view rules, auto change) {
        faults.push_back({std::string(id), rules_of(rules), OnRefusal{change}});
    };
    add("stores-in-functions-do-not-count", "ctx-9 ctx-25",
        [](const Program& program, const Launch&, std::optional<LaunchError>& error) {
            if (!error || error->code != Code::launch_overlap || !has_call(program)) return false;
            error.reset();
            return true;
        });
    add("functions-store-to-all-they-are-given", "ctx-9 ctx-25",
        [](const Program& program, const Launch& launch, std::optional<LaunchError>& error) {
            const bool overlaps = std::ranges::any_of(launch.arguments, [](const engine::Argument& argument) {
                return std::holds_alternative<engine::ViewOf>(argument);
            });
            if (error || !overlaps || !has_call(program)) return false;
            error = LaunchError{Code::launch_overlap, "the launch is refused"};
            return true;
        });
    add("dims-named-like-constants-are-others", "ctx-2",
        [](const Program& program, const Launch&, std::optional<LaunchError>& error) {
            if (!error || error->code != Code::launch_extent || program.tunables.empty()) return false;
            error.reset();
            return true;
        });
}

// --- programs ---

bool is_barrier(const Statement& statement) { return std::holds_alternative<program::Barrier>(statement.node); }

/// Those of values in the arms and loops of a body, but not in what it calls.
bool erase_returns(Block& block) {
    bool changed = std::erase_if(block.statements, [](const Statement& statement) {
                       const auto* early = std::get_if<program::Return>(&statement.node);
                       return early != nullptr && early->value;
                   }) > 0;
    for (Statement& statement : block.statements)
        mutation::for_each_block(statement, [&](Block& inner) { changed = erase_returns(inner) || changed; });
    return changed;
}
/// Of functions that end with a `return`: those before it.
OnProgram early_returns_go_on() {
    return changing<program::Call>([](program::Call& node) {
        Block& body = *node.body;
        if (body.statements.empty() || !std::holds_alternative<program::Return>(body.statements.back().node))
            return false;
        Statement last = std::move(body.statements.back());
        body.statements.pop_back();
        const bool changed = erase_returns(body);
        body.statements.push_back(std::move(last));
        return changed;
    });
}

constexpr ValueRow rows[]{
    // What wraps is taken for undefined: the divisor is 0 there.
    {"sum-that-wraps-is-undefined",
     "exec-31",
     {BinaryOperator::add, i32},
     "r + 0 / where(((a ^ r) & (b ^ r)) < 0, 0, 1)"},
    {"product-that-wraps-is-undefined",
     "exec-31",
     {BinaryOperator::multiply, i32},
     "r + 0 / where(i64(a) * i64(b) != i64(r), 0, 1)"},
    {"least-divided-by-minus-one-is-undefined",
     "exec-31",
     {BinaryOperator::divide, i32},
     "r + 0 / where((a == LEAST_T) & (b == -1), 0, 1)"},
    {"conversion-out-of-range-is-undefined",
     "exec-31",
     {Conversion{}, f32, i32},
     "r + 0 / where((a != a) | (abs(a) > 3.0e9), 0, 1)"},
    {"results-of-dot-t-are-bf16", "tile-28 tile-29", {TileFunctionOf{Builtin::dot_t}, all_types, f32}, "R(bf16(r))"},
    {"results-of-dot-are-bf16", "tile-28 tile-29", {TileFunctionOf{Builtin::dot}, all_types, f32}, "R(bf16(r))"},
};

void add_programs(Faults& faults) {
    const auto add = [&](std::string_view id, std::string_view rules, Seam seam) {
        faults.push_back({std::string(id), rules_of(rules), std::move(seam)});
    };
    for (const ValueRow& row : rows) faults.push_back(fault_of(row));
    add("bits-and-guards-its-right-side", "expr-19",
        changing<program::Binary>([](program::Binary& node, Expression& part, Program& program) {
            const program::Type& type = part.type;
            if (node.op != BinaryOperator::bit_and || type.element != ScalarType::boolean) return false;
            if (type.form != program::Form::scalar) return false;
            program.sites.push_back({program::SiteKind::branch, part.span});
            const program::SiteId site{static_cast<std::uint32_t>(program.sites.size() - 1)};
            program::Logical guards{BinaryOperator::logical_and, std::move(node.left), std::move(node.right), site};
            part.node = std::move(guards);
            return true;
        }));
    add("and-of-tiles-of-bool-is-or", "tile-24", changing<program::Binary>([](program::Binary& node, Expression& part) {
            const bool is_it = node.op == BinaryOperator::bit_and && part.type.element == ScalarType::boolean &&
                               part.type.form == program::Form::tile;
            if (is_it) node.op = BinaryOperator::bit_or;
            return is_it;
        }));
    add("barriers-in-arms-are-left-out", "coll-19 exec-10", changing<program::If>([](program::If& branch) {
            const auto in_then = std::erase_if(branch.then->statements, is_barrier);
            return in_then + std::erase_if(branch.otherwise->statements, is_barrier) > 0;
        }));
    add("early-returns-go-on", "exec-8 stmt-26", early_returns_go_on());
    add("compound-assignments-are-atomic", "exec-20",
        changing<program::Store>([](program::Store& node, Statement& statement) {
            const ScalarType type = node.value.type.element;
            if (node.op != BinaryOperator::add || (type != ScalarType::i32 && type != ScalarType::f32)) return false;
            program::Type result = node.value.type;
            program::Atomic atomic{program::AtomicOperator::add, node.buffer, std::move(node.subscripts), std::nullopt,
                                   std::move(node.value),        node.site};
            const program::ExpressionId id = atomic.operand->id;
            statement.node = program::Evaluate{Expression{std::move(atomic), result, id, statement.span}};
            return true;
        }));
}

// --- what a launch leaves ---

template <class Change>
OnRan telling(engine::FaultKind kind, Change change) {
    return {[kind, change](const Program& program, const Launch& launch, Ran& ran) {
        const auto* trapped = std::get_if<engine::Trapped>(&ran.outcome);
        return trapped != nullptr && trapped->kind == kind && change(program, launch, ran);
    }};
}
bool finish(Ran& ran) {
    ran.outcome = engine::Finished{};
    return true;
}
const engine::Place& place_of(const Ran& ran) { return std::get<engine::Trapped>(ran.outcome).place; }
bool trap(Ran& ran, engine::FaultKind kind) {
    if (!std::holds_alternative<engine::Finished>(ran.outcome)) return false;
    ran.outcome = engine::Trapped{kind, {}, {}, {}, "this is not defined"};
    return true;
}
bool has_slice(const Program& program) {
    bool found = false;
    program::for_each_in(
        program.body,
        Overloaded{[&](const Expression& part) { found = found || std::holds_alternative<program::Slice>(part.node); },
                   [&](const Statement& part) {
                       const auto* store = std::get_if<program::TileStore>(&part.node);
                       found = found || (store != nullptr && !store->starts.empty());
                   }});
    return found;
}
/// A tile that single elements are stored to and runs are read of.
bool has_run_of_stored_elements(const Program& program) {
    std::vector<bool> stored(program.tiles.size());
    std::vector<bool> read(program.tiles.size());
    const auto mark = [](const program::Buffer& buffer, std::vector<bool>& marks) {
        if (const auto* tile = std::get_if<program::TileId>(&buffer)) marks[tile->index] = true;
    };
    program::for_each_in(program.body, Overloaded{[&](const Expression& part) {
                                                      const auto* run = std::get_if<program::RunLoad>(&part.node);
                                                      if (run != nullptr) mark(run->buffer, read);
                                                  },
                                                  [&](const Statement& part) {
                                                      const auto* store = std::get_if<program::Store>(&part.node);
                                                      if (store != nullptr) mark(store->buffer, stored);
                                                  }});
    for (std::size_t i = 0; i < stored.size(); ++i)
        if (stored[i] && read[i]) return true;
    return false;
}

/// What stands in the value of one assignment of a tile or slice.
struct Inside {
    std::vector<std::uint32_t> stores;  ///< their sites, in functions that it calls
    int operators = 0;                  ///< on tiles
};
std::vector<Inside> insides(const Program& program) {
    std::vector<Inside> found;
    const auto visit = [&](const Statement& part) {
        const auto* assigned = std::get_if<program::TileStore>(&part.node);
        if (assigned == nullptr) return;
        Inside inside;
        Expression value = assigned->value;
        rewrite(value, Overloaded{[&](Expression& inner) {
                                      const bool is_tile = inner.type.form == program::Form::tile;
                                      if (is_tile && std::holds_alternative<program::Binary>(inner.node))
                                          ++inside.operators;
                                  },
                                  [&](Statement& inner) {
                                      const auto* store = std::get_if<program::Store>(&inner.node);
                                      if (store != nullptr) inside.stores.push_back(store->site.index);
                                  }});
        found.push_back(std::move(inside));
    };
    program::for_each_in(program.body, Overloaded{[](const Expression&) {}, visit});
    return found;
}
bool fills_with_an_element_of_itself(const Program& program) {
    bool found = false;
    const auto visit = [&](const Statement& part) {
        const auto* assigned = std::get_if<program::TileStore>(&part.node);
        if (assigned == nullptr) return;
        const auto* read = std::get_if<program::Load>(&assigned->value.node);
        found = found || (read != nullptr && read->buffer == assigned->buffer);
    };
    program::for_each_in(program.body, Overloaded{[](const Expression&) {}, visit});
    return found;
}
/// Leaves out declared tiles that nothing names.
bool leave_out_unnamed_tiles(Program& program) {
    std::vector<bool> named(program.tiles.size());
    const auto name = [&](auto& node) {
        if constexpr (requires { node.buffer; })
            if (const auto* tile = std::get_if<program::TileId>(&node.buffer)) named[tile->index] = true;
    };
    rewrite(program.body, Overloaded{[&](Expression& part) { std::visit(name, part.node); },
                                     [&](Statement& part) { std::visit(name, part.node); }});
    bool changed = false;
    rewrite(program.body, [&](Block& block) {
        changed = std::erase_if(block.statements,
                                [&](const Statement& statement) {
                                    const auto* declared = std::get_if<program::DeclareTile>(&statement.node);
                                    return declared != nullptr && !named[declared->tile.index];
                                }) > 0 ||
                  changed;
    });
    return changed;
}

void add_tile_operations(Faults& faults) {
    const auto add = [&](std::string_view id, std::string_view rules, Seam seam) {
        faults.push_back({std::string(id), rules_of(rules), std::move(seam)});
    };
    using engine::FaultKind;
    add("tile-operations-that-nothing-names-are-left-out", "tile-48 tile-49 coll-23",
        OnProgram{leave_out_unnamed_tiles});
    add("operands-of-one-tile-operation-do-not-race", "tile-48",
        telling(FaultKind::race, [](const Program& program, const Launch&, Ran& ran) {
            const std::vector<Inside> found = insides(program);
            return std::ranges::any_of(found,
                                       [&](const Inside& inside) {
                                           return std::ranges::find(inside.stores, place_of(ran).site.index) !=
                                                  inside.stores.end();
                                       }) &&
                   finish(ran);
        }));
    add("tile-operations-inside-another-are-no-barriers", "tile-48 coll-23",
        OnRan{[](const Program& program, const Launch&, Ran& ran) {
            const std::vector<Inside> found = insides(program);
            return std::ranges::any_of(
                       found, [](const Inside& inside) { return inside.operators > 1 && inside.stores.size() > 1; }) &&
                   trap(ran, FaultKind::race);
        }});
    add("scalar-operands-race-with-their-tile-operation", "tile-48",
        OnRan{[](const Program& program, const Launch&, Ran& ran) {
            return fills_with_an_element_of_itself(program) && trap(ran, FaultKind::race);
        }});
}

void add_results(Faults& faults) {
    const auto add = [&](std::string_view id, std::string_view rules, Seam seam) {
        faults.push_back({std::string(id), rules_of(rules), std::move(seam)});
    };
    using engine::FaultKind;
    add("tiles-keep-what-an-earlier-block-wrote", "exec-14 exec-15",
        telling(FaultKind::uninitialised, [](const Program& program, const Launch&, Ran& ran) {
            const bool is_later = !(place_of(ran).block == engine::Block{0, 0, 0});
            return is_later && !program.tiles.empty() && finish(ran);
        }));
    add("atomics-read-what-was-never-written", "coll-28",
        telling(FaultKind::uninitialised, [](const Program& program, const Launch&, Ran& ran) {
            return program.sites[place_of(ran).site.index].kind == program::SiteKind::atomic && finish(ran);
        }));
    add("faults-of-several-blocks-are-told-of-none", "exec-34",
        telling(FaultKind::out_of_bounds, [](const Program&, const Launch& launch, Ran& ran) {
            const bool is_last = place_of(ran).block.x + 1 == launch.grid.x;
            return !is_last && finish(ran);
        }));
    add("fault-of-a-tile-is-told-of-the-element-behind", "tile-51", OnRan{[](const Program&, const Launch&, Ran& ran) {
            auto* trapped = std::get_if<engine::Trapped>(&ran.outcome);
            if (trapped == nullptr) return false;
            bool changed = false;
            for (engine::FaultValue& value : trapped->values) {
                if (value.name != "element") continue;
                value.bits.bits += 1;
                trapped->place.lanes = trapped->place.lanes << 1 | trapped->place.lanes >> 31;
                changed = true;
            }
            return changed;
        }});
    add("slices-of-empty-tensors-are-out-of-bounds", "tile-11 tile-20",
        OnRan{[](const Program& program, const Launch& launch, Ran& ran) {
            const bool has_empty = std::ranges::any_of(launch.arguments, [](const engine::Argument& argument) {
                const auto* own = std::get_if<engine::OwnTensor>(&argument);
                return own != nullptr && own->tensor.elements() == 0;
            });
            return has_empty && has_slice(program) && trap(ran, FaultKind::out_of_bounds);
        }});
    add("runs-of-elements-stored-one-by-one-are-unwritten", "run-9",
        OnRan{[](const Program& program, const Launch&, Ran& ran) {
            return has_run_of_stored_elements(program) && trap(ran, FaultKind::uninitialised);
        }});
}

}  // namespace

Faults narrow_faults() {
    Faults faults;
    add_answers(faults);
    add_launches(faults);
    add_programs(faults);
    add_results(faults);
    add_tile_operations(faults);
    return faults;
}

}  // namespace phobos::mutation
