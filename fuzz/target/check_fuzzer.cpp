// SPDX-License-Identifier: Apache-2.0
// Any bytes are judged for both widths of a warp, and what is found is rendered in every form; a program that is
// accepted is accepted again when it is printed, with the same levels.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lang/base/assert.h"
#include "lang/check/check.h"
#include "lang/diagnostics/json.h"
#include "lang/diagnostics/sarif.h"
#include "lang/diagnostics/terminal.h"
#include "lang/syntax/parser.h"
#include "lang/syntax/printer.h"

namespace {

using namespace phobos;

void render(const SourceFile& source, const diagnostics::List& list) {
    const std::array findings{diagnostics::Findings{source, list}};
    PHOBOS_ASSERT(list.empty() || !diagnostics::terminal_text(findings[0], diagnostics::Color::never).empty());
    PHOBOS_ASSERT(!diagnostics::to_json(findings).empty());
    if (source.text().size() % 16 != 0) return;  // its table of all rules takes most of the time
    PHOBOS_ASSERT(!diagnostics::to_sarif(findings, {"fuzz", "0"}).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const SourceFile source("fuzz.ph", std::string(data, data + size));
    for (const int lanes : {32, 64}) {
        const check::Checked checked = check::check(source, {lanes}, {});
        render(source, checked.diagnostics);
        PHOBOS_ASSERT(!checked.diagnostics.has_errors() || checked.kernels.empty());
        if (checked.diagnostics.has_errors()) continue;
        const SourceFile printed("printed.ph", syntax::print(syntax::parse(source).file));
        const check::Checked again = check::check(printed, {lanes}, {});
        PHOBOS_ASSERT(again.kernels.size() == checked.kernels.size());
        for (std::size_t i = 0; i < checked.kernels.size(); ++i) {
            PHOBOS_ASSERT(again.kernels[i].levels().expressions == checked.kernels[i].levels().expressions);
            PHOBOS_ASSERT(again.kernels[i].facts().expressions == checked.kernels[i].facts().expressions);
        }
    }
    return 0;
}
