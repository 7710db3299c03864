// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/base/overloaded.h"
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

inline void visit_expressions(const program::Block& block, const auto& visit);

inline void visit_expressions(const program::Expression& expression, const auto& visit) {
    visit(expression);
    program::for_each_child(expression, [&](const program::Expression& child) { visit_expressions(child, visit); });
    if (const auto* call = std::get_if<program::Call>(&expression.node)) visit_expressions(*call->body, visit);
}

/// Calls `visit` with every expression, the bodies of calls included.
inline void visit_expressions(const program::Block& block, const auto& visit) {
    const auto each = [&](const std::vector<program::Expression>& expressions) {
        for (const program::Expression& expression : expressions) visit_expressions(expression, visit);
    };
    for (const program::Statement& statement : block.statements)
        std::visit(
            Overloaded{
                [&](const program::Assign& node) { visit_expressions(node.value, visit); },
                [&](const program::Store& node) { visit_expressions(node.value, visit), each(node.subscripts); },
                [&](const program::RunStore& node) { visit_expressions(node.value, visit), each(node.subscripts); },
                [&](const program::If& node) {
                    visit_expressions(node.condition, visit);
                    visit_expressions(*node.then, visit), visit_expressions(*node.otherwise, visit);
                },
                [&](const program::For& node) {
                    visit_expressions(node.start, visit), visit_expressions(node.end, visit);
                    visit_expressions(node.step, visit), visit_expressions(*node.body, visit);
                },
                [&](const program::While& node) {
                    visit_expressions(node.condition, visit), visit_expressions(*node.body, visit);
                },
                [&](const program::Return& node) {
                    if (node.value) visit_expressions(*node.value, visit);
                },
                [&](const program::Evaluate& node) { visit_expressions(node.expression, visit); },
                [](const program::DeclareTile&) {},
                [](const program::Break&) {},
                [](const program::Continue&) {},
                [](const program::Barrier&) {},
                [](const program::WarpBarrier&) {},
                [](const program::GridBarrier&) {},
            },
            statement.node);
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
        visit_expressions(program.body, [&](const program::Expression& expression) {
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
