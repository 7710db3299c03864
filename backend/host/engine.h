// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "backend/emit/emit.h"
#include "backend/host/compile.h"
#include "backend/host/worker/protocol.h"
#include "engine/engine.h"

namespace phobos::host {

struct Options {
    emit::Checking checking = emit::Checking::faults;
    std::filesystem::path worker;  ///< the program phobos-host-worker
    std::string compiler = "g++";  ///< found in PATH; clang++-19 takes the same flags and half the time
    std::chrono::milliseconds compile_time{120'000};  ///< for a batch of kernels
    int jobs = 0;                                     ///< compilers that run at once; 0: as many as there are cores
    Order order = Order::ascending;                   ///< of threads; seeded by Settings::seed
    /// What is done to each text before it is compiled, where something is: faults are planted so.
    std::function<std::string(std::string)> edit{};
    emit::Toggles toggles{};
    Optimising optimising = Optimising::none;  ///< none compiles thrice as fast
};

/// The engine "host": emitted text, compiled by the system's C++ compiler and run by a worker process, one thread at a
/// time. What a kernel does to its process is told as a failure, and the next launch has a new one. It counts no steps
/// and looks neither for races nor for what is unwritten.
std::unique_ptr<engine::Engine> make_engine(Options options);

}  // namespace phobos::host
