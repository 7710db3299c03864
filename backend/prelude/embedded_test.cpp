// SPDX-License-Identifier: Apache-2.0
#include "backend/prelude/embedded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace phobos::prelude {
namespace {

std::set<std::string> names() {
    std::set<std::string> result;
    for (const EmbeddedFile& file : prelude_files()) result.emplace(file.name);
    return result;
}

TEST(Embedded, HoldsTheHeadersAsTheyAre) {
    for (const EmbeddedFile& file : prelude_files()) {
        std::ifstream in(std::string(PHOBOS_SOURCE_DIR) + "/" + std::string(file.name), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        EXPECT_EQ(file.text, text) << file.name;
    }
}

TEST(Embedded, IsOrderedByName) { EXPECT_TRUE(std::ranges::is_sorted(prelude_files(), {}, &EmbeddedFile::name)); }

/// The prelude includes nothing else, so that a compiler needs no other files.
TEST(Embedded, HoldsEveryHeaderThatItsHeadersInclude) {
    const std::set<std::string> embedded = names();
    EXPECT_TRUE(embedded.contains("backend/prelude/prelude.h"));
    for (const EmbeddedFile& file : prelude_files()) {
        const std::string_view include = "#include ";
        for (std::size_t at = file.text.find(include); at != std::string_view::npos;
             at = file.text.find(include, at + 1)) {
            const std::string_view rest = file.text.substr(at + include.size());
            const std::string included(rest.substr(1, rest.find_first_of("\">\n", 1) - 1));
            EXPECT_TRUE(rest.starts_with('"') && embedded.contains(included)) << file.name << " includes " << included;
        }
    }
}

}  // namespace
}  // namespace phobos::prelude
