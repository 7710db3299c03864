// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "backend/device/driver.h"
#include "backend/emit/emit.h"
#include "backend/nvrtc/compile.h"
#include "engine/engine.h"
#include "lang/base/result.h"

namespace phobos::device {

/// Compiles texts, one result for each in order: nvrtc, with a cache or without.
using Compile = std::function<std::vector<nvrtc::Compilation>(std::span<const nvrtc::Job>)>;

struct Options {
    int device = 0;  ///< as the driver counts them
    emit::Checking checking = emit::Checking::faults;
    Compile compile;
};

/// The engine "cuda": emitted text on a device. A program is compiled for what its launches have in common, first for
/// what its instance assumes, then for each kind of launch as it comes: dims and addresses that are multiples of 16.
Result<std::unique_ptr<engine::Engine>, Unavailable> make_engine(std::shared_ptr<const Driver> driver, Options options);

}  // namespace phobos::device
