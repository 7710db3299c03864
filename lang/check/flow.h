// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "lang/syntax/tree.h"

namespace phobos::check {

/// How many of a block's statements a path may reach: those up to the first that every path leaves by `break`,
/// `continue` or `return`. Conditions and ranges count as unknown (ctx-28).
std::size_t reachable_statements(const syntax::Block& block);

/// Whether every path through the block ends in a `return` (ctx-28).
bool returns(const syntax::Block& block);

}  // namespace phobos::check
