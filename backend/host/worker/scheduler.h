// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "backend/host/worker/fibre.h"
#include "backend/host/worker/protocol.h"
#include "backend/prelude/host_table.h"

/// Runs the threads of a grid one at a time, warp after warp and block after block, each until it ends or waits.
namespace phobos::host {

/// A kernel and its launch.
struct Work {
    ph::host::Entry entry;
    const std::uint64_t* slots;
    Shape shape;
};

/// All threads came to their end.
struct Completed {};
/// The system gave no memory for another stack.
struct OutOfMemory {};
/// While block `block` is at its end or elsewhere, another waits for the grid at `site`.
struct BlockMissing {
    std::int64_t block;
    std::uint32_t site;
};
/// Threads that should wait together do not.
struct ThreadsDisagree {
    std::string text;
};
using Ending = std::variant<Completed, OutOfMemory, BlockMissing, ThreadsDisagree>;

/// The order in which threads, and warps that could go on, are taken between two waits.
class Turns {
public:
    Turns(Order order, std::uint64_t seed) : order_(order), state_(seed) {}

    /// The indices 0 to count - 1; as many of `turns`.
    void lanes(std::array<std::uint8_t, ph::host::Table::most_lanes>& turns, int count);
    /// One of the numbers 0 to count - 1.
    int warp(int count);

private:
    std::uint64_t next();

    Order order_;
    std::uint64_t state_;
};

class Scheduler : private Fibre::Body {
public:
    /// The functions of double precision in `functions` are what kernels get.
    explicit Scheduler(const ph::host::Table& functions);
    ~Scheduler();
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;

    /// What every library is attached to.
    [[nodiscard]] ph::host::Table& table();

    Ending run(const Work& work);

private:
    struct Thread {
        Fibre* fibre = nullptr;  ///< in which it waits
        ph::host::Wait wait = ph::host::Wait::nothing;
    };
    struct Warp {
        ph::host::Wait wait = ph::host::Wait::nothing;  ///< what all its lanes wait for; nothing: it can go on
        int half = 0;                                   ///< of its exchange slots
    };
    struct Block {
        std::array<int, 3> index{};
        std::vector<Thread> threads;
        std::vector<Warp> warps;
        std::vector<std::uint64_t> exchange;
        std::vector<std::uint64_t> shared;  ///< with room to begin at a multiple of 128
        bool ended = false;
        std::uint32_t site = 0;  ///< of the barrier of the grid at which it waits
    };
    struct TableOf : ph::host::Table {
        Scheduler* scheduler;
    };

    static void run_threads(Fibre::Body& body);
    static void wait(ph::host::Table* table, ph::host::Wait kind, std::uint32_t site);

    [[nodiscard]] bool place_blocks();
    void begin_block(Block& block, std::int64_t number);
    void enter_block();
    void enter_warp();
    void enter_lane();
    /// Makes the thread current that goes on after the current one has stopped; false at the end of the run.
    [[nodiscard]] bool advance();
    [[nodiscard]] bool end_warp();
    [[nodiscard]] bool pick_warp();
    [[nodiscard]] bool end_block();
    [[nodiscard]] bool end_round();
    [[nodiscard]] bool disagree(std::string text);
    void stop(ph::host::Wait kind, std::uint32_t site);
    void run_thread(Fibre& self);
    void switch_to_current(Fibre& self);
    [[nodiscard]] Fibre* take_fibre();
    [[nodiscard]] Thread& current() { return block_->threads[static_cast<std::size_t>(thread_)]; }

    TableOf table_;
    const Work* work_ = nullptr;
    Turns turns_{Order::ascending, 0};
    Ending ending_;

    std::vector<Block> blocks_;    ///< those that exist at once
    std::int64_t next_block_ = 0;  ///< of the grid
    std::int64_t grid_blocks_ = 0;
    bool faulted_ = false;  ///< a thread ended at a fault: the blocks after this one do not begin

    Block* block_ = nullptr;  ///< the current one; so are these
    int warp_ = 0;
    int turn_ = 0;
    int thread_ = 0;
    std::array<std::uint8_t, ph::host::Table::most_lanes> lanes_{};

    Fibre main_;
    Fibre* running_ = nullptr;
    std::vector<std::unique_ptr<Fibre>> fibres_;
    std::vector<Fibre*> idle_;  ///< between two threads
};

}  // namespace phobos::host
