// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "lang/check/check.h"
#include "lang/diagnostics/terminal.h"
#include "lang/source/source_file.h"

namespace phobos::check {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<fs::path> sources() {
    std::vector<fs::path> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(PHOBOS_SOURCE_DIR "/lang/check/testdata"))
        if (entry.path().extension() == ".ph") found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

/// Whether the test executable was started with --update.
bool updates() {
    const std::vector<std::string> arguments = ::testing::internal::GetArgvs();
    return std::ranges::find(arguments, "--update") != arguments.end();
}

/// Beside each source lies what is said of it; `lang_test --gtest_filter=LevelMessages.* --update` rewrites that.
TEST(LevelMessages, AreThoseRecorded) {
    ASSERT_GE(sources().size(), 10U);
    for (const fs::path& path : sources()) {
        const SourceFile source(path.filename().string(), text_of(path));
        const Checked checked = check(source, Target{}, {});
        const std::string text = terminal_text({source, checked.diagnostics}, diagnostics::Color::never);
        fs::path golden = path;
        golden.replace_extension(".txt");
        if (updates()) std::ofstream(golden, std::ios::binary) << text;
        EXPECT_EQ(text, text_of(golden)) << golden;
    }
}

}  // namespace
}  // namespace phobos::check
