// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

/// What is used of libcuda, declared by ourselves: neither a driver nor the toolkit is needed to build or to link.
namespace phobos::device {

/// What a function of the driver gives; only the values that are told apart have names here.
enum class Status : int {
    success = 0,
    out_of_memory = 2,
    stub_library = 34,
    no_device = 100,
    not_ready = 600,
    cooperative_launch_too_large = 720,
    driver_mismatch = 803,
};

enum class DeviceAttribute : int {
    multiprocessors = 16,
    compute_capability_major = 75,
    compute_capability_minor = 76,
    cooperative_launch = 95,
    shared_bytes_per_block = 97,  ///< the most that a kernel may ask for
};

enum class FunctionAttribute : int { dynamic_shared_bytes = 8 };

inline constexpr unsigned stream_non_blocking = 1;

using Address = unsigned long long;
using ContextHandle = struct OpaqueContext*;
using ModuleHandle = struct OpaqueModule*;
using FunctionHandle = struct OpaqueFunction*;
using StreamHandle = struct OpaqueStream*;
using EventHandle = struct OpaqueEvent*;

/// The functions of one opened library.
struct Api {
#define PHOBOS_DRIVER_FUNCTION(member, symbol, ...) Status (*member)(__VA_ARGS__) = nullptr;
#include "backend/device/functions.def"
#undef PHOBOS_DRIVER_FUNCTION
};

}  // namespace phobos::device
