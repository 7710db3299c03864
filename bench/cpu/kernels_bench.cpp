// SPDX-License-Identifier: Apache-2.0
// The interpreter's time for a launch of each kernel of bench/kernels, memory uploaded before: one that its peers also
// run (form 0) and the same written otherwise (forms from 1 on), at the sizes of the peers; and what a launch counts.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
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

struct Problem {
    std::string_view kernel;
    std::vector<std::pair<std::string_view, std::int64_t>> dims;
    engine::Block grid;
    double work;  ///< elements, multiply-adds or rounds of a launch
};

const Problem& problem_of(std::string_view kernel) {
    static const std::array problems{
        Problem{"row_sum", {{"R", 256}, {"K", 16384}}, {256, 1, 1}, 256.0 * 16384},
        Problem{"matvec_lane", {{"N", 2048}, {"K", 4096}}, {256, 1, 1}, 2048.0 * 4096},
        Problem{"matvec_i8", {{"N", 4096}, {"K", 4096}}, {512, 1, 1}, 4096.0 * 4096},
        Problem{"saxpy", {{"N", 1 << 22}}, {1 << 14, 1, 1}, 1 << 22},
        Problem{"sgemm", {{"M", 512}, {"N", 512}, {"K", 512}}, {32, 32, 1}, 512.0 * 512 * 512},
        Problem{"divergent", {{"N", 1 << 18}}, {1 << 10, 1, 1}, 31.5 * (1 << 18)},
        Problem{"in_place", {{"N", 1 << 22}}, {1 << 14, 1, 1}, 1 << 22},
        Problem{"sgemm_shared", {{"M", 256}, {"N", 256}, {"K", 256}}, {8, 8, 1}, 256.0 * 256 * 256},
        Problem{"bytes_interleaved", {{"N", 1 << 18}, {"M", 1 << 20}}, {1 << 10, 1, 1}, 1 << 20},
    };
    return *std::ranges::find(problems, kernel, &Problem::kernel);
}

