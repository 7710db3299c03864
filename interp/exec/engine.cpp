// SPDX-License-Identifier: Apache-2.0
#include "interp/exec/engine.h"

#include <limits>
#include <new>
#include <utility>

#include "engine/fault_text.h"
#include "interp/exec/grid.h"
#include "interp/exec/planner.h"
#include "interp/exec/race_plan.h"
#include "interp/exec/teller.h"
#include "interp/memory/buffers.h"
#include "lang/base/assert.h"

namespace phobos::interp {

namespace {

std::uint64_t limit_of(const engine::Settings& settings) {
    return settings.limits.memory_bytes.value_or(std::numeric_limits<std::uint64_t>::max());
}

std::variant<std::unique_ptr<Buffers>, engine::Outcome> upload(const program::Program& program, engine::Launch launch,
                                                               const engine::Settings& settings) {
    Result<engine::BoundDims, engine::LaunchError> dims = engine::bind(program, launch);
    if (!dims) return engine::Outcome(std::move(dims.error()));
    if (engine::bytes_of(launch) > limit_of(settings)) return engine::memory_exceeded();
    auto buffers = Buffers::upload(program, std::move(launch), std::move(*dims));
    if (!buffers) return engine::Outcome(std::move(buffers.error()));
    return std::move(*buffers);
}

/// What this engine does not offer, if the program or the launch asks for it.
std::optional<engine::Unsupported> refusal(const program::Program& program) {
    for (const program::Site& site : program.sites)
        if (site.kind == program::SiteKind::grid_barrier)
            return engine::Unsupported{"grid_barrier", "the interpreter runs one CTA to its end before the next"};
    return std::nullopt;
}
std::optional<engine::Unsupported> refusal(const engine::Settings& settings) {
    if (settings.checks.levels)
        return engine::Unsupported{"check levels", "levels are checked by the engine \"reference\""};
    return std::nullopt;
}

engine::Outcome launch_plan(const Plan& plan, const program::CheckedProgram& program, Buffers& buffers,
                            engine::Block grid, const engine::Settings& settings, observe::Observer* observer,
                            std::uint64_t* visits, Crew& crew) {
    if (const auto refused = refusal(settings)) return *refused;
    std::optional<Teller> teller;
    if (observer != nullptr) teller.emplace(*observer, program.program().sites.size(), plan.geometry.warps);
    const bool check_races = settings.checks.races && plan.watched.any();
    LaunchState launch{&program,
                       plan.geometry,
                       grid,
                       buffers.dims().values,
                       buffers.scalars(),
                       buffers.views(program.program()),
                       settings.checks.uninitialised,
                       settings.limits.steps,
                       std::nullopt,
                       teller ? &*teller : nullptr,
                       visits,
                       check_races};
    const std::uint64_t needed = buffers.bytes() + bytes_of_grid(plan, launch, settings.jobs);
    if (needed > limit_of(settings)) return engine::memory_exceeded();
    launch.race_growth_bytes = limit_of(settings) - needed;
    if (settings.limits.time) launch.deadline = std::chrono::steady_clock::now() + *settings.limits.time;
    try {
        return run_grid(plan, launch, settings.jobs, crew);
    } catch (const std::bad_alloc&) {
        return engine::memory_exceeded();
    }
}

class InterpPrepared final : public engine::Prepared {
public:
    InterpPrepared(const program::CheckedProgram& program, meaning::Isa isa)
        : program_(program), isa_(isa), can_race_(watched_buffers(program.program()).any()) {}

    engine::Outcome launch(engine::Buffers& buffers, engine::Block grid, const engine::Settings& settings) override {
        auto* const own = dynamic_cast<Buffers*>(&buffers);
        PHOBOS_ASSERT(own != nullptr);
        const bool watches = settings.checks.races && can_race_;
        const Plan& plan = made(watches ? watching_plan_ : plan_, watches ? Observing::races : Observing::nothing);
        return launch_plan(plan, program_, *own, grid, settings, nullptr, nullptr, crew_);
    }

private:
    /// Each plan is made when it is first asked for: most programs are launched in one way only.
    const Plan& made(std::optional<Plan>& plan, Observing observing) {
        if (!plan) plan = make_plan(program_, isa_, observing);
        return *plan;
    }

