// SPDX-License-Identifier: Apache-2.0
#include "backend/nvrtc/compiler.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "backend/nvrtc/test_support.h"
#include "lang/base/assert.h"

namespace phobos::nvrtc {
namespace {

using testing::fake_job;

/// A compiler with the fake library and a cache in a new folder, which is removed at the end.
class NvrtcCompiler : public ::testing::Test {
protected:
    NvrtcCompiler() : folder_((std::filesystem::temp_directory_path() / "phobos-nvrtc-XXXXXX").string()) {
        PHOBOS_ASSERT(::mkdtemp(folder_.data()) != nullptr);
        options_.library_names = {testing::fake("fake_nvrtc")};
        options_.headers = {{"h.h", "header"}};
        options_.cache = cache::CacheOptions{folder_ + "/cache"};
    }
    ~NvrtcCompiler() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }

    /// How many results another compiler with the options finds.
    static std::size_t found(const CompilerOptions& options, const Job& job) {
        const CompiledBatch batch = Compiler::make(options).value().compile(std::span(&job, 1));
        EXPECT_TRUE(batch.results[0]) << batch.results[0].error().text;
        EXPECT_EQ(batch.cache_trouble, std::nullopt);
        return batch.from_cache;
    }

    std::string folder_;
    CompilerOptions options_;
};

TEST_F(NvrtcCompiler, CompilesEachTextOnce) {
    const Job jobs[]{fake_job("one"), fake_job("two", Output::cubin)};
    const CompiledBatch first = Compiler::make(options_).value().compile(jobs);
    const CompiledBatch second = Compiler::make(options_).value().compile(jobs);
    EXPECT_EQ(first.from_cache, 0U);
    EXPECT_EQ(second.from_cache, 2U);
    for (const std::size_t i : {0U, 1U}) EXPECT_EQ(*first.results[i], *second.results[i]);
    EXPECT_EQ(second.results[1]->cubin, "cubin of two");
}

TEST_F(NvrtcCompiler, FindsNothingWhereAnythingDiffers) {
    const Job job = fake_job("text");
    ASSERT_EQ(found(options_, job), 0U);
    ASSERT_EQ(found(options_, job), 1U);
    Job other = job;
    other.text = "text ";
    EXPECT_EQ(found(options_, other), 0U);
    other = job;
    other.architecture = "sm_80";
    EXPECT_EQ(found(options_, other), 0U);
    other = job;
    other.output = Output::cubin;
    EXPECT_EQ(found(options_, other), 0U);
    other = job;
    other.name = "l.cu";
    EXPECT_EQ(found(options_, other), 0U);
    CompilerOptions changed = options_;
    changed.headers[0].text = "changed";
    EXPECT_EQ(found(changed, job), 0U);
    // The same library under the name of another release.
    changed = options_;
    const std::string renamed = folder_ + "/libnvrtc.so.13.1.1";
    std::filesystem::copy_file(testing::fake("fake_nvrtc"), renamed);
    changed.library_names = {renamed};
    EXPECT_EQ(found(changed, job), 0U);
    EXPECT_EQ(found(options_, job), 1U);
}

TEST_F(NvrtcCompiler, KeepsNoFailures) {
    const Job job = fake_job("fake: compile 6");
    for (int round = 0; round < 2; ++round) {
        const CompiledBatch batch = Compiler::make(options_).value().compile(std::span(&job, 1));
        EXPECT_FALSE(batch.results[0]);
        EXPECT_EQ(batch.from_cache, 0U);
    }
}

TEST_F(NvrtcCompiler, GoesOnWithoutItsCacheAndSaysSo) {
    std::ofstream(folder_ + "/cache") << "a file where the folder should be";
    const Job jobs[]{fake_job("one"), fake_job("two")};
    const CompiledBatch batch = Compiler::make(options_).value().compile(jobs);
    EXPECT_TRUE(batch.results[0]);
    EXPECT_TRUE(batch.results[1]);
    ASSERT_TRUE(batch.cache_trouble);
    EXPECT_NE(batch.cache_trouble->find("cannot make the folder"), std::string::npos) << *batch.cache_trouble;
}

TEST_F(NvrtcCompiler, MixesCachedTextsAndWorkers) {
    options_.pool = PoolOptions{{testing::worker_program()}, 2};
    const Job warm = fake_job("warm");
    ASSERT_EQ(found(options_, warm), 0U);
    std::vector<Job> jobs;
    for (int i = 0; i < 100; ++i) jobs.push_back(fake_job(fmt::format("number {};", i)));
    jobs[7] = warm;
    jobs[50] = fake_job("fake: crash");
    const CompiledBatch batch = Compiler::make(options_).value().compile(jobs);
    EXPECT_EQ(batch.from_cache, 1U);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        if (i == 50) continue;
        ASSERT_TRUE(batch.results[i]) << batch.results[i].error().text;
        EXPECT_TRUE(batch.results[i]->ptx.ends_with(jobs[i].text));
    }
    EXPECT_EQ(batch.results[50].error().kind, FailureKind::worker);
}

