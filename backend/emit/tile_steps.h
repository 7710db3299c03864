// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/emit/tile.h"

namespace phobos::emit {

/// Writes the steps of the operation whose value this is, with the barriers that stand before them.
void write_steps(Emission& e, const program::Expression& value);

/// Declares the pointer to a buffer.
void declare_buffer(Emission& e, SharedId id, const std::string& wish);

}  // namespace phobos::emit
