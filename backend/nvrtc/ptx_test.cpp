// SPDX-License-Identifier: Apache-2.0
#include "backend/nvrtc/ptx.h"

#include <gtest/gtest.h>

#include "backend/nvrtc/test_support.h"

namespace phobos::nvrtc::ptx {
namespace {

using Indices = std::vector<std::size_t>;

constexpr std::string_view text =
    "// Compiler { Build ID\n"
    ".version 9.0\n"
    ".target sm_90\n"
    ".address_size 64\n"
    "/* .entry none() { } */\n"
    ".extern .func  (.param .b32 r) vprintf\n(\n.param .b64 p\n)\n;\n"
    ".visible .entry two_loops(\n"
    "\t.param .u64 two_loops_param_0\n"
    ")\n"
    ".maxntid 256, 1, 1\n"
    "{\n"
    "\t.reg .pred \t%p<3>;\n"
    "\t.loc 1 2 3\n"
    "\tld.param.u64 \t%rd1, [two_loops_param_0];\n"
    "\t@%p1 bra \t$L__BB0_5;\n"
    "$L__BB0_1:                              // the outer loop\n"
    "\t.pragma \"nounroll\";\n"
    "\tmov.u32 \t%r1, 0;\n"
    "$L__BB0_2:\n"
    "\tld.global.nc.v4.u32 \t{%r2, %r3, %r4, %r5}, [%rd1+16];\n"
    "\t{ // inline\n"
    "\tdp4a.s32.s32 \t%r6, %r2, %r3, %r6;\n"
    "\t}\n"
    "\t@%p2 bra \t$L__BB0_2;\n"
    "\tbra.uni \t$L__BB0_4;\n"
    "$L__BB0_3:\n"
    "\tst.shared.v2.f32 \t[%rd1], {%f1, %f2};\n"
    "$L__BB0_4:\n"
    "\t@!%p1 bra \t$L__BB0_1;\n"
    "$L__BB0_5:\n"
    "\tret;\n"
    "}\n"
    ".func helper(.param .b32 x)\n"
    "{\n"
    "\tbrx.idx \t%r1, $L__table;\n"
    "$L__table: .branchtargets $L_a, $L_b;\n"
    "$L_a:\n"
    "\tcp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1, {%r2}], [%r3];\n"
    "$L_b:\n"
    "\tret;\n"
    "}\n";

TEST(Ptx, ReadsFunctionsAsBlocks) {
    const std::vector<Function> functions = read(text);
    ASSERT_EQ(functions.size(), 2U);
    EXPECT_EQ(functions[0].name, "two_loops");
    EXPECT_TRUE(functions[0].is_entry);
    EXPECT_EQ(functions[1].name, "helper");
    EXPECT_FALSE(functions[1].is_entry);
    const std::vector<Block>& blocks = functions[0].blocks;
    ASSERT_GE(blocks.size(), 7U);
    EXPECT_EQ(blocks[0].successors, (Indices{1, 6}));
    EXPECT_EQ(blocks[2].labels, std::vector<std::string>{"$L__BB0_2"});
    ASSERT_EQ(blocks[2].instructions.size(), 3U);
    EXPECT_EQ(blocks[2].instructions[0].opcode, "ld.global.nc.v4.u32");
    EXPECT_EQ(blocks[2].instructions[0].operands, "{%r2, %r3, %r4, %r5}, [%rd1+16]");
    EXPECT_FALSE(blocks[2].instructions[1].is_predicated);
    EXPECT_TRUE(blocks[2].instructions[2].is_predicated);
    EXPECT_EQ(blocks[2].successors, (Indices{2, 3}));
    EXPECT_EQ(blocks[3].successors, Indices{5});
    EXPECT_EQ(blocks[5].successors, (Indices{1, 6}));
    EXPECT_EQ(blocks[6].successors, Indices{});
    EXPECT_EQ(find_function(text, "helper")->blocks[0].successors, (Indices{1, 2}));
    EXPECT_FALSE(find_function(text, "vprintf"));
}

TEST(Ptx, FindsLoopsByTheirBackEdges) {
    const Function function = find_function(text, "two_loops").value();
    const std::vector<Loop> loops = loops_of(function);
    ASSERT_EQ(loops.size(), 2U);
    EXPECT_EQ(loops[0].head, 1U);
    EXPECT_EQ(loops[0].blocks, (Indices{1, 2, 3, 5}));
    EXPECT_FALSE(loops[0].is_innermost);
    EXPECT_EQ(loops[1].head, 2U);
    EXPECT_EQ(loops[1].blocks, Indices{2});
    EXPECT_TRUE(loops[1].is_innermost);
    const auto counts = opcode_counts(function, loops[1].blocks);
    EXPECT_EQ(counts,
              (std::map<std::string, std::size_t>{{"ld.global.nc.v4.u32", 1}, {"dp4a.s32.s32", 1}, {"bra", 1}}));
    EXPECT_EQ(count_of(opcode_counts(function), "bra"), 4U);
}

TEST(Ptx, TellsAccesses) {
    using Kind = Access::Kind;
    EXPECT_EQ(access_of("ld.global.nc.v4.u32"), (Access{Kind::load, "global", 16}));
    EXPECT_EQ(access_of("ld.global.nc.L1::no_allocate.v4.b32"), (Access{Kind::load, "global", 16}));
    EXPECT_EQ(access_of("ld.shared::cta.u8"), (Access{Kind::load, "shared", 1}));
    EXPECT_EQ(access_of("st.local.v2.f64"), (Access{Kind::store, "local", 16}));
    EXPECT_EQ(access_of("st.u16"), (Access{Kind::store, "", 2}));
    EXPECT_EQ(access_of("atom.global.add.noftz.f16x2"), (Access{Kind::atomic, "global", 4}));
    EXPECT_EQ(access_of("red.shared.add.f32"), (Access{Kind::atomic, "shared", 4}));
    EXPECT_EQ(access_of("redux.sync.add.s32"), std::nullopt);
    EXPECT_EQ(access_of("ldmatrix.sync.aligned.m8n8.x4.shared.b16"), std::nullopt);
    EXPECT_EQ(access_of("add.f32"), std::nullopt);
    EXPECT_EQ(access_of(""), std::nullopt);
}

TEST(Ptx, ReadsAnyText) {
    for (std::size_t length = 0; length <= text.size(); ++length)
        for (const Function& function : read(text.substr(0, length))) EXPECT_LE(loops_of(function).size(), 2U);
    for (const std::string_view odd : {"{}}};;{", ".entry", ".entry x {", ".entry x { a: a: bra a; }", ".func ( {"})
        for (const Function& function : read(odd)) (void)loops_of(function);
}

}  // namespace
}  // namespace phobos::nvrtc::ptx
