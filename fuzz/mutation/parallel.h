// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace phobos::mutation {

/// Calls `work` with every number below `count`, each once, from so many threads; ascending, as far as threads allow.
template <class Work>
void for_each_in_parallel(std::size_t count, unsigned workers, const Work& work) {
    std::atomic<std::size_t> next{0};
    const auto take = [&] {
        for (std::size_t i = next++; i < count; i = next++) work(i);
    };
    std::vector<std::jthread> threads;
    for (unsigned i = 1; i < workers; ++i) threads.emplace_back(take);
    take();
}

}  // namespace phobos::mutation
