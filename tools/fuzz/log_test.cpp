// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/log.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/oracle/mix.h"
#include "tools/common/test_support.h"
#include "tools/fuzz/seeds.h"
#include "tools/fuzz/worker.h"

namespace phobos::tools {
namespace {

const Campaign campaign{{"reference", "interp"}, 5};

Logged logged_of(std::uint64_t first, std::uint64_t count) {
    Logged logged{{first, count}, {}};
    logged.tally.fates = {count - 4, 3, 0, 1};
    logged.tally.silent["interp"] = 2;
    logged.tally.formless["interp of constants"] = 1;
    const fuzz::Trial trial = fuzz::make_trial(first, case_of_seed(first));
    if (trial.program() != nullptr) logged.tally.mix.add(fuzz::traits_of(trial));
    logged.tally.found.push_back(
        {first + 2, {{fuzz::Oracle::levels, "reference", "level", ""}, "a \"text\""}, "fuzz-7"});
    return logged;
}

/// A file of these lines.
std::string put(const testing::Workplace& folder, std::string_view name, const std::vector<std::string>& lines) {
    const std::string path = folder.file(name);
    std::ofstream stream(path, std::ios::app);
    for (const std::string& line : lines) stream << line << '\n';
    return path;
}

TEST(Log, KeepsWholeLinesBesideABrokenOne) {
    const testing::Workplace folder;
    const std::string path = folder.file("a.jsonl");
    const Logged logged = logged_of(5, 64);
    {
        const auto log = Log::open(path);
        ASSERT_TRUE(log);
        EXPECT_TRUE(log->append(line_of(campaign)));
        EXPECT_TRUE(log->append(line_of(logged)));
    }
    std::ofstream(path, std::ios::app) << R"({"seeds": [69, )";
    ASSERT_TRUE(Log::open(path)->append(line_of(logged)));
    const auto records = read_records(path);
    ASSERT_TRUE(records);
    EXPECT_EQ(records->campaigns, std::vector<Campaign>{campaign});
    EXPECT_EQ(records->broken_lines, 1U);
    EXPECT_EQ(records->overlapping_lines, 0U);
    EXPECT_EQ(json_of(records->tally), json_of(logged.tally)) << "what stands there twice counts once";
}

TEST(Log, CountsEveryLineThatIsNoResultAndLosesNoOther) {
    const testing::Workplace folder;
    std::vector<std::string> broken{
        "", "{", "[]", "7", R"({"seeds": 5})", R"({"campaign": []})", R"({"campaign": {"engines": [1], "seed": 0}})"};
    const Json whole = Json::parse(line_of(logged_of(5, 64)));
    const std::vector<std::pair<const char*, Json>> edits{{"/seeds", {5, -1}},
                                                          {"/seeds", {5, 0}},
                                                          {"/seeds", {"5", 64}},
                                                          {"/seeds", {5, ~std::uint64_t{0}}},
                                                          {"/finished", "60"},
                                                          {"/silent", {{"interp", "2"}}},
                                                          {"/formless", 7},
                                                          {"/formless", {{"interp", -1}}},
                                                          {"/findings/0", 1},
                                                          {"/findings/0/oracle", "none"},
                                                          {"/mix", Json::array()},
                                                          {"/mix/kernels", -1},
                                                          {"/mix/statements/0/0", "1"},
                                                          {"/mix/statements/0/1", nullptr},
                                                          {"/mix/warps", {{1, 2, 3}}},
                                                          {"/mix/rows", {{"binary/+", 1.5}}},
                                                          {"/mix/without", {1}},
                                                          {"/mix/refused", {{"a", Json::array()}}},
                                                          {"/mix/pairs", "0g"},
                                                          {"/mix/statements/0/0", std::uint64_t{1} << 40}};
    for (const auto& [place, value] : edits) {
        Json line = whole;
        line[Json::json_pointer(place)] = value;
        broken.push_back(line.dump());
    }
    std::vector<std::string> lines{line_of(campaign)};
    lines.insert(lines.end(), broken.begin(), broken.end());
    lines.push_back(line_of(logged_of(5, 64)));
    const auto records = read_records(put(folder, "a.jsonl", lines));
    ASSERT_TRUE(records);
    EXPECT_EQ(records->broken_lines, broken.size() - 1) << "an empty line is none";
    EXPECT_EQ(json_of(records->tally), json_of(logged_of(5, 64).tally));
}

TEST(Log, AddsLinesUpAndLeavesOutWhatOverlaps) {
    const testing::Workplace folder;
    put(folder, "a.jsonl", {line_of(logged_of(64, 64)), line_of(logged_of(0, 64)), line_of(logged_of(192, 64))});
    put(folder, "b.jsonl", {line_of(logged_of(0, 128)), line_of(logged_of(160, 64))});
    const std::vector<std::string> folders{folder.file("")};
    const auto records = read_folders(folders);
    ASSERT_TRUE(records) << records.error();
    EXPECT_EQ(records->tally.cases(), 192U);
    EXPECT_EQ(records->seeds.missing(), 64U);
    EXPECT_EQ(records->overlapping_lines, 1U);
    EXPECT_EQ(records->tally.found.size(), 3U);
    EXPECT_TRUE(records->tally.found.front().name.ends_with("/fuzz-7")) << records->tally.found.front().name;
    EXPECT_FALSE(read_folders(std::vector<std::string>{folder.file("none")}));
}

TEST(Seeds, AreTheSameInWhateverOrderTheyCome) {
    const std::vector<SeedRange> ranges{{10, 5}, {20, 5}, {15, 5}, {40, 1}, {5, 2}, {41, 9}, {12, 10}};
    Seeds seeds;
    EXPECT_TRUE(seeds.is_empty());
    EXPECT_EQ(seeds.first_held(0), std::nullopt);
    for (const SeedRange& range : ranges) seeds.add(range);
    // 5..6, 10..24, 40..49
    EXPECT_EQ(seeds.held({0, 100}), 27U);
    EXPECT_EQ(seeds.held({6, 5}), 2U);
    EXPECT_EQ(seeds.held({24, 2}), 1U);
    EXPECT_EQ(seeds.held({25, 15}), 0U);
    EXPECT_EQ(seeds.missing(), 3U + 15U);
    EXPECT_EQ(seeds.first_missing(10), 25U);
    EXPECT_EQ(seeds.first_missing(7), 7U);
    EXPECT_EQ(seeds.first_held(7), 10U);
    EXPECT_EQ(seeds.first_held(44), 44U);
    EXPECT_EQ(seeds.first_held(50), std::nullopt);
    EXPECT_FALSE(seeds.is_empty());
}

}  // namespace
}  // namespace phobos::tools
