// SPDX-License-Identifier: Apache-2.0
// How many expressions of the cases and examples have the level that a run of each thread for itself shows.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/io/named_launch.h"
#include "interp/plain/engine.h"
#include "lang/check/check.h"
#include "spec-tests/harness/suite.h"
#include "tests/places.h"

namespace phobos::harness {
namespace {

struct Count {
    std::size_t shown = 0;    ///< expressions that some thread evaluated
    std::size_t precise = 0;  ///< those whose level is the lowest that is true
    std::size_t programs = 0;
    std::map<std::string, std::size_t> imprecise;  ///< by file
};

engine::Settings checking_levels() {
    engine::Settings settings;
    settings.limits.steps = 200'000'000;
    settings.checks = {true, false, true};
    return settings;
}

const program::CheckedProgram* kernel_of(const io::Case& expectations, const check::Checked& checked) {
    for (const program::CheckedProgram& kernel : checked.kernels)
        if (!expectations.kernel || kernel.program().kernel == *expectations.kernel) return &kernel;
    return nullptr;
}

/// What the launches of one case at one width show together, and what is claimed.
struct Shown {
    std::vector<std::optional<Level>> levels;
    std::vector<Level> claimed;
};

void add(std::vector<std::optional<Level>>& levels, const std::vector<std::optional<Level>>& more) {
    levels.resize(std::max(levels.size(), more.size()));
    for (std::size_t i = 0; i < more.size(); ++i)
        if (more[i]) levels[i] = join(levels[i].value_or(Level::uniform), *more[i]);
}

/// By settings, for those make another program.
std::map<std::string, Shown> shown_by(const LoadedCase& loaded, int lanes) {
    std::map<std::string, Shown> all;
    for (const io::CaseLaunch& launch : loaded.expectations.launches) {
        if (std::ranges::find(launch.lanes, lanes) == launch.lanes.end()) continue;
        std::vector<check::Setting> settings;
        std::string key;
        for (const io::NamedValue& value : launch.settings) {
            settings.push_back({value.name, value.value});
            key += fmt::format("{}={} ", value.name, value.value);
        }
        const check::Checked checked = check::check(loaded.source, {lanes}, settings);
        const program::CheckedProgram* kernel = kernel_of(loaded.expectations, checked);
        if (kernel == nullptr) continue;
        const auto resolved = io::resolve(kernel->program(), launch.launch);
        if (!resolved) continue;
        Shown& shown = all[key];
        shown.claimed = kernel->levels().expressions;
        add(shown.levels,
            plain::observe(kernel->program(), shown.claimed, *resolved, checking_levels()).precision.shown);
    }
    return all;
}

Count count_all() {
    const std::filesystem::path root = places::repository();
    const std::filesystem::path folders[]{root / "spec-tests", root / "examples"};
    Count count;
    for (const CaseFile& file : find_cases(folders)) {
        const auto loaded = load_case(file.path);
        if (!loaded || loaded->expectations.kind != io::CaseKind::run) continue;
        for (const int lanes : {32, 64}) {
            for (const auto& [settings, shown] : shown_by(*loaded, lanes)) {
                ++count.programs;
                for (std::size_t i = 0; i < shown.levels.size(); ++i) {
                    if (!shown.levels[i]) continue;
                    ++count.shown;
                    if (shown.levels[i] == shown.claimed[i])
                        ++count.precise;
                    else
                        ++count.imprecise[file.name];
                }
            }
        }
    }
    return count;
}

TEST(LevelPrecision, IsAtLeast95PercentOverCasesAndExamples) {
    const Count count = count_all();
    ASSERT_GT(count.programs, 20U);
    ASSERT_GT(count.shown, 0U);
    const double percent = 100.0 * static_cast<double>(count.precise) / static_cast<double>(count.shown);
    std::string listing = fmt::format("{} of {} expressions in {} programs ({:.1f} %) have the level that a run shows",
                                      count.precise, count.shown, count.programs, percent);
    RecordProperty("precision", listing);
    fmt::print("{}\n", listing);
    std::vector<std::pair<std::size_t, std::string>> files;
    for (const auto& [name, number] : count.imprecise) files.emplace_back(number, name);
    std::ranges::sort(files, std::greater<>());
    for (std::size_t i = 0; i < std::min<std::size_t>(files.size(), 20); ++i)
        listing += fmt::format("\n{:6} {}", files[i].first, files[i].second);
    EXPECT_GE(percent, 95.0) << listing;
}

}  // namespace
}  // namespace phobos::harness
