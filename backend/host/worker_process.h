// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "backend/host/worker/mapping.h"
#include "backend/host/worker/protocol.h"
#include "backend/process/child.h"
#include "lang/base/result.h"

namespace phobos::host {

/// What a worker is asked to run. The memory is one that it maps too.
struct Request {
    Shape shape;
    std::filesystem::path library;
    std::string kernel;
    std::vector<Slot> slots;
    const process::Descriptor& memory;
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

    Reply run(const Request& request, process::Deadline end);

private:
    WorkerProcess(process::Child child, process::Descriptor stream, process::Descriptor log)
        : child_(std::move(child)), stream_(std::move(stream)), log_(std::move(log)) {}

    [[nodiscard]] process::Sent send(const Request& request, process::Deadline end) const;
    [[nodiscard]] Died died();

    process::Child child_;
    process::Descriptor stream_;
    process::Descriptor log_;  ///< what it says, which only sanitizers and the loader do
};

}  // namespace phobos::host
