// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backend/emit/emit.h"
#include "backend/nvrtc/compiler.h"
#include "backend/nvrtc/ptx.h"
#include "backend/nvrtc/test_support.h"
#include "lang/base/assert.h"
#include "lang/check/check.h"
#include "lang/source/source_file.h"

/// What becomes of emitted texts on their way to the card, as far as the toolkit alone shows it.
namespace phobos::nvrtc {
namespace {

using program::Congruence;
using program::LaunchAssumptions;

constexpr Congruence multiple_of_16{4, 0};

std::string contents(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::vector<std::filesystem::path> examples() {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(PHOBOS_SOURCE_DIR "/examples"))
        if (entry.path().extension() == ".ph") found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

std::vector<program::CheckedProgram> kernels_of(const std::string& text) {
    check::Checked checked = check::check(SourceFile("example.ph", text), {32}, {});
    PHOBOS_ASSERT(!checked.diagnostics.has_errors());
    return std::move(checked.kernels);
}

/// All dims and addresses are multiples of 16.
LaunchAssumptions wide(const program::Program& program) {
    return {std::vector<Congruence>(program.dims.size(), multiple_of_16),
            {},
            std::vector<Congruence>(program.tensors.size(), multiple_of_16)};
}

Job job_of(const program::CheckedProgram& kernel, const emit::Options& options, std::string architecture,
           Output output) {
    const emit::Emitted emitted = emit::emit(kernel, options);
    return {options.entry + ".cu", emitted.text, options.entry, std::move(architecture), output};
}

Compiler compiler_with_workers() {
    CompilerOptions options;
    options.pool = PoolOptions{{testing::worker_program()}, 2, std::chrono::minutes(5)};
    return Compiler::make(std::move(options)).value();
}

TEST(EmittedExamples, CompileForEveryArchitectureWithoutSpillsExhaustive) {
#ifdef PHOBOS_SANITIZED
    GTEST_SKIP() << "what is judged here is what the compiler makes of a text";
#endif
    if (!testing::installed_library()) GTEST_SKIP() << "no libnvrtc of the CUDA toolkit is installed";
    std::vector<Job> jobs;
    for (const std::filesystem::path& path : examples())
        for (const program::CheckedProgram& kernel : kernels_of(contents(path)))
            for (const std::string architecture : {"sm_75", "sm_80", "sm_90"})
                for (const auto checking : {emit::Checking::nothing, emit::Checking::faults}) {
                    const bool is_checked = checking == emit::Checking::faults;
                    emit::Options options{.entry = path.stem().string() + (is_checked ? "_checked" : "_kernel"),
                                          .checking = checking};
                    if (!is_checked) options.assumptions = wide(kernel.program());
                    jobs.push_back(job_of(kernel, options, architecture, Output::cubin));
                }
    ASSERT_GE(jobs.size(), 3U * 2U * 20U);
    const CompiledBatch batch = compiler_with_workers().compile(jobs);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const std::string what = jobs[i].entry + " for " + jobs[i].architecture;
        ASSERT_TRUE(batch.results[i]) << what << ": " << batch.results[i].error().text << "\n"
                                      << batch.results[i].error().log;
        ASSERT_TRUE(batch.results[i]->resources) << what;
        if (jobs[i].entry.ends_with("_checked")) continue;
        const Resources& taken = *batch.results[i]->resources;
        EXPECT_EQ(taken.spill_stores, 0U) << what;
        EXPECT_EQ(taken.spill_loads, 0U) << what;
        EXPECT_EQ(taken.stack_bytes, 0U) << what;
    }
}

/// The matrix-vector product in bytes, without its demand on K.
std::string matvec_of_any_width() {
    std::string text = contents(PHOBOS_SOURCE_DIR "/examples/matvec_i8.ph");
    const std::string demand = "@aligned(K = 16)\n";
    const std::size_t at = text.find(demand);
    PHOBOS_ASSERT(at != std::string::npos);
    return text.erase(at, demand.size());
}

/// What one loop over k does in memory, and how often it multiplies.
struct LoopCounts {
    std::multiset<std::uint32_t> loads;  ///< bytes each
    std::size_t other_accesses = 0;
    std::size_t products = 0;  ///< dp4a
};

std::vector<LoopCounts> product_loops(const std::string& ptx, std::string_view entry) {
    const auto function = ptx::find_function(ptx, entry);
    if (!function) return {};
    std::vector<LoopCounts> found;
    for (const ptx::Loop& loop : ptx::loops_of(*function)) {
        if (!loop.is_innermost) continue;
        LoopCounts counts;
        for (const auto& [opcode, count] : ptx::opcode_counts(*function, loop.blocks)) {
            const auto access = ptx::access_of(opcode);
            if (opcode.starts_with("dp4a")) counts.products += count;
            if (!access) continue;
            if (access->kind == ptx::Access::Kind::load && access->space == "global") {
                for (std::size_t i = 0; i < count; ++i) counts.loads.insert(access->bytes);
            } else {
                counts.other_accesses += count;
            }
        }
        if (counts.products > 0) found.push_back(std::move(counts));
    }
    return found;
}

std::vector<LoopCounts> loops_of_matvec(const LaunchAssumptions& assumptions, const std::string& architecture) {
    const auto kernels = kernels_of(matvec_of_any_width());
    const Job job = job_of(kernels.at(0), {.entry = "matvec", .assumptions = assumptions}, architecture, Output::ptx);
    const Compilation compiled = compile(testing::installed_library().value(), prelude_headers(), job);
    EXPECT_TRUE(compiled) << (compiled ? "" : compiled.error().log);
    return compiled ? product_loops(compiled->ptx, "matvec") : std::vector<LoopCounts>{};
}

/// A known width, 16-byte addresses.
LaunchAssumptions width(Congruence k) { return {{k}, {}, {multiple_of_16, multiple_of_16, multiple_of_16}}; }

TEST(EmittedMatvec, TakesRowsOfWholeRunsByTheWidestLoads) {
    if (!testing::installed_library()) GTEST_SKIP() << "no libnvrtc of the CUDA toolkit is installed";
    for (const std::string architecture : {"sm_75", "sm_80", "sm_90"}) {
        const auto loops = loops_of_matvec(width(multiple_of_16), architecture);
        EXPECT_FALSE(loops.empty());
        for (const LoopCounts& loop : loops) {
            // A turn of the loop may be several steps over k: each loads a run of A and one of W.
            const std::size_t steps = loop.loads.size() / 2;
            EXPECT_GE(steps, 1U);
            EXPECT_EQ(loop.loads.count(16), 2 * steps);
            EXPECT_EQ(loop.loads.size(), 2 * steps);
            EXPECT_EQ(loop.products, 4 * steps);
            EXPECT_EQ(loop.other_accesses, 0U);
        }
    }
}

TEST(EmittedMatvec, TakesOtherRowsAsWideAsIsProven) {
    if (!testing::installed_library()) GTEST_SKIP() << "no libnvrtc of the CUDA toolkit is installed";
    constexpr std::pair<int, std::uint32_t> widths[]{{3, 8}, {2, 4}, {1, 2}, {0, 1}};
    for (const auto& [log2, bytes] : widths) {
        const auto loops = loops_of_matvec(width({static_cast<std::uint8_t>(log2), 0}), "sm_90");
        EXPECT_FALSE(loops.empty());
        for (const LoopCounts& loop : loops) {
            const std::size_t steps = loop.products / 4;
            EXPECT_EQ(loop.loads.count(16), steps);  // of A
            EXPECT_EQ(loop.loads.count(bytes), steps * 16 / bytes);
            EXPECT_EQ(loop.loads.size(), steps + steps * 16 / bytes);
        }
    }
}

/// `abs` of the least value, of which ptxas 13.0 takes for granted that it is not below 0.
void expect_no_abs(const std::string& source, const std::string& architecture) {
    const Job job = job_of(kernels_of(source).at(0), {.entry = "negations"}, architecture, Output::ptx);
    const Compilation compiled = compile(testing::installed_library().value(), prelude_headers(), job);
    ASSERT_TRUE(compiled) << compiled.error().log;
    const auto function = ptx::find_function(compiled->ptx, "negations");
    ASSERT_TRUE(function);
    for (const auto& [opcode, count] : ptx::opcode_counts(*function))
        EXPECT_FALSE(opcode.starts_with("abs.")) << opcode << " for " << architecture << " of\n" << source;
}

TEST(EmittedNegations, AreNoAbsByTheSign) {
    if (!testing::installed_library()) GTEST_SKIP() << "no libnvrtc of the CUDA toolkit is installed";
    const std::string from_zero =
        "@launch(32)\nkernel k(X: tensor<i64>[32], O: tensor<i64>[32]) {\n"
        "    let x = X[ctx.lane]\n    O[ctx.lane] = where(x < 0, 0 - x, x)\n}\n";
    for (const std::string architecture : {"sm_75", "sm_90"}) {
        expect_no_abs(from_zero, architecture);
        for (const std::string name :
             {"12-numerics/opposite_chosen_by_sign_loaded", "12-numerics/opposite_chosen_by_sign_constant",
              "07-builtins/abs_of_the_least_value_clamped"})
            expect_no_abs(contents(PHOBOS_SOURCE_DIR "/spec-tests/" + name + ".ph"), architecture);
    }
}

}  // namespace
}  // namespace phobos::nvrtc
