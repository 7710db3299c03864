// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "backend/device/api.h"
#include "backend/process/shared_library.h"
#include "lang/base/result.h"

namespace phobos::device {

/// The first CUDA version whose drivers know every function and architecture that is used, as the driver tells it.
inline constexpr int oldest_driver_version = 12000;

/// Where the driver's library is looked for, by names that the system's loader resolves.
std::vector<std::string> default_driver_names();

/// Why no kernel can run on a device here: no library, no driver that works, one too old, no device.
struct Unavailable {
    enum class Kind : std::uint8_t { no_library, incomplete, no_driver, too_old, no_device };
    Kind kind;
    std::string text;  ///< lower case, one sentence without a full stop
};

/// An opened and initialised libcuda with at least one device.
class Driver {
public:
    static Result<Driver, Unavailable> open(std::span<const std::string> names);

    [[nodiscard]] const Api& api() const { return api_; }
    [[nodiscard]] int version() const { return version_; }
    [[nodiscard]] int devices() const { return devices_; }
    /// "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered"
    [[nodiscard]] std::string text_of(Status status) const;

private:
    Driver(process::SharedLibrary library, const Api& api) : library_(std::move(library)), api_(api) {}
    static Result<Driver, Unavailable> load(std::span<const std::string> names);

    process::SharedLibrary library_;
    Api api_;
    int version_ = 0;
    int devices_ = 0;
};

}  // namespace phobos::device
