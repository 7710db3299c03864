// SPDX-License-Identifier: Apache-2.0
// Every case that runs, as emitted text on a GPU, with and without checks; skipped where there is none.
#include <gtest/gtest.h>

#include <cstdint>

#include "spec-tests/harness/card_test_support.h"
#include "spec-tests/harness/test_support.h"

namespace phobos::harness {
namespace {

class CudaEngine : public testing::TestWithParam<std::uint64_t> {
protected:
    static void expect_all_hold(emit::Checking checking) {
        const auto card = Card::open();
        if (!card) GTEST_SKIP() << card.error();
        const auto engine = card->engine(checking);
        ASSERT_TRUE(engine.has_value()) << engine.error().text;
        expect_share_holds(GetParam(), checking, Machine::card, **engine);
    }
};

TEST_P(CudaEngine, JudgesCasesInCheckedTexts) { expect_all_hold(emit::Checking::faults); }

TEST_P(CudaEngine, JudgesCasesInTextsWithoutChecks) { expect_all_hold(emit::Checking::nothing); }

INSTANTIATE_TEST_SUITE_P(Shares, CudaEngine, testing::Range<std::uint64_t>(0, shares));

}  // namespace
}  // namespace phobos::harness
