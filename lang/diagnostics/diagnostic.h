// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lang/diagnostics/code.h"
#include "lang/source/span.h"

namespace phobos::diagnostics {

/// A cause of the diagnostic, at its own place.
struct Note {
    Span span;
    std::string text;
};

/// Text that replaces the span and makes the program right; an empty span inserts.
struct Fix {
    Span span;
    std::string replacement;
    std::string text;  ///< what the change does, as in "cast each operand"
};

struct Diagnostic {
    Code code;
    Span span;
    std::string message;  ///< lower case, one sentence, without a full stop
    std::vector<Note> notes;
    std::optional<Fix> fix;
};

}  // namespace phobos::diagnostics
