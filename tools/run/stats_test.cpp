// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "lang/base/json.h"
#include "lang/check/check.h"
#include "lang/source/source_file.h"
#include "tools/common/test_support.h"

namespace phobos::tools {
namespace {

using testing::Ended;

class Stats : public ::testing::Test {
protected:
    Stats() {
        place.put("column.ph",
                  "@launch(32)\n"
                  "kernel column(X: tensor<f32>[R, K], O: tensor<f32>[R]) {\n"
                  "    var t: tile<f32>[1, 1024]\n"
                  "    let x = X[ctx.thread, 1]\n"
                  "    t[0, ctx.lane * 2] = x\n"
                  "    if ctx.lane < 16 {\n"
                  "        O[ctx.lane] = t[0, ctx.lane * 2]\n"
                  "    }\n"
                  "}\n");
        place.put("dots.ph",
                  "@launch(32)\n"
                  "kernel dots(A: tensor<i8>[N], O: tensor<i32>[T]) {\n"
                  "    let a = sum(i32(A[ctx.lane * 16 :+ 16]) * i32(A[ctx.lane * 16 :+ 16]))\n"
                  "    O[ctx.lane] = a + sum(i32(A[ctx.lane * 16 + 4 :+ 12]))\n"
                  "}\n");
    }
    [[nodiscard]] Ended run(std::string_view words) const { return place.run(fmt::format("phobos-run {}", words)); }
    [[nodiscard]] Json costs(std::string_view words) const {
        const Ended ended = run(fmt::format("{} --stats --json", words));
        EXPECT_EQ(ended.code, 0) << ended.err;
        return parse_json(ended.out).value().at("costs");
    }

