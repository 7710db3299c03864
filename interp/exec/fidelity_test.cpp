// SPDX-License-Identifier: Apache-2.0
#include "lang/check/fidelity.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include "engine/agreement.h"
#include "engine/enclosure.h"
#include "fuzz/generate/generate.h"
#include "interp/plain/encloser.h"
#include "lang/check/check.h"
#include "lang/source/source_file.h"
#include "lang/syntax/printer.h"

/// What the grading calls exact has one value by intervals too, and nothing undecided escapes it.
namespace phobos::interp {
namespace {

/// The first element of an exact tensor that may have two values; empty if there is none.
std::string counterexample(const program::Program& program, const check::FidelityReport& report,
                           const std::vector<engine::Enclosure>& enclosures) {
    for (std::size_t i = 0; i < program.parameters.size(); ++i) {
        const auto* id = std::get_if<program::TensorId>(&program.parameters[i]);
        if (id == nullptr || report.tensors[id->index].fidelity != check::Fidelity::exact) continue;
        const engine::Enclosure& enclosure = enclosures[i];
        for (std::uint64_t k = 0; k < enclosure.low.elements(); ++k)
            if (enclosure.low.is_written(k) && !engine::agrees(enclosure.low.element(), enclosure.low.load(k),
                                                               enclosure.high.load(k), engine::SameBits{}))
                return program.tensors[id->index].name + " element " + std::to_string(k);
    }
    return "";
}

class FidelitySeeds : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(FidelitySeeds, CallsNothingExactThatIsNot) {
    const auto encloser = plain::make_encloser();
    engine::Settings settings;
    settings.limits.steps = 200'000;
    int enclosed = 0;
    int inexact = 0;
    for (std::uint64_t seed = GetParam(); seed < GetParam() + 100; ++seed) {
        const fuzz::Generated generated = fuzz::generate_kernel(seed, {});
        const SourceFile source{"generated.ph", syntax::print(generated.file)};
        check::Checked checked = check::check(source, check::Target{generated.lanes}, {});
        if (checked.kernels.size() != 1) continue;
        const program::CheckedProgram& program = checked.kernels.front();
        const check::FidelityReport report = check::grade_fidelity(program.program());
        const auto result = encloser->enclose(program, generated.launch, settings);
        if (result) {
            ++enclosed;
            for (const check::Grade& grade : report.tensors)
                inexact += grade.fidelity != check::Fidelity::exact ? 1 : 0;
            EXPECT_EQ(counterexample(program.program(), report, *result), "") << "seed " << seed << "\n"
                                                                              << source.text();
        } else if (const auto* undecided = std::get_if<engine::Undecided>(&result.error())) {
            const bool is_atomic =
                program.site(undecided->place.site).kind == program::SiteKind::atomic;  // which nothing reaches
            EXPECT_TRUE(is_atomic || !report.reached.empty()) << "seed " << seed << "\n" << source.text();
        }
    }
    EXPECT_GT(enclosed, 20);
    EXPECT_GT(inexact, 5);
}

INSTANTIATE_TEST_SUITE_P(Seeds, FidelitySeeds, ::testing::Values(0, 100, 200));

}  // namespace
}  // namespace phobos::interp
