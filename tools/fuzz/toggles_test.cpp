// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/toggles.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "interp/exec/engine.h"
#include "tools/fuzz/tally.h"
#include "tools/fuzz/worker.h"
#include "tools/run/engines.h"

namespace phobos::tools {
namespace {

fuzz::Finding finding_of(std::string way) { return {{fuzz::Oracle::agreement, std::move(way), "value", "i32"}, ""}; }

TEST(Toggles, TellWhatTheInterpreterDoesOtherwise) {
    const auto interp = interp::make_engine();
    fuzz::Way moved{"interp moved", interp.get(), {.steps = true, .uninitialised = true, .levels = false}};
    moved.moved_bytes = 4;
    const std::array ways{moved};
    EXPECT_EQ(toggle_vector(case_of_seed(1), finding_of("interp moved"), ways),
              "as it was agrees, baseline instructions agrees, in its plain form agrees, of laundered values agrees, "
              "the reference in descending order agrees");
    EXPECT_EQ(toggle_vector(case_of_seed(1), finding_of("another"), ways), "");
}

TEST(Toggles, TellWhatTheHostEngineDoesOtherwise) {
    auto host = find_engine("host")->make({});
    if (!host) GTEST_SKIP() << host.error();
    const std::array ways{fuzz::Way{"host", host->get(), {}}};
    EXPECT_EQ(toggle_vector(case_of_seed(1), finding_of("host"), ways),
              "as it was agrees, accesses by elements agrees, nothing unrolled agrees, without checks agrees, -O2 "
              "agrees, descending order agrees");
}

TEST(Toggles, AreTheKeyByWhichFindingsAreOne) {
    Tally tally;
    for (const std::string toggles : {"a differs", "a agrees", "", "a differs"})
        tally.found.push_back({tally.found.size(), finding_of("interp"), "case", toggles});
    const std::string text = findings_text(tally);
    EXPECT_NE(text.find("a differs\n  agreement/interp/value/i32 (3 cases"), std::string::npos) << text;
    EXPECT_NE(text.find("a agrees\n  agreement/interp/value/i32 (1 cases"), std::string::npos) << text;
}

}  // namespace
}  // namespace phobos::tools
