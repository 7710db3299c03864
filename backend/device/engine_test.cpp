// SPDX-License-Identifier: Apache-2.0
#include "backend/device/engine.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "lang/check/check.h"
#include "lang/source/source_file.h"

namespace phobos::device {
namespace {

std::string fake(const std::string& name) { return std::string(PHOBOS_FAKES_DIR) + "/libphobos_" + name + ".so"; }

Result<Driver, Unavailable> opened(const std::string& name) {
    const std::vector<std::string> names{fake(name)};
    return Driver::open(names);
}

std::shared_ptr<const Driver> driver(const std::string& name = "fake_driver") {
    auto result = opened(name);
    EXPECT_TRUE(result.has_value()) << result.error().text;
    return std::make_shared<const Driver>(std::move(*result));
}

TEST(Driver, TellsWhyThereIsNone) {
    using Kind = Unavailable::Kind;
    const std::vector<std::pair<std::string, Kind>> fakes{
        {"fake_driver_old", Kind::too_old},           {"fake_driver_no_device", Kind::no_device},
        {"fake_driver_none", Kind::no_device},        {"fake_driver_mismatch", Kind::no_driver},
        {"fake_driver_incomplete", Kind::incomplete}, {"fake_driver_that_is_not_there", Kind::no_library},
    };
    for (const auto& [name, kind] : fakes) {
        const auto result = opened(name);
        ASSERT_FALSE(result.has_value()) << name;
        EXPECT_EQ(result.error().kind, kind) << name << ": " << result.error().text;
        EXPECT_FALSE(result.error().text.empty()) << name;
    }
    EXPECT_NE(opened("fake_driver_old").error().text.find("11.8"), std::string::npos);
    EXPECT_NE(opened("fake_driver_mismatch").error().text.find("FAKE_803"), std::string::npos);
    EXPECT_NE(opened("fake_driver_incomplete").error().text.find("cuLaunchKernel"), std::string::npos);
}

program::CheckedProgram checked(const std::string& text, int lanes = 32) {
    const SourceFile source{"test.ph", text};
    check::Checked result = check::check(source, check::Target{lanes}, {});
    EXPECT_EQ(result.kernels.size(), 1U);
    return std::move(result.kernels.front());
}

const std::string filling =
    "@launch(32)\nkernel k(A: tensor<f32>[N], O: tensor<i32>[N], s: i32) {\n"
    "  O[ctx.thread] = i32(A[ctx.thread]) + s\n}\n";

engine::Launch launch(std::int64_t elements, std::int64_t offset = 0) {
    engine::Launch result;
    result.arguments.emplace_back(engine::OwnTensor{*engine::make_zeroed(ScalarType::f32, {elements}), offset});
    result.arguments.emplace_back(engine::OwnTensor{*engine::make_zeroed(ScalarType::i32, {elements}), 0});
    result.arguments.emplace_back(engine::Scalar{ScalarType::i32, {7}});
    return result;
}

engine::Settings settings() {
    engine::Settings result;
    result.checks = {false, false, false};
    return result;
}

/// An engine whose compiler gives the script for every text, and keeps the texts.
struct Scripted {
    explicit Scripted(const std::string& script, const std::string& driver_name = "fake_driver",
                      emit::Checking checking = emit::Checking::nothing,
                      Specialising specialising = Specialising::for_launches, Guards guards = Guards::zones) {
        const Compile compile = [this, script](std::span<const nvrtc::Job> jobs, engine::Deadline) {
            std::vector<nvrtc::Compilation> results;
            for (const nvrtc::Job& job : jobs) {
                texts.push_back(job.text);
                EXPECT_EQ(job.architecture, "sm_90");
                nvrtc::Compiled compiled;
                compiled.cubin = script;
                results.emplace_back(std::move(compiled));
            }
            return results;
        };
        auto made = make_engine(driver(driver_name), {0, checking, compile, specialising, guards});
        EXPECT_TRUE(made.has_value());
        engine = std::move(*made);
    }

    engine::Ran run(const program::CheckedProgram& program, engine::Launch with, const engine::Settings& how) {
        return engine::run(*engine, program, std::move(with), how);
    }

