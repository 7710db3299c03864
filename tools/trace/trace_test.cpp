// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "engine/io/file.h"
#include "engine/io/trace.h"
#include "lang/base/json.h"
#include "tools/common/test_support.h"

namespace phobos::tools {
namespace {

using testing::Ended;

constexpr std::string_view copy =
    "@launch(64)\n"
    "kernel copy(A: tensor<i32>[N], B: tensor<i32>[N]) {\n"
    "    let i = ctx.block.x * ctx.threads + ctx.thread\n"
    "    if i < N {\n"
    "        B[i] = A[N - 1 - i]\n"
    "    }\n"
    "    barrier()\n"
    "}\n";

class TraceTool : public ::testing::Test {
protected:
    TraceTool() { place.put("copy.ph", copy); }
    /// Runs `copy` on so many elements with these words more.
    [[nodiscard]] Ended traced(int elements, std::string_view words = "--trace t.npz") const {
        return place.run(
            fmt::format("phobos-run copy.ph --in A=iota:{0} --out B=b.npy --grid 'ceil_div(N, ctx.threads)' "
                        "{1}",
                        elements, words));
    }
    [[nodiscard]] Ended tool(std::string_view words) const { return place.run(fmt::format("phobos-trace {}", words)); }
    [[nodiscard]] Json stats() const {
        const Ended ended = tool("stats t.npz --json");
        EXPECT_EQ(ended.code, 0) << ended.err;
        return parse_json(ended.out).value_or(Json());
    }

