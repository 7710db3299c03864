// SPDX-License-Identifier: Apache-2.0
#include "engine/assumptions.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "engine/engine.h"
#include "lang/check/check.h"
#include "lang/source/source_file.h"

namespace phobos::engine {
namespace {

program::CheckedProgram example() {
    check::Checked checked = check::check(
        SourceFile("k.ph",
                   "kernel k(X: tensor<f32>[R, K], s: i32, Y: tensor<u8>[R], W: tensor<f64>[K, 4]) {\n"
                   "  if ctx.thread < R {\n    W[ctx.thread % K, s] = f64(X[ctx.thread, 0]) + f64(Y[ctx.thread])\n  }\n"
                   "}\n"),
        {32}, {});
    return std::move(checked.kernels.at(0));
}

OwnTensor zeros(ScalarType element, std::vector<std::int64_t> shape, std::int64_t byte_offset) {
    return {*make_zeroed(element, std::move(shape)), byte_offset};
}

constexpr program::Congruence modulo_128(int residue) { return {7, static_cast<std::uint8_t>(residue)}; }

program::LaunchAssumptions assumed(const program::Program& program, const Launch& launch) {
    const auto dims = bind(program, launch);
    EXPECT_TRUE(dims) << dims.error().message;
    return assumptions_of(program, launch, *dims);
}

TEST(Assumptions, AreResiduesOfDimsAndAddresses) {
    const program::CheckedProgram program = example();
    Launch launch{{zeros(ScalarType::f32, {300, 8}, 20), Scalar{ScalarType::i32, {1}},
                   zeros(ScalarType::u8, {300}, 259), zeros(ScalarType::f64, {8, 4}, 0)},
                  {1, 1, 1}};
    const program::LaunchAssumptions assumptions = assumed(program.program(), launch);
    EXPECT_EQ(assumptions.dims, (std::vector{modulo_128(44), modulo_128(8)}));
    EXPECT_EQ(assumptions.addresses, (std::vector{modulo_128(20), modulo_128(3), modulo_128(0)}));
    EXPECT_TRUE(assumptions.values.empty());
}

TEST(Assumptions, OfViewsCountFromTheMemoryTheyLieIn) {
    const program::CheckedProgram program = example();
    const Launch launch{{zeros(ScalarType::f32, {100, 1}, 124), Scalar{ScalarType::i32, {1}},
                         ViewOf{0, 9, ScalarType::u8, {100}}, zeros(ScalarType::f64, {1, 4}, 8)},
                        {1, 1, 1}};
    EXPECT_EQ(assumed(program.program(), launch).addresses,
              (std::vector{modulo_128(124), modulo_128(5), modulo_128(8)}));
}

/// Keeps what it was to prepare, and runs nothing.
class Recorder : public Engine {
public:
    [[nodiscard]] std::string_view name() const override { return "recorder"; }
    std::vector<std::variant<std::unique_ptr<Prepared>, Unsupported>> prepare(
        std::span<const Instance> instances) override {
        assumptions = instances.front().assumptions;
        std::vector<std::variant<std::unique_ptr<Prepared>, Unsupported>> result;
        result.emplace_back(Unsupported{"running", ""});
        return result;
    }
    std::variant<std::unique_ptr<Buffers>, Outcome> upload(const program::Program&, Launch, const Settings&) override {
        return Outcome{Unsupported{"running", ""}};
    }

    std::optional<program::LaunchAssumptions> assumptions;
};

TEST(Assumptions, AreGivenToTheEngineThatRuns) {
    const program::CheckedProgram program = example();
    const Launch launch{{zeros(ScalarType::f32, {5, 2}, 4), Scalar{ScalarType::i32, {1}}, zeros(ScalarType::u8, {5}, 0),
                         zeros(ScalarType::f64, {2, 4}, 0)},
                        {1, 1, 1}};
    Recorder recorder;
    EXPECT_EQ(spelling(run(recorder, program, launch, {}).outcome), "unsupported");
    EXPECT_EQ(recorder.assumptions, assumed(program.program(), launch));
}

TEST(Assumptions, OfCodeForSeveralLaunchesAreWhatTheseShare) {
    const program::LaunchAssumptions actual{{{7, 48}, {7, 8}, {3, 0}}, {5}, {{7, 0}, {7, 100}, {2, 2}}};
    const program::LaunchAssumptions expected{{{4, 0}, {}, {}}, {}, {{4, 0}, {4, 4}, {2, 2}}};
    EXPECT_EQ(specialisation_of(actual), expected);
}

}  // namespace
}  // namespace phobos::engine
