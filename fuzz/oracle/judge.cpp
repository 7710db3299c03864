// SPDX-License-Identifier: Apache-2.0
#include "fuzz/oracle/judge.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "engine/agreement.h"
#include "engine/assumptions.h"
#include "engine/enclosure.h"
#include "fuzz/oracle/tolerated.h"
#include "interp/plain/encloser.h"
#include "interp/plain/engine.h"
#include "lang/syntax/parser.h"
#include "lang/syntax/printer.h"
#include "spec-tests/harness/docket.h"

namespace phobos::fuzz {

std::string spelling(const Signature& signature) {
    std::string text(spelling(signature.oracle));
    for (const std::string* part : {&signature.way, &signature.kind, &signature.where})
        if (!part->empty()) text += "/" + *part;
    return text;
}

namespace {

using engine::Finished;
using engine::Limited;
using engine::Trapped;

/// The kind of an outcome; of a fault also which.
std::string kind_of(const engine::Outcome& outcome) {
    std::string text(engine::spelling(outcome));
    if (const auto* trapped = std::get_if<Trapped>(&outcome))
        text += fmt::format(" {}", engine::row(trapped->kind).spelling);
    if (const auto* failed = std::get_if<engine::Failed>(&outcome)) text += " " + failed->stage;
    return text;
}

std::string told(const engine::Outcome& outcome) {
    std::string text = kind_of(outcome);
    if (const auto* trapped = std::get_if<Trapped>(&outcome)) {
        const engine::Place& place = trapped->place;
        text += fmt::format(" at site {}, block {} {} {}, warp {}, lanes {:x}: {}", place.site.index, place.block.x,
                            place.block.y, place.block.z, place.warp, place.lanes, trapped->message);
    }
    if (const auto* failed = std::get_if<engine::Failed>(&outcome)) text += ": " + failed->message;
    if (const auto* none = std::get_if<engine::Unsupported>(&outcome)) text += ": " + none->message;
    if (const auto* error = std::get_if<engine::LaunchError>(&outcome)) text += ": " + error->message;
    return text;
}

std::string name_of(const program::Program& program, std::size_t parameter) {
    return program.tensors[std::get<program::TensorId>(program.parameters[parameter]).index].name;
}

/// Two runs of one case, the second in the given way.
class Comparison {
public:
    Comparison(const Trial& trial, const Way& right, const Meeting& meeting)
        : program_(trial.program()->program()), right_(right), meeting_(meeting) {}

