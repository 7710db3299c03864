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

/// Two names that are not declared, each with an accepted twin: what forgives the one forgives the other.
class RedundantTwins : public ::testing::Test {
protected:
    RedundantTwins() {
        put("known", R"("kind": "accept", "twin": "unknown")", "1");
        put("unknown", rejected("known"), "x");
        put("known-of-more", R"("kind": "accept", "twin": "unknown-of-more")", "1 + 1");
        put("unknown-of-more", rejected("known-of-more"), "x + 1");
    }
    static std::string rejected(std::string_view twin) {
        return fmt::format(R"("kind": "reject", "twin": "{}",
            "reject": {{"phase": "check", "code": "PH0301", "rule": "expr-22", "line": 2}})",
                           twin);
    }
    void put(std::string_view id, std::string_view members, std::string_view value) const {
        place.put(fmt::format("{}.ph", id), fmt::format("kernel k(O: tensor<i32>[1]) {{\n    O[0] = {}\n}}\n", value));
        place.put(fmt::format("{}.json", id),
                  fmt::format(R"({{"id": "{}", "language": 1, "rules": ["expr-22"], {}}})", id, members));
    }
    /// Why each case stays, by its id.
    [[nodiscard]] Json whys(std::string_view words) const {
        const testing::Ended ended = place.run(
            fmt::format("phobos-conform mutants --suite . --fault unknown-name-accepted --redundant --json {}", words));
        const auto json = parse_json(ended.out);
        if (!json) return ended.err;
        Json found = Json::object();
        for (const Json& one : (*json)["redundant"])
            found[one["id"].get<std::string>()] =
                one["stays"].get<std::string>() + ": " + one["why"].get<std::string>();
        return found;
    }

    testing::Workplace place;
};

TEST_F(RedundantTwins, StayBesideANegativeTwinThatIsNeededItself) {
    const Json found = whys("");
    EXPECT_FALSE(found.contains("unknown")) << found;
    EXPECT_EQ(found["known"],
              "twin: accepted beside unknown, which rejects by expr-22 and notices what no cheaper case does");
    EXPECT_EQ(found["unknown-of-more"], "form: one of 2 that are rejected with PH0301 by expr-22");
    EXPECT_EQ(found["known-of-more"],
              "twin: accepted beside unknown-of-more, which rejects by expr-22 and stays as form");
}

TEST_F(RedundantTwins, DoNotStayWithoutThatTwin) {
    const Json found = whys("--only 'known*'");
    EXPECT_EQ(found["known"], "examine: look whether it shows anything of its own") << found;
    EXPECT_EQ(found["known-of-more"], "examine: look whether it shows anything of its own") << found;
}

TEST_F(Redundant, IsToldOrTheMatrixAndNotBoth) {
    const testing::Ended ended = run("--redundant --matrix");
    EXPECT_EQ(ended.code, 2);
    EXPECT_EQ(ended.out, "");
    EXPECT_TRUE(ended.err.starts_with("phobos-conform mutants: --matrix and --redundant")) << ended.err;
}

TEST(FirstKill, TellsApartLaunchesThatDoNotEnd) {
    const testing::Workplace place;
    place.put("down.ph",
              "kernel k(O: tensor<i32>[1]) {\n"
              "    var n = 4\n"
              "    while n > 0 {\n"
              "        n = n - 1\n"
              "    }\n"
              "    O[0] = n\n"
              "}\n");
    place.put("down.json", R"({"id": "down", "language": 1, "rules": ["expr-3"], "kind": "run",
        "launches": [{"arguments": {"O": "unwritten:1"}, "expect": {"O": [0]}}]})");
    const std::string words = "phobos-conform mutants --suite . --fault subtract-taken-for-multiply";
    const testing::Ended ended = place.run(words);
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_TRUE(ended.out.starts_with("1 planted faults: 1 noticed, 1 of them by a launch that does not end, "))
        << ended.out;
    const auto json = parse_json(place.run(words + " --json").out);
    ASSERT_TRUE(json.has_value());
    EXPECT_EQ((*json)["endless"], 1);
    EXPECT_EQ((*json)["faults"][0]["verdict"], "timed out");
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
