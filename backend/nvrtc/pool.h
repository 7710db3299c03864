// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backend/nvrtc/compile.h"
#include "backend/nvrtc/wire.h"
#include "backend/process/stream.h"

namespace phobos::nvrtc {

struct PoolOptions {
    std::vector<std::string> command;              ///< the words that start phobos-nvrtc-worker, its path first
    int workers = 1;                               ///< at most so many processes
    std::chrono::milliseconds time_limit{60'000};  ///< for one text; a first one includes opening the library
    int most_texts = 1'000;                        ///< of a process, which ends then: the compiler keeps memory of each
};

/// Processes that compile. In one process compilations hinder one another; and one that crashes or hangs takes only
/// its text with it. Processes start when there is work and stay until they have compiled their texts or the pool ends.
class WorkerPool {
public:
    WorkerPool(PoolOptions options, const wire::Setup& setup);
    WorkerPool(WorkerPool&& other) noexcept;
    WorkerPool& operator=(WorkerPool&&) = delete;
    ~WorkerPool();

    /// One result for each job, in order. A job during which its worker ends, or whose time is up, fails alone. At the
    /// deadline all that are left fail for time, and their workers are ended.
    std::vector<Compilation> compile(std::span<const Job> jobs, process::Deadline end = std::nullopt);

private:
    class Worker;
    class Batch;

    PoolOptions options_;
    std::string setup_;  ///< in its frame
    std::vector<Worker> workers_;
};

}  // namespace phobos::nvrtc