    static constexpr std::string_view column = "column.ph --in X=ones:32x8 --out O=o.npy -q";
    testing::Workplace place;
};

TEST_F(Stats, StandBesideTheSource) {
    const Ended ended = run("column.ph --in X=ones:32x8 --out O=o.npy --stats");
    EXPECT_EQ(ended.code, 0) << ended.err;
    const std::string expected =
        "column: what it would cost on a card: sectors of 32 bytes, 32 banks of 4 bytes\n"
        "requests  sectors  a request  ideal  conflicts  used  lanes  diverged  dp4a  bytes a lane |\n"
        "                                                                                          | 1 | @launch(32)\n";
    EXPECT_NE(ended.out.find(expected), std::string::npos) << ended.out;
    for (const std::string_view line :
         {"       1       32       32.0    4.0             12 %  100 %                             4 | 4 |     let x",
          "       1                                     1  50 %  100 %                             4 | 5 |     t[0",
          "                                                      100 %         1                     | 6 |     if",
          "       2        2        2.0    2.0          0  67 %   50 %                             4 | 7 |         O",
          "       4       34       17.0    3.0          1  26 %   80 %         1                     |   | in all\n"})
        EXPECT_NE(ended.out.find(line), std::string::npos) << line << "\n" << ended.out;
}

TEST_F(Stats, ShowNothingThatATerminalObeys) {
    place.put("turned.ph",
              "@launch(32)\nkernel turned(O: tensor<i32>[N]) {\n    O[ctx.lane] = 1  // \u202eto the left\n}\n");
    for (const std::string_view order : {"", "--worst"}) {
        const Ended ended = run(fmt::format("turned.ph --out O=o.npy --shape O=32 --stats {}", order));
        EXPECT_NE(ended.out.find("| 3 |     O[ctx.lane] = 1  // <U+202E>to the left\n"), std::string::npos)
            << ended.out << ended.err;
    }
}

TEST_F(Stats, AreSortedByWhatIsInVain) {
    const std::string out = run("column.ph --in X=ones:32x8 --out O=o.npy --stats --worst").out;
    EXPECT_LT(out.find("| 4 |"), out.find("| 5 |"));
    EXPECT_EQ(out.find("| 1 |"), std::string::npos) << out;
    const Ended alone = run("column.ph --in X=ones:32x8 --out O=o.npy --worst");
    EXPECT_EQ(alone.code, 2);
    EXPECT_NE(alone.err.find("--worst needs --stats"), std::string::npos) << alone.err;
}

TEST_F(Stats, AreOneObjectInJson) {
    const Json json = costs(column);
    EXPECT_EQ(json.at("total").at("sectors"), 34);
    EXPECT_EQ(json.at("total").at("conflicts"), 1);
    const Json& load = json.at("sites").at(0);
    EXPECT_EQ(load.at("kind"), "load");
    EXPECT_EQ(load.at("memory"), "global");
    EXPECT_EQ(load.at("buffer"), "X");
    EXPECT_EQ(load.at("line"), 4);
    EXPECT_EQ(load.at("bytes"), Json::array({4}));
    EXPECT_EQ(load.at("ideal_sectors"), 4);
    EXPECT_EQ(json.at("lines").size(), 5U);  // with the barrier of the declaration
}

TEST_F(Stats, TellHowRunsAreSplitAndBytesMultiplied) {
    const Json json = costs("dots.ph --in A=ones:512 --out O=o.npy --shape O=32");
    EXPECT_EQ(json.at("byte_dots").at(0).at("products"), 128);
    EXPECT_EQ(json.at("byte_dots").at(0).at("line"), 3);
    EXPECT_EQ(json.at("sites").at(0).at("bytes"), Json::array({16}));
    EXPECT_EQ(json.at("sites").at(2).at("bytes"), Json::array({4, 8}));
    EXPECT_EQ(json.at("sites").at(2).at("requests"), 2);
    const Json off = costs("dots.ph --in A=ones:512 --out O=o.npy --shape O=32 --offset A=4");
    EXPECT_EQ(off.at("sites").at(0).at("bytes"), Json::array({4, 8, 4}));
}

TEST_F(Stats, AreWhatHintsSayOfWholeWarps) {
    const std::array<std::string_view, 8> statements{
        "Y[ctx.lane * 2] = 1.0",
        "Y[(31 - ctx.lane) * 8 + 256] = 1.0",
        "Y[sum<over ctx.lane>(ctx.warp) + ctx.lane * 3] = 1.0",
        "X[ctx.lane, 3] = 1.0",
        "store(Y[ctx.lane * 8 :+ 4], 1.0)",
        "store(Y[ctx.lane * 32 + 1 :+ 4], 1.0)",
        "store(X[ctx.lane, 16 :+ 8], 1.0)",
        "store(B[ctx.lane * 17 :+ 16], i8(1))",
    };
    for (const std::string_view statement : statements)
        for (const int lanes : {32, 64}) {
            const std::string text = fmt::format(
                "@launch({})\nkernel k(X: tensor<f32>[R, K], Y: tensor<f32>[N], B: tensor<i8>[M]) {{\n    {}\n}}\n",
                lanes, statement);
            place.put("hint.ph", text);
            const auto hints = check::check(SourceFile("hint.ph", text), {lanes}, {}).diagnostics.in_order();
            ASSERT_EQ(hints.size(), 1U) << statement;
            const Json site =
                costs(fmt::format("hint.ph --in X=ones:64x128 --in Y=ones:4096 --in B=ones:2048 --lanes {}", lanes))
                    .at("sites")
                    .back();
            const int requests = site.at("requests").get<int>();
            EXPECT_EQ(
                hints[0].notes.at(0).text.find(fmt::format(
                    "all {} lanes of a warp touch {} sectors of 32 bytes here{}, where {} could hold what they access",
                    lanes, site.at("sectors").get<int>(), requests == 1 ? "" : fmt::format(" in {} requests", requests),
                    site.at("ideal_sectors").get<int>())),
                0U)
                << hints[0].notes[0].text << "\n"
                << site.dump();
        }
}

TEST_F(Stats, GoWithChecksAndLanes) {
    for (const std::string_view more : {"--check uninit", "--fast", "--lanes 32"})
        EXPECT_EQ(costs(fmt::format("{} {}", column, more)).at("total").at("sectors"), 34) << more;
    EXPECT_EQ(run(fmt::format("{} --stats --engine reference", column)).code, 6);
    const Ended trapped = run("column.ph --in X=ones:16x8 --out O=o.npy --shape O=16 --stats");
    EXPECT_EQ(trapped.code, 1);
}

}  // namespace
}  // namespace phobos::tools
