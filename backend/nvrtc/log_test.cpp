// SPDX-License-Identifier: Apache-2.0
#include "backend/nvrtc/log.h"

#include <gtest/gtest.h>

namespace phobos::nvrtc {
namespace {

constexpr std::string_view errors =
    "row sum (1).ph(7): error: identifier \"y\" is undefined\n"
    "  int x = y;\n"
    "          ^\n"
    "\n"
    "row_sum.cu(12): error #20-D: identifier \"z\" is undefined\n"
    "row_sum.cu(13): warning #177-D: variable \"x\" was declared but never referenced\n"
    "row_sum.cu(x): error: no line\n"
    "2 errors detected in the compilation of \"row_sum.cu\".\n";

constexpr std::string_view report =
    "ptxas warning : For profile sm_90 adjusting per thread register count of 16 to lower bound of 24\n"
    "ptxas info    : 0 bytes gmem\n"
    "ptxas info    : Compiling entry function 'other' for 'sm_90'\n"
    "ptxas info    : Function properties for other\n"
    "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 9 registers, used 0 barriers\n"
    "ptxas info    : Compiling entry function 'row_sum' for 'sm_90'\n"
    "ptxas info    : Function properties for row_sum\n"
    "ptxas         .     128 bytes stack frame, 12 bytes spill stores, 16 bytes spill loads\n"
    "ptxas info    : Used 32 registers, used 1 barriers, 128 bytes cumulative stack size, 256 bytes smem, "
    "380 bytes cmem[0], 8 bytes cmem[2]\n"
    "ptxas info    : Compile time = 18.437 ms\n";

TEST(NvrtcLog, GivesErrorsAndWarningsWithTheirLines) {
    using Severity = Message::Severity;
    const std::vector<Message> expected{
        {Severity::error, "row sum (1).ph", 7, "identifier \"y\" is undefined"},
        {Severity::error, "row_sum.cu", 12, "identifier \"z\" is undefined"},
        {Severity::warning, "row_sum.cu", 13, "variable \"x\" was declared but never referenced"}};
    EXPECT_EQ(messages_of(errors), expected);
    EXPECT_EQ(messages_of("").size(), 0U);
    EXPECT_EQ(messages_of(report).size(), 0U);
}

TEST(NvrtcLog, GivesTheResourcesOfOneKernel) {
    const Resources row_sum{32, 128, 12, 16, 256, 388, 1};
    EXPECT_EQ(resources_of(report, "row_sum"), row_sum);
    const Resources other{9, 0, 0, 0, 0, 0, 0};
    EXPECT_EQ(resources_of(report, "other"), other);
    EXPECT_EQ(resources_of(report, "row"), std::nullopt);
    EXPECT_EQ(resources_of("", "row_sum"), std::nullopt);
}

}  // namespace
}  // namespace phobos::nvrtc
