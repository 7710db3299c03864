// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "lang/base/json.h"
#include "tools/common/test_support.h"

namespace phobos::tools {
namespace {

using testing::Ended;

class FidelityFlag : public ::testing::Test {
protected:
    FidelityFlag() {
        place.put("scale.ph",
                  "@launch(32)\n"
                  "kernel scale(X: tensor<f32>[N], E: tensor<f32>[N], D: tensor<f32>[N], C: tensor<i32>[N]) {\n"
                  "    let e = exp(X[ctx.lane])\n"
                  "    E[ctx.lane] = e\n"
                  "    D[ctx.lane] = X[ctx.lane] * 2.0\n"
                  "    C[ctx.lane] = 0\n"
                  "    if e > 1.0 {\n"
                  "        C[ctx.lane] = 1\n"
                  "    }\n"
                  "}\n");
        place.put("softmax.ph",
                  "@launch(32)\n"
                  "kernel softmax(X: tensor<f32>[N], E: tensor<f32>[N]) {\n"
                  "    let e = exp(X[ctx.lane])\n"
                  "    E[ctx.lane] = e / sum<over ctx.lane>(e)\n"
                  "}\n");
    }
    [[nodiscard]] Ended run(std::string_view words) const { return place.run(fmt::format("phobos-run {}", words)); }
    testing::Workplace place;
};

TEST_F(FidelityFlag, TellsWhatIsExactAndWhatAnInexactValueReaches) {
    const Ended ended =
        run("scale.ph --in 'X=const(7.450580596923828125e-9):32' --out E=e.npy --out D=d.npy --out C=c.npy --fidelity");
    EXPECT_EQ(ended.code, 0) << ended.err;
    const std::string expected =
        "fidelity: what another implementation may give\n"
        "  E: bounded, by how much is not known: what is not the same everywhere decides what happens at `e > 1.0` at "
        "scale.ph:7:8: `exp(X[ctx.lane])` at scale.ph:3:13\n"
        "  D: exact, the same bits\n"
        "  C: unspecified: `exp(X[ctx.lane])` at scale.ph:3:13, through `e > 1.0` at scale.ph:7:8\n"
        "  scale.ph:7:8: a value that is not exact reaches the branch `e > 1.0`: `exp(X[ctx.lane])` at scale.ph:3:13\n";
    EXPECT_NE(ended.out.find(expected), std::string::npos) << ended.out;
}

TEST_F(FidelityFlag, SaysHowFarBoundedResultsMayLieApart) {
    const Ended ended = run("softmax.ph --in 'X=uniform(0,4,1):32' --out E=e.npy --fidelity --json --engine reference");
    EXPECT_EQ(ended.code, 0) << ended.err;
    const Json fidelity = parse_json(ended.out).value().at("fidelity");
    ASSERT_EQ(fidelity.at("results").size(), 1U);
    const Json& result = fidelity.at("results")[0];
    EXPECT_EQ(result.at("fidelity"), "bounded");
    EXPECT_EQ(result.at("source").at("line"), 3);
    EXPECT_GE(result.at("ulp").get<int>(), 6);  // exp may be off by 3 steps either way, and its sum too
    EXPECT_LE(result.at("ulp").get<int>(), 64);
    EXPECT_TRUE(fidelity.at("reached").empty());
}

TEST_F(FidelityFlag, TellsWhyItIsNotKnownHowFarResultsMayLieApart) {
    const auto reason = [&](std::string_view words) {
        const Ended ended = run(fmt::format("{} --fidelity --json", words));
        return parse_json(ended.out).value().at("fidelity").at("results")[0].value("unknown", "");
    };
    constexpr std::string_view softmax = "softmax.ph --in 'X=uniform(0,4,1):32' --out E=e.npy";
    EXPECT_EQ(reason(softmax), "");
    EXPECT_EQ(reason(fmt::format("{} --max-time 0", softmax)),
              "intervals were computed no further: the limit of time was reached");
    EXPECT_EQ(reason(fmt::format("{} --max-steps 3", softmax)),
              "intervals were computed no further: the limit of 3 steps was reached");
    // A value that is not exact decides a branch that is not reached: the reason is the one that ends the run.
    place.put("outside.ph",
              "@launch(32)\n"
              "kernel outside(X: tensor<f32>[N], E: tensor<f32>[N], C: tensor<i32>[N]) {\n"
              "    let e = exp(X[ctx.lane])\n"
              "    E[ctx.lane + 1] = e\n"
              "    if e > 1.0 {\n"
              "        C[ctx.lane] = 1\n"
              "    }\n"
              "}\n");
    const std::string outside = reason("outside.ph --in X=ones:32 --out E=e.npy --out C=c.npy");
    EXPECT_TRUE(outside.starts_with("the run meets undefined behaviour: index 32 ")) << outside;
    place.put("order.ph",
              "@launch(32)\n"
              "kernel order(X: tensor<f32>[N], E: tensor<f32>[N], S: tensor<f32>[1]) {\n"
              "    E[ctx.lane] = exp(X[ctx.lane])\n"
              "    let old = atomic_add(S, 0, 1.5)\n"
              "}\n");
    EXPECT_EQ(reason("order.ph --in X=ones:32 --in S=zeros:1 --out E=e.npy"),
              "what is not the same everywhere decides what happens at `atomic_add(S, 0, 1.5)` at order.ph:4:15");
}

TEST_F(FidelityFlag, QuotesOfSeveralLinesTheFirstAndNothingThatATerminalObeys) {
    place.put("two\x1b[31m.ph",
              "@launch(32)\n"
              "kernel two(X: tensor<f32>[N], C: tensor<i32>[N]) {\n"
              "    C[ctx.lane] = 0\n"
              "    if exp(\n"
              "        X[ctx.lane]\n"
              "    ) > 1.0 && X[0] > 0.0 {\n"
              "        C[ctx.lane] = 1\n"
              "    }\n"
              "}\n");
    const Ended ended = run("two*.ph --in X=ones:32 --out C=c.npy --fidelity");
    EXPECT_NE(ended.out.find("`exp(..` at two<U+001B>[31m.ph:4:8"), std::string::npos) << ended.out << ended.err;
    for (const std::string_view raw : {"\x1b", "    X[ctx.lane]"})
        EXPECT_EQ(ended.out.find(raw), std::string::npos) << ended.out;
}

}  // namespace
}  // namespace phobos::tools
