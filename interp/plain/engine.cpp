// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/engine.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interp/plain/block.h"
#include "interp/plain/buffers.h"
#include "interp/plain/lower.h"
#include "lang/base/assert.h"
#include "lang/vocabulary/limits.h"

namespace phobos::plain {
namespace {

constexpr std::size_t remembered_instances = std::size_t{1} << 24;
constexpr std::uint64_t bytes_of_instance = 96;
/// Blocks that meet in a grid_barrier must all be there at once.
constexpr std::int64_t resident_threads = std::int64_t{1} << 20;

/// Blocks one after the other, x fastest: the lowest block's fault is the one that is met.
engine::Outcome run_blocks(const LaunchContext& launch, LevelCheck* levels) {
    BlockRunner runner{launch, levels};
    for (std::int64_t z = 0; z < launch.grid.z; ++z) {
        for (std::int64_t y = 0; y < launch.grid.y; ++y) {
            for (std::int64_t x = 0; x < launch.grid.x; ++x) {
                if (!launch.meter.poll()) return *launch.meter.limited();
                runner.begin({x, y, z});
                const Pause pause = runner.advance();
                if (const auto* outcome = std::get_if<engine::Outcome>(&pause)) return *outcome;
            }
        }
    }
    return engine::Finished{launch.meter.steps()};
}

/// coll-25: the first block that is not where the others wait.
engine::Trapped never_arrives(const LaunchContext& launch, const AtGridBarrier& barrier, std::int64_t block) {
    const program::SiteId site = std::get<Wait>(launch.code.instructions[barrier.at]).site;
    return engine::trapped(engine::never_arrives(block),
                           {site, launch.program.sites[site.index].span, {block, 0, 0}, 0, 1});
}

/// All blocks in turn, from one grid_barrier to the next.
engine::Outcome run_resident(const LaunchContext& launch, std::vector<LevelCheck>& levels) {
    std::deque<BlockRunner> runners;
    for (std::int64_t x = 0; x < launch.grid.x; ++x)
        runners.emplace_back(launch, levels.empty() ? nullptr : &levels[static_cast<std::size_t>(x)]).begin({x, 0, 0});
    for (;;) {
        std::vector<Pause> pauses;
        for (BlockRunner& runner : runners) {
            pauses.push_back(runner.advance());
            if (const auto* outcome = std::get_if<engine::Outcome>(&pauses.back())) return *outcome;
        }
        const auto waits = [](const Pause& pause) { return std::holds_alternative<AtGridBarrier>(pause); };
        const auto waiting = std::ranges::find_if(pauses, waits);
        if (waiting == pauses.end()) return engine::Finished{launch.meter.steps()};
        const auto& barrier = std::get<AtGridBarrier>(*waiting);
        for (std::size_t x = 0; x < pauses.size(); ++x)
            if (!waits(pauses[x]) || std::get<AtGridBarrier>(pauses[x]) != barrier)
                return never_arrives(launch, barrier, static_cast<std::int64_t>(x));
    }
}

/// What is kept of the threads of a block.
std::uint64_t bytes_of_threads(const program::Program& program, const Code& code) {
    const std::size_t values = code.stack_slots + program.locals.size();
    const std::size_t thread = sizeof(Thread) + values * sizeof(ScalarBits) + code.loop_depth * sizeof(LoopState);
    return static_cast<std::uint64_t>(program.bounds.threads) * thread;
}

/// Joins what the blocks of a grid showed.
LevelPrecision joined(const std::vector<LevelCheck>& checks) {
    LevelPrecision result = checks.front().precision();
    for (const LevelCheck& check : checks)
        for (std::size_t i = 0; i < result.shown.size(); ++i)
            if (const auto level = check.precision().shown[i])
                result.shown[i] = result.shown[i] ? join(*result.shown[i], *level) : *level;
    return result;
}

struct Evaluated {
    engine::Outcome outcome;
    LevelPrecision precision;
};

Evaluated evaluate(const program::Program& program, const Code& code, std::span<const Level> claims,
                   const PlainBuffers& buffers, engine::Block grid, const engine::Settings& settings) {
    if (settings.checks.races)
        return {engine::Unsupported{"check races", "the reference engine does not look for races"}, {}};
    const bool resident = !program.bars.empty();
    if (resident && grid.x > resident_threads / program.bounds.threads)  // coll-22
        return {engine::LaunchError{diagnostics::Code::launch_grid_barrier,
                                    "the blocks of a kernel with grid_barrier cannot all be resident"},
                {}};

    const std::size_t blocks = resident ? static_cast<std::size_t>(std::max<std::int64_t>(grid.x, 1)) : 1;
    const std::uint64_t limit = settings.limits.memory_bytes.value_or(std::numeric_limits<std::uint64_t>::max());
    const std::uint64_t memory = std::min(limit, engine::physical_memory_bytes());
    const std::uint64_t needed = buffers.bytes() + blocks * bytes_of_threads(program, code);
    if (needed > memory) return {engine::memory_exceeded(), {}};
    const std::uint64_t memory_left = (memory - needed) / blocks;
    Meter meter{settings.limits};
    const LaunchContext launch{program,
                               code,
                               grid,
                               buffers.dims(),
                               buffers.tensors(),
                               buffers.scalars(),
                               memory_left,
                               settings.checks.uninitialised,
                               meter};
    std::vector<LevelCheck> levels;
    if (settings.checks.levels) {
        const std::size_t capacity = std::min<std::uint64_t>(remembered_instances, memory_left / bytes_of_instance);
        levels.assign(blocks, LevelCheck{claims, program.lanes, capacity});
    }
    engine::Outcome outcome =
        resident ? run_resident(launch, levels) : run_blocks(launch, levels.empty() ? nullptr : levels.data());
    return {std::move(outcome), levels.empty() ? LevelPrecision{} : joined(levels)};
}

Observing observing(const engine::Settings& settings) {
    return settings.checks.levels ? Observing::values : Observing::nothing;
}

class PlainPrepared final : public engine::Prepared {
public:
    explicit PlainPrepared(const program::CheckedProgram& program) : program_(&program) {}

