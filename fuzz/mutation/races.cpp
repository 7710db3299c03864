// SPDX-License-Identifier: Apache-2.0
// Races that are not seen, or seen where there are none, and what counts as written (chapter 11).
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "fuzz/mutation/changing.h"
#include "fuzz/mutation/registry.h"

namespace phobos::mutation {
namespace {

using engine::AccessKind;
using plain::Access;
using plain::ElementId;
using plain::RaceRules;

bool are_of_one_block(const Access& a, const Access& b) { return a.block == b.block; }
bool are_of_one_warp(const Access& a, const Access& b) { return are_of_one_block(a, b) && a.warp == b.warp; }
bool are_of_one_execution(const Access& a, const Access& b) { return a.site == b.site && a.turns == b.turns; }
bool is_read(const Access& access) { return access.kind == AccessKind::read; }

/// What is as wrong when the two accesses are exchanged.
template <class Decision>
auto either_way(Decision decision) {
    return [decision](const Access& a, const Access& b) { return decision(a, b) || decision(b, a); };
}
/// More is ordered than should be, or less.
template <class Decision>
void order_too(RaceRules& rules, Decision decision) {
    rules.ordered = [decision](const Access& a, const Access& b) {
        return plain::are_ordered(a, b) || decision(a, b) || decision(b, a);
    };
}
template <class Decision>
void order_only(RaceRules& rules, Decision decision) {
    rules.ordered = [decision](const Access& a, const Access& b) { return plain::are_ordered(a, b) && decision(a, b); };
}

struct Decided {
    std::string_view id;
    std::string_view rules;
    void (*change)(RaceRules&);
};
const Decided decided[]{
    {"race-of-a-thread-with-itself", "exec-21",
     [](RaceRules& rules) { rules.by_one_thread = [](const Access&, const Access&) { return false; }; }},
    {"no-race-within-a-warp", "exec-12 exec-25 exec-30",
     [](RaceRules& rules) { rules.by_one_thread = are_of_one_warp; }},
    {"no-race-that-lockstep-hides", "exec-12 exec-23 exec-30",
     [](RaceRules& rules) {
         order_too(rules, [](const Access& a, const Access& b) {
             return are_of_one_warp(a, b) && !are_of_one_execution(a, b);
         });
     }},
    {"no-race-of-equal-threads-of-two-blocks", "exec-3 exec-13 exec-25",
     [](RaceRules& rules) {
         rules.by_one_thread = [](const Access& a, const Access& b) { return a.thread == b.thread; };
     }},
    {"no-race-of-two-blocks", "exec-3 exec-13 exec-22 exec-23",
     [](RaceRules& rules) {
         order_too(rules, [](const Access& a, const Access& b) { return !are_of_one_block(a, b); });
     }},
    {"no-race-with-the-block-before", "exec-3 exec-23",
     [](RaceRules& rules) {
         order_too(rules, [](const Access& a, const Access& b) {
             return a.block.y == b.block.y && a.block.z == b.block.z && a.block.x + 1 == b.block.x;
         });
     }},
    {"no-race-of-tiles", "exec-14 exec-25",
     [](RaceRules& rules) { order_too(rules, [](const Access& a, const Access&) { return a.in_tile; }); }},
    {"no-race-of-tensors", "exec-13 exec-25",
     [](RaceRules& rules) { order_too(rules, [](const Access& a, const Access&) { return !a.in_tile; }); }},
    {"no-race-within-a-block", "exec-22 exec-25", [](RaceRules& rules) { order_too(rules, are_of_one_block); }},
    {"race-in-spite-of-barriers-in-tiles", "exec-22 exec-24",
     [](RaceRules& rules) { order_only(rules, [](const Access& a, const Access&) { return !a.in_tile; }); }},
    {"race-in-spite-of-barriers-in-tensors", "exec-22 exec-24",
     [](RaceRules& rules) { order_only(rules, [](const Access& a, const Access&) { return a.in_tile; }); }},
    {"warp-barrier-orders-nothing", "exec-22",
     [](RaceRules& rules) {
         order_only(rules, [](const Access& a, const Access& b) {
             return a.passed.of_grid != b.passed.of_grid || a.passed.of_block != b.passed.of_block;
         });
     }},
    {"warp-barrier-orders-the-block", "exec-22 exec-23 coll-20 coll-23",
     [](RaceRules& rules) {
         order_too(rules, [](const Access& a, const Access& b) {
             return are_of_one_block(a, b) && a.passed.of_warp != b.passed.of_warp;
         });
     }},
    {"warp-barrier-orders-tiles-only", "exec-22",
     [](RaceRules& rules) {
         order_only(rules, [](const Access& a, const Access& b) {
             return a.in_tile || a.passed.of_grid != b.passed.of_grid || a.passed.of_block != b.passed.of_block;
         });
     }},
    {"barrier-orders-warps-only", "exec-22",
     [](RaceRules& rules) {
         order_only(rules, [](const Access& a, const Access& b) {
             return a.passed.of_grid != b.passed.of_grid || are_of_one_warp(a, b);
         });
     }},
    {"barrier-orders-blocks", "exec-22 exec-23",
     [](RaceRules& rules) {
         order_too(rules, [](const Access& a, const Access& b) {
             return !are_of_one_block(a, b) && a.passed.of_block != b.passed.of_block;
         });
     }},
    {"grid-barrier-orders-a-block-only", "exec-22", [](RaceRules& rules) { order_only(rules, are_of_one_block); }},
    {"an-atomic-orders-the-blocks", "exec-23 coll-32",
     [](RaceRules& rules) {
         order_too(rules, [](const Access& a, const Access& b) {
             return !are_of_one_block(a, b) && a.kind == AccessKind::atomic;
         });
     }},
    {"reads-behind-a-grid-barrier-come-first", "exec-24 coll-24",
     [](RaceRules& rules) {
         order_too(rules, [](const Access& a, const Access& b) {
             return !are_of_one_block(a, b) && a.passed.of_grid > 0 && is_read(a) != is_read(b);
         });
     }},
    {"reads-race", "exec-25",
     [](RaceRules& rules) { rules.only_read = [](const Access&, const Access&) { return false; }; }},
    {"no-race-with-a-read", "exec-25",
     [](RaceRules& rules) { rules.only_read = either_way([](const Access& a, const Access&) { return is_read(a); }); }},
    {"no-race-of-two-writes", "exec-25 exec-27",
     [](RaceRules& rules) {
         rules.only_read = [](const Access& a, const Access& b) { return is_read(a) == is_read(b); };
     }},
    {"no-race-where-the-read-is-first", "exec-25",
     [](RaceRules& rules) {
         rules.only_read = [](const Access& a, const Access& b) {
             return is_read(a) && (is_read(b) || (a.in_tile && a.passed.of_block == b.passed.of_block));
         };
     }},
    {"no-race-with-an-atomic", "exec-25 exec-26",
     [](RaceRules& rules) {
         rules.both_atomic = either_way([](const Access& a, const Access&) { return a.kind == AccessKind::atomic; });
     }},
    {"atomics-only-read", "exec-20 exec-26",
     [](RaceRules& rules) {
         rules.only_read = [](const Access& a, const Access& b) {
             return a.kind != AccessKind::write && b.kind != AccessKind::write;
         };
     }},
    {"two-atomics-race", "exec-26",
     [](RaceRules& rules) { rules.both_atomic = [](const Access&, const Access&) { return false; }; }},
    {"two-atomics-of-two-blocks-race", "exec-26",
     [](RaceRules& rules) {
         rules.both_atomic = [](const Access& a, const Access& b) {
             return plain::are_atomics(a, b) && are_of_one_block(a, b);
         };
     }},
    {"writes-of-one-value-race", "exec-27",
     [](RaceRules& rules) { rules.may_repeat = [](const Access&) { return false; }; }},
    {"writes-of-one-value-race-in-tensors", "exec-27",
     [](RaceRules& rules) { rules.may_repeat = [](const Access& write) { return write.in_tile; }; }},
    {"writes-of-one-value-race-in-tiles", "exec-27",
     [](RaceRules& rules) { rules.may_repeat = [](const Access& write) { return !write.in_tile; }; }},
    {"all-values-are-one", "exec-27 exec-28",
     [](RaceRules& rules) { rules.same_value = [](ScalarType, ScalarBits, ScalarBits) { return true; }; }},
    {"nans-are-compared-by-bits", "exec-27 type-7",
     [](RaceRules& rules) { rules.same_value = [](ScalarType, ScalarBits a, ScalarBits b) { return a == b; }; }},
    {"zeros-of-two-signs-are-one-value", "exec-27",
     [](RaceRules& rules) {
         rules.same_value = [](ScalarType type, ScalarBits a, ScalarBits b) {
             const std::uint64_t sign = std::uint64_t{1} << (bits(type) - 1);
             return plain::is_same_value(type, a, b) || (is_float(type) && ((a.bits | b.bits) & ~sign) == 0);
         };
     }},
    {"reads-of-what-a-thread-wrote-too-race", "exec-28",
     [](RaceRules& rules) { rules.may_read_own = [](const Access&) { return false; }; }},
    {"a-thread-has-written-what-it-ever-wrote", "exec-28",
     [](RaceRules& rules) { rules.since_barrier = [](const Access&, const Access&) { return true; }; }},
    {"warp-barriers-end-no-writes-of-a-thread", "exec-28",
     [](RaceRules& rules) {
         rules.since_barrier = [](const Access& write, const Access& read) {
             return write.passed.of_block == read.passed.of_block;
         };
     }},
    {"neighbours-in-a-word-race", "exec-20 exec-25",
     [](RaceRules& rules) {
         rules.touched = [](ElementId element, ScalarType type) {
             const std::int64_t in_a_word = std::max(1, 4 / bytes(type));
             element.position = element.position / in_a_word * in_a_word;
             return element;
         };
     }},
    {"no-race-of-one-statement-with-itself", "exec-25",
     [](RaceRules& rules) { order_too(rules, [](const Access& a, const Access& b) { return a.site == b.site; }); }},
};

// --- what is told ---

template <class Change>
OnRan telling(Change change) {
    return {[change](const program::Program&, const engine::Launch&, engine::Ran& ran) {
        auto* trapped = std::get_if<engine::Trapped>(&ran.outcome);
        return trapped != nullptr && trapped->kind == engine::FaultKind::race && change(*trapped);
    }};
}

// --- what orders nothing ---

/// A barrier after every statement of the kernel's body, but not of a block in it, that has what is looked for.
template <class Node, class Barrier>
OnProgram followed_by_barrier() {
    return {[](program::Program& program) {
        std::vector<Statement> statements;
        bool changed = false;
        for (Statement& statement : program.body.statements) {
            bool has = false;
            if constexpr (!is_alternative<Node, program::ExpressionNode>)
                has = std::holds_alternative<Node>(statement.node);
            if constexpr (is_alternative<Node, program::ExpressionNode>)
                for_each_expression(statement, [&](Expression& expression) {
                    rewrite(expression,
                            [&](Expression& part) { has = has || std::holds_alternative<Node>(part.node); });
                });
            const Span span = statement.span;
            statements.push_back(std::move(statement));
            if (!has) continue;
            const program::SiteId site{static_cast<std::uint32_t>(program.sites.size())};
            program.sites.push_back({program::SiteKind::barrier, span});
            statements.push_back({Barrier{site}, span});
            changed = true;
        }
        program.body.statements = std::move(statements);
        return changed;
    }};
}

// --- what was never written ---

bool write_arguments(const program::Program&, engine::Launch& launch) {
    bool changed = false;
    for (engine::Argument& argument : launch.arguments) {
        auto* own = std::get_if<engine::OwnTensor>(&argument);
        if (own == nullptr || !own->tensor.tracks_writes()) continue;
        const std::uint64_t elements = own->tensor.elements();
        for (std::uint64_t element = 0; element < elements; ++element) {
            if (own->tensor.is_written(element)) continue;
            own->tensor.store(element, own->tensor.load(element));
            changed = true;
        }
    }
    return changed;
}

/// A tile without initialiser holds zeros.
OnProgram fresh_tiles_are_zero() {
    return changing<program::DeclareTile>(
        [](program::DeclareTile& node, Statement& statement, program::Program& program) {
            if (node.value) return false;
            const program::Type type{program.tiles[node.tile.index].element, program::Form::scalar, 1, {}};
            node.value = Expression{program::Constant{}, type, {program.expressions++}, statement.span};
            return true;
        });
}

}  // namespace

Faults race_faults() {
    Faults faults;
    for (const Decided& row : decided)
        faults.push_back({std::string(row.id), rules_of(row.rules), OnRaces{row.change}});
    faults.push_back({"second-place-of-a-race-is-missing", {"exec-30"}, telling([](engine::Trapped& trapped) {
                          return !std::exchange(trapped.others, {}).empty();
                      })});
    faults.push_back({"second-place-of-a-race-is-the-first", {"exec-30"}, telling([](engine::Trapped& trapped) {
                          for (engine::Place& other : trapped.others) other = trapped.place;
                          return true;
                      })});
    faults.push_back({"place-of-a-race-is-the-second", {"exec-30", "exec-32"}, telling([](engine::Trapped& trapped) {
                          for (const engine::Place& other : trapped.others) trapped.place = other;
                          return true;
                      })});
    faults.push_back({"shuffles-order-as-a-barrier-of-the-warp", rules_of("exec-23 coll-17"),
                      followed_by_barrier<program::Shuffle, program::WarpBarrier>()});
    faults.push_back({"shuffles-order-as-a-barrier", rules_of("exec-23 coll-17"),
                      followed_by_barrier<program::Shuffle, program::Barrier>()});
    faults.push_back({"ballots-order-as-a-barrier", rules_of("exec-23 coll-17"),
                      followed_by_barrier<program::Ballot, program::Barrier>()});
    faults.push_back({"collectives-over-lanes-order-as-a-barrier",
                      {"exec-23"},
                      followed_by_barrier<program::Collective, program::Barrier>()});
    faults.push_back({"atomics-order-as-a-barrier", rules_of("exec-23 coll-32"),
                      followed_by_barrier<program::Atomic, program::Barrier>()});
    faults.push_back({"ends-of-ifs-order-as-a-barrier-of-the-warp", rules_of("exec-6 exec-12 exec-23"),
                      followed_by_barrier<program::If, program::WarpBarrier>()});
    faults.push_back({"assignments-order-as-a-barrier", rules_of("exec-23"),
                      followed_by_barrier<program::Assign, program::Barrier>()});
    faults.push_back({"fresh-tiles-hold-zeros", rules_of("exec-15 run-9"), fresh_tiles_are_zero()});
    faults.push_back({"arguments-are-written", rules_of("exec-19 run-9"), OnLaunch{write_arguments}});
    return faults;
}

}  // namespace phobos::mutation
