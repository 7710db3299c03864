// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "lang/base/json.h"
#include "tools/common/test_support.h"

/// phobos-run with --engine cuda, with libraries that play the driver and the compiler.
namespace phobos::tools {
namespace {

using testing::Ended;

/// How the libraries of a run behave.
struct Played {
    std::string_view driver = "fake_driver";  ///< empty: a file that is no library
    std::string_view script = "fill 1 256 1";
    std::string_view compiler = "fake_nvrtc";
};

class CudaRun : public ::testing::Test {
protected:
    CudaRun() {
        place.put("fill.ph",
                  "@launch(64)\n"
                  "kernel fill(A: tensor<i32>[N], O: tensor<i32>[N]) {\n"
                  "    if ctx.thread < N {\n"
                  "        O[ctx.thread] = A[ctx.thread]\n"
                  "    }\n"
                  "}\n");
    }

    /// The names by which the libraries are looked for lead to those that are played.
    void put_library(std::string_view name, std::string_view played) const {
        const std::string path = place.file(name);
        std::filesystem::remove(path);
        if (played.empty()) {
            place.put(name, "no library");
        } else {
            std::filesystem::create_symlink(fmt::format("{}/libphobos_{}.so", PHOBOS_FAKES_DIR, played), path);
        }
    }
    [[nodiscard]] Ended run(std::string_view words, const Played& played = {}) const {
        for (const std::string_view name : {"libcuda.so.1", "libcuda.so"}) put_library(name, played.driver);
        for (const std::string_view name : {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"})
            put_library(name, played.compiler);
        return place.run(
            fmt::format("LD_LIBRARY_PATH=. XDG_CACHE_HOME=\"$PWD\" FAKE_SCRIPT='{}' phobos-run {} --engine cuda",
                        played.script, words));
    }
    [[nodiscard]] Ended run_fill(const Played& played, std::string_view words = "") const {
        return run(fmt::format("fill.ph --in A=zeros:64 --out O=o.npy {}", words), played);
    }
    void expect(int code, std::string_view says, const Ended& ended) const {
        EXPECT_EQ(ended.code, code) << says << ended.out << ended.err;
        EXPECT_NE(ended.err.find(says), std::string::npos) << ended.err;
        EXPECT_FALSE(place.has("o.npy"));
    }

    testing::Workplace place;
};

TEST_F(CudaRun, WritesWhatTheKernelLeft) {
    const Ended ended = run_fill({});
    EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
    EXPECT_EQ(ended.out, "fill: finished, 1 x 1 x 1 blocks of 64 threads\nO: i32 64 written to o.npy\n");
    EXPECT_EQ(place.npy("o.npy", ScalarType::i32).load(63).bits, 0x01010101U);
    EXPECT_EQ(run_fill({}, "--device 1").code, 0);
}

TEST_F(CudaRun, SaysWhyThereIsNoDriverOrDevice) {
    const std::string engine = "unsupported: engine: the cuda engine is not available: ";
    expect(6, engine + "there is no driver of a GPU: ", run_fill({.driver = ""}));
    expect(6, engine + "libcuda.so.1 has no cuLaunchKernel", run_fill({.driver = "fake_driver_incomplete"}));
    expect(6, engine + "the driver is for CUDA 11.8, 12.0 or a later one is needed",
           run_fill({.driver = "fake_driver_old"}));
    expect(6, engine + "the driver does not start: FAKE_803: as the test asked",
           run_fill({.driver = "fake_driver_mismatch"}));
    expect(6, engine + "the driver knows no device", run_fill({.driver = "fake_driver_no_device"}));
    expect(6, engine + "the driver knows no device", run_fill({.driver = "fake_driver_none"}));
    expect(6, engine + "there is no device 2: the driver knows 2", run_fill({}, "--device 2"));
}

TEST_F(CudaRun, SaysWhyThereIsNoCompiler) {
    if (std::filesystem::exists("/usr/local/cuda/lib64/libnvrtc.so"))
        GTEST_SKIP() << "the library that stands at a place of its own would be taken";
    const std::string engine = "unsupported: engine: the cuda engine is not available: ";
    expect(6, engine + "no usable libnvrtc: ", run_fill({.compiler = ""}));
    expect(6, "release 11.0 is too old", run_fill({.compiler = "fake_nvrtc_old"}));
}

TEST_F(CudaRun, SaysWhatTheDriverRefused) {
    expect(6, "failed: load: FAKE_209: as the test asked", run_fill({.script = "load 209"}));
    expect(6, "failed: load: FAKE_500: as the test asked", run_fill({.script = "function 500"}));
    expect(6, "failed: launch: FAKE_701: as the test asked", run_fill({.script = "launch 701"}));
    expect(6, "failed: run: FAKE_700: as the test asked", run_fill({.script = "run 700"}));
    expect(6, "failed: run: FAKE_214: as the test asked", run_fill({.script = "lose 214"}));
    expect(6, "failed: guard zones: the engine wrote outside the memory of an argument",
           run_fill({.script = "fill 1 257 1"}));
}

TEST_F(CudaRun, EndsAtLimits) {
    const std::string memory = "limit of memory: the launch needs more memory than the limit or the machine has";
    expect(7, memory, run("fill.ph --in A=zeros:1000000 --out O=o.npy"));
    expect(7, memory, run_fill({.script = "load 2"}));
    expect(7, memory, run_fill({.script = "launch 2"}));
    expect(7, "limit of time: the limit of time was reached", run_fill({.script = "endless"}, "--max-time 0.05"));
}

TEST_F(CudaRun, TellsOutcomesAsJson) {
    const Ended ended = run_fill({.script = "run 719"}, "--json");
    EXPECT_EQ(ended.code, 6);
    const auto json = parse_json(ended.out);
    ASSERT_TRUE(json) << ended.out;
    EXPECT_EQ((*json)["outcome"], "failed");
    EXPECT_EQ((*json)["stage"], "run");
    EXPECT_EQ((*json)["engine"], "cuda");
    EXPECT_EQ((*json)["exit_code"], 6);
    EXPECT_FALSE(json->contains("steps"));
}

TEST_F(CudaRun, SaysHowToTakeLessSharedMemory) {
    place.put("large.ph",
              "@launch(256)\n"
              "kernel large(A: tensor<f32>[128, 256], O: tensor<f32>[128, 256]) {\n"
              "    var a = A[0:128, 0:256]\n"
              "    for k in range(0, 4) {\n"
              "        a = a * 2.0\n"
              "    }\n"
              "    O[0:128, 0:256] = a\n"
              "}\n");
    const Ended ended = run("large.ph --in A=zeros:128x256 --out O=o.npy");
    expect(6, "unsupported: shared memory: the live tiles and scratch of a CTA take ", ended);
    EXPECT_NE(
        ended.err.find(" bytes of shared memory, Fake has 65536\n     = smaller tiles, or fewer that live at once, "
                       "take less; phobos-emit large.ph --report tells how much\n"),
        std::string::npos)
        << ended.err;
}

}  // namespace
}  // namespace phobos::tools
