// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/block.h"

#include <algorithm>
#include <string>

#include "interp/plain/scalar.h"
#include "interp/plain/together.h"
#include "lang/base/assert.h"
#include "lang/base/decimal.h"
#include "lang/base/overloaded.h"

namespace phobos::plain {
namespace {

/// After a trap the other threads are given about as long to come to theirs, and no longer: they may wait for it.
constexpr std::uint64_t least_steps_after_trap = 1'000'000;

bool is_of_warp(const Meeting& meeting) {
    return std::visit(Overloaded{[](const Combine& combine) { return combine.scope == Scope::lanes; },
                                 [](const Exchange&) { return true; }, [](const Vote&) { return true; },
                                 [](const MeetWarp&) { return true; }, [](const MeetBlock&) { return false; },
                                 [](const MeetGrid&) { return false; }, [](const FreshTile&) { return false; },
                                 [](const TileOperation&) { return false; }},
                      meeting);
}

View view_of(const program::Tile& tile) {
    View view{tile.name, tile.element, {}, tile.shape.rank, nullptr, 0};
    std::ranges::copy(tile.shape.axes(), view.extents.begin());
    return view;
}

std::string spelled(program::Type type, ScalarBits value) {
    if (type.form == program::Form::run) return "another run";
    if (type.element == ScalarType::boolean) return value.bits != 0 ? "true" : "false";
    if (is_float(type.element)) return shortest_decimal(value.bits, float_format(type.element));
    return std::to_string(integer_value({type.element, value}));
}

}  // namespace

BlockRunner::BlockRunner(const LaunchContext& launch, LevelCheck* levels)
    : launch_(launch),
      levels_(levels),
      tiles_(launch.program.tiles.size()),
      buffers_(launch.tensors.begin(), launch.tensors.end()),
      surroundings_{launch.code, launch.program.bounds.threads, launch.program.lanes, {},    launch.grid, launch.dims,
                    {},          launch.checks_unwritten,       launch.meter,         levels},
      tile_stack_(surroundings_) {
    for (const program::Tile& tile : launch.program.tiles) buffers_.push_back(view_of(tile));
    surroundings_.buffers = buffers_;

    const auto threads = static_cast<std::size_t>(launch.program.bounds.threads);
    const std::size_t stack = launch.code.stack_slots;
    const std::size_t slots = stack + launch.program.locals.size();
    const std::size_t loops = launch.code.loop_depth;
    values_.resize(threads * slots);
    loops_.resize(threads * loops);
    brought_.resize(threads);
    for (std::size_t index = 0; index < threads; ++index) {
        Thread& thread = threads_.emplace_back();
        thread.index = static_cast<int>(index);
        thread.warp = thread.index / launch.program.lanes;
        thread.lane = thread.index % launch.program.lanes;
        thread.stack = std::span(values_).subspan(index * slots, stack);
        thread.locals = std::span(values_).subspan(index * slots + stack, slots - stack);
        thread.loops = std::span(loops_).subspan(index * loops, loops);
    }
}

void BlockRunner::begin(engine::Block index) {
    surroundings_.block = index;
    steps_before_ = launch_.meter.steps();
    tile_stack_.clear();
    for (Thread& thread : threads_) {
        thread.state = Thread::State::ready;
        thread.at = 0;
        thread.height = 0;
        for (const auto& [local, value] : launch_.scalars) thread.locals[local.index] = value;
    }
}

Pause BlockRunner::advance() {
    if (threads_[0].state == Thread::State::waiting) release(threads_, meeting_of(threads_[0]));  // of a grid_barrier
    for (;;) {
        const auto lanes = static_cast<std::size_t>(launch_.program.lanes);
        for (std::size_t first = 0; first < threads_.size(); first += lanes)
            advance_warp(Threads(threads_).subspan(first, lanes));
        if (!apart_ && faults_.empty() && !have_met(threads_)) apart_ = threads_;
        if (auto outcome = failure()) return *std::move(outcome);
        if (threads_[0].state == Thread::State::ended) {
            if (levels_ != nullptr) levels_->forget();
            return BlockEnded{};
        }
        const Meeting& meeting = meeting_of(threads_[0]);
        if (std::holds_alternative<MeetGrid>(meeting)) return AtGridBarrier{threads_[0].at, turns_around(threads_[0])};
        release(threads_, meeting);
        if (auto outcome = failure()) return *std::move(outcome);
    }
}

/// Runs the threads of a warp until they end or wait for the block, or one of them cannot go on.
void BlockRunner::advance_warp(Threads threads) {
    for (;;) {
        for (Thread& thread : threads) {
            if (thread.state != Thread::State::ready) continue;
            run(thread, surroundings_, faults_);
            if (thread.state == Thread::State::trapped) begin_to_end();
        }
        const auto cannot_go_on = [](const Thread& thread) {
            return thread.state == Thread::State::trapped || thread.state == Thread::State::limited;
        };
        if (std::ranges::any_of(threads, cannot_go_on)) return;
        if (!have_met(threads)) {
            apart_ = threads;
            return;
        }
        if (threads[0].state == Thread::State::ended || !is_of_warp(meeting_of(threads[0]))) return;
        release(threads, meeting_of(threads[0]));
    }
}

/// Of several reasons, a fault of the program comes first.
std::optional<engine::Outcome> BlockRunner::failure() const {
    if (!faults_.empty()) return trapped();
    if (launch_.meter.limited()) return *launch_.meter.limited();
    if (levels_ != nullptr && levels_->disagreement()) return disagreement();
    if (apart_) return separation(*apart_);
    if (levels_ != nullptr && levels_->is_full())
        return engine::Limited{engine::LimitKind::memory, "checking levels needs more memory than the limit"};
    if (out_of_memory_) return engine::memory_exceeded();
    return std::nullopt;
}

void BlockRunner::begin_to_end() {
    surroundings_.levels = nullptr;
    launch_.meter.allow_only(least_steps_after_trap + threads_.size() * (launch_.meter.steps() - steps_before_));
}

const Meeting& BlockRunner::meeting_of(const Thread& thread) const {
    return std::get<Wait>(launch_.code.instructions[thread.at]).meeting;
}

/// Whether all of them ended, or wait at one instance (coll-9).
bool BlockRunner::have_met(Threads threads) const {
    return std::ranges::all_of(threads, [&](const Thread& thread) {
        if (thread.state != threads[0].state) return false;
        return thread.state == Thread::State::ended || same_instance(thread, threads[0]);
    });
}

/// The values that the threads have on top of their stacks, or below that.
std::span<ScalarBits> BlockRunner::bring(Threads threads, std::size_t below_top) {
    for (std::size_t i = 0; i < threads.size(); ++i) brought_[i] = threads[i].stack[threads[i].height - 1 - below_top];
    return std::span(brought_).first(threads.size());
}

/// Gives each thread what it gets from the others, and lets it go on.
void BlockRunner::release(Threads threads, const Meeting& meeting) {
    const int lanes = launch_.program.lanes;
    std::visit(
        Overloaded{[&](const Combine& node) {
                       const std::span<ScalarBits> values = bring(threads, 0);
                       if (node.scope == Scope::lanes) combine(node.op, node.type, values);
                       if (node.scope == Scope::threads) combine_block(node.op, node.type, lanes, values);
                       for (std::size_t i = 0; i < threads.size(); ++i) threads[i].top() = values[i];
                   },
                   [&](const Exchange& node) {
                       const std::span<const ScalarBits> values = bring(threads, 1);
                       for (Thread& thread : threads) {
                           const std::int64_t selector = integer_value({node.selector, thread.top()});
                           --thread.height;
                           thread.top() =
                               values[static_cast<std::size_t>(source_lane(node.kind, lanes, thread.lane, selector))];
                       }
                   },
                   [&](const Vote&) {
                       const ScalarBits votes = ballot(bring(threads, 0));
                       for (Thread& thread : threads) thread.top() = votes;
                   },
                   [](const MeetWarp&) {}, [](const MeetBlock&) {}, [](const MeetGrid&) {},
                   [&](const FreshTile& node) { renew(node.tile); }, [&](const TileOperation& node) { execute(node); }},
        meeting);
    if (!is_of_warp(meeting)) {
        if (!faults_.empty()) return;  // of a tile operation
        if (levels_ != nullptr) levels_->forget();
    }
    for (Thread& thread : threads) {
        thread.state = Thread::State::ready;
        ++thread.at;
    }
}

/// exec-15, exec-16
void BlockRunner::renew(program::TileId tile) {
    View& view = buffers_[launch_.tensors.size() + tile.index];
    Allocation& allocation = tiles_[tile.index];
    if (view.allocation == nullptr) {
        const auto elements = static_cast<std::uint64_t>(launch_.program.tiles[tile.index].shape.elements());
        const std::uint64_t bytes = elements * static_cast<std::uint64_t>(phobos::bytes(view.element));
        tile_bytes_ += bytes + bytes / 8;  // a bit for each byte says that it is unwritten
        auto made = has_memory() ? Allocation::make(bytes, 0) : std::nullopt;
        out_of_memory_ = !made;
        if (!made) return;
        allocation = *std::move(made);
        view.allocation = &allocation;
    }
    std::ranges::fill(allocation.bytes(), std::byte{0xFF});
    if (launch_.checks_unwritten) allocation.mark_unwritten(0, allocation.bytes().size());
}

/// A fault is that of the thread whose element it is.
void BlockRunner::execute(const TileOperation& operation) {
    const program::SiteId site = std::get<Wait>(launch_.code.instructions[threads_[0].at]).site;
    if (auto fault = tile_stack_.execute(operation, threads_)) {
        const auto thread = static_cast<int>(fault->element % static_cast<std::int64_t>(threads_.size()));
        faults_.push_back({thread, site, engine::at_element(std::move(fault->what), fault->element)});
    }
    out_of_memory_ = !has_memory();
}

std::vector<LoopTurn> BlockRunner::turns_around(const Thread& thread) const {
    std::vector<LoopTurn> turns;
    for (LoopIndex loop = launch_.code.loop_of[thread.at]; loop != no_loop; loop = launch_.code.loops[loop].parent)
        turns.push_back({loop, thread.loops[launch_.code.loops[loop].depth].turns});
    std::ranges::reverse(turns);
    return turns;
}

bool BlockRunner::same_instance(const Thread& a, const Thread& b) const {
    if (a.at != b.at) return false;
    const LoopIndex innermost = launch_.code.loop_of[a.at];
    const std::size_t depth = innermost == no_loop ? 0 : launch_.code.loops[innermost].depth + 1;
    for (std::size_t loop = 0; loop < depth; ++loop)
        if (a.loops[loop].turns != b.loops[loop].turns) return false;
    return true;
}

bool BlockRunner::before(const Thread& a, const Thread& b) const {
    const std::vector<LoopTurn> turns_a = turns_around(a);
    const std::vector<LoopTurn> turns_b = turns_around(b);
    const std::size_t common = std::min(turns_a.size(), turns_b.size());
    for (std::size_t depth = 0; depth < common && turns_a[depth].loop == turns_b[depth].loop; ++depth)
        if (turns_a[depth].turn != turns_b[depth].turn) return turns_a[depth].turn < turns_b[depth].turn;
    return a.at < b.at;
}

/// The earliest fault in the order of the program, which is the one that lockstep meets; of several warps the lowest.
engine::Trapped BlockRunner::trapped() const {
    const auto thread_of = [&](const Fault& fault) -> const Thread& {
        return threads_[static_cast<std::size_t>(fault.thread)];
    };
    const Fault& first = *std::ranges::min_element(
        faults_, [&](const Fault& a, const Fault& b) { return before(thread_of(a), thread_of(b)); });
    engine::Place place{first.site, launch_.program.sites[first.site.index].span, surroundings_.block,
                        thread_of(first).warp, 0};
    for (const Fault& fault : faults_) {
        const Thread& thread = thread_of(fault);
        const bool joins = thread.warp == place.warp && same_instance(thread, thread_of(first));
        if (joins) place.lanes |= std::uint64_t{1} << thread.lane;
    }
    return engine::trapped(first.what, place);
}

engine::LevelViolation BlockRunner::disagreement() const {
    const Disagreement& found = *levels_->disagreement();
    const Thread& second = threads_[static_cast<std::size_t>(found.second.thread)];
    const auto has = [&](const Seen& seen) {
        return spelled(found.type, seen.bits) + " in thread " + std::to_string(seen.thread);
    };
    return {found.expression,
            {{},
             launch_.code.spans[found.expression.index],
             surroundings_.block,
             second.warp,
             std::uint64_t{1} << second.lane},
            "a value that is " + std::string(spelling(found.claimed)) + " by the rules of levels is " +
                has(found.first) + " and " + has(found.second)};
}

engine::LevelViolation BlockRunner::separation(Threads threads) const {
    const Thread& first = threads[0];
    const Thread& other = *std::ranges::find_if(
        threads, [&](const Thread& thread) { return thread.state != first.state || !same_instance(thread, first); });
    const Thread& waiting = first.state == Thread::State::waiting ? first : other;
    const program::SiteId site = std::get<Wait>(launch_.code.instructions[waiting.at]).site;
    return {{},
            {site, launch_.program.sites[site.index].span, surroundings_.block, waiting.warp,
             std::uint64_t{1} << waiting.lane},
            "thread " + std::to_string(waiting.index) + " waits here and thread " +
                std::to_string(waiting.index == first.index ? other.index : first.index) + " does not come"};
}

}  // namespace phobos::plain
