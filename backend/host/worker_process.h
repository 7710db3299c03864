// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "backend/host/worker/descriptor.h"
#include "backend/host/worker/protocol.h"
#include "lang/base/result.h"

namespace phobos::host {

/// What a worker is asked to run. The memory is one that it maps too.
struct Request {
    Shape shape;
    std::filesystem::path library;
    std::string kernel;
    std::vector<Slot> slots;
    const Descriptor& memory;
    std::uint64_t memory_bytes;
};

/// The worker came to its end, as the text says; it answers nothing any more. So does one that was ended for time.
struct Died {
    std::string text;
};
struct TimeOver {};
using Reply = std::variant<Answer, Died, TimeOver>;

/// A process that runs kernels, one after the other; ended with this.
class WorkerProcess {
public:
    /// Starts the program. Fails with a sentence.
    static Result<std::unique_ptr<WorkerProcess>, std::string> start(const std::filesystem::path& program);

    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;
    ~WorkerProcess();

    Reply run(const Request& request, std::optional<std::chrono::steady_clock::time_point> end);

private:
    WorkerProcess(pid_t process, Descriptor socket, Descriptor log)
        : process_(process), socket_(std::move(socket)), log_(std::move(log)) {}

    [[nodiscard]] bool send(const Request& request) const;
    [[nodiscard]] Died died();

    pid_t process_;  ///< -1 once it has ended
    Descriptor socket_;
    Descriptor log_;  ///< what it says, which only sanitizers and the loader do
};

}  // namespace phobos::host
