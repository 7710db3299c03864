// SPDX-License-Identifier: Apache-2.0
#include "interp/exec/engine.h"

#include <limits>
#include <new>
#include <utility>

#include "engine/fault_text.h"
#include "interp/exec/grid.h"
#include "interp/exec/planner.h"
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

/// What this engine does not offer, if the launch asks for it.
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
    if (buffers.bytes() + bytes_of_grid(plan, launch, settings.jobs) > limit_of(settings))
        return engine::memory_exceeded();
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
        : program_(program), isa_(isa), plan_(make_plan(program, isa, Observing::nothing)) {}

    engine::Outcome launch(engine::Buffers& buffers, engine::Block grid, const engine::Settings& settings) override {
        auto* const own = dynamic_cast<Buffers*>(&buffers);
        PHOBOS_ASSERT(own != nullptr);
        const Plan& plan = settings.checks.races ? watching_plan() : plan_;
        return launch_plan(plan, program_, *own, grid, settings, nullptr, nullptr, crew_);
    }

private:
    /// Made when first asked for; the other one where no threads can be in a race.
    const Plan& watching_plan() {
        if (!watching_plan_) watching_plan_ = make_plan(program_, isa_, Observing::races);
        return watching_plan_->watched.any() ? *watching_plan_ : plan_;
    }

    const program::CheckedProgram& program_;
    meaning::Isa isa_;
    Plan plan_;
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
            const auto& kernel = *instance.program;
            if (uses_grid_barrier(kernel.program()))
                prepared.emplace_back(
                    engine::Unsupported{"grid_barrier", "the interpreter runs one CTA to its end before the next"});
            else
                prepared.emplace_back(std::make_unique<InterpPrepared>(kernel, isa_));
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
    static bool uses_grid_barrier(const program::Program& program) {
        for (const program::Site& site : program.sites)
            if (site.kind == program::SiteKind::grid_barrier) return true;
        return false;
    }

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

engine::Ran run_observed(const program::CheckedProgram& program, const engine::Launch& launch,
                         const engine::Settings& settings, observe::Observer& observer) {
    auto uploaded = upload(program.program(), launch, settings);
    if (auto* outcome = std::get_if<engine::Outcome>(&uploaded)) return {std::move(*outcome), {}, {}};
    Buffers& buffers = *std::get<std::unique_ptr<Buffers>>(uploaded);
    const Plan plan = make_plan(program, meaning::best_isa(), Observing::events);
    Crew crew;
    engine::Ran ran{
        launch_plan(plan, program, buffers, launch.grid, settings, &observer, nullptr, crew), {}, buffers.damaged()};
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) ran.tensors.push_back(buffers.download(i));
    return ran;
}

}  // namespace phobos::interp
