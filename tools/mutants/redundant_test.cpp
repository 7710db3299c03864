// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "lang/base/json.h"
#include "tools/common/test_support.h"

namespace phobos::tools {
namespace {

/// Three cases of one fault: the cheapest notices it, and the others notice nothing else.
class Redundant : public ::testing::Test {
protected:
    Redundant() {
        put("adding", "expr-4", 4);
        put("adding-more", "expr-4", 64);
        put("adding-128", "expr-3", 128);
    }
    void put(std::string_view id, std::string_view rule, int elements) const {
        place.put(fmt::format("{}.ph", id),
                  "@launch(32)\n"
                  "kernel k(X: tensor<i32>[N], O: tensor<i32>[N]) {\n"
                  "    for i in range(ctx.thread, N, ctx.threads) {\n"
                  "        O[i] = X[i] + 2\n"
                  "    }\n"
                  "}\n");
        std::string values;
        for (int i = 0; i < elements; ++i) values += fmt::format("{}{}", i == 0 ? "" : ", ", i + 2);
        place.put(fmt::format("{}.json", id),
                  fmt::format(R"({{"id": "{}", "language": 1, "rules": ["{}"], "kind": "run", "lanes": [32, 64],
                      "launches": [{{"lanes": [32], "arguments": {{"X": "iota:{}", "O": "unwritten:{}"}},
                      "expect": {{"O": [{}]}}}}]}})",
                              id, rule, elements, elements, values));
    }
    [[nodiscard]] testing::Ended run(std::string_view words) const {
        return place.run(fmt::format("phobos-conform mutants --suite . --fault add-i32-wrong {}", words));
    }

    testing::Workplace place;
};

TEST_F(Redundant, NamesWhatNoticesNothingNewAndWhyItStays) {
    const testing::Ended ended = run("--redundant");
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_TRUE(ended.out.starts_with("adding-128 ")) << ended.out;
    EXPECT_NE(ended.out.find("only      the only one that accepts by expr-3\nadding-more "), std::string::npos)
        << ended.out;
    EXPECT_NE(ended.out.find("examine   look whether it shows anything of its own\n"), std::string::npos) << ended.out;
    EXPECT_NE(ended.out.find("2 of 3 cases notice no planted fault that cheaper ones do not: 0 example, 1 only,"),
              std::string::npos)
        << ended.out;
    EXPECT_EQ(run("--redundant").out, ended.out);
}

TEST_F(Redundant, TellsTheMatrixAsJson) {
    const auto json = parse_json(run("--matrix --json").out);
    ASSERT_TRUE(json.has_value());
    EXPECT_EQ((*json)["faults"][0]["noticed"], Json({"adding", "adding-128", "adding-more"}));
    EXPECT_LT((*json)["cases"][0]["cost"], (*json)["cases"][1]["cost"]);
    const auto redundant = parse_json(run("--redundant --json").out);
    ASSERT_TRUE(redundant.has_value());
    EXPECT_EQ((*redundant)["redundant"][0]["id"], "adding-128");
    EXPECT_EQ((*redundant)["redundant"][0]["stays"], "only");
}

}  // namespace
}  // namespace phobos::tools
