// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/hunt.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "backend/emit/emit.h"
#include "backend/host/engine.h"
#include "engine/assumptions.h"
#include "fuzz/mutation/implementation.h"
#include "fuzz/mutation/registry.h"
#include "fuzz/oracle/judge.h"
#include "fuzz/reduce/reduce.h"
#include "interp/plain/engine.h"
#include "tools/fuzz/worker.h"
#include "tools/run/engines.h"

namespace phobos::tools {
namespace {

using fuzz::Trial;
using fuzz::Way;

constexpr fuzz::Offers of_evaluator{.steps = true, .uninitialised = true, .levels = false};
constexpr fuzz::Offers of_host{};
/// A fault is written in the language itself, so that it may take steps of its own, which are nothing to find it by.
constexpr fuzz::Offers of_fault{.steps = false, .uninitialised = true, .levels = false};

constexpr fuzz::JudgeLimits limits{.steps = 2'000'000, .time = std::chrono::milliseconds{10'000}};

engine::Settings settings_of(const fuzz::Offers& offers) {
    engine::Settings settings;
    settings.limits = {.steps = offers.steps ? std::optional(limits.steps) : std::nullopt,
                       .memory_bytes = limits.memory_bytes,
                       .time = limits.time};
    settings.checks = {.uninitialised = offers.uninitialised, .races = false, .levels = false};
    return settings;
}

/// A case with what is right.
struct Judged {
    Trial trial;
    engine::Ran expected;
};

/// The engine host with one fault at a time in its texts.
class FaultyHost {
public:
    FaultyHost() {
        host::Options options;
        options.worker = program_beside("phobos-host-worker");
        options.edit = [this](std::string text) {
            if (fault_ == nullptr) return text;
            auto changed = mutation::with_fault(*fault_, text);
            return changed ? *std::move(changed) : std::move(text);
        };
        engine_ = host::make_engine(std::move(options));
    }
    engine::Engine& with(const mutation::TextFault& fault) {
        fault_ = &fault;
        return *engine_;
    }

private:
    const mutation::TextFault* fault_ = nullptr;
    std::unique_ptr<engine::Engine> engine_;
};

class Hunt {
public:
    Hunt(std::vector<Quarry>& quarry, const HuntOptions& options) : quarry_(quarry), options_(options) {}

    void run() {
        // Most are found by the first kernels; what is compiled costs less in large batches.
        constexpr std::uint64_t least_batch = 4;
        constexpr std::uint64_t most_batch = 64;
        std::uint64_t batch = least_batch;
        for (std::uint64_t done = 0; done < options_.kernels && open() > 0; done += batch) {
            batch = std::min({std::max(least_batch, done), most_batch, options_.kernels - done});
            take(done, batch);
        }
        if (options_.shrinking)
            for (Quarry& each : quarry_)
                if (each.kernels) shrink(each);
    }

private:
    [[nodiscard]] std::size_t open() const {
        return static_cast<std::size_t>(
            std::ranges::count_if(quarry_, [](const Quarry& each) { return !each.kernels; }));
    }

    void take(std::uint64_t done, std::uint64_t count) {
        std::vector<std::optional<Judged>> cases;
        for (std::uint64_t i = 0; i < count; ++i) {
            Trial trial = fuzz::make_trial(options_.seed + done + i, case_of_seed(options_.seed + done + i));
            if (trial.program() == nullptr) {
                cases.emplace_back();
                continue;
            }
            engine::Ran expected =
                engine::run(*reference_, *trial.program(), trial.given.launch, settings_of(of_evaluator));
            cases.emplace_back(Judged{std::move(trial), std::move(expected)});
        }
        for (Quarry& each : quarry_) {
            if (each.kernels) continue;
            if (const auto* fault = std::get_if<mutation::Fault>(&each.fault))
                look_at_values(each, *fault, cases, done);
            else
                look_at_texts(each, std::get<mutation::TextFault>(each.fault), cases, done);
        }
    }

    void note(Quarry& quarry, const Trial& trial, std::uint64_t kernels, const fuzz::Finding& finding) const {
        quarry.kernels = kernels;
        quarry.seed = trial.number;
        quarry.signature = finding.signature;
    }

    void look_at_values(Quarry& quarry, const mutation::Fault& fault, std::span<const std::optional<Judged>> cases,
                        std::uint64_t done) {
        const auto& seam = std::get<mutation::OnProgram>(fault.seam);
        const Way way{quarry.id, nullptr, of_fault};
        for (std::size_t i = 0; i < cases.size() && !quarry.kernels; ++i) {
            if (!cases[i]) continue;
            const Trial& trial = cases[i]->trial;
            program::Program faulty = trial.program()->program();
            if (!seam.change(faulty)) continue;
            ++quarry.affected;
            const engine::Ran actual = plain::observe(faulty, {}, trial.given.launch, settings_of(of_evaluator)).ran;
            // That the evaluator sees by itself that threads do not come is nothing that results show.
            if (std::holds_alternative<engine::LevelViolation>(actual.outcome)) continue;
            if (const auto finding = fuzz::difference(trial, right_, cases[i]->expected, way, actual, limits))
                note(quarry, trial, done + i + 1, *finding);
        }
    }

    /// Those that do not compile show nothing.
    void look_at_texts(Quarry& quarry, const mutation::TextFault& fault, std::span<const std::optional<Judged>> cases,
                       std::uint64_t done) {
        std::vector<std::size_t> places;
        std::vector<engine::Instance> instances;
        for (std::size_t i = 0; i < cases.size(); ++i) {
            if (!cases[i]) continue;
            const program::CheckedProgram& program = *cases[i]->trial.program();
            auto assumptions =
                engine::assumptions_of(program.program(), cases[i]->trial.given.launch, cases[i]->trial.dims);
            const auto text =
                emit::emit(program, {.entry = "k", .checking = emit::Checking::faults, .assumptions = assumptions});
            if (!mutation::with_fault(fault, text.text)) continue;
            places.push_back(i);
            instances.push_back({&program, std::move(assumptions)});
        }
        engine::Engine& engine = host_.with(fault);
        auto prepared = engine.prepare(instances);
        const Way way{quarry.id, &engine, of_host};
        for (std::size_t i = 0; i < places.size() && !quarry.kernels; ++i) {
            const Judged& judged = *cases[places[i]];
            auto* ready = std::get_if<0>(&prepared[i]);
            if (ready == nullptr) continue;
            const engine::Ran actual = engine::run(engine, **ready, judged.trial.program()->program(),
                                                   judged.trial.given.launch, settings_of(of_host));
            const auto* failed = std::get_if<engine::Failed>(&actual.outcome);
            if (failed != nullptr && failed->stage == "compile") continue;
            ++quarry.affected;
            if (const auto finding = fuzz::difference(judged.trial, right_, judged.expected, way, actual, limits))
                note(quarry, judged.trial, done + places[i] + 1, *finding);
        }
    }

    void shrink(Quarry& quarry) {
        const fuzz::Generated given = case_of_seed(quarry.seed);
        fuzz::ReduceOptions options{.time = *options_.shrinking};
        std::array ways{Way{"reference", reference_.get(), of_evaluator}, Way{quarry.id, nullptr, of_fault}};
        std::unique_ptr<engine::Engine> own;
        if (const auto* fault = std::get_if<mutation::Fault>(&quarry.fault)) {
            own = mutation::make_faulty_engine(*fault);
            ways[1].engine = own.get();
        } else {
            ways[1].engine = &host_.with(std::get<mutation::TextFault>(quarry.fault));
            ways[1].offers = of_host;
            options.batch = 24;
        }
        quarry.statements = fuzz::statements_of(fuzz::reduce(given, quarry.signature, ways, options).smallest.file);
    }

    std::vector<Quarry>& quarry_;
    const HuntOptions& options_;
    std::unique_ptr<engine::Engine> reference_ = plain::make_engine();
    Way right_{"reference", reference_.get(), of_evaluator};
    FaultyHost host_;
};

}  // namespace

namespace {

/// More orders accesses than exec-23 says: of a kernel without races that changes nothing, and generated ones have
/// none.
bool is_shown_by_races_alone(const mutation::Fault& fault) {
    return std::ranges::find(fault.rules, "exec-23") != fault.rules.end();
}

}  // namespace

std::vector<Quarry> all_quarry() {
    std::vector<Quarry> all;
    const auto add = [&](std::string_view kind, mutation::Faults faults) {
        for (mutation::Fault& fault : faults)
            if (fault.equivalent.empty() && std::holds_alternative<mutation::OnProgram>(fault.seam) &&
                !is_shown_by_races_alone(fault))
                all.push_back({fault.id, kind, std::move(fault)});
    };
    add("value", mutation::all_faults());
    add("reported", mutation::reported_faults());
    for (const mutation::TextFault& fault : mutation::text_faults())
        all.push_back({std::string(fault.id), "text", fault});
    return all;
}

void hunt(std::vector<Quarry>& quarry, const HuntOptions& options) { Hunt(quarry, options).run(); }

}  // namespace phobos::tools
