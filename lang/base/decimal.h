// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lang/base/float_format.h"
#include "lang/base/result.h"

namespace phobos {

enum class DecimalError : std::uint8_t {
    malformed,  ///< not a number of the form below
    overflow,   ///< rounds to infinity
};

/// The bits of `text` rounded once, to nearest even, to `format`. The text is an optional minus and either `inf`, `nan`
/// or digits with an optional point and exponent (`1`, `1.`, `1.5e-3`); `_` may stand between digits. Of any length.
Result<std::uint64_t, DecimalError> round_decimal(std::string_view text, FloatFormat format);

/// A text that round_decimal reads back to the same bits (any NaN: `nan`), with as few digits of the correctly rounded
/// decimal as do so. It is `inf`, `-inf`, `nan` or contains a point or an exponent.
std::string shortest_decimal(std::uint64_t bits, FloatFormat format);

}  // namespace phobos
