// SPDX-License-Identifier: Apache-2.0
#include "lang/base/base64.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace phobos {
namespace {

std::string encoded(std::string_view text) { return base64_text(std::as_bytes(std::span(text))); }

std::string decoded(std::string_view text) {
    const auto bytes = base64_bytes(text);
    if (!bytes) return "none";
    return {reinterpret_cast<const char*>(bytes->data()), bytes->size()};
}

TEST(Base64, WritesTheVectorsOfItsStandard) {
    EXPECT_EQ(encoded(""), "");
    EXPECT_EQ(encoded("f"), "Zg==");
    EXPECT_EQ(encoded("fo"), "Zm8=");
    EXPECT_EQ(encoded("foo"), "Zm9v");
    EXPECT_EQ(encoded("foob"), "Zm9vYg==");
    EXPECT_EQ(encoded("foobar"), "Zm9vYmFy");
}

TEST(Base64, ReadsWhatItWrites) {
    std::string all;
    for (int byte = 0; byte < 256; ++byte) {
        all += static_cast<char>(byte);
        EXPECT_EQ(decoded(encoded(all)), all);
    }
}

TEST(Base64, RefusesOtherTexts) {
    for (const std::string_view text : {"Zg", "Zg=", "Zg===", "Z===", "====", "Zm 9", "Zm9v\n", "Zm-_", "Zh==", "=Zg="})
        EXPECT_EQ(decoded(text), "none") << text;
}

}  // namespace
}  // namespace phobos
