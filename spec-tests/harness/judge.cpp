// SPDX-License-Identifier: Apache-2.0
#include "spec-tests/harness/judge.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "lang/check/check.h"
#include "spec-tests/harness/answer.h"
#include "spec-tests/harness/trial.h"

namespace phobos::harness {
namespace {

using engine::Outcome;

constexpr Verdict passed = Verdict::passed;
Judgement pass() { return {passed, ""}; }

/// One case at one width.
class Court {
public:
    Court(const LoadedCase& loaded, const Subject& subject, LevelChecking levels, int lanes)
        : loaded_(loaded), case_(loaded.expectations), subject_(subject), levels_(levels), lanes_(lanes) {}

    Judgement judge() const {
        if (case_.launches.empty()) return judge_answer(loaded_, checked(loaded_, lanes_, case_.settings).diagnostics);
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
    [[nodiscard]] Judgement judge_launch(const io::CaseLaunch& launch) const {
        const check::Checked checked = harness::checked(loaded_, lanes_, launch.settings);
        if (checked.diagnostics.has_errors()) return wrongly_rejected(loaded_, checked.diagnostics);
        if (Judgement judgement = judge_warnings(loaded_, checked.diagnostics); judgement.verdict != passed)
            return judgement;
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
