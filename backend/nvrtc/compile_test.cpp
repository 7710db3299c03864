// SPDX-License-Identifier: Apache-2.0
#include "backend/nvrtc/compile.h"

#include <gtest/gtest.h>

#include "backend/nvrtc/test_support.h"

namespace phobos::nvrtc {
namespace {

using testing::fake_job;

/// Compiling the text with the fake library fails so.
CompileFailure failure(const std::string& text, Output output = Output::ptx) {
    const Compilation compilation = compile(testing::fake_library(), {}, fake_job(text, output));
    EXPECT_FALSE(compilation) << text;
    return compilation ? CompileFailure{FailureKind::internal, "none", "", {}} : compilation.error();
}

TEST(NvrtcCompile, GivesThePtxOfAVirtualArchitecture) {
    const Header headers[]{{"a/b.h", "int x;"}};
    const auto compiled = compile(testing::fake_library(), headers, fake_job("text"));
    ASSERT_TRUE(compiled);
    EXPECT_EQ(compiled->ptx,
              "// --std=c++17\n// --fmad=false\n// --gpu-architecture=compute_90\n// k.cu\n// a/b.h: int x;\ntext");
    EXPECT_EQ(compiled->cubin, "");
    EXPECT_EQ(compiled->resources, std::nullopt);
}

TEST(NvrtcCompile, GivesACubinWithItsResources) {
    const std::string text =
        "fake: log ptxas info    : Compiling entry function 'k' for 'sm_90'\n"
        "fake: log ptxas         .     8 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
        "fake: log ptxas info    : Used 40 registers, used 1 barriers\n";
    const auto compiled = compile(testing::fake_library(), {}, fake_job(text, Output::cubin));
    ASSERT_TRUE(compiled);
    EXPECT_EQ(compiled->cubin, "cubin of " + text);
    EXPECT_NE(compiled->ptx.find("--gpu-architecture=sm_90\n// --ptxas-options=-v\n"), std::string::npos);
    EXPECT_EQ(compiled->resources, (Resources{40, 8, 0, 0, 0, 0, 1}));
}

TEST(NvrtcCompile, LeavesOutTheCardsOptimisationsWhereThatIsAsked) {
    Job job = fake_job("text", Output::cubin);
    job.optimising = Optimising::none;
    const auto compiled = compile(testing::fake_library(), {}, job);
    ASSERT_TRUE(compiled);
    EXPECT_NE(compiled->ptx.find("// --ptxas-options=-O0\n"), std::string::npos) << compiled->ptx;
}

TEST(NvrtcCompile, TellsErrorsOfTheTextWithTheirLines) {
    const CompileFailure error = failure("fake: compile 6\nfake: log k.ph(3): error: no such thing\nfake: log more\n");
    EXPECT_EQ(error.kind, FailureKind::source);
    EXPECT_EQ(error.text, "'k.cu' does not compile for sm_90");
    EXPECT_EQ(error.log, "k.ph(3): error: no such thing\nmore\n");
    EXPECT_EQ(error.messages, (std::vector<Message>{{Message::Severity::error, "k.ph", 3, "no such thing"}}));
}

TEST(NvrtcCompile, TellsArchitecturesThatTheLibraryDoesNotKnow) {
    for (const std::string word : {"sm_70", "sm_9", "sm_90x", "sm_", "90", "compute_90", ""}) {
        Job job = fake_job("text");
        job.architecture = word;
        const auto compiled = compile(testing::fake_library(), {}, job);
        ASSERT_FALSE(compiled) << word;
        EXPECT_EQ(compiled.error().kind, FailureKind::architecture);
        EXPECT_EQ(compiled.error().text,
                  "libnvrtc 13.0 does not compile for '" + word + "'; it knows sm_75, sm_80, sm_90");
    }
    // A number that is known, with a suffix that is not.
    Job job = fake_job("fake: compile 5\nfake: log nvrtc: error: invalid value for --gpu-architecture (-arch)\n");
    job.architecture = "sm_75a";
    EXPECT_EQ(compile(testing::fake_library(), {}, job).error().kind, FailureKind::architecture);
    job = fake_job("text");
    job.architecture = "sm_90a";
    EXPECT_TRUE(compile(testing::fake_library(), {}, job));
}

TEST(NvrtcCompile, TellsEveryOtherStatus) {
    EXPECT_EQ(failure("fake: create 1").kind, FailureKind::memory);
    EXPECT_EQ(failure("fake: create 2").kind, FailureKind::internal);
    EXPECT_EQ(failure("fake: create 3").kind, FailureKind::internal);
    const CompileFailure memory = failure("fake: compile 1");
    EXPECT_EQ(memory.kind, FailureKind::memory);
    EXPECT_EQ(memory.text, "no memory to compile 'k.cu'");
    for (const int status : {4, 5, 7, 11, 99}) {
        const CompileFailure error = failure(fmt::format("fake: compile {}", status));
        EXPECT_EQ(error.kind, FailureKind::internal) << status;
        EXPECT_EQ(error.text, fmt::format("libnvrtc ends with status {} on 'k.cu'", status));
    }
    EXPECT_EQ(failure("fake: ptx 1").kind, FailureKind::memory);
    EXPECT_EQ(failure("fake: cubin 11", Output::cubin).kind, FailureKind::internal);
}

}  // namespace
}  // namespace phobos::nvrtc
