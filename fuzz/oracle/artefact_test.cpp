// SPDX-License-Identifier: Apache-2.0
#include "fuzz/oracle/artefact.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "engine/agreement.h"
#include "engine/io/case.h"
#include "fuzz/oracle/mix.h"
#include "fuzz/oracle/test_support.h"

namespace phobos::fuzz {
namespace {

/// A folder of this test's own.
class Artefact : public ::testing::Test {
protected:
    Artefact() : folder_(std::filesystem::path(::testing::TempDir()) / "phobos_artefact_XXXXXX") {
        std::string name = folder_.string();
        PHOBOS_ASSERT(::mkdtemp(name.data()) != nullptr);
        folder_ = name;
    }
    ~Artefact() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path folder_;
};

bool is_same(const engine::Argument& a, const engine::Argument& b) {
    if (a.index() != b.index()) return false;
    if (const auto* own = std::get_if<engine::OwnTensor>(&a)) {
        const auto& other = std::get<engine::OwnTensor>(b);
        for (std::uint64_t i = 0; i < own->tensor.elements(); ++i)
            if (own->tensor.is_written(i) != other.tensor.is_written(i) ||
                (own->tensor.is_written(i) && own->tensor.load(i) != other.tensor.load(i)))
                return false;
        return own->byte_offset == other.byte_offset && own->tensor.shape() == other.tensor.shape() &&
               own->tensor.element() == other.tensor.element();
    }
    if (const auto* view = std::get_if<engine::ViewOf>(&a)) {
        const auto& other = std::get<engine::ViewOf>(b);
        return view->parameter == other.parameter && view->byte_offset == other.byte_offset &&
               view->element == other.element && view->shape == other.shape;
    }
    const auto& one = std::get<engine::Scalar>(a);
    return one.type == std::get<engine::Scalar>(b).type &&
           engine::agrees(one.type, one.value, std::get<engine::Scalar>(b).value, engine::SameBits{});
}

TEST_F(Artefact, KeepsTheNumberByWhichACaseIsJudged) {
    const Trial trial = make_trial(4711, testing::case_of_text("@launch(32)\nkernel k(O: tensor<i32>[N]) {\n"
                                                               "  O[ctx.thread] = 1\n}\n"));
    for (const auto& [name, number] : std::vector<std::pair<std::string, std::uint64_t>>{
             {name_of_case(4711), 4711}, {"fuzz-4711-reduced", 4711}, {"another", 0}, {"fuzz-x", 0}}) {
        const auto path = write_artefact(trial, "a note", folder_, name);
        ASSERT_TRUE(path) << path.error();
        const auto read = read_artefact(*path);
        ASSERT_TRUE(read) << read.error();
        EXPECT_EQ(read->seed, number) << name;
    }
}

TEST_F(Artefact, HoldsKernelAndDataOfGeneratedCases) {
    int written = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Trial trial = make_trial(seed, generate_kernel(seed, {.faulty = seed % 4 == 3}));
        if (trial.program() == nullptr) continue;
        const auto path = write_artefact(trial, "a note", folder_, "one");
        ASSERT_TRUE(path) << path.error();
        const auto read = read_artefact(*path);
        ASSERT_TRUE(read) << seed << ": " << read.error();
        EXPECT_EQ(read->file, trial.given.file) << seed;
        EXPECT_EQ(read->lanes, trial.given.lanes) << seed;
        EXPECT_EQ(read->launch.grid, trial.given.launch.grid) << seed;
        ASSERT_EQ(read->launch.arguments.size(), trial.given.launch.arguments.size());
        for (std::size_t i = 0; i < read->launch.arguments.size(); ++i)
            EXPECT_TRUE(is_same(read->launch.arguments[i], trial.given.launch.arguments[i])) << seed << " " << i;
        ++written;
    }
    EXPECT_GT(written, 30);
}

TEST_F(Artefact, IsACaseOfTheSuiteThatSaysWhatIsRight) {
    const Trial trial =
        make_trial(0, testing::case_of_text("@launch(32)\nkernel k(X: tensor<i32>[N], O: tensor<i32>[N]) {\n"
                                            "  O[ctx.thread] = X[ctx.thread] + 1\n}\n"));
    const Json json = case_of(trial, run_reference(trial), "one", "a note");
    const auto parsed = io::parse_case(json_text(json));
    ASSERT_TRUE(parsed) << parsed.error().text;
    EXPECT_EQ(parsed->kind, io::CaseKind::run);
    EXPECT_EQ(json["launches"][0]["expect"]["X"], "unchanged");
    const std::string first = json["launches"][0]["expect"]["O"]["bits"][0];
    EXPECT_TRUE(first.starts_with("00000001 00000002 ")) << first;
}

TEST_F(Artefact, OfAFaultSaysWhichAndWhere) {
    const Trial trial = make_trial(
        0, testing::case_of_text("@launch(32)\nkernel k(O: tensor<i32>[N]) {\n  O[ctx.thread + 1] = 1\n}\n"));
    const Json json = case_of(trial, run_reference(trial), "one", "");
    EXPECT_EQ(json["kind"], "fault");
    EXPECT_EQ(json["fault"]["kind"], "out-of-bounds");
    EXPECT_EQ(json["fault"]["line"], 3);
    EXPECT_EQ(json["fault"]["lanes"], "31");
    EXPECT_TRUE(io::parse_case(json_text(json)));
}

TEST_F(Artefact, ThatIsNotThereFailsWithASentence) {
    const auto read = read_artefact(folder_ / "none.json");
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().find("none.json"), std::string::npos);
}

TEST(Mix, AddsUpAndGoesThroughJson) {
    Mix whole;
    Mix first;
    Mix second;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Trial trial = make_trial(seed, generate_kernel(seed, {}));
        if (trial.program() == nullptr) continue;
        whole.add(traits_of(trial));
        (seed < 20 ? first : second).add(traits_of(trial));
    }
    first.add(second);
    EXPECT_EQ(first.json(), whole.json());
    const auto again = Mix::of(whole.json());
    ASSERT_TRUE(again);
    EXPECT_EQ(again->json(), whole.json());
    EXPECT_FALSE(Mix::of(Json{{"kernels", 1}}));
}

TEST(Mix, OfGeneratedKernelsIsWhatACampaignMustHave) {
    Mix mix;
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        const Trial trial = make_trial(seed, generate_kernel(seed, {}));
        if (trial.program() != nullptr) mix.add(traits_of(trial));
    }
    EXPECT_TRUE(keeps_floor(mix)) << mix_text(mix);
}

TEST(Mix, SaysWhatOneKernelIsMadeOf) {
    const Trial trial = make_trial(
        0, testing::case_of_text("@launch(64)\nkernel k(O: tensor<i32>[N]) {\n"
                                 "  if ctx.lane > 3 {\n    O[ctx.thread] += 1\n  }\n  barrier()\n  barrier()\n"
                                 "  O[ctx.thread] = sum<over ctx.lane>(ctx.thread)\n}\n",
                                 64));
    const Traits traits = traits_of(trial);
    EXPECT_EQ(traits.statements, 5);
    EXPECT_EQ(traits.warps, 2);
    EXPECT_TRUE(traits.diverges);
    EXPECT_TRUE(traits.combines);
    EXPECT_EQ(traits.barriers, 2);
    EXPECT_FALSE(traits.has_tiles);
    EXPECT_EQ(traits.rows, (std::set<std::string>{"binary/>", "collective/sum<over ctx.lane>", "compound/+=",
                                                  "context/ctx.lane", "context/ctx.thread", "order/barrier"}));
}

}  // namespace
}  // namespace phobos::fuzz
