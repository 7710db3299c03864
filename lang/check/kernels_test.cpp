// SPDX-License-Identifier: Apache-2.0
#include "lang/check/test_support.h"

namespace phobos::check::testing {
namespace {

TEST(Kernels, HaveScalarsAndTensors) {
    static constexpr Row rows[]{
        {"kernel k(A: tensor<f32>[4]) { }", "kernel k(A: tile<f32>[4]) { }", Code::tile_parameter_of_kernel, "1:13"},
        {"kernel k(A: tensor<f32>[2147483647]) { }", "kernel k(A: tensor<f32>[2147483648]) { }", Code::tensor_dim,
         "1:25"},
        {"kernel k(A: tensor<f32>[N, 0]) { }", "kernel k(A: tensor<f32>[N, M, K, J, 1]) { }", Code::tensor_dim, "1:13"},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(judge(std::string(row.accepted)).text, "");
        EXPECT_EQ(judge(std::string(row.rejected)).kernels.size(), 0U);
    }
    expect_rows(std::span(rows).first(2));
}

TEST(Kernels, HaveTheirDimsInOrder) {
    const Judged judged = judge(
        "@autotune(T in [8, 16])\n@aligned(M = 16)\nkernel k(A: tensor<f32>[N, M], n: i32, B: tensor<i8>[M, 4, T]) { "
        "}");
    ASSERT_EQ(judged.kernels.size(), 1U) << judged.text;
    const program::Program& program = judged.kernels.front();
    ASSERT_EQ(program.dims.size(), 2U);
    EXPECT_EQ(program.dims[0].name, "N");
    EXPECT_EQ(program.dims[0].multiple, 1);
    EXPECT_EQ(program.dims[1].name, "M");
    EXPECT_EQ(program.dims[1].multiple, 16);
    ASSERT_EQ(program.tensors.size(), 2U);
    EXPECT_EQ(program.tensors[1].shape,
              (std::vector<program::Extent>{program::DimId{1}, std::int64_t{4}, std::int64_t{8}}));
    EXPECT_EQ(program.parameters,
              (std::vector<program::Parameter>{program::TensorId{0}, program::LocalId{0}, program::TensorId{1}}));
    EXPECT_FALSE(program.reads_block);
    EXPECT_EQ(program.attributes, (std::vector<Attribute>{Attribute::autotune, Attribute::aligned}));
}

TEST(Kernels, KnowWhetherTheyReadTheirBlock) {
    const auto reads = [](const std::string& body) {
        return judge("kernel k() { " + body + " }").kernels.front().reads_block;
    };
    EXPECT_FALSE(reads("let y = ctx.grid.x"));
    EXPECT_TRUE(reads("let y = ctx.block.y"));
    EXPECT_TRUE(reads("let y = program_id(2)"));
}

TEST(Launch, IsAMultipleOfTheLanesUpTo1024) {
    static constexpr Row rows[]{
        {"@launch(256)\nkernel k() { }", "@launch(0)\nkernel k() { }", Code::launch_threads, "1:9"},
        {"@launch(1024)\nkernel k() { }", "@launch(1056)\nkernel k() { }", Code::launch_threads, "1:9"},
        {"@launch(32)\nkernel k() { }", "@launch(33)\nkernel k() { }", Code::launch_threads, "1:9"},
        {"@launch(2 * 32)\nkernel k() { }", "@launch(-32)\nkernel k() { }", Code::launch_threads, "1:9"},
        {"@launch(ctx.lanes * 4)\nkernel k() { }", "@launch(ctx.threads)\nkernel k() { }",
         Code::launch_in_terms_of_itself, "1:9"},
        {"@launch(256)\nkernel k() { }", "@launch(ctx.warps * 32)\nkernel k() { }", Code::launch_in_terms_of_itself,
         "1:9"},
        {"@launch(256, 2, 64)\nkernel k() { }", "@launch(256, 0)\nkernel k() { }", Code::launch_bounds, "1:14"},
        {"@launch(256, 2, 64)\nkernel k() { }", "@launch(256, 2, -1)\nkernel k() { }", Code::launch_bounds, "1:17"},
        {"@launch(256)\nkernel k() { }", "@launch(ctx.grid.x)\nkernel k() { }", Code::not_constant, "1:9"},
        {"@launch(256)\nkernel k(n: i32) { }", "@launch(n)\nkernel k(n: i32) { }", Code::unknown_name, "1:9"},
        {"@launch(256)\nkernel k() { }", "@launch(256.0)\nkernel k() { }", Code::literal_kind, "1:9"},
    };
    expect_rows(rows);
}

TEST(Launch, IsJudgedForTheTarget) {
    const std::string source = "@launch(96)\nkernel k() { let y = ctx.warps * 1000 + ctx.lanes }";
    EXPECT_EQ(judge(source, {}, {32}).text, "");
    const Judged wide = judge(source, {}, {64});
    ASSERT_EQ(wide.diagnostics.size(), 1U);
    EXPECT_EQ(wide.diagnostics.front().code, Code::launch_threads);
    const Judged standard = judge("kernel k() { }", {}, {64});
    ASSERT_EQ(standard.kernels.size(), 1U);
    EXPECT_EQ(standard.kernels.front().bounds.threads, 256);
    EXPECT_EQ(standard.kernels.front().warps(), 4);
    const Judged bounds = judge("@launch(128, 3, 40)\nkernel k() { }");
    EXPECT_EQ(bounds.kernels.front().bounds.min_blocks, 3);
    EXPECT_EQ(bounds.kernels.front().bounds.max_registers, 40);
}

TEST(Autotune, ChoosesTheFirstUnlessSet) {
    const std::string source = "@autotune(X in [64, 128], Y in [3])\n@launch(X)\nkernel k() { let y = X + Y }";
    const Judged standard = judge(source);
    ASSERT_EQ(standard.kernels.size(), 1U) << standard.text;
    EXPECT_EQ(standard.kernels.front().bounds.threads, 64);
    const Judged set = judge(source, {{"X", 96}});
    ASSERT_EQ(set.kernels.size(), 1U) << set.text;
    EXPECT_EQ(set.kernels.front().bounds.threads, 96);
    ASSERT_EQ(set.kernels.front().tunables.size(), 2U);
    EXPECT_EQ(set.kernels.front().tunables[0].value, 96);
    EXPECT_EQ(set.kernels.front().tunables[1].value, 3);
    const auto code = [&](const std::vector<Setting>& settings) {
        const Judged judged = judge(source, settings);
        return judged.diagnostics.empty() ? Code::unknown_attribute : judged.diagnostics.front().code;
    };
    EXPECT_EQ(code({{"Z", 1}}), Code::unknown_setting);
    EXPECT_EQ(code({{"Y", 0}}), Code::setting_range);
    EXPECT_EQ(code({{"Y", std::int64_t{1} << 31}}), Code::setting_range);
    EXPECT_EQ(code({{"X", 40}}), Code::launch_threads);
}

TEST(Autotune, HasPositiveChoices) {
    static constexpr Row rows[]{
        {"@autotune(X in [1])\nkernel k() { }", "@autotune(X in [0])\nkernel k() { }", Code::autotune_value, "1:17"},
        {"@autotune(X in [1, 2])\nkernel k() { }", "@autotune(X in [1, -2])\nkernel k() { }", Code::autotune_value,
         "1:20"},
        {"@autotune(X in [1], Y in [2])\nkernel k() { }", "@autotune(X in [1], Y in [X])\nkernel k() { }",
         Code::unknown_name, "1:27"},
        {"@autotune(X in [ctx.lanes])\nkernel k() { }", "@autotune(X in [ctx.threads])\nkernel k() { }",
         Code::launch_in_terms_of_itself, "1:17"},
    };
    expect_rows(rows);
}

TEST(Attributes, AreJudged) {
    static constexpr Row rows[]{
        {"@aligned(N = 16)\nkernel k(A: tensor<f32>[N]) { }", "@aligned(M = 16)\nkernel k(A: tensor<f32>[N]) { }",
         Code::aligned_dim, "1:10"},
        {"@aligned(N = 16)\nkernel k(A: tensor<f32>[N]) { }", "@aligned(A = 16)\nkernel k(A: tensor<f32>[N]) { }",
         Code::aligned_dim, "1:10"},
        {"@aligned(N = 1)\nkernel k(A: tensor<f32>[N]) { }", "@aligned(N = 0)\nkernel k(A: tensor<f32>[N]) { }",
         Code::aligned_multiple, "1:14"},
        {"@autotune(X in [32])\n@aligned(X = 16)\nkernel k() { }",
         "@autotune(X in [24])\n@aligned(X = 16)\nkernel k() { }", Code::aligned_multiple, "2:10"},
        {"@launch(64)\nkernel k() { }", "@launch(64)\n@launch(64)\nkernel k() { }", Code::duplicate_attribute, "2:1"},
        {"@registers(40)\nkernel k() { }", "@registers(40) @registers(40)\nkernel k() { }", Code::duplicate_attribute,
         "1:16"},
        {"@launch(64)\nkernel k() { }", "@lunch(64)\nkernel k() { }", Code::unknown_attribute, "1:1"},
        {"@cluster(2)\nkernel k() { }", "@tensorcore\nkernel k() { }", Code::attribute_without_effect, "1:1"},
        {"@pipeline(2)\nkernel k() { var t: tile<f32>[4] }", "@pipeline(2)\nkernel k() { }",
         Code::attribute_without_effect, "1:1"},
        {"@persistent\nkernel k(b: tensor<i32>[2]) { grid_barrier(b) }", "@persistent\nkernel k(b: tensor<i32>[2]) { }",
         Code::attribute_without_effect, "1:1"},
    };
    expect_rows(rows);
}

TEST(GridBarrier, NeedsPersistentAndABarOfItsOwn) {
    static constexpr Row rows[]{
        {"@persistent\nkernel k(b: tensor<i32>[N]) { grid_barrier(b) }",
         "kernel k(b: tensor<i32>[N]) { grid_barrier(b) }", Code::grid_barrier_not_persistent, "1:31"},
        {"@persistent\nkernel k(b: tensor<i32>[N]) { grid_barrier(b) }",
         "@persistent\nkernel k(b: tensor<u32>[N]) { grid_barrier(b) }", Code::grid_barrier_bar, "2:44"},
        {"@persistent\nkernel k(b: tensor<i32>[N]) { grid_barrier(b) }",
         "@persistent\nkernel k(b: tensor<i32>[N, 1]) { grid_barrier(b) }", Code::grid_barrier_bar, "2:47"},
        {"@persistent\nkernel k(b: tensor<i32>[N]) { grid_barrier(b); grid_barrier(b) }",
         "@persistent\nkernel k(b: tensor<i32>[N]) { grid_barrier(b); b[0] = 1 }", Code::grid_barrier_bar, "2:48"},
        {"@persistent\nfn f(b: tensor<i32>[N]) { }\nkernel k() { }",
         "@persistent\nkernel k(b: tensor<i32>[N]) { let y = b[1]; grid_barrier(b) }", Code::grid_barrier_bar, "2:39"},
    };
    expect_rows(std::span(rows).first(1));
    for (const Row& row : std::span(rows).subspan(1)) {
        const std::vector<std::string> all = found(std::string(row.rejected));
        ASSERT_FALSE(all.empty()) << row.rejected;
        EXPECT_EQ(all.back(), std::string(row.position) + " grid_barrier_bar") << row.rejected;
    }
    EXPECT_EQ(judge(std::string(rows[3].accepted)).text, "");
    EXPECT_EQ(
        judge("fn f(b: tensor<i32>[N]) { grid_barrier(b) }\n@persistent\nkernel k(b: tensor<i32>[N]) { f(b) }").text,
        "");
    EXPECT_EQ(found("fn f(b: tensor<i32>[N]) { grid_barrier(b) }\nkernel k(b: tensor<i32>[N]) { f(b) }"),
              (std::vector<std::string>{"1:27 grid_barrier_not_persistent"}));
}

}  // namespace
}  // namespace phobos::check::testing
