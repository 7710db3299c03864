// SPDX-License-Identifier: Apache-2.0
#include "fuzz/oracle/refusal.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "lang/check/check.h"
#include "lang/syntax/parser.h"
#include "lang/syntax/printer.h"

namespace phobos::fuzz {
namespace {

constexpr std::size_t twins_of_a_kernel = 8;

std::vector<diagnostics::Diagnostic> errors_of(const diagnostics::List& list) {
    std::vector<diagnostics::Diagnostic> errors = list.in_order();
    std::erase_if(errors, [](const diagnostics::Diagnostic& one) {
        return diagnostics::row(one.code).severity != diagnostics::Severity::error;
    });
    return errors;
}

Finding found(const InvalidTwin& twin, std::string_view way, std::string_view kind, std::string text) {
    const std::string code(diagnostics::row(twin.code).name);
    return {{Oracle::refusal, std::string(way), std::string(kind), code},
            fmt::format("{} ({}): {}", code, twin.edit, text)};
}

/// Of the errors of one reading.
std::optional<Finding> other_errors(const InvalidTwin& twin, std::string_view way,
                                    const std::vector<diagnostics::Diagnostic>& errors) {
    if (errors.empty()) return found(twin, way, "accepted", "the checker accepts it");
    if (errors.size() > 1) return found(twin, way, "errors", fmt::format("it has {} errors", errors.size()));
    if (errors.front().code == twin.code) return std::nullopt;
    return found(twin, way, "code", fmt::format("refused for {}", diagnostics::row(errors.front().code).name));
}

}  // namespace

std::optional<Finding> judge_twin(const InvalidTwin& twin, int lanes) {
    const SourceFile source("generated.ph", twin.text);
    const auto errors = errors_of(check::check(source, check::Target{lanes}, {}).diagnostics);
    if (auto other = other_errors(twin, "text", errors)) return other;
    const Span span = errors.front().span;
    if (span.begin < twin.place.begin || span.begin > twin.place.end)
        return found(twin, "text", "place",
                     fmt::format("at line {}, not {}", source.position(span.begin).line,
                                 source.position(twin.place.begin).line));
    const syntax::Parsed parsed = syntax::parse(source);
    if (parsed.diagnostics.has_errors()) return std::nullopt;
    const SourceFile printed("generated.ph", syntax::print(parsed.file));
    return other_errors(twin, "printed", errors_of(check::check(printed, check::Target{lanes}, {}).diagnostics));
}

Refusals judge_twins(const Trial& trial) {
    Refusals refusals;
    if (trial.program() == nullptr) {
        refusals.verdict.fate = Fate::rejected;
        return refusals;
    }
    for (InvalidTwin& twin : invalid_twins(trial.given.file, trial.number, twins_of_a_kernel)) {
        refusals.verdict.finding = judge_twin(twin, trial.given.lanes);
        if (refusals.verdict.finding) {
            refusals.wrong = std::move(twin.text);
            break;
        }
        refusals.codes.emplace(diagnostics::row(twin.code).name);
    }
    return refusals;
}

}  // namespace phobos::fuzz
