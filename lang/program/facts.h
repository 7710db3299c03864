// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lang/base/ids.h"

namespace phobos::program {

/// Known of an integer: it is `residue` modulo 2^log2_modulus. Survives wrapping, so it holds of the stored bits.
struct Congruence {
    std::uint8_t log2_modulus = 0;  ///< 0 (nothing known) to 7
    std::uint8_t residue = 0;       ///< below 2^log2_modulus

    friend bool operator==(Congruence, Congruence) = default;
};

/// An i32 or i64 is `u + lane * ctx.lane + warp * ctx.warp` with u the same in the whole CTA.
struct Affine {
    std::int64_t lane = 0;
    std::int64_t warp = 0;

    friend bool operator==(Affine, Affine) = default;
};

/// What is known of one integer expression.
struct Fact {
    std::optional<Affine> affine;
    Congruence congruence;  ///< of the value in every thread

    friend bool operator==(const Fact&, const Fact&) = default;
};

/// What a launch knows. A table that is too short says nothing of what it lacks.
struct LaunchAssumptions {
    std::vector<Congruence> dims{};                     ///< by DimId
    std::vector<std::optional<std::int64_t>> values{};  ///< by DimId: a dim that has this value and no other
    std::vector<Congruence> addresses{};                ///< by TensorId: of the first element's address, in bytes

    friend bool operator==(const LaunchAssumptions&, const LaunchAssumptions&) = default;
};

struct Facts {
    std::vector<Fact> expressions;  ///< by ExpressionId; empty facts for what is not an integer
};

}  // namespace phobos::program
