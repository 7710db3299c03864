// SPDX-License-Identifier: Apache-2.0
#include "backend/nvrtc/api.h"

#include <gtest/gtest.h>

#include "backend/nvrtc/toolkit_types.h"

#if __has_include(<nvrtc.h>)
#include <nvrtc.h>

#include <type_traits>
#endif

namespace phobos::nvrtc {

#if __has_include(<nvrtc.h>)

template <>
struct Ours<nvrtcResult> {
    using type = Status;
};
template <>
struct Ours<nvrtcProgram> {
    using type = ProgramHandle;
};

#define PHOBOS_NVRTC_FUNCTION(member, symbol, ...) \
    static_assert(std::is_same_v<Ours<decltype(&::symbol)>::type, decltype(Api::member)>);
#include "backend/nvrtc/functions.def"
#undef PHOBOS_NVRTC_FUNCTION

#endif

namespace {

#if __has_include(<nvrtc.h>)

TEST(NvrtcApi, IsThatOfTheToolkit) {
    EXPECT_EQ(static_cast<int>(Status::success), NVRTC_SUCCESS);
    EXPECT_EQ(static_cast<int>(Status::out_of_memory), NVRTC_ERROR_OUT_OF_MEMORY);
    EXPECT_EQ(static_cast<int>(Status::program_creation_failure), NVRTC_ERROR_PROGRAM_CREATION_FAILURE);
    EXPECT_EQ(static_cast<int>(Status::invalid_input), NVRTC_ERROR_INVALID_INPUT);
    EXPECT_EQ(static_cast<int>(Status::invalid_program), NVRTC_ERROR_INVALID_PROGRAM);
    EXPECT_EQ(static_cast<int>(Status::invalid_option), NVRTC_ERROR_INVALID_OPTION);
    EXPECT_EQ(static_cast<int>(Status::compilation), NVRTC_ERROR_COMPILATION);
    EXPECT_EQ(static_cast<int>(Status::builtin_operation_failure), NVRTC_ERROR_BUILTIN_OPERATION_FAILURE);
    EXPECT_EQ(static_cast<int>(Status::internal_error), NVRTC_ERROR_INTERNAL_ERROR);
}

#else

TEST(NvrtcApi, IsThatOfTheToolkit) { GTEST_SKIP() << "nvrtc.h of the CUDA toolkit is not installed"; }

#endif

}  // namespace
}  // namespace phobos::nvrtc
