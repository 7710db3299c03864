// SPDX-License-Identifier: Apache-2.0
#include "interp/exec/crew.h"

#include <algorithm>
#include <system_error>

namespace phobos::interp {

namespace {

/// Looks for what is likely to come within some tens of microseconds, which a thread that sleeps takes to wake up;
/// says whether it came.
template <class Condition>
bool comes_soon(const Condition& condition) {
    constexpr int turns = 2000;
    for (int turn = 0; turn < turns; ++turn) {
        if (condition()) return true;
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    }
    return false;
}

}  // namespace

Crew::~Crew() {
    {
        const std::lock_guard lock(mutex_);
        is_dismissed_ = true;
    }
    begun_.notify_all();
}

void Crew::run(std::size_t count, const std::function<void(std::size_t)>& task) {
    threads_.reserve(count);
    while (threads_.size() + 1 < count) {
        try {
            threads_.emplace_back(
                [this, index = threads_.size() + 1, launch = launch_.load()] { serve(index, launch); });
        } catch (const std::system_error&) {
            break;
        }
    }
    {
        const std::lock_guard lock(mutex_);
        task_ = &task;
        count_ = count;
        working_ = std::min(threads_.size(), count - 1);
        ++launch_;
    }
    begun_.notify_all();
    task(0);
    const auto has_ended = [this] { return working_ == 0; };
    if (comes_soon(has_ended)) return;
    std::unique_lock lock(mutex_);
    ended_.wait(lock, has_ended);
}

void Crew::serve(std::size_t index, std::uint64_t launch) {
    const auto has_begun = [&] { return launch_ != launch || is_dismissed_; };
    for (;;) {
        comes_soon(has_begun);
        std::unique_lock lock(mutex_);
        begun_.wait(lock, has_begun);
        if (is_dismissed_) return;
        launch = launch_;
        if (index >= count_) continue;
        const auto* const task = task_;
        lock.unlock();
        (*task)(index);
        lock.lock();
        if (--working_ == 0) ended_.notify_one();
    }
}

}  // namespace phobos::interp