    engine::Outcome launch(engine::Buffers& buffers, engine::Block grid, const engine::Settings& settings) override {
        const auto* plain = dynamic_cast<const PlainBuffers*>(&buffers);
        PHOBOS_ASSERT(plain != nullptr);
        std::optional<Code>& code = settings.checks.levels ? observed_code_ : code_;
        if (!code) code = lower(program_->program(), observing(settings));
        return evaluate(program_->program(), *code, program_->levels().expressions, *plain, grid, settings).outcome;
    }

private:
    const program::CheckedProgram* program_;
    std::optional<Code> code_;
    std::optional<Code> observed_code_;
};

class PlainEngine final : public engine::Engine {
public:
    [[nodiscard]] std::string_view name() const override { return "reference"; }

    std::vector<std::variant<std::unique_ptr<engine::Prepared>, engine::Unsupported>> prepare(
        std::span<const engine::Instance> instances) override {
        std::vector<std::variant<std::unique_ptr<engine::Prepared>, engine::Unsupported>> result;
        for (const engine::Instance& instance : instances)
            result.emplace_back(std::make_unique<PlainPrepared>(*instance.program));
        return result;
    }

    std::variant<std::unique_ptr<engine::Buffers>, engine::Outcome> upload(const program::Program& program,
                                                                           engine::Launch launch,
                                                                           const engine::Settings& settings) override {
        auto made = PlainBuffers::make(program, std::move(launch), settings);
        if (auto* outcome = std::get_if<engine::Outcome>(&made)) return std::move(*outcome);
        return std::get<0>(std::move(made));
    }
};

}  // namespace

std::unique_ptr<engine::Engine> make_engine() { return std::make_unique<PlainEngine>(); }

Observed observe(const program::Program& program, std::span<const Level> claims, const engine::Launch& launch,
                 const engine::Settings& settings) {
    auto made = PlainBuffers::make(program, launch, settings);
    if (auto* outcome = std::get_if<engine::Outcome>(&made)) return {{std::move(*outcome), {}, {}}, {}};
    const auto buffers = std::get<0>(std::move(made));
    const Code code = lower(program, observing(settings));
    Evaluated evaluated = evaluate(program, code, claims, *buffers, launch.grid, settings);
    Observed observed{{std::move(evaluated.outcome), {}, buffers->damaged()}, std::move(evaluated.precision)};
    for (std::size_t i = 0; i < program.parameters.size(); ++i) observed.ran.tensors.push_back(buffers->download(i));
    return observed;
}

}  // namespace phobos::plain
