// SPDX-License-Identifier: Apache-2.0
#include "backend/host/workshop.h"

#include <utility>

namespace phobos::host {

Result<std::shared_ptr<Workshop>, std::string> Workshop::open(const std::filesystem::path& parent,
                                                              Compiler::Options compiler,
                                                              std::filesystem::path worker) {
    remove_abandoned(parent);
    auto scratch = Scratch::make(parent, worker);
    if (!scratch) return Failure{std::move(scratch.error())};
    auto made = Compiler::make(scratch->path(), std::move(compiler));
    if (!made) return Failure{std::move(made.error())};
    return std::shared_ptr<Workshop>(new Workshop(std::move(*scratch), std::move(*made), std::move(worker)));
}

Result<std::unique_ptr<WorkerProcess>, std::string> Workshop::take_worker() {
    {
        const std::scoped_lock lock(mutex_);
        if (!idle_.empty()) {
            auto worker = std::move(idle_.back());
            idle_.pop_back();
            return worker;
        }
    }
    return WorkerProcess::start(worker_);
}

std::variant<Reply, engine::Failed> Workshop::run(const Request& request, process::Deadline end) {
    auto worker = take_worker();
    if (!worker) return engine::Failed{"run", std::move(worker.error())};
    Reply reply = (*worker)->run(request, end);
    if (std::holds_alternative<Answer>(reply)) {
        const std::scoped_lock lock(mutex_);
        idle_.push_back(std::move(*worker));
    }
    return reply;
}

}  // namespace phobos::host
