// SPDX-License-Identifier: Apache-2.0
#include "lang/base/json.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace phobos {
namespace {

std::string nested(int depth, std::string_view open, std::string_view close) {
    std::string text;
    for (int i = 0; i < depth; ++i) text += open;
    text += '1';
    for (int i = 0; i < depth; ++i) text += close;
    return text;
}

TEST(Json, parse_refuses_what_is_not_json) {
    for (const char* text : {"", "{\"a\": 1,}", "\"\xFF\"", "nan", "[1] 2", "{a: 1}", "]", "// x\n1"}) {
        EXPECT_FALSE(parse_json(text).has_value()) << text;
    }
}

TEST(Json, parse_keeps_the_order_of_members) { EXPECT_EQ(parse_json(R"({"b": 1, "a": 2})")->begin().key(), "b"); }

TEST(Json, parse_takes_the_deepest_nesting_and_refuses_deeper_ones) {
    for (const auto& [open, close] : {std::pair{"[", "]"}, std::pair{"{\"a\":", "}"}}) {
        EXPECT_TRUE(parse_json(nested(json_most_depth, open, close)).has_value());
        EXPECT_FALSE(parse_json(nested(json_most_depth + 1, open, close)).has_value());
        EXPECT_FALSE(parse_json(nested(1'000'000, open, close)).has_value());
        EXPECT_FALSE(parse_json(nested(1'000'000, open, "")).has_value());
    }
}

TEST(Json, brackets_in_strings_do_not_nest) {
    EXPECT_EQ(*parse_json('"' + std::string(1000, '[') + "\\\"" + std::string(1000, '{') + "\\\\\""),
              std::string(1000, '[') + '"' + std::string(1000, '{') + '\\');
}

TEST(Json, text_replaces_what_is_not_utf8) { EXPECT_EQ(json_text("a\xFF"), "\"a\uFFFD\""); }

}  // namespace
}  // namespace phobos
