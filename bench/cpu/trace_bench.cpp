// SPDX-License-Identifier: Apache-2.0
// What tracing costs: launches of kernels of bench/kernels by the interpreter alone and with a trace, which is written
// to a file too, in turns; and the bytes of the file for each access of a lane.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "engine/engine.h"
#include "engine/io/grid_expression.h"
#include "engine/io/named_launch.h"
#include "engine/io/source.h"
#include "engine/io/trace_writer.h"
#include "interp/exec/engine.h"
#include "interp/observe/trace.h"
#include "lang/check/check.h"
#include "lang/source/source_file.h"

namespace {

using namespace phobos;
using Seconds = std::chrono::duration<double>;

struct Traced {
    std::string_view kernel;
    std::vector<std::pair<std::string_view, std::string_view>> tensors;
    std::string_view grid;
};

check::Checked checked(std::string_view kernel) {
    const std::string path = fmt::format("{}/bench/kernels/{}.ph", PHOBOS_SOURCE_DIR, kernel);
    std::ifstream file(path);
    return check::check(SourceFile(path, {std::istreambuf_iterator<char>(file), {}}), {32}, {});
}

engine::Launch launch_of(const program::Program& program, const Traced& traced) {
    io::NamedLaunch named;
    for (const auto& [name, recipe] : traced.tensors)
        named.arguments.push_back({std::string(name), io::parse_source_spec(recipe).value(), 0, std::nullopt});
    named.grid = io::parse_grid(traced.grid).value();
    return io::resolve(program, named).value();
}

template <class Do>
double seconds_of(const Do& act) {
    const auto start = std::chrono::steady_clock::now();
    act();
    return Seconds(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> samples) {
    std::ranges::sort(samples);
    return samples[samples.size() / 2];
}

/// One kernel, ready to be launched in each way.
class Ready {
public:
    explicit Ready(const Traced& traced)
        : source_(checked(traced.kernel)),
          program_(source_.kernels.front()),
          launch_(launch_of(program_.program(), traced)),
          folder_(std::filesystem::temp_directory_path().string()),
          path_(fmt::format("{}/phobos-bench-{}.npz", folder_, traced.kernel)) {
        settings_.checks = {true, false, false};
    }
    Ready(const Ready&) = delete;
    Ready& operator=(const Ready&) = delete;
    ~Ready() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }

    /// The launch alone, with memory uploaded before.
    double alone() {
        const engine::Instance instance{&program_, {}};
        const auto prepared = std::get<0>(std::move(engine_->prepare(std::span(&instance, 1))[0]));
        const auto buffers = std::get<0>(engine_->upload(program_.program(), launch_, settings_));
        return seconds_of([&] { benchmark::DoNotOptimize(prepared->launch(*buffers, launch_.grid, settings_)); });
    }
    /// With what surrounds a launch that is traced: planning, upload and download.
    double surrounded() {
        return seconds_of([&] { benchmark::DoNotOptimize(engine::run(*engine_, program_, launch_, settings_)); });
    }
    double traced() {
        return seconds_of([&] {
            io::TraceWriter writer(folder_);
            interp::observe::Trace fold(program_.program(), launch_.grid, {{}, ~std::uint64_t{0}}, writer);
            benchmark::DoNotOptimize(interp::run_observed(program_, launch_, settings_, fold));
            benchmark::DoNotOptimize(writer.write(path_, {}));
            accesses_ = writer.counts().accesses;
        });
    }
    [[nodiscard]] double bytes_an_access() const {
        return static_cast<double>(std::filesystem::file_size(path_)) / static_cast<double>(accesses_);
    }

private:
    check::Checked source_;
    const program::CheckedProgram& program_;
    engine::Launch launch_;
    engine::Settings settings_;
    std::string folder_;
    std::string path_;
    std::unique_ptr<engine::Engine> engine_ = interp::make_engine();
    std::uint64_t accesses_ = 0;
};

void tracing(benchmark::State& state, const Traced& problem) {
    Ready ready(problem);
    std::vector<double> alone;
    std::vector<double> ratios;
    for (auto _ : state) {
        alone.push_back(ready.alone());
        const double more = ready.traced() - ready.surrounded();
        ratios.push_back((alone.back() + more) / alone.back());
        state.SetIterationTime(alone.back() + more);
    }
    state.counters["alone_s"] = median(alone);
    state.counters["over_alone"] = median(ratios);
    state.counters["bytes_an_access"] = ready.bytes_an_access();
}

BENCHMARK_CAPTURE(tracing, matvec_lane,
                  {"matvec_lane",
                   {{"W", "uniform(-1.0,1.0,1):2048x4096"}, {"A", "uniform(-1.0,1.0,2):4096"}, {"Y", "zeros:2048"}},
                   "256"})
    ->Iterations(7)
    ->UseManualTime();
BENCHMARK_CAPTURE(tracing, matvec_i8,
                  {"matvec_i8",
                   {{"W", "uniform(-128,128,1):4096x4096"}, {"A", "uniform(-128,128,2):4096"}, {"Y", "zeros:4096"}},
                   "512"})
    ->Iterations(7)
    ->UseManualTime();
BENCHMARK_CAPTURE(tracing, row_sum, {"row_sum", {{"X", "uniform(-1.0,1.0,1):256x16384"}, {"O", "zeros:256"}}, "256"})
    ->Iterations(7)
    ->UseManualTime();

}  // namespace
