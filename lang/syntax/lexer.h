// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lang/diagnostics/list.h"
#include "lang/source/source_file.h"
#include "lang/syntax/token.h"

namespace phobos::syntax {

struct Lexed {
    std::vector<Token> tokens;  ///< at least the last one, of kind end_of_file
    diagnostics::List diagnostics;
};

/// The tokens of a file (docs/spec/01-lexical.md). Newlines that end a statement are tokens, all others are not; what
/// is malformed is reported and stands as one token of kind invalid or invalid_number.
Lexed lex(const SourceFile& source);

}  // namespace phobos::syntax
