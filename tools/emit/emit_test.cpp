// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "backend/nvrtc/library.h"
#include "lang/base/json.h"
#include "tools/common/test_support.h"

namespace phobos::tools {
namespace {

using testing::Ended;

class Emit : public ::testing::Test {
protected:
    Emit() {
        place.put("scale.ph",
                  "@launch(64)\n"
                  "kernel scale(s: f32, X: tensor<f32>[R, K], O: tensor<f32>[R, K]) {\n"
                  "    let r = ctx.block.x\n"
                  "    for k in range(ctx.thread * 4, K, ctx.threads * 4) {\n"
                  "        O[r, k] = sum(X[r, k :+ 4]) * s\n"
                  "    }\n"
                  "}\n");
        place.put(
            "two.ph",
            "kernel one(O: tensor<i32>[N]) {\n    O[0] = 1\n}\nkernel sin(O: tensor<i32>[N]) {\n    O[0] = 2\n}\n");
        place.put("tuned.ph",
                  "@autotune(TILE in [4, 77])\n@aligned(K = 8)\n"
                  "kernel tuned(O: tensor<i32>[K]) {\n    O[ctx.thread] = TILE\n}\n");
        place.put("bad.ph", "kernel bad(O: tensor<f32>[1]) {\n    O[0] = missing\n}\n");
    }
    [[nodiscard]] Ended run(std::string_view words) const {
        return place.run(fmt::format("phobos-emit --cache off {}", words));
    }
    /// With a library that plays libnvrtc.
    [[nodiscard]] Ended fake(std::string_view words, std::string_view name = "fake_nvrtc") const {
        return run(fmt::format("--nvrtc {}/libphobos_{}.so {}", PHOBOS_FAKES_DIR, name, words));
    }

    /// The program ends so, and says why.
    static void expect(int code, std::string_view message, const Ended& ended) {
        EXPECT_EQ(ended.code, code) << ended.out << ended.err;
        EXPECT_NE(ended.err.find(message), std::string::npos) << ended.err;
        EXPECT_EQ(ended.out, "");
    }
    static bool says(const Ended& ended, std::string_view words) { return ended.out.find(words) != std::string::npos; }

