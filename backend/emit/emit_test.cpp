// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/emit.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "backend/emit/test_support.h"
#include "lang/base/overloaded.h"

namespace phobos::emit {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Every program of the conformance cases and the examples, accepted or not.
std::vector<fs::path> programs() {
    std::vector<fs::path> found;
    for (const std::string_view folder : {"spec-tests", "examples"})
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(fs::path(PHOBOS_SOURCE_DIR) / folder))
            if (entry.path().extension() == ".ph") found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

std::size_t lines_in(const std::string& text) { return static_cast<std::size_t>(std::ranges::count(text, '\n')); }

/// Without the source's lines, which stand in comments behind #line.
std::string without_comments(const std::string& text) {
    std::string result;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin) + 1;
        if (text.compare(begin, 5, "#line") != 0) result.append(text, begin, end - begin);
        begin = end;
    }
    return result;
}

/// That a text is whole: as many closing braces as opening ones, and a line of the source for each of its lines.
void expect_whole(const Emitted& emitted, const SourceFile& source) {
    const std::string text = without_comments(emitted.text);
    EXPECT_EQ(std::ranges::count(text, '{'), std::ranges::count(text, '}')) << source.name();
    EXPECT_EQ(emitted.lines.size(), lines_in(emitted.text)) << source.name();
    EXPECT_LE(std::ranges::max(emitted.lines), source.line_count()) << source.name();
    EXPECT_NE(emitted.text.find(" " + emitted.entry + "("), std::string::npos) << source.name();
}

struct Way {
    int lanes;
    Checking checking;
};

TEST(Emit, GivesTheSameTextOfEveryProgramTwice) {
    std::size_t kernels = 0;
    for (const fs::path& path : programs()) {
        const SourceFile source(path.filename().string(), text_of(path));
        for (const Way way : {Way{32, Checking::nothing}, Way{64, Checking::faults}})
            for (const program::CheckedProgram& kernel : check::check(source, {way.lanes}, {}).kernels) {
                const Options options{.entry = "entry", .checking = way.checking, .source = &source};
                const Emitted emitted = emit(kernel, options);
                expect_whole(emitted, source);
                EXPECT_EQ(emitted.text, emit(kernel, options).text) << path;
                ++kernels;
            }
    }
    EXPECT_GT(kernels, 1000U);
}

constexpr std::string_view scaled =
    "@launch(128, 2)\n"
    "kernel scaled(X: tensor<f32>[N, K], flags: tensor<bool>[K], factor: f32, O: tensor<f32>[N, K], M: tensor<i8>[L]) "
    "{\n"
    "    let r = ctx.block.x\n"
    "    if flags[ctx.thread] {\n"
    "        O[r, ctx.thread] = X[r, ctx.thread] * factor\n"
    "    }\n"
    "}\n";

Emitted scaled_with(Checking checking, const program::LaunchAssumptions& assumptions) {
    return emit(testing::checked(std::string(scaled)),
                {.entry = "scaled_1", .checking = checking, .assumptions = assumptions});
}

/// "tensor 0", "dim 1" ...
std::vector<std::string> listed(const Emitted& emitted) {
    std::vector<std::string> result;
    for (const Parameter& parameter : emitted.parameters)
        result.push_back(
            std::visit(Overloaded{
                           [](TensorParameter node) { return fmt::format("tensor {}", node.tensor.index); },
                           [](DimParameter node) { return fmt::format("dim {}", node.dim.index); },
                           [](ScalarParameter node) { return fmt::format("scalar {}", node.local.index); },
                           [](FaultParameter) { return std::string("faults"); },
                       },
                       parameter));
    return result;
}

TEST(Emit, TakesTheParametersOfTheKernelThenTheDimsThatItUses) {
    const Emitted emitted = scaled_with(Checking::nothing, {});
    EXPECT_EQ(listed(emitted),
              (std::vector<std::string>{"tensor 0", "tensor 1", "scalar 0", "tensor 2", "tensor 3", "dim 1"}));
    const std::string head = emitted.text.substr(0, emitted.text.find('{'));
    EXPECT_EQ(head,
              "#include \"backend/prelude/prelude.h\"\n\nusing namespace ph::types;\n\n"
              "extern \"C\" __global__ void __launch_bounds__(128, 2) scaled_1(const f32* __restrict__ X,\n"
              "        const ph::bool8* __restrict__ flags, const f32 factor, f32* O, const i8* __restrict__ M, const "
              "i32 K) ");
}

