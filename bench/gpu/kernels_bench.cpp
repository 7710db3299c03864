// SPDX-License-Identifier: Apache-2.0
// The time of a launch of the examples that one memory bounds, on a GPU, beside the same kernels written by hand
// (bench/peers) and what the card can read at most. Random data, times by the card's events. For pairs of times that
// other work disturbs alike:
//
//     phobos_bench_gpu --benchmark_repetitions=15 --benchmark_enable_random_interleaving=true
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "backend/emit/emit.h"
#include "backend/launch/parameters.h"
#include "bench/gpu/card.h"
#include "lang/base/assert.h"
#include "lang/check/check.h"
#include "lang/source/source_file.h"

namespace phobos::bench {
namespace {

using Dims = std::vector<std::pair<std::string, std::int64_t>>;

/// One example at one size.
struct Problem {
    std::string example;  ///< and its peer
    Dims dims;
    std::array<unsigned, 3> grid;
    double bytes;     ///< that a launch must read or write
    int launches;     ///< for one measurement
    bool reads_only;  ///< the ceiling of reading holds for it
};

std::vector<Problem> problems() {
    const auto matvec = [](const char* example, std::int64_t n, std::int64_t k, int element_bytes, int launches) {
        return Problem{example,
                       {{"K", k}, {"N", n}},
                       {static_cast<unsigned>(n / 8), 1, 1},
                       static_cast<double>(n) * static_cast<double>(k) * element_bytes,
                       launches,
                       true};
    };
    return {
        matvec("matvec_i8", 65536, 16384, 1, 1),
        matvec("matvec_i8", 4096, 4096, 1, 200),
        matvec("matvec", 65536, 16384, 4, 1),
        {"row_sum", {{"R", 65536}, {"K", 16384}}, {65536, 1, 1}, 65536.0 * 16384 * 4, 1, true},
        {"saxpy", {{"N", 1 << 28}}, {(1 << 28) / 256, 1, 1}, 12.0 * (1 << 28), 1, false},
    };
}

std::string text_of(const std::string& path) {
    std::ifstream file(path);
    PHOBOS_ASSERT(file.is_open());
    return {std::istreambuf_iterator<char>(file), {}};
}

std::int64_t value_of(const Dims& dims, const std::string& name) {
    const auto found = std::ranges::find(dims, name, &Dims::value_type::first);
    PHOBOS_ASSERT(found != dims.end());
    return found->second;
}

/// A kernel that is ready to be launched on memory of its own.
struct Ready {
    device::Kernel kernel;
    unsigned threads;  ///< of a CTA
    std::uint64_t shared_bytes = 0;
    std::vector<std::uint64_t> slots;
};

/// The tensors of a problem, which ours and the peer read alike; what is written each has for itself.
class Arguments {
public:
    Arguments(Card& card, const program::Program& program, const Problem& problem) : card_(card) {
        for (const program::Tensor& tensor : program.tensors) {
            std::int64_t elements = 1;
            engine::ViewOf view{tensors_.size(), 0, tensor.element, {}};
            for (const program::Extent& extent : tensor.shape) {
                const auto* dim = std::get_if<program::DimId>(&extent);
                view.shape.push_back(dim == nullptr ? std::get<std::int64_t>(extent)
                                                    : value_of(problem.dims, program.dims[dim->index].name));
                elements *= view.shape.back();
            }
            const auto count = static_cast<std::size_t>(elements);
            tensors_.push_back(tensor.element == ScalarType::f32 ? card.random_f32(count, tensors_.size())
                                                                 : card.random_bytes(count, tensors_.size()));
            written_.push_back(tensor.written);
            elements_.push_back(count);
        }
        for (const program::Parameter& parameter : program.parameters)
            if (const auto* local = std::get_if<program::LocalId>(&parameter))
                launch_.arguments.emplace_back(
                    engine::Scalar{program.locals[local->index].type, {0x3FC00000U}});  // 1.5 as f32
            else
                launch_.arguments.emplace_back(engine::ViewOf{0, 0, ScalarType::f32, {}});
        for (const program::Dim& dim : program.dims) dims_.values.push_back(value_of(problem.dims, dim.name));
    }

