// SPDX-License-Identifier: Apache-2.0
#include "fuzz/oracle/refusal.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "fuzz/generate/mode.h"
#include "fuzz/oracle/mix.h"

namespace phobos::fuzz {
namespace {

using diagnostics::Code;

TEST(Twins, AreRefusedForTheirErrorAndReachEveryCodeThatIsPromised) {
    Mix mix;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Trial trial =
            make_trial(seed, generate_kernel(seed, options_of(seed, Mode::invalid, GridBarriers::left_out)));
        Refusals refusals = judge_twins(trial);
        ASSERT_FALSE(refusals.verdict.finding.has_value()) << seed << ' ' << refusals.verdict.finding->text << '\n'
                                                           << refusals.wrong;
        if (trial.program() == nullptr) continue;
        Traits traits = traits_of(trial);
        traits.refused = std::move(refusals.codes);
        mix.add(traits);
    }
    EXPECT_EQ(mix.refused_codes(), codes_of_twins().size());
    EXPECT_NE(mix_text(mix).find("twins were refused for"), std::string::npos);
}

TEST(Twins, ReachAllCodesOfErrorsInATextButThoseOfSettingsOfAllAccessesTogetherAndOfGreatSizes) {
    std::set<Code> rest;
    for (const diagnostics::CodeRow& row : diagnostics::code_rows)
        if (row.number < 700 && row.severity == diagnostics::Severity::error) rest.insert(row.code);
    for (const Code code : codes_of_twins()) rest.erase(code);
    EXPECT_EQ(rest, (std::set{Code::unknown_setting, Code::setting_range, Code::uncoalesced_access,
                              Code::source_too_large, Code::program_too_large}));
}

/// What is found of a kernel whose body is the text, taken for a twin.
std::string found(const std::string& body, Code code, Span place) {
    const auto finding = judge_twin({"@launch(32)\nkernel one() {\n" + body + "\n}\n", code, place, "edit"}, 32);
    return finding ? spelling(finding->signature) : "";
}

TEST(Twins, AreFoundToBeTakenOtherwise) {
    const Span there{35, 41};
    EXPECT_EQ(found("let a = nosuch", Code::unknown_name, there), "");
    EXPECT_EQ(found("let a = nosuch", Code::unknown_name, {0, 5}), "refusal/text/place/unknown_name");
    EXPECT_EQ(found("let a = nosuch", Code::wrong_type, there), "refusal/text/code/wrong_type");
    EXPECT_EQ(found("let a = 1", Code::unknown_name, there), "refusal/text/accepted/unknown_name");
    EXPECT_EQ(found("let a = nosuch\nlet b = nosuch", Code::unknown_name, there), "refusal/text/errors/unknown_name");
}

}  // namespace
}  // namespace phobos::fuzz
