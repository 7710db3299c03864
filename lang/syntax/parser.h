// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lang/diagnostics/list.h"
#include "lang/source/source_file.h"
#include "lang/syntax/tree.h"

namespace phobos::syntax {

struct Parsed {
    File file;                      ///< the whole program, unless there are errors
    diagnostics::List diagnostics;  ///< of lexer and parser
};

/// The tree of a file. Any bytes are accepted; where they are no program, what is wrong is reported and the parser goes
/// on at the next statement or item, so that several errors come out in one go.
Parsed parse(const SourceFile& source);

}  // namespace phobos::syntax
