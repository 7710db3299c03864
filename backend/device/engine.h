// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "backend/device/buffers.h"
#include "backend/device/driver.h"
#include "backend/emit/emit.h"
#include "backend/nvrtc/compile.h"
#include "engine/engine.h"
#include "lang/base/result.h"

namespace phobos::device {

/// Compiles texts by a deadline, one result for each in order: nvrtc, with a cache or without.
using Compile = std::function<std::vector<nvrtc::Compilation>(std::span<const nvrtc::Job>, engine::Deadline)>;

/// What a launch runs.
enum class Specialising : std::uint8_t {
    for_launches,   ///< code for launches of its kind, compiled for the first of them: which dims are multiples of 16,
                    ///< and the residues of addresses modulo 16
    for_instances,  ///< the code for what its instance assumes, which the launch must keep
};

struct Options {
    int device = 0;  ///< as the driver counts them
    emit::Checking checking = emit::Checking::faults;
    Compile compile;
    Specialising specialising = Specialising::for_launches;
    Guards guards = Guards::zones;
    emit::Toggles toggles{};
    nvrtc::Optimising optimising = nvrtc::Optimising::full;
};

/// The engine "cuda": emitted text on a device. It does not see a block that misses a grid barrier: the others wait
/// until the limit of time, after which the device is of no use to this process.
Result<std::unique_ptr<engine::Engine>, Unavailable> make_engine(std::shared_ptr<const Driver> driver, Options options);

}  // namespace phobos::device
