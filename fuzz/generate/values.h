// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/tensor.h"
#include "fuzz/generate/random.h"
#include "lang/vocabulary/scalar_type.h"

namespace phobos::fuzz {

/// Zeros of both signs, ones, small numbers, powers of two, ends of the type, subnormals, infinities and NaNs, and any
/// bits.
ScalarBits any_value(ScalarType type, Random& random);

/// A float that lies within at_rest of its type.
ScalarBits exact_value(ScalarType type, Random& random);

enum class Numbers { any, small, exact };  ///< small: whole ones below 16, whose sums are exact

/// Gives every element a value; a bool may be any byte.
void fill(engine::Tensor& tensor, Random& random, Numbers numbers);

}  // namespace phobos::fuzz
