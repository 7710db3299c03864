// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/agreement.h"
#include "engine/engine.h"
#include "fuzz/generate/generate.h"
#include "interp/exec/engine.h"
#include "interp/meaning/test_support.h"
#include "interp/plain/engine.h"
#include "lang/check/check.h"
#include "lang/source/source_file.h"
#include "lang/syntax/parser.h"
#include "lang/syntax/printer.h"

/// Generated kernels give the same on the interpreter, whatever the processor and the number of workers, as on the
/// evaluator of single threads.
namespace phobos::interp {
namespace {

std::string hex(ScalarBits value) { return fmt::format("{:#x}", value.bits); }

std::string place_text(const engine::Place& place, const SourceFile& source) {
    std::string text = "line " + std::to_string(source.position(place.span.begin).line);
    text += ", block " + std::to_string(place.block.x) + " " + std::to_string(place.block.y);
    return text + ", warp " + std::to_string(place.warp) + ", lanes " + hex({place.lanes});
}

/// The kind of an outcome; of a fault also what, where, in which threads and with which values.
std::string outcome_text(const engine::Outcome& outcome, const SourceFile& source) {
    std::string text(engine::spelling(outcome));
    if (const auto* trapped = std::get_if<engine::Trapped>(&outcome)) {
        text += ": " + std::string(engine::row(trapped->kind).spelling) + " at " + place_text(trapped->place, source);
        text += ": " + trapped->message;
        for (const engine::FaultValue& value : trapped->values) text += ", " + value.name + " " + hex(value.bits);
    }
    if (const auto* finished = std::get_if<engine::Finished>(&outcome))
        text += " after " + std::to_string(finished->steps) + " steps";
    if (const auto* limited = std::get_if<engine::Limited>(&outcome)) text += ": " + limited->message;
    if (const auto* unsupported = std::get_if<engine::Unsupported>(&outcome)) text += ": " + unsupported->message;
    if (const auto* error = std::get_if<engine::LaunchError>(&outcome)) text += ": " + error->message;
    if (const auto* violation = std::get_if<engine::LevelViolation>(&outcome))
        text += ": " + violation->message + " at " + place_text(violation->place, source);
    return text;
}

/// The first element in which two launches' tensors differ; empty if there is none.
std::string difference(const engine::Ran& expected, const engine::Ran& actual) {
    if (!actual.damaged.empty()) return "the guard zones of an argument are damaged";
    for (std::size_t i = 0; i < expected.tensors.size(); ++i) {
        const engine::Tensor& a = expected.tensors[i];
        const engine::Tensor& b = actual.tensors[i];
        for (std::uint64_t k = 0; k < a.elements(); ++k) {
            const std::string where = "argument " + std::to_string(i) + " element " + std::to_string(k);
            if (a.is_written(k) != b.is_written(k)) return where + ": only one is written";
            if (!engine::agrees(a.element(), a.load(k), b.load(k), engine::SameBits{}))
                return where + ": " + hex(a.load(k)) + " by the reference, else " + hex(b.load(k));
        }
    }
    return "";
}

/// By the reference, which checks the claimed levels too if `checks` says so.
engine::Ran run_reference(const program::CheckedProgram& program, const engine::Launch& launch, engine::Checks checks) {
    engine::Settings settings;
    settings.checks = checks;
    const auto reference = plain::make_engine();
    return engine::run(*reference, program, launch, settings);
}

/// Runs one kernel everywhere; what differs first.
std::string first_difference(const program::CheckedProgram& program, const engine::Launch& launch,
                             const SourceFile& source, const engine::Ran& expected) {
    engine::Settings settings;
    settings.checks.races = false;
    const std::string outcome = outcome_text(expected.outcome, source);
    const bool finished = std::holds_alternative<engine::Finished>(expected.outcome);
    if (!finished && !std::holds_alternative<engine::Trapped>(expected.outcome)) return "the reference " + outcome;
    const auto difference_of = [&](meaning::Isa isa, const std::string& which) -> std::string {
        const auto engine = make_engine(isa);
        const engine::Ran actual = engine::run(*engine, program, launch, settings);
        if (outcome_text(actual.outcome, source) != outcome)
            return which + outcome_text(actual.outcome, source) + "; the reference " + outcome;
        const std::string found = finished ? difference(expected, actual) : "";
        return found.empty() ? "" : which + found;
    };
    for (const meaning::Isa isa : meaning::levels_of_this_processor())
        for (const int jobs : {1, 3}) {
            settings.jobs = jobs;
            const std::string which = fmt::format("isa {}, jobs {}: ", static_cast<int>(isa), jobs);
            if (std::string found = difference_of(isa, which); !found.empty()) return found;
        }
    settings.checks.races = true;  // a generated kernel has none
    return difference_of(meaning::best_isa(), "races looked for: ");
}

std::string launch_text(const fuzz::Generated& generated) {
    const engine::Block& grid = generated.launch.grid;
    std::string text =
        "lanes " + std::to_string(generated.lanes) + ", grid " + std::to_string(grid.x) + "x" + std::to_string(grid.y);
    for (const engine::Argument& argument : generated.launch.arguments)
        if (const auto* own = std::get_if<engine::OwnTensor>(&argument))
            text += ", " + std::string(spelling(own->tensor.element())) + " " +
                    engine::spelling_of_shape(own->tensor.shape());
        else if (const auto* one = std::get_if<engine::Scalar>(&argument))
            text += ", " + std::string(spelling(one->type)) + " " + hex(one->value);
        else
            text += ", a view";
    return text;
}

bool has_grid_barrier(const program::CheckedProgram& program) {
    return std::ranges::any_of(program.program().sites,
                               [](const program::Site& site) { return site.kind == program::SiteKind::grid_barrier; });
}

struct Tally {
    int valid = 0;
    int invalid = 0;
    int trapped = 0;
    int refused = 0;  ///< a barrier of the grid, which this engine does not run
};

void compare_one(std::uint64_t seed, const fuzz::Options& options, Tally& tally) {
    const fuzz::Generated generated = fuzz::generate_kernel(seed, options);
    const SourceFile source{"generated.ph", syntax::print(generated.file)};
    const auto about = [&] { return fmt::format("seed {}, {}\n{}", seed, launch_text(generated), source.text()); };
    const syntax::Parsed parsed = syntax::parse(source);
    ASSERT_EQ(parsed.file, generated.file) << about();
    const check::Checked checked = check::check(parsed.file, check::Target{generated.lanes}, {});
    if (checked.kernels.size() != 1) {
        ++tally.invalid;
        return;
    }
    ++tally.valid;
    const engine::Checks checks{.uninitialised = true, .races = false, .levels = seed % 4 == 0};
    const engine::Ran expected = run_reference(checked.kernels.front(), generated.launch, checks);
    if (std::holds_alternative<engine::Trapped>(expected.outcome)) ++tally.trapped;
    if (has_grid_barrier(checked.kernels.front())) {
        ++tally.refused;
        const engine::Ran actual = engine::run(*make_engine(), checked.kernels.front(), generated.launch, {});
        ASSERT_TRUE(std::holds_alternative<engine::Unsupported>(actual.outcome)) << about();
        return;
    }
    ASSERT_EQ(first_difference(checked.kernels.front(), generated.launch, source, expected), "") << about();
}

/// Each seed is the first of as many kernels.
class Generated : public testing::TestWithParam<std::uint64_t> {};
constexpr std::uint64_t kernels_per_test = 500;

TEST_P(Generated, AgreesWithTheReference) {
    Tally tally;
    for (std::uint64_t seed = GetParam(); seed < GetParam() + kernels_per_test; ++seed) {
        compare_one(seed, {}, tally);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(tally.valid, static_cast<int>(kernels_per_test * 9 / 10));
    EXPECT_LT(tally.refused, static_cast<int>(kernels_per_test / 10));
    EXPECT_EQ(tally.trapped, 0);
}

TEST_P(Generated, FaultsLikeTheReference) {
    fuzz::Options options;
    options.faulty = true;
    Tally tally;
    for (std::uint64_t seed = GetParam(); seed < GetParam() + kernels_per_test / 2; ++seed) {
        compare_one(seed, options, tally);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(tally.trapped, static_cast<int>(kernels_per_test / 10));
}

// Fewer where everything takes longer.
#ifdef PHOBOS_SANITIZED
INSTANTIATE_TEST_SUITE_P(Seeds, Generated, testing::Values(0, 500));
#else
INSTANTIATE_TEST_SUITE_P(Seeds, Generated, testing::Values(0, 500, 1000, 1500, 2000));
#endif

TEST(Generator, GivesTheSameForOneSeed) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const fuzz::Generated first = fuzz::generate_kernel(seed, {});
        const fuzz::Generated second = fuzz::generate_kernel(seed, {});
        EXPECT_EQ(first.file, second.file);
        EXPECT_EQ(launch_text(first), launch_text(second));
    }
}

}  // namespace
}  // namespace phobos::interp