std::string text_of_file(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

check::Checked checked(std::string_view kernel, std::string_view suffix) {
    const std::string path = fmt::format("{}/bench/kernels/{}{}.ph", PHOBOS_SOURCE_DIR, kernel, suffix);
    return check::check(SourceFile(path, text_of_file(path)), {32}, {});
}

engine::OwnTensor filled(const program::Program& program, const program::Tensor& tensor, const Problem& problem) {
    std::vector<std::int64_t> shape;
    for (const program::Extent& extent : tensor.shape) {
        const std::string& name = program.dims[std::get<program::DimId>(extent).index].name;
        for (const auto& [dim, value] : problem.dims)
            if (dim == name) shape.push_back(value);
    }
    const std::string_view range = is_float(tensor.element)           ? "uniform(-1.0,1.0,1)"
                                   : tensor.element == ScalarType::i8 ? "uniform(-128,128,1)"
                                                                      : "uniform(0,128,1)";
    return {io::generate(io::parse_recipe(range).value(), tensor.element, std::move(shape)).value(), 0};
}

engine::Launch launch_of(const program::Program& program, const Problem& problem) {
    engine::Launch launch{{}, problem.grid};
    for (const program::Parameter& parameter : program.parameters) {
        if (const auto* tensor = std::get_if<program::TensorId>(&parameter)) {
            launch.arguments.emplace_back(filled(program, program.tensors[tensor->index], problem));
        } else {
            const ScalarType type = program.locals[std::get<program::LocalId>(parameter).index].type;
            launch.arguments.emplace_back(engine::Scalar{type, {is_float(type) ? 0x3FC00000U : 3U}});  // 1.5 or 3
        }
    }
    return launch;
}

/// A kernel in one of its forms, checked, planned and with its memory uploaded; none where there is no such form.
struct Ready {
    check::Checked source;
    const program::CheckedProgram* program = nullptr;
    engine::Block grid;
    engine::Settings settings;
    std::unique_ptr<engine::Engine> engine = interp::make_engine();
    std::unique_ptr<engine::Prepared> prepared;
    std::unique_ptr<engine::Buffers> buffers;

    /// Its seconds, if it finished.
    std::optional<double> launch() {
        const auto start = std::chrono::steady_clock::now();
        const engine::Outcome outcome = prepared->launch(*buffers, grid, settings);
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        return std::holds_alternative<engine::Finished>(outcome) ? std::optional(seconds.count()) : std::nullopt;
    }
};
std::unique_ptr<Ready> ready(std::string_view name, std::size_t form, int jobs) {
    auto made = std::make_unique<Ready>();
    made->source = checked(name, form == 0 ? "" : "_perturbed");
    const std::size_t index = form == 0 ? 0 : form - 1;
    if (index >= made->source.kernels.size()) return nullptr;
    made->program = &made->source.kernels[index];
    made->grid = problem_of(name).grid;
    made->settings.checks = {true, false, false};
    made->settings.jobs = jobs;
    const std::array instances{engine::Instance{made->program, {}}};
    made->prepared = std::get<0>(std::move(made->engine->prepare(instances)[0]));
    const program::Program& program = made->program->program();
    auto uploaded = made->engine->upload(program, launch_of(program, problem_of(name)), made->settings);
    made->buffers = std::get<0>(std::move(uploaded));
    return made;
}

void kernel(benchmark::State& state, std::string_view name) {
    const auto made = ready(name, static_cast<std::size_t>(state.range(0)), static_cast<int>(state.range(1)));
    if (!made) return state.SkipWithError("there is no such form");
    if (!made->launch()) return state.SkipWithError("the launch did not finish");
    std::vector<double> samples;
    for (auto _ : state) {
        samples.push_back(made->launch().value());
        state.SetIterationTime(samples.back());
    }
    std::ranges::sort(samples);
    state.counters["median_s"] = samples[samples.size() / 2];
    state.counters["work"] = problem_of(name).work;
    state.SetLabel(made->program->program().kernel);
}

/// One launch, for tools that count instructions, and the nodes that it visits.
void counted(benchmark::State& state, std::string_view name) {
    const auto made = ready(name, static_cast<std::size_t>(state.range(0)), 1);
    if (!made) return state.SkipWithError("there is no such form");
    for (auto _ : state) made->launch();
    const engine::Launch launch = launch_of(made->program->program(), problem_of(name));
    state.counters["node_visits"] = static_cast<double>(interp::count_visits(*made->program, launch));
    state.counters["work"] = problem_of(name).work;
}

/// What the checks for races and unwritten elements cost: launches with and without them, one after the other.
void checks(benchmark::State& state, std::string_view name) {
    const auto fast = ready(name, 0, 1);
    const auto checked = ready(name, 0, 1);
    fast->settings.checks = {false, false, false};
    checked->settings.checks = {true, true, false};
    if (!fast->launch() || !checked->launch()) return state.SkipWithError("a launch did not finish");
    std::vector<double> samples;
    std::vector<double> ratios;
    for (auto _ : state) {
        samples.push_back(fast->launch().value());
        const double seconds = checked->launch().value();
        ratios.push_back(seconds / samples.back());
        state.SetIterationTime(seconds);
    }
    std::ranges::sort(samples);
    std::ranges::sort(ratios);
    state.counters["fast_s"] = samples[samples.size() / 2];
    state.counters["over_fast"] = ratios[ratios.size() / 2];
    state.counters["over_fast_least"] = ratios.front();
    state.counters["over_fast_most"] = ratios.back();
}

#define PHOBOS_KERNEL(name, launches)               \
    BENCHMARK_CAPTURE(kernel, name, #name)          \
        ->ArgNames({"form", "jobs"})                \
        ->ArgsProduct({{0, 1, 2, 3, 4, 5}, {1, 2}}) \
        ->Iterations(launches)                      \
        ->UseManualTime()                           \
        ->Unit(benchmark::kMillisecond);            \
    BENCHMARK_CAPTURE(counted, name, #name)->ArgName("form")->DenseRange(0, 5)->Iterations(1)
PHOBOS_KERNEL(row_sum, 9);
PHOBOS_KERNEL(matvec_lane, 9);
PHOBOS_KERNEL(matvec_i8, 9);
PHOBOS_KERNEL(saxpy, 9);
PHOBOS_KERNEL(sgemm, 3);
PHOBOS_KERNEL(divergent, 9);
#undef PHOBOS_KERNEL

#define PHOBOS_CHECKS(name, launches) \
    BENCHMARK_CAPTURE(checks, name, #name)->Iterations(launches)->UseManualTime()->Unit(benchmark::kMillisecond)
PHOBOS_CHECKS(row_sum, 15);
PHOBOS_CHECKS(matvec_lane, 15);
PHOBOS_CHECKS(matvec_i8, 15);
PHOBOS_CHECKS(saxpy, 15);
PHOBOS_CHECKS(sgemm, 7);
PHOBOS_CHECKS(divergent, 15);
PHOBOS_CHECKS(in_place, 15);
PHOBOS_CHECKS(sgemm_shared, 15);
PHOBOS_CHECKS(bytes_interleaved, 15);
#undef PHOBOS_CHECKS

}  // namespace