    const testing::Workplace place;
};

std::string text_of(const Json& json) { return json.dump(); }

TEST_F(TraceTool, CountsByLineAndSite) {
    const Ended ran = traced(150);
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("events of 3 blocks, 300 accesses, written to t.npz"), std::string::npos) << ran.out;
    EXPECT_EQ(ran.err, "");
    const Json json = stats();
    EXPECT_EQ(json["kernel"], "copy");
    EXPECT_EQ(text_of(json["grid"]), "[3,1,1]");
    EXPECT_EQ(json["outcome"]["outcome"], "finished");
    EXPECT_EQ(json["barriers"], 6);
    ASSERT_GE(json["lines"].size(), 3U);
    const Json& branch = json["lines"][0];
    EXPECT_EQ(branch["line"], 4);
    EXPECT_EQ(branch["text"], "    if i < N {");
    EXPECT_EQ(branch["branch"], 6);
    EXPECT_EQ(branch["diverged"], 1);  // 150 = 4 * 32 + 22
    const Json& body = json["lines"][1];
    EXPECT_EQ(body["line"], 5);
    EXPECT_EQ(body["load"], 5);
    EXPECT_EQ(body["store"], 5);
    EXPECT_EQ(body["accesses"], 300);
    EXPECT_EQ(body["bytes"], 1200);
    EXPECT_EQ(body["irregular"], 0);
    EXPECT_EQ(body["lanes"], 300);
}

TEST_F(TraceTool, ReadsItsWordsInBothOrders) {
    ASSERT_EQ(traced(64).code, 0);
    const Ended first = tool("stats t.npz");
    EXPECT_EQ(first.code, 0);
    EXPECT_NE(first.out.find("copy of copy.ph: finished, 1 x 1 x 1 blocks of 64 threads, 32 lanes a warp"),
              std::string::npos)
        << first.out;
    EXPECT_NE(first.out.find("        B[i] = A[N - 1 - i]"), std::string::npos) << first.out;
    EXPECT_EQ(tool("t.npz stats").out, first.out);
    EXPECT_EQ(tool("t.npz diff t.npz").code, 0);
    EXPECT_EQ(tool("t.npz").code, 2);
    EXPECT_EQ(tool("stat t.npz").code, 2);
    EXPECT_EQ(tool("export t.npz").code, 2);
    EXPECT_EQ(tool("diff t.npz").code, 2);
    EXPECT_EQ(tool("t.npz view -o t.html").code, 0);
}

TEST_F(TraceTool, WhatIsLeftOutIsToldEverywhere) {
    const Ended sampled = traced(640, "--trace t.npz --trace-blocks 1,4-5 --trace-limit 20");
    ASSERT_EQ(sampled.code, 0) << sampled.err;
    EXPECT_NE(sampled.err.find("of 7 blocks that were not asked for and"), std::string::npos) << sampled.err;
    EXPECT_NE(sampled.err.find("events beyond --trace-limit 20"), std::string::npos) << sampled.err;
    const Json json = stats();
    EXPECT_EQ(json["kept"]["events"], 20);
    EXPECT_EQ(json["dropped_by_sampling"]["blocks"], 7);
    EXPECT_EQ(json["dropped_by_sampling"]["accesses"], 7 * 128);
    EXPECT_GT(json["dropped_by_limit"]["events"], 0);
    const std::string text = tool("stats t.npz").out;
    EXPECT_NE(text.find("left out by --trace-blocks 1,4-5: "), std::string::npos) << text;
    const auto report = parse_json(traced(640, "--trace t.npz --trace-limit 0 --json").out);
    ASSERT_TRUE(report);
    EXPECT_EQ((*report)["trace"]["kept"]["events"], 0);
    EXPECT_EQ((*report)["trace"]["dropped_by_limit"]["blocks"], 10);
    EXPECT_EQ(place.npy("b.npy", ScalarType::i32).elements(), 640U);
}

TEST_F(TraceTool, TracesUpToAFault) {
    place.put("trap.ph",
              "@launch(64)\nkernel trap(A: tensor<i32>[N], B: tensor<i32>[M]) {\n"
              "    B[ctx.block.x * 64 + ctx.thread] = A[ctx.thread + ctx.block.x]\n}\n");
    const Ended trapped =
        place.run("phobos-run trap.ph --in A=iota:65 --out B=b.npy --shape B=192 --grid 3 --trace t.npz");
    EXPECT_EQ(trapped.code, 1);
    EXPECT_NE(trapped.err.find("the trace in t.npz ends where the run did"), std::string::npos) << trapped.err;
    EXPECT_FALSE(place.has("b.npy"));
    const Json json = stats();
    EXPECT_EQ(json["outcome"]["outcome"], "trapped");
    EXPECT_EQ(json["outcome"]["kind"], "out-of-bounds");
    EXPECT_EQ(json["total"]["load"], 4);  // the blocks 0 and 1
    const Ended limited = traced(64, "--trace t.npz --max-steps 70");
    EXPECT_EQ(limited.code, 7);
    EXPECT_EQ(stats()["outcome"]["outcome"], "limit");
}

TEST_F(TraceTool, NothingIsWrittenWhereItCannotBeWhole) {
    EXPECT_EQ(traced(64, "--trace no/t.npz").code, 4);
    EXPECT_FALSE(place.has("b.npy"));
    place.put("t.npz", "before");
    EXPECT_EQ(place.run("phobos-run copy.ph --in A=iota:64 --out B=b.npy --trace t.npz").code, 4);  // no grid
    EXPECT_EQ(place.contents("t.npz"), "before");
    EXPECT_EQ(traced(64, "--trace /dev/full").code, 4);
    EXPECT_EQ(traced(64, "--trace b.npy").code, 2);
    EXPECT_EQ(traced(64, "--trace-limit 5").code, 2);
    EXPECT_EQ(traced(64, "--trace /dev/stdout --json").code, 2);
    EXPECT_EQ(traced(64, "--trace t.npz --trace-blocks 5-").code, 2);
    EXPECT_EQ(traced(64, "--trace t.npz --engine reference").code, 6);
    EXPECT_EQ(place.entries(), 2U);  // copy.ph and t.npz
}

TEST_F(TraceTool, GoesThroughAPipe) {
    const Ended ended = traced(64, "--trace /dev/stdout | cat > p.npz");
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(tool("stats - < p.npz").code, 0);
}

/// Every shape of a launch has a trace that is whole.
TEST_F(TraceTool, TracesEveryShapeOfALaunch) {
    place.put("sum.ph",
              "@autotune(T in [64, 128, 1024])\n@launch(T)\nkernel sum(X: tensor<f32>[R, K], O: tensor<f32>[R]) {\n"
              "    let r = ctx.block.x\n    var a: f32 = 0.0\n"
              "    for k in range(ctx.thread, K, ctx.threads) {\n        a += X[r, k]\n    }\n"
              "    let s = sum<over ctx.thread>(a)\n    if ctx.thread == 0 {\n        O[r] = s\n    }\n}\n");
    for (const int lanes : {32, 64}) {
        for (const int threads : {64, 128, 1024}) {
            for (const int rows : {1, 65}) {
                const Ended ran = place.run(fmt::format(
                    "phobos-run sum.ph --in X=ones:{}x70 --out O=o.npy --grid R --lanes {} --set T={} --trace "
                    "t.npz",
                    rows, lanes, threads));
                ASSERT_EQ(ran.code, 0) << ran.err;
                const Json json = stats();
                EXPECT_EQ(json["total"]["accesses"], rows * 71) << lanes << ' ' << threads;
                EXPECT_EQ(json["kept"]["blocks"], rows);
                EXPECT_EQ(json["lanes_per_warp"], lanes);
            }
        }
    }
    place.put("one.ph",
              "@launch(32)\nkernel one(O: tensor<i32>[1]) {\n    if ctx.thread == 0 {\n        O[0] = 1\n    }\n}\n");
    ASSERT_EQ(place.run("phobos-run one.ph --out O=o.npy --trace t.npz --trace-values").code, 0);
    EXPECT_EQ(stats()["total"]["store"], 1);
}

TEST_F(TraceTool, AnEmptyGridHasAnEmptyTrace) {
    ASSERT_EQ(traced(0).code, 0);
    const Json json = stats();
    EXPECT_EQ(text_of(json["kept"]), "{\"blocks\":0,\"events\":0,\"accesses\":0}");
    EXPECT_EQ(text_of(json["lines"]), "[]");
    EXPECT_EQ(tool("export t.npz --chrome t.json").code, 0);
    EXPECT_EQ(text_of((*parse_json(place.contents("t.json")))["traceEvents"]), "[]");
}

TEST_F(TraceTool, KeepsValuesWhereAsked) {
    ASSERT_EQ(traced(64, "--trace t.npz --trace-values").code, 0);
    const auto trace = io::read_trace(*io::ByteSource::open(place.file("t.npz")));
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->values.size(), 2U * 64 * 4);
    io::TraceCursor cursor(*trace);
    while (const auto row = cursor.next()) {
        if (!row->access) continue;
        const std::int64_t first =
            row->event.kind == io::TraceKind::load ? offset_of(*row, 0) : 63 - offset_of(*row, 0);
        EXPECT_EQ(row->values[0], first);
    }
}

