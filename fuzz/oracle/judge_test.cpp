// SPDX-License-Identifier: Apache-2.0
#include "fuzz/oracle/judge.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "fuzz/oracle/test_support.h"
#include "fuzz/oracle/tolerated.h"
#include "interp/exec/engine.h"

namespace phobos::fuzz {
namespace {

using testing::WrongEngine;

constexpr Offers all_of_it{.steps = true, .uninitialised = true, .levels = false};

/// The verdict on one case by the evaluator of single threads and one more engine.
Verdict verdict_of(Trial trial, engine::Engine& engine, Offers offers = all_of_it) {
    const auto reference = plain::make_engine();
    const std::array ways{Way{"reference", reference.get(), {true, true, true}}, Way{"other", &engine, offers}};
    std::array trials{std::move(trial)};
    return judge(trials, ways).front();
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

TEST(Tolerated, SharedMemoryIsALimitOfTheEngine) {
    EXPECT_EQ(tolerated[0].rule, "exec-18");
    const Verdict verdict = verdict_of(
        copying(), {.ran = [](engine::Ran& ran) { ran.outcome = engine::Unsupported{"shared memory", ""}; }});
    EXPECT_EQ(found(verdict), "");
    EXPECT_EQ(verdict.silent, std::vector<std::string>{"other"});
}

TEST(Tolerated, ReadsOfUnwrittenElementsOnlyWhereTheEngineDoesNotLook) {
    EXPECT_EQ(tolerated[1].rule, "run-9");
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
    EXPECT_EQ(tolerated[2].rule, "num-25");
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
    EXPECT_EQ(tolerated.size(), 3U);
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
        EXPECT_EQ(verdicts[number].finding.has_value(), number % 3 == 1) << number;
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
