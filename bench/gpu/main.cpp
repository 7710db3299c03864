// SPDX-License-Identifier: Apache-2.0
// Kernels on a GPU as the emitter writes them, beside others that compute the same, and what the card does at most.
// Random data, times by the card's events, its clock sampled after each. For pairs of times that other work disturbs
// alike:
//
//     phobos_bench_gpu --benchmark_repetitions=15 --benchmark_enable_random_interleaving=true [--cublas=FILE]
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "bench/gpu/benches.h"

namespace phobos::bench {
namespace {

void describe(const Card& card, const Result<Cublas, std::string>& cublas) {
    const device::Properties& properties = card.device().properties();
    benchmark::AddCustomContext("card", fmt::format("{}, {}, {} multiprocessors", properties.name,
                                                    properties.architecture, properties.multiprocessors));
    const int version = card.driver()->version();
    benchmark::AddCustomContext("driver", fmt::format("for CUDA {}.{}", version / 1000, version % 1000 / 10));
    benchmark::AddCustomContext("cublas", cublas ? fmt::format("{}.{}.{}", cublas->version() / 10000,
                                                               cublas->version() % 10000 / 100, cublas->version() % 100)
                                                 : cublas.error());
}

int run(std::vector<std::string> cublas_names) {
    auto card = Card::open();
    if (!card) {
        fmt::print("phobos_bench_gpu: nothing is measured: {}\n", card.error());
        return 0;
    }
    const auto cublas =
        std::make_shared<const Result<Cublas, std::string>>(Cublas::open((*card)->device(), cublas_names));
    describe(**card, *cublas);
    add_memory(**card, cublas);
    add_products(**card, cublas);
    add_rates(**card);
    add_ceilings(**card);
    add_launches(**card);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::ClearRegisteredBenchmarks();  // which hold memory of the card
    return 0;
}

}  // namespace
}  // namespace phobos::bench

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    std::vector<std::string> cublas_names = phobos::bench::default_cublas_names();
    if (argc == 2 && std::string_view(argv[1]).starts_with("--cublas=")) {
        cublas_names = {std::string(argv[1]).substr(9)};
        --argc;
    }
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    return phobos::bench::run(std::move(cublas_names));
}
