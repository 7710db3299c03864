// SPDX-License-Identifier: Apache-2.0
// Every case that runs, as emitted text on a GPU, with and without checks; skipped where there is none.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <thread>
#include <utility>

#include "backend/device/driver.h"
#include "backend/device/engine.h"
#include "backend/nvrtc/compiler.h"
#include "spec-tests/harness/test_support.h"

namespace phobos::harness {
namespace {

class CudaEngine : public testing::TestWithParam<std::uint64_t> {
protected:
    static void expect_all_hold(emit::Checking checking) {
        auto driver = device::Driver::open(device::default_driver_names());
        if (!driver) GTEST_SKIP() << driver.error().text;
        nvrtc::CompilerOptions options;
        const auto worker = std::filesystem::path(PHOBOS_BIN_DIR) / "phobos-nvrtc-worker";
        const int cores = static_cast<int>(std::thread::hardware_concurrency());
        options.pool = nvrtc::PoolOptions{{worker.string()}, cores};
        auto compiler = nvrtc::Compiler::make(std::move(options));
        if (!compiler) GTEST_SKIP() << compiler.error().text;
        const device::Compile compile = [&](std::span<const nvrtc::Job> jobs) {
            return compiler->compile(jobs).results;
        };
        const auto engine = device::make_engine(std::make_shared<const device::Driver>(std::move(*driver)),
                                                {0, checking, compile, device::Specialising::for_instances});
        ASSERT_TRUE(engine.has_value()) << engine.error().text;
        expect_share_holds(GetParam(), checking, Machine::card, **engine);
    }
};

TEST_P(CudaEngine, JudgesCasesInCheckedTexts) { expect_all_hold(emit::Checking::faults); }

TEST_P(CudaEngine, JudgesCasesInTextsWithoutChecks) { expect_all_hold(emit::Checking::nothing); }

INSTANTIATE_TEST_SUITE_P(Shares, CudaEngine, testing::Range<std::uint64_t>(0, shares));

}  // namespace
}  // namespace phobos::harness
