// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/io/error.h"
#include "lang/base/result.h"
#include "lang/vocabulary/scalar_type.h"

namespace phobos::io {

/// The length of the literal at the beginning of the text: an optional sign and then `inf`, `nan`, `true`, `false`, an
/// integer (`12`, `1_000`, `0xFF`) or a float (`1.`, `1.5e-3`); 0 where there is none.
std::size_t literal_length(std::string_view text);

/// The bits of the literal, which must be exact in the type: `2.0` is in every number type, `0.1` in none. `true` and
/// `false` are bool's, which has 0 and 1 too. Fails with recipe_inexact, naming the nearest value if there is one.
Result<ScalarBits, Error> exact_bits(std::string_view text, ScalarType type);

/// An integer between -(2^64 - 1) and 2^64 - 1; zero is not negative.
struct SignedMagnitude {
    bool is_negative;
    std::uint64_t magnitude;
};

/// The literal's value where it is such an integer; `2.0` and `1e3` are.
std::optional<SignedMagnitude> integer_value(std::string_view text);

/// The literal rounded once to f64. Fails with recipe_range where it is no finite number.
Result<double, Error> nearest_f64(std::string_view text);

}  // namespace phobos::io