TEST(Emit, TakesFaultRecordsInCheckedTexts) {
    const Emitted emitted = scaled_with(Checking::faults, {});
    EXPECT_EQ(listed(emitted).back(), "faults");
    EXPECT_NE(emitted.text.find("ph::FaultRecord* fault_records) {"), std::string::npos);
    EXPECT_NE(emitted.text.find("ph::Faults faults(ctx, fault_records);"), std::string::npos);
}

TEST(Emit, WritesAssumedDimsIntoTheText) {
    const Emitted emitted = scaled_with(Checking::nothing, {.values = {std::nullopt, 4096}});
    EXPECT_EQ(listed(emitted), (std::vector<std::string>{"tensor 0", "tensor 1", "scalar 0", "tensor 2", "tensor 3"}));
    EXPECT_NE(emitted.text.find("constexpr i32 K = i32(4096);"), std::string::npos);
}

TEST(Emit, SaysNothingOfTheSourceWithoutIt) {
    const Emitted emitted = scaled_with(Checking::nothing, {});
    EXPECT_EQ(emitted.text.find("#line"), std::string::npos);
    EXPECT_EQ(std::set<std::uint32_t>(emitted.lines.begin(), emitted.lines.end()), (std::set<std::uint32_t>{0}));
}

/// Whether the test executable was started with --update.
bool updates() {
    const std::vector<std::string> arguments = ::testing::internal::GetArgvs();
    return std::ranges::find(arguments, "--update") != arguments.end();
}

/// How whole texts read; `backend_test --gtest_filter=Emit.* --update` rewrites them.
TEST(Emit, WritesTheTextsRecorded) {
    const fs::path root = PHOBOS_SOURCE_DIR;
    for (const std::string_view name : {"softmax", "matvec_i8_tail", "bitonic_sort"}) {
        const SourceFile source(fmt::format("{}.ph", name), text_of(root / "examples" / fmt::format("{}.ph", name)));
        const check::Checked checked = check::check(source, {}, {});
        ASSERT_EQ(checked.kernels.size(), 1U);
        const Emitted emitted = emit(checked.kernels.front(), {.entry = std::string(name), .source = &source});
        const fs::path golden = root / "backend/emit/testdata" / fmt::format("{}.cu", name);
        if (updates()) std::ofstream(golden, std::ios::binary) << emitted.text;
        EXPECT_EQ(emitted.text, text_of(golden)) << golden;
    }
}

/// A kernel with a run that may be loaded at once, a loop that is unrolled and a collective.
std::string toggled(Toggles toggles) {
    const auto program = testing::checked(
        "@launch(32)\n@aligned(K = 16)\nkernel k(A: tensor<f32>[K], O: tensor<f32>[K]) {\n"
        "  for<unroll 4> i in range(4) {\n    O[ctx.thread] += sum<over ctx.lane>(sum(A[i * 4 :+ 4]))\n  }\n}\n");
    const Options options{
        .entry = "k", .assumptions = {.dims = {{4, 0}}, .addresses = {{4, 0}, {4, 0}}}, .toggles = toggles};
    return emit(program, options).text;
}

TEST(Toggles, LeaveOneThingOut) {
    const std::string whole = toggled({});
    EXPECT_NE(whole.find("load_run<4, 4, 0>"), std::string::npos) << whole;
    EXPECT_NE(whole.find("#pragma unroll 4"), std::string::npos) << whole;
    EXPECT_EQ(whole.find("PH_COLLECTIVES_IN_MEMORY"), std::string::npos) << whole;
    EXPECT_NE(toggled({.accesses = Accesses::elements}).find("load_run<4, 2, 0>"), std::string::npos);
    EXPECT_EQ(toggled({.unrolling = Unrolling::none}).find("#pragma unroll"), std::string::npos);
    EXPECT_TRUE(
        toggled({.collectives = Collectives::memory}).starts_with("#define PH_COLLECTIVES_IN_MEMORY 1\n#include"));
}

TEST(Toggles, CountTheMemoryThatLanesExchangeThrough) {
    const auto program = testing::checked(
        "@launch(64)\nkernel k(O: tensor<f32>[64]) {\n  O[ctx.thread] = sum<over ctx.thread>(f32(ctx.lane))\n}\n");
    const Emitted exchanged = emit(program, {.entry = "k"});
    const Emitted in_memory = emit(program, {.entry = "k", .toggles = {.collectives = Collectives::memory}});
    EXPECT_EQ(in_memory.shared_bytes, exchanged.shared_bytes + 1024 * 8);
}

}  // namespace
}  // namespace phobos::emit
