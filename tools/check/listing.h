// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "lang/base/json.h"
#include "lang/program/checked_program.h"
#include "lang/source/source_file.h"

namespace phobos::tools {

/// The source with a row of letters under each line: u, w or v for the level of the smallest expression around each
/// character. In a function it is the highest level over all its calls.
std::string levels_text(const SourceFile& source, std::span<const program::CheckedProgram> kernels);

/// Every expression of each kernel with its place, text, type and level; those of a function once for each call.
Json levels_json(const SourceFile& source, std::span<const program::CheckedProgram> kernels);

/// The source with, under each line, what is known of its integer expressions: in every launch, and in those where all
/// dims are multiples of 16. Literals and what nothing is known of are left out.
std::string facts_text(const SourceFile& source, std::span<const program::CheckedProgram> kernels);

/// Every integer expression of each kernel with its place, text and facts.
Json facts_json(const SourceFile& source, std::span<const program::CheckedProgram> kernels);

}  // namespace phobos::tools
