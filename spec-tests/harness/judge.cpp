// SPDX-License-Identifier: Apache-2.0
#include "spec-tests/harness/judge.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/io/outcome_json.h"
#include "engine/io/value_text.h"
#include "lang/base/overloaded.h"
#include "lang/check/check.h"
#include "lang/diagnostics/terminal.h"
#include "spec-tests/harness/expectation.h"

namespace phobos::harness {
namespace {

using diagnostics::Diagnostic;
using engine::Outcome;

/// Ends a run that goes wrong and would not end.
constexpr std::uint64_t most_steps = 200'000'000;

constexpr Verdict passed = Verdict::passed;
Judgement pass() { return {passed, ""}; }

std::string text_of(const Outcome& outcome) {
    return std::visit(
        Overloaded{[](const engine::Finished&) { return std::string("finished"); },
                   [](const engine::Trapped& trapped) {
                       return fmt::format("trapped ({}): {}", row(trapped.kind).spelling, trapped.message);
                   },
                   [](const engine::LaunchError& error) {
                       return fmt::format("launch error {}: {}", diagnostics::spelling(error.code), error.message);
                   },
                   [](const engine::Limited& limited) { return "limit: " + limited.message; },
                   [](const engine::Unsupported& unsupported) { return "unsupported: " + unsupported.message; },
                   [](const engine::Failed& failed) { return "failed: " + failed.message; },
                   [](const engine::LevelViolation& violation) { return "a level is not kept: " + violation.message; }},
        outcome);
}

/// One case at one width.
class Court {
public:
    Court(const LoadedCase& loaded, const Subject& subject, LevelChecking levels, int lanes)
        : case_(loaded.expectations), source_(loaded.source), subject_(subject), levels_(levels), lanes_(lanes) {}

    Judgement judge() const {
        if (case_.launches.empty()) return judge_check(checked(case_.settings));
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
    [[nodiscard]] check::Checked checked(const std::vector<io::NamedValue>& values) const {
        std::vector<check::Setting> settings;
        for (const io::NamedValue& value : values) settings.push_back({value.name, value.value});
        return check::check(source_, {lanes_}, settings);
    }
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
        const check::Checked checked = this->checked(launch.settings);
        if (checked.diagnostics.has_errors()) return {Verdict::wrongly_rejected, listing(checked)};
        if (Judgement judgement = judge_warnings(checked); judgement.verdict != passed) return judgement;
        const program::CheckedProgram* const kernel = find_kernel(checked);
        if (kernel == nullptr) return {Verdict::failed, "the case must name one of the kernels"};
        auto resolved = io::resolve(kernel->program(), launch.launch);
        if (!resolved) return judge_launch_error(resolved.error());
        if (auto dims = engine::bind(kernel->program(), *resolved); !dims) return judge_launch_error(dims.error());
        if (const auto lacking = lacking_check()) return {Verdict::skipped, *lacking};
        if (auto obstacle = unexpected_tensor(kernel->program(), launch)) return {Verdict::failed, *obstacle};
        const engine::Ran ran = engine::run(subject_.engine, *kernel, *resolved, settings());
        return judge_run(launch, *kernel, *resolved, ran);
    }

