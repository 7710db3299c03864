// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/grid.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "interp/plain/block.h"
#include "lang/base/assert.h"
#include "lang/vocabulary/attributes.h"

namespace phobos::plain {
namespace {

constexpr std::size_t remembered_instances = std::size_t{1} << 24;
constexpr std::uint64_t bytes_of_instance = 96;
constexpr std::size_t remembered_accesses = std::size_t{1} << 26;
constexpr std::uint64_t bytes_of_access = 2 * sizeof(Access);
/// Blocks that meet in a grid_barrier must all be there at once.
constexpr std::int64_t resident_threads = std::int64_t{1} << 20;

std::optional<Ending> ending_of(const Pause& pause) {
    if (const auto* outcome = std::get_if<engine::Outcome>(&pause)) return *outcome;
    if (const auto* undecided = std::get_if<engine::Undecided>(&pause)) return *undecided;
    return std::nullopt;
}

/// Nothing where the block has ended.
template <class Value>
std::optional<Ending> run_block(const LaunchContext& launch, BlockRunner<Value>& runner, engine::Block block) {
    if (!launch.meter.poll()) return engine::Outcome{*launch.meter.limited()};
    runner.begin(block);
    auto ending = ending_of(runner.advance());
    if (launch.races != nullptr) launch.races->forget_tiles();
    return ending;
}

template <class Value>
Ending run_in_order(const LaunchContext& launch, BlockRunner<Value>& runner) {
    for (std::int64_t z = 0; z < launch.grid.z; ++z)
        for (std::int64_t y = 0; y < launch.grid.y; ++y)
            for (std::int64_t x = 0; x < launch.grid.x; ++x)
                if (auto ending = run_block(launch, runner, {x, y, z})) return *std::move(ending);
    return engine::Outcome{engine::Finished{launch.meter.steps()}};
}

/// Blocks one after the other, in ascending order x fastest: the lowest block's fault is the one that is met.
template <class Value>
Ending run_blocks(const LaunchContext& launch, LevelCheck* levels) {
    BlockRunner<Value> runner{launch, levels};
    const auto& [x, y, z] = launch.grid;
    if (launch.schedule == Schedule::ascending) return run_in_order(launch, runner);
    Orders orders{launch.schedule, launch.seed};
    for (const std::size_t at : orders.next(static_cast<std::size_t>(x * y * z))) {
        const auto number = static_cast<std::int64_t>(at);
        if (auto ending = run_block(launch, runner, {number % x, number / x % y, number / x / y}))
            return *std::move(ending);
    }
    return engine::Outcome{engine::Finished{launch.meter.steps()}};
}

/// coll-25: the first block that is not where the others wait.
engine::Trapped never_arrives(const LaunchContext& launch, const AtGridBarrier& barrier, std::int64_t block) {
    const program::SiteId site = std::get<Wait>(launch.code.instructions[barrier.at]).site;
    return engine::trapped(engine::never_arrives(block),
                           {site, launch.program.sites[site.index].span, {block, 0, 0}, 0, 1});
}

/// All blocks in turn, from one grid_barrier to the next.
template <class Value>
Ending run_resident(const LaunchContext& launch, std::vector<LevelCheck>& levels) {
    std::deque<BlockRunner<Value>> runners;
    for (std::int64_t x = 0; x < launch.grid.x; ++x)
        runners.emplace_back(launch, levels.empty() ? nullptr : &levels[static_cast<std::size_t>(x)]).begin({x, 0, 0});
    Orders orders{launch.schedule, launch.seed};
    for (;;) {
        std::vector<Pause> pauses(runners.size());
        for (const std::size_t x : orders.next(runners.size())) {
            pauses[x] = runners[x].advance();
            if (auto ending = ending_of(pauses[x])) return *std::move(ending);
        }
        const auto waits = [](const Pause& pause) { return std::holds_alternative<AtGridBarrier>(pause); };
        const auto waiting = std::ranges::find_if(pauses, waits);
        if (waiting == pauses.end()) return engine::Outcome{engine::Finished{launch.meter.steps()}};
        const auto& barrier = std::get<AtGridBarrier>(*waiting);
        for (std::size_t x = 0; x < pauses.size(); ++x)
            if (!waits(pauses[x]) || std::get<AtGridBarrier>(pauses[x]) != barrier)
                return engine::Outcome{never_arrives(launch, barrier, static_cast<std::int64_t>(x))};
    }
}

/// What is kept of the threads of a block.
template <class Value>
std::uint64_t bytes_of_threads(const program::Program& program, const Code& code) {
    const std::size_t values = code.stack_slots + program.locals.size();
    const std::size_t thread = sizeof(Thread<Value>) + values * sizeof(Value) + code.loop_depth * sizeof(LoopState);
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

bool loosens_products(const program::Program& program) {
    return std::ranges::find(program.attributes, Attribute::tensorcore) != program.attributes.end();
}

}  // namespace

template <class Value>
Evaluated evaluate(const Evaluation& evaluation) {
    const auto& [program, code, claims, buffers, tensors, grid, settings, schedule, race_rules] = evaluation;
    const bool resident = !program.bars.empty();
    if (resident && grid.x > resident_threads / program.bounds.threads)  // coll-22
        return {engine::Outcome{engine::LaunchError{diagnostics::Code::launch_grid_barrier,
                                                    "the blocks of a kernel with grid_barrier cannot all be resident"}},
                {}};

    const std::size_t blocks = resident ? static_cast<std::size_t>(std::max<std::int64_t>(grid.x, 1)) : 1;
    const std::uint64_t limit = settings.limits.memory_bytes.value_or(std::numeric_limits<std::uint64_t>::max());
    const std::uint64_t memory = std::min(limit, engine::physical_memory_bytes());
    const std::uint64_t needed = buffers.bytes() + blocks * bytes_of_threads<Value>(program, code);
    if (needed > memory) return {engine::Outcome{engine::memory_exceeded()}, {}};
    const std::uint64_t memory_left = (memory - needed) / blocks;
    Meter meter{settings.limits};
    std::optional<RaceCheck> races;
    if (settings.checks.races)
        races.emplace(program, grid, race_rules,
                      std::min<std::uint64_t>(remembered_accesses, memory_left / bytes_of_access));
    const LaunchContext launch{program,
                               code,
                               grid,
                               buffers.dims(),
                               tensors,
                               buffers.scalars(),
                               memory_left,
                               settings.checks.uninitialised,
                               loosens_products(program),
                               meter,
                               schedule,
                               settings.seed,
                               races ? &*races : nullptr};
    std::vector<LevelCheck> levels;
    if (settings.checks.levels) {
        const std::size_t capacity = std::min<std::uint64_t>(remembered_instances, memory_left / bytes_of_instance);
        levels.assign(blocks, LevelCheck{claims, program.lanes, capacity});
    }
    Ending ending = resident ? run_resident<Value>(launch, levels)
                             : run_blocks<Value>(launch, levels.empty() ? nullptr : levels.data());
    return {std::move(ending), levels.empty() ? LevelPrecision{} : joined(levels)};
}

template Evaluated evaluate<ScalarBits>(const Evaluation&);
template Evaluated evaluate<Interval>(const Evaluation&);

}  // namespace phobos::plain
