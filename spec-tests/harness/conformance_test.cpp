// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <memory>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "interp/exec/engine.h"
#include "interp/plain/encloser.h"
#include "interp/plain/engine.h"
#include "spec-tests/harness/judge.h"
#include "spec-tests/harness/suite.h"
#include "tests/places.h"

namespace phobos::harness {
namespace {

const std::filesystem::path root = places::repository();

std::vector<CaseFile> all_cases() {
    const std::filesystem::path folders[]{root / "spec-tests", root / "examples"};
    return find_cases(folders);
}

/// An engine that every case is run on.
struct EngineEntry {
    std::string name;
    std::unique_ptr<engine::Engine> (*make)();
    engine::Checks offers;
};
const EngineEntry engine_entries[]{
    {"reference", [] { return plain::make_engine(); }, {.uninitialised = true, .races = true, .levels = true}},
    {"interp", [] { return interp::make_engine(); }, {.uninitialised = true, .races = true, .levels = false}},
};

/// Every test is a process of its own that lists them all, so listing reads no file.
struct Trial {
    CaseFile file;
    const EngineEntry* engine;

    /// How GoogleTest shows it.
    friend void PrintTo(const Trial& trial, std::ostream* out) { *out << trial.file.name; }
};

std::vector<Trial> all_trials() {
    std::vector<Trial> trials;
    for (const CaseFile& file : all_cases())
        for (const EngineEntry& engine : engine_entries) trials.push_back({file, &engine});
    return trials;
}

std::string name_of(const testing::TestParamInfo<Trial>& info) {
    std::string name = info.param.file.name + "_" + info.param.engine->name;
    std::ranges::replace_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
    return name;
}

class Conformance : public testing::TestWithParam<Trial> {};

TEST_P(Conformance, JudgesAsTheCaseSays) {
    const Trial& trial = GetParam();
    const auto loaded = load_case(trial.file.path);
    ASSERT_TRUE(loaded) << loaded.error();
    const std::unique_ptr<engine::Engine> engine = trial.engine->make();
    const std::unique_ptr<engine::Encloser> encloser = plain::make_encloser();
    const Subject subject{*engine, trial.engine->offers, *encloser};
    const Judgement judgement = judge(*loaded, subject, LevelChecking::off);
    if (judgement.verdict == Verdict::skipped) GTEST_SKIP() << judgement.reason;
    ASSERT_EQ(judgement.verdict, Verdict::passed) << trial.file.path << "\n" << judgement.reason;
    if (loaded->expectations.launches.empty() || !subject.offers.levels) return;
    const Judgement with_levels = judge(*loaded, subject, LevelChecking::on);
    if (with_levels.verdict == Verdict::skipped) return;
    EXPECT_EQ(with_levels.verdict, Verdict::passed) << trial.file.path << "\nchecking levels: " << with_levels.reason;
}

INSTANTIATE_TEST_SUITE_P(Cases, Conformance, testing::ValuesIn(all_trials()), name_of);

TEST(Suite, FindsCasesOfSuiteAndExamples) { EXPECT_GT(all_cases().size(), 20U); }

TEST(Suite, IdsAreUniqueAndTwinsNameEachOther) {
    std::map<std::string, std::string> twins;
    for (const CaseFile& file : all_cases()) {
        const auto loaded = load_case(file.path);
        if (!loaded) continue;
        const io::Case& found = loaded->expectations;
        EXPECT_TRUE(twins.emplace(found.id, found.twin.value_or("")).second)
            << file.name << ": id " << found.id << " is taken";
    }
    for (const auto& [id, twin] : twins) {
        if (twin.empty()) continue;
        EXPECT_EQ(twins.contains(twin) ? twins[twin] : "no such case", id) << "the twin of " << id << " is " << twin;
    }
}

TEST(Suite, EverySourceBelongsToACase) {
    std::set<std::string> sources;
    for (const CaseFile& file : all_cases())
        if (const auto loaded = load_case(file.path))
            sources.insert((file.path.parent_path() / loaded->source.name()).string());
    for (const char* const folder : {"spec-tests", "examples"})
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
            if (entry.path().extension() != ".ph") continue;
            EXPECT_TRUE(sources.contains(entry.path().string())) << entry.path();
        }
}

}  // namespace
}  // namespace phobos::harness