    const program::CheckedProgram& program_;
    meaning::Isa isa_;
    bool can_race_;  ///< else there is nothing to watch
    std::optional<Plan> plan_;
    std::optional<Plan> watching_plan_;
    Crew crew_;
};

class InterpEngine final : public engine::Engine {
public:
    explicit InterpEngine(meaning::Isa isa) : isa_(isa) {}

    [[nodiscard]] std::string_view name() const override { return "interp"; }

    std::vector<std::variant<std::unique_ptr<engine::Prepared>, engine::Unsupported>> prepare(
        std::span<const engine::Instance> instances) override {
        std::vector<std::variant<std::unique_ptr<engine::Prepared>, engine::Unsupported>> prepared;
        for (const engine::Instance& instance : instances) {
            if (auto refused = refusal(instance.program->program()))
                prepared.emplace_back(std::move(*refused));
            else
                prepared.emplace_back(std::make_unique<InterpPrepared>(*instance.program, isa_));
        }
        return prepared;
    }

    std::variant<std::unique_ptr<engine::Buffers>, engine::Outcome> upload(const program::Program& program,
                                                                           engine::Launch launch,
                                                                           const engine::Settings& settings) override {
        auto uploaded = interp::upload(program, std::move(launch), settings);
        if (auto* outcome = std::get_if<engine::Outcome>(&uploaded)) return std::move(*outcome);
        return std::unique_ptr<engine::Buffers>(std::move(std::get<std::unique_ptr<Buffers>>(uploaded)));
    }

private:
    meaning::Isa isa_;
};

}  // namespace

std::unique_ptr<engine::Engine> make_engine(meaning::Isa isa) { return std::make_unique<InterpEngine>(isa); }

std::uint64_t count_visits(const program::CheckedProgram& program, const engine::Launch& launch) {
    engine::Settings settings;
    settings.checks = {true, false, false};
    settings.jobs = 1;
    auto uploaded = upload(program.program(), launch, settings);
    PHOBOS_ASSERT(uploaded.index() == 0);
    const Plan plan = make_plan(program, meaning::best_isa(), Observing::visits);
    std::uint64_t visits = 0;
    Crew crew;
    const engine::Outcome outcome =
        launch_plan(plan, program, *std::get<0>(uploaded), launch.grid, settings, nullptr, &visits, crew);
    PHOBOS_ASSERT(std::holds_alternative<engine::Finished>(outcome));
    return visits;
}

Observed launch_observed(const program::CheckedProgram& program, engine::Launch launch,
                         const engine::Settings& settings, observe::Observer& observer) {
    if (auto refused = refusal(program.program())) return {std::move(*refused), nullptr};
    const engine::Block grid = launch.grid;
    auto uploaded = upload(program.program(), std::move(launch), settings);
    if (auto* outcome = std::get_if<engine::Outcome>(&uploaded)) return {std::move(*outcome), nullptr};
    auto buffers = std::get<std::unique_ptr<Buffers>>(std::move(uploaded));
    const Plan plan = make_plan(program, meaning::best_isa(), Observing::events);
    Crew crew;
    engine::Outcome outcome = launch_plan(plan, program, *buffers, grid, settings, &observer, nullptr, crew);
    return {std::move(outcome), std::move(buffers)};
}

engine::Ran run_observed(const program::CheckedProgram& program, const engine::Launch& launch,
                         const engine::Settings& settings, observe::Observer& observer) {
    Observed observed = launch_observed(program, launch, settings, observer);
    engine::Ran ran{std::move(observed.outcome), {}, {}};
    if (!observed.buffers) return ran;
    ran.damaged = observed.buffers->damaged();
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) ran.tensors.push_back(observed.buffers->download(i));
    return ran;
}

}  // namespace phobos::interp
