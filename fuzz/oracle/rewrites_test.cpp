// SPDX-License-Identifier: Apache-2.0
#include "fuzz/oracle/rewrites.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "fuzz/oracle/test_support.h"
#include "lang/program/children.h"

namespace phobos::fuzz {
namespace {

using testing::WrongEngine;

const std::string scaling =
    "@launch(64)\nkernel scale(X: tensor<i32>[N], O: tensor<i32>[N], p: i32) {\n"
    "  let b = ctx.block.x\n  O[b * 64 + ctx.thread] = X[ctx.thread] * p + b * i32(3)\n}\n";

Trial scaled() { return make_trial(3, testing::case_of_text(scaling, 128, {2, 1, 1})); }

/// The evaluator of single threads, wrong in programs in which some expression is like this.
WrongEngine::Wrong wrong_where(const std::function<bool(const program::Expression&)>& is_like) {
    const auto met = std::make_shared<bool>(false);
    return {.program =
                [=](program::Program& program) {
                    *met = false;
                    program::for_each_in(program.body,
                                         [&](const program::Expression& each) { *met = *met || is_like(each); });
                },
            .ran =
                [=](engine::Ran& ran) {
                    if (*met) ran.tensors[1].store(5, {1});
                }};
}

/// The verdict by the case as it is and by one form of it.
std::string found(const Trial& trial, WrongEngine::Wrong wrong, Rewrite rewrite) {
    WrongEngine engine(std::move(wrong));
    const auto reference = plain::make_engine();
    const std::array ways{Way{"reference", reference.get(), {true, true, true}},
                          Way{.name = "form", .engine = &engine, .offers = {true, true, false}, .rewrite = rewrite}};
    std::array trials{make_trial(trial.number, trial.given)};
    const Verdict verdict = judge(trials, ways).front();
    EXPECT_EQ(verdict.fate, Fate::finished);
    EXPECT_TRUE(verdict.formless.empty());
    return verdict.finding ? spelling(verdict.finding->signature) : "";
}

std::string text_of(const Trial& trial, Rewrite rewrite) {
    const auto form = rewritten(trial, rewrite);
    return form ? std::string(form->source->text()) : "";
}

constexpr std::array every{Rewrite::none, Rewrite::constants, Rewrite::loaded, Rewrite::laundered, Rewrite::regridded};

TEST(Rewrite, LeavesTheSameInEveryForm) {
    for (const Rewrite rewrite : every) {
        EXPECT_TRUE(rewritten(scaled(), rewrite)) << static_cast<int>(rewrite);
        EXPECT_EQ(found(scaled(), {}, rewrite), "") << static_cast<int>(rewrite);
    }
}

TEST(Rewrite, PutsArgumentsIntoTheKernelAsLiterals) {
    EXPECT_NE(text_of(scaled(), Rewrite::constants).find("X[ctx.thread] * i32(1)"), std::string::npos)
        << text_of(scaled(), Rewrite::constants);
    const auto folds = wrong_where([](const program::Expression& each) {
        const auto* constant = std::get_if<program::Constant>(&each.node);
        return constant != nullptr && constant->value.bits == 1;
    });
    EXPECT_EQ(found(scaled(), folds, Rewrite::none), "");
    EXPECT_EQ(found(scaled(), folds, Rewrite::constants), "agreement/form/value/i32");
}

TEST(Rewrite, ReadsArgumentsAndLiteralsFromMemory) {
    const std::string text = text_of(scaled(), Rewrite::loaded);
    EXPECT_NE(text.find("* LOADED0[0] + b * LOADED1[0]"), std::string::npos) << text;
    const auto loads = wrong_where([](const program::Expression& each) {
        const auto* load = std::get_if<program::Load>(&each.node);
        return load != nullptr && load->subscripts.size() == 1 &&
               std::holds_alternative<program::Constant>(load->subscripts.front().node);
    });
    EXPECT_EQ(found(scaled(), loads, Rewrite::none), "");
    EXPECT_EQ(found(scaled(), loads, Rewrite::loaded), "agreement/form/value/i32");
}

TEST(Rewrite, TakesUniformValuesByVaryingRoutes) {
    const std::string text = text_of(scaled(), Rewrite::laundered);
    EXPECT_NE(text.find("washed_p = "), std::string::npos) << text;
    EXPECT_NE(text.find("washed_b = "), std::string::npos) << text;
    const auto routes = wrong_where([](const program::Expression& each) {
        return std::holds_alternative<program::Shuffle>(each.node) ||
               std::holds_alternative<program::Elementwise>(each.node);
    });
    EXPECT_EQ(found(scaled(), routes, Rewrite::none), "");
    EXPECT_EQ(found(scaled(), routes, Rewrite::laundered), "agreement/form/value/i32");
}

TEST(Rewrite, KeepsUniformWhatMustBe) {
    const std::string text =
        "@launch(64)\nkernel k(X: tensor<i32>[N], O: tensor<i32>[N], p: i32) {\n"
        "  if p > 0 {\n    barrier()\n  }\n  O[ctx.thread] = p\n  O[ctx.thread] += p\n  O[ctx.thread] += p\n}\n";
    int forms = 0;
    for (std::uint64_t number = 0; number < 40; ++number) {
        const auto form = rewritten(make_trial(number, testing::case_of_text(text, 64)), Rewrite::laundered);
        if (!form) continue;  // no draw has spared the condition
        ++forms;
        EXPECT_NE(form->source->text().find("if p > 0"), std::string_view::npos) << form->source->text();
        EXPECT_NE(form->source->text().find("= washed_p\n"), std::string_view::npos) << form->source->text();
    }
    EXPECT_GT(forms, 20);
}

TEST(Rewrite, LaysBlocksAlongOtherAxesBesideIdleOnes) {
    const auto form = rewritten(scaled(), Rewrite::regridded);
    ASSERT_TRUE(form);
    EXPECT_EQ(form->given.launch.grid, (engine::Block{1, 3, 1}));
    const auto reads_y = wrong_where([](const program::Expression& each) {
        const auto* field = std::get_if<program::ContextUse>(&each.node);
        return field != nullptr && field->field == ContextField::block_y;
    });
    EXPECT_EQ(found(scaled(), reads_y, Rewrite::none), "");
    EXPECT_EQ(found(scaled(), reads_y, Rewrite::regridded), "agreement/form/value/i32");
}

TEST(Rewrite, LeavesAloneWhatMeetsTheGrid) {
    Generated given = testing::case_of_text(
        "@launch(32)\n@persistent\nkernel meet(bar: tensor<i32>[M]) {\n"
        "  grid_barrier(bar)\n}\n");
    auto& counter = std::get<engine::OwnTensor>(given.launch.arguments[0]).tensor;
    for (std::uint64_t i = 0; i < counter.elements(); ++i) counter.store(i, {0});
    const Trial trial = make_trial(0, std::move(given));
    EXPECT_TRUE(rewritten(trial, Rewrite::none));
    EXPECT_FALSE(rewritten(trial, Rewrite::regridded));
}

/// The certificate of a case: every order of blocks, warps and threads leaves the same.
enum class Keeps : std::uint8_t { order, other_order };
std::string found_in(plain::Schedule schedule, const std::string& text, engine::Block grid,
                     Keeps keeps = Keeps::other_order) {
    const auto reference = plain::make_engine();
    const auto other = plain::make_engine(schedule);
    const std::array ways{Way{"reference", reference.get(), {true, true, true}},
                          Way{.name = "order",
                              .engine = other.get(),
                              .offers = {true, true, false},
                              .keeps_order = keeps == Keeps::order}};
    std::array trials{make_trial(7, testing::case_of_text(text, 128, grid))};
    const Verdict verdict = judge(trials, ways).front();
    return verdict.finding ? spelling(verdict.finding->signature) : "";
}

TEST(Certificate, TellsWhatDependsOnTheOrderOfLanesWarpsOrBlocks) {
    const auto storing = [](std::string_view to, std::string_view value) {
        return fmt::format("@launch(64)\nkernel race(O: tensor<i32>[N]) {{\n  O[{}] = {}\n}}\n", to, value);
    };
    for (const plain::Schedule schedule : {plain::Schedule::descending, plain::Schedule::seeded}) {
        EXPECT_EQ(found_in(schedule, storing("ctx.warp", "ctx.lane"), {1, 1, 1}), "agreement/order/value/i32");
        EXPECT_EQ(found_in(schedule, storing("ctx.thread", "ctx.block.x"), {9, 1, 1}), "agreement/order/value/i32");
        EXPECT_EQ(found_in(schedule, storing("ctx.thread + 64 * ctx.block.x", "ctx.thread"), {2, 1, 1}), "");
    }
}

TEST(Certificate, TakesWarpsInTheOtherOrderToo) {
    EXPECT_EQ(found_in(plain::Schedule::descending,
                       "@launch(64)\nkernel race(O: tensor<i32>[N]) {\n  O[ctx.lane] = ctx.warp\n}\n", {1, 1, 1}),
              "agreement/order/value/i32");
}

TEST(Certificate, LeavesOpenWhichOfSeveralFaultsIsMet) {
    const std::string text =
        "@launch(32)\nkernel k(O: tensor<i32>[N]) {\n  O[ctx.thread + 200 * ctx.block.x - 100] = 1\n}\n";
    EXPECT_EQ(found_in(plain::Schedule::descending, text, {3, 1, 1}, Keeps::other_order), "");
    EXPECT_EQ(found_in(plain::Schedule::descending, text, {3, 1, 1}, Keeps::order),
              "agreement/order/fault/out-of-bounds");
}

}  // namespace
}  // namespace phobos::fuzz
