// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "lang/base/json.h"
#include "lang/diagnostics/json.h"
#include "lang/diagnostics/sarif.h"
#include "lang/source/unicode.h"

namespace phobos::diagnostics {
namespace {

const SourceFile source("dir/a b.ph", "// \U0001F600\n\tlet s = t\n");

List one_with_everything() {
    List list;
    list.add({Code::invalid_utf8, {17, 18}, "no 't'", {{{3, 7}, "smile"}}, Fix{{17, 18}, "u", "write u"}});
    return list;
}

Json parsed(const std::string& text) {
    const std::optional<Json> json = parse_json(text);
    EXPECT_TRUE(json.has_value()) << text;
    return json.value_or(Json::object());
}

Json json_of(const SourceFile& file, const List& list) {
    const Findings files[] = {{file, list}};
    return parsed(to_json(files));
}

Json sarif_of(const SourceFile& file, const List& list) {
    const Findings files[] = {{file, list}};
    return parsed(to_sarif(files, {"phobos-check", "1.2.3"}));
}

void expect_valid_utf8(std::string_view text) {
    while (!text.empty()) {
        const Character character = first_character(text);
        ASSERT_TRUE(character.code_point.has_value());
        text.remove_prefix(character.bytes);
    }
}

List with_invalid_bytes() {
    List list;
    list.add({Code::invalid_utf8, {0, 1}, "byte '\xFF'", {{{1, 2}, "\xC3("}}, Fix{{0, 1}, "\xE6\xBC", "\x80"}});
    return list;
}

TEST(JsonReport, of_nothing_has_its_members) {
    EXPECT_EQ(
        parsed(to_json({})),
        Json({{"diagnostics", Json::array()}, {"errors", 0}, {"warnings", 0}, {"hints", 0}, {"truncated", false}}));
}

TEST(JsonReport, describes_a_finding_completely) {
    const Json report = json_of(source, one_with_everything());
    EXPECT_EQ(report["errors"], 1);
    ASSERT_EQ(report["diagnostics"].size(), 1u);
    EXPECT_EQ(report["diagnostics"][0], parsed(R"({
        "code": "PH0101", "name": "invalid_utf8", "severity": "error", "rule": ")" +
                                               std::string(row(Code::invalid_utf8).rule) + R"(",
        "message": "no 't'", "file": "dir/a b.ph", "line": 2, "column": 10, "end_line": 2, "end_column": 11,
        "begin_byte": 17, "end_byte": 18,
        "notes": [{"message": "smile", "file": "dir/a b.ph", "line": 1, "column": 4, "end_line": 1, "end_column": 5,
                   "begin_byte": 3, "end_byte": 7}],
        "fix": {"message": "write u", "replacement": "u", "file": "dir/a b.ph", "line": 2, "column": 10,
                "end_line": 2, "end_column": 11, "begin_byte": 17, "end_byte": 18}})"));
}

TEST(JsonReport, has_no_notes_and_no_fix_where_there_are_none) {
    List list;
    list.add({Code::unknown_attribute, {0, 1}, "m", {}, {}});
    const Json report = json_of(source, list);
    EXPECT_EQ(report["diagnostics"][0]["notes"], Json::array());
    EXPECT_TRUE(report["diagnostics"][0]["fix"].is_null());
    EXPECT_EQ(report["warnings"], 1);
}

TEST(JsonReport, sums_over_files_in_their_order) {
    const SourceFile second("z.ph", "x");
    List cut(1);
    cut.add({Code::unknown_attribute, {0, 1}, "m", {}, {}});
    cut.add({Code::attribute_without_effect, {0, 1}, "m", {}, {}});
    const List first = one_with_everything();
    const Findings files[] = {{second, cut}, {source, first}};
    const Json report = parsed(to_json(files));
    EXPECT_EQ(report["errors"], 1);
    EXPECT_EQ(report["warnings"], 1);
    EXPECT_EQ(report["hints"], 0);
    EXPECT_EQ(report["truncated"], true);
    EXPECT_EQ(report["diagnostics"][0]["file"], "z.ph");
    EXPECT_EQ(report["diagnostics"][1]["file"], "dir/a b.ph");
}

TEST(JsonReport, is_valid_utf8_whatever_the_source_holds) {
    const SourceFile broken("bad\xFE.ph", "\xFF\xC3(");
    const List list = with_invalid_bytes();
    const Findings files[] = {{broken, list}};
    expect_valid_utf8(to_json(files));
    const Json report = parsed(to_json(files));
    EXPECT_EQ(report["diagnostics"][0]["message"], "byte '\uFFFD'");
    EXPECT_EQ(report["diagnostics"][0]["file"], "bad\uFFFD.ph");
}

TEST(Sarif, has_the_members_a_log_must_have) {
    const Json log = sarif_of(source, {});
    EXPECT_EQ(log["version"], "2.1.0");
    EXPECT_TRUE(log["$schema"].is_string());
    ASSERT_EQ(log["runs"].size(), 1u);
    const Json& run = log["runs"][0];
    EXPECT_EQ(run["columnKind"], "utf16CodeUnits");
    EXPECT_EQ(run["results"], Json::array());
    EXPECT_EQ(run["tool"]["driver"]["name"], "phobos-check");
    EXPECT_EQ(run["tool"]["driver"]["version"], "1.2.3");
}

TEST(Sarif, lists_every_code_as_a_rule) {
    const Json log = sarif_of(source, {});
    const Json& rules = log["runs"][0]["tool"]["driver"]["rules"];
    ASSERT_EQ(rules.size(), code_rows.size());
    for (std::size_t i = 0; i < code_rows.size(); ++i) {
        EXPECT_EQ(rules[i]["id"], spelling(code_rows[i].code));
        EXPECT_EQ(rules[i]["name"], code_rows[i].name);
        EXPECT_EQ(rules[i]["shortDescription"]["text"], code_rows[i].summary);
    }
}

TEST(Sarif, describes_a_result_with_its_places_and_its_fix) {
    const Json log = sarif_of(source, one_with_everything());
    const Json& run = log["runs"][0];
    Json result = run["results"][0];
    EXPECT_EQ(run["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()]["id"], "PH0101");
    result.erase("ruleIndex");
    const std::string here = R"("artifactLocation": {"uri": "dir/a%20b.ph"})";
    const std::string region = R"({"startLine": 2, "startColumn": 10, "endLine": 2, "endColumn": 11})";
    EXPECT_EQ(result, parsed(R"({"ruleId": "PH0101", "level": "error", "message": {"text": "no 't'"},
        "locations": [{"physicalLocation": {)" +
                             here + R"(, "region": )" + region + R"(}}],
        "relatedLocations": [{"id": 1, "physicalLocation": {)" +
                             here + R"(,
            "region": {"startLine": 1, "startColumn": 4, "endLine": 1, "endColumn": 6}}, "message": {"text": "smile"}}],
        "fixes": [{"description": {"text": "write u"}, "artifactChanges": [{)" +
                             here + R"(,
            "replacements": [{"deletedRegion": )" +
                             region + R"(, "insertedContent": {"text": "u"}}]}]}]})"));
}

TEST(Sarif, maps_severities_to_levels) {
    List list;
    list.add({Code::invalid_utf8, {0, 1}, "m", {}, {}});
    list.add({Code::unknown_attribute, {1, 2}, "m", {}, {}});
    list.add({Code::attribute_without_effect, {2, 3}, "m", {}, {}});
    const Json log = sarif_of(source, list);
    const Json& results = log["runs"][0]["results"];
    EXPECT_EQ(results[0]["level"], "error");
    EXPECT_EQ(results[1]["level"], "warning");
    EXPECT_EQ(results[2]["level"], "note");
    EXPECT_FALSE(results[0].contains("relatedLocations"));
    EXPECT_FALSE(results[0].contains("fixes"));
}

TEST(Sarif, names_files_by_uris) {
    List list;
    list.add({Code::invalid_utf8, {0, 1}, "m", {}, {}});
    const auto uri = [&list](std::string name) {
        const Json log = sarif_of(SourceFile(std::move(name), "x"), list);
        return log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    };
    EXPECT_EQ(uri("/tmp/x.ph"), "file:///tmp/x.ph");
    EXPECT_EQ(uri("../x.ph"), "../x.ph");
    EXPECT_EQ(uri("a%b#c?d:e.ph"), "a%25b%23c%3Fd%3Ae.ph");
    EXPECT_EQ(uri("\u00E9\xFF.ph"), "%C3%A9%FF.ph");
}

TEST(Sarif, is_valid_utf8_whatever_the_source_holds) {
    const SourceFile broken("bad\xFE.ph", "\xFF\xC3(");
    const List list = with_invalid_bytes();
    const Findings files[] = {{broken, list}};
    expect_valid_utf8(to_sarif(files, {"t", "1"}));
}

}  // namespace
}  // namespace phobos::diagnostics
