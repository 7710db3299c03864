// SPDX-License-Identifier: Apache-2.0
#include "fuzz/oracle/judge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "fuzz/generate/mode.h"
#include "fuzz/oracle/test_support.h"
#include "fuzz/oracle/tolerated.h"
#include "interp/exec/engine.h"

namespace phobos::fuzz {
namespace {

using testing::WrongEngine;

constexpr Offers all_of_it{.steps = true, .uninitialised = true, .levels = false};

/// The verdict on one case by the evaluator of single threads and one more engine.
Verdict verdict_by(Trial trial, const Way& way, const JudgeLimits& limits = {}) {
    const auto reference = plain::make_engine();
    const std::array ways{Way{"reference", reference.get(), {true, true, true}}, way};
    std::array trials{std::move(trial)};
    return judge(trials, ways, limits).front();
}
Verdict verdict_of(Trial trial, engine::Engine& engine, Offers offers = all_of_it) {
    return verdict_by(std::move(trial), {"other", &engine, offers});
}
Verdict verdict_of(Trial trial, WrongEngine::Wrong wrong, Offers offers = all_of_it) {
    WrongEngine engine(std::move(wrong));
    return verdict_of(std::move(trial), engine, offers);
}

Trial copying() {
    return make_trial(0, testing::case_of_text("@launch(32)\nkernel copy(X: tensor<i32>[N], O: tensor<i32>[N]) {\n"
                                               "  O[ctx.thread] = X[ctx.thread]\n}\n"));
}
/// Reads what nobody wrote.
Trial unwritten() {
    Trial trial = copying();
    std::get<engine::OwnTensor>(trial.given.launch.arguments[0]).tensor.mark_all_unwritten();
    return trial;
}

std::string found(const Verdict& verdict) { return verdict.finding ? spelling(verdict.finding->signature) : ""; }

TEST(Judge, FindsNothingWhereEnginesAgree) {
    const Verdict verdict = verdict_of(copying(), WrongEngine::Wrong{});
    EXPECT_EQ(found(verdict), "");
    EXPECT_EQ(verdict.fate, Fate::finished);
    EXPECT_TRUE(verdict.silent.empty());
}

TEST(Judge, TellsAWrongValueByItsType) {
    const Verdict verdict = verdict_of(copying(), {.ran = [](engine::Ran& ran) { ran.tensors[1].store(7, {8}); }});
    EXPECT_EQ(found(verdict), "agreement/other/value/i32");
    EXPECT_EQ(verdict.finding->text, "O element 7: 0x7 by reference, but 0x8 by other");
}

TEST(Judge, TellsAnElementThatOnlyOneWayHasWritten) {
    const Verdict verdict = verdict_of(copying(), {.ran = [](engine::Ran& ran) {
                                           ran.tensors[1].track_writes();
                                           ran.tensors[1].mark_unwritten(3);
                                       }});
    EXPECT_EQ(found(verdict), "agreement/other/written/i32");
}

TEST(Judge, TellsAnotherOutcomeAndAnotherNumberOfSteps) {
    EXPECT_EQ(found(verdict_of(copying(),
                               {.ran = [](engine::Ran& ran) { ran.outcome = engine::Failed{"worker", "no more"}; }})),
              "agreement/other/outcome/finished, failed worker");
    EXPECT_EQ(found(verdict_of(copying(), {.ran = [](engine::Ran& ran) { ran.outcome = engine::Finished{1}; }})),
              "agreement/other/steps");
}

TEST(Judge, TellsDamagedMemory) {
    EXPECT_EQ(found(verdict_of(copying(), {.ran = [](engine::Ran& ran) { ran.damaged = {1}; }})),
              "agreement/other/memory");
}

TEST(Judge, NamesDamagedMemoryOfAParameterThatAFormAdds) {
    const Trial trial = make_trial(
        0, testing::case_of_text("@launch(32)\nkernel scale(X: tensor<i32>[N], O: tensor<i32>[N], p: i32) {\n"
                                 "  O[ctx.thread] = X[ctx.thread] * p + i32(3)\n}\n"));
    WrongEngine engine({.ran = [](engine::Ran& ran) { ran.damaged = {4}; }});
    const Verdict verdict =
        verdict_by(make_trial(0, trial.given),
                   {.name = "form", .engine = &engine, .offers = all_of_it, .rewrite = Rewrite::loaded});
    EXPECT_EQ(found(verdict), "agreement/form/memory");
    EXPECT_EQ(verdict.finding->text, "written outside of LOADED1");
}

TEST(Judge, TellsAnotherFaultAndAnotherPlaceOfOne) {
    const std::string text = "@launch(32)\nkernel outside(O: tensor<i32>[N]) {\n  O[ctx.thread + 1] = 1\n}\n";
    const auto trial = [&] { return make_trial(0, testing::case_of_text(text)); };
    EXPECT_EQ(verdict_of(trial(), WrongEngine::Wrong{}).fate, Fate::trapped);
    const auto trapped = [](engine::Ran& ran) -> engine::Trapped& { return std::get<engine::Trapped>(ran.outcome); };
    EXPECT_EQ(found(verdict_of(trial(), {.ran = [&](engine::Ran& ran) { trapped(ran).place.lanes = 1; }})),
              "agreement/other/fault/out-of-bounds");
    EXPECT_EQ(
        found(verdict_of(trial(), {.ran = [&](engine::Ran& ran) { trapped(ran).kind = engine::FaultKind::division; }})),
        "agreement/other/outcome/trapped out-of-bounds, trapped division");
}

TEST(Judge, TellsATextThatIsAnotherProgram) {
    Trial trial = copying();
    trial.parsed.items.clear();
    EXPECT_EQ(found(verdict_of(std::move(trial), WrongEngine::Wrong{})), "print-parse/other tree");
}

TEST(Judge, CountsWhatTheCheckerOrTheLaunchRefuses) {
    Generated generated = copying().given;
    generated.launch.grid = {-1, 1, 1};
    EXPECT_EQ(verdict_of(make_trial(0, std::move(generated)), WrongEngine::Wrong{}).fate, Fate::rejected);
    generated = copying().given;
    generated.file.items.clear();
    EXPECT_EQ(verdict_of(make_trial(0, std::move(generated)), WrongEngine::Wrong{}).fate, Fate::rejected);
}

TEST(Judge, HearsNothingFromAWayThatReachesALimit) {
    const Verdict verdict = verdict_of(
        copying(), {.ran = [](engine::Ran& ran) { ran.outcome = engine::Limited{engine::LimitKind::time, ""}; }});
    EXPECT_EQ(found(verdict), "");
    EXPECT_EQ(verdict.silent, std::vector<std::string>{"other"});
}

TEST(Judge, TellsThatAWayReachesTheStepsOfACaseThatEndsWithinThem) {
    const auto endless = [](engine::Ran& ran) { ran.outcome = engine::Limited{engine::LimitKind::steps, ""}; };
    EXPECT_EQ(found(verdict_of(copying(), {.ran = endless})), "agreement/other/outcome/finished, limit steps");
    const engine::Ran ran = run_reference(copying());
    const std::uint64_t steps = std::get<engine::Finished>(ran.outcome).steps;
    WrongEngine engine({.ran = endless});
    for (const Rewrite rewrite : {Rewrite::none, Rewrite::regridded}) {
        const Way way{.name = "other", .engine = &engine, .offers = all_of_it, .rewrite = rewrite};
        const Verdict verdict = verdict_by(copying(), way, {.steps = steps});
        EXPECT_EQ(found(verdict), rewrite == Rewrite::none ? "agreement/other/outcome/finished, limit steps" : "")
            << "another program takes a few steps more";
        EXPECT_EQ(found(verdict_by(copying(), way, {.steps = 4 * steps})),
                  "agreement/other/outcome/finished, limit steps");
    }
}

TEST(Judge, EndsARunThatTakesMoreMemoryThanItsLimit) {
    const auto interp = interp::make_engine();
    const Way way{"other", interp.get(), all_of_it};
    EXPECT_EQ(verdict_by(copying(), way).fate, Fate::finished);
    EXPECT_EQ(verdict_by(copying(), way, {.memory_bytes = 16}).fate, Fate::limited);
}

TEST(Judge, CountsTheWaysWhoseFormACaseDoesNotHave) {
    WrongEngine engine({});
    const Verdict verdict =
        verdict_by(copying(), {.name = "constants", .engine = &engine, .rewrite = Rewrite::constants});
    EXPECT_EQ(found(verdict), "");
    EXPECT_EQ(verdict.formless, std::vector<std::string>{"constants"}) << "it has no scalar arguments";
    EXPECT_TRUE(verdict.silent.empty());
    EXPECT_TRUE(verdict_of(copying(), WrongEngine::Wrong{}).formless.empty());
}

/// The row of a rule among the tolerated ones; none where there is none.
const Tolerated* row_of(std::string_view rule) {
    const auto row = std::ranges::find(tolerated, rule, &Tolerated::rule);
    return row == tolerated.end() ? nullptr : &*row;
}
/// What is found where the other way's engine says that it does not offer something, and whether it is silent.
std::string found_without(std::string_view construct, Trial trial) {
    const Verdict verdict = verdict_of(std::move(trial), {.ran = [construct](engine::Ran& ran) {
                                           ran.outcome = engine::Unsupported{std::string(construct), ""};
                                       }});
    EXPECT_EQ(verdict.silent.empty(), verdict.finding.has_value()) << construct;
    return found(verdict);
}
constexpr std::string_view refused = "agreement/other/outcome/finished, unsupported";

TEST(Tolerated, SharedMemoryIsALimitOfTheEngineAndNothingElseIs) {
    ASSERT_NE(row_of("exec-18"), nullptr);
    EXPECT_EQ(found_without("shared memory", copying()), "");
    EXPECT_EQ(found_without("tiles", copying()), refused);
}

TEST(Tolerated, AnEngineMayBeNoTargetOfWideWarps) {
    ASSERT_NE(row_of("ctx-33"), nullptr);
    Generated wide = copying().given;
    wide.lanes = 64;
    wide.file = syntax::parse(SourceFile("wide.ph",
                                         "@launch(64)\nkernel copy(X: tensor<i32>[N], O: tensor<i32>[N]) {\n"
                                         "  if ctx.thread < 32 { O[ctx.thread] = X[ctx.thread] }\n}\n"))
                    .file;
    EXPECT_EQ(found_without("lanes", make_trial(0, std::move(wide))), "");
    EXPECT_EQ(found_without("lanes", copying()), refused);
}

TEST(Tolerated, AnEngineMayNotKeepAGridResident) {
    ASSERT_NE(row_of("coll-22"), nullptr);
    Generated meeting = testing::case_of_text(
        "@launch(32)\n@persistent\nkernel meet(bar: tensor<i32>[M]) {\n"
        "  grid_barrier(bar)\n}\n");
    auto& counter = std::get<engine::OwnTensor>(meeting.launch.arguments[0]).tensor;
    for (std::uint64_t i = 0; i < counter.elements(); ++i) counter.store(i, {0});
    EXPECT_EQ(found_without("grid_barrier", make_trial(0, std::move(meeting))), "");
    EXPECT_EQ(found_without("grid_barrier", copying()), refused);
}

TEST(Tolerated, ReadsOfUnwrittenElementsOnlyWhereTheEngineDoesNotLook) {
    ASSERT_NE(row_of("run-9"), nullptr);
    const WrongEngine::Wrong blind{.ran = [](engine::Ran& ran) { ran.outcome = engine::Finished{}; }};
    const Verdict verdict = verdict_of(unwritten(), blind, {});
    EXPECT_EQ(found(verdict), "");
    EXPECT_EQ(verdict.silent, std::vector<std::string>{"other"});
    EXPECT_EQ(found(verdict_of(unwritten(), blind)), "agreement/other/outcome/trapped uninitialised, finished");
}

Trial storing(std::string_view value) {
    return make_trial(0, testing::case_of_text("@launch(32)\nkernel one(O: tensor<f32>[N]) {\n  O[ctx.thread] = " +
                                               std::string(value) + "\n}\n"));
}
Offers own_functions() {
    Offers own = all_of_it;
    own.same_functions = false;
    return own;
}
/// Moves element 3 by so many steps of f32.
WrongEngine::Wrong off_by(std::uint64_t steps) {
    return {.ran = [steps](engine::Ran& ran) { ran.tensors[0].store(3, {ran.tensors[0].load(3).bits + steps}); }};
}

TEST(Judge, EnclosesWhatFunctionsWithABoundMayGive) {
    const std::string_view function = "exp(f32(ctx.lane))";
    EXPECT_EQ(found(verdict_of(storing(function), off_by(1), own_functions())), "");
    EXPECT_EQ(found(verdict_of(storing(function), off_by(9), own_functions())), "agreement/other/value/f32");
    EXPECT_EQ(found(verdict_of(storing(function), off_by(1))), "agreement/other/value/f32");
    EXPECT_EQ(found(verdict_of(storing("sqrt(f32(ctx.lane))"), off_by(1), own_functions())),
              "agreement/other/value/f32");
    EXPECT_TRUE(verdict_of(storing(function), off_by(1), own_functions()).silent.empty());
}

TEST(Tolerated, WhatDependsOnTheBitsOfAFunctionWithABoundWhereTheEngineHasItsOwn) {
    ASSERT_NE(row_of("num-25"), nullptr);
    const auto deciding = [] {
        return make_trial(0, testing::case_of_text("@launch(32)\nkernel one(O: tensor<f32>[N]) {\n"
                                                   "  if exp(f32(ctx.lane)) > 1096.6332 { O[ctx.thread] = 1.0 }\n}\n"));
    };
    const Verdict verdict = verdict_of(deciding(), off_by(7), own_functions());
    EXPECT_EQ(found(verdict), "");
    EXPECT_EQ(verdict.silent, std::vector<std::string>{"other"});
    EXPECT_EQ(found(verdict_of(deciding(), off_by(7))), "agreement/other/value/f32");
}

/// Of an engine that compiles and reaches its time.
Verdict late_verdict(Late late) {
    WrongEngine engine({.ran = [](engine::Ran& ran) { ran.outcome = engine::Limited{engine::LimitKind::time, ""}; }});
    const auto reference = plain::make_engine();
    const std::array ways{Way{"reference", reference.get(), {true, true, true}}, Way{"other", &engine, {}}};
    std::array trials{copying()};
    return judge(trials, ways, {.late = late}).front();
}

TEST(Judge, SettlesNothingWhereAnEngineThatCompilesIsLateInCompany) {
    EXPECT_EQ(late_verdict(Late::silent).silent, std::vector<std::string>{"other"});
    const Verdict shared = late_verdict(Late::unsettled);
    EXPECT_EQ(shared.unsettled, Unsettled::late);
    EXPECT_EQ(found(shared), "");
    EXPECT_EQ(found(late_verdict(Late::finding)), "survival/other/time");
}

TEST(Judge, SettlesNothingWhereAnEarlierCaseHasLostTheEngine) {
    const Verdict verdict =
        verdict_of(copying(), {.ran = [](engine::Ran& ran) { ran.outcome = engine::Failed{"device", "no more"}; }}, {});
    EXPECT_EQ(verdict.unsettled, Unsettled::lost);
    EXPECT_EQ(found(verdict), "");
}

TEST(Judge, SettlesNothingWhereTheRightWayHasLostItsEngine) {
    WrongEngine lost({.ran = [](engine::Ran& ran) { ran.outcome = engine::Failed{"device", "no more"}; }});
    const auto reference = plain::make_engine();
    const std::array ways{Way{"card", &lost, {}}, Way{"reference", reference.get(), {true, true, true}}};
    std::array trials{copying()};
    const Verdict verdict = judge(trials, ways).front();
    EXPECT_EQ(verdict.unsettled, Unsettled::lost);
    EXPECT_EQ(found(verdict), "");
}

TEST(Tolerated, TheCounterOfAGridBarrierHoldsAnything) {
    EXPECT_EQ(exempt[0].rule, "coll-22");
    const auto trial = [] {
        Generated given = testing::case_of_text(
            "@launch(32)\n@persistent\nkernel meet(bar: tensor<i32>[M], O: tensor<i32>[N]) {\n"
            "  grid_barrier(bar)\n  O[ctx.thread] = 1\n}\n");
        auto& counter = std::get<engine::OwnTensor>(given.launch.arguments[0]).tensor;
        for (std::uint64_t i = 0; i < counter.elements(); ++i) counter.store(i, {0});
        return make_trial(0, std::move(given));
    };
    const Verdict verdict = verdict_of(trial(), {.ran = [](engine::Ran& ran) { ran.tensors[0].store(0, {9}); }});
    EXPECT_EQ(found(verdict), "");
    EXPECT_EQ(verdict.fate, Fate::finished);
    EXPECT_EQ(found(verdict_of(trial(), {.ran = [](engine::Ran& ran) { ran.tensors[1].store(0, {9}); }})),
              "agreement/other/value/i32");
}

TEST(Tolerated, EveryRowHasATest) {
    EXPECT_EQ(tolerated.size(), 5U);
    EXPECT_EQ(exempt.size(), 1U);
}

TEST(Judge, TakesAWayForTheCasesWhoseTurnItIs) {
    WrongEngine wrong({.ran = [](engine::Ran& ran) { ran.tensors[1].store(0, {1}); }});
    const auto reference = plain::make_engine();
    const std::array ways{Way{"reference", reference.get(), {true, true, true}},
                          Way{.name = "third", .engine = &wrong, .offers = all_of_it, .turn = {3, 1}}};
    std::vector<Trial> trials;
    for (std::uint64_t number = 0; number < 6; ++number) trials.push_back(make_trial(number, copying().given));
    const std::vector<Verdict> verdicts = judge(trials, ways);
    for (std::uint64_t number = 0; number < 6; ++number)
        EXPECT_EQ(verdicts[number].finding.has_value(), ways[1].turn.takes(number)) << number;
}

TEST(Turns, GiveEachCaseOneWayOfAGroup) {
    for (std::uint64_t number = 0; number < 2000; ++number) {
        std::uint64_t taken = 0;
        for (std::uint64_t at = 0; at < 9; ++at) taken += Turn{9, at, 4}.takes(number) ? 1 : 0;
        ASSERT_EQ(taken, 1U) << number;
    }
}

/// Of 8,000 seeds: least and most that have both properties, of 64 pairs of them that are each had by one seed in 8.
template <class Property, class Other>
void expect_independent(Property property, Other other) {
    std::array<std::array<int, 8>, 8> counts{};
    for (std::uint64_t seed = 0; seed < 8000; ++seed) ++counts[property(seed)][other(seed)];
    for (const auto& row : counts)
        for (const int count : row) {
            EXPECT_GT(count, 80);
            EXPECT_LT(count, 170);
        }
}
std::size_t at_of(std::uint64_t seed, std::uint64_t group) {
    std::size_t at = 0;
    while (!Turn{8, at, group}.takes(seed)) ++at;
    return at;
}

TEST(Turns, MeetEveryKindOfKernel) {
    for (const Mode mode : {Mode::any, Mode::exact, Mode::card}) {
        std::array<int, 8> faulty{};
        std::array<int, 8> enclosed{};
        for (std::uint64_t seed = 0; seed < 8000; ++seed) {
            const Options options = options_of(seed, mode, GridBarriers::allowed);
            faulty[at_of(seed, 3)] += options.faulty ? 1 : 0;
            enclosed[at_of(seed, 3)] += options.bounded == Bounded::enclosed ? 1 : 0;
        }
        for (const int count : faulty) EXPECT_GT(count, 80);
        for (const int count : enclosed) EXPECT_EQ(count > 160, mode == Mode::card) << count;
    }
}

TEST(Turns, OfTwoGroupsAreIndependent) {
    expect_independent([](std::uint64_t seed) { return at_of(seed, 1); },
                       [](std::uint64_t seed) { return at_of(seed, 4); });
    expect_independent([](std::uint64_t seed) { return seed % 8; }, [](std::uint64_t seed) { return at_of(seed, 1); });
}

/// A fixed slice of what campaigns judge.
class GeneratedCases : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(GeneratedCases, GiveTheSameInEveryWay) {
    constexpr std::uint64_t cases = 150;
    const auto reference = plain::make_engine();
    const auto interp = interp::make_engine();
    const std::array ways{
        Way{"reference", reference.get(), {true, true, true}}, Way{"interp", interp.get(), all_of_it},
        Way{.name = "interp with 3 workers", .engine = interp.get(), .offers = all_of_it, .jobs = 3, .turn = {2, 0}},
        Way{.name = "interp moved", .engine = interp.get(), .offers = all_of_it, .moved_bytes = 4, .turn = {2, 1}}};
    std::size_t judged = 0;
    for (std::uint64_t seed = GetParam(); seed < GetParam() + cases; ++seed) {
        std::array trials{make_trial(seed, generate_kernel(seed, {.faulty = seed % 8 == 7}))};
        const Verdict verdict = judge(trials, ways).front();
        judged += verdict.fate == Fate::finished || verdict.fate == Fate::trapped ? 1 : 0;
        ASSERT_EQ(found(verdict), "") << fmt::format("seed {}: {}\n{}", seed, verdict.finding->text,
                                                     trials.front().source->text());
    }
    EXPECT_GT(judged, cases * 9 / 10);
}

INSTANTIATE_TEST_SUITE_P(Seeds, GeneratedCases, ::testing::Values(50'000, 50'150, 50'300, 50'450));

}  // namespace
}  // namespace phobos::fuzz
