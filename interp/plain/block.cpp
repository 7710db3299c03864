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

template <class Value>
BlockRunner<Value>::BlockRunner(const LaunchContext& launch, LevelCheck* levels)
    : launch_(launch),
      levels_(levels),
      tiles_(launch.program.tiles.size()),
      upper_(is_interval<Value> ? launch.program.tiles.size() : 0),
      buffers_(launch.tensors.begin(), launch.tensors.end()),
      surroundings_{launch.code,
                    launch.program.bounds.threads,
                    launch.program.lanes,
                    {},
                    launch.grid,
                    launch.dims,
                    {},
                    launch.checks_unwritten,
                    launch.products_are_loose,
                    launch.meter,
                    levels,
                    launch.races},
      tile_stack_(surroundings_),
      warps_(launch.schedule, launch.seed),
      lanes_(launch.schedule, launch.seed + 1) {
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
        Thread<Value>& thread = threads_.emplace_back();
        thread.index = static_cast<int>(index);
        thread.warp = thread.index / launch.program.lanes;
        thread.lane = thread.index % launch.program.lanes;
        thread.stack = std::span(values_).subspan(index * slots, stack);
        thread.locals = std::span(values_).subspan(index * slots + stack, slots - stack);
        thread.loops = std::span(loops_).subspan(index * loops, loops);
    }
}

template <class Value>
void BlockRunner<Value>::begin(engine::Block index) {
    surroundings_.block = index;
    steps_before_ = launch_.meter.steps();
    tile_stack_.clear();
    for (Thread<Value>& thread : threads_) {
        thread.state = ThreadState::ready;
        thread.at = 0;
        thread.height = 0;
        thread.passed = {};
        for (const auto& [local, value] : launch_.scalars) thread.locals[local.index] = value;
    }
}

