// SPDX-License-Identifier: Apache-2.0
#include "spec-tests/harness/judge.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "lang/check/check.h"
#include "lang/diagnostics/terminal.h"
#include "spec-tests/harness/trial.h"

namespace phobos::harness {
namespace {

using diagnostics::Diagnostic;
using engine::Outcome;

constexpr Verdict passed = Verdict::passed;
Judgement pass() { return {passed, ""}; }

/// One case at one width.
class Court {
public:
    Court(const LoadedCase& loaded, const Subject& subject, LevelChecking levels, int lanes)
        : loaded_(loaded),
          case_(loaded.expectations),
          source_(loaded.source),
          subject_(subject),
          levels_(levels),
          lanes_(lanes) {}

    Judgement judge() const {
        if (case_.launches.empty()) return judge_check(checked(loaded_, lanes_, case_.settings));
        for (const io::CaseLaunch& launch : case_.launches) {
            if (std::ranges::find(launch.lanes, lanes_) == launch.lanes.end()) continue;
            Judgement judgement = judge_launch(launch);
            if (judgement.verdict == passed) continue;
            if (!launch.name.empty()) judgement.reason = launch.name + ": " + judgement.reason;
            return judgement;
        }
        return pass();
    }

private:
    [[nodiscard]] std::string listing(const check::Checked& checked) const {
        return diagnostics::terminal_text({source_, checked.diagnostics}, diagnostics::Color::never);
    }
    [[nodiscard]] std::uint32_t line_of(Span span) const { return source_.position(span.begin).line; }

    [[nodiscard]] Judgement judge_check(const check::Checked& checked) const {
        const bool has_errors = checked.diagnostics.has_errors();
        if (case_.kind != io::CaseKind::reject) {
            if (has_errors) return {Verdict::wrongly_rejected, listing(checked)};
            return judge_warnings(checked);
        }
        if (!has_errors) return {Verdict::wrongly_accepted, "no error is reported"};
        return judge_errors(checked);
    }

    [[nodiscard]] Judgement judge_errors(const check::Checked& checked) const {
        bool is_on_line = false;
        std::string obstacle = fmt::format("no error stands on line {}", case_.reject->line.value_or(0));
        for (const Diagnostic& diagnostic : checked.diagnostics.in_order()) {
            if (row(diagnostic.code).severity != diagnostics::Severity::error) continue;
            if (diagnostics::spelling(diagnostic.code) != case_.reject->code)
                return {Verdict::failed,
                        fmt::format("errors of code {} only are expected\n{}", case_.reject->code, listing(checked))};
            if (line_of(diagnostic.span) != case_.reject->line) continue;
            const auto missing = missing_part(diagnostic);
            if (missing) obstacle = *missing;
            is_on_line = is_on_line || !missing;
        }
        if (!is_on_line) return {Verdict::failed, fmt::format("{}\n{}", obstacle, listing(checked))};
        return judge_warnings(checked);
    }

    /// What the case wants of the notes and words of one error and is not there.
    [[nodiscard]] std::optional<std::string> missing_part(const Diagnostic& diagnostic) const {
        for (const std::uint32_t line : case_.reject->notes) {
            const auto is_there = [&](const diagnostics::Note& note) { return line_of(note.span) == line; };
            if (!std::ranges::any_of(diagnostic.notes, is_there)) return fmt::format("no note stands on line {}", line);
        }
        std::string text = diagnostic.message;
        for (const diagnostics::Note& note : diagnostic.notes) text += "\n" + note.text;
        return unmentioned(text);
    }
    [[nodiscard]] std::optional<std::string> unmentioned(std::string_view text) const {
        for (const std::string& word : case_.reject->mentions)
            if (text.find(word) == std::string_view::npos) return fmt::format("'{}' is not mentioned", word);
        return std::nullopt;
    }

    [[nodiscard]] Judgement judge_warnings(const check::Checked& checked) const {
        if (!case_.warnings) return pass();
        std::vector<io::ExpectedWarning> found;
        for (const Diagnostic& diagnostic : checked.diagnostics.in_order())
            if (row(diagnostic.code).severity != diagnostics::Severity::error)
                found.push_back({diagnostics::spelling(diagnostic.code), line_of(diagnostic.span)});
        std::vector<io::ExpectedWarning> wanted = *case_.warnings;
        std::ranges::sort(found);
        std::ranges::sort(wanted);
        if (found == wanted) return pass();
        return {Verdict::failed, fmt::format("other warnings are expected\n{}", listing(checked))};
    }

