// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lang/program/program.h"

namespace phobos::check {

/// An integer expression as a sum of terms and a constant, over unbounded integers (tile-8). The expression outlives
/// it.
struct LinearForm {
    struct Term {
        std::int64_t factor;
        const program::Expression* value;
    };
    std::vector<Term> terms;  ///< no two of the same value, none with the factor 0
    std::int64_t constant = 0;
};

/// Nothing where a number does not fit 64 bits, or there are more than 64 terms.
std::optional<LinearForm> linear_form(const program::Expression& expression);
std::optional<LinearForm> difference(const LinearForm& left, const LinearForm& right);

/// Whether two expressions are written alike and have one value wherever they stand: they are made of names, constants,
/// fields of `ctx`, operators, conversions and elementwise builtins.
bool is_same_value(const program::Expression& left, const program::Expression& right);

}  // namespace phobos::check
