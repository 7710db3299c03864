// SPDX-License-Identifier: Apache-2.0
// Examples that memory bounds, beside the same kernels written by hand.
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

Problem example(const std::string& name, std::vector<std::pair<std::string, std::int64_t>> dims, unsigned blocks,
                double bytes) {
    return {.name = name_of(name, dims),
            .source = fmt::format("examples/{}.ph", name),
            .settings = {},
            .dims = std::move(dims),
            .scalar = 0x3FC00000,  // 1.5
            .grid = {blocks, 1, 1},
            .work = {Work::Unit::bytes, bytes},
            .rivals = {by_hand(name, {}, sum_tolerance)}};
}

/// A row a warp, eight warps a CTA.
Problem matvec(const std::string& name, std::int64_t n, std::int64_t k, int element_bytes) {
    return example(name, {{"K", k}, {"N", n}}, static_cast<unsigned>(n / 8),
                   static_cast<double>(n) * static_cast<double>(k) * element_bytes);
}

Rival matvec_by_cublas(const CublasOrReason& cublas, int n, int k) {
    const auto make = [cublas, n, k](const Arguments& arguments) -> Contender {
        if (!*cublas) return Failure{cublas->error()};
        const device::Address w = arguments.addresses("W")[0];
        const device::Address x = arguments.addresses("A")[0];
        const device::Address y = arguments.addresses("O")[0];
        if (const auto status = (**cublas).apply_f32(n, k, w, x, y); status != CublasStatus::success)
            return Failure{fmt::format("cuBLAS gives status {}", static_cast<int>(status))};
        return Enqueue([cublas, n, k, w, x, y](std::size_t) {
            const auto status = (**cublas).apply_f32(n, k, w, x, y);
            PHOBOS_ASSERT(status == CublasStatus::success);
        });
    };
    return {"cublas", make, sum_tolerance};
}

}  // namespace

void add_memory(Card& card, const CublasOrReason& cublas) {
    add(card, matvec("matvec_i8", 65536, 16384, 1));
    Problem in_cache = matvec("matvec_i8", 4096, 4096, 1);
    in_cache.launches = 200;
    add(card, std::move(in_cache));
    Problem in_f32 = matvec("matvec", 65536, 16384, 4);
    in_f32.rivals.push_back(matvec_by_cublas(cublas, 65536, 16384));
    add(card, std::move(in_f32));
    add(card, example("row_sum", {{"R", 65536}, {"K", 16384}}, 65536, 65536.0 * 16384 * 4));
    add(card, example("saxpy", {{"N", 1 << 28}}, (1 << 28) / 256, 12.0 * (1 << 28)));
}

}  // namespace phobos::bench
