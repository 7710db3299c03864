// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <span>

#include "fuzz/generate/generate.h"
#include "fuzz/oracle/judge.h"
#include "fuzz/oracle/verdict.h"
#include "fuzz/oracle/way.h"

namespace phobos::fuzz {

struct ReduceOptions {
    std::size_t most_candidates = 20'000;
    std::chrono::seconds time{300};
    std::size_t batch = 1;  ///< candidates judged together: more where an engine compiles
    std::function<bool()> is_stopped = [] { return false; };
};

struct Reduced {
    Generated smallest;
    std::size_t candidates = 0;  ///< judged
    std::size_t accepted = 0;
};

/// The statements of a file, those of functions included.
std::size_t statements_of(const syntax::File& file);

/// The smallest case found that fails with the same signature: tree, launch and data together, large steps first. The
/// seed of the given one is the number by which all of them are judged. The first way must find what the case does to
/// be as defined as the given one's, and barriers must keep its order.
Reduced reduce(const Generated& failing, const Signature& signature, std::span<const Way> ways,
               const ReduceOptions& options = {});

}  // namespace phobos::fuzz
