// SPDX-License-Identifier: Apache-2.0
#include "spec-tests/harness/docket.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "interp/exec/engine.h"
#include "interp/plain/encloser.h"
#include "interp/plain/engine.h"
#include "tests/places.h"

namespace phobos::harness {
namespace {

constexpr std::string_view add_one =
    "@launch(64)\n"
    "kernel add_one(X: tensor<i32>[N], B: tensor<u8>[M], O: tensor<i32>[N]) {\n"
    "    if ctx.thread < N {\n"
    "        O[ctx.thread] = X[ctx.thread] + 1\n"
    "    }\n"
    "}\n";

LoadedCase add_one_case(std::string_view expected) {
    auto expectations = io::parse_case(fmt::format(R"({{"id": "t", "language": 1, "rules": ["ctx-1"], "kind": "run",
        "launches": [{{"arguments": {{"X": [1, 2, 3], "B": [0], "O": "unwritten:3"}}, "expect": {{"O": {0}}}}},
                     {{"name": "two", "lanes": [64], "arguments": {{"X": [7, 8], "B": [0], "O": "unwritten:2"}},
                       "expect": {{"O": [8, 9]}}}}]}})",
                                                   expected));
    EXPECT_TRUE(expectations) << expectations.error().text;
    return {std::move(*expectations), SourceFile("t.ph", std::string(add_one))};
}

std::vector<std::int64_t> offsets(const engine::Launch& launch) {
    std::vector<std::int64_t> result;
    for (const engine::Argument& argument : launch.arguments)
        if (const auto* own = std::get_if<engine::OwnTensor>(&argument)) result.push_back(own->byte_offset);
    return result;
}

engine::Settings on_three_workers() {
    engine::Settings settings;
    settings.limits.time = std::chrono::seconds{60};
    settings.jobs = 3;
    settings.checks = {.uninitialised = true, .races = false, .levels = false};
    return settings;
}

Tally heard(Docket& docket) {
    const auto engine = interp::make_engine();
    const auto encloser = plain::make_encloser();
    return docket.hear(*engine, *encloser, on_three_workers());
}

TEST(Docket, NamesWhatGoesWrong) {
    Docket docket;
    ASSERT_TRUE(docket.add("cases/t", add_one_case("[2, 3, 5]")));
    ASSERT_EQ(docket.trials(), 3U);
    for (std::size_t trial = 0; trial < 3; ++trial) {
        docket.call(trial, {});
        docket.call(trial, {Assumed::nothing, 4});
        docket.call(trial, {Assumed::values, 0});
    }
    const Tally tally = heard(docket);
    EXPECT_EQ(tally.runs, 9U);
    // At 64 lanes the two launches share the program in which nothing is assumed.
    EXPECT_EQ(tally.programs, 8U);
    EXPECT_EQ(tally.cases, (std::map<std::string, std::size_t>{{"cases/t", 9}}));
    EXPECT_EQ(tally.kernels, (std::map<std::string, std::size_t>{{"add_one", 9}}));
    ASSERT_EQ(tally.complaints.size(), 6U);
    EXPECT_EQ(tally.complaints[0].name, "cases/t, 32 lanes");
    EXPECT_EQ(tally.complaints[1].name, "cases/t, 32 lanes, nothing assumed, moved by 4 bytes");
    EXPECT_EQ(tally.complaints[2].name, "cases/t, 32 lanes, values of dims assumed");
    EXPECT_EQ(tally.complaints[4].name, "cases/t, 64 lanes, nothing assumed, moved by 4 bytes");
    EXPECT_EQ(tally.complaints[4].judgement.reason,
              "O: 1 of 3 elements differ\n  element 2: expected 5 (0x00000005), found 4 (0x00000004)");
}

TEST(Docket, MovesWhatStaysAligned) {
    const LoadedCase loaded = add_one_case("[2, 3, 4]");
    const check::Checked program = checked(loaded, 32, {});
    const program::Program& kernel = program.kernels.front().program();
    const auto given = io::resolve(kernel, loaded.expectations.launches.front().launch);
    ASSERT_TRUE(given);
    EXPECT_EQ(offsets(*moved(kernel, *given, 2)), (std::vector<std::int64_t>{0, 2, 0}));
    EXPECT_EQ(offsets(*moved(kernel, *given, 8)), (std::vector<std::int64_t>{8, 8, 8}));
    engine::Launch viewing = *given;
    viewing.arguments[0] = engine::ViewOf{1, 0, ScalarType::i32, {3}};
    std::get<engine::OwnTensor>(viewing.arguments[1]).tensor = *engine::make_zeroed(ScalarType::u8, {12});
    EXPECT_FALSE(moved(kernel, viewing, 2));
    EXPECT_EQ(offsets(*moved(kernel, viewing, 4)), (std::vector<std::int64_t>{4, 4}));
}

TEST(Docket, RefusesACaseThatDoesNotRun) {
    LoadedCase loaded = add_one_case("[2, 3, 4]");
    loaded.expectations.kernel = "subtract_one";
    const auto added = Docket().add("t", std::move(loaded));
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error(), "t: there is no kernel to run");
}

/// What a launch gives depends neither on where its arguments lie nor on the number of workers.
TEST(Docket, CasesHoldOnThreeWorkersWhereverTheirArgumentsLie) {
    const std::filesystem::path root = places::repository();
    const std::filesystem::path folders[]{root / "spec-tests", root / "examples"};
    Docket docket;
    for (const CaseFile& file : find_cases(folders)) {
        auto loaded = load_case(file.path);
        ASSERT_TRUE(loaded) << loaded.error();
        const std::vector<std::string>& features = loaded->expectations.features;
        // The interpreter runs no kernel with grid_barrier.
        if (std::ranges::find(features, "grid-barrier") != features.end()) continue;
        if (loaded->expectations.kind != io::CaseKind::run) continue;
        const auto added = docket.add(file.name, *std::move(loaded));
        ASSERT_TRUE(added) << added.error();
    }
    for (std::size_t trial = 0; trial < docket.trials(); ++trial)
        for (const std::int64_t bytes : {0, 1, 2, 4, 8}) docket.call(trial, {Assumed::all, bytes});
    const Tally tally = heard(docket);
    EXPECT_GT(tally.runs, docket.trials());
    for (const Complaint& complaint : tally.complaints)
        ADD_FAILURE() << complaint.name << ": " << spelling(complaint.judgement.verdict) << ": "
                      << complaint.judgement.reason;
    fmt::print("{} runs of {} launches with their arguments moved\n", tally.runs, docket.trials());
}

}  // namespace
}  // namespace phobos::harness
