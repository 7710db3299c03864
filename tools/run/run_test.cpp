// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <utility>

#include "engine/io/source.h"
#include "lang/base/json.h"
#include "lang/diagnostics/code.h"
#include "tools/common/test_support.h"

namespace phobos::tools {
namespace {

using testing::Ended;

constexpr std::string_view row_sum =
    "@launch(256)\n"
    "kernel row_sum(X: tensor<f32>[R, K], O: tensor<f32>[R, 1]) {\n"
    "    let r = ctx.block.x\n"
    "    var acc: f32 = 0.0\n"
    "    for k in range(ctx.thread, K, ctx.threads) {\n"
    "        acc += X[r, k]\n"
    "    }\n"
    "    let total = sum<over ctx.thread>(acc)\n"
    "    if ctx.thread == 0 {\n"
    "        O[r, 0] = total\n"
    "    }\n"
    "}\n";
constexpr std::string_view scale =
    "@launch(64)\n"
    "kernel scale(s: f32, n: i32, up: bool, X: tensor<f32>[N], O: tensor<f32>[N]) {\n"
    "    if ctx.thread < n {\n"
    "        O[ctx.thread] = where(up, X[ctx.thread] * s, X[ctx.thread])\n"
    "    }\n"
    "}\n";
constexpr std::string_view copy =
    "@launch(64)\n"
    "kernel copy(A: tensor<i32>[N], B: tensor<i32>[N]) {\n"
    "    for i in range(ctx.thread, N, ctx.threads) {\n"
    "        B[i] = A[i] + 1\n"
    "    }\n"
    "}\n";

class Run : public ::testing::Test {
protected:
    Run() {
        place.put("row_sum.ph", row_sum);
        place.put("scale.ph", scale);
        place.put("copy.ph", copy);
        place.put_npy("x.npy", ScalarType::f32, {2, 3}, {"1", "2", "3", "4", "5", "6"});
        place.put_npy("sums.npy", ScalarType::f32, {2, 1}, {"6", "15"});
    }
    [[nodiscard]] Ended run(std::string_view words) const { return place.run(fmt::format("phobos-run {}", words)); }

    /// The program ends so, and says why.
    void expect(int code, std::string_view message, std::string_view words) const {
        const Ended ended = run(words);
        EXPECT_EQ(ended.code, code) << words << "\n" << ended.out << ended.err;
        EXPECT_NE(ended.err.find(message), std::string::npos) << words << "\n" << ended.err;
    }

