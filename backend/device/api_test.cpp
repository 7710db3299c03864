// SPDX-License-Identifier: Apache-2.0
#include "backend/device/api.h"

#include <gtest/gtest.h>

#include "backend/nvrtc/toolkit_types.h"

// The kernel's headers have a <linux/cuda.h>, never a <cuda.h>: where there is one it is the toolkit's.
#if __has_include(<cuda.h>)
#include <cuda.h>

#include <type_traits>
#endif

#if __has_include(<cuda.h>)

namespace phobos::nvrtc {

template <>
struct Ours<CUresult> {
    using type = device::Status;
};
template <>
struct Ours<CUdevice_attribute> {
    using type = device::DeviceAttribute;
};
template <>
struct Ours<CUfunction_attribute> {
    using type = device::FunctionAttribute;
};
template <>
struct Ours<CUcontext> {
    using type = device::ContextHandle;
};
template <>
struct Ours<CUmodule> {
    using type = device::ModuleHandle;
};
template <>
struct Ours<CUfunction> {
    using type = device::FunctionHandle;
};
template <>
struct Ours<CUstream> {
    using type = device::StreamHandle;
};

template <>
struct Ours<CUevent> {
    using type = device::EventHandle;
};

}  // namespace phobos::nvrtc

#endif

namespace phobos::device {
namespace {

#if __has_include(<cuda.h>)

using nvrtc::Ours;

// cuda.h renames functions to their newest form, as our rows name them.
#define PHOBOS_DRIVER_FUNCTION(member, symbol, ...) \
    static_assert(std::is_same_v<Ours<decltype(&::symbol)>::type, decltype(Api::member)>);
#include "backend/device/functions.def"
#undef PHOBOS_DRIVER_FUNCTION

TEST(DriverApi, IsThatOfTheToolkit) {
    EXPECT_EQ(static_cast<int>(Status::success), CUDA_SUCCESS);
    EXPECT_EQ(static_cast<int>(Status::out_of_memory), CUDA_ERROR_OUT_OF_MEMORY);
    EXPECT_EQ(static_cast<int>(Status::stub_library), CUDA_ERROR_STUB_LIBRARY);
    EXPECT_EQ(static_cast<int>(Status::no_device), CUDA_ERROR_NO_DEVICE);
    EXPECT_EQ(static_cast<int>(Status::not_ready), CUDA_ERROR_NOT_READY);
    EXPECT_EQ(static_cast<int>(Status::cooperative_launch_too_large), CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
    EXPECT_EQ(static_cast<int>(Status::driver_mismatch), CUDA_ERROR_SYSTEM_DRIVER_MISMATCH);
    EXPECT_EQ(static_cast<int>(DeviceAttribute::multiprocessors), CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    EXPECT_EQ(static_cast<int>(DeviceAttribute::compute_capability_major),
              CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    EXPECT_EQ(static_cast<int>(DeviceAttribute::compute_capability_minor),
              CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    EXPECT_EQ(static_cast<int>(DeviceAttribute::cooperative_launch), CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH);
    EXPECT_EQ(static_cast<int>(DeviceAttribute::shared_bytes_per_block),
              CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    EXPECT_EQ(static_cast<int>(FunctionAttribute::dynamic_shared_bytes),
              CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
    EXPECT_EQ(stream_non_blocking, CU_STREAM_NON_BLOCKING);
}

#else

TEST(DriverApi, IsThatOfTheToolkit) { GTEST_SKIP() << "cuda.h of the CUDA toolkit is not installed"; }

#endif

}  // namespace
}  // namespace phobos::device
