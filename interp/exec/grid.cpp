// SPDX-License-Identifier: Apache-2.0
#include "interp/exec/grid.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <new>
#include <optional>
#include <vector>

#include "engine/fault_text.h"
#include "interp/exec/evaluate.h"
#include "interp/exec/race_watch.h"

namespace phobos::interp {

namespace {

/// What one worker of several needs to run CTAs one after the other. What is the same for all of them is done once.
class Worker {
public:
    Worker(const Plan& plan, const LaunchState& launch, std::uint64_t workers)
        : plan_(plan), frame_(plan.frame_bytes), masks_(plan.masks), streams_(plan.streams) {
        for (const program::Tile& tile : launch.program->program().tiles) tiles_.emplace_back(tile);
        const Geometry& geometry = plan.geometry;
        for (int thread = 0; thread < geometry.threads; ++thread) {
            put(plan.threads, thread, thread);
            put(plan.lanes, thread, thread % geometry.lanes);
        }
        for (int warp = 0; warp < geometry.warps; ++warp) put(plan.warps, warp, warp);
        const auto& parameters = launch.program->program().parameters;
        for (std::size_t i = 0; i < parameters.size(); ++i)
            if (const auto* local = std::get_if<program::LocalId>(&parameters[i])) {
                const Variable& variable = plan.locals[local->index];
                std::memcpy(frame_.data() + variable.offset, &launch.scalars[i].bits,
                            static_cast<std::size_t>(bytes(variable.type)));
            }
        cta_ = {&launch, {}, frame_.data(), &masks_, masks_.data(), &tiles_, streams_.data(), 0, 0};
        renew_masks();
        if (launch.check_races)
            cta_.race_watch = &race_watch_.emplace(plan.watched, launch, tiles_, launch.race_growth_bytes / workers);
    }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// What stopped the CTA, the one of this number, if anything did.
    std::optional<engine::Outcome> run_block(engine::Block block, std::uint64_t number) {
        cta_.block = block;
        if (race_watch_) race_watch_->races.begin_block(number);
        cta_.mask = &masks_[0];
        if (!masks_[0].all(plan_.geometry)) masks_[0].fill(plan_.geometry);
        if (!masks_[1].empty()) masks_[1].clear(plan_.geometry);
        try {
            cta_.check_limits();  // here too: a CTA may have nothing to do
            run(plan_.body, cta_);
        } catch (Stopped& stopped) {
            renew_masks();
            return std::move(stopped.outcome);
        } catch (const std::bad_alloc&) {  // the words of an outcome are all that is allocated here
            renew_masks();
            return engine::memory_exceeded();
        }
        return std::nullopt;
    }
    /// Of all CTAs so far.
    [[nodiscard]] std::uint64_t steps() const { return cta_.steps; }

private:
    void put(std::size_t offset, int index, std::int32_t value) {
        std::memcpy(frame_.data() + offset + static_cast<std::size_t>(index) * sizeof value, &value, sizeof value);
    }
    /// The masks of the kernel's own body: those that take part, those that returned from a loop.
    void renew_masks() {
        masks_[0].fill(plan_.geometry);
        masks_[1].clear(plan_.geometry);
    }

    const Plan& plan_;
    AlignedBytes frame_;
    std::vector<Mask> masks_;
    std::vector<TileMemory> tiles_;
    std::vector<Stream> streams_;
    std::optional<RaceWatch> race_watch_;
    Cta cta_{};
};

std::uint64_t blocks_of(const engine::Block& grid) {
    return static_cast<std::uint64_t>(grid.x) * static_cast<std::uint64_t>(grid.y) * static_cast<std::uint64_t>(grid.z);
}

/// How many CTAs run at once.
std::uint64_t workers_of(const Plan& plan, const LaunchState& launch, int jobs) {
    const bool blocks_race = launch.check_races && plan.watched.any_tensor();
    if (plan.ordered || blocks_race || launch.teller != nullptr || launch.step_limit || jobs <= 1) return 1;
    return std::clamp<std::uint64_t>(blocks_of(launch.grid), 1, static_cast<std::uint64_t>(jobs));
}

/// The block of the next index.
engine::Block after(engine::Block block, const engine::Block& grid) {
    if (++block.x < grid.x) return block;
    block.x = 0;
    if (++block.y < grid.y) return block;
    block.y = 0;
    ++block.z;
    return block;
}

/// Hands out CTAs in ascending order, and keeps the outcome of the lowest one that did not finish.
class Queue {
public:
    Queue(std::uint64_t blocks, std::uint64_t workers) : blocks_(blocks), shares_(8 * workers), stop_(blocks) {}

