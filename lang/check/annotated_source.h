// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/check/elaborate.h"
#include "lang/diagnostics/terminal.h"
#include "lang/program/children.h"
#include "lang/program/program.h"
#include "lang/source/source_file.h"
#include "lang/syntax/parser.h"

/// For tests: sources in which expressions are marked with what is claimed of them, as in `let a = ⟦ctx.lane +
/// 1⟧:varying`.
namespace phobos::check {

struct Mark {
    Span span;  ///< of the expression, in the text without marks
    std::string claim;
};
struct AnnotatedSource {
    SourceFile source;
    std::vector<Mark> marks;
};

inline AnnotatedSource without_marks(std::string_view text) {
    constexpr std::string_view open = "⟦";
    constexpr std::string_view close = "⟧:";
    std::string plain;
    std::vector<Mark> marks;
    std::vector<std::size_t> opened;
    while (!text.empty()) {
        if (text.starts_with(open)) {
            opened.push_back(marks.size());
            marks.push_back({{static_cast<std::uint32_t>(plain.size()), 0}, {}});
            text.remove_prefix(open.size());
        } else if (text.starts_with(close)) {
            text.remove_prefix(close.size());
            Mark& mark = marks[opened.back()];
            opened.pop_back();
            mark.span.end = static_cast<std::uint32_t>(plain.size());
            for (; !text.empty() && (std::isalnum(text[0]) != 0 || text[0] == '-' || text[0] == '_');
                 text.remove_prefix(1))
                mark.claim += text[0];
        } else {
            plain += text[0];
            text.remove_prefix(1);
        }
    }
    return {SourceFile("test.ph", plain), marks};
}

/// The only kernel of a source that obeys every rule but perhaps those of levels.
inline program::Program elaborated_kernel(const SourceFile& source) {
    const syntax::Parsed parsed = syntax::parse(source);
    Elaborated result = elaborate(parsed.file, Target{}, {});
    result.diagnostics.add(parsed.diagnostics);
    EXPECT_FALSE(result.diagnostics.has_errors())
        << source.text() << diagnostics::terminal_text({source, result.diagnostics}, diagnostics::Color::never);
    return result.kernels.size() == 1 ? std::move(result.kernels[0]) : program::Program{};
}

/// Compares each mark's claim with what `describe` says of each expression of its span.
inline void expect_claims(const AnnotatedSource& annotated, const program::Program& program, const auto& describe) {
    for (const Mark& mark : annotated.marks) {
        int found = 0;
        program::for_each_in(program.body, [&](const program::Expression& expression) {
            if (expression.span != mark.span) return;
            ++found;
            EXPECT_EQ(describe(expression), mark.claim) << "`" << annotated.source.text(mark.span) << "` in\n"
                                                        << annotated.source.text();
        });
        EXPECT_GT(found, 0) << "no expression `" << annotated.source.text(mark.span) << "` in\n"
                            << annotated.source.text();
    }
}

}  // namespace phobos::check
