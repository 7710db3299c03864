// SPDX-License-Identifier: Apache-2.0
// Examples that memory bounds, beside the same kernels written by hand.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/gpu/benches.h"
#include "bench/gpu/contest.h"
#include "lang/base/assert.h"

namespace phobos::bench {
namespace {

/// How far sums of some ten thousand values in another order may be apart.
constexpr double sum_tolerance = 1e-4;

std::string name_of(const std::string& example, const std::vector<std::pair<std::string, std::int64_t>>& dims) {
    std::string name = example;
    for (const auto& [dim, value] : dims) name += fmt::format("/{}:{}", dim, value);
    return name;
}

Problem problem(const std::string& source, std::vector<std::pair<std::string, std::int64_t>> dims, unsigned blocks,
                double bytes) {
    const std::string name = source.substr(source.rfind('/') + 1);
    return {.name = name_of(name, dims),
            .source = source + ".ph",
            .settings = {},
            .dims = std::move(dims),
            .scalar = 0x3FC00000,  // 1.5
            .grid = {blocks, 1, 1},
            .work = {Work::Unit::bytes, bytes},
            .rivals = {by_hand(name, {}, sum_tolerance)}};
}

/// A row a warp, eight warps a CTA.
Problem matvec(const std::string& name, std::int64_t n, std::int64_t k, int element_bytes) {
    return problem("examples/" + name, {{"K", k}, {"N", n}}, static_cast<unsigned>(n / 8),
                   static_cast<double>(n) * static_cast<double>(k) * element_bytes);
}

/// cuBLAS by this function of it and of the addresses of these tensors.
template <std::size_t count, class Call>
Rival by_cublas(const CublasOrReason& cublas, const std::array<const char*, count>& tensors, Call call) {
    const auto make = [cublas, tensors, call](const Arguments& arguments) -> Contender {
        if (!*cublas) return Failure{cublas->error()};
        std::array<device::Address, count> at{};
        for (std::size_t i = 0; i < at.size(); ++i) at.at(i) = arguments.addresses(tensors.at(i)).front();
        if (const auto status = call(**cublas, at); status != CublasStatus::success)
            return Failure{fmt::format("cuBLAS gives status {}", static_cast<int>(status))};
        return Enqueue([cublas, at, call](std::size_t) {
            const auto status = call(**cublas, at);
            PHOBOS_ASSERT(status == CublasStatus::success);
        });
    };
    return {"cublas", make, sum_tolerance};
}

/// So many elements a thread.
Problem saxpy(const CublasOrReason& cublas, const std::string& source, unsigned elements) {
    constexpr int n = 1 << 28;
    Problem result = problem(source, {{"N", n}}, n / 256 / elements, 12.0 * n);
    result.rivals.push_back(
        by_cublas(cublas, std::array{"X", "Y"}, [](const Cublas& library, const std::array<device::Address, 2>& at) {
            return library.add_f32(n, 1.5F, at[0], at[1]);
        }));
    return result;
}

}  // namespace

void add_memory(Card& card, const CublasOrReason& cublas) {
    add(card, matvec("matvec_i8", 65536, 16384, 1));
    Problem in_cache = matvec("matvec_i8", 4096, 4096, 1);
    in_cache.launches = 200;
    add(card, std::move(in_cache));
    Problem in_f32 = matvec("matvec", 65536, 16384, 4);
    in_f32.rivals.push_back(by_cublas(cublas, std::array{"W", "A", "O"},
                                      [](const Cublas& library, const std::array<device::Address, 3>& at) {
                                          return library.apply_f32(65536, 16384, at[0], at[1], at[2]);
                                      }));
    add(card, std::move(in_f32));
    add(card, problem("examples/row_sum", {{"R", 65536}, {"K", 16384}}, 65536, 65536.0 * 16384 * 4));
    for (const auto& [source, elements] : {std::pair{"examples/saxpy", 1}, std::pair{"bench/kernels/saxpy_runs", 4}})
        add(card, saxpy(cublas, source, elements));
}

}  // namespace phobos::bench