TEST_F(NvrtcCompiler, NeedsALibrary) {
    options_.library_names = {"libno-such-nvrtc.so.99"};
    const auto compiler = Compiler::make(options_);
    ASSERT_FALSE(compiler);
    EXPECT_EQ(compiler.error().kind, LibraryFailure::Kind::missing);
}

/// The toolkit's library.
TEST_F(NvrtcCompiler, CompilesWithTheToolkit) {
    if (!testing::installed_library()) GTEST_SKIP() << "no libnvrtc of the CUDA toolkit is installed";
    options_.library_names = default_library_names();
    options_.headers = {{"deep/er.h", "#pragma once\n#define TWICE(x) ((x) + (x))\n"}};
    options_.pool = PoolOptions{{testing::worker_program()}, 2};
    const std::string text =
        "#include \"deep/er.h\"\n"
        "extern \"C\" __global__ void k(float* a) {\n"
        "    __shared__ float s[64];\n"
        "    s[threadIdx.x] = a[threadIdx.x];\n"
        "    __syncthreads();\n"
        "    a[threadIdx.x] = TWICE(s[63 - threadIdx.x]);\n"
        "}\n";
    std::vector<Job> jobs;
    for (const char* const architecture : {"sm_75", "sm_80", "sm_90", "sm_90a"})
        for (const Output output : {Output::ptx, Output::cubin})
            jobs.push_back({"k.cu", text, "k", architecture, output});
    jobs.push_back({"bad.cu", text + "#line 7 \"k.ph\"\n__device__ int x = nothing;\n", "k", "sm_90", Output::ptx});
    jobs.push_back({"k.cu", text, "k", "sm_90x", Output::ptx});
    const CompiledBatch batch = Compiler::make(options_).value().compile(jobs);
    for (std::size_t i = 0; i < 8; ++i) {
        ASSERT_TRUE(batch.results[i]) << batch.results[i].error().log;
        const Compilation here = compile(*testing::installed_library(), options_.headers, jobs[i]);
        ASSERT_TRUE(here);
        EXPECT_EQ(batch.results[i]->ptx, here->ptx);
        EXPECT_EQ(batch.results[i]->cubin, here->cubin);
        EXPECT_NE(batch.results[i]->ptx.find(".target " + jobs[i].architecture), std::string::npos);
        EXPECT_NE(batch.results[i]->ptx.find(".entry k("), std::string::npos);
        if (jobs[i].output == Output::ptx) continue;
        EXPECT_TRUE(
            batch.results[i]->cubin.starts_with("\x7f"
                                                "ELF"));
        ASSERT_TRUE(batch.results[i]->resources);
        EXPECT_EQ(batch.results[i]->resources->shared_bytes, 256U);
        EXPECT_EQ(batch.results[i]->resources->barriers, 1U);
        EXPECT_GT(batch.results[i]->resources->registers, 0U);
    }
    ASSERT_FALSE(batch.results[8]);
    EXPECT_EQ(batch.results[8].error().kind, FailureKind::source);
    ASSERT_FALSE(batch.results[8].error().messages.empty());
    EXPECT_EQ(batch.results[8].error().messages[0].file, "k.ph");
    EXPECT_EQ(batch.results[8].error().messages[0].line, 7U);
    ASSERT_FALSE(batch.results[9]);
    EXPECT_EQ(batch.results[9].error().kind, FailureKind::architecture);
}

}  // namespace
}  // namespace phobos::nvrtc
