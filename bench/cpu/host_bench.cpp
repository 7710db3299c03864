// SPDX-License-Identifier: Apache-2.0
// How fast the host engine makes emitted text ready to run, in the batches in which a fuzzer or reducer asks for it.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "backend/host/engine.h"
#include "engine/engine.h"
#include "fuzz/generate/generate.h"
#include "lang/check/check.h"
#include "lang/source/source_file.h"

namespace {

using namespace phobos;

constexpr std::size_t batch = 128;

/// The first valid ones of the generator: some fifty statements each.
std::vector<program::CheckedProgram> generated() {
    std::vector<program::CheckedProgram> programs;
    for (std::uint64_t seed = 0; programs.size() < batch; ++seed) {
        const fuzz::Generated one = fuzz::generate_kernel(seed, {});
        check::Checked checked = check::check(one.file, check::Target{one.lanes}, {});
        if (checked.kernels.size() == 1) programs.push_back(std::move(checked.kernels.front()));
    }
    return programs;
}

/// Those of the suite and the examples, all different, from every chapter alike: as people write them.
std::vector<program::CheckedProgram> written() {
    std::vector<std::filesystem::path> paths;
    for (const char* const folder : {PHOBOS_SOURCE_DIR "/spec-tests", PHOBOS_SOURCE_DIR "/examples"})
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
            if (entry.path().extension() == ".ph") paths.push_back(entry.path());
    std::ranges::sort(paths);
    std::vector<program::CheckedProgram> all;
    for (const std::filesystem::path& path : paths) {
        std::ifstream stream(path, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        for (program::CheckedProgram& program :
             check::check(SourceFile(path.string(), text), check::Target{}, {}).kernels)
            all.push_back(std::move(program));
    }
    std::vector<program::CheckedProgram> programs;
    for (std::size_t i = 0; i < batch; ++i) programs.push_back(std::move(all.at(i * all.size() / batch)));
    return programs;
}

/// Emits, compiles and links a batch; the compilers that run at once are the argument.
void compile(benchmark::State& state, std::vector<program::CheckedProgram> (*make)(), emit::Checking checking) {
    const std::vector<program::CheckedProgram> programs = make();
    std::vector<engine::Instance> instances;
    for (const program::CheckedProgram& program : programs) instances.push_back({&program, {}});
    host::Options options;
    options.checking = checking;
    options.worker = PHOBOS_BIN_DIR "/phobos-host-worker";
    options.jobs = static_cast<int>(state.range(0));
    const auto engine = host::make_engine(std::move(options));
    for (auto _ : state) benchmark::DoNotOptimize(engine->prepare(instances));
    state.counters["kernels"] =
        benchmark::Counter(static_cast<double>(batch), benchmark::Counter::kIsIterationInvariantRate);
}
void in_batches(benchmark::internal::Benchmark* benchmark) {
    benchmark->ArgName("jobs")->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond)->Iterations(3);
}
BENCHMARK_CAPTURE(compile, written_checked, written, emit::Checking::faults)->Apply(in_batches);
BENCHMARK_CAPTURE(compile, written_plain, written, emit::Checking::nothing)->Apply(in_batches);
BENCHMARK_CAPTURE(compile, generated_checked, generated, emit::Checking::faults)->Apply(in_batches);
BENCHMARK_CAPTURE(compile, generated_plain, generated, emit::Checking::nothing)->Apply(in_batches);

/// From a kernel to the result of one block: one compiler, one worker, one launch.
void first_launch(benchmark::State& state) {
    const std::vector<program::CheckedProgram> programs = generated();
    for (auto _ : state) {
        host::Options options;
        options.worker = PHOBOS_BIN_DIR "/phobos-host-worker";
        const auto engine = host::make_engine(std::move(options));
        const fuzz::Generated one = fuzz::generate_kernel(0, {});
        engine::Settings settings;
        settings.checks = {false, false, false};
        const engine::Ran ran = engine::run(*engine, programs.front(), one.launch, settings);
        if (!std::holds_alternative<engine::Finished>(ran.outcome))
            return state.SkipWithError("the launch did not finish");
    }
}
BENCHMARK(first_launch)->UseRealTime()->Unit(benchmark::kMillisecond)->Iterations(10);

}  // namespace
