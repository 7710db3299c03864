// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "lang/base/json.h"
#include "tools/common/test_support.h"

namespace phobos::tools {
namespace {

using testing::Ended;

class OrdersFlag : public ::testing::Test {
protected:
    OrdersFlag() {
        place.put("sums.ph",
                  "@launch(64)\n"
                  "kernel sums(X: tensor<f32>[N], C: tensor<i32>[1], S: tensor<f32>[1], L: tensor<i32>[1]) {\n"
                  "    let i = ctx.block.x * 64 + ctx.thread\n"
                  "    atomic_add(C, 0, 1)\n"
                  "    atomic_add(S, 0, X[i])\n"
                  "    atomic_exchange(L, 0, i)\n"
                  "}\n");
        place.put("once.ph",
                  "@launch(32)\n"
                  "kernel once(X: tensor<f32>[4], C: tensor<i32>[1], O: tensor<f32>[1]) {\n"
                  "    let turn = atomic_add(C, 0, 1)\n"
                  "    if turn == 0 {\n"
                  "        O[0] = X[ctx.lane]\n"
                  "    }\n"
                  "}\n");
    }
    [[nodiscard]] Ended run(std::string_view words) const { return place.run(fmt::format("phobos-run {}", words)); }
    testing::Workplace place;
    static constexpr std::string_view sums =
        "sums.ph --in 'X=uniform(0,1,7):256' --in C=zeros:1 --in S=zeros:1 --in L=zeros:1 --grid 4 --fast";
};

TEST_F(OrdersFlag, TellsWhichResultsStayTheSame) {
    const Ended ended = run(fmt::format("{} --orders 8 --json", sums));
    EXPECT_EQ(ended.code, 0) << ended.err;
    const Json orders = parse_json(ended.out).value().at("orders");
    EXPECT_EQ(orders.at("orders"), 8);
    const Json& results = orders.at("results");
    ASSERT_EQ(results.size(), 3U);
    EXPECT_EQ(results[0].at("robustness"), "stable");  // counting commutes
    EXPECT_EQ(results[1].at("robustness"), "order-dependent");
    EXPECT_EQ(results[2].at("robustness"), "order-dependent");
    EXPECT_EQ(results[2].at("ascending"), "255");
    EXPECT_EQ(results[2].at("other"), "0");  // what lies farthest: the descending order ends with thread 0
    EXPECT_EQ(results[2].at("order"), "descending");
}

TEST_F(OrdersFlag, TakesATolerance) {
    const Ended ended = run(fmt::format("{} --orders 8 --rtol 1e-5", sums));
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_NE(ended.out.find("orders: 8 others of blocks, warps and threads\n  C: stable\n  S: tolerance: S[0] is "),
              std::string::npos)
        << ended.out;
    EXPECT_NE(ended.out.find("  L: order-dependent: L[0] is 255 in ascending order and 0 in descending order\n"),
              std::string::npos)
        << ended.out;
}

TEST_F(OrdersFlag, SaysWhichOrderEndsOtherwise) {
    const Ended ended = run("once.ph --in X=ones:4 --in C=zeros:1 --in O=zeros:1 --orders 3");
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_NE(ended.out.find("orders: 0 others of blocks, warps and threads\n"
                             "  ends otherwise in descending order: trapped: once.ph:5:16: "),
              std::string::npos)
        << ended.out;
}

TEST_F(OrdersFlag, SaysWhyNothingIsKnown) {
    const Ended ended = run(fmt::format("{} --orders 3 --max-steps 100", sums));
    EXPECT_EQ(ended.code, 7) << ended.err;
    EXPECT_NE(ended.out.find("not known, since the ascending order does not finish: limit: "), std::string::npos)
        << ended.out;
    EXPECT_EQ(run(fmt::format("{} --orders 0", sums)).code, 2);
}

}  // namespace
}  // namespace phobos::tools
