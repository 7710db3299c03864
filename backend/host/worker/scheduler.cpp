// SPDX-License-Identifier: Apache-2.0
#include "backend/host/worker/scheduler.h"

#include <algorithm>
#include <new>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace phobos::host {
namespace {

using ph::host::Table;
using ph::host::Wait;

constexpr std::size_t shared_alignment = 128;
constexpr std::size_t exchange_slots = std::size_t{2} * Table::most_lanes;  // of a warp

std::string_view spelling(Wait wait) {
    switch (wait) {
        case Wait::nothing: return "runs";
        case Wait::warp: return "waits for its warp";
        case Wait::block: return "waits for its block";
        case Wait::grid: return "waits for the grid";
        case Wait::ended: return "has ended";
    }
    return "";
}

}  // namespace

std::uint64_t Turns::next() {
    state_ += 0x9E3779B97F4A7C15;
    std::uint64_t mixed = (state_ ^ (state_ >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    return mixed ^ (mixed >> 31);
}

void Turns::lanes(std::array<std::uint8_t, Table::most_lanes>& turns, int count) {
    const auto used = turns.begin() + count;
    switch (order_) {
        case Order::ascending: std::iota(turns.begin(), used, std::uint8_t{0}); return;
        case Order::descending: std::iota(std::make_reverse_iterator(used), turns.rend(), std::uint8_t{0}); return;
        case Order::seeded:
            std::iota(turns.begin(), used, std::uint8_t{0});
            for (auto left = static_cast<std::uint64_t>(count); left > 1; --left)
                std::swap(turns[left - 1], turns[next() % left]);
            return;
    }
}

int Turns::warp(int count) {
    switch (order_) {
        case Order::ascending: return 0;
        case Order::descending: return count - 1;
        case Order::seeded: return static_cast<int>(next() % static_cast<std::uint64_t>(count));
    }
    return 0;
}

Scheduler::Scheduler(const Table& functions) : Fibre::Body{&run_threads}, table_{functions, this} {
    table_.wait = &wait;
}

Scheduler::~Scheduler() = default;

Table& Scheduler::table() { return table_; }

Ending Scheduler::run(const Work& work) {
    work_ = &work;
    const Shape& shape = work.shape;
    turns_ = Turns(shape.order, shape.seed);
    ending_ = Completed{};
    next_block_ = 0;
    faulted_ = false;
    grid_blocks_ = shape.grid[0] * shape.grid[1] * shape.grid[2];
    std::ranges::copy(shape.grid, table_.grid);
    if (grid_blocks_ == 0) return ending_;
    if (!place_blocks()) return OutOfMemory{};
    block_ = blocks_.data();
    enter_block();
    running_ = &main_;
    switch_to_current(main_);
    if (faulted_ || !std::holds_alternative<Completed>(ending_)) {  // threads are left in the midst of what they did
        fibres_.clear();
        idle_.clear();
    }
    return ending_;
}

bool Scheduler::place_blocks() {
    const Shape& shape = work_->shape;
    const auto threads = static_cast<std::size_t>(shape.threads);
    const std::size_t warps = threads / static_cast<std::size_t>(shape.lanes);
    try {
        blocks_.clear();
        blocks_.resize(shape.resident ? static_cast<std::size_t>(grid_blocks_) : 1);
        for (Block& block : blocks_) {
            block.threads.resize(threads);
            block.warps.resize(warps);
            block.exchange.resize(warps * exchange_slots);
            block.shared.resize((shape.shared_bytes + 2 * shared_alignment) / sizeof(std::uint64_t));
            begin_block(block, next_block_++);
        }
    } catch (const std::bad_alloc&) {
        return false;
    }
    return true;
}

void Scheduler::begin_block(Block& block, std::int64_t number) {
    const auto& grid = work_->shape.grid;
    block.index = {static_cast<int>(number % grid[0]), static_cast<int>(number / grid[0] % grid[1]),
                   static_cast<int>(number / grid[0] / grid[1])};
    block.ended = false;
    std::ranges::fill(block.threads, Thread{});
    std::ranges::fill(block.warps, Warp{});
    std::ranges::fill(block.shared, ~std::uint64_t{0});
}

void Scheduler::enter_block() {
    std::ranges::copy(block_->index, table_.block);
    auto* const bytes = reinterpret_cast<unsigned char*>(block_->shared.data());
    const auto past = reinterpret_cast<std::uintptr_t>(bytes) % shared_alignment;
    table_.shared = bytes + (shared_alignment - past) % shared_alignment;
    const bool entered = pick_warp();
    static_cast<void>(entered);  // none of its warps waits
}

/// The warp that goes on, of those that do not wait; false where all do.
bool Scheduler::pick_warp() {
    const auto runs = [](const Warp& warp) { return warp.wait == Wait::nothing; };
    auto& warps = block_->warps;
    const auto count = static_cast<int>(std::ranges::count_if(warps, runs));
    if (count == 0) return false;
    auto found = std::ranges::find_if(warps, runs);
    for (int skipped = turns_.warp(count); skipped > 0; --skipped) found = std::find_if(found + 1, warps.end(), runs);
    warp_ = static_cast<int>(found - warps.begin());
    enter_warp();
    return true;
}

void Scheduler::enter_warp() {
    const Warp& warp = block_->warps[static_cast<std::size_t>(warp_)];
    const std::size_t first = static_cast<std::size_t>(warp_) * exchange_slots +
                              static_cast<std::size_t>(warp.half) * static_cast<std::size_t>(Table::most_lanes);
    static_assert(sizeof(unsigned long long) == sizeof(std::uint64_t));
    table_.exchange = reinterpret_cast<unsigned long long*>(block_->exchange.data() + first);
    turns_.lanes(lanes_, work_->shape.lanes);
    turn_ = 0;
    enter_lane();
}

void Scheduler::enter_lane() {
    thread_ = warp_ * work_->shape.lanes + lanes_[static_cast<std::size_t>(turn_)];
    table_.thread = thread_;
}

bool Scheduler::advance() {
    if (++turn_ == work_->shape.lanes) return end_warp();
    enter_lane();
    return true;
}

/// Each lane of the warp has stopped.
bool Scheduler::end_warp() {
    const int lanes = work_->shape.lanes;
    const auto all =
        std::span(block_->threads).subspan(static_cast<std::size_t>(warp_ * lanes), static_cast<std::size_t>(lanes));
    Wait wait = all.front().wait;
    const auto other = std::ranges::find_if(all, [&](const Thread& thread) { return thread.wait != wait; });
    if (other != all.end() && !faulted_)
        return disagree(fmt::format("thread {} {} while thread {} {}", warp_ * lanes, spelling(wait),
                                    warp_ * lanes + static_cast<int>(other - all.begin()), spelling(other->wait)));
    if (other != all.end()) wait = Wait::ended;  // some wait for threads that ended at a fault
    Warp& warp = block_->warps[static_cast<std::size_t>(warp_)];
    if (wait == Wait::warp)
        warp.half ^= 1;
    else
        warp.wait = wait;
    return pick_warp() || end_block();
}

/// Each warp of the block waits for more than itself, or has ended.
bool Scheduler::end_block() {
    auto& warps = block_->warps;
    Wait wait = warps.front().wait;
    const auto other = std::ranges::find_if(warps, [&](const Warp& warp) { return warp.wait != wait; });
    if (other != warps.end() && !faulted_)
        return disagree(
            fmt::format("warp 0 {} while warp {} {}", spelling(wait), other - warps.begin(), spelling(other->wait)));
    if (other != warps.end()) wait = Wait::ended;  // as of a warp
    if (wait == Wait::block) {
        for (Warp& warp : warps) warp.wait = Wait::nothing;
        return pick_warp();
    }
    block_->ended = wait == Wait::ended;
    if (blocks_.size() > 1) {
        if (++block_ == blocks_.data() + blocks_.size()) return end_round();
        enter_block();
        return true;
    }
    if (!block_->ended) return end_round();
    if (faulted_ || next_block_ == grid_blocks_) return false;
    begin_block(*block_, next_block_++);
    enter_block();
    return true;
}

/// coll-25: each block has ended or waits for the grid, which must be all of them, at one barrier.
bool Scheduler::end_round() {
    const auto waiting = std::ranges::find(blocks_, false, &Block::ended);
    if (waiting == blocks_.end()) return false;
    for (const Block& block : blocks_) {
        if (!block.ended && block.site == waiting->site) continue;
        ending_ = BlockMissing{&block - blocks_.data(), waiting->site};
        return false;
    }
    for (Block& block : blocks_)
        for (Warp& warp : block.warps) warp.wait = Wait::nothing;
    block_ = blocks_.data();
    enter_block();
    return true;
}

bool Scheduler::disagree(std::string text) {
    ending_ = ThreadsDisagree{
        fmt::format("block ({}, {}, {}): {}", block_->index[0], block_->index[1], block_->index[2], std::move(text))};
    return false;
}

void Scheduler::wait(Table* table, Wait kind, std::uint32_t site) {
    static_cast<TableOf*>(table)->scheduler->stop(kind, site);
}

/// The current thread waits, in the running fibre.
void Scheduler::stop(Wait kind, std::uint32_t site) {
    Fibre& self = *running_;
    Thread& thread = current();
    thread.wait = kind;
    thread.fibre = &self;
    if (kind == Wait::grid) block_->site = site;
    if (kind == Wait::ended) faulted_ = true;  // its fibre stays where it is
    if (advance())
        switch_to_current(self);
    else
        self.switch_to(main_);
}

void Scheduler::run_threads(Fibre::Body& body) {
    auto& scheduler = static_cast<Scheduler&>(body);
    for (;;) scheduler.run_thread(*scheduler.running_);
}

/// Runs the current thread, which has not begun, to its end; returns when the current thread is another such.
void Scheduler::run_thread(Fibre& self) {
    work_->entry(reinterpret_cast<const unsigned long long*>(work_->slots));
    Thread& thread = current();
    thread.wait = Wait::ended;
    thread.fibre = nullptr;
    const bool goes_on = advance();
    if (goes_on && current().fibre == nullptr) return;
    idle_.push_back(&self);
    if (goes_on)
        switch_to_current(self);
    else
        self.switch_to(main_);
}

/// Goes on with the current thread, in its fibre or, where it has not begun, in an idle one.
void Scheduler::switch_to_current(Fibre& self) {
    Fibre* fibre = current().fibre;
    if (fibre == nullptr) fibre = take_fibre();
    if (fibre == nullptr) {
        ending_ = OutOfMemory{};
        fibre = &main_;
    }
    running_ = fibre;
    if (fibre != &self) self.switch_to(*fibre);
}

Fibre* Scheduler::take_fibre() {
    if (!idle_.empty()) {
        Fibre* const fibre = idle_.back();
        idle_.pop_back();
        return fibre;
    }
    auto fibre = Fibre::make(*this);
    if (!fibre) return nullptr;
    fibres_.push_back(std::move(fibre));
    return fibres_.back().get();
}

}  // namespace phobos::host
