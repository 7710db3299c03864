// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "lang/base/json.h"
#include "tools/common/test_support.h"

namespace phobos::tools {
namespace {

using testing::Ended;

class Check : public ::testing::Test {
protected:
    Check() {
        place.put("good.ph",
                  "@launch(64)\n"
                  "kernel good(X: tensor<f32>[N], O: tensor<f32>[N]) {\n"
                  "    for k in range(ctx.lane * 16, N, ctx.lanes * 16) {\n"
                  "        O[k] = X[k + ctx.block.x]\n"
                  "    }\n"
                  "}\n");
        place.put("bad.ph", "kernel bad(O: tensor<f32>[1]) {\n    O[0] = missing\n}\n");
        place.put("narrow.ph", "@launch(32)\nkernel narrow() {\n}\n");
    }
    [[nodiscard]] Ended run(std::string_view words) const { return place.run(fmt::format("phobos-check {}", words)); }

    testing::Workplace place;
};

TEST_F(Check, AcceptsAtBothWidths) {
    const Ended ended = run("good.ph");
    EXPECT_EQ(ended.code, 0);
    EXPECT_EQ(ended.out, "good.ph: accepted at 32 and 64 lanes, 2 hints: good\n");
    EXPECT_TRUE(ended.err.starts_with("good.ph:4:9: hint[PH0913]: ")) << ended.err;
    EXPECT_EQ(run("-q good.ph").out, "");
}

TEST_F(Check, TellsWhatIsFoundAtBothWidthsOnce) {
    const Ended ended = run("bad.ph");
    EXPECT_EQ(ended.code, 3);
    EXPECT_TRUE(ended.err.starts_with("bad.ph:2:12: error[PH0301]: ")) << ended.err;
    EXPECT_EQ(ended.err.find("PH0301"), ended.err.rfind("PH0301"));
    EXPECT_EQ(ended.err.find("lanes)"), std::string::npos);
}

TEST_F(Check, NamesTheWidthOfWhatIsFoundAtOne) {
    const Ended ended = run("narrow.ph");
    EXPECT_EQ(ended.code, 3);
    EXPECT_NE(ended.err.find("(at 64 lanes)"), std::string::npos) << ended.err;
    EXPECT_EQ(run("--lanes 32 narrow.ph").code, 0);
    EXPECT_EQ(run("--lanes 64 narrow.ph").code, 3);
}

TEST_F(Check, GoesOnAfterABadFile) {
    const Ended ended = run("missing.ph bad.ph good.ph");
    EXPECT_EQ(ended.code, 4);
    EXPECT_NE(ended.err.find("missing.ph"), std::string::npos);
    EXPECT_NE(ended.err.find("PH0301"), std::string::npos);
    EXPECT_NE(ended.out.find("good.ph: accepted"), std::string::npos);
}

TEST_F(Check, RefusesWrongWords) {
    for (const std::string_view words : {"", "--lanes 31 good.ph", "--set A good.ph", "--leveled good.ph", "- -"})
        EXPECT_EQ(run(words).code, 2) << words;
    EXPECT_EQ(run("--set TILE=4 good.ph").code, 3);
}

TEST_F(Check, PrintsLevelsUnderTheSource) {
    const Ended ended = run("--levels good.ph");
    EXPECT_EQ(ended.code, 0);
    EXPECT_NE(ended.out.find("   4 |         O[k] = X[k + ctx.block.x]\n"
                             "     |           v    vvv v uuuuuuuuuuuv\n"),
              std::string::npos)
        << ended.out;
}

TEST_F(Check, ListsEveryExpressionWithItsLevel) {
    const auto json = parse_json(run("--levels --json --lanes 32 good.ph").out);
    ASSERT_TRUE(json);
    ASSERT_EQ((*json)["levels"].size(), 1U);
    const Json& expressions = (*json)["levels"][0]["expressions"];
    const auto level_of = [&](std::string_view text) {
        for (const Json& entry : expressions)
            if (entry["text"] == text) return entry["level"].get<std::string>();
        return std::string("missing");
    };
    EXPECT_EQ(level_of("ctx.lane * 16"), "varying");
    EXPECT_EQ(level_of("ctx.lane"), "varying");
    EXPECT_EQ(level_of("N"), "uniform");
    EXPECT_EQ(level_of("X[k + ctx.block.x]"), "varying");
    EXPECT_EQ(level_of("ctx.block.x"), "uniform");
    EXPECT_EQ(level_of("16"), "uniform");
}

TEST_F(Check, PrintsFactsUnderTheSource) {
    const Ended ended = run("--facts --lanes 32 good.ph");
    EXPECT_NE(ended.out.find("     = ctx.lane * 16 : lane*16, 0 mod 16\n"), std::string::npos) << ended.out;
    EXPECT_NE(ended.out.find("     = ctx.lane : lane*1 (unit stride across lanes)"), std::string::npos) << ended.out;
    EXPECT_NE(ended.out.find("     = N : the same in all threads of a block; 0 mod 16 where all dims are 0 mod 16\n"),
              std::string::npos)
        << ended.out;
    EXPECT_NE(ended.out.find("     = k : lane*16, 0 mod 16\n"), std::string::npos) << ended.out;
    const auto json = parse_json(run("--facts --json --lanes 32 good.ph").out);
    ASSERT_TRUE(json);
    const Json& first = (*json)["facts"][0]["expressions"][0];
    EXPECT_EQ(first["text"], "ctx.lane * 16");
    EXPECT_EQ(first["always"]["affine"]["lane"], 16);
    EXPECT_EQ(first["always"]["congruence"]["modulus"], 16);
}

TEST_F(Check, WritesJsonAndSarif) {
    const Ended ended = run("--json --sarif log.sarif bad.ph good.ph");
    EXPECT_EQ(ended.code, 3);
    const auto json = parse_json(ended.out);
    ASSERT_TRUE(json) << ended.out;
    EXPECT_EQ((*json)["errors"], 1);
    EXPECT_EQ((*json)["exit_code"], 3);
    EXPECT_EQ((*json)["diagnostics"][0]["code"], "PH0301");
    const auto sarif = parse_json(place.contents("log.sarif"));
    ASSERT_TRUE(sarif);
    EXPECT_EQ((*sarif)["runs"][0]["results"][0]["ruleId"], "PH0301");
}

TEST_F(Check, ASarifLogOnTheStandardOutputIsAlone) {
    for (const std::string_view name : {"-", "/dev/stdout"}) {
        const Ended ended = run(fmt::format("--sarif {} --levels bad.ph good.ph", name));
        EXPECT_EQ(ended.code, 3);
        const auto sarif = parse_json(ended.out);
        ASSERT_TRUE(sarif) << ended.out;
        EXPECT_EQ((*sarif)["runs"][0]["results"][0]["ruleId"], "PH0301");
        EXPECT_NE(ended.err.find("under each character the level"), std::string::npos);
        EXPECT_EQ(run(fmt::format("--sarif {} --json good.ph", name)).code, 2);
    }
    EXPECT_FALSE(place.has("-"));
}

TEST_F(Check, ColoursOnlyWhereAsked) {
    const auto on_terminal = [&](std::string_view environment) {
        const auto command = fmt::format("env {} script -qec 'phobos-check bad.ph' /dev/null", environment);
        return place.run(command).out.find('\x1b') != std::string::npos;
    };
    EXPECT_TRUE(on_terminal("-u NO_COLOR TERM=xterm"));
    EXPECT_FALSE(on_terminal("-u NO_COLOR TERM=dumb"));
    EXPECT_FALSE(on_terminal("NO_COLOR=1 TERM=xterm"));
    EXPECT_EQ(run("bad.ph").err.find('\x1b'), std::string::npos);
    EXPECT_NE(run("--color always bad.ph").err.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace phobos::tools