template <class Value>
Pause BlockRunner<Value>::advance() {
    if (threads_[0].state == ThreadState::waiting) release(threads_, meeting_of(threads_[0]));  // of a grid_barrier
    for (;;) {
        const auto lanes = static_cast<std::size_t>(launch_.program.lanes);
        for (const std::size_t warp : warps_.next(threads_.size() / lanes))
            advance_warp(Threads(threads_).subspan(warp * lanes, lanes));
        if (!apart_ && faults_.empty() && !have_met(threads_)) apart_ = threads_;
        if (auto outcome = failure()) return *std::move(outcome);
        if (threads_[0].state == ThreadState::ended) {
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
template <class Value>
void BlockRunner<Value>::advance_warp(Threads threads) {
    for (;;) {
        for (const std::size_t lane : lanes_.next(threads.size())) {
            Thread<Value>& thread = threads[lane];
            if (thread.state != ThreadState::ready) continue;
            run(thread, surroundings_, faults_);
            if (thread.state == ThreadState::trapped) begin_to_end();
        }
        const auto cannot_go_on = [](const Thread<Value>& thread) {
            return thread.state == ThreadState::trapped || thread.state == ThreadState::limited;
        };
        if (std::ranges::any_of(threads, cannot_go_on)) return;
        if (!have_met(threads)) {
            apart_ = threads;
            return;
        }
        if (threads[0].state == ThreadState::ended || !is_of_warp(meeting_of(threads[0]))) return;
        release(threads, meeting_of(threads[0]));
    }
}

/// Of several reasons, a fault of the program comes first.
template <class Value>
std::optional<Pause> BlockRunner<Value>::failure() const {
    if (!faults_.empty()) return trapped();
    if (launch_.meter.limited()) return engine::Outcome{*launch_.meter.limited()};
    if (levels_ != nullptr && levels_->disagreement()) return engine::Outcome{disagreement()};
    if (launch_.races != nullptr && launch_.races->is_full())  // its threads are apart
        return engine::Outcome{
            engine::Limited{engine::LimitKind::memory, "checking races needs more memory than the limit"}};
    if (apart_) return engine::Outcome{separation(*apart_)};
    if (levels_ != nullptr && levels_->is_full())
        return engine::Outcome{
            engine::Limited{engine::LimitKind::memory, "checking levels needs more memory than the limit"}};
    if (out_of_memory_) return engine::Outcome{engine::memory_exceeded()};
    return std::nullopt;
}

template <class Value>
void BlockRunner<Value>::begin_to_end() {
    surroundings_.levels = nullptr;
    launch_.meter.allow_only(least_steps_after_trap + threads_.size() * (launch_.meter.steps() - steps_before_));
}

template <class Value>
const Meeting& BlockRunner<Value>::meeting_of(const Thread<Value>& thread) const {
    return std::get<Wait>(launch_.code.instructions[thread.at]).meeting;
}

/// Whether all of them ended, or wait at one instance (coll-9).
template <class Value>
bool BlockRunner<Value>::have_met(Threads threads) const {
    return std::ranges::all_of(threads, [&](const Thread<Value>& thread) {
        if (thread.state != threads[0].state) return false;
        return thread.state == ThreadState::ended || same_instance(thread, threads[0]);
    });
}

/// The values that the threads have on top of their stacks, or below that.
template <class Value>
std::span<Value> BlockRunner<Value>::bring(Threads threads, std::size_t below_top) {
    for (std::size_t i = 0; i < threads.size(); ++i) brought_[i] = threads[i].stack[threads[i].height - 1 - below_top];
    return std::span(brought_).first(threads.size());
}

/// Gives each thread what it gets from the others, and lets it go on.
template <class Value>
void BlockRunner<Value>::release(Threads threads, const Meeting& meeting) {
    const int lanes = launch_.program.lanes;
    std::visit(
        Overloaded{[&](const Combine& node) {
                       const std::span<Value> values = bring(threads, 0);
                       if (node.scope == Scope::lanes) combine(node.op, node.type, values);
                       if (node.scope == Scope::threads) combine_block(node.op, node.type, lanes, values);
                       for (std::size_t i = 0; i < threads.size(); ++i) threads[i].top() = values[i];
                   },
                   [&](const Exchange& node) { exchange(threads, node); },
                   [&](const Vote&) {
                       const Value votes = ballot<Value>(bring(threads, 0));
                       for (Thread<Value>& thread : threads) thread.top() = votes;
                   },
                   [](const MeetWarp&) {}, [](const MeetBlock&) {}, [](const MeetGrid&) {},
                   [&](const FreshTile& node) { renew(node.tile); }, [&](const TileOperation& node) { execute(node); }},
        meeting);
    if (!is_of_warp(meeting)) {
        if (!faults_.empty()) return;  // of a tile operation
        if (levels_ != nullptr) levels_->forget();
    }
    for (Thread<Value>& thread : threads) {
        thread.passed.of_grid += std::holds_alternative<MeetGrid>(meeting) ? 1U : 0U;
        thread.passed.of_block += is_of_warp(meeting) ? 0U : 1U;
        thread.passed.of_warp += std::holds_alternative<MeetWarp>(meeting) ? 1U : 0U;
        if (thread.state == ThreadState::trapped) continue;
        thread.state = ThreadState::ready;
        ++thread.at;
    }
}

template <class Value>
void BlockRunner<Value>::exchange(Threads threads, const Exchange& node) {
    const program::SiteId site = std::get<Wait>(launch_.code.instructions[threads[0].at]).site;
    const std::span<const Value> values = bring(threads, 1);
    for (Thread<Value>& thread : threads) {
        const auto selector = known(thread.top());
        --thread.height;
        if (!selector) {
            faults_.push_back({thread.index, site, Undecided{}});
            thread.state = ThreadState::trapped;
            continue;
        }
        const std::int64_t number = integer_value({node.selector, *selector});
        thread.top() =
            values[static_cast<std::size_t>(source_lane(node.kind, launch_.program.lanes, thread.lane, number))];
    }
}

/// exec-15, exec-16
template <class Value>
void BlockRunner<Value>::renew(program::TileId tile) {
    View& view = buffers_[launch_.tensors.size() + tile.index];
    if (view.allocation == nullptr) {
        view.allocation = allocate(tile, tiles_);
        if constexpr (is_interval<Value>) view.upper = allocate(tile, upper_);
        if (out_of_memory_) return;
    }
    std::ranges::fill(view.allocation->bytes(), std::byte{0xFF});
    if (view.upper != nullptr) std::ranges::fill(view.upper->bytes(), std::byte{0xFF});
    if (launch_.checks_unwritten) view.allocation->mark_unwritten(0, view.allocation->bytes().size());
}

template <class Value>
Allocation* BlockRunner<Value>::allocate(program::TileId tile, std::vector<Allocation>& allocations) {
    const program::Tile& declared = launch_.program.tiles[tile.index];
    const std::uint64_t bytes = static_cast<std::uint64_t>(declared.shape.elements()) *
                                static_cast<std::uint64_t>(phobos::bytes(declared.element));
    tile_bytes_ += bytes + bytes / 8;  // a bit for each byte says that it is unwritten
    auto made = has_memory() ? Allocation::make(bytes, 0) : std::nullopt;
    out_of_memory_ = out_of_memory_ || !made;
    if (!made) return nullptr;
    allocations[tile.index] = *std::move(made);
    return &allocations[tile.index];
}

/// A fault is that of the thread whose element it is.
template <class Value>
void BlockRunner<Value>::execute(const TileOperation& operation) {
    const program::SiteId site = std::get<Wait>(launch_.code.instructions[threads_[0].at]).site;
    if (auto fault = tile_stack_.execute(operation, threads_)) {
        const auto thread = static_cast<int>(fault->element % static_cast<std::int64_t>(threads_.size()));
        if (auto* text = std::get_if<engine::FaultText>(&fault->what))
            fault->what = engine::at_element(std::move(*text), fault->element);
        faults_.push_back({thread, site, std::move(fault->what)});
    }
    out_of_memory_ = !has_memory();
}

template <class Value>
std::vector<LoopTurn> BlockRunner<Value>::turns_around(const Thread<Value>& thread) const {
    std::vector<LoopTurn> turns;
    for (LoopIndex loop = launch_.code.loop_of[thread.at]; loop != no_loop; loop = launch_.code.loops[loop].parent)
        turns.push_back({loop, thread.loops[launch_.code.loops[loop].depth].turns});
    std::ranges::reverse(turns);
    return turns;
}

template <class Value>
bool BlockRunner<Value>::same_instance(const Thread<Value>& a, const Thread<Value>& b) const {
    if (a.at != b.at) return false;
    const LoopIndex innermost = launch_.code.loop_of[a.at];
    const std::size_t depth = innermost == no_loop ? 0 : launch_.code.loops[innermost].depth + 1;
    for (std::size_t loop = 0; loop < depth; ++loop)
        if (a.loops[loop].turns != b.loops[loop].turns) return false;
    return true;
}

template <class Value>
bool BlockRunner<Value>::before(const Thread<Value>& a, const Thread<Value>& b) const {
    const std::vector<LoopTurn> turns_a = turns_around(a);
    const std::vector<LoopTurn> turns_b = turns_around(b);
    const std::size_t common = std::min(turns_a.size(), turns_b.size());
    for (std::size_t depth = 0; depth < common && turns_a[depth].loop == turns_b[depth].loop; ++depth)
        if (turns_a[depth].turn != turns_b[depth].turn) return turns_a[depth].turn < turns_b[depth].turn;
    return a.at < b.at;
}

/// The earliest fault in the order of the program, which is the one that lockstep meets; of several warps the lowest.
template <class Value>
Pause BlockRunner<Value>::trapped() const {
    const auto thread_of = [&](const Fault& fault) -> const Thread<Value>& {
        return threads_[static_cast<std::size_t>(fault.thread)];
    };
    const Fault& first = *std::ranges::min_element(
        faults_, [&](const Fault& a, const Fault& b) { return before(thread_of(a), thread_of(b)); });
    engine::Place place{first.site, launch_.program.sites[first.site.index].span, surroundings_.block,
                        thread_of(first).warp, 0};
    for (const Fault& fault : faults_) {
        const Thread<Value>& thread = thread_of(fault);
        const bool joins = thread.warp == place.warp && same_instance(thread, thread_of(first));
        if (joins) place.lanes |= std::uint64_t{1} << thread.lane;
    }
    if (std::holds_alternative<Undecided>(first.what)) return engine::Undecided{place};
    return engine::Outcome{engine::trapped(std::get<engine::FaultText>(first.what), place)};
}

template <class Value>
engine::LevelViolation BlockRunner<Value>::disagreement() const {
    const Disagreement& found = *levels_->disagreement();
    const Thread<Value>& second = threads_[static_cast<std::size_t>(found.second.thread)];
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

template <class Value>
engine::LevelViolation BlockRunner<Value>::separation(Threads threads) const {
    const Thread<Value>& first = threads[0];
    const Thread<Value>& other = *std::ranges::find_if(threads, [&](const Thread<Value>& thread) {
        return thread.state != first.state || !same_instance(thread, first);
    });
    const Thread<Value>& waiting = first.state == ThreadState::waiting ? first : other;
    const program::SiteId site = std::get<Wait>(launch_.code.instructions[waiting.at]).site;
    return {{},
            {site, launch_.program.sites[site.index].span, surroundings_.block, waiting.warp,
             std::uint64_t{1} << waiting.lane},
            "thread " + std::to_string(waiting.index) + " waits here and thread " +
                std::to_string(waiting.index == first.index ? other.index : first.index) + " does not come"};
}

template class BlockRunner<ScalarBits>;
template class BlockRunner<Interval>;

}  // namespace phobos::plain