    [[nodiscard]] std::optional<Finding> finding() const {
        const engine::Outcome& expected = meeting_.expected.outcome;
        const engine::Outcome& actual = meeting_.actual.outcome;
        if (kind_of(expected) != kind_of(actual))
            return found("outcome", kind_of(expected) + ", " + kind_of(actual), sides(told(expected), told(actual)));
        if (const auto* trapped = std::get_if<Trapped>(&expected)) {
            if (told(expected) == told(actual)) return std::nullopt;
            return found("fault", std::string(engine::row(trapped->kind).spelling),
                         sides(told(expected), told(actual)));
        }
        if (const auto* finished = std::get_if<Finished>(&expected)) {
            if (auto steps = other_steps(*finished, std::get<Finished>(actual))) return steps;
            return other_tensors();
        }
        return std::nullopt;
    }

private:
    [[nodiscard]] std::optional<Finding> found(std::string kind, std::string where, std::string text) const {
        return Finding{{Oracle::agreement, meeting_.way.name, std::move(kind), std::move(where)}, std::move(text)};
    }
    [[nodiscard]] std::string sides(const std::string& expected, const std::string& actual) const {
        return fmt::format("{} by {}, but {} by {}", expected, right_.name, actual, meeting_.way.name);
    }
    [[nodiscard]] std::optional<Finding> other_steps(const Finished& expected, const Finished& actual) const {
        const bool both_count = right_.offers.steps && meeting_.way.offers.steps;
        if (!both_count || expected.steps == actual.steps) return std::nullopt;
        return found("steps", "",
                     sides(fmt::format("{} steps", expected.steps), fmt::format("{} steps", actual.steps)));
    }
    [[nodiscard]] std::optional<Finding> other_tensors() const {
        if (!meeting_.actual.damaged.empty())
            return found("memory", "", "written outside of " + name_of(program_, meeting_.actual.damaged.front()));
        for (std::size_t i = 0; i < meeting_.expected.tensors.size(); ++i)
            if (const auto* tensor = std::get_if<program::TensorId>(&program_.parameters[i]);
                tensor != nullptr && !is_exempt(program_, *tensor))
                if (auto other = meeting_.enclosed == nullptr ? other_elements(i) : elements_outside(i)) return other;
        return std::nullopt;
    }
    [[nodiscard]] std::optional<Finding> other_elements(std::size_t parameter) const {
        const engine::Tensor& expected = meeting_.expected.tensors[parameter];
        const engine::Tensor& actual = meeting_.actual.tensors[parameter];
        const bool both_track = right_.offers.uninitialised && meeting_.way.offers.uninitialised;
        const std::string type(spelling(expected.element()));
        for (std::uint64_t i = 0; i < expected.elements(); ++i) {
            const auto at = [&] { return fmt::format("{} element {}: ", name_of(program_, parameter), i); };
            if (both_track && expected.is_written(i) != actual.is_written(i))
                return found("written", type, at() + "only one of two ways has it written");
            if (!expected.is_written(i) && !both_track) continue;
            const ScalarBits wanted = expected.load(i);
            const ScalarBits got = actual.load(i);
            if (engine::agrees(expected.element(), wanted, got, engine::SameBits{})) continue;
            return found("value", type,
                         at() + sides(fmt::format("{:#x}", wanted.bits), fmt::format("{:#x}", got.bits)));
        }
        return std::nullopt;
    }

    /// num-25: of those that say something
    [[nodiscard]] std::optional<Finding> elements_outside(std::size_t parameter) const {
        const engine::Tensor& expected = meeting_.expected.tensors[parameter];
        std::vector<bool> unwritten(expected.elements());
        for (std::uint64_t i = 0; i < expected.elements(); ++i) unwritten[i] = !expected.is_written(i);
        const auto compared = engine::compare(meeting_.enclosed->tensors[parameter], meeting_.actual.tensors[parameter],
                                              engine::EnclosedComparison::widest, unwritten);
        if (compared.agrees()) return std::nullopt;
        const engine::Mismatch& first = compared.comparison.first.front();
        return found("value", std::string(spelling(expected.element())),
                     fmt::format("{} element {}: {}", name_of(program_, parameter), first.index,
                                 sides(fmt::format("a bound of {:#x}", first.expected.bits),
                                       fmt::format("{:#x}", first.actual.bits))));
    }