    testing::Workplace place;
};

TEST_F(Run, WritesTheTensorAfterTheRun) {
    const Ended ended = run("row_sum.ph --in X=x.npy --grid R --out O=o.npy");
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(place.npy("o.npy", ScalarType::f32), place.npy("sums.npy", ScalarType::f32));
    EXPECT_NE(ended.out.find("O: f32 2x1 written to o.npy"), std::string::npos) << ended.out;
    EXPECT_EQ(run("row_sum.ph --in X=x.npy --grid R --out O=o.npy -q").out, "");
}

TEST_F(Run, IsTheSameAtBothWidths) {
    for (const std::string_view lanes : {"32", "64"})
        EXPECT_EQ(run(fmt::format("row_sum.ph --in X=x.npy --grid R --expect O=sums.npy --lanes {}", lanes)).code, 0);
}

TEST_F(Run, ReadsArchivesAndTheStandardInput) {
    EXPECT_EQ(run("copy.ph --in A=iota:4 --out B=b.npz:first").code, 0);
    EXPECT_EQ(run("copy.ph --in A=b.npz:first --out B=b.safetensors:second").code, 0);
    EXPECT_EQ(run("copy.ph --in A=b.safetensors:second --out B=b.npy").code, 0);
    EXPECT_EQ(run("copy.ph --in A=- --expect B=const\\(4\\):1 --shape B=1 <b.npy").code, 4);
    place.put_npy("four.npy", ScalarType::i32, {4}, {"4", "5", "6", "7"});
    EXPECT_EQ(run("copy.ph --in A=- --expect B=four.npy <b.npy").code, 0);
    EXPECT_EQ(place.run("cat copy.ph | phobos-run - --in A=b.npy --expect B=four.npy").code, 0);
}

TEST_F(Run, WritesSeveralTensorsIntoOneArchive) {
    place.put("two.ph", "kernel two(A: tensor<i32>[1], B: tensor<i32>[1]) {\n    A[0] = 1\n    B[0] = 2\n}\n");
    EXPECT_EQ(run("two.ph --out A=both.npz --out B=./both.npz").code, 0);
    EXPECT_EQ(run("copy.ph --in A=both.npz:B --expect B=const\\(3\\):1").code, 0);
    expect(2, "--out A and --out B write to one place", "two.ph --out A=one.npy --out B=one.npy");
    expect(2, "--out A and --out B write to one place", "two.ph --out A=one.npy --out B=./one.npy");
    expect(2, "--out A and --out B write to one place", "two.ph --out A=one.npz:k --out B=./one.npz:k");
}

TEST_F(Run, ReadsScalarsAsLiterals) {
    const auto scaled = [&](std::string_view scalars) {
        return run(fmt::format("scale.ph --in 'X=const(2.0):1' {} --expect 'O=const(3.0):1'", scalars));
    };
    EXPECT_EQ(scaled("--scalar s=1.5 --scalar n=1 --scalar up=true").code, 0);
    EXPECT_EQ(scaled("--scalar s=+15e-1 --scalar n=0x1 --scalar up=true").code, 0);
    EXPECT_EQ(scaled("--scalar s=-1.5 --scalar n=1 --scalar up=true").code, 1);
    const std::string rest = " --scalar up=false";
    const std::string command = "scale.ph --in X=ones:1 --out O=o.npy ";
    expect(4, "n: 1.0 is no i32: it is a float literal", command + "--scalar s=1 --scalar n=1.0" + rest);
    expect(4, "n: 2147483648 is no i32: it is out of range", command + "--scalar s=1 --scalar n=2147483648" + rest);
    expect(4, "s: 16777217 is no f32: an integer must be exact in it",
           command + "--scalar s=16777217 --scalar n=1" + rest);
    expect(4, "s: 1e39 is no f32: it is too large", command + "--scalar s=1e39 --scalar n=1" + rest);
    expect(4, "s: true is no f32: it is a bool", command + "--scalar s=true --scalar n=1" + rest);
    expect(4, "up: 1 is no bool: true or false is needed", command + "--scalar s=1 --scalar n=1 --scalar up=1");
    expect(2, "--scalar s: '1.5f' is no literal", command + "--scalar s=1.5f --scalar n=1" + rest);
    for (const std::string_view value : {"inf", "-inf", "nan", "0.1", "-0.0"})
        EXPECT_EQ(run(command + fmt::format("--scalar s={} --scalar n=1{}", value, rest)).code, 0) << value;
}

TEST_F(Run, ComparesByBitsUlpAndTolerance) {
    place.put_npy("close.npy", ScalarType::f32, {2, 1}, {"6", "15.00000095367431640625"});
    const auto compared = [&](std::string_view how) {
        return run(fmt::format("row_sum.ph --in X=x.npy --grid R --expect O=close.npy {}", how));
    };
    const Ended ended = compared("");
    EXPECT_EQ(ended.code, 1);
    EXPECT_NE(ended.out.find("O: 1 of 2 elements differ"), std::string::npos) << ended.out;
    EXPECT_NE(ended.out.find("worst: O[1, 0]: expected 15.000001 (0x41700001), found 15.0 (0x41700000), off by 1 ULP"),
              std::string::npos)
        << ended.out;
    EXPECT_EQ(compared("--ulp 1").code, 0);
    EXPECT_EQ(compared("--rtol 1e-6").code, 0);
    EXPECT_EQ(compared("--rtol 1e-9").code, 1);
    EXPECT_EQ(compared("--atol 1e-5").code, 0);
    EXPECT_EQ(compared("--ulp 1 --atol 1").code, 2);
    EXPECT_EQ(compared("--ulp -1").code, 2);
}

TEST_F(Run, AnotherShapeOrTypeIsAMismatch) {
    place.put_npy("flat.npy", ScalarType::f32, {2}, {"6", "15"});
    place.put_npy("wide.npy", ScalarType::f64, {2, 1}, {"6", "15"});
    const std::string command = "row_sum.ph --in X=x.npy --grid R --expect O=";
    const Ended flat = run(command + "flat.npy");
    EXPECT_EQ(flat.code, 1);
    EXPECT_NE(flat.out.find("expected shape 2, found 2x1"), std::string::npos) << flat.out;
    EXPECT_EQ(run(command + "wide.npy").code, 1);
    expect(4, "missing.npy", command + "missing.npy");
    place.put("broken.npy", "no tensor");
    expect(4, "broken.npy", command + "broken.npy");
}

TEST_F(Run, AnInfinityIsNoNaNAndATinyToleranceIsOne) {
    place.put_npy("inf.npy", ScalarType::f32, {2, 1}, {"inf", "15"});
    const Ended ended = run("row_sum.ph --in X=x.npy --grid R --expect O=inf.npy --rtol 1");
    EXPECT_EQ(ended.code, 1);
    EXPECT_NE(ended.out.find("found 6.0 (0x40c00000), off by inf"), std::string::npos) << ended.out;
    EXPECT_EQ(run("row_sum.ph --in X=x.npy --grid R --expect O=sums.npy --rtol 1e-400").code, 0);
    expect(2, "--rtol", "row_sum.ph --in X=x.npy --grid R --expect O=sums.npy --rtol 1e400");
}

TEST_F(Run, ShapesAreJudgedBeforeMemoryIsTaken) {
    const std::string command = "row_sum.ph --in X=x.npy --grid R --max-steps 1000 ";
    expect(4, "R is 2 by axis 0 of X, but 2000000000 by axis 0 of O", command + "--shape O=2000000000x1");
    expect(4, "axis 1 of O has 1 elements, but the argument has 2000000000", command + "--in O=ones:2x2000000000");
    expect(4, "O has 2 dimensions, but the argument has shape 2000000000", command + "--shape O=2000000000");
    expect(4, "B has 1 dimension, but the argument has shape 2147483647x2147483647",
           "copy.ph --in A=iota:4 --in 'B=alias(A,0):2147483647x2147483647'");
}

TEST_F(Run, NaNEqualsNaNAndNothingElse) {
    place.put("nan.ph", "kernel k(O: tensor<f32>[2]) {\n    O[0] = nan\n    O[1] = 1.0\n}\n");
    place.put_npy("a.npy", ScalarType::f32, {2}, {"nan", "1"});
    place.put_npy("b.npy", ScalarType::f32, {2}, {"1", "nan"});
    EXPECT_EQ(run("nan.ph --expect O=a.npy").code, 0);
    for (const std::string_view how : {"", "--ulp 4000000000", "--rtol 1e30"})
        EXPECT_EQ(run(fmt::format("nan.ph --expect O=b.npy {}", how)).code, 1) << how;
}

TEST_F(Run, ATrapLeavesOldFilesAlone) {
    place.put("o.npy", "old content");
    const std::size_t before = place.entries();
    const Ended ended = run("row_sum.ph --in X=x.npy --grid R+1 --out O=o.npy");
    EXPECT_EQ(ended.code, 1);
    EXPECT_EQ(place.contents("o.npy"), "old content");
    EXPECT_EQ(place.entries(), before);
    EXPECT_TRUE(ended.err.starts_with("row_sum.ph:6:16: error[PH0801]: ")) << ended.err;
    EXPECT_NE(ended.err.find("block 2, 0, 0; warp 0; lanes 0-2"), std::string::npos) << ended.err;
}

TEST_F(Run, DescribesATrapAsJson) {
    const Ended ended = run("row_sum.ph --in X=x.npy --grid R+1 --out O=o.npy --json");
    EXPECT_EQ(ended.code, 1);
    const auto json = parse_json(ended.out);
    ASSERT_TRUE(json) << ended.out;
    EXPECT_EQ((*json)["outcome"], "trapped");
    EXPECT_EQ((*json)["code"], "PH0801");
    EXPECT_EQ((*json)["kind"], "out-of-bounds");
    EXPECT_EQ((*json)["line"], 6);
    EXPECT_EQ((*json)["column"], 16);
    EXPECT_EQ((*json)["block"], Json::array({2, 0, 0}));
    EXPECT_EQ((*json)["warp"], 0);
    EXPECT_EQ((*json)["lanes"], Json::array({0, 1, 2}));
    EXPECT_EQ((*json)["values"]["index"], 2);
    EXPECT_EQ((*json)["exit_code"], 1);
}

TEST_F(Run, EveryEndHasItsJson) {
    const auto outcome = [&](std::string_view words) {
        const auto json = parse_json(run(fmt::format("{} --json", words)).out);
        return json ? (*json)["outcome"].get<std::string>() : "no JSON";
    };
    EXPECT_EQ(outcome("row_sum.ph --in X=x.npy --grid R --out O=o.npy"), "finished");
    EXPECT_EQ(outcome("row_sum.ph --in X=x.npy --out O=o.npy"), "launch-error");
    EXPECT_EQ(outcome("row_sum.ph --in X=x.npy --grid R --out O=o.npy --max-steps 5"), "limit");
    EXPECT_EQ(outcome("row_sum.ph --in X=x.npy --grid R --out O=o.npy --check levels"), "unsupported");
    EXPECT_EQ(outcome("missing.ph"), "launch-error");
    place.put("wrong.ph", "kernel k( {\n");
    EXPECT_EQ(outcome("wrong.ph"), "rejected");
}

TEST_F(Run, ElementsNeverWrittenAreZeroAndCounted) {
    const Ended ended = run("row_sum.ph --in X=x.npy --grid 1 --out O=o.npy");
    EXPECT_EQ(ended.code, 0);
    EXPECT_NE(ended.err.find("O: 1 of 2 elements were never written and are 0 in o.npy"), std::string::npos)
        << ended.err;
    place.put_npy("expected.npy", ScalarType::f32, {2, 1}, {"6", "0"});
    EXPECT_EQ(place.npy("o.npy", ScalarType::f32), place.npy("expected.npy", ScalarType::f32));
    EXPECT_EQ(run("row_sum.ph --in X=x.npy --in O=ones:2x1 --grid 1 --out O=o.npy").err, "");
}

TEST_F(Run, ElementsNeverWrittenAgreeWithNothing) {
    place.put_npy("expected.npy", ScalarType::f32, {2, 1}, {"6", "0"});
    const Ended ended = run("row_sum.ph --in X=x.npy --grid 1 --expect O=expected.npy");
    EXPECT_EQ(ended.code, 1);
    EXPECT_NE(ended.out.find("O: 1 of 2 elements were never written; --in O=zeros:2x1 gives them values\n"),
              std::string::npos)
        << ended.out;
    EXPECT_EQ(run("row_sum.ph --in X=x.npy --in O=zeros:2x1 --grid 1 --expect O=expected.npy").code, 0);
    EXPECT_EQ(run("row_sum.ph --in X=x.npy --grid 0 --expect O=zeros:2x1").code, 1);
    EXPECT_EQ(run("row_sum.ph --in X=x.npy --grid 0 --expect O=zeros:2x1 --fast").code, 1);
}

TEST_F(Run, WrongCommandLinesAreUsageErrors) {
    expect(2, "FILE.ph is missing", "");
    expect(2, "unknown option '--gird'; did you mean '--grid'?", "row_sum.ph --gird 1");
    expect(2, "one FILE.ph is expected", "row_sum.ph copy.ph");
    expect(2, "phobos-run: --grid is given more than once\n", "row_sum.ph --grid 1 --grid 2");
    expect(2, "phobos-run: --grid needs a value: --grid E[,E[,E]]\n", "row_sum.ph --grid");
    expect(2, "--sarif and --out both write to the standard output", "copy.ph --out B=/dev/stdout --sarif -");
    expect(2, "--in takes NAME=VALUE, not 'x.npy'", "row_sum.ph --in x.npy");
    expect(2, "--in X is given twice", "row_sum.ph --in X=x.npy --in X=x.npy");
    expect(2, "X is given by --in and by --scalar", "row_sum.ph --in X=x.npy --scalar X=1");
    expect(2, "'x.txt'", "row_sum.ph --in X=x.txt");
    expect(2, "--lanes is 32 or 64, not '16'", "row_sum.ph --lanes 16");
    expect(2, "--set takes NAME=INTEGER, not 'A=b'", "row_sum.ph --set A=b");
    expect(2, "character 4", "row_sum.ph --grid 'R +'");
    expect(2, "at most 3", "row_sum.ph --grid 1,2,3,4");
    expect(2, "--engine is interp, reference, host or cuda, not 'gpu'", "row_sum.ph --engine gpu");
    expect(2, "not 'speed'", "row_sum.ph --check uninit,speed");
    expect(2, "--max-steps takes an integer", "row_sum.ph --max-steps many");
    expect(2, "--jobs takes an integer from 1 to 1024, not 'x'", "row_sum.ph --jobs x");
    expect(2, "--jobs takes an integer from 1 to 1024, not '0'", "row_sum.ph --jobs 0");
    expect(2, "--max-time takes a number from 0 on, not '-1'", "row_sum.ph --max-time -1");
    expect(2, "2^64 - 1, not '18446744073709551616'", "row_sum.ph --max-steps 18446744073709551616");
    expect(2, "--dim R: 'two' is no integer", "row_sum.ph --dim R=two");
    expect(2, "--shape O", "row_sum.ph --shape O=4y8");
    expect(2, "X is given, so it takes no --shape", "row_sum.ph --in X=x.npy --shape X=2x3");
    expect(2, "--out O: 'o.txt'", "row_sum.ph --out O=o.txt");
    expect(2, "--color", "row_sum.ph --color sometimes");
    expect(2, "a tolerance is given, but neither --expect nor --orders", "row_sum.ph --ulp 3");
    expect(2, "the standard input ('-') is read by more than one", "- --in X=-");
    expect(2, "alias(OTHER,BYTES):4x8", "copy.ph --in B='alias(A:3'");
}

TEST_F(Run, WrongSourcesAreSourceErrors) {
    place.put("wrong.ph", "kernel k(O: tensor<f32>[1]) {\n    O[0] = missing\n}\n");
    expect(3, "wrong.ph:2:12: error[PH0301]", "wrong.ph --out O=o.npy");
    expect(3, "PH0353", "row_sum.ph --in X=x.npy --grid R --out O=o.npy --set TILE=4");
    EXPECT_FALSE(place.has("o.npy"));
    EXPECT_EQ(run("wrong.ph --sarif log.sarif").code, 3);
    EXPECT_NE(place.contents("log.sarif").find("PH0301"), std::string::npos);
}

TEST_F(Run, WrongArgumentsAreInputErrors) {
    const std::string rest = " --grid R --out O=o.npy";
    expect(4, "missing.ph", "missing.ph");
    expect(4, "X: tensor<f32>[R, K], O: tensor<f32>[R, 1]", "row_sum.ph");
    expect(4, "missing.npy", "row_sum.ph --in X=missing.npy" + rest);
    expect(4, "has no parameter 'Y'", "row_sum.ph --in X=x.npy --in Y=x.npy" + rest);
    expect(4, "as in --grid R", "row_sum.ph --in X=x.npy --out O=o.npy");
    expect(4, "'Q' is no dim", "row_sum.ph --in X=x.npy --out O=o.npy --grid Q");
    expect(4, "divided by zero", "row_sum.ph --in X=x.npy --out O=o.npy --grid R/0");
    expect(4, "from 0 to 2147483647", "row_sum.ph --in X=x.npy --out O=o.npy --grid 2147483648");
    expect(4, "the grid's y", "row_sum.ph --in X=x.npy --out O=o.npy --grid R,65536");
    expect(4, "PH0702", "row_sum.ph --scalar X=1" + rest);
    expect(4, "PH0702", "scale.ph --in s=ones:1 --scalar n=1 --scalar up=true --in X=ones:1 --out O=o.npy");
    expect(4, "no dim 'Z'", "row_sum.ph --in X=x.npy --dim Z=3" + rest);
    expect(4, "R is given as 3, but is 2", "row_sum.ph --in X=x.npy --dim R=3" + rest);
    expect(4, "o/o.npy", "row_sum.ph --in X=x.npy --grid R --out O=o/o.npy");
    expect(4, "PH0751", "copy.ph --out A=a.npy --out B=b.npy");
    expect(4, "nothing gives N; give --dim or --shape", "copy.ph --out A=a.npy --out B=b.npy");
    place.put("two.ph", "kernel first() {\n}\nkernel second() {\n}\n");
    expect(4, "choose one by --kernel: first, second", "two.ph");
    expect(4, "no kernel 'secnd'; did you mean 'second'?", "two.ph --kernel secnd");
    EXPECT_EQ(run("two.ph --kernel second").code, 0);
}

TEST_F(Run, WrongTensorsAreInputErrors) {
    place.put_npy("f64.npy", ScalarType::f64, {2, 3}, {"1", "2", "3", "4", "5", "6"});
    place.put_npy("flat.npy", ScalarType::f32, {6}, {"1", "2", "3", "4", "5", "6"});
    place.put("cut.npy", place.contents("x.npy").substr(0, 130));
    const std::string rest = " --grid R --out O=o.npy";
    expect(4, "PH0727", "row_sum.ph --in X=f64.npy" + rest);
    expect(4, "PH0704", "row_sum.ph --in X=flat.npy" + rest);
    expect(4, "PH0723", "row_sum.ph --in X=cut.npy" + rest);
    expect(4, "R is 2 by axis 0 of X, but 3 by axis 0 of O", "row_sum.ph --in X=x.npy --in O=ones:3x1 --grid R");
    expect(4, "PH0706", "row_sum.ph --in X=x.npy --in O=ones:2x2 --grid R");
    expect(4, "PH0722", "row_sum.ph --in X=zeros:2147483647x2147483647" + rest);
    expect(4, "PH0722", "row_sum.ph --in X=zeros:2000000000x2000000000" + rest);
    expect(4, "PH0742", "copy.ph --in 'A=const(0.5):4' --out B=o.npy");
    EXPECT_FALSE(place.has("o.npy"));
}

/// A .npy of a header and bytes, well formed or not.
std::string npy_text(std::string_view header, std::string_view bytes) {
    return fmt::format("\x93NUMPY\x01{}{}{}{}{}", '\0', static_cast<char>(header.size()), '\0', header, bytes);
}

TEST_F(Run, DamagedFilesAreToldApart) {
    const std::string rest = " --grid R --out O=o.npy";
    const std::string shape = "'fortran_order': False, 'shape': (1, 1)}\n";
    place.put("trailing.npy", place.contents("x.npy") + "?");
    place.put("rank.npy", npy_text("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, 1, 1, 1)}\n", "1234"));
    place.put("complex.npy", npy_text("{'descr': '<c8', " + shape, "12345678"));
    place.put("header.npy", npy_text("{'descr' '<f4', " + shape, "1234"));
    expect(4, "PH0724", "row_sum.ph --in X=trailing.npy" + rest);
    expect(4, "PH0725", "row_sum.ph --in X=rank.npy" + rest);
    expect(4, "PH0726", "row_sum.ph --in X=complex.npy" + rest);
    expect(4, "PH0730", "row_sum.ph --in X=header.npy" + rest);
    expect(4, "PH0720", "row_sum.ph --in X=." + std::string("/.npy") + rest);

    place.put("broken.npz", "PK, but no archive");
    place.put("broken.safetensors", "no header");
    expect(4, "PH0731", "row_sum.ph --in X=broken.npz:a" + rest);
    expect(4, "PH0733", "row_sum.ph --in X=broken.safetensors:a" + rest);
    ASSERT_EQ(run("copy.ph --in A=iota:4 --out B=b.npz").code, 0);
    expect(4, "PH0728", "copy.ph --in A=b.npz:C --out B=b.npy");
    std::string archive = place.contents("b.npz");
    for (const auto& [signature, method] : {std::pair("PK\x03\x04", 8U), std::pair("PK\x01\x02", 10U)})
        archive[archive.find(signature) + method] = '\x0c';
    place.put("packed.npz", archive);
    expect(4, "PH0732", "copy.ph --in A=packed.npz:B --out B=b.npy");
}

TEST_F(Run, WrongWordsHaveTheirCodes) {
    expect(4, "PH0717", "row_sum.ph --in X=x.npy --out O=o.npy --grid R/0");
    expect(4, "PH0718", "row_sum.ph --kernel sum_row");
    expect(4, "PH0719", "row_sum.ph --in X=x.npy --grid R --out O=o.npy --dim Z=3");
    expect(4, "PH0721", "row_sum.ph --in X=x.npy --grid R --out O=none/o.npy");
    expect(4, "PH0721", "row_sum.ph --in X=x.npy --grid R --out O=/proc/o.npy");
    expect(4, "PH0743", "copy.ph --in 'A=uniform(3,3,1):4' --out B=b.npy");
    expect(4, "PH0744", "copy.ph --in 'A=normal(1):4' --out B=b.npy");
    EXPECT_EQ(io::parse_source_spec("x.txt").error().code, diagnostics::Code::source_malformed);
    EXPECT_EQ(io::parse_source_spec("iota:4y8").error().code, diagnostics::Code::source_shape);
}

TEST_F(Run, OverlappingArgumentsAreRefusedUnlessOnlyRead) {
    expect(4, "A and B overlap in memory, but B is written", "copy.ph --in A=iota:8 --in 'B=alias(A,0):8'");
    expect(4, "PH0710", "copy.ph --in A=iota:8 --in 'B=alias(A,4):8'");
    expect(4, "no memory of its own", "copy.ph --in A=iota:8 --in 'B=alias(B,0):8'");
    place.put("add.ph",
              "@launch(64)\nkernel add(A: tensor<i32>[8], B: tensor<i32>[4], C: tensor<i32>[4]) {\n"
              "    if ctx.thread < 4 {\n        C[ctx.thread] = A[ctx.thread] + B[ctx.thread]\n    }\n}\n");
    place.put_npy("c.npy", ScalarType::i32, {4}, {"4", "6", "8", "10"});
    EXPECT_EQ(run("add.ph --in A=iota:8 --in 'B=alias(A,16):4' --expect C=c.npy").code, 0);
    expect(4, "PH0711", "add.ph --in A=iota:8 --in 'B=alias(A,2):4' --expect C=c.npy");
}

TEST_F(Run, OffsetsKeepTheValues) {
    place.put_npy("four.npy", ScalarType::i32, {4}, {"1", "2", "3", "4"});
    EXPECT_EQ(run("copy.ph --in A=iota:4 --expect B=four.npy --offset A=4 --offset B=12").code, 0);
    expect(4, "PH0711", "copy.ph --in A=iota:4 --out B=b.npy --offset A=3");
    expect(2, "--offset C: no tensor of that name is given", "copy.ph --in A=iota:4 --out B=b.npy --offset C=4");
}

TEST_F(Run, EnginesAndChecksThatAreMissingSaySo) {
    for (const std::string_view engine : {"interp", "host", "cuda"}) {
        const Ended ended = run(fmt::format("row_sum.ph --in X=x.npy --grid R --out O=o.npy --engine {}", engine));
        // Once an engine is there, it must give the same sums.
        if (ended.code == 0) {
            EXPECT_EQ(place.npy("o.npy", ScalarType::f32), place.npy("sums.npy", ScalarType::f32)) << engine;
            continue;
        }
        EXPECT_EQ(ended.code, 6) << engine;
        EXPECT_NE(ended.err.find(fmt::format("the {} engine is not available", engine)), std::string::npos)
            << ended.err;
    }
    const std::string command = "row_sum.ph --engine reference --in X=x.npy --grid R --out O=o.npy ";
    for (const std::string_view words : {"--trace t.npz", "--stats", "--view v.html"})
        expect(6, "the reference engine does not offer", command + std::string(words));
    EXPECT_EQ(run(command + "--check all").code, 0);
    EXPECT_EQ(run(command + "--stats").err.find("it offers"), std::string::npos);
    EXPECT_EQ(run(command + "--check levels,uninit").code, 0);
    EXPECT_EQ(run(command + "--fast").code, 0);
}

TEST_F(Run, UnwrittenElementsAreLookedForUnlessFast) {
    const std::string command = "copy.ph --engine reference --shape A=4 --out B=b.npy";
    expect(1, "PH0806", command);
    EXPECT_FALSE(place.has("b.npy"));
    EXPECT_EQ(run(command + " --fast").code, 0);
    expect(1, "PH0806", command + " --fast --check uninit");
}

TEST_F(Run, ATensorThatIsReadAndHasNoValuesIsToldApart) {
    const Ended ended = run("copy.ph --dim N=4 --out A=a.npy --out B=b.npy");
    EXPECT_EQ(ended.code, 1);
    EXPECT_NE(
        ended.err.find("     = A starts unwritten, since no --in names it; --in A=FILE, or --in A=zeros:4, gives it "
                       "values\n"),
        std::string::npos)
        << ended.err;
    const auto json = parse_json(run("copy.ph --dim N=4 --out A=a.npy --out B=b.npy --json").out);
    ASSERT_TRUE(json);
    EXPECT_EQ((*json)["hints"].size(), 1U);
    EXPECT_EQ(run("row_sum.ph --in X=x.npy --grid R+1 --out O=o.npy").err.find("starts unwritten"), std::string::npos);
}

TEST_F(Run, ALevelThatIsNotKeptMayBeARace) {
    place.put("race.ph",
              "@launch(128)\n"
              "kernel race(O: tensor<i32>[128]) {\n"
              "    var flag: tile<i32>[1]\n"
              "    var seen = 0\n"
              "    for i in range(3) {\n"
              "        if ctx.thread == 0 {\n"
              "            flag[0] = i\n"
              "        }\n"
              "        barrier()\n"
              "        seen += flag[0]\n"
              "        warp_barrier()\n"
              "    }\n"
              "    O[ctx.thread] = seen\n"
              "}\n");
    const Ended ended = run("race.ph --out O=o.npy --engine reference --fast --check levels");
    EXPECT_EQ(ended.code, 5);
    for (const std::string_view words : {": a race, or a bug of the checker: ", "(rule: level-4)", "please report"})
        EXPECT_NE(ended.err.find(words), std::string::npos) << ended.err;
}

TEST_F(Run, LaunchErrorsNameTheirRule) {
    expect(4, "     = rule: ctx-6\n", "row_sum.ph --in X=x.npy --in O=ones:3x1 --grid R");
    expect(4, "     = rule: ctx-38\n", "row_sum.ph");
}

TEST_F(Run, LimitsEndARun) {
    place.put("forever.ph", "kernel forever() {\n    while true {\n    }\n}\n");
    for (const std::string_view engine : {"interp", "reference"}) {
        expect(7, "the limit of 1000 steps was reached",
               fmt::format("forever.ph --engine {} --max-steps 1000", engine));
        expect(7, "the limit of time was reached", fmt::format("forever.ph --engine {} --max-time 0.05", engine));
    }
}

TEST_F(Run, FoldersWithoutPermissionAreRefusedBeforeTheRun) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
    ASSERT_EQ(::mkdir(place.file("locked").c_str(), 0555), 0);
    expect(4, "locked", "row_sum.ph --in X=x.npy --grid R --out O=locked/o.npy");
}

TEST_F(Run, AFullOrClosedStandardOutputIsNoSuccess) {
    EXPECT_EQ(place.run("phobos-run row_sum.ph --in X=x.npy --grid R --out O=o.npy >/dev/full").code, 4);
    EXPECT_EQ(place.run("{ phobos-run --help; echo $? >code; } | true").code, 0);
    EXPECT_NE(place.contents("code"), "141\n");  // not killed by SIGPIPE
}

TEST_F(Run, KeysThatNoFileHoldsAreRefused) {
    const std::string command = "copy.ph --in A=iota:4 --out B=";
    expect(2, "the key 'a<FF>' is not valid UTF-8", command + "\"$(printf 'b.safetensors:a\\377')\"");
    expect(2, "the key 'a<FF>' is not valid UTF-8", command + "\"$(printf 'b.npz:a\\377')\"");
    expect(2, "'__metadata__' is no key", command + "b.safetensors:__metadata__");
    expect(2, "'b.npz:'", command + "b.npz:");
    EXPECT_EQ(run(command + "b.npz:a:b").code, 0);
    EXPECT_EQ(run("copy.ph --in A=b.npz:a:b --out B=c.npy").code, 0);
}

TEST_F(Run, NamesOfFilesDoNotReachTheTerminalAsTheyAre) {
    EXPECT_NE(
        run("copy.ph --in A=iota:4 --out \"$(printf 'B=\\033[1mb.npy')\"").out.find("written to <U+001B>[1mb.npy"),
        std::string::npos);
    expect(4, "cannot read '<U+001B>[1m", "\"$(printf '\\033[1m')\"");
    expect(2, "'<U+001B>'", "copy.ph --in \"$(printf '\\033')\"");
}

TEST_F(Run, ATensorOnTheStandardOutputIsAlone) {
    const std::string command = "row_sum.ph --in X=x.npy --grid R --out O=/dev/stdout";
    place.put("sums_again.npy", run(command).out);
    EXPECT_EQ(place.npy("sums_again.npy", ScalarType::f32), place.npy("sums.npy", ScalarType::f32));
    EXPECT_NE(run(command).err.find("written to /dev/stdout"), std::string::npos);
    EXPECT_EQ(run(command + " -q").err, "");
    expect(2, "both write to the standard output", command + " --json");
    EXPECT_EQ(place.run("phobos-run " + command + " >&-").code, 4);
}

TEST_F(Run, NothingIsPutInPlaceUnlessAllIsWritten) {
    place.put("o.npy", "old content");
    place.put("two.ph",
              "kernel two(A: tensor<f32>[1000], B: tensor<f32>[1000]) {\n    A[ctx.thread] = 1.0\n"
              "    B[ctx.thread] = 1.0\n}\n");
    ASSERT_EQ(::mkdir(place.file("folder.npy").c_str(), 0777), 0);
    const std::size_t before = place.entries();
    expect(4, "No space left on device", "two.ph --out A=/dev/full --out B=o.npy");
    expect(4, "it is a folder", "two.ph --out A=o.npy --out B=folder.npy");
    EXPECT_EQ(place.contents("o.npy"), "old content");
    EXPECT_EQ(place.entries(), before);
}

TEST_F(Run, HelpAndVersionAreAnswers) {
    const Ended help = run("--help");
    EXPECT_EQ(help.code, 0);
    for (const std::string_view word :
         {"--in NAME=SPEC", "--expect", "--max-steps", "Examples:", "Usage: phobos-run FILE.ph"})
        EXPECT_NE(help.out.find(word), std::string::npos) << word;
    EXPECT_TRUE(run("--version").out.starts_with("phobos-run "));
}

}  // namespace
}  // namespace phobos::tools