    std::vector<std::string> texts;
    std::unique_ptr<engine::Engine> engine;
};

TEST(CudaEngine, RunsAndBringsBackWhatWasWritten) {
    Scripted scripted("fill 1 256 1");
    const auto program = checked(filling);
    const engine::Ran ran = scripted.run(program, launch(64), settings());
    EXPECT_EQ(engine::spelling(ran.outcome), "finished");
    ASSERT_EQ(ran.tensors.size(), 3U);
    for (std::uint64_t i = 0; i < 64; ++i) EXPECT_EQ(ran.tensors[1].load(i).bits, 0x01010101U);
    for (std::uint64_t i = 0; i < 64; ++i) EXPECT_EQ(ran.tensors[0].load(i).bits, 0U);
    EXPECT_TRUE(ran.damaged.empty());
}

TEST(CudaEngine, SeesWritesOutsideOfArguments) {
    Scripted scripted("fill 1 257 1");
    EXPECT_EQ(scripted.run(checked(filling), launch(64), settings()).damaged, std::vector<std::size_t>{1});
}

TEST(CudaEngine, WithoutZonesTheMemoryEndsWhereTheTensorDoes) {
    // Two tensors that fill the device's memory.
    constexpr std::int64_t elements = std::int64_t{1} << 17;
    const auto run = [&](Guards guards) {
        Scripted scripted("fill 1 8 1", "fake_driver", emit::Checking::nothing, Specialising::for_launches, guards);
        return scripted.run(checked(filling), launch(elements), settings());
    };
    EXPECT_EQ(std::get<engine::Limited>(run(Guards::zones).outcome).kind, engine::LimitKind::memory);
    const engine::Ran ran = run(Guards::none);
    EXPECT_EQ(engine::spelling(ran.outcome), "finished");
    EXPECT_EQ(ran.tensors[1].load(1).bits, 0x01010101U);
    EXPECT_TRUE(ran.damaged.empty());
}

TEST(CudaEngine, CompilesOnceForLaunchesOfOneKind) {
    Scripted scripted("");
    const auto program = checked(filling);
    const std::vector<engine::Instance> instances{{&program, {}}};
    auto prepared = scripted.engine->prepare(instances);
    auto& kernel = *std::get<0>(prepared[0]);
    const auto run = [&](std::int64_t elements, std::int64_t offset) {
        auto buffers = scripted.engine->upload(program.program(), launch(elements, offset), settings());
        return engine::spelling(kernel.launch(*std::get<0>(buffers), {1, 1, 1}, settings()));
    };
    for (const std::int64_t elements : {64, 128, 4096}) EXPECT_EQ(run(elements, 0), "finished");
    const std::size_t texts = scripted.texts.size();
    EXPECT_EQ(texts, 2U);  // for the instance, which assumes nothing, and for multiples of 16
    EXPECT_EQ(run(65, 0), "finished");
    EXPECT_EQ(run(64, 4), "finished");
    EXPECT_EQ(scripted.texts.size(), texts + 2);
    EXPECT_EQ(run(67, 0), "finished");
    EXPECT_EQ(run(4096, 4), "finished");
    EXPECT_EQ(scripted.texts.size(), texts + 2);
}

TEST(CudaEngine, RunsTheCodeOfItsInstanceWhereThatIsAsked) {
    Scripted scripted("", "fake_driver", emit::Checking::nothing, Specialising::for_instances);
    const auto program = checked(filling);
    program::LaunchAssumptions assumptions;
    assumptions.values = {64};
    const std::vector<engine::Instance> instances{{&program, assumptions}};
    auto prepared = scripted.engine->prepare(instances);
    auto buffers = scripted.engine->upload(program.program(), launch(64), settings());
    const engine::Outcome outcome = std::get<0>(prepared[0])->launch(*std::get<0>(buffers), {1, 1, 1}, settings());
    EXPECT_EQ(engine::spelling(outcome), "finished");
    EXPECT_EQ(scripted.texts.size(), 1U);
}

TEST(CudaEngine, ReportsWhatTheDriverRefuses) {
    for (const auto& [script, stage] : std::vector<std::pair<std::string, std::string>>{
             {"load 209", "load"}, {"function 500", "load"}, {"launch 1", "launch"}}) {
        Scripted scripted(script);
        const engine::Ran ran = scripted.run(checked(filling), launch(64), settings());
        const auto* failed = std::get_if<engine::Failed>(&ran.outcome);
        ASSERT_NE(failed, nullptr) << script;
        EXPECT_EQ(failed->stage, stage);
        EXPECT_NE(failed->message.find("FAKE_"), std::string::npos) << failed->message;
        EXPECT_EQ(engine::spelling(Scripted("").run(checked(filling), launch(64), settings()).outcome), "finished");
    }
}

TEST(CudaEngine, TellsWhatDoesNotFit) {
    Scripted scripted("");
    const engine::Ran large = scripted.run(checked(filling), launch(1 << 20), settings());
    EXPECT_EQ(std::get<engine::Limited>(large.outcome).kind, engine::LimitKind::memory);
    engine::Settings limited = settings();
    limited.limits.memory_bytes = 256;
    EXPECT_EQ(std::get<engine::Limited>(scripted.run(checked(filling), launch(64), limited).outcome).kind,
              engine::LimitKind::memory);
    EXPECT_EQ(std::get<engine::Limited>(Scripted("load 2").run(checked(filling), launch(64), settings()).outcome).kind,
              engine::LimitKind::memory);
    // What was allocated before is given back: as much fits again.
    for (int i = 0; i < 50; ++i)
        EXPECT_EQ(engine::spelling(scripted.run(checked(filling), launch(1 << 14), settings()).outcome), "finished");
    const auto wide = checked("@launch(64)\nkernel k(O: tensor<i32>[N]) {\n  O[ctx.thread] = ctx.lane\n}\n", 64);
    engine::Launch one;
    one.arguments.emplace_back(engine::OwnTensor{*engine::make_zeroed(ScalarType::i32, {64}), 0});
    EXPECT_EQ(std::get<engine::Unsupported>(scripted.run(wide, one, settings()).outcome).construct, "lanes");
}

TEST(CudaEngine, AfterAnErrorOfAKernelSaysSoAndStops) {
    Scripted scripted("run 700", "fake_driver_broken");
    const engine::Ran ran = scripted.run(checked(filling), launch(64), settings());
    const auto* failed = std::get_if<engine::Failed>(&ran.outcome);
    ASSERT_NE(failed, nullptr);
    EXPECT_EQ(failed->stage, "run");
    EXPECT_NE(failed->message.find("FAKE_700"), std::string::npos);
    const engine::Ran after = scripted.run(checked(filling), launch(64), settings());
    EXPECT_EQ(std::get<engine::Failed>(after.outcome).stage, "device");
}

TEST(CudaEngine, StopsWhereAnotherOfTheProcessHasLostTheDevice) {
    Scripted other("", "fake_driver_shared");
    const auto program = checked(filling);
    EXPECT_EQ(engine::spelling(other.run(program, launch(64), settings()).outcome), "finished");
    Scripted breaking("run 700", "fake_driver_shared");
    EXPECT_EQ(std::get<engine::Failed>(breaking.run(program, launch(64), settings()).outcome).stage, "run");
    for (int i = 0; i < 2; ++i) {
        const engine::Ran ran = other.run(program, launch(64), settings());
        const auto* failed = std::get_if<engine::Failed>(&ran.outcome);
        ASSERT_NE(failed, nullptr) << engine::spelling(ran.outcome);
        EXPECT_EQ(failed->stage, "device");
        EXPECT_NE(failed->message.find("FAKE_700"), std::string::npos) << failed->message;
    }
}

TEST(CudaEngine, WhereResultsCannotBeBroughtBackSaysSoAndStops) {
    Scripted scripted("lose 214", "fake_driver_lost");
    const engine::Ran ran = scripted.run(checked(filling), launch(64), settings());
    const auto* failed = std::get_if<engine::Failed>(&ran.outcome);
    ASSERT_NE(failed, nullptr) << engine::spelling(ran.outcome);
    EXPECT_EQ(failed->stage, "download");
    EXPECT_NE(failed->message.find("FAKE_214"), std::string::npos) << failed->message;
    EXPECT_EQ(std::get<engine::Failed>(scripted.run(checked(filling), launch(64), settings()).outcome).stage, "device");
}

TEST(CudaEngine, EndsAtALimitOfTimeWhatNeverEnds) {
    Scripted scripted("endless", "fake_driver_busy");
    engine::Settings limited = settings();
    limited.limits.time = std::chrono::milliseconds(20);
    const engine::Ran ran = scripted.run(checked(filling), launch(64), limited);
    EXPECT_EQ(std::get<engine::Limited>(ran.outcome).kind, engine::LimitKind::time);
    // Neither copies nor loading are asked for, which may wait for the kernel for ever.
    EXPECT_EQ(ran.tensors[1].load(0).bits, 0U);
    EXPECT_EQ(std::get<engine::Failed>(scripted.run(checked(filling), launch(64), settings()).outcome).stage, "device");
}

TEST(CudaEngine, PassesOnWhatTheCompilerSays) {
    const Compile failing = [](std::span<const nvrtc::Job> jobs, engine::Deadline) {
        std::vector<nvrtc::Compilation> results;
        for (std::size_t i = 0; i < jobs.size(); ++i)
            results.emplace_back(
                Failure{nvrtc::CompileFailure{nvrtc::FailureKind::memory, "it has no memory left", "log", {}}});
        return results;
    };
    auto engine = make_engine(driver(), {0, emit::Checking::nothing, failing});
    ASSERT_TRUE(engine.has_value());
    const engine::Ran ran = engine::run(**engine, checked(filling), launch(64), settings());
    const auto* failed = std::get_if<engine::Failed>(&ran.outcome);
    ASSERT_NE(failed, nullptr);
    EXPECT_EQ(failed->stage, "compile");
    EXPECT_EQ(failed->message, "it has no memory left\nlog");
}

TEST(CudaEngine, ALimitOfTimeIsThatOfTheCompilerToo) {
    const Compile slow = [](std::span<const nvrtc::Job> jobs, engine::Deadline end) {
        nvrtc::Compiled compiled;
        const bool is_late = end && *end < std::chrono::steady_clock::now() + std::chrono::hours(1);
        nvrtc::Compilation result(std::move(compiled));
        if (is_late) result = Failure{nvrtc::CompileFailure{nvrtc::FailureKind::time, "the time was over", "", {}}};
        return std::vector<nvrtc::Compilation>(jobs.size(), result);
    };
    auto engine = make_engine(driver(), {0, emit::Checking::nothing, slow});
    ASSERT_TRUE(engine.has_value());
    const auto program = checked(filling);
    const std::array instances{engine::Instance{&program, {}}};
    auto prepared = (*engine)->prepare_by(instances, std::chrono::steady_clock::now());
    engine::Settings limited = settings();
    limited.limits.time = std::chrono::milliseconds(20);
    const auto outcome_with = [&](const engine::Settings& how) {
        return engine::run(**engine, *std::get<0>(prepared[0]), program.program(), launch(64), how).outcome;
    };
    EXPECT_EQ(std::get<engine::Limited>(outcome_with(limited)).kind, engine::LimitKind::time);
    EXPECT_TRUE(std::holds_alternative<engine::Finished>(outcome_with(settings()))) << "it is compiled in its own time";
}

TEST(CudaEngine, LoopsOfProductsTakeNoMoreSharedMemoryThanTheCardHas) {
    // Two stages of the operands are 80 KiB, the card has 64.
    const auto program = checked(
        "@launch(128)\nkernel k(A: tensor<f32>[M, K], B: tensor<f32>[K, N], O: tensor<f32>[M, N]) {\n"
        "    var t: tile<f32>[64, 64] = 0.0\n"
        "    for k in range(0, K, 80) { t += dot(A[0 :+ 64, k :+ 80], B[k :+ 80, 0 :+ 64]) }\n"
        "    O[0 :+ 64, 0 :+ 64] = t\n}\n");
    engine::Launch products;
    for (int i = 0; i < 3; ++i)
        products.arguments.emplace_back(engine::OwnTensor{*engine::make_zeroed(ScalarType::f32, {4, 4}), 0});
    Scripted scripted("");
    const engine::Ran ran = scripted.run(program, products, settings());
    EXPECT_TRUE(std::holds_alternative<engine::Finished>(ran.outcome)) << engine::spelling(ran.outcome);
    EXPECT_EQ(scripted.texts.at(0).find("accumulate_loop_dot"), std::string::npos);
}

TEST(CudaEngine, NeedsADeviceOfThatNumber) {
    const auto none = make_engine(driver(), {2, emit::Checking::nothing, {}});
    ASSERT_FALSE(none.has_value());
    EXPECT_EQ(none.error().kind, Unavailable::Kind::no_device);
    EXPECT_TRUE(make_engine(driver(), {1, emit::Checking::nothing, {}}).has_value());
}

}  // namespace
}  // namespace phobos::device
