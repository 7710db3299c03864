// SPDX-License-Identifier: Apache-2.0
// Any bytes are lexed and parsed; a program without errors is printed, and parses back to the same tree and text.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lang/base/assert.h"
#include "lang/syntax/parser.h"
#include "lang/syntax/printer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace phobos;
    const SourceFile source("fuzz.ph", std::string(data, data + size));
    const syntax::Parsed parsed = syntax::parse(source);
    for (const diagnostics::Diagnostic& diagnostic : parsed.diagnostics.in_order()) {
        PHOBOS_ASSERT(!diagnostic.message.empty());
        PHOBOS_ASSERT(diagnostic.span.begin <= diagnostic.span.end && diagnostic.span.end <= size);
        for (const diagnostics::Note& note : diagnostic.notes) {
            PHOBOS_ASSERT(note.span.begin <= note.span.end && note.span.end <= size);
        }
        if (diagnostic.fix) {
            const Span span = diagnostic.fix->span;
            PHOBOS_ASSERT(span.begin <= span.end && span.end <= size);
        }
    }
    if (!parsed.diagnostics.empty()) return 0;
    const std::string text = syntax::print(parsed.file);
    const syntax::Parsed again = syntax::parse(SourceFile("printed.ph", text));
    PHOBOS_ASSERT(again.diagnostics.empty());
    PHOBOS_ASSERT(again.file == parsed.file);
    PHOBOS_ASSERT(syntax::print(again.file) == text);
    return 0;
}
