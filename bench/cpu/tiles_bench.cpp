// SPDX-License-Identifier: Apache-2.0
// The interpreter's time for a launch of each kernel of bench/kernels that computes with tiles, memory uploaded before,
// and the peak of the process's memory while it is checked, planned and run.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
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

constexpr std::size_t keys = 1024;
constexpr std::size_t width = 64;

/// Attention as a C++ programmer writes it, for the queries first .. last-1: a row of scores after another, softmax in
/// three passes, keys transposed so that the loops over them are vectors. All matrices are row-major.
[[gnu::target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")]] void attend(const float* q,
                                                                                  const float* transposed_k,
                                                                                  const float* v, float* o,
                                                                                  std::size_t first, std::size_t last) {
    std::array<float, keys> scores;
    for (std::size_t i = first; i < last; ++i) {
        scores.fill(0);
        for (std::size_t d = 0; d < width; ++d) {
            const float factor = q[i * width + d] * 0.125F;
            for (std::size_t j = 0; j < keys; ++j) scores[j] += factor * transposed_k[d * keys + j];
        }
        const float most = *std::ranges::max_element(scores);
        float total = 0;
        for (float& score : scores) total += score = std::exp(score - most);
        std::array<float, width> row{};
        for (std::size_t j = 0; j < keys; ++j)
            for (std::size_t d = 0; d < width; ++d) row[d] += scores[j] * v[j * width + d];
        for (std::size_t d = 0; d < width; ++d) o[i * width + d] = row[d] / total;
    }
}

/// What flash_attention is compared with: the same shape by `attend`, the queries split between threads.
void attention_loop(benchmark::State& state) {
    std::array<std::vector<float>, 4> matrices;
    for (std::size_t m = 0; m < matrices.size(); ++m)
        for (std::size_t i = 0; i < keys * width; ++i)
            matrices[m].push_back(static_cast<float>((i * 2654435761U + m) % 2048) / 1024.0F - 1.0F);
    const auto threads = static_cast<std::size_t>(state.range(0));
    for (auto _ : state) {
        std::vector<std::jthread> workers;
        for (std::size_t t = 0; t < threads; ++t)
            workers.emplace_back([&, t] {
                attend(matrices[0].data(), matrices[1].data(), matrices[2].data(), matrices[3].data(),
                       keys * t / threads, keys * (t + 1) / threads);
            });
        workers.clear();
        benchmark::DoNotOptimize(matrices[3].data());
    }
}
BENCHMARK(attention_loop)->ArgName("jobs")->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

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
