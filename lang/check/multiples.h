// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "lang/program/program.h"

namespace phobos::check {

/// Of which numbers the integers of a program are multiples, as far as its text tells and as long as nothing wraps: for
/// hints only, as Facts hold of the wrapped values and of powers of two. 0 is a multiple of everything.
class Multiples {
public:
    explicit Multiples(const program::Program& program);

    /// The greatest number that the expression is known to be a multiple of; 0 of the constant 0.
    [[nodiscard]] std::int64_t of(const program::Expression& expression) const;

private:
    [[nodiscard]] std::int64_t of(const program::Binary& node) const;
    /// One pass over the program; whether something was learnt.
    bool update();
    bool meet(program::LocalId local, std::int64_t multiple);

    const program::Program& program_;
    std::vector<std::int64_t> locals_;  ///< by LocalId
};

}  // namespace phobos::check
