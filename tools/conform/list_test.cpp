// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "lang/base/json.h"
#include "tools/common/test_support.h"

namespace phobos::tools {
namespace {

using testing::Ended;

constexpr std::string_view accepted = R"({"id": "ctx-nothing", "language": 1, "rules": ["ctx-1"], "kind": "accept"})";

class ConformList : public ::testing::Test {
protected:
    ConformList() {
        place.put("nothing.ph", "kernel nothing() {\n}\n");
        place.put("nothing.json", accepted);
    }
    [[nodiscard]] Ended run(std::string_view words) const { return place.run(fmt::format("phobos-conform {}", words)); }

    testing::Workplace place;
};

TEST_F(ConformList, ListsIdKindAndRules) {
    const Ended ended = run("list --suite .");
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_TRUE(ended.out.starts_with("ctx-nothing ")) << ended.out;
    EXPECT_TRUE(ended.out.ends_with(" accept  ctx-1\n")) << ended.out;
}

TEST_F(ConformList, ListsAsJson) {
    const auto json = parse_json(run("list --suite . --json").out);
    ASSERT_TRUE(json.has_value());
    EXPECT_EQ((*json)["cases"].size(), 1U);
    EXPECT_EQ((*json)["cases"][0]["id"], "ctx-nothing");
    EXPECT_EQ((*json)["cases"][0]["lanes"], Json({32, 64}));
}

TEST_F(ConformList, FindsTheSuiteOfTheRepository) {
    const Ended ended =
        place.run(fmt::format("cd '{}/docs' && phobos-conform list --only 'num-shifts-*'", PHOBOS_SOURCE_DIR));
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_NE(ended.out.find("num-shifts-i32"), std::string::npos) << ended.out;
}

TEST_F(ConformList, RefusesWhatIsNoSuite) {
    EXPECT_EQ(run("list --suite missing").code, 4);
    EXPECT_EQ(run("list --suite . --only 'none-*'").err,
              "error[PH0753]: --only: no case's id or file matches 'none-*'\n");
    const auto json = parse_json(run("list --suite missing --json").out);
    ASSERT_TRUE(json.has_value());
    EXPECT_EQ((*json)["outcome"], "input-error");
    EXPECT_EQ((*json)["code"], "PH0752");
    EXPECT_EQ((*json)["message"], "--suite: there is no folder missing");
    EXPECT_EQ((*json)["exit_code"], 4);
    place.put("again.ph", "kernel again() {\n}\n");
    place.put("again.json", accepted);
    const Ended twice = run("list --suite .");
    EXPECT_EQ(twice.code, 4);
    EXPECT_TRUE(twice.err.starts_with("error[PH0750]: the cases ")) << twice.err;
    EXPECT_NE(twice.err.find("have one id: ctx-nothing"), std::string::npos) << twice.err;
    place.put("again.json", "{}");
    const Ended malformed = run("list --suite .");
    EXPECT_EQ(malformed.code, 4);
    EXPECT_NE(malformed.err.find("every .json below a suite is a case, but index.json, *.schema.json and reports of "
                                 "phobos-conform"),
              std::string::npos)
        << malformed.err;
}

TEST_F(ConformList, WantsACommand) {
    EXPECT_EQ(run("").code, 2);
    EXPECT_EQ(run("lits").err,
              "phobos-conform: there is no command 'lits'; did you mean 'list'?\n"
              "phobos-conform --help shows what there is\n");
    EXPECT_EQ(run("list word").code, 2);
    const Ended help = run("--help");
    EXPECT_EQ(help.code, 0);
    EXPECT_NE(help.out.find("  list "), std::string::npos) << help.out;
    EXPECT_EQ(run("--version").code, 0);
}

}  // namespace
}  // namespace phobos::tools
