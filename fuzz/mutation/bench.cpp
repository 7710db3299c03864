// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutation/bench.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "fuzz/mutation/implementation.h"
#include "fuzz/mutation/parallel.h"
#include "interp/plain/encloser.h"
#include "interp/plain/engine.h"
#include "spec-tests/harness/answer.h"

namespace phobos::mutation {
namespace {

using harness::Judgement;
using harness::Verdict;

Judgement pass() { return {Verdict::passed, ""}; }

/// A faulty run may take some times as many steps as a right one; what takes more does not end.
constexpr std::uint64_t most_times_steps = 4;
constexpr std::uint64_t spare_steps = 50'000;
constexpr std::chrono::seconds most_time{5};

engine::Settings settings_for(std::uint64_t sound_steps) {
    engine::Settings settings;
    settings.limits.steps = most_times_steps * sound_steps + spare_steps;
    settings.limits.time = most_time;
    settings.checks = offered_checks;
    return settings;
}

std::vector<check::Setting> settings_of(const std::vector<io::NamedValue>& values) {
    std::vector<check::Setting> settings;
    for (const io::NamedValue& value : values) settings.push_back({value.name, value.value});
    return settings;
}

/// A machine that is slow is no fault: what takes too long by the clock shows nothing, and what takes too many steps
/// does not end.
Judgement judged(const harness::Trial& trial, const engine::Ran& ran, std::span<const engine::Enclosure> enclosures) {
    const auto* limited = std::get_if<engine::Limited>(&ran.outcome);
    if (limited != nullptr && limited->kind == engine::LimitKind::time) return pass();
    return harness::judge_run(trial, ran, enclosures);
}

bool same(const std::vector<check::Setting>& a, const std::vector<check::Setting>& b) {
    return std::ranges::equal(a, b,
                              [](const auto& x, const auto& y) { return x.name == y.name && x.value == y.value; });
}

}  // namespace

bool Bench::is_about_races() const {
    return std::ranges::find(loaded_->expectations.features, "races") != loaded_->expectations.features.end();
}

engine::Ran Bench::run(const program::Program& program, const engine::Launch& launch, engine::Settings settings,
                       const plain::RaceRules& race_rules) const {
    settings.checks.races = is_about_races();
    return plain::observe(program, {}, launch, settings, race_rules).ran;
}

const check::Checked& Bench::checked(const std::vector<check::Setting>& settings) {
    for (const auto& variant : variants_)
        if (same(variant->settings, settings)) return variant->checked;
    check::Checked found{{}, parsed_.diagnostics};
    if (!parsed_.diagnostics.has_errors()) {
        found = check::check(parsed_.file, {lanes_}, settings);
        found.diagnostics.add(parsed_.diagnostics);
    }
    return variants_.emplace_back(std::make_unique<Variant>(Variant{settings, std::move(found)}))->checked;
}

bool Bench::prepare() {
    const io::Case& expectations = loaded_->expectations;
    parsed_ = syntax::parse(loaded_->source);
    if (expectations.launches.empty())
        return judge_answer(*loaded_, checked(settings_of(expectations.settings)).diagnostics).verdict ==
               Verdict::passed;
    const auto encloser = plain::make_encloser();
    for (const io::CaseLaunch& launch : expectations.launches) {
        if (std::ranges::find(launch.lanes, lanes_) == launch.lanes.end()) continue;
        const check::Checked& program = checked(settings_of(launch.settings));
        const program::CheckedProgram* kernel = harness::find_kernel(expectations, program);
        if (kernel == nullptr) return false;
        SoundLaunch sound{&launch, &program, kernel, {}, {}, {}, {engine::Finished{}, {}, {}}};
        auto given = io::resolve(kernel->program(), launch.launch);
        if (!given) {
            sound.error = given.error();
        } else if (const auto dims = engine::bind(kernel->program(), *given); !dims) {
            sound.error = dims.error();
        } else {
            engine::Settings settings = settings_for(0);
            settings.limits = {};
            settings.limits.steps = harness::most_steps;
            sound.ran = run(kernel->program(), *given, settings);
            if (const auto* finished = std::get_if<engine::Finished>(&sound.ran.outcome)) sound.steps = finished->steps;
        }
        if (given) sound.given = *std::move(given);
        launches_.push_back(std::move(sound));
        SoundLaunch& kept = launches_.back();
        if (!kept.error && harness::wants_enclosures(launch)) {
            auto enclosures = harness::enclose({loaded_, &launch, kernel, kept.given}, *encloser);
            if (!enclosures) return false;
            kept.enclosures = *std::move(enclosures);
        }
        const Judgement judgement =
            kept.error ? harness::judge_launch_error(*loaded_, *kept.error)
                       : harness::judge_run({loaded_, &launch, kernel, kept.given}, kept.ran, kept.enclosures);
        if (judgement.verdict != Verdict::passed) return false;
    }
    return true;
}

std::optional<Bench> Bench::make(const harness::LoadedCase& loaded, int lanes) {
    Bench bench(loaded, lanes);
    if (!bench.prepare()) return std::nullopt;
    return bench;
}

Judgement Bench::judge(const Fault& fault) const {
    return std::visit([&](const auto& seam) { return judge(seam); }, fault.seam);
}

/// The first launch that is not passed.
template <class Judge>
Judgement Bench::judge_launches(const Judge& judge) const {
    for (const SoundLaunch& sound : launches_)
        if (Judgement judgement = judge(sound); judgement.verdict != Verdict::passed) return judgement;
    return pass();
}

/// Judges a front end, and what a right engine makes of its programs.
template <class Check>
Judgement Bench::judge_front_end(const Check& check) const {
    const io::Case& expectations = loaded_->expectations;
    if (expectations.launches.empty())
        return judge_answer(*loaded_, check(settings_of(expectations.settings)).diagnostics);
    return judge_launches([&](const SoundLaunch& sound) {
        const check::Checked found = check(settings_of(sound.launch->settings));
        if (found.diagnostics.has_errors()) return wrongly_rejected(*loaded_, found.diagnostics);
        if (Judgement judgement = judge_warnings(*loaded_, found.diagnostics); judgement.verdict != Verdict::passed)
            return judgement;
        const program::CheckedProgram* kernel = harness::find_kernel(expectations, found);
        if (kernel == nullptr) return Judgement{Verdict::failed, "there is no such kernel"};
        auto given = io::resolve(kernel->program(), sound.launch->launch);
        if (!given) return judge_launch_error(*loaded_, given.error());
        if (const auto dims = engine::bind(kernel->program(), *given); !dims)
            return judge_launch_error(*loaded_, dims.error());
        const engine::Ran ran = run(kernel->program(), *given, settings_for(sound.steps));
        return judged({loaded_, sound.launch, kernel, *std::move(given)}, ran, sound.enclosures);
    });
}

Judgement Bench::judge(const OnSource& seam) const {
    const auto text = seam.change(loaded_->source.text());
    if (!text) return pass();
    const SourceFile source(loaded_->source.name(), *text);
    return judge_front_end(
        [&](const std::vector<check::Setting>& settings) { return check::check(source, {lanes_}, settings); });
}

Judgement Bench::judge(const OnTree& seam) const {
    if (parsed_.diagnostics.has_errors()) return pass();
    syntax::File file = parsed_.file;
    if (!seam.change(file)) return pass();
    return judge_front_end([&](const std::vector<check::Setting>& settings) {
        check::Checked found = check::check(file, {lanes_}, settings);
        found.diagnostics.add(parsed_.diagnostics);
        return found;
    });
}

Judgement Bench::judge(const OnAnswer& seam) const {
    const auto change = [&](const Variant& variant) -> std::optional<diagnostics::List> {
        diagnostics::List answer = variant.checked.diagnostics;
        if (!seam.change({loaded_->source, lanes_, variant.settings}, answer)) return std::nullopt;
        return answer;
    };
    for (const auto& variant : variants_) {
        const auto answer = change(*variant);
        if (!answer) continue;
        if (launches_.empty()) return judge_answer(*loaded_, *answer);
        if (answer->has_errors()) return wrongly_rejected(*loaded_, *answer);
        if (Judgement judgement = judge_warnings(*loaded_, *answer); judgement.verdict != Verdict::passed)
            return judgement;
    }
    return pass();
}

Judgement Bench::judge(const OnProgram& seam) const {
    return judge_launches([&](const SoundLaunch& sound) {
        if (sound.error) return pass();
        program::Program program = sound.kernel->program();
        if (!seam.change(program)) return pass();
        const engine::Ran ran = run(program, sound.given, settings_for(sound.steps));
        return judged({loaded_, sound.launch, sound.kernel, sound.given}, ran, sound.enclosures);
    });
}

Judgement Bench::judge(const OnLaunch& seam) const {
    return judge_launches([&](const SoundLaunch& sound) {
        if (sound.error) return pass();
        engine::Launch launch = sound.given;
        if (!seam.change(sound.kernel->program(), launch)) return pass();
        const engine::Ran ran = run(sound.kernel->program(), launch, settings_for(sound.steps));
        return judged({loaded_, sound.launch, sound.kernel, sound.given}, ran, sound.enclosures);
    });
}

Judgement Bench::judge(const OnRefusal& seam) const {
    return judge_launches([&](const SoundLaunch& sound) {
        std::optional<engine::LaunchError> error = sound.error;
        if (!seam.change(sound.kernel->program(), sound.given, error)) return pass();
        if (error) return judge_launch_error(*loaded_, *error);
        return Judgement{Verdict::wrongly_accepted, "no launch error is reported"};
    });
}

Judgement Bench::judge(const OnRan& seam) const {
    return judge_launches([&](const SoundLaunch& sound) {
        if (sound.error) return pass();
        engine::Ran ran = sound.ran;
        if (!seam.change(sound.kernel->program(), sound.given, ran)) return pass();
        return judged({loaded_, sound.launch, sound.kernel, sound.given}, ran, sound.enclosures);
    });
}

Judgement Bench::judge(const OnRaces& seam) const {
    if (!is_about_races()) return pass();
    plain::RaceRules race_rules;
    seam.change(race_rules);
    return judge_launches([&](const SoundLaunch& sound) {
        if (sound.error) return pass();
        const engine::Ran ran = run(sound.kernel->program(), sound.given, settings_for(sound.steps), race_rules);
        return judged({loaded_, sound.launch, sound.kernel, sound.given}, ran, sound.enclosures);
    });
}

std::uint64_t Bench::cost() const {
    std::uint64_t cost = variants_.size() * loaded_->source.text().size();
    for (const SoundLaunch& sound : launches_) cost += sound.steps;
    return cost;
}

Judgement CaseBench::judge(const Fault& fault) const {
    for (const Bench& bench : widths)
        if (Judgement judgement = bench.judge(fault); judgement.verdict != Verdict::passed) return judgement;
    return pass();
}

std::vector<CaseBench> make_benches(std::vector<NamedCase> cases, unsigned workers) {
    std::vector<CaseBench> found(cases.size());
    for_each_in_parallel(cases.size(), workers, [&](std::size_t i) {
        CaseBench& bench = found[i];
        bench.name = std::move(cases[i].name);
        bench.loaded = std::make_unique<harness::LoadedCase>(std::move(cases[i].loaded));
        for (const int lanes : bench.expectations().lanes)
            if (auto width = Bench::make(*bench.loaded, lanes)) bench.widths.push_back(*std::move(width));
        for (const Bench& width : bench.widths) bench.cost += width.cost();
    });
    std::erase_if(found, [](const CaseBench& bench) { return bench.widths.empty(); });
    return found;
}

}  // namespace phobos::mutation
