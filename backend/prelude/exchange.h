// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ph {

/// Where lanes give each other values through memory (PH_COLLECTIVES_IN_MEMORY), shared memory begins with a word for
/// each thread of the largest block. No variable: that would stand in the code of every kernel.
enum : unsigned { exchange_bytes = 8 * 1024 };

}  // namespace ph
