// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lang/diagnostics/diagnostic.h"
#include "lang/program/program.h"
#include "lang/syntax/tree.h"

/// Wording that the messages of the checker share.
namespace phobos::check {

/// "`f32`", "a run of 4 `i8`".
std::string spelling(const program::Type& type);

/// "16", "`N`".
std::string spelling(const program::Extent& extent, const program::Program& program);
/// "16, 32"; an extent that only a call decides is "?".
std::string extents_of(const program::TileShape& shape);

/// "1 argument", "3 arguments".
std::string count_of(std::size_t count, std::string_view thing);

/// The expression as source.
std::string source_of(const syntax::Expression& expression);

/// `i32(e)` in the place of e.
std::string converted(ScalarType type, const syntax::Expression& expression);
diagnostics::Fix conversion_fix(ScalarType type, const syntax::Expression& expression);

/// The type that the operands of one operation are best converted to: the only float, else the wider one.
/// None where neither side holds the other's values, and with bool.
std::optional<ScalarType> common_type(ScalarType left, ScalarType right);

}  // namespace phobos::check