    [[nodiscard]] Judgement judge_launch(const io::CaseLaunch& launch) const {
        const check::Checked checked = harness::checked(loaded_, lanes_, launch.settings);
        if (checked.diagnostics.has_errors()) return {Verdict::wrongly_rejected, listing(checked)};
        if (Judgement judgement = judge_warnings(checked); judgement.verdict != passed) return judgement;
        const program::CheckedProgram* const kernel = find_kernel(case_, checked);
        if (kernel == nullptr) return {Verdict::failed, "the case must name one of the kernels"};
        auto resolved = io::resolve(kernel->program(), launch.launch);
        if (!resolved) return judge_launch_error(loaded_, resolved.error());
        if (auto dims = engine::bind(kernel->program(), *resolved); !dims)
            return judge_launch_error(loaded_, dims.error());
        if (const auto lacking = lacking_check()) return {Verdict::skipped, *lacking};
        if (auto obstacle = unexpected_tensor(kernel->program(), launch)) return {Verdict::failed, *obstacle};
        return judge_trial({&loaded_, &launch, kernel, std::move(*resolved)});
    }

    [[nodiscard]] Judgement judge_trial(const Trial& trial) const {
        const engine::Ran ran = engine::run(subject_.engine, *trial.kernel, trial.given, settings());
        const bool has_results = std::holds_alternative<engine::Finished>(ran.outcome);
        if (!has_results || !wants_enclosures(*trial.launch)) return judge_run(trial, ran, {});
        const auto enclosures = enclose(trial, subject_.encloser);
        if (!enclosures) return {Verdict::failed, enclosures.error()};
        return judge_run(trial, ran, *enclosures);
    }

    /// Every fault that the case holds must be looked for.
    [[nodiscard]] std::optional<std::string> lacking_check() const {
        if (levels_ == LevelChecking::on && !subject_.offers.levels) return "the engine does not check levels";
        if (!case_.fault) return std::nullopt;
        if (levels_ == LevelChecking::on && case_.fault->kind == engine::FaultKind::race)
            return "levels hold in runs without a race only (level-4)";
        if (case_.fault->kind == engine::FaultKind::race && !subject_.offers.races)
            return "the engine does not check races";
        if (case_.fault->kind == engine::FaultKind::uninitialised && !subject_.offers.uninitialised)
            return "the engine does not check unwritten elements";
        return std::nullopt;
    }

    [[nodiscard]] engine::Settings settings() const {
        engine::Settings settings;
        settings.limits.steps = most_steps;
        settings.checks = subject_.offers;
        settings.checks.levels = levels_ == LevelChecking::on;
        return settings;
    }

    /// A tensor that the kernel writes and the case says nothing of, or one that it says something of and is none.
    [[nodiscard]] std::optional<std::string> unexpected_tensor(const program::Program& program,
                                                               const io::CaseLaunch& launch) const {
        if (case_.kind != io::CaseKind::run) return std::nullopt;
        const auto is_named = [&](const std::string& name) {
            return std::ranges::find(launch.expect, name, &io::NamedExpectation::parameter) != launch.expect.end();
        };
        for (const program::Tensor& tensor : program.tensors)
            if (tensor.written && !is_named(tensor.name))
                return fmt::format("the kernel writes {}, of which the case expects nothing", tensor.name);
        for (const io::NamedExpectation& expected : launch.expect)
            if (std::ranges::find(program.tensors, expected.parameter, &program::Tensor::name) == program.tensors.end())
                return fmt::format("the case expects something of {}, which is no tensor of the kernel",
                                   expected.parameter);
        return std::nullopt;
    }

    const LoadedCase& loaded_;
    const io::Case& case_;
    const SourceFile& source_;
    const Subject& subject_;
    LevelChecking levels_;
    int lanes_;
};

}  // namespace

Judgement judge(const LoadedCase& loaded, const Subject& subject, LevelChecking levels) {
    if (levels == LevelChecking::on && loaded.expectations.launches.empty())
        return {Verdict::skipped, "it is judged without a run"};
    Judgement result = pass();
    for (const int lanes : loaded.expectations.lanes) {
        Judgement judgement = Court(loaded, subject, levels, lanes).judge();
        if (judgement.verdict == passed) continue;
        judgement.reason = fmt::format("at {} lanes: {}: {}", lanes, spelling(judgement.verdict), judgement.reason);
        if (judgement.verdict != Verdict::skipped) return judgement;
        result = std::move(judgement);
    }
    return result;
}

}  // namespace phobos::harness