    const program::Program& program_;
    const Way& right_;
    const Meeting& meeting_;
};

/// What the launch may give in an engine whose functions are its own.
Enclosed enclosed(const Trial& trial, const JudgeLimits& limits) {
    engine::Settings settings;
    settings.limits = {.steps = limits.steps, .memory_bytes = std::nullopt, .time = limits.time};
    settings.checks = {.uninitialised = true, .races = false, .levels = false};
    auto tensors = plain::make_encloser()->enclose(*trial.program(), trial.given.launch, settings);
    if (tensors) return {*std::move(tensors), false};
    const auto* outcome = std::get_if<engine::Outcome>(&tensors.error());
    return {{}, outcome == nullptr || !std::holds_alternative<Trapped>(*outcome)};
}

engine::Settings settings_of(const Way& way, const JudgeLimits& limits) {
    engine::Settings settings;
    settings.limits.time = limits.time;
    if (way.offers.steps) settings.limits.steps = limits.steps;
    settings.checks = {way.offers.uninitialised, way.offers.races, way.offers.levels};
    settings.jobs = way.jobs;
    return settings;
}

program::LaunchAssumptions assumed(const Trial& trial, const engine::Launch& launch, Assumed what) {
    if (what == Assumed::nothing) return {};
    auto all = engine::assumptions_of(trial.program()->program(), launch, trial.dims);
    if (what == Assumed::values) all.values.assign(trial.dims.values.begin(), trial.dims.values.end());
    return all;
}

/// Runs the trials at these places of `trials` in one way; nothing where a launch cannot be moved.
std::vector<std::optional<engine::Ran>> run_all(std::span<const Trial> trials, std::span<const std::size_t> places,
                                                const Way& way, const JudgeLimits& limits) {
    std::vector<std::optional<engine::Launch>> launches;
    std::vector<engine::Instance> instances;
    for (const std::size_t place : places) {
        const Trial& trial = trials[place];
        const engine::Launch& given = trial.given.launch;
        auto launch = way.moved_bytes == 0 ? std::optional(given)
                                           : harness::moved(trial.program()->program(), given, way.moved_bytes);
        if (launch) instances.push_back({trial.program(), assumed(trial, *launch, way.assumed)});
        launches.push_back(std::move(launch));
    }
    auto prepared = way.engine->prepare(instances);
    std::vector<std::optional<engine::Ran>> all;
    std::size_t instance = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!launches[i]) {
            all.emplace_back();
            continue;
        }
        auto& made = prepared[instance++];
        if (auto* unsupported = std::get_if<engine::Unsupported>(&made)) {
            all.emplace_back(engine::Ran{std::move(*unsupported), {}, {}});
            continue;
        }
        const program::Program& program = trials[places[i]].program()->program();
        all.emplace_back(
            engine::run(*way.engine, *std::get<0>(made), program, *std::move(launches[i]), settings_of(way, limits)));
    }
    return all;
}

/// What the right way alone says.
void note_fate(Verdict& verdict, const Way& way, const engine::Ran& ran) {
    if (const auto* violation = std::get_if<engine::LevelViolation>(&ran.outcome)) {
        verdict.finding = Finding{{Oracle::levels, way.name, "level", ""}, violation->message};
    } else if (const auto* failed = std::get_if<engine::Failed>(&ran.outcome)) {
        verdict.finding = Finding{{Oracle::survival, way.name, "failed", failed->stage}, failed->message};
    } else if (!ran.damaged.empty()) {
        verdict.finding = Finding{{Oracle::agreement, way.name, "memory", ""}, "written outside of an argument"};
    } else if (std::holds_alternative<Trapped>(ran.outcome)) {
        verdict.fate = Fate::trapped;
    } else if (!std::holds_alternative<Finished>(ran.outcome)) {
        verdict.fate = Fate::limited;
    }
}

bool is_open(const Verdict& verdict) {
    return !verdict.finding && !verdict.unsettled && (verdict.fate == Fate::finished || verdict.fate == Fate::trapped);
}

bool is_late(const Meeting& meeting) {
    const auto* limited = std::get_if<Limited>(&meeting.actual.outcome);
    return !meeting.way.offers.steps && limited != nullptr && limited->kind == engine::LimitKind::time;
}

/// An engine that has given itself up says so of all that it is given.
std::optional<Unsettled> unsettled(const Meeting& meeting, Late late) {
    const auto* failed = std::get_if<engine::Failed>(&meeting.actual.outcome);
    if (failed != nullptr && failed->stage == "device") return Unsettled::lost;
    return late == Late::unsettled && is_late(meeting) ? std::optional(Unsettled::late) : std::nullopt;
}

bool tells_nothing(const Meeting& meeting) {
    return std::holds_alternative<Limited>(meeting.actual.outcome) ||
           std::ranges::any_of(tolerated, [&](const Tolerated& row) { return row.holds(meeting); });
}

