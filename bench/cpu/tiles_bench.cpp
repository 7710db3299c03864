// SPDX-License-Identifier: Apache-2.0
// The interpreter's time for a launch of each kernel of bench/kernels that computes with tiles, memory uploaded before,
// and the peak of the process's memory while it is checked, planned and run.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/engine.h"
#include "engine/io/recipe.h"
#include "interp/exec/engine.h"
#include "lang/check/check.h"
#include "lang/source/source_file.h"

namespace {

using namespace phobos;

/// A kernel, the shapes of its tensors and its grid.
struct Problem {
    std::string_view kernel;
    std::vector<std::vector<std::int64_t>> shapes;
    engine::Block grid;
    double work;  ///< multiply-adds of a launch
};

const Problem& problem_of(std::string_view kernel) {
    static const std::array problems{
        Problem{"sgemm_tiles", {{512, 512}, {512, 512}, {512, 512}}, {8, 8, 1}, 512.0 * 512 * 512},
        Problem{
            "flash_attention", {{1024, 64}, {1024, 64}, {1024, 64}, {1024, 64}}, {16, 1, 1}, 2.0 * 1024 * 1024 * 64},
    };
    return *std::ranges::find(problems, kernel, &Problem::kernel);
}

std::string text_of_file(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

engine::Launch launch_of(const program::Program& program, const Problem& problem) {
    engine::Launch launch{{}, problem.grid};
    for (std::size_t i = 0; i < problem.shapes.size(); ++i) {
        const std::string recipe = fmt::format("uniform(-1.0,1.0,{})", i);
        launch.arguments.emplace_back(engine::OwnTensor{
            io::generate(io::parse_recipe(recipe).value(), program.tensors[i].element, problem.shapes[i]).value(), 0});
    }
    return launch;
}

/// Begins to measure the peak anew, where the system lets us.
void forget_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }
/// Of the process since then, in bytes.
double peak_bytes() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (word == "VmHWM:" && status >> word) return 1024.0 * std::stod(word);
    return 0;
}

void tiles(benchmark::State& state, std::string_view name) {
    const Problem& problem = problem_of(name);
    forget_peak();
    const std::string path = fmt::format("{}/bench/kernels/{}.ph", PHOBOS_SOURCE_DIR, name);
    const check::Checked source = check::check(SourceFile(path, text_of_file(path)), {32}, {});
    if (source.kernels.size() != 1) return state.SkipWithError("the kernel is not valid");
    const program::CheckedProgram& program = source.kernels[0];
    const auto engine = interp::make_engine();
    engine::Settings settings;
    settings.checks = {true, false, false};
    settings.jobs = static_cast<int>(state.range(0));
    const std::array instances{engine::Instance{&program, {}}};
    const auto prepared = std::get<0>(std::move(engine->prepare(instances)[0]));
    auto uploaded = engine->upload(program.program(), launch_of(program.program(), problem), settings);
    if (uploaded.index() != 0) return state.SkipWithError("the launch was refused");
    std::vector<double> samples;
    for (auto _ : state) {
        const auto start = std::chrono::steady_clock::now();
        const engine::Outcome outcome = prepared->launch(*std::get<0>(uploaded), problem.grid, settings);
        samples.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        state.SetIterationTime(samples.back());
        if (!std::holds_alternative<engine::Finished>(outcome)) return state.SkipWithError("the launch did not finish");
    }
    std::ranges::sort(samples);
    state.counters["median_s"] = samples[samples.size() / 2];
    state.counters["work"] = problem.work;
    state.counters["peak_bytes"] = peak_bytes();
}

#define PHOBOS_KERNEL(name)               \
    BENCHMARK_CAPTURE(tiles, name, #name) \
        ->ArgName("jobs")                 \
        ->Arg(1)                          \
        ->Arg(2)                          \
        ->Iterations(25)                  \
        ->UseManualTime()                 \
        ->Unit(benchmark::kMillisecond)
PHOBOS_KERNEL(sgemm_tiles);
PHOBOS_KERNEL(flash_attention);
#undef PHOBOS_KERNEL

}  // namespace
