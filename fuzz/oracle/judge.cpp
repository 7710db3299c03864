// SPDX-License-Identifier: Apache-2.0
#include "fuzz/oracle/judge.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "engine/agreement.h"
#include "engine/assumptions.h"
#include "engine/enclosure.h"
#include "fuzz/oracle/rewrites.h"
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
        // Of several faults another order meets another.
        const bool are_faults = std::holds_alternative<Trapped>(expected) && std::holds_alternative<Trapped>(actual);
        if (are_faults && !meeting_.way.keeps_order) return std::nullopt;
        if (kind_of(expected) != kind_of(actual))
            return found("outcome", kind_of(expected) + ", " + kind_of(actual), sides(told(expected), told(actual)));
        if (const auto* trapped = std::get_if<Trapped>(&expected)) {
            if (told(expected) == told(actual) || is_rewritten()) return std::nullopt;
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
    [[nodiscard]] bool is_rewritten() const { return meeting_.way.rewrite != Rewrite::none; }
    [[nodiscard]] std::string sides(const std::string& expected, const std::string& actual) const {
        return fmt::format("{} by {}, but {} by {}", expected, right_.name, actual, meeting_.way.name);
    }
    [[nodiscard]] std::optional<Finding> other_steps(const Finished& expected, const Finished& actual) const {
        const bool both_count = right_.offers.steps && meeting_.way.offers.steps && !is_rewritten();
        if (!both_count || expected.steps == actual.steps) return std::nullopt;
        return found("steps", "",
                     sides(fmt::format("{} steps", expected.steps), fmt::format("{} steps", actual.steps)));
    }
    [[nodiscard]] std::optional<Finding> other_tensors() const {
        if (!meeting_.actual.damaged.empty())
            return found("memory", "", "written outside of " + name_of(meeting_.form, meeting_.actual.damaged.front()));
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
    settings.limits = {.steps = limits.steps, .memory_bytes = limits.memory_bytes, .time = limits.time};
    settings.checks = {.uninitialised = true, .races = false, .levels = false};
    auto tensors = plain::make_encloser()->enclose(*trial.program(), trial.given.launch, settings);
    if (tensors) return {*std::move(tensors), false};
    const auto* outcome = std::get_if<engine::Outcome>(&tensors.error());
    return {{}, outcome == nullptr || !std::holds_alternative<Trapped>(*outcome)};
}

engine::Settings settings_of(const Way& way, const JudgeLimits& limits) {
    engine::Settings settings;
    settings.limits.time = limits.time;
    settings.limits.memory_bytes = limits.memory_bytes;
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

bool is_open(const Verdict& verdict) {
    return !verdict.finding && !verdict.unsettled && (verdict.fate == Fate::finished || verdict.fate == Fate::trapped);
}

/// A case as it is run in some way.
struct Form {
    const Trial* trial = nullptr;  ///< none where the way has no such form of it
    std::unique_ptr<Trial> own{};
    std::optional<engine::Launch> launch{};
};

Form form_of(const Trial& given, const Way& way) {
    Form form{&given};
    if (way.rewrite != Rewrite::none) {
        auto other = rewritten(given, way.rewrite);
        if (!other) return {};
        form.own = std::make_unique<Trial>(*std::move(other));
        form.trial = form.own.get();
    }
    const engine::Launch& launch = form.trial->given.launch;
    form.launch = way.moved_bytes == 0 ? std::optional(launch)
                                       : harness::moved(form.trial->program()->program(), launch, way.moved_bytes);
    if (!form.launch) return {};
    return form;
}

/// A case that is ready to be run in some way.
struct Attempt {
    std::size_t place;  ///< of the case among those that are judged
    const Way* way;
    Form form;
    std::variant<std::unique_ptr<engine::Prepared>, engine::Unsupported> prepared{};
};

/// What the ways make of cases.
struct Attempts {
    std::vector<Attempt> ready;
    std::vector<std::pair<std::size_t, const Way*>> formless;  ///< places and ways that have no such form of these
};

/// Prepares all that the ways, of one engine, make of the cases that are still open.
Attempts attempts_of(std::span<const Trial> trials, std::span<const Verdict> verdicts, std::span<const Way> ways) {
    Attempts attempts;
    std::vector<engine::Instance> instances;
    for (const Way& way : ways) {
        for (std::size_t place = 0; place < trials.size(); ++place) {
            if (!is_open(verdicts[place]) || !way.turn.takes(trials[place].number)) continue;
            Form form = form_of(trials[place], way);
            if (form.trial == nullptr) {
                attempts.formless.emplace_back(place, &way);
                continue;
            }
            instances.push_back({form.trial->program(), assumed(*form.trial, *form.launch, way.assumed)});
            attempts.ready.push_back({place, &way, std::move(form)});
        }
    }
    auto prepared = ways.front().engine->prepare(instances);
    for (std::size_t i = 0; i < prepared.size(); ++i) attempts.ready[i].prepared = std::move(prepared[i]);
    return attempts;
}

engine::Ran run(Attempt& attempt, const JudgeLimits& limits) {
    if (auto* unsupported = std::get_if<engine::Unsupported>(&attempt.prepared))
        return {std::move(*unsupported), {}, {}};
    engine::Settings settings = settings_of(*attempt.way, limits);
    settings.seed = attempt.form.trial->number;
    return engine::run(*attempt.way->engine, *std::get<0>(attempt.prepared), attempt.form.trial->program()->program(),
                       *std::move(attempt.form.launch), settings);
}

/// How many of the ways are of the first one's engine.
std::size_t of_one_engine(std::span<const Way> ways) {
    const auto other = std::ranges::find_if(ways, [&](const Way& way) { return way.engine != ways.front().engine; });
    return static_cast<std::size_t>(other - ways.begin());
}

/// An engine that has given itself up says so of all that it is given.
bool is_lost(const engine::Ran& ran) {
    const auto* failed = std::get_if<engine::Failed>(&ran.outcome);
    return failed != nullptr && failed->stage == "device";
}

/// What the right way alone says.
void note_fate(Verdict& verdict, const Way& way, const engine::Ran& ran) {
    if (is_lost(ran)) {
        verdict.unsettled = Unsettled::lost;
    } else if (const auto* violation = std::get_if<engine::LevelViolation>(&ran.outcome)) {
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

bool is_late(const Meeting& meeting) {
    const auto* limited = std::get_if<Limited>(&meeting.actual.outcome);
    return !meeting.way.offers.steps && limited != nullptr && limited->kind == engine::LimitKind::time;
}

std::optional<Unsettled> unsettled(const Meeting& meeting, Late late) {
    if (is_lost(meeting.actual)) return Unsettled::lost;
    return late == Late::unsettled && is_late(meeting) ? std::optional(Unsettled::late) : std::nullopt;
}

bool tells_nothing(const Meeting& meeting) {
    return std::holds_alternative<Limited>(meeting.actual.outcome) ||
           std::ranges::any_of(tolerated, [&](const Tolerated& row) { return row.holds(meeting); });
}

/// Whether steps are reached by a way of a case that comes to its end within them. They count the same in every way,
/// but where the program is another one, which takes a few more.
bool has_no_end(const Meeting& meeting, const Way& right, std::uint64_t steps) {
    const auto* finished = std::get_if<Finished>(&meeting.expected.outcome);
    const auto* limited = std::get_if<Limited>(&meeting.actual.outcome);
    if (!right.offers.steps || finished == nullptr || limited == nullptr) return false;
    constexpr std::uint64_t most_more = 4;
    const bool is_same = meeting.way.offers.steps && meeting.way.rewrite == Rewrite::none;
    return limited->kind == engine::LimitKind::steps && finished->steps <= (is_same ? steps : steps / most_more);
}

/// What differs, where both ways say something.
std::optional<Finding> compared(const Trial& trial, const Way& right, const Meeting& meeting,
                                const JudgeLimits& limits) {
    if (has_no_end(meeting, right, limits.steps)) {
        const std::uint64_t steps = std::get<Finished>(meeting.expected.outcome).steps;
        return Finding{{Oracle::agreement, meeting.way.name, "outcome", "finished, limit steps"},
                       fmt::format("finished after {} steps by {}, but no end within {} by {}", steps, right.name,
                                   limits.steps, meeting.way.name)};
    }
    return tells_nothing(meeting) ? std::nullopt : Comparison(trial, right, meeting).finding();
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

namespace {

/// The cases of one call of judge.
class Session {
public:
    Session(std::span<const Trial> trials, const Way& right, const JudgeLimits& limits)
        : trials_(trials), right_(right), limits_(limits), verdicts_(trials.size()) {
        for (std::size_t i = 0; i < trials.size(); ++i) {
            verdicts_[i].finding = broken_round_trip(trials[i]);
            if (trials[i].program() == nullptr) verdicts_[i].fate = Fate::rejected;
        }
        Way everyone = right;
        everyone.turn = {};
        Attempts attempts = attempts_of(trials, verdicts_, std::span(&everyone, 1));
        for (Attempt& attempt : attempts.ready) {
            expected_[attempt.place] = run(attempt, limits);
            note_fate(verdicts_[attempt.place], right, *expected_[attempt.place]);
        }
    }

    /// Of one engine.
    void take(std::span<const Way> ways) {
        Attempts attempts = attempts_of(trials_, verdicts_, ways);
        for (const auto& [place, way] : attempts.formless) verdicts_[place].formless.push_back(way->name);
        for (Attempt& attempt : attempts.ready)
            if (is_open(verdicts_[attempt.place])) meet(attempt);
    }
    [[nodiscard]] std::vector<Verdict> verdicts() { return std::move(verdicts_); }

private:
    void meet(Attempt& attempt) {
        const Trial& trial = trials_[attempt.place];
        const Way& way = *attempt.way;
        Verdict& verdict = verdicts_[attempt.place];
        const engine::Ran actual = run(attempt, limits_);
        const Meeting meeting{trial.program()->program(),
                              attempt.form.trial->program()->program(),
                              way,
                              *expected_[attempt.place],
                              actual,
                              enclosed_for(way, attempt.place)};
        verdict.unsettled = unsettled(meeting, limits_.late);
        if (verdict.unsettled) return;
        if (limits_.late == Late::finding && is_late(meeting)) {
            verdict.finding = Finding{{Oracle::survival, way.name, "time", ""},
                                      fmt::format("no end within {} ms by {}", limits_.time.count(), way.name)};
        } else {
            verdict.finding = compared(trial, right_, meeting, limits_);
            if (!verdict.finding && tells_nothing(meeting)) verdict.silent.push_back(way.name);
        }
    }

    /// num-25: where the way's functions are its own and take part.
    const Enclosed* enclosed_for(const Way& way, std::size_t place) {
        if (way.offers.same_functions || !has_bounded_functions(trials_[place].program()->program())) return nullptr;
        const auto [found, is_new] = enclosed_.try_emplace(place);
        if (is_new) found->second = enclosed(trials_[place], limits_);
        return &found->second;
    }

    std::span<const Trial> trials_;
    const Way& right_;
    const JudgeLimits& limits_;
    std::vector<Verdict> verdicts_;
    std::vector<std::optional<engine::Ran>> expected_{trials_.size()};
    std::map<std::size_t, Enclosed> enclosed_;
};

}  // namespace

std::vector<Verdict> judge(std::span<const Trial> trials, std::span<const Way> ways, const JudgeLimits& limits) {
    Session session(trials, ways.front(), limits);
    for (std::span<const Way> rest = ways.subspan(1); !rest.empty();) {
        const std::size_t count = of_one_engine(rest);
        session.take(rest.first(count));
        rest = rest.subspan(count);
    }
    return session.verdicts();
}

std::optional<Finding> difference(const Trial& trial, const Way& right, const engine::Ran& expected, const Way& way,
                                  const engine::Ran& actual, const JudgeLimits& limits) {
    const program::Program& program = trial.program()->program();
    const Meeting meeting{program, program, way, expected, actual};
    if (std::holds_alternative<Limited>(expected.outcome)) return std::nullopt;
    return compared(trial, right, meeting, limits);
}

engine::Ran run_reference(const Trial& trial, const JudgeLimits& limits) {
    const auto reference = plain::make_engine();
    engine::Settings settings;
    settings.limits = {.steps = limits.steps, .memory_bytes = limits.memory_bytes, .time = limits.time};
    settings.checks.races = false;
    return engine::run(*reference, *trial.program(), trial.given.launch, settings);
}

}  // namespace phobos::fuzz
