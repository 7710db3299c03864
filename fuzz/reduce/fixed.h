// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "lang/syntax/tree.h"

namespace phobos::fuzz {

/// Expressions that decide which thread writes where.
struct Fixed {
    std::set<const syntax::Expression*> whole;    ///< stay as they are
    std::set<const syntax::Expression*> literal;  ///< may become a literal, not one of their operands
};

Fixed fixed_of(const syntax::File& file);

}  // namespace phobos::fuzz
