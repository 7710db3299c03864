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
        "  E: bounded, by how much is not known: a value that is not exact decides what is executed: "
        "`exp(X[ctx.lane])` at scale.ph:3:13\n"
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

}  // namespace
}  // namespace phobos::tools
