// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace phobos::interp::observe {

/// Whether what is told belongs to a new execution of its site, or to the last one: what a compound assignment reads
/// and writes belongs to one.
enum class Execution : std::uint8_t { next, same };

}  // namespace phobos::interp::observe
