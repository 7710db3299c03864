// SPDX-License-Identifier: Apache-2.0
#include "backend/nvrtc/library.h"

#include <gtest/gtest.h>

#include "backend/nvrtc/test_support.h"

namespace phobos::nvrtc {
namespace {

using testing::fake;
using Kind = LibraryFailure::Kind;

/// Opening the names fails so, and the text says each part.
void expect_failure(Kind kind, const std::vector<std::string>& parts, const std::vector<std::string>& names) {
    const auto library = Library::open(names);
    ASSERT_FALSE(library);
    EXPECT_EQ(library.error().kind, kind);
    for (const std::string& part : parts)
        EXPECT_NE(library.error().text.find(part), std::string::npos) << library.error().text;
}

TEST(NvrtcLibrary, OpensTheFirstThatFits) {
    const std::vector<std::string> names{"libno-such-nvrtc.so.99", fake("fake_nvrtc_old"),
                                         fake("fake_nvrtc_incomplete"), fake("fake_nvrtc")};
    const auto library = Library::open(names);
    ASSERT_TRUE(library) << library.error().text;
    EXPECT_EQ(library->version(), (Version{13, 0}));
    EXPECT_TRUE(library->path().ends_with("/libphobos_fake_nvrtc.so")) << library->path();
    EXPECT_EQ(std::vector<int>(library->architectures().begin(), library->architectures().end()),
              (std::vector<int>{75, 80, 90}));
}

TEST(NvrtcLibrary, TellsWhichNamesWereTried) {
    expect_failure(Kind::missing, {"libno-such-nvrtc.so.99: ", "libnor-this.so: "},
                   {"libno-such-nvrtc.so.99", "libnor-this.so"});
    expect_failure(Kind::missing, {"no name was given"}, {});
    expect_failure(Kind::too_old, {"libno-such-nvrtc.so.99", "release 11.0 is too old, 12.0 or a later one is needed"},
                   {fake("fake_nvrtc_old"), "libno-such-nvrtc.so.99"});
    expect_failure(Kind::incomplete, {"it has no nvrtcGetCUBIN"}, {fake("fake_nvrtc_incomplete")});
    // A library, but another one.
    expect_failure(Kind::incomplete, {"libm.so.6: it has no nvrtcVersion"}, {"libm.so.6"});
}

}  // namespace
}  // namespace phobos::nvrtc