    /// A few CTAs at a time, fewer towards the end so that all workers end together; empty when there are no more.
    struct Range {
        std::uint64_t begin;
        std::uint64_t end;
    };
    Range take() {
        constexpr std::uint64_t most = 64;
        std::uint64_t begin = next_.load(std::memory_order_relaxed);
        for (;;) {
            const std::uint64_t left = blocks_ - begin;
            const std::uint64_t count = std::min(std::clamp<std::uint64_t>(left / shares_, 1, most), left);
            if (next_.compare_exchange_weak(begin, begin + count, std::memory_order_relaxed))
                return {begin, begin + count};
        }
    }
    [[nodiscard]] bool is_wanted(std::uint64_t block) const { return block < stop_.load(std::memory_order_relaxed); }
    void stopped(std::uint64_t block, engine::Outcome outcome) {
        const std::lock_guard lock(mutex_);
        if (!is_wanted(block)) return;
        stop_.store(block, std::memory_order_relaxed);
        outcome_ = std::move(outcome);
    }
    /// Of the lowest CTA that stopped, if one did.
    std::optional<engine::Outcome> outcome() {
        return stop_.load() < blocks_ ? std::optional(std::move(outcome_)) : std::nullopt;
    }

private:
    static constexpr std::size_t cache_line = 64;

    std::uint64_t blocks_;
    std::uint64_t shares_;
    alignas(cache_line) std::atomic<std::uint64_t> next_{0};  ///< written by all, the others are but read
    alignas(cache_line) std::atomic<std::uint64_t> stop_;
    std::mutex mutex_;
    engine::Outcome outcome_;
};

void work(Worker& worker, const LaunchState& launch, Queue& queue) {
    for (;;) {
        const Queue::Range range = queue.take();
        if (range.begin == range.end) return;
        engine::Block block = block_of(range.begin, launch.grid);
        for (std::uint64_t index = range.begin; index < range.end; ++index, block = after(block, launch.grid)) {
            if (!queue.is_wanted(index)) return;
            if (auto outcome = worker.run_block(block, index)) queue.stopped(index, std::move(*outcome));
        }
    }
}

/// One CTA after the other, the steps of all counted against the limit.
engine::Outcome run_in_order(const Plan& plan, const LaunchState& launch, std::uint64_t blocks) {
    Worker worker(plan, launch, 1);
    engine::Block block{};
    for (std::uint64_t index = 0; index < blocks; ++index, block = after(block, launch.grid))
        if (auto outcome = worker.run_block(block, index)) return std::move(*outcome);
    return engine::Finished{worker.steps()};
}

}  // namespace

engine::Block block_of(std::uint64_t number, const engine::Block& grid) {
    const auto x = static_cast<std::uint64_t>(grid.x);
    const auto y = static_cast<std::uint64_t>(grid.y);
    return {static_cast<std::int64_t>(number % x), static_cast<std::int64_t>(number / x % y),
            static_cast<std::int64_t>(number / x / y)};
}

std::uint64_t bytes_of_grid(const Plan& plan, const LaunchState& launch, int jobs) {
    std::uint64_t each = plan.frame_bytes + plan.masks * sizeof(Mask) + plan.streams * sizeof(Stream);
    for (const program::Tile& tile : launch.program->program().tiles) each += TileMemory::bytes_of(tile);
    if (launch.check_races) each += RaceWatch::bytes_of(plan.watched, launch);
    return workers_of(plan, launch, jobs) * each;
}

engine::Outcome run_grid(const Plan& plan, const LaunchState& launch, int jobs, Crew& crew) {
    const std::uint64_t blocks = blocks_of(launch.grid);
    if (blocks == 0) return engine::Finished{};
    const std::uint64_t count = workers_of(plan, launch, jobs);
    if (count == 1) return run_in_order(plan, launch, blocks);
    Queue queue(blocks, count);
    std::deque<Worker> workers;  // all memory is taken here, where its lack can be reported
    for (std::uint64_t i = 0; i < count; ++i) workers.emplace_back(plan, launch, count);
    // Where the machine gives fewer threads, those there are do all the work.
    crew.run(count, [&](std::size_t index) { work(workers[index], launch, queue); });
    if (auto outcome = queue.outcome()) return std::move(*outcome);
    std::uint64_t steps = 0;
    for (const Worker& worker : workers) steps += worker.steps();
    return engine::Finished{steps};
}

}  // namespace phobos::interp