    testing::Workplace place;
};

TEST_F(Emit, PrintsTheText) {
    const Ended ended = run("scale.ph");
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_TRUE(ended.out.starts_with("#include \"backend/prelude/prelude.h\"\n")) << ended.out;
    EXPECT_TRUE(says(ended, "extern \"C\" __global__ void __launch_bounds__(64) scale_kernel(")) << ended.out;
    EXPECT_TRUE(says(ended, "#line 4 \"scale.ph\"")) << ended.out;
    EXPECT_TRUE(ended.err.starts_with("scale.ph:5:9: hint[PH0913]: ")) << ended.err;
    EXPECT_EQ(place.run("cat scale.ph | phobos-emit - --entry f").code, 0);
    EXPECT_EQ(run("scale.ph").out, ended.out);
}

TEST_F(Emit, WritesAFileOrNothing) {
    const Ended ended = run("scale.ph -o k.cu");
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(place.contents("k.cu"), run("scale.ph").out);
    place.put("kept.cu", "old");
    const std::size_t before = place.entries();
    expect(4, "cannot write 'missing/k.cu'", run("scale.ph -o missing/k.cu"));
    expect(3, "PH0301", run("bad.ph -o kept.cu"));
    expect(6, "", fake("scale.ph --ptx -o kept.cu", "no_such"));
    EXPECT_EQ(place.contents("kept.cu"), "old");
    EXPECT_EQ(place.entries(), before);
    EXPECT_EQ(run("scale.ph >/dev/full").code, 4);
}

TEST_F(Emit, TakesWhatEachLaunchMustKeep) {
    const auto has_wide_access = [&](std::string_view words) {
        const Ended ended = run(fmt::format("scale.ph {}", words));
        EXPECT_EQ(ended.code, 0) << ended.err;
        return says(ended, "load_run<4, 4, 0");
    };
    EXPECT_FALSE(has_wide_access(""));
    EXPECT_FALSE(has_wide_access("--align '*=16'"));
    EXPECT_FALSE(has_wide_access("--multiple K=4"));
    EXPECT_TRUE(has_wide_access("--multiple K=4 --align X=16"));
    EXPECT_TRUE(has_wide_access("--multiple '*=12' --align '*=64'"));
    EXPECT_TRUE(has_wide_access("--dim K=4096 --align X=16"));
    EXPECT_FALSE(has_wide_access("--dim K=4098 --align X=16"));
    const Ended known = run("scale.ph --dim K=4096 --json");
    const auto json = parse_json(known.out);
    ASSERT_TRUE(json) << known.out;
    EXPECT_NE(json->at("text").get<std::string>().find("4096"), std::string::npos);
    for (const Json& parameter : json->at("parameters")) EXPECT_NE(parameter.at("name"), "K");
}

TEST_F(Emit, RefusesWhatNoLaunchKeeps) {
    expect(4, "--dim M: scale has no such dim", run("scale.ph --dim M=4"));
    expect(4, "--multiple k: scale has no such dim; did you mean 'K'?", run("scale.ph --multiple k=4"));
    expect(4, "--align Y: scale has no such tensor", run("scale.ph --align Y=4"));
    expect(4, "--align s: scale has no such tensor", run("scale.ph --align s=4"));
    expect(4, "--dim K=12: it must be a multiple of 8 (@aligned)", run("tuned.ph --dim K=12"));
    expect(4, "--dim K=6 is not the multiple that --multiple says", run("scale.ph --dim K=6 --multiple K=4"));
    EXPECT_EQ(run("scale.ph --dim K=12 --multiple K=4").code, 0);
}

TEST_F(Emit, RefusesWrongWords) {
    for (const std::string_view words : {"",
                                         "--dim scale.ph",
                                         "--dim K scale.ph",
                                         "--dim K=x scale.ph",
                                         "--dim K=-1 scale.ph",
                                         "--dim K=1 --dim K=2 scale.ph",
                                         "--dim K=2147483648 scale.ph",
                                         "--multiple K=0 scale.ph",
                                         "--align X=12 scale.ph",
                                         "--lanes 16 scale.ph",
                                         "--set A scale.ph",
                                         "--ptx --cubin scale.ph",
                                         "--ptx --arch 90 scale.ph",
                                         "--ptx --arch compute_90 scale.ph",
                                         "--ptx --arch sm_90b scale.ph",
                                         "--arch sm_90 scale.ph",
                                         "--check races scale.ph",
                                         "--entry 1a scale.ph",
                                         "--entry float scale.ph",
                                         "--entry '' scale.ph",
                                         "--json -o /dev/stdout scale.ph",
                                         "--sarif - scale.ph",
                                         "--cubin --json scale.ph",
                                         "--emit scale.ph",
                                         "scale.ph two.ph"}) {
        const Ended ended = run(words);
        EXPECT_EQ(ended.code, 2) << words << ended.err;
        const bool asks_for_json = std::string_view(words).find("--json") != std::string_view::npos;
        EXPECT_EQ(says(ended, R"("outcome": "usage-error")"), asks_for_json) << words << ended.out;
        EXPECT_EQ(ended.out.empty(), !asks_for_json) << words << ended.out;
    }
}

TEST_F(Emit, ChoosesAKernelAndItsName) {
    expect(4, "the source has several kernels; choose one by --kernel: one, sin", run("two.ph"));
    expect(4, "the source has no kernel 'ones'; did you mean 'one'?", run("two.ph --kernel ones"));
    EXPECT_TRUE(says(run("two.ph --kernel sin"), " sin_kernel("));
    EXPECT_TRUE(says(run("two.ph --kernel one --entry first"), " first("));
}

TEST_F(Emit, SetsConstantsAndChecks) {
    EXPECT_TRUE(says(run("tuned.ph"), "i32(4)"));
    EXPECT_TRUE(says(run("tuned.ph --set TILE=77"), "i32(77)"));
    expect(3, "PH", run("tuned.ph --set OTHER=1"));
    EXPECT_FALSE(says(run("tuned.ph"), "fault_records"));
    EXPECT_TRUE(says(run("tuned.ph --check bounds"), "fault_records"));
    EXPECT_NE(run("scale.ph --lanes 64").out, run("scale.ph").out);
}

TEST_F(Emit, GivesPtxAndMachineCode) {
    const Ended ptx = fake("scale.ph --ptx --arch sm_80");
    EXPECT_EQ(ptx.code, 0) << ptx.err;
    EXPECT_TRUE(says(ptx, "--gpu-architecture=compute_80")) << ptx.out;
    EXPECT_TRUE(says(ptx, "// backend/prelude/prelude.h: "));
    const Ended cubin = fake("scale.ph --cubin -o k.cubin");
    EXPECT_EQ(cubin.code, 0) << cubin.err;
    EXPECT_EQ(place.contents("k.cubin"), "cubin of " + run("scale.ph").out);
    EXPECT_EQ(fake("scale.ph --cubin").out, place.contents("k.cubin"));
}

TEST_F(Emit, TellsWhatTheCodeTakes) {
    // The fake library speaks in comments of the text: here, of the source's own lines.
    place.put(
        "spilling.ph",
        "kernel spilling(O: tensor<i32>[N]) {\n"
        "    O[0] = 1  // fake: log ptxas info    : Compiling entry function 'spilling_kernel' for 'sm_90'\n"
        "    O[1] = 2  // fake: log ptxas         .     16 bytes stack frame, 8 bytes spill stores, 4 bytes spill "
        "loads\n"
        "    O[2] = 3  // fake: log ptxas info    : Used 40 registers, used 0 barriers\n"
        "}\n");
    const Ended ended = fake("spilling.ph --report -o k.cu");
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(ended.out,
              "spilling: spilling_kernel(O: i32*), 256 threads, 0 bytes of dynamic shared memory\n"
              "spilling: sm_90: 40 registers, 16 bytes of stack, 8 bytes spilled to and 4 back, 0 bytes of static "
              "shared and 0 of constant memory\n");
    EXPECT_TRUE(fake("spilling.ph --report").err.starts_with("spilling: spilling_kernel("));
    const auto json = parse_json(fake("spilling.ph --report --json").out);
    ASSERT_TRUE(json);
    EXPECT_EQ(json->at("outcome"), "emitted");
    EXPECT_EQ(json->at("entry"), "spilling_kernel");
    EXPECT_EQ(json->at("architecture"), "sm_90");
    EXPECT_EQ(json->at("resources").at("registers"), 40);
    EXPECT_EQ(json->at("resources").at("spill_load_bytes"), 4);
    EXPECT_EQ(json->at("parameters").at(0), (Json{{"kind", "tensor"}, {"name", "O"}, {"type", "i32"}}));
    EXPECT_EQ(json->at("exit_code"), 0);
}

TEST_F(Emit, TellsOfMoreSharedMemoryThanACtaHas) {
    place.put("large.ph",
              "@launch(256)\n"
              "kernel large(A: tensor<f32>[256, 128], O: tensor<f32>[256, 128]) {\n"
              "    var a = A[0:256, 0:128]\n"
              "    for k in range(0, 4) {\n"
              "        a = a * 2.0\n"
              "    }\n"
              "    O[0:256, 0:128] = a\n"
              "}\n");
    const std::string_view excess = "bytes of shared memory: this kernel cannot be launched there; smaller tiles, ";
    const Ended small = fake("large.ph --report -o k.cu --arch sm_75");
    EXPECT_EQ(small.code, 0) << small.err;
    EXPECT_NE(small.out.find(fmt::format("large: a CTA on sm_75 has 65536 {}", excess)), std::string::npos)
        << small.out;
    EXPECT_EQ(fake("large.ph --report -o k.cu --arch sm_90").out.find(excess), std::string::npos);
}

TEST_F(Emit, SaysWhyNothingIsCompiled) {
    expect(6, "unsupported: libnvrtc: no usable libnvrtc: ", run("--nvrtc ./no-such.so scale.ph --ptx"));
    expect(6, "no-such.so", run("--nvrtc ./no-such.so scale.ph --ptx"));
    expect(6, "release 11.0 is too old", fake("scale.ph --ptx", "fake_nvrtc_old"));
    expect(6, "it has no nvrtcGetCUBIN", fake("scale.ph --report", "fake_nvrtc_incomplete"));
    expect(6, "does not compile for 'sm_70'; it knows sm_75, sm_80, sm_90", fake("scale.ph --ptx --arch sm_70"));
    expect(6, "unsupported: --lanes 64", fake("scale.ph --ptx --lanes 64"));
    const auto ends = [&](std::string_view asked) {
        place.put("asks.ph", fmt::format("kernel asks(O: tensor<i32>[N]) {{\n    O[0] = 1  // fake: {}\n}}\n", asked));
        return fake("asks.ph --ptx");
    };
    expect(5, "this is a bug of phobos-emit", ends("compile 6"));
    expect(7, "limit of memory", ends("compile 1"));
    place.put("named.ph",
              "kernel named(O: tensor<i32>[N]) {\n"
              "    O[0] = 1  // fake: compile 6\n"
              "    O[1] = 2  // fake: log k.cu(1): error: more than one instance of overloaded function \"sin\" has "
              "\"C\" linkage\n"
              "}\n");
    expect(4, "--entry: CUDA has a function 'sin' itself", fake("named.ph --ptx --entry sin"));
    expect(6, "libnvrtc ends with status 11", ends("compile 11"));
    const auto json = parse_json(run("--nvrtc ./no-such.so scale.ph --ptx --json").out);
    ASSERT_TRUE(json);
    EXPECT_EQ(json->at("outcome"), "unsupported");
    EXPECT_EQ(json->at("construct"), "libnvrtc");
    EXPECT_EQ(json->at("exit_code"), 6);
}

TEST_F(Emit, KeepsResultsInItsCache) {
    const auto from_cache = [&](std::string_view environment, std::string_view words) {
        const Ended ended =
            place.run(fmt::format("{} phobos-emit --nvrtc {}/libphobos_fake_nvrtc.so scale.ph --ptx --json {}",
                                  environment, PHOBOS_FAKES_DIR, words));
        const auto json = parse_json(ended.out);
        EXPECT_TRUE(json) << ended.err;
        return json && json->at("from_cache").get<bool>();
    };
    EXPECT_FALSE(from_cache("XDG_CACHE_HOME=$PWD/caches", ""));
    EXPECT_TRUE(from_cache("XDG_CACHE_HOME=$PWD/caches", ""));
    EXPECT_TRUE(place.has("caches/phobos/nvrtc"));
    EXPECT_FALSE(from_cache("env -u XDG_CACHE_HOME HOME=$PWD/home", ""));
    EXPECT_TRUE(place.has("home/.cache/phobos/nvrtc"));
    EXPECT_FALSE(from_cache("XDG_CACHE_HOME=$PWD/caches", "--cache off"));
    EXPECT_FALSE(from_cache("XDG_CACHE_HOME=$PWD/caches", "--cache other"));
    EXPECT_TRUE(from_cache("", "--cache other"));
    EXPECT_FALSE(from_cache("", "--cache other --dim K=8"));
    const Ended full = place.run(fmt::format(
        "phobos-emit --nvrtc {}/libphobos_fake_nvrtc.so scale.ph --ptx --cache scale.ph", PHOBOS_FAKES_DIR));
    EXPECT_EQ(full.code, 0);
    EXPECT_NE(full.err.find("the result is not kept for a next time: "), std::string::npos) << full.err;
}

TEST_F(Emit, WritesThePreludeForOtherCompilers) {
    const Ended ended = run("scale.ph -o k.cu --prelude headers");
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_TRUE(place.has("headers/backend/prelude/prelude.h"));
    expect(4, "cannot make the folder", run("scale.ph --prelude k.cu"));
    // Every header that one of them includes is there.
    EXPECT_EQ(place
                  .run("cd headers && cat backend/prelude/*.h | sed -n 's/^#include \"\\(.*\\)\"/\\1/p' | sort -u | "
                       "xargs ls >/dev/null")
                  .code,
              0);
}

TEST_F(Emit, WritesWhatNvccCompiles) {
    const std::string nvcc = "PATH=\"$PATH:/usr/local/cuda/bin\" nvcc";
    if (place.run(nvcc + " --version").code != 0) GTEST_SKIP() << "no nvcc of the CUDA toolkit is installed";
    ASSERT_EQ(run("scale.ph -o k.cu --prelude headers").code, 0);
    const Ended ended = place.run(nvcc + " -std=c++17 -fmad=false -arch=sm_90 -I headers -cubin k.cu");
    EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
    EXPECT_TRUE(place.has("k.cubin"));
}

TEST_F(Emit, TellsErrorsOfTheSource) {
    expect(3, "bad.ph:2:12: error[PH0301]", run("bad.ph"));
    expect(4, "missing.ph", run("missing.ph"));
    const Ended ended = place.run("phobos-emit bad.ph --json --sarif log.sarif");
    EXPECT_EQ(ended.code, 3);
    const auto json = parse_json(ended.out);
    ASSERT_TRUE(json);
    EXPECT_EQ(json->at("outcome"), "rejected");
    EXPECT_TRUE(place.has("log.sarif"));
}

TEST_F(Emit, TellsInJsonThatALogCannotBeWritten) {
    const Ended ended = run("scale.ph --json --sarif missing/log.sarif");
    EXPECT_EQ(ended.code, 4);
    const Json json = parse_json(ended.out).value();
    EXPECT_EQ(json.at("outcome"), "input-error");
    EXPECT_TRUE(json.at("message").get<std::string>().starts_with("cannot write 'missing/log.sarif'")) << ended.out;
}

/// The toolkit's library.
TEST_F(Emit, CompilesWithTheToolkit) {
    if (!nvrtc::Library::open(nvrtc::default_library_names()))
        GTEST_SKIP() << "no libnvrtc of the CUDA toolkit is installed";
    const Ended ptx = run("scale.ph --ptx --arch sm_75 --multiple K=4 --align '*=16'");
    EXPECT_EQ(ptx.code, 0) << ptx.err;
    EXPECT_TRUE(says(ptx, ".target sm_75"));
    EXPECT_TRUE(says(ptx, "ld.global.nc.v4")) << ptx.out;
    expect(4, "--entry: CUDA has a function 'sin' itself", run("scale.ph --ptx --entry sin"));
    const Ended cubin = run("scale.ph --cubin --arch sm_90a --report -o k.cubin");
    EXPECT_EQ(cubin.code, 0) << cubin.err;
    EXPECT_TRUE(
        place.contents("k.cubin").starts_with("\x7f"
                                              "ELF"));
    EXPECT_TRUE(says(cubin, "scale: sm_90a: ")) << cubin.out;
    EXPECT_TRUE(says(cubin, " 0 bytes of stack, 0 bytes spilled to and 0 back")) << cubin.out;
}

}  // namespace
}  // namespace phobos::tools