std::optional<Finding> broken_round_trip(const Trial& trial) {
    if (trial.parsed == trial.given.file) return std::nullopt;
    const bool is_program = !syntax::parse(*trial.source).diagnostics.has_errors();
    return Finding{{Oracle::print_parse, "", is_program ? "other tree" : "no program", ""},
                   "the printed program does not parse to the same program"};
}

}  // namespace

const program::CheckedProgram* Trial::program() const {
    return is_bound && checked.kernels.size() == 1 ? &checked.kernels.front() : nullptr;
}

Trial make_trial(std::uint64_t number, Generated given) {
    Trial trial{number, std::move(given)};
    trial.source = std::make_unique<SourceFile>("generated.ph", syntax::print(trial.given.file));
    syntax::Parsed parsed = syntax::parse(*trial.source);
    trial.parsed = std::move(parsed.file);
    if (parsed.diagnostics.has_errors()) return trial;
    trial.checked = check::check(trial.parsed, check::Target{trial.given.lanes}, {});
    if (trial.checked.kernels.size() != 1) return trial;
    if (auto dims = engine::bind(trial.checked.kernels.front().program(), trial.given.launch)) {
        trial.dims = std::move(*dims);
        trial.is_bound = true;
    }
    return trial;
}

std::vector<Verdict> judge(std::span<const Trial> trials, std::span<const Way> ways, const JudgeLimits& limits) {
    std::vector<Verdict> verdicts(trials.size());
    std::vector<std::optional<engine::Ran>> right(trials.size());
    std::vector<std::optional<Enclosed>> enclosures(trials.size());
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < trials.size(); ++i) {
        verdicts[i].finding = broken_round_trip(trials[i]);
        if (trials[i].program() == nullptr) verdicts[i].fate = Fate::rejected;
        if (is_open(verdicts[i])) places.push_back(i);
    }
    for (const Way& way : ways) {
        const bool is_right = &way == &ways.front();
        std::vector<std::size_t> taken;
        std::ranges::copy_if(places, std::back_inserter(taken), [&](std::size_t place) {
            return is_open(verdicts[place]) && (is_right || way.turn.takes(trials[place].number));
        });
        auto all = run_all(trials, taken, way, limits);
        for (std::size_t i = 0; i < taken.size(); ++i) {
            Verdict& verdict = verdicts[taken[i]];
            if (is_right) {
                note_fate(verdict, way, *all[i]);
                right[taken[i]] = std::move(all[i]);
                continue;
            }
            if (!all[i]) continue;
            const program::Program& program = trials[taken[i]].program()->program();
            std::optional<Enclosed>& bounds = enclosures[taken[i]];
            const bool has_own = !way.offers.same_functions && has_bounded_functions(program);
            if (has_own && !bounds) bounds = enclosed(trials[taken[i]], limits);
            const Meeting meeting{program, way, *right[taken[i]], *all[i], has_own ? &*bounds : nullptr};
            if ((verdict.unsettled = unsettled(meeting, limits.late))) continue;
            if (limits.late == Late::finding && is_late(meeting)) {
                verdict.finding = Finding{{Oracle::survival, way.name, "time", ""},
                                          fmt::format("no end within {} ms by {}", limits.time.count(), way.name)};
            } else if (tells_nothing(meeting)) {
                verdict.silent.push_back(way.name);
            } else {
                verdict.finding = Comparison(trials[taken[i]], ways.front(), meeting).finding();
            }
        }
    }
    return verdicts;
}

engine::Ran run_reference(const Trial& trial, const JudgeLimits& limits) {
    const auto reference = plain::make_engine();
    engine::Settings settings;
    settings.limits = {.steps = limits.steps, .memory_bytes = std::nullopt, .time = limits.time};
    settings.checks.races = false;
    return engine::run(*reference, *trial.program(), trial.given.launch, settings);
}

}  // namespace phobos::fuzz
