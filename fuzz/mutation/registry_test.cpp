// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutation/registry.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace phobos::mutation {
namespace {

std::string specification() {
    std::ostringstream text;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(PHOBOS_SOURCE_DIR) / "docs" / "spec"))
        text << std::ifstream(entry.path()).rdbuf();
    return text.str();
}

TEST(Registry, IdsAreUniqueAndWellFormed) {
    const std::regex form("[a-z0-9]+(-[a-z0-9]+)*");
    std::set<std::string> ids;
    for (const Fault& fault : all_faults()) {
        EXPECT_TRUE(std::regex_match(fault.id, form)) << fault.id;
        EXPECT_TRUE(ids.insert(fault.id).second) << fault.id;
    }
    EXPECT_GE(ids.size(), 150U);
}

TEST(Registry, EveryFaultBreaksARuleOfTheSpecification) {
    const std::string text = specification();
    for (const Fault& fault : all_faults()) {
        EXPECT_FALSE(fault.rules.empty()) << fault.id;
        for (const std::string& rule : fault.rules)
            EXPECT_NE(text.find("**" + rule + "**"), std::string::npos) << fault.id << ": " << rule;
    }
}

}  // namespace
}  // namespace phobos::mutation
