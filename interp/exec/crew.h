// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace phobos::interp {

/// Threads that wait for work between launches: a short launch does not pay for starting them, nor, soon after another,
/// for waking them, and each is likely to find itself on the processor where it was. Used by one thread at a time.
class Crew {
public:
    Crew() = default;
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;
    ~Crew();

    /// Runs task(0) here and task(1) to task(count - 1) each on a thread of the crew, all at once, and returns when all
    /// have; none throws. Where the machine gives fewer threads, only the first tasks are run. May throw std::bad_alloc
    /// before any.
    void run(std::size_t count, const std::function<void(std::size_t)>& task);

private:
    /// What a thread does from its start on: each launch that began since, as far as it takes part.
    void serve(std::size_t index, std::uint64_t launch);

    std::mutex mutex_;
    std::condition_variable begun_;
    std::condition_variable ended_;
    const std::function<void(std::size_t)>* task_ = nullptr;
    std::size_t count_ = 0;  ///< of tasks of the last launch
    // Written under the mutex, and looked at without it too.
    std::atomic<std::uint64_t> launch_ = 0;   ///< counts the launches begun
    std::atomic<std::size_t> working_ = 0;    ///< threads that have not yet ended it
    std::atomic<bool> is_dismissed_ = false;  ///< no launch will follow
    std::vector<std::jthread> threads_;
};

}  // namespace phobos::interp
