// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ostream>
#include <utility>
#include <vector>

#include "fuzz/generate/generate.h"
#include "fuzz/generate/random.h"
#include "fuzz/generate/values.h"
#include "lang/base/rapidcheck.h"
#include "lang/syntax/printer.h"

/// Whole kernels and inputs as values of RapidCheck, for tests of properties. What a kernel is made of is never picked
/// one by one, so that a counterexample shrinks as a whole.
namespace phobos::fuzz {

/// In a counterexample.
inline void showValue(const Generated& kernel, std::ostream& stream) {
    const engine::Block& grid = kernel.launch.grid;
    stream << "seed " << kernel.seed << ", " << kernel.lanes << " lanes, grid " << grid.x << ' ' << grid.y << ' '
           << grid.z << ", " << kernel.options.statements << " statements, depth " << kernel.options.depth << '\n'
           << syntax::print(kernel.file);
}

/// Kernels of the same seed with fewer statements, half of them first, and with less in an expression.
inline std::vector<Generated> smaller_kernels(const Generated& kernel) {
    std::vector<Generated> smaller;
    const auto add = [&](int statements, int depth) {
        Options options = kernel.options;
        options.statements = statements;
        options.depth = depth;
        smaller.push_back(generate_kernel(kernel.seed, options));
    };
    for (int step = (kernel.options.statements + 1) / 2; step > 0; step /= 2)
        add(kernel.options.statements - step, kernel.options.depth);
    if (kernel.options.depth > 1) add(kernel.options.statements, kernel.options.depth - 1);
    return smaller;
}

/// Any seed, whatever the size that a test has come to.
inline rc::Gen<std::uint64_t> any_seed() {
    return rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>()));
}

inline rc::Gen<Generated> any_kernel(const Options& options = {}) {
    return rc::gen::shrink(
        rc::gen::map(any_seed(), [options](std::uint64_t seed) { return generate_kernel(seed, options); }),
        [](const Generated& kernel) { return rc::seq::fromContainer(smaller_kernels(kernel)); });
}

/// Of every class of bits; it shrinks to 0 and 1.
inline rc::Gen<ScalarBits> any_scalar(ScalarType type) {
    return rc::gen::shrink(rc::gen::map(any_seed(),
                                        [type](std::uint64_t seed) {
                                            Random random(seed);
                                            return any_value(type, random);
                                        }),
                           [](const ScalarBits& value) {
                               std::vector<ScalarBits> smaller;
                               for (const std::uint64_t bits : {0, 1})
                                   if (bits < value.bits) smaller.push_back({bits});
                               return rc::seq::fromContainer(std::move(smaller));
                           });
}

}  // namespace phobos::fuzz
