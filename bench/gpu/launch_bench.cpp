// SPDX-License-Identifier: Apache-2.0
// The time on the host for a launch and its end, by the engine and by the driver alone: a kernel that is compiled and
// was launched before, with hardly anything to do.
#include <benchmark/benchmark.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "backend/device/engine.h"
#include "backend/emit/emit.h"
#include "bench/gpu/benches.h"
#include "engine/engine.h"
#include "lang/base/assert.h"
#include "lang/check/check.h"
#include "lang/source/source_file.h"

namespace phobos::bench {
namespace {

constexpr std::int64_t elements = 256;
constexpr int launches = 500;

program::CheckedProgram saxpy() {
    const SourceFile source("examples/saxpy.ph", source_text("examples/saxpy.ph"));
    check::Checked result = check::check(source, {32}, {});
    PHOBOS_ASSERT(result.kernels.size() == 1);
    return std::move(result.kernels.front());
}

/// The kernel by the engine, with everything it needs.
struct Engine {
    program::CheckedProgram program;
    engine::Settings settings;
    std::unique_ptr<engine::Engine> engine;
    std::unique_ptr<engine::Prepared> prepared;
    std::unique_ptr<engine::Buffers> buffers;

    void launch() {
        const engine::Outcome outcome = prepared->launch(*buffers, {1, 1, 1}, settings);
        PHOBOS_ASSERT(std::holds_alternative<engine::Finished>(outcome));
    }
};

std::unique_ptr<Engine> make_engine(Card& card, emit::Checking checking) {
    const device::Compile compile = [&card](std::span<const nvrtc::Job> jobs, engine::Deadline end) {
        return card.compiler().compile(jobs, end).results;
    };
    auto engine = device::make_engine(card.driver(), {0, checking, compile});
    PHOBOS_ASSERT(engine.has_value());
    auto made = std::make_unique<Engine>(Engine{saxpy(), {}, std::move(*engine), nullptr, nullptr});
    made->settings.checks = {false, false, false};
    const engine::Instance instance{&made->program, {}};
    made->prepared = std::move(std::get<0>(made->engine->prepare(std::span(&instance, 1)).front()));
    engine::Launch launch;
    launch.arguments.emplace_back(engine::Scalar{ScalarType::f32, {0}});
    for (int i = 0; i < 2; ++i)
        launch.arguments.emplace_back(engine::OwnTensor{*engine::make_zeroed(ScalarType::f32, {elements}), 0});
    made->buffers =
        std::move(std::get<0>(made->engine->upload(made->program.program(), std::move(launch), made->settings)));
    made->launch();
    return made;
}

std::function<void()> by_engine(Card& card, emit::Checking checking) {
    return [engine = std::shared_ptr<Engine>(make_engine(card, checking))] { engine->launch(); };
}

/// The same kernel, by the two functions of the driver that it takes.
std::function<void()> by_driver(Card& card) {
    struct Own {
        device::Kernel kernel;
        std::array<device::Memory, 2> memory;
        std::vector<std::uint64_t> slots;
    };
    const program::CheckedProgram program = saxpy();
    const emit::Emitted emitted = emit::emit(program, {"kernel", emit::Checking::nothing, {}, nullptr});
    auto own = std::make_shared<Own>(Own{card.compile(emitted.text, emitted.entry, emitted.shared_bytes),
                                         {card.allocate(elements * 4), card.allocate(elements * 4)},
                                         {}});
    own->slots = {0, own->memory[0].address(), own->memory[1].address(), elements};
    PHOBOS_ASSERT(emitted.parameters.size() == own->slots.size());
    const Shape shape{{1, 1, 1}, static_cast<unsigned>(program.program().bounds.threads), emitted.shared_bytes};
    return [&card, own, shape] {
        card.launch(own->kernel, shape, own->slots);
        card.expect(card.device().api().synchronise_stream(card.device().stream()), "running");
    };
}

void measure(benchmark::State& state, const std::function<void()>& launch) {
    using Clock = std::chrono::steady_clock;
    launch();
    for (auto _ : state) {
        const auto begin = Clock::now();
        for (int i = 0; i < launches; ++i) launch();
        state.SetIterationTime(std::chrono::duration<double>(Clock::now() - begin).count() / launches);
    }
}

void add_launch(const std::string& who, std::function<std::function<void()>()> make) {
    const auto made = std::make_shared<std::function<void()>>();
    benchmark::RegisterBenchmark(fmt::format("launch/{}", who).c_str(),
                                 [make = std::move(make), made](benchmark::State& state) {
                                     if (!*made) *made = make();
                                     measure(state, *made);
                                 })
        ->Iterations(10)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}

}  // namespace

void add_launches(Card& card) {
    add_launch("driver", [&card] { return by_driver(card); });
    add_launch("ours", [&card] { return by_engine(card, emit::Checking::nothing); });
    add_launch("ours_with_checks", [&card] { return by_engine(card, emit::Checking::faults); });
}

}  // namespace phobos::bench