    [[nodiscard]] std::vector<std::uint64_t> slots(std::span<const emit::Parameter> parameters,
                                                   const program::Program& program) const {
        launch::Addresses addresses;
        for (const device::Memory& tensor : tensors_) addresses.tensors.push_back(tensor.address());
        return launch::packed(parameters, program, launch_, dims_, addresses);
    }
    /// What the last launch wrote: f32 in all problems.
    [[nodiscard]] std::vector<float> written() const {
        const auto index = static_cast<std::size_t>(std::ranges::find(written_, true) - written_.begin());
        return card_.read_f32(tensors_[index], std::min<std::size_t>(elements_[index], 1 << 16));
    }
    [[nodiscard]] const engine::BoundDims& dims() const { return dims_; }

private:
    Card& card_;
    std::vector<device::Memory> tensors_;
    std::vector<bool> written_;
    std::vector<std::size_t> elements_;
    engine::Launch launch_;
    engine::BoundDims dims_;
};

program::CheckedProgram checked(const std::string& example) {
    const std::string path = fmt::format("{}/examples/{}.ph", PHOBOS_SOURCE_DIR, example);
    check::Checked result = check::check(SourceFile(path, text_of(path)), {32}, {});
    PHOBOS_ASSERT(result.kernels.size() == 1);
    return std::move(result.kernels.front());
}

/// Multiples of 16 among the dims, and the addresses that the driver gives.
program::LaunchAssumptions assumptions_of(const program::Program& program, const engine::BoundDims& dims) {
    program::LaunchAssumptions result;
    for (const std::int64_t value : dims.values)
        result.dims.push_back(value % 16 == 0 ? program::Congruence{4, 0} : program::Congruence{});
    result.addresses.assign(program.tensors.size(), program::Congruence{4, 0});
    return result;
}

unsigned threads_of(const program::Program& program) { return static_cast<unsigned>(program.bounds.threads); }

Ready ours(Card& card, const program::CheckedProgram& program, const Arguments& arguments) {
    const auto emitted = emit::emit(
        program, {"kernel", emit::Checking::nothing, assumptions_of(program.program(), arguments.dims()), nullptr});
    return {card.compile(emitted.text, emitted.entry, emitted.shared_bytes), threads_of(program.program()),
            emitted.shared_bytes, arguments.slots(emitted.parameters, program.program())};
}

/// The peer takes the parameters of the source, then all dims in the order of their first use.
Ready peer(Card& card, const program::Program& program, const Arguments& arguments, const std::string& example) {
    std::vector<emit::Parameter> parameters;
    for (const program::Parameter& parameter : program.parameters)
        if (const auto* tensor = std::get_if<program::TensorId>(&parameter))
            parameters.emplace_back(emit::TensorParameter{*tensor});
        else
            parameters.emplace_back(emit::ScalarParameter{std::get<program::LocalId>(parameter)});
    for (std::uint32_t i = 0; i < program.dims.size(); ++i)
        parameters.emplace_back(emit::DimParameter{program::DimId{i}});
    const std::string text = text_of(fmt::format("{}/bench/peers/{}.cu", PHOBOS_SOURCE_DIR, example));
    return {card.compile(text, "peer", 0), threads_of(program), 0, arguments.slots(parameters, program)};
}

/// The largest difference relative to the largest value: sums in another order differ a little.
double difference(const std::vector<float>& a, const std::vector<float>& b) {
    double largest = 0;
    double apart = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        largest = std::max(largest, std::abs(static_cast<double>(a[i])));
        const double distance = std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
        apart = std::isnan(distance) ? INFINITY : std::max(apart, distance);
    }
    return apart / largest;
}

/// Everything that one problem needs, made when the first of its benchmarks runs.
struct Setup {
    program::CheckedProgram program;
    Arguments arguments;
    Ready ours;
    Ready peer;
};

std::unique_ptr<Setup> set_up(Card& card, const Problem& problem) {
    program::CheckedProgram program = checked(problem.example);
    Arguments arguments(card, program.program(), problem);
    Ready mine = ours(card, program, arguments);
    Ready theirs = peer(card, program.program(), arguments, problem.example);
    card.time(mine.kernel, problem.grid, mine.threads, mine.shared_bytes, mine.slots, 1);
    const auto written = arguments.written();
    card.time(theirs.kernel, problem.grid, theirs.threads, 0, theirs.slots, 1);
    // saxpy adds to what it wrote: there the two are no repetitions of one another.
    if (problem.reads_only && difference(written, arguments.written()) > 1e-4) {
        fmt::print(stderr, "phobos_bench_gpu: {} and its peer give different results\n", problem.example);
        std::exit(1);
    }
    return std::make_unique<Setup>(Setup{std::move(program), std::move(arguments), std::move(mine), std::move(theirs)});
}

using Lazy = std::shared_ptr<std::unique_ptr<Setup>>;

void measure(benchmark::State& state, Card& card, const Problem& problem, const Lazy& lazy, Ready Setup::* which) {
    if (!*lazy) *lazy = set_up(card, problem);
    Ready& ready = (**lazy).*which;
    double seconds = 0;
    std::int64_t turns = 0;
    for (auto _ : state) {
        const double each =
            card.time(ready.kernel, problem.grid, ready.threads, ready.shared_bytes, ready.slots, problem.launches);
        state.SetIterationTime(each);
        seconds += each;
        ++turns;
    }
    state.counters["GB/s"] = problem.bytes * static_cast<double>(turns) / seconds * 1e-9;
}

void measure_reading(benchmark::State& state, Card& card) {
    constexpr std::size_t bytes = std::size_t{1} << 30U;
    const device::Memory data = card.random_bytes(bytes, 1);
    const device::Memory out = card.zeroed(16);
    const device::Kernel kernel =
        card.compile(text_of(fmt::format("{}/bench/peers/read.cu", PHOBOS_SOURCE_DIR)), "peer", 0);
    const auto blocks = static_cast<unsigned>(card.device().properties().multiprocessors * 8);
    std::vector<std::uint64_t> slots{data.address(), out.address(), bytes / 16};
    card.time(kernel, {blocks, 1, 1}, 256, 0, slots, 1);
    double seconds = 0;
    std::int64_t turns = 0;
    for (auto _ : state) {
        const double each = card.time(kernel, {blocks, 1, 1}, 256, 0, slots, 1);
        state.SetIterationTime(each);
        seconds += each;
        ++turns;
    }
    state.counters["GB/s"] = static_cast<double>(bytes) * static_cast<double>(turns) / seconds * 1e-9;
}

std::string name_of(const Problem& problem) {
    std::string name = problem.example;
    for (const auto& [dim, value] : problem.dims) name += fmt::format("/{}:{}", dim, value);
    return name;
}

void register_all(Card& card) {
    constexpr int iterations = 10;
    for (const Problem& problem : problems()) {
        const Lazy lazy = std::make_shared<std::unique_ptr<Setup>>();
        for (const auto& [who, which] : {std::pair{"ours", &Setup::ours}, std::pair{"peer", &Setup::peer}})
            benchmark::RegisterBenchmark(
                fmt::format("{}/{}", name_of(problem), who).c_str(),
                [&card, problem, lazy, which](benchmark::State& state) { measure(state, card, problem, lazy, which); })
                ->Iterations(iterations)
                ->UseManualTime()
                ->Unit(benchmark::kMillisecond);
    }
    benchmark::RegisterBenchmark("read/16_bytes", [&card](benchmark::State& state) { measure_reading(state, card); })
        ->Iterations(iterations)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}

}  // namespace
}  // namespace phobos::bench

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    auto card = phobos::bench::Card::open();
    if (!card) {
        fmt::print("phobos_bench_gpu: nothing is measured: {}\n", card.error());
        return 0;
    }
    const phobos::device::Properties& properties = (*card)->device().properties();
    benchmark::AddCustomContext("card", fmt::format("{}, {}, {} multiprocessors", properties.name,
                                                    properties.architecture, properties.multiprocessors));
    const int version = (*card)->device().driver().version();
    benchmark::AddCustomContext("driver", fmt::format("for CUDA {}.{}", version / 1000, version % 1000 / 10));
    phobos::bench::register_all(**card);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::ClearRegisteredBenchmarks();  // which hold memory of the card
    return 0;
}
