// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "lang/base/json.h"
#include "tools/common/test_support.h"

/// Command lines of phobos-emit and phobos-run that are refused.
namespace phobos::tools {
namespace {

using testing::Ended;

TEST(EmitOptions, WhatMeansNothingIsRefused) {
    const testing::Workplace place;
    const auto expect = [&](std::string_view why, std::string_view words) {
        const Ended ended = place.run(fmt::format("phobos-emit k.ph {}", words));
        EXPECT_EQ(ended.code, 2) << words;
        EXPECT_NE(ended.err.find(why), std::string::npos) << ended.err;
    };
    expect("--dim takes the name of a dim; '*' is for --multiple and --align", "--dim '*=4'");
    expect("--prelude takes a folder, not ''", "--prelude ''");
}

TEST(UsageErrors, AreOneObjectInJson) {
    const testing::Workplace place;
    for (const std::string_view program : {"phobos-run k.ph --jobs none", "phobos-run k.ph --no-such-option",
                                           "phobos-emit k.ph --prelude ''", "phobos-check"}) {
        const Ended ended = place.run(fmt::format("{} --json", program));
        EXPECT_EQ(ended.code, 2) << program;
        const auto json = parse_json(ended.out);
        ASSERT_TRUE(json) << ended.out;
        EXPECT_EQ((*json)["outcome"], "usage-error");
        EXPECT_EQ((*json)["exit_code"], 2);
        const auto message = (*json)["message"].get<std::string>();
        EXPECT_NE(ended.err.find(": " + message + "\n"), std::string::npos) << ended.err;
        EXPECT_EQ(place.run(program).out, "") << program;
    }
}

}  // namespace
}  // namespace phobos::tools
