// SPDX-License-Identifier: Apache-2.0
#include "spec-tests/harness/docket.h"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "engine/assumptions.h"
#include "lang/base/assert.h"

namespace phobos::harness {
namespace {

std::string spelling_of(const std::vector<io::NamedValue>& settings) {
    std::string text;
    for (const io::NamedValue& setting : settings) text += fmt::format("{}={} ", setting.name, setting.value);
    return text;
}

/// Of the trial's launch, moved as the way says.
engine::Launch launch_of(const Trial& trial, const Way& way) {
    if (way.moved_bytes == 0) return trial.given;
    auto launch = moved(trial.kernel->program(), trial.given, way.moved_bytes);
    PHOBOS_ASSERT(launch.has_value());
    return *std::move(launch);
}

}  // namespace

std::string case_of(const std::string& trial) { return trial.substr(0, trial.find(',')); }

std::optional<engine::Launch> moved(const program::Program& program, engine::Launch launch, std::int64_t bytes) {
    bool is_moved = false;
    for (engine::Argument& argument : launch.arguments) {
        auto* own = std::get_if<engine::OwnTensor>(&argument);
        if (own == nullptr || bytes % static_cast<std::int64_t>(own->tensor.element_bytes()) != 0) continue;
        own->byte_offset += bytes;
        is_moved = true;
    }
    if (!is_moved || !engine::bind(program, launch)) return std::nullopt;
    return launch;
}

Result<Done, std::string> Docket::add(const std::string& name, LoadedCase loaded) {
    const LoadedCase& kept = cases_.emplace_back(std::move(loaded));
    std::map<std::string, const program::CheckedProgram*> kernels;  // by width and settings
    for (const int lanes : kept.expectations.lanes)
        for (const io::CaseLaunch& launch : kept.expectations.launches) {
            if (std::ranges::find(launch.lanes, lanes) == launch.lanes.end()) continue;
            const program::CheckedProgram*& kernel = kernels[fmt::format("{} {}", lanes, spelling_of(launch.settings))];
            if (kernel == nullptr) {
                programs_.push_back(checked(kept, lanes, launch.settings));
                kernel = find_kernel(kept.expectations, programs_.back());
            }
            if (kernel == nullptr) return Failure{fmt::format("{}: there is no kernel to run", name)};
            auto given = io::resolve(kernel->program(), launch.launch);
            if (!given) return Failure{fmt::format("{}: {}", name, given.error().message)};
            if (const auto dims = engine::bind(kernel->program(), *given); !dims)
                return Failure{fmt::format("{}: {}", name, dims.error().message)};
            const std::string_view separator = launch.name.empty() ? "" : ", ";
            trials_.push_back({fmt::format("{}, {} lanes{}{}", name, lanes, separator, launch.name),
                               {&kept, &launch, kernel, *std::move(given)}});
        }
    return Done{};
}

std::size_t Docket::instance_of(const Trial& trial, Assumed assumed) {
    program::LaunchAssumptions assumptions;
    if (assumed != Assumed::nothing) {
        const program::Program& program = trial.kernel->program();
        const engine::BoundDims dims = *engine::bind(program, trial.given);
        assumptions = engine::assumptions_of(program, trial.given, dims);
        if (assumed == Assumed::values) assumptions.values.assign(dims.values.begin(), dims.values.end());
    }
    const auto is_it = [&](const engine::Instance& instance) {
        return instance.program == trial.kernel && instance.assumptions == assumptions;
    };
    const auto found = std::ranges::find_if(instances_, is_it);
    if (found != instances_.end()) return static_cast<std::size_t>(found - instances_.begin());
    instances_.push_back({trial.kernel, std::move(assumptions)});
    return instances_.size() - 1;
}

void Docket::call(std::size_t trial, Way way) {
    Trial as_run = trials_[trial].trial;
    if (way.moved_bytes != 0) {
        auto launch = moved(as_run.kernel->program(), std::move(as_run.given), way.moved_bytes);
        if (!launch) return;
        as_run.given = *std::move(launch);
    }
    calls_.push_back({trial, way, instance_of(as_run, way.assumed)});
}

Tally Docket::hear(engine::Engine& engine, engine::Encloser& encloser, const engine::Settings& settings) {
    Tally tally{calls_.size(), instances_.size(), {}, {}, {}};
    const auto prepared = engine.prepare(instances_);
    for (const Called& called : calls_) {
        const auto& one = prepared[called.instance];
        const auto* unsupported = std::get_if<engine::Unsupported>(&one);
        const Judgement judgement =
            unsupported != nullptr ? Judgement{Verdict::skipped, unsupported->construct + ": " + unsupported->message}
                                   : judge(called, engine, *std::get<0>(one), encloser, settings);
        if (judgement.verdict != Verdict::skipped) {
            const Named& named = trials_[called.trial];
            ++tally.cases[case_of(named.name)];
            ++tally.kernels[named.trial.kernel->program().kernel];
        }
        if (judgement.verdict != Verdict::passed) tally.complaints.push_back({name_of(called), judgement});
    }
    return tally;
}

const Docket::Enclosures& Docket::enclosures_of(std::size_t trial, engine::Encloser& encloser) {
    const auto found = enclosures_.find(trial);
    if (found != enclosures_.end()) return found->second;
    return enclosures_.emplace(trial, enclose(trials_[trial].trial, encloser)).first->second;
}

Judgement Docket::judge(const Called& called, engine::Engine& engine, engine::Prepared& prepared,
                        engine::Encloser& encloser, const engine::Settings& settings) {
    Trial trial = trials_[called.trial].trial;
    trial.given = launch_of(trial, called.way);
    const engine::Ran ran = engine::run(engine, prepared, trial.kernel->program(), trial.given, settings);
    if (!std::holds_alternative<engine::Finished>(ran.outcome) || !wants_enclosures(*trial.launch))
        return judge_run(trial, ran, {});
    const Enclosures& enclosures = enclosures_of(called.trial, encloser);
    if (!enclosures) return {Verdict::failed, enclosures.error()};
    return judge_run(trial, ran, *enclosures);
}

std::string Docket::name_of(const Called& called) const {
    std::string name = trials_[called.trial].name;
    if (called.way.assumed == Assumed::nothing) name += ", nothing assumed";
    if (called.way.assumed == Assumed::values) name += ", values of dims assumed";
    if (called.way.moved_bytes != 0) name += fmt::format(", moved by {} bytes", called.way.moved_bytes);
    return name;
}

}  // namespace phobos::harness
