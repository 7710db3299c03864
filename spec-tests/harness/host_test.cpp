// SPDX-License-Identifier: Apache-2.0
// Every case that runs, as emitted text on the CPU, with and without checks.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>

#include "backend/host/engine.h"
#include "spec-tests/harness/test_support.h"

namespace phobos::harness {
namespace {

void expect_all_hold(std::uint64_t share, emit::Checking checking) {
    host::Options options;
    options.checking = checking;
    options.worker = places::programs() / "phobos-host-worker";
    options.jobs = 1;  // the shares run side by side
    // How the threads of a block are taken must not matter, above all where a barrier was left out.
    options.order = checking == emit::Checking::faults ? host::Order::descending : host::Order::seeded;
    const auto engine = host::make_engine(options);
    expect_share_holds(share, checking, Machine::host, *engine);
}

class HostEngine : public testing::TestWithParam<std::uint64_t> {};

TEST_P(HostEngine, JudgesCasesInCheckedTexts) { expect_all_hold(GetParam(), emit::Checking::faults); }

TEST_P(HostEngine, JudgesCasesInTextsWithoutChecks) { expect_all_hold(GetParam(), emit::Checking::nothing); }

INSTANTIATE_TEST_SUITE_P(Shares, HostEngine, testing::Range<std::uint64_t>(0, shares));

}  // namespace
}  // namespace phobos::harness
