// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "backend/host/compile.h"
#include "backend/host/scratch.h"
#include "backend/host/worker_process.h"
#include "engine/outcome.h"

namespace phobos::host {

/// What the launches of an engine share: a folder, a compiler and workers. Any thread may use it.
class Workshop {
public:
    /// The folder is made in `parent`, from which those that other processes left are removed. Fails with a sentence.
    static Result<std::shared_ptr<Workshop>, std::string> open(const std::filesystem::path& parent,
                                                               Compiler::Options compiler,
                                                               std::filesystem::path worker);

    std::vector<Built> build(std::span<const Unit> units, process::Deadline end) {
        return compiler_->build(units, end);
    }

    /// Runs a kernel by a worker that does nothing else meanwhile.
    std::variant<Reply, engine::Failed> run(const Request& request, process::Deadline end);

private:
    Workshop(Scratch scratch, std::unique_ptr<Compiler> compiler, std::filesystem::path worker)
        : scratch_(std::move(scratch)), compiler_(std::move(compiler)), worker_(std::move(worker)) {}

    [[nodiscard]] Result<std::unique_ptr<WorkerProcess>, std::string> take_worker();

    Scratch scratch_;
    std::unique_ptr<Compiler> compiler_;
    std::filesystem::path worker_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<WorkerProcess>> idle_;
};

}  // namespace phobos::host
