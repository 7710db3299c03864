// SPDX-License-Identifier: Apache-2.0
// What other compilers, drivers and simulators were reported to do wrong. Each row is an operation and the text that is
// computed in its place; before it stands the report.
#include <variant>

#include "fuzz/mutation/changing.h"
#include "fuzz/mutation/registry.h"
#include "fuzz/mutation/texts.h"

namespace phobos::mutation {
namespace {

using enum BinaryOperator;
using enum program::ShuffleKind;

constexpr ValueRow rows[]{
    // pocl#1977: code guarded by "only work-item 0" ran for all
    {"reported-guard-of-first", "expr-6", {equal, i32}, "(a == b) | ((b == 0) & (a > 0) & (a < 32))"},
    // HIP-CPU#29: shuffle-down by 16 returns wrong lanes
    {"reported-shuffle-down-16", "coll-13", {down}, "where(b == 16, a, r)"},
    // chipStar#1354: a lane that is not inside does not wrap
    {"reported-shuffle-not-wrapped", "coll-11", {lane}, "where((b < 0) | (b >= LANES), a, r)"},
    // chipStar#1354: the xor leaves its segment
    {"reported-shuffle-xor-16", "coll-12", {exclusive_or}, "where((b & 16) != 0, a, r)"},
    // gpgpu-sim#230: broadcast from lane 0 fails
    {"reported-broadcast-of-first", "coll-11", {lane}, "where(b == 0, a, r)"},
    // legacy-rocm-build#4479: a vote in both arms of a branch sees other lanes
    {"reported-vote-of-itself", "coll-4", {CollectiveOf{CollectiveOperator::all, Scope::lanes}}, "a"},
    // raft#1122: dp4a of unsigned bytes reads 255 as -1
    {"reported-dp4a-signed-for-unsigned", "builtin-26", {Builtin::dp4a, u32, u32}, "u32(dp4a(i32(a), i32(b), i32(c)))"},
    // legacy-rocm-build#6126: dot4 treats signed bytes as unsigned
    {"reported-dp4a-unsigned-for-signed", "builtin-26", {Builtin::dp4a, i32, i32}, "i32(dp4a(u32(a), u32(b), u32(c)))"},
    // gpuweb#2677: the accumulator saturates
    {"reported-dp4a-saturates",
     "builtin-26",
     {Builtin::dp4a, i32, i32},
     "where((c > 0) & (r < c - 70000), GREATEST_R, r)"},
    // SPIRV-Cross#939: i8 to i32 loses the sign
    {"reported-sign-of-byte-lost", "num-19", {Conversion{}, i8, i32}, "i32(u8(a))"},
    // TornadoVM#947: an arithmetic shift emitted as a logical one
    {"reported-shift-logical", "num-4", {shift_right, i32}, "i32(u32(a) >> u32(b))"},
    // TornadoVM#947: a << 31
    {"reported-shift-by-31", "num-4", {shift_left, i32}, "where(b == 31, T(0), r)"},
    // TornadoVM#947: min and max with NaN
    {"reported-min-of-nan", "builtin-6 num-15", {Builtin::minimum, f32}, "where(a < b, a, b)"},
    // llvm#194829: a 24-bit division for operands above
    {"reported-division-in-24-bits", "num-2", {divide, u32}, "where(a > 16777215, u32(f32(a) / f32(b)), r)"},
    // llvm#202753: the remainder is one divisor off near 2^23
    {"reported-remainder-near-23-bits", "num-2", {remainder, u32}, "where((a >= 8388608) & (r == 0), b, r)"},
    // cccl#10958: the least value is lost in a reduction
    {"reported-least-lost",
     "coll-4",
     {CollectiveOf{CollectiveOperator::minimum, Scope::lanes}, i32},
     "where(r == LEAST_R, R(0), r)"},
    // triton#11217: a bf16 product rounds toward zero
    {"reported-bf16-product-truncated",
     "num-9",
     {multiply, bf16},
     "{ let p = f32(a) * f32(b)\nreturn bf16(float_bits(bits(p) & 0xFFFF0000)) }"},
    // naga#7387: float to int out of range
    {"reported-conversion-out-of-range", "num-21", {Conversion{}, f32, i32}, "where(a >= 2147483648.0, LEAST_R, r)"},
    // accelerate#364: a reduction of 64-bit integers in halves
    {"reported-min-of-low-halves",
     "coll-4",
     {CollectiveOf{CollectiveOperator::minimum, Scope::threads}, i64},
     "i64(i32(r))"},
};

}  // namespace

Faults reported_faults() {
    Faults faults;
    for (const ValueRow& row : rows) faults.push_back(fault_of(row));
    // llvm#54633: the second of two elements is not what it was
    faults.push_back(
        {"reported-second-element-is-first", {"run-24"}, changing<program::RunElement>([](program::RunElement& node) {
             auto* constant = std::get_if<program::Constant>(&node.index->node);
             if (constant == nullptr || constant->value.bits != 1) return false;
             constant->value.bits = 0;
             return true;
         })});
    return faults;
}

}  // namespace phobos::mutation
