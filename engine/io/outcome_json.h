// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/outcome.h"
#include "lang/base/json.h"
#include "lang/source/source_file.h"

namespace phobos::io {

/// One outcome as an object: `outcome` and, of a fault, `code`, `kind`, `line`, `column`, `block`, `warp`, `lanes`,
/// `values`, for a race both places under `accesses`; of the others `code`, `limit`, `construct`, `stage`; and
/// `message`. Lines and columns as in diagnostics. docs/guide.md describes it.
Json json_of(const engine::Outcome& outcome, const SourceFile& source);

/// The lanes of a mask, ascending.
std::vector<int> lanes_of(std::uint64_t mask);

/// Numbers as ranges: "0-3,17"; the empty text for none.
std::string ranges_text(const std::vector<int>& ascending);

}  // namespace phobos::io
