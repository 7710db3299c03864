// SPDX-License-Identifier: Apache-2.0
#include "lang/check/coalescing.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "lang/check/check.h"
#include "lang/source/source_file.h"

namespace phobos::check {
namespace {

using diagnostics::Code;
using diagnostics::Diagnostic;

/// What is found in a kernel of that body.
std::vector<Diagnostic> found(std::string_view attribute, std::string_view body, int lanes = 32) {
    const std::string text = std::string(attribute) +
                             "\n@launch(64)\nkernel k(X: tensor<f32>[N], A: tensor<f32>[R, K], F: tensor<f32>[8, 32],\n"
                             "         B: tensor<i8>[N], G: tensor<i32>[N], s: i32) {\n" +
                             std::string(body) + "\n}\n";
    const Checked checked = check(SourceFile("k.ph", text), {lanes}, {});
    EXPECT_EQ(checked.kernels.empty(), checked.diagnostics.has_errors());
    return checked.diagnostics.in_order();
}

enum class Says { nothing, error, warning };

struct Row {
    std::string_view body;
    Says says;
};

const std::vector<Row> rows{
    {"X[ctx.thread] = 1.0", Says::nothing},
    {"X[ctx.lane + s] = 1.0", Says::nothing},
    {"X[s - ctx.thread] = 1.0", Says::nothing},                    // backwards
    {"if ctx.lane == 0 {\n X[ctx.warp] = 1.0\n}", Says::nothing},  // one element for all
    {"X[ctx.block.x * ctx.threads + ctx.thread] = 1.0", Says::nothing},
    {"let i = ctx.thread * 2\nX[i] = 1.0", Says::error},
    {"X[ctx.thread * 2 - ctx.lane] = 1.0", Says::nothing},
    {"X[ctx.thread * 33] = 1.0", Says::error},
    {"let v = X[ctx.lane * 8 + s]\nX[ctx.lane] = v", Says::error},
    {"for i in range(ctx.thread, N, ctx.threads) {\n X[i] = 1.0\n}", Says::nothing},
    {"for i in range(4) {\n X[ctx.thread * 4 + i] = 1.0\n}", Says::error},
    {"A[s, ctx.thread] = 1.0", Says::nothing},
    {"A[ctx.thread, s] = 1.0", Says::error},
    {"A[ctx.lane, ctx.lane] = 1.0", Says::error},
    {"F[ctx.lane % 8, s] = 1.0", Says::warning},
    {"F[0, ctx.lane] = 1.0", Says::nothing},
    {"if ctx.lane < 8 {\n F[ctx.lane, 0] = 1.0\n}", Says::error},
    {"X[G[ctx.thread]] = 1.0", Says::warning},
    {"X[ctx.thread / 2] = 1.0", Says::warning},
    {"let d = sum(X[ctx.lane * 4 :+ 4])\nX[ctx.lane] = d", Says::nothing},
    {"let d = sum(X[ctx.lane :+ 4])\nX[ctx.lane] = d", Says::nothing},  // runs that overlap
    {"let d = sum(X[ctx.lane * 8 :+ 4])\nX[ctx.lane] = d", Says::error},
    {"store(B[ctx.lane * 16 :+ 16], i8(1))", Says::nothing},
    {"store(B[ctx.lane * 17 :+ 16], i8(1))", Says::error},
    {"store(A[ctx.lane, 0 :+ 4], 1.0)", Says::error},
    {"atomic_add(G, ctx.thread * 8, 1)", Says::nothing},
    {"var t: tile<f32>[64, 8] = 0.0\nt[ctx.thread, 0] = 1.0", Says::nothing},
    {"A[0 :+ 4, 0 :+ 32] = 1.0", Says::nothing},
    // the same in the warp, but not in the block
    {"let w = sum<over ctx.lane>(ctx.thread)\nX[w] = 1.0", Says::nothing},
    {"let w = sum<over ctx.lane>(ctx.thread)\nX[w + ctx.lane] = 1.0", Says::nothing},
    {"let w = sum<over ctx.lane>(ctx.thread)\nX[w * s - ctx.lane] = 1.0", Says::nothing},
    {"let w = sum<over ctx.lane>(ctx.thread)\nX[(w + ctx.lane) * 2] = 1.0", Says::error},
    {"let w = sum<over ctx.lane>(ctx.thread)\nX[w * ctx.lane] = 1.0", Says::warning},
    {"let w = G[ctx.warp]\nA[ctx.lane + w, 0] = 1.0", Says::error},
    {"let w = sum<over ctx.lane>(ctx.thread)\nfor i in range(ctx.lane * 2, N, w) {\n X[i] = 1.0\n}", Says::error},
    {"let w = sum<over ctx.lane>(ctx.thread)\nvar i = ctx.lane\nfor k in range(4) {\n X[i] = 1.0\n i += w\n}",
     Says::nothing},
    {"X[ctx.lane + G[ctx.thread]] = 1.0", Says::warning},
    // of lanes that do not take part
    {"if ctx.lane == 0 {\n X[ctx.thread * 8] = 1.0\n}", Says::error},
    {"if ctx.lane % 2 == 0 {\n X[ctx.thread] = 1.0\n}", Says::nothing},
    // as far apart as numbers go
    {"X[i64(ctx.lane) * -9223372036854775807] = 1.0", Says::error},
    {"X[i64(ctx.lane) * -9223372036854775808] = 1.0", Says::error},
};

TEST(Coalescing, IsJudgedWhereItIsDemanded) {
    for (const Row& row : rows) {
        const auto all = found("@assert_coalesced", row.body);
        ASSERT_EQ(all.size(), row.says == Says::nothing ? 0U : 1U) << row.body << (all.empty() ? "" : all[0].message);
        if (row.says == Says::nothing) continue;
        const Code code = row.says == Says::error ? Code::uncoalesced_access : Code::coalescing_unknown;
        EXPECT_EQ(all[0].code, code) << row.body;
    }
}

TEST(Coalescing, IsAHintElsewhere) {
    for (const Row& row : rows) {
        const auto all = found("", row.body);
        ASSERT_EQ(all.size(), row.says == Says::error ? 1U : 0U) << row.body;
        for (const Diagnostic& each : all) EXPECT_EQ(each.code, Code::strided_access) << row.body;
    }
}

TEST(Coalescing, SaysWhatItCostsAndWhatToWrite) {
    const auto notes = [](std::string_view body, int lanes) {
        const auto all = found("", body, lanes);
        EXPECT_EQ(all.size(), 1U);
        std::vector<std::string> texts{all.at(0).message};
        for (const diagnostics::Note& note : all.at(0).notes) texts.push_back(note.text);
        return texts;
    };
    EXPECT_EQ(notes("X[ctx.thread * 4] = 1.0", 32),
              (std::vector<std::string>{
                  "the elements of `X` that neighbouring lanes access lie 4 apart",
                  "all 32 lanes of a warp touch 16 sectors of 32 bytes here, where 4 could hold what they access; "
                  "let neighbouring lanes access neighbouring elements, or each lane a run: X[.. :+ 4]"}));
    const std::string elements = "let neighbouring lanes access neighbouring elements, or each lane a run: X[.. :+ 4]";
    EXPECT_EQ(
        notes("X[ctx.thread * 4] = 1.0", 64)[1],
        "all 64 lanes of a warp touch 32 sectors of 32 bytes here, where 8 could hold what they access; " + elements);
    EXPECT_EQ(notes("store(B[ctx.lane * 64 :+ 16], i8(1))", 32)[1],
              "all 32 lanes of a warp touch 32 sectors of 32 bytes here, where 16 could hold what they access; "
              "let neighbouring lanes access neighbouring elements");
    const auto far = notes("A[ctx.thread, s] = 1.0", 32);
    EXPECT_EQ(far[0], "the elements of `A` that neighbouring lanes access are an index of axis 0 apart");
    EXPECT_EQ(far[1],
              "all 32 lanes of a warp touch 32 sectors of 32 bytes here, where 4 could hold what they access; let "
              "ctx.lane count along the last axis, or bring a tile of it into shared memory and read it there");
}

TEST(Coalescing, IsToldOfTheWorstCall) {
    const std::string calls[]{"  put(X, ctx.thread)\n", "  put(X, G[ctx.thread])\n", "  put(X, ctx.thread * 2)\n"};
    const auto codes = [](const std::string& body) {
        const std::string text =
            "fn put(X: tensor<f32>[N], i: i32) {\n  X[i] = 1.0\n}\n@assert_coalesced\n@launch(32)\n"
            "kernel k(X: tensor<f32>[N], G: tensor<i32>[N]) {\n" +
            body + "}\n";
        std::vector<Code> found;
        for (const Diagnostic& each : check(SourceFile("k.ph", text), {32}, {}).diagnostics.in_order())
            found.push_back(each.code);
        return found;
    };
    EXPECT_EQ(codes(calls[0] + calls[1]), std::vector{Code::coalescing_unknown});
    EXPECT_EQ(codes(calls[1] + calls[2]), std::vector{Code::uncoalesced_access});
    EXPECT_EQ(codes(calls[2] + calls[1]), std::vector{Code::uncoalesced_access});
}

TEST(Coalescing, IsToldOnceOfAFunctionCalledTwice) {
    const std::string text =
        "fn put(X: tensor<f32>[N], i: i32) {\n  X[i] = 1.0\n}\n"
        "@launch(32)\nkernel k(X: tensor<f32>[N]) {\n  put(X, ctx.thread)\n  put(X, ctx.thread * 2)\n"
        "  put(X, ctx.thread * 3)\n}\n";
    const Checked checked = check(SourceFile("k.ph", text), {32}, {});
    EXPECT_EQ(checked.diagnostics.in_order().size(), 1U);
}

}  // namespace
}  // namespace phobos::check
