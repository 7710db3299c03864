// SPDX-License-Identifier: Apache-2.0
// Products of matrices by tiles, in the defined order and by tensor cores, beside cuBLAS.
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/gpu/benches.h"
#include "bench/gpu/contest.h"
#include "lang/base/assert.h"

namespace phobos::bench {
namespace {

constexpr int size = 4096;

/// cuBLAS on the matrices of the problem, by this function of it.
template <class Multiply>
Rival by_cublas(const CublasOrReason& cublas, Multiply multiply, double tolerance) {
    const auto make = [cublas, multiply](const Arguments& arguments) -> Contender {
        if (!*cublas) return Failure{cublas->error()};
        std::vector<MatrixProduct> products;
        const auto a = arguments.addresses("A");
        const auto b = arguments.addresses("B");
        const auto c = arguments.addresses("C");
        for (std::size_t set = 0; set < a.size(); ++set) products.push_back({size, size, size, a[set], b[set], c[set]});
        if (const auto status = ((**cublas).*multiply)(products[0]); status != CublasStatus::success)
            return Failure{fmt::format("cuBLAS gives status {}", static_cast<int>(status))};
        return Enqueue([cublas, multiply, products](std::size_t turn) {
            const auto status = ((**cublas).*multiply)(products[turn % products.size()]);
            PHOBOS_ASSERT(status == CublasStatus::success);
        });
    };
    return {"cublas", make, tolerance};
}

/// Squares by CTAs of 128 x 128. Three sets of matrices are beyond what caches hold.
Problem product(const std::string& kernel, Rival cublas, Rival reference) {
    return {.name = fmt::format("{}/{}", kernel, size),
            .source = fmt::format("bench/kernels/{}.ph", kernel),
            .settings = {},
            .dims = {{"M", size}, {"K", size}, {"N", size}},
            .grid = {size / 128, size / 128, 1},
            .work = {Work::Unit::flop, 2.0 * size * size * size},
            .launches = 3,
            .sets = 3,
            .rivals = {std::move(cublas)},
            .references = {std::move(reference)}};
}

}  // namespace

void add_products(Card& card, const CublasOrReason& cublas) {
    // The order is defined: f32 must be equal to the last bit, and cuBLAS close. Half is rounded at the end.
    add(card, product("gemm_f32", by_cublas(cublas, &Cublas::multiply_f32, 1e-4), by_hand("gemm_f32", {}, 0)));
    add(card, product("gemm_f16", by_cublas(cublas, &Cublas::multiply_f16, 2e-3), by_hand("gemm_f16", {}, 2e-3)));
}

}  // namespace phobos::bench
