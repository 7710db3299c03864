// SPDX-License-Identifier: Apache-2.0
// Threads that combine, exchange and vote otherwise (chapter 09).
#include <string>

#include <fmt/format.h>

#include "fuzz/mutation/changing.h"
#include "fuzz/mutation/registry.h"

namespace phobos::mutation {
namespace {

using program::ShuffleKind;
constexpr auto sum = CollectiveOf{CollectiveOperator::sum, Scope::lanes};
constexpr auto prod = CollectiveOf{CollectiveOperator::prod, Scope::lanes};
constexpr auto sum_of_block = CollectiveOf{CollectiveOperator::sum, Scope::threads};
constexpr CollectiveOf block(CollectiveOperator op) { return {op, Scope::threads}; }

constexpr ValueRow rows[]{
    {"sum-goes-from-lane-to-lane",
     "coll-5 coll-8",
     {sum, floats},
     "{ var s = shuffle(a, 0)\nfor i in range(1, LANES) { s += shuffle(a, i) }\nreturn s }"},
    {"sum-goes-from-the-last-lane-down",
     "coll-5 coll-8",
     {sum, floats},
     "{ var s = shuffle(a, LANES - 1)\nfor i in range(LANES - 2, -1, -1) { s += shuffle(a, i) }\nreturn s }"},
    {"butterfly-of-sum-goes-upward",
     "coll-5 coll-8",
     {sum, floats},
     "{ var s = a\nvar o = 1\nwhile o < LANES { s += shuffle_xor(s, o)\no *= 2 }\nreturn s }"},
    {"butterfly-of-prod-goes-upward",
     "coll-5 coll-8",
     {prod, floats},
     "{ var s = a\nvar o = 1\nwhile o < LANES { s *= shuffle_xor(s, o)\no *= 2 }\nreturn s }"},
    {"butterfly-leaves-out-its-last-step",
     "coll-5",
     {sum, numbers},
     "{ var s = a\nvar o = LANES / 2\nwhile o > 1 { s += shuffle_xor(s, o)\no /= 2 }\nreturn s }"},
    {"butterfly-leaves-out-its-first-step",
     "coll-5",
     {sum, numbers},
     "{ var s = a\nvar o = LANES / 4\nwhile o > 0 { s += shuffle_xor(s, o)\no /= 2 }\nreturn s }"},
    {"sum-over-64-lanes-is-of-32",
     "coll-1 coll-5 ctx-33",
     {sum, numbers},
     "{ var s = a\nvar o = 16\nwhile o > 0 { s += shuffle_xor(s, o)\no /= 2 }\nreturn s }"},
    {"sum-of-16-bit-types-in-f32", "coll-4", {sum, narrow_floats}, "T(sum<over ctx.lane>(f32(a)))"},
    {"prod-of-16-bit-types-in-f32", "coll-4", {prod, narrow_floats}, "T(prod<over ctx.lane>(f32(a)))"},
    {"sum-over-threads-of-16-bit-types-in-f32",
     "coll-4",
     {sum_of_block, narrow_floats},
     "T(sum<over ctx.thread>(f32(a)))"},
    {"sum-of-f32-in-f64", "coll-4", {sum, f32}, "f32(sum<over ctx.lane>(f64(a)))"},
    {"sum-of-small-integers-saturates",
     "coll-4",
     {sum, i8 | u8},
     "T(min(max(sum<over ctx.lane>(i32(a)), LEAST_T), GREATEST_T))"},
    {"sum-leaves-out-the-last-lane",
     "coll-1 coll-9 exec-10",
     {sum, numbers},
     "sum<over ctx.lane>(where(ctx.lane == LANES - 1, T(0), a))"},
    {"only-the-first-lane-gets-the-sum", "coll-1 coll-8 level-4", {sum, numbers}, "where(ctx.lane == 0, r, a)"},
    {"only-the-first-thread-gets-the-sum",
     "coll-1 coll-8 level-4 level-5",
     {sum_of_block, numbers},
     "where(ctx.thread == 0, r, a)"},
    {"sum-over-threads-is-of-the-warp", "coll-1 coll-6 exec-10", {sum_of_block, numbers}, "sum<over ctx.lane>(a)"},
    {"sum-is-padded-with-one",
     "coll-7 coll-6",
     {sum_of_block, numbers},
     "where((ctx.warps & (ctx.warps - 1)) != 0, r + R(1), r)"},
    {"prod-is-padded-with-zero",
     "coll-7 coll-6",
     {block(CollectiveOperator::prod), numbers},
     "where((ctx.warps & (ctx.warps - 1)) != 0, R(0), r)"},
    {"min-is-padded-with-zero",
     "coll-7 coll-6",
     {block(CollectiveOperator::minimum), numbers},
     "where((ctx.warps & (ctx.warps - 1)) != 0, min(r, R(0)), r)"},
    {"max-is-padded-with-zero",
     "coll-7 coll-6",
     {block(CollectiveOperator::maximum), numbers},
     "where((ctx.warps & (ctx.warps - 1)) != 0, max(r, R(0)), r)"},
    {"and-is-padded-with-zeros",
     "coll-7 coll-6",
     {block(CollectiveOperator::bit_and)},
     "where((ctx.warps & (ctx.warps - 1)) != 0, r ^ r, r)"},
    {"or-is-padded-with-ones",
     "coll-7 coll-6",
     {block(CollectiveOperator::bit_or), integers},
     "where((ctx.warps & (ctx.warps - 1)) != 0, ~(r ^ r), r)"},
    {"xor-is-padded-with-ones",
     "coll-7 coll-6",
     {block(CollectiveOperator::bit_xor), integers},
     "where((ctx.warps & (ctx.warps - 1)) != 0, ~r, r)"},
    {"any-is-padded-with-true",
     "coll-7 coll-6",
     {block(CollectiveOperator::any)},
     "r | ((ctx.warps & (ctx.warps - 1)) != 0)"},
    {"all-is-padded-with-false",
     "coll-7 coll-6",
     {block(CollectiveOperator::all)},
     "r & !((ctx.warps & (ctx.warps - 1)) != 0)"},
    {"sum-of-zeros-is-positive", "coll-7 coll-6", {sum_of_block, floats}, "r + 0.0"},
    {"sum-over-lanes-of-zeros-is-positive", "coll-5 coll-4", {sum, floats}, "r + 0.0"},
    {"min-of-nans-is-infinite",
     "coll-7 coll-4",
     {CollectiveOf{CollectiveOperator::minimum, Scope::threads}, floats},
     "where(r != r, inf, r)"},
    {"max-of-nans-is-infinite",
     "coll-7 coll-4",
     {CollectiveOf{CollectiveOperator::maximum, Scope::threads}, floats},
     "where(r != r, -inf, r)"},
    {"min-over-lanes-of-a-nan-is-nan",
     "coll-4",
     {CollectiveOf{CollectiveOperator::minimum, Scope::lanes}, floats},
     "where(any<over ctx.lane>(a != a), nan, r)"},
    {"max-over-lanes-of-a-nan-is-nan",
     "coll-4",
     {CollectiveOf{CollectiveOperator::maximum, Scope::lanes}, floats},
     "where(any<over ctx.lane>(a != a), nan, r)"},
    {"min-of-u32-is-signed",
     "coll-4",
     {CollectiveOf{CollectiveOperator::minimum, Scope::lanes}, u32},
     "u32(min<over ctx.lane>(i32(a)))"},
    {"max-of-u32-is-signed",
     "coll-4",
     {CollectiveOf{CollectiveOperator::maximum, Scope::lanes}, u32},
     "u32(max<over ctx.lane>(i32(a)))"},
    {"max-of-i32-is-unsigned",
     "coll-4",
     {CollectiveOf{CollectiveOperator::maximum, Scope::lanes}, i32},
     "i32(max<over ctx.lane>(u32(a)))"},
    {"max-of-i64-is-of-its-lower-half",
     "coll-4",
     {CollectiveOf{CollectiveOperator::maximum, Scope::lanes}, i64},
     "i64(max<over ctx.lane>(i32(a)))"},
    {"max-over-threads-of-i32-is-unsigned",
     "coll-4",
     {block(CollectiveOperator::maximum), i32},
     "i32(max<over ctx.thread>(u32(a)))"},
    {"max-over-threads-of-i64-is-of-its-lower-half",
     "coll-4",
     {block(CollectiveOperator::maximum), i64},
     "i64(max<over ctx.thread>(i32(a)))"},
    {"max-over-threads-leaves-out-the-last-warp",
     "coll-6",
     {block(CollectiveOperator::maximum), numbers},
     "max<over ctx.thread>(where(ctx.warp == ctx.warps - 1, LEAST_T, a))"},
    {"sum-over-threads-leaves-out-the-last-warp",
     "coll-6",
     {sum_of_block, numbers},
     "sum<over ctx.thread>(where(ctx.warp == ctx.warps - 1, T(0), a))"},
    {"sum-over-threads-goes-from-warp-to-warp",
     "coll-6",
     {sum_of_block, floats},
     "{ let s = sum<over ctx.lane>(a)\nvar t = sum<over ctx.thread>(where((ctx.warp == 0) & (ctx.lane == 0), s, T(0)))"
     "\nfor w in range(1, ctx.warps) { t += sum<over ctx.thread>(where((ctx.warp == w) & (ctx.lane == 0), s, T(0))) }"
     "\nreturn t }"},
    {"any-is-of-the-first-lane",
     "coll-1 builtin-43",
     {CollectiveOf{CollectiveOperator::any, Scope::lanes}},
     "shuffle(a, 0)"},
    {"all-is-of-the-first-lane",
     "coll-1 builtin-44",
     {CollectiveOf{CollectiveOperator::all, Scope::lanes}},
     "shuffle(a, 0)"},
    {"shuffle-beyond-the-warp-gives-its-own",
     "coll-11",
     {ShuffleKind::lane},
     "where((i64(b) < 0) | (i64(b) >= LANES), a, r)"},
    {"shuffle-beyond-the-warp-gives-the-last",
     "coll-11 coll-15",
     {ShuffleKind::lane},
     "shuffle(a, min(max(i64(b), i64(0)), i64(LANES - 1)))"},
    {"shuffle-takes-the-remainder-of-the-sign", "coll-11", {ShuffleKind::lane}, "shuffle(a, abs(i64(b) % i64(LANES)))"},
    {"shuffle-of-64-lanes-is-of-32", "coll-11", {ShuffleKind::lane}, "shuffle(a, i64(b) & 31)"},
    {"shuffle-is-of-the-first-lanes-choice", "coll-15", {ShuffleKind::lane}, "shuffle(a, shuffle(b, 0))"},
    {"shuffle-up-is-of-the-first-lanes-choice", "coll-15", {ShuffleKind::up}, "shuffle_up(a, shuffle(b, 0))"},
    {"shuffle-xor-beyond-the-warp-gives-its-own",
     "coll-12",
     {ShuffleKind::exclusive_or},
     "where((i64(b) < 0) | (i64(b) >= LANES), a, r)"},
    {"shuffle-xor-of-64-lanes-is-of-32", "coll-12", {ShuffleKind::exclusive_or}, "shuffle_xor(a, i64(b) & 31)"},
    {"shuffle-up-wraps-around", "coll-13", {ShuffleKind::up}, "shuffle(a, i64(ctx.lane) - i64(b))"},
    {"shuffle-down-wraps-around", "coll-13", {ShuffleKind::down}, "shuffle(a, i64(ctx.lane) + i64(b))"},
    {"shuffle-up-gives-the-first-lane",
     "coll-13",
     {ShuffleKind::up},
     "shuffle(a, min(max(i64(ctx.lane) - i64(b), i64(0)), i64(LANES - 1)))"},
    {"shuffle-down-gives-the-last-lane",
     "coll-13",
     {ShuffleKind::down},
     "shuffle(a, min(max(i64(ctx.lane) + i64(b), i64(0)), i64(LANES - 1)))"},
    {"shuffle-up-by-negative-gives-its-own", "coll-13 coll-15", {ShuffleKind::up}, "where(i64(b) < 0, a, r)"},
    {"shuffle-down-by-negative-gives-its-own", "coll-13 coll-15", {ShuffleKind::down}, "where(i64(b) < 0, a, r)"},
    {"shuffle-up-of-64-lanes-is-of-32", "coll-13", {ShuffleKind::up}, "where((ctx.lane & 31) < i32(b), a, r)"},
    {"shuffle-up-by-u32-is-signed", "coll-15", {ShuffleKind::up}, "shuffle_up(a, i32(b))"},
    {"shuffle-down-by-u32-is-signed", "coll-15", {ShuffleKind::down}, "shuffle_down(a, i32(b))"},
    {"ballot-is-of-32-lanes", "coll-16", {BallotOf{}}, "r & 0xffffffff"},
    {"ballot-extends-the-sign", "coll-16", {BallotOf{}}, "i64(i32(r))"},
    {"ballot-is-of-the-lanes-below", "coll-16 coll-9 exec-10", {BallotOf{}}, "r & ~(i64(-1) << i64(ctx.lane) << 1)"},
};

/// An atomic that leaves the element as it is.
OnProgram reads_only() {
    return changing<program::Atomic>([](program::Atomic& node, Expression& part) {
        const program::Buffer buffer = node.buffer;
        std::vector<Expression> subscripts = std::move(node.subscripts);
        const program::SiteId site = node.site;
        part.node = program::Load{buffer, std::move(subscripts), site};
        return true;
    });
}

}  // namespace

Faults together_faults() {
    Faults faults;
    for (const ValueRow& row : rows) faults.push_back(fault_of(row));
    faults.push_back({"atomics-write-nothing", {"coll-28", "coll-32", "expr-23"}, reads_only()});
    faults.push_back(
        {"cas-always-writes", {"coll-29", "builtin-61"}, changing<program::Atomic>([](program::Atomic& node) {
             if (node.op != program::AtomicOperator::compare_exchange) return false;
             node.op = program::AtomicOperator::exchange;
             node.expected.reset();
             return true;
         })});
    faults.push_back(
        {"cas-never-writes", {"coll-29", "builtin-61"}, changing<program::Atomic>([](program::Atomic& node) {
             if (node.op != program::AtomicOperator::compare_exchange) return false;
             Expression expected = **node.expected;
             node.operand = std::move(expected);
             return true;
         })});
    faults.push_back({"cas-takes-its-values-for-each-other",
                      {"coll-26", "builtin-61"},
                      changing<program::Atomic>([](program::Atomic& node) {
                          if (!node.expected) return false;
                          std::swap(**node.expected, *node.operand);
                          return true;
                      })});
    for (const Scope scope : {Scope::lanes, Scope::threads})
        faults.push_back({scope == Scope::lanes ? "collectives-over-lanes-are-of-the-block"
                                                : "collectives-over-threads-are-of-the-warp",
                          {"coll-1", "coll-10", "exec-10"},
                          changing<program::Collective>([scope](program::Collective& node) {
                              if (node.scope != scope) return false;
                              node.scope = scope == Scope::lanes ? Scope::threads : Scope::lanes;
                              return true;
                          })});
    return faults;
}

}  // namespace phobos::mutation