TEST_F(TraceTool, TellsWhereTracesPart) {
    ASSERT_EQ(traced(64, "--trace a.npz").code, 0);
    ASSERT_EQ(traced(64, "--trace b.npz --jobs 2").code, 0);
    EXPECT_EQ(tool("diff a.npz b.npz").out, "the events are the same\n");
    ASSERT_EQ(traced(63, "--trace b.npz").code, 0);
    const Ended other = tool("diff a.npz b.npz");
    EXPECT_EQ(other.code, 1);
    EXPECT_TRUE(
        other.out.starts_with("the traces have different dims\nevent 1 is the first that differs, in its lanes "
                              "that take the branch\n  a: block 0, 0, 0; warp 1; copy.ph:4:8, visit 0: branch "
                              "lanes 0-31, taken by 0-31\n"))
        << other.out;
    const auto json = parse_json(tool("diff a.npz b.npz --json").out);
    ASSERT_TRUE(json);
    EXPECT_EQ((*json)["same"], false);
    EXPECT_EQ((*json)["first"]["event"], 1);
    EXPECT_EQ((*json)["lines"][1]["line"], 5);
    EXPECT_EQ((*json)["lines"][1]["b"]["accesses"], 126);
    ASSERT_EQ(traced(64, "--trace b.npz --trace-limit 3").code, 0);
    EXPECT_NE(tool("diff a.npz b.npz").out.find("  b: no event is left\n"), std::string::npos);
}

TEST_F(TraceTool, RefusesOtherFilesByACode) {
    const auto refused = [&](std::string_view name, std::string_view code) {
        const Ended ended = tool(fmt::format("stats {}", name));
        EXPECT_EQ(ended.code, 4) << name;
        EXPECT_NE(ended.err.find(code), std::string::npos) << ended.err;
        EXPECT_EQ(ended.out, "");
        const auto json = parse_json(tool(fmt::format("stats {} --json", name)).out);
        ASSERT_TRUE(json) << name;
        EXPECT_EQ((*json)["code"], code);
    };
    ASSERT_EQ(traced(64).code, 0);
    const std::string whole = place.contents("t.npz");
    refused("missing.npz", "PH0720");
    place.put("cut.npz", std::string_view(whole).substr(0, whole.size() / 2));
    refused("cut.npz", "PH0731");
    ASSERT_EQ(place.run("phobos-run copy.ph --in A=iota:8 --out B=b.npz --grid 1").code, 0);
    refused("b.npz", "PH0734");
    refused("copy.ph", "PH0731");
}

}  // namespace
}  // namespace phobos::tools
