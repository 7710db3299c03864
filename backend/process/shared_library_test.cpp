// SPDX-License-Identifier: Apache-2.0
#include "backend/process/shared_library.h"

#include <gtest/gtest.h>

namespace phobos::process {
namespace {

TEST(ProcessSharedLibrary, GivesItsFunctions) {
    const auto library = SharedLibrary::open("libm.so.6", Unloading::with_its_owner);
    ASSERT_TRUE(library.has_value()) << library.error();
    const auto power = library->function<double (*)(double, double)>("pow");
    ASSERT_NE(power, nullptr);
    EXPECT_EQ(power(2, 10), 1024);
    EXPECT_EQ(library->function<void (*)()>("no_such_function"), nullptr);
    EXPECT_TRUE(library->path().starts_with('/')) << library->path();
}

TEST(ProcessSharedLibrary, ThatIsMissingIsTold) {
    const auto library = SharedLibrary::open("libno-such-library.so.9", Unloading::never);
    ASSERT_FALSE(library.has_value());
    EXPECT_TRUE(library.error().starts_with("libno-such-library.so.9: ")) << library.error();
}

}  // namespace
}  // namespace phobos::process
