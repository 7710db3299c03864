// SPDX-License-Identifier: Apache-2.0
#include "spec-tests/harness/answer.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "lang/diagnostics/terminal.h"

namespace phobos::harness {
namespace {

using diagnostics::Diagnostic;

std::string listing(const LoadedCase& loaded, const diagnostics::List& answer) {
    return diagnostics::terminal_text({loaded.source, answer}, diagnostics::Color::never);
}
std::uint32_t line_of(const LoadedCase& loaded, Span span) { return loaded.source.position(span.begin).line; }

/// What the case wants of the notes and words of one error and is not there.
std::optional<std::string> missing_part(const LoadedCase& loaded, const Diagnostic& diagnostic) {
    const io::ExpectedReject& reject = *loaded.expectations.reject;
    for (const std::uint32_t line : reject.notes) {
        const auto is_there = [&](const diagnostics::Note& note) { return line_of(loaded, note.span) == line; };
        if (!std::ranges::any_of(diagnostic.notes, is_there)) return fmt::format("no note stands on line {}", line);
    }
    std::string text = diagnostic.message;
    for (const diagnostics::Note& note : diagnostic.notes) text += "\n" + note.text;
    for (const std::string& word : reject.mentions)
        if (text.find(word) == std::string::npos) return fmt::format("'{}' is not mentioned", word);
    return std::nullopt;
}

Judgement judge_errors(const LoadedCase& loaded, const diagnostics::List& answer) {
    const io::ExpectedReject& reject = *loaded.expectations.reject;
    bool is_on_line = false;
    std::string obstacle = fmt::format("no error stands on line {}", reject.line.value_or(0));
    for (const Diagnostic& diagnostic : answer.in_order()) {
        if (row(diagnostic.code).severity != diagnostics::Severity::error) continue;
        if (diagnostics::spelling(diagnostic.code) != reject.code)
            return {Verdict::failed,
                    fmt::format("errors of code {} only are expected\n{}", reject.code, listing(loaded, answer))};
        if (line_of(loaded, diagnostic.span) != reject.line) continue;
        const auto missing = missing_part(loaded, diagnostic);
        if (missing) obstacle = *missing;
        is_on_line = is_on_line || !missing;
    }
    if (!is_on_line) return {Verdict::failed, fmt::format("{}\n{}", obstacle, listing(loaded, answer))};
    return judge_warnings(loaded, answer);
}

}  // namespace

Judgement wrongly_rejected(const LoadedCase& loaded, const diagnostics::List& answer) {
    return {Verdict::wrongly_rejected, listing(loaded, answer)};
}

Judgement judge_warnings(const LoadedCase& loaded, const diagnostics::List& answer) {
    const io::Case& expectations = loaded.expectations;
    if (!expectations.warnings) return {Verdict::passed, ""};
    std::vector<io::ExpectedWarning> found;
    for (const Diagnostic& diagnostic : answer.in_order())
        if (row(diagnostic.code).severity != diagnostics::Severity::error)
            found.push_back({diagnostics::spelling(diagnostic.code), line_of(loaded, diagnostic.span)});
    std::vector<io::ExpectedWarning> wanted = *expectations.warnings;
    std::ranges::sort(found);
    std::ranges::sort(wanted);
    if (found == wanted) return {Verdict::passed, ""};
    return {Verdict::failed, fmt::format("other warnings are expected\n{}", listing(loaded, answer))};
}

Judgement judge_answer(const LoadedCase& loaded, const diagnostics::List& answer) {
    const bool has_errors = answer.has_errors();
    if (loaded.expectations.kind == io::CaseKind::reject) {
        if (has_errors) return judge_errors(loaded, answer);
        return {Verdict::wrongly_accepted, "no error is reported"};
    }
    return has_errors ? wrongly_rejected(loaded, answer) : judge_warnings(loaded, answer);
}

}  // namespace phobos::harness
