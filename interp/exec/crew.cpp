// SPDX-License-Identifier: Apache-2.0
#include "interp/exec/crew.h"

#include <algorithm>
#include <system_error>

namespace phobos::interp {

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
            threads_.emplace_back([this, index = threads_.size() + 1, launch = launch_] { serve(index, launch); });
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
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [this] { return working_ == 0; });
}

void Crew::serve(std::size_t index, std::uint64_t launch) {
    std::unique_lock lock(mutex_);
    for (;;) {
        begun_.wait(lock, [&] { return launch_ != launch || is_dismissed_; });
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