    [[nodiscard]] const program::CheckedProgram* find_kernel(const check::Checked& checked) const {
        if (!case_.kernel && checked.kernels.size() == 1) return &checked.kernels.front();
        for (const program::CheckedProgram& kernel : checked.kernels)
            if (case_.kernel && kernel.program().kernel == *case_.kernel) return &kernel;
        return nullptr;
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

    [[nodiscard]] Judgement judge_launch_error(const engine::LaunchError& error) const {
        const std::string text = text_of(error);
        if (!case_.reject) return {Verdict::wrongly_rejected, text};
        if (diagnostics::spelling(error.code) != case_.reject->code)
            return {Verdict::failed, fmt::format("{} is expected: {}", case_.reject->code, text)};
        if (const auto missing = unmentioned(error.message))
            return {Verdict::failed, fmt::format("{}: {}", *missing, text)};
        return pass();
    }

    [[nodiscard]] Judgement judge_run(const io::CaseLaunch& launch, const program::CheckedProgram& kernel,
                                      const engine::Launch& given, const engine::Ran& ran) const {
        if (!ran.damaged.empty()) return {Verdict::failed, "memory around an argument was written"};
        if (const auto* unsupported = std::get_if<engine::Unsupported>(&ran.outcome))
            return {Verdict::skipped, unsupported->message};
        if (const auto* error = std::get_if<engine::LaunchError>(&ran.outcome)) return judge_launch_error(*error);
        if (case_.reject) return {Verdict::wrongly_accepted, text_of(ran.outcome)};
        if (case_.fault) return judge_fault(ran.outcome);
        if (!std::holds_alternative<engine::Finished>(ran.outcome)) return {Verdict::failed, text_of(ran.outcome)};
        std::vector<engine::Enclosure> enclosures;
        if (std::ranges::any_of(launch.expect, is_computed)) {
            auto computed = subject_.encloser.enclose(kernel, given, settings());
            if (!computed) return {Verdict::failed, "it has no enclosure: " + why_not(computed.error())};
            enclosures = *std::move(computed);
        }
        for (const io::NamedExpectation& expected : launch.expect)
            if (auto wrong = wrong_tensor(expected, kernel.program(), given, ran, enclosures))
                return {Verdict::failed, *wrong};
        return pass();
    }

    [[nodiscard]] std::string why_not(const engine::NotEnclosed& reason) const {
        const auto* undecided = std::get_if<engine::Undecided>(&reason);
        if (undecided == nullptr) return text_of(std::get<Outcome>(reason));
        return fmt::format("an unknown value decides on line {}", line_of(undecided->place.span));
    }
    static bool is_computed(const io::NamedExpectation& expected) {
        return std::holds_alternative<io::ExpectComputedEnclosure>(expected.expectation);
    }

    [[nodiscard]] std::optional<std::string> wrong_tensor(const io::NamedExpectation& expected,
                                                          const program::Program& program, const engine::Launch& given,
                                                          const engine::Ran& ran,
                                                          const std::vector<engine::Enclosure>& enclosures) const {
        std::size_t index = 0;
        while (io::name_of(program, program.parameters[index]) != expected.parameter) ++index;
        const auto* own = std::get_if<engine::OwnTensor>(&given.arguments[index]);
        const bool compares_before = std::holds_alternative<io::ExpectUnchanged>(expected.expectation);
        if (own == nullptr && compares_before) return "'unchanged' is not for an argument in another's memory";
        const engine::Tensor& after = ran.tensors[index];
        const auto wrong = complaint(expected.expectation, own != nullptr ? own->tensor : after, after,
                                     enclosures.empty() ? nullptr : &enclosures[index]);
        if (!wrong) return std::nullopt;
        return fmt::format("{}: {}", expected.parameter, *wrong);
    }

    [[nodiscard]] Judgement judge_fault(const Outcome& outcome) const {
        const auto* trapped = std::get_if<engine::Trapped>(&outcome);
        const io::ExpectedFault& fault = *case_.fault;
        const std::string wanted = fmt::format("{} on line {} is expected", row(fault.kind).spelling, fault.line);
        if (trapped == nullptr) return {Verdict::failed, fmt::format("{}, not: {}", wanted, text_of(outcome))};
        std::vector<std::string> differences;
        const auto differ = [&](bool differs, std::string text) {
            if (differs) differences.push_back(std::move(text));
        };
        const engine::Place& place = trapped->place;
        const std::string lanes = io::ranges_text(io::lanes_of(place.lanes));
        differ(trapped->kind != fault.kind, "another kind");
        const auto [line, other] = lines_of(*trapped);
        differ(line != fault.line, fmt::format("line {}", line));
        differ(fault.other_line && other != *fault.other_line, fmt::format("the other line {}", other));
        differ(fault.block && place.block != *fault.block,
               fmt::format("block {}, {}, {}", place.block.x, place.block.y, place.block.z));
        differ(fault.warp && place.warp != *fault.warp, fmt::format("warp {}", place.warp));
        differ(fault.lanes && io::lanes_of(place.lanes) != *fault.lanes, "lanes " + lanes);
        for (const auto& [name, value] : fault.values)
            differ(value_of(*trapped, name) != value, fmt::format("{} {}", name, value_of(*trapped, name)));
        if (differences.empty()) return pass();
        std::string text = fmt::format("{}, not: {}; found", wanted, text_of(outcome));
        for (const std::string& difference : differences) text += " " + difference + ";";
        return {Verdict::failed, text};
    }

    /// The lines of the place and of the other access; either access of a race may come first.
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> lines_of(const engine::Trapped& trapped) const {
        std::uint32_t line = line_of(trapped.place.span);
        std::uint32_t other = trapped.others.empty() ? 0 : line_of(trapped.others.front().span);
        if (case_.fault->other_line && line == *case_.fault->other_line && other == case_.fault->line)
            std::swap(line, other);
        return {line, other};
    }

    static std::string value_of(const engine::Trapped& trapped, const std::string& name) {
        for (const engine::FaultValue& value : trapped.values)
            if (value.name == name) return io::value_text(value.type, value.bits);
        return "missing";
    }

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
