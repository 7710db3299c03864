// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lang/syntax/tree.h"

namespace phobos::fuzz {

/// Whether barriers stand, in the order of the text, between each write of a shared buffer at `ctx.thread` and the
/// reads at other places before and after it, also from one turn of a loop to the next: what generated kernels keep and
/// a smaller one might not.
bool keeps_order(const syntax::File& file);

}  // namespace phobos::fuzz
