// SPDX-License-Identifier: Apache-2.0
// Generated kernels give the same as emitted text on the CPU as on the evaluator of single threads.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "backend/host/engine.h"
#include "engine/agreement.h"
#include "engine/assumptions.h"
#include "engine/engine.h"
#include "fuzz/generate/generate.h"
#include "interp/plain/engine.h"
#include "lang/check/check.h"
#include "lang/source/source_file.h"
#include "lang/syntax/printer.h"

namespace phobos::host {
namespace {

constexpr std::uint64_t kernels_per_test = 12;

engine::Settings settings(engine::Checks checks) {
    engine::Settings result;
    result.checks = checks;
    result.limits.time = std::chrono::seconds{20};
    return result;
}

/// A valid kernel, its launch and what the reference makes of it.
struct Trial {
    std::uint64_t seed;
    std::string source;
    program::CheckedProgram program;
    engine::Launch launch;
    engine::Ran expected;

    /// With nothing assumed of the launch, what engines assume, or also the value of every dim.
    [[nodiscard]] engine::Instance instance() const {
        const auto dims = engine::bind(program.program(), launch);
        if (seed % 3 == 0 || !dims) return {&program, {}};
        program::LaunchAssumptions assumptions = engine::assumptions_of(program.program(), launch, *dims);
        if (seed % 3 == 1) assumptions.values.assign(dims->values.begin(), dims->values.end());
        return {&program, std::move(assumptions)};
    }
};

/// What of `outcome` every engine tells alike.
std::string told(const engine::Outcome& outcome) {
    std::string text(engine::spelling(outcome));
    if (const auto* trapped = std::get_if<engine::Trapped>(&outcome)) {
        const engine::Place& place = trapped->place;
        text += fmt::format(": {} at site {}, block {} {} {}, warp {}, lanes {:x}: {}",
                            engine::row(trapped->kind).spelling, place.site.index, place.block.x, place.block.y,
                            place.block.z, place.warp, place.lanes, trapped->message);
    }
    if (const auto* failed = std::get_if<engine::Failed>(&outcome)) text += ": " + failed->stage + failed->message;
    if (const auto* none = std::get_if<engine::Unsupported>(&outcome)) text += ": " + none->message;
    return text;
}

/// The first element in which two launches' tensors differ; empty if there is none.
std::string difference(const engine::Ran& expected, const engine::Ran& actual) {
    if (!actual.damaged.empty()) return "the guard zones of an argument are damaged";
    for (std::size_t i = 0; i < expected.tensors.size(); ++i) {
        const engine::Tensor& a = expected.tensors[i];
        const engine::Tensor& b = actual.tensors[i];
        for (std::uint64_t k = 0; k < a.elements(); ++k)
            if (a.is_written(k) && !engine::agrees(a.element(), a.load(k), b.load(k), engine::SameBits{}))
                return fmt::format("argument {} element {}: {:#x} by the reference, else {:#x}", i, k, a.load(k).bits,
                                   b.load(k).bits);
    }
    return "";
}

/// Trials of the seeds from one on. Reads of what is unwritten, which this engine does not look for, leave nothing to
/// compare.
std::vector<Trial> trials(std::uint64_t first, const fuzz::Options& options) {
    std::vector<Trial> result;
    const auto reference = plain::make_engine();
    for (std::uint64_t seed = first; seed < first + kernels_per_test; ++seed) {
        fuzz::Generated generated = fuzz::generate_kernel(seed, options);
        check::Checked checked = check::check(generated.file, check::Target{generated.lanes}, {});
        if (checked.kernels.size() != 1) continue;
        program::CheckedProgram& program = checked.kernels.front();
        engine::Ran expected =
            engine::run(*reference, program, generated.launch, settings({.uninitialised = true, .races = false}));
        const auto* trapped = std::get_if<engine::Trapped>(&expected.outcome);
        if (trapped != nullptr && trapped->kind == engine::FaultKind::uninitialised) continue;
        result.push_back({seed, syntax::print(generated.file), std::move(program), std::move(generated.launch),
                          std::move(expected)});
    }
    return result;
}

void expect_agreement(std::uint64_t first, emit::Checking checking, const fuzz::Options& options) {
    const std::vector<Trial> all = trials(first, options);
    EXPECT_GT(all.size(), kernels_per_test / 2);
    std::vector<engine::Instance> instances;
    for (const Trial& trial : all) instances.push_back(trial.instance());
    const auto host =
        make_engine({.checking = checking, .worker = std::filesystem::path(PHOBOS_BIN_DIR) / "phobos-host-worker"});
    const auto prepared = host->prepare(instances);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto about = [&] { return fmt::format("seed {}\n{}", all[i].seed, all[i].source); };
        const auto* const runnable = std::get_if<std::unique_ptr<engine::Prepared>>(&prepared[i]);
        if (runnable == nullptr) continue;  // more shared memory than this engine has
        const engine::Ran actual = engine::run(*host, **runnable, all[i].program.program(), all[i].launch,
                                               settings({.uninitialised = false, .races = false}));
        EXPECT_EQ(told(actual.outcome), told(all[i].expected.outcome)) << about();
        if (std::holds_alternative<engine::Finished>(actual.outcome)) {
            EXPECT_EQ(difference(all[i].expected, actual), "") << about();
        }
    }
}

/// Each seed is the first of as many kernels.
class Generated : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Generated, AgreesWithTheReference) { expect_agreement(GetParam(), emit::Checking::nothing, {}); }
TEST_P(Generated, AgreesWithTheReferenceWithChecks) { expect_agreement(GetParam(), emit::Checking::faults, {}); }
TEST_P(Generated, FaultsLikeTheReference) {
    fuzz::Options options;
    options.faulty = true;
    expect_agreement(GetParam(), emit::Checking::faults, options);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Generated, testing::Values(0));

}  // namespace
}  // namespace phobos::host
